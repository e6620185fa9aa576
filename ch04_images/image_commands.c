// SPDX-License-Identifier: MIT
//
// image_commands - the commands between host and image: fill, write, read, map; on every kind of
// image.  image_copies has the commands that copy on the device.
//
// Shows   origin and region in pixels, pitches in bytes; the pitches that a map returns; a colour
//         that is stored in any format
// Uses    clEnqueueFillImage, clEnqueueWriteImage, clEnqueueReadImage, clEnqueueMapImage,
//         clEnqueueUnmapMemObject
// Try     image_commands -V 2d -n 5x4x1
//         image_commands --cases 100 --seed 2

#include "ocl.h"
#include "sample/rect.h"

#include "proof/ch04_images/box.h"
#include "proof/image_commands/formats.h"

static const ocl_rect TIGHT = { .row_pitch = 0 };    // rows and slices without gaps

// --- host memory with gaps, as source and destination of commands

typedef struct {
    unsigned char *data;    // free() it
    size_t bytes;
    ocl_rect layout;          // of the pixels in the memory
    image_pitches pitches;    // for the calls
} image_memory;

enum { ROW_GAP = 10, SLICE_GAP };    // numbers of the random items

// Random bytes with room for a part of the box.  There are gaps of 0 to 4 pixels after each row and
// of 0 to 2 rows after each slice, unless the driver is known to ignore them.  The same seed gives
// the same bytes and gaps.
static image_memory image_memory_new(cl_device_id device, const image_box *box,
                                     const image_part *part, uint64_t seed)
{
    const bool gaps = !ocl_known_fault(device, "pitches of host memory");
    const size_t row =
        part->size[0] + (gaps ? (size_t)(ocl_random(seed, ROW_GAP) % 5) * box->pixel_bytes : 0);
    const size_t more =
        gaps && box->kind->axes == 3 ? (size_t)(ocl_random(seed, SLICE_GAP) % 3) : 0;
    image_memory host = { .layout = { .row_pitch = row,
                                      .slice_pitch = row * (part->region[1] + more) } };
    host.pitches = image_box_pitches(box, host.layout);
    host.bytes = ocl_rect_room(host.layout, part->size);
    host.data = ocl_alloc(host.bytes);
    ocl_fill_bytes(host.data, host.bytes, seed);
    return host;
}

// --- the commands

// Each function below executes a command on a part of the image and does the same to box->ref.
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
            for (size_t x = 0; x < part->size[0]; x++) {
                const size_t at = ocl_rect_offset(part->place, part->size, x, y, z);
                box->ref[at] = (unsigned char)colour[x % 4];
            }
    return image_box_verify(env, "image after the fill", box);
}

static ocl_result write(const ocl_env *env, image_box *box, const image_part *part, uint64_t seed)
{
    const image_memory from = image_memory_new(env->device, box, part, seed);
    OCL_CHECK(clEnqueueWriteImage(env->queue, box->image, CL_TRUE, part->origin, part->region,
                                  from.pitches.row, from.pitches.slice, from.data, 0, NULL, NULL));

    ocl_rect_copy(box->ref, part->place, from.data, from.layout, part->size);
    free(from.data);
    return image_box_verify(env, "image after the write", box);
}

// The gaps in the host's memory must stay as they are.
static ocl_result read(const ocl_env *env, const image_box *box, const image_part *part,
                       uint64_t seed)
{
    const image_memory to = image_memory_new(env->device, box, part, seed);
    const image_memory ref = image_memory_new(env->device, box, part, seed);
    OCL_CHECK(clEnqueueReadImage(env->queue, box->image, CL_TRUE, part->origin, part->region,
                                 to.pitches.row, to.pitches.slice, to.data, 0, NULL, NULL));

    ocl_rect_copy(ref.data, ref.layout, box->ref, part->place, part->size);
    const ocl_result result =
        ocl_verify_bytes("memory after the read", to.data, ref.data, ref.bytes);
    free(ref.data);
    free(to.data);
    return result;
}

static ocl_result write_and_read(const ocl_env *env, image_box *box, const image_part *part,
                                 uint64_t seed)
{
    const ocl_result written = write(env, box, part, seed);
    return ocl_result_both(written, read(env, box, part, seed + 1));
}

// A map returns a pointer and the pitches: the driver says where the rows and slices are.
static ocl_result map_to_read(const ocl_env *env, const image_box *box, const image_part *part)
{
    cl_int err;
    image_pitches pitches;
    void *mapped = OCL_CREATE(clEnqueueMapImage(env->queue, box->image, CL_TRUE, CL_MAP_READ,
                                                part->origin, part->region, &pitches.row,
                                                &pitches.slice, 0, NULL, NULL, &err));
    unsigned char *got = ocl_alloc(part->bytes), *ref = ocl_alloc(part->bytes);
    ocl_rect_copy(got, TIGHT, mapped, image_box_mapped(box, pitches), part->size);
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, box->image, mapped, 0, NULL, NULL));

    ocl_rect_copy(ref, TIGHT, box->ref, part->place, part->size);
    const ocl_result result = ocl_verify_bytes("mapped for reading", got, ref, part->bytes);
    free(ref);
    free(got);
    return result;
}

static ocl_result map_to_write(const ocl_env *env, image_box *box, const image_part *part,
                               uint64_t seed)
{
    unsigned char *pixels = ocl_alloc(part->bytes);
    ocl_fill_bytes(pixels, part->bytes, seed);
    cl_int err;
    image_pitches pitches;
    void *mapped = OCL_CREATE(clEnqueueMapImage(env->queue, box->image, CL_TRUE, CL_MAP_WRITE,
                                                part->origin, part->region, &pitches.row,
                                                &pitches.slice, 0, NULL, NULL, &err));
    ocl_rect_copy(mapped, image_box_mapped(box, pitches), pixels, TIGHT, part->size);
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, box->image, mapped, 0, NULL, NULL));

    ocl_rect_copy(box->ref, part->place, pixels, TIGHT, part->size);
    free(pixels);
    return image_box_verify(env, "image after the map for writing", box);
}

static ocl_result map(const ocl_env *env, image_box *box, const image_part *part, uint64_t seed)
{
    const ocl_result seen = map_to_read(env, box, part);
    return ocl_result_both(seen, map_to_write(env, box, part, seed));
}

static const struct {
    const char *name;    // of its rows in the report
    ocl_result (*run)(const ocl_env *, image_box *, const image_part *, uint64_t);
} COMMANDS[] = { { "filled", fill }, { "written and read", write_and_read }, { "mapped", map } };
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

// Each command on all of the image first, then on random parts of it.
static void run_commands(const ocl_env *env, ocl_report *report, image_box *box, size_t cases)
{
    for (size_t c = 0; c < COMMAND_COUNT; c++) {
        const bool fills = COMMANDS[c].run == fill, maps = COMMANDS[c].run == map;
        const char *fault = fills  ? ocl_known_fault(env->device, "a fill of %s", box->kind->name)
                            : maps ? ocl_known_fault(env->device, "maps of parts of an image")
                                   : NULL;
        if (fault)
            ocl_report_note(report, "%s: %s: %s, this driver %s", box->kind->name, COMMANDS[c].name,
                            fills ? "left out" : "all of it", fault);
        if (fault && fills) continue;
        ocl_result result = { .pass = true };
        for (size_t i = 0; i < (fault ? 1 : cases); i++) {
            const uint64_t seed = i > 0 ? ocl_random(env->options->seed, i) : 0;
            const image_part part = image_box_draw(box, box->extent, seed);
            result = ocl_result_both(result, COMMANDS[c].run(env, box, &part, seed));
        }
        image_kind_report(report, box->kind, COMMANDS[c].name, result);
    }
}

int main(int argc, char **argv)
{
    size_t cases = 10;
    const ocl_option own[] = {
        { .usage = "--cases N: parts of an image for each command", .count = &cases }, { 0 }
    };
    const ocl_about about = { .name = "image_commands",
                              .summary = "Fills, writes, reads and maps every kind of image.",
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

    for (int k = 0; k < KIND_COUNT; k++) {
        const image_kind *kind = &IMAGE_KINDS[k];
        if (!image_kind_runs(&env, kind, report)) continue;
        image_box box = image_box_new(&env, kind, sizeof(cl_uchar4), opt.n, opt.seed);
        image_box_create(&env, &box);
        run_commands(&env, report, &box, cases);
        image_box_free(&box);
    }
    image_command_formats(&env, report, opt.seed);

    ocl_close(&env);
    return ocl_report_close(report);
}
