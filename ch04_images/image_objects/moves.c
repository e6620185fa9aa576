// SPDX-License-Identifier: MIT

#include "image_objects.h"

enum { GUARD = 64 };    // bytes of a buffer before and after the pixels that are copied to it

// What is drawn from a seed: numbers of different items have nothing to do with each other.
enum { ROW_GAP = 10, SLICE_GAP, PLACE, HOST, OTHER_HOST, MAPPED, BUFFER, COLOUR, USED, SHARED };

static const ocl_rect TIGHT = { { 0, 0, 0 }, 0, 0 };

// Host memory for a region, filled at random, with up to 4 pixels after each row and 2 rows after each slice.
typedef struct {
    ocl_rect rect;
    size_t bytes;
    unsigned char *data;
} host_memory;

static host_memory image_moves_memory(const image_box *box, const image_part *part, uint64_t seed)
{
    const size_t row = part->size[0] + ocl_random(seed, ROW_GAP) % 5 * box->pixel.bytes;
    const size_t more = box->kind->axes == 3 ? ocl_random(seed, SLICE_GAP) % 3 : 0;
    host_memory host = { .rect = { .row_pitch = row,
                                   .slice_pitch = row * (part->region[1] + more) } };
    host.bytes = ocl_rect_room(host.rect, part->size);
    host.data = ocl_alloc(host.bytes);
    ocl_fill_bytes(host.data, host.bytes, seed);
    return host;
}

ocl_result image_moves_host(const ocl_env *env, image_box *box, uint64_t seed)
{
    const image_part part = image_box_draw(box, box->extent, seed);

    const host_memory host = image_moves_memory(box, &part, ocl_random(seed, HOST));
    image_pitches pitches = image_box_pitches(box, host.rect);
    OCL_CHECK(clEnqueueWriteImage(env->queue, box->image, CL_TRUE, part.origin, part.region,
                                  pitches.row, pitches.slice, host.data, 0, NULL, NULL));
    ocl_rect_copy(box->want, part.place, host.data, host.rect, part.size);
    ocl_result check = image_box_verify(env, "image after the write", box);

    // Into other memory, whose gaps must stay as they are.
    const host_memory got = image_moves_memory(box, &part, ocl_random(seed, OTHER_HOST));
    const host_memory want = image_moves_memory(box, &part, ocl_random(seed, OTHER_HOST));
    pitches = image_box_pitches(box, got.rect);
    OCL_CHECK(clEnqueueReadImage(env->queue, box->image, CL_TRUE, part.origin, part.region,
                                 pitches.row, pitches.slice, got.data, 0, NULL, NULL));
    ocl_rect_copy(want.data, want.rect, box->want, part.place, part.size);
    check = ocl_result_both(
        check, ocl_verify_bytes("memory after the read", got.data, want.data, got.bytes));
    free(want.data);
    free(got.data);
    free(host.data);
    return check;
}

// Maps a region; `at` is where its pixels lie from the pointer on.
static void *image_moves_mapped(const ocl_env *env, const image_box *box, cl_map_flags flags,
                                const image_part *part, ocl_rect *at)
{
    cl_int err;
    size_t row, slice;
    void *mapped =
        OCL_CREATE(clEnqueueMapImage(env->queue, box->image, CL_TRUE, flags, part->origin,
                                     part->region, &row, &slice, 0, NULL, NULL, &err));
    // The pitch of what has but one row or slice may be 0.
    if (box->kind == &IMAGE_KINDS[KIND_1D_ARRAY]) row = slice;
    *at = (ocl_rect){ .row_pitch = row, .slice_pitch = slice };
    return mapped;
}

ocl_result image_moves_use(const ocl_env *env, const image_box *like)
{
    const uint64_t seed = env->options->seed;
    image_box box =
        image_box_new(env, like->kind, like->pixel, CL_MEM_USE_HOST_PTR, like->extent, seed);
    const image_part all = image_box_all(&box);
    ocl_result check = image_box_verify(env, "image in host memory", &box);

    // What is written to the image is in the host's memory at the latest when it is mapped.
    ocl_fill_bytes(box.want, box.bytes, ocl_random(seed, USED));
    OCL_CHECK(clEnqueueWriteImage(env->queue, box.image, CL_TRUE, all.origin, all.region, 0, 0,
                                  box.want, 0, NULL, NULL));
    unsigned char *got = ocl_alloc(box.bytes);
    ocl_rect at;
    void *mapped = image_moves_mapped(env, &box, CL_MAP_READ, &all, &at);
    ocl_rect_copy(got, TIGHT, box.host, box.layout, all.size);
    check = ocl_result_both(check, ocl_verify_bytes("host memory", got, box.want, box.bytes));
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, box.image, mapped, 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));    // before the memory goes away
    free(got);
    image_box_free(&box);
    return check;
}

ocl_result image_moves_map(const ocl_env *env, image_box *box, uint64_t seed)
{
    const image_part part = image_box_draw(box, box->extent, seed);
    unsigned char *got = ocl_alloc(part.bytes), *want = ocl_alloc(part.bytes);
    ocl_rect at;

    unsigned char *mapped = image_moves_mapped(env, box, CL_MAP_READ, &part, &at);
    ocl_rect_copy(got, TIGHT, mapped, at, part.size);
    ocl_rect_copy(want, TIGHT, box->want, part.place, part.size);
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, box->image, mapped, 0, NULL, NULL));
    ocl_result check = ocl_verify_bytes("mapped to read", got, want, part.bytes);

    mapped = image_moves_mapped(env, box, CL_MAP_WRITE, &part, &at);
    ocl_fill_bytes(want, part.bytes, ocl_random(seed, MAPPED));
    ocl_rect_copy(mapped, at, want, TIGHT, part.size);
    ocl_rect_copy(box->want, part.place, want, TIGHT, part.size);
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, box->image, mapped, 0, NULL, NULL));
    check = ocl_result_both(check, image_box_verify(env, "image after the map to write", box));
    free(want);
    free(got);
    return check;
}

ocl_result image_moves_buffer(const ocl_env *env, image_box *box, uint64_t seed)
{
    const image_part part = image_box_draw(box, box->extent, seed);
    const size_t room = GUARD + part.bytes + GUARD;
    unsigned char *want = ocl_alloc(room);
    ocl_fill_bytes(want, room, ocl_random(seed, BUFFER));
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, room, want);

    // In a buffer the pixels are always tight.
    OCL_CHECK(clEnqueueCopyImageToBuffer(env->queue, box->image, buffer, part.origin, part.region,
                                         GUARD, 0, NULL, NULL));
    ocl_rect_copy(want + GUARD, TIGHT, box->want, part.place, part.size);
    ocl_result check = ocl_verify_buffer(env, "buffer", buffer, want, room);

    const image_part back = image_box_draw_like(box, &part, ocl_random(seed, PLACE));
    OCL_CHECK(clEnqueueCopyBufferToImage(env->queue, buffer, box->image, GUARD, back.origin,
                                         back.region, 0, NULL, NULL));
    ocl_rect_copy(box->want, back.place, want + GUARD, TIGHT, back.size);
    check = ocl_result_both(check, image_box_verify(env, "image after the buffer", box));
    OCL_CHECK(clReleaseMemObject(buffer));
    free(want);
    return check;
}

ocl_result image_moves_copy(const ocl_env *env, const image_box *from, image_box *to, uint64_t seed)
{
    // As much as both have, along each axis: two images of a 1-D array can become two rows of a 2-D image.
    const image_part part = image_box_draw(from, to->extent, seed);
    const image_part there = image_box_draw_like(to, &part, ocl_random(seed, PLACE));
    OCL_CHECK(clEnqueueCopyImage(env->queue, from->image, to->image, part.origin, there.origin,
                                 part.region, 0, NULL, NULL));
    ocl_rect_copy(to->want, there.place, from->want, part.place, part.size);
    char what[64];
    snprintf(what, sizeof what, "%s, copied to %s", from->kind->name, to->kind->name);
    return image_box_verify(env, what, to);
}

ocl_result image_moves_fill(const ocl_env *env, image_box *box, uint64_t seed)
{
    // RGBA, whatever the format's order; of the kind that the format is: for an unsigned one a cl_uint4.
    const image_part part = image_box_draw(box, box->extent, seed);
    unsigned char pixel[4];
    cl_uint colour[4];
    ocl_fill_bytes(pixel, sizeof pixel, ocl_random(seed, COLOUR));
    for (unsigned c = 0; c < 4; c++)
        colour[c] = pixel[c];
    OCL_CHECK(clEnqueueFillImage(env->queue, box->image, colour, part.origin, part.region, 0, NULL,
                                 NULL));
    for (size_t z = 0; z < part.size[2]; z++)
        for (size_t y = 0; y < part.size[1]; y++)
            for (size_t x = 0; x < part.size[0]; x++)
                box->want[ocl_rect_offset(part.place, part.size, x, y, z)] = pixel[x % 4];
    return image_box_verify(env, "image after the fill", box);
}

ocl_result image_moves_shared(const ocl_env *env, image_box *box, uint64_t seed)
{
    const image_part all = image_box_all(box);
    unsigned char *got = ocl_alloc(box->bytes);
    OCL_CHECK(clEnqueueReadBufferRect(env->queue, box->buffer, CL_TRUE, all.origin, all.origin,
                                      all.size, box->layout.row_pitch, 0, 0, 0, got, 0, NULL,
                                      NULL));
    ocl_result check = ocl_verify_bytes("buffer, as the image", got, box->want, box->bytes);
    ocl_fill_bytes(box->want, box->bytes, ocl_random(seed, SHARED));
    OCL_CHECK(clEnqueueWriteBufferRect(env->queue, box->buffer, CL_TRUE, all.origin, all.origin,
                                       all.size, box->layout.row_pitch, 0, 0, 0, box->want, 0, NULL,
                                       NULL));
    check = ocl_result_both(check, image_box_verify(env, "image, as the buffer", box));
    free(got);
    return check;
}
