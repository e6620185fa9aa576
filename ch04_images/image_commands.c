// SPDX-License-Identifier: MIT
//
// image_commands - every command on images: fill, write, read, map, copy; on every kind of image.
//
// Shows   origin and region in pixels, pitches in bytes; the pitches that a map returns; what can
//         be copied where; a colour that is stored in any format
// Uses    clEnqueueFillImage, clEnqueueWriteImage, clEnqueueReadImage, clEnqueueMapImage,
//         clEnqueueUnmapMemObject, clEnqueueCopyImageToBuffer, clEnqueueCopyBufferToImage,
//         clEnqueueCopyImage
// Try     image_commands -V 2d -n 5x4x1
//         image_commands --cases 100 --seed 2

#include "image_commands/drivers.h"
#include "image_commands/formats.h"
#include "image_commands/host.h"
#include "image_commands/refusals.h"

enum { GUARD = 64 };    // bytes of a buffer before and after the pixels in it
static const ocl_rect TIGHT = { .row_pitch = 0 };    // rows and slices without gaps

// Each function below executes a command on a part of the image and does the same to box->want.
// Then it compares everything that the command could have changed.

static ocl_result fill(const ocl_env *env, image_box *box, const image_part *part, uint64_t seed)
{
    // Red, green, blue and alpha, as the type of the format: an unsigned one wants four cl_uint.
    cl_uint colour[4];
    for (unsigned c = 0; c < 4; c++)
        colour[c] = ocl_random(seed, c) % 256;
    OCL_CHECK(clEnqueueFillImage(env->queue, box->image, colour, part->origin, part->region, 0,
                                 NULL, NULL));
    for (size_t z = 0; z < part->size[2]; z++)
        for (size_t y = 0; y < part->size[1]; y++)
            for (size_t x = 0; x < part->size[0]; x++)
                box->want[ocl_rect_offset(part->place, part->size, x, y, z)] =
                    (unsigned char)colour[x % 4];
    return image_box_verify(env, "image after the fill", box);
}

static ocl_result write_and_read(const ocl_env *env, image_box *box, const image_part *part,
                                 uint64_t seed)
{
    const image_memory from = image_memory_new(box, part, seed);
    OCL_CHECK(clEnqueueWriteImage(env->queue, box->image, CL_TRUE, part->origin, part->region,
                                  from.pitches.row, from.pitches.slice, from.data, 0, NULL, NULL));
    ocl_rect_copy(box->want, part->place, from.data, from.layout, part->size);
    ocl_result result = image_box_verify(env, "image after the write", box);

    // Back to other memory.  Its gaps must stay as they are.
    const image_memory to = image_memory_new(box, part, seed + 1);
    const image_memory want = image_memory_new(box, part, seed + 1);
    OCL_CHECK(clEnqueueReadImage(env->queue, box->image, CL_TRUE, part->origin, part->region,
                                 to.pitches.row, to.pitches.slice, to.data, 0, NULL, NULL));
    ocl_rect_copy(want.data, want.layout, box->want, part->place, part->size);
    result = ocl_result_both(
        result, ocl_verify_bytes("memory after the read", to.data, want.data, want.bytes));
    free(want.data);
    free(to.data);
    free(from.data);
    return result;
}

static ocl_result map(const ocl_env *env, image_box *box, const image_part *part, uint64_t seed)
{
    unsigned char *got = ocl_alloc(part->bytes), *want = ocl_alloc(part->bytes);
    cl_int err;
    image_pitches pitches;    // the driver's choice: a map returns them
    void *mapped = OCL_CREATE(clEnqueueMapImage(env->queue, box->image, CL_TRUE, CL_MAP_READ,
                                                part->origin, part->region, &pitches.row,
                                                &pitches.slice, 0, NULL, NULL, &err));
    ocl_rect_copy(got, TIGHT, mapped, image_box_mapped(box, pitches), part->size);
    ocl_rect_copy(want, TIGHT, box->want, part->place, part->size);
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, box->image, mapped, 0, NULL, NULL));
    ocl_result result = ocl_verify_bytes("mapped for reading", got, want, part->bytes);

    mapped = OCL_CREATE(clEnqueueMapImage(env->queue, box->image, CL_TRUE, CL_MAP_WRITE,
                                          part->origin, part->region, &pitches.row, &pitches.slice,
                                          0, NULL, NULL, &err));
    ocl_fill_bytes(want, part->bytes, seed);
    ocl_rect_copy(mapped, image_box_mapped(box, pitches), want, TIGHT, part->size);
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, box->image, mapped, 0, NULL, NULL));
    ocl_rect_copy(box->want, part->place, want, TIGHT, part->size);
    free(want);
    free(got);
    return ocl_result_both(result, image_box_verify(env, "image after the map for writing", box));
}

// To a buffer, and back to another place in the image.  In the buffer the pixels have no gaps.
static ocl_result to_buffer(const ocl_env *env, image_box *box, const image_part *part,
                            uint64_t seed)
{
    const size_t offset = pixels_offset(env->device, GUARD), bytes = offset + part->bytes + GUARD;
    unsigned char *want = ocl_alloc(bytes);
    ocl_fill_bytes(want, bytes, seed);
    cl_mem d_buffer = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, want);
    OCL_CHECK(clEnqueueCopyImageToBuffer(env->queue, box->image, d_buffer, part->origin,
                                         part->region, offset, 0, NULL, NULL));
    ocl_rect_copy(want + offset, TIGHT, box->want, part->place, part->size);
    const ocl_result result = ocl_verify_buffer(env, "buffer", d_buffer, want, bytes);

    const image_part back = image_box_draw_like(box, part, seed);
    OCL_CHECK(clEnqueueCopyBufferToImage(env->queue, d_buffer, box->image, offset, back.origin,
                                         back.region, 0, NULL, NULL));
    ocl_rect_copy(box->want, back.place, want + offset, TIGHT, back.size);
    OCL_CHECK(clReleaseMemObject(d_buffer));
    free(want);
    return ocl_result_both(result, image_box_verify(env, "image after the buffer", box));
}

// Any kind can be copied to any other: two images of a 1-D array become two rows of a 2-D image.
static ocl_result copy(const ocl_env *env, const image_box *from, image_box *to, uint64_t seed)
{
    const image_part part = image_box_draw(from, to->extent, seed);
    const image_part place = image_box_draw_like(to, &part, ocl_random(seed, 0));
    OCL_CHECK(clEnqueueCopyImage(env->queue, from->image, to->image, part.origin, place.origin,
                                 part.region, 0, NULL, NULL));
    ocl_rect_copy(to->want, place.place, from->want, part.place, part.size);
    char what[64];
    snprintf(what, sizeof what, "%s, copied to %s", from->kind->name, to->kind->name);
    return image_box_verify(env, what, to);
}

static const struct {
    image_command command;
    ocl_result (*run)(const ocl_env *, image_box *, const image_part *, uint64_t);
} COMMANDS[] = {
    { FILL, fill }, { WRITE_AND_READ, write_and_read }, { MAP, map }, { TO_BUFFER, to_buffer }
};

// All of the image first, then random parts of it.
static void run_commands(const ocl_env *env, ocl_report *report, image_box *box, size_t cases)
{
    for (size_t c = 0; c < sizeof COMMANDS / sizeof COMMANDS[0]; c++) {
        if (image_command_left_out(env->device, report, box->kind, COMMANDS[c].command)) continue;
        ocl_result result = { .pass = true };
        for (size_t i = 0; i < cases; i++) {
            const uint64_t seed = i > 0 ? ocl_random(env->options->seed, i) : 0;
            const image_part part = image_box_draw(box, box->extent, seed);
            result = ocl_result_both(result, COMMANDS[c].run(env, box, &part, seed));
        }
        image_kind_report(report, box->kind, IMAGE_COMMANDS[COMMANDS[c].command], result);
    }
}

static void run_copies(const ocl_env *env, ocl_report *report, image_box *boxes, size_t count,
                       size_t cases)
{
    for (size_t from = 0; from < count; from++) {
        if (image_command_left_out(env->device, report, boxes[from].kind, COPY)) continue;
        ocl_result result = { .pass = true };
        for (size_t to = 0; to < count; to++) {
            if (from == to || image_copy_left_out(env->device, report, &boxes[from], &boxes[to]))
                continue;
            for (size_t i = 0; i < cases; i++) {
                const uint64_t seed = i > 0 ? ocl_random(env->options->seed, i) : 0;
                result = ocl_result_both(result, copy(env, &boxes[from], &boxes[to], seed));
            }
        }
        if (result.count > 0)
            image_kind_report(report, boxes[from].kind, IMAGE_COMMANDS[COPY], result);
    }
}

int main(int argc, char **argv)
{
    size_t cases = 10;
    const ocl_option own[] = {
        { .usage = "--cases N: parts of an image for each command", .count = &cases }, { 0 }
    };
    const ocl_about about = { .name = "image_commands",
                              .summary = "Every command on images, on every kind of image.",
                              .accepts = "dnVs",
                              .size_help = "width x height or layers x depth or layers",
                              .extents = 3,
                              .variants = IMAGE_KIND_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 37, 23, 5 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = image_kinds_open(&env);
    ocl_report_count(report, "cases", cases);

    image_box boxes[KIND_COUNT];
    size_t count = 0;
    for (int k = 0; k < KIND_COUNT; k++) {
        if (!image_kind_runs(&env, &IMAGE_KINDS[k], report)) continue;
        boxes[count] = image_box_new(&env, &IMAGE_KINDS[k], sizeof(cl_uchar4), opt.n, opt.seed);
        image_box_create(&env, &boxes[count]);
        run_commands(&env, report, &boxes[count++], cases);
    }
    run_copies(&env, report, boxes, count, cases);
    image_command_formats(&env, report, opt.seed);
    image_command_refusals(&env, report);
    while (count > 0)
        image_box_free(&boxes[--count]);
    ocl_close(&env);
    return ocl_report_close(report);
}
