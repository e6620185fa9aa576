// SPDX-License-Identifier: MIT

#include "box.h"

const image_kind IMAGE_KINDS[KIND_COUNT] = {
    { "1d", "image1d_t", CL_MEM_OBJECT_IMAGE1D, 1, false, false },
    { "1d_buffer", "image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, 1, false, true },
    { "1d_array", "image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, 2, true, false },
    { "2d", "image2d_t", CL_MEM_OBJECT_IMAGE2D, 2, false, false },
    { "2d_array", "image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, 3, true, false },
    { "3d", "image3d_t", CL_MEM_OBJECT_IMAGE3D, 3, false, false },
    { "2d_buffer", "image2d_t", CL_MEM_OBJECT_IMAGE2D, 2, false, true },
};

// Pixels that a 2-D image's rows in a buffer must be a multiple of; 0: there are no such images.
static size_t image_box_pitch_alignment(cl_device_id device)
{
    const bool has =
        ocl_device_version(device) >= 20 || ocl_has_extension(device, "cl_khr_image2d_from_buffer");
    return has ? (size_t)ocl_device_number(device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT) : 0;
}

bool image_box_possible(const ocl_env *env, const image_kind *kind)
{
    return kind != &IMAGE_KINDS[KIND_2D_BUFFER] || image_box_pitch_alignment(env->device) > 0;
}

static void image_box_require_extent(const ocl_env *env, const image_kind *kind, const char *what,
                                     size_t extent, cl_device_info limit)
{
    const cl_ulong most = ocl_device_number(env->device, limit);
    if (extent > most)
        ocl_exit(OCL_EXIT_USAGE, "%s: a %s of %zu is more than the device's %llu", kind->name, what,
                 extent, (unsigned long long)most);
}

static void image_box_require(const ocl_env *env, const image_box *box)
{
    const image_kind *kind = box->kind;
    const bool solid = kind->type == CL_MEM_OBJECT_IMAGE3D;
    image_box_require_extent(env, kind, "width", box->extent[0],
                             kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER
                                 ? CL_DEVICE_IMAGE_MAX_BUFFER_SIZE
                             : solid ? CL_DEVICE_IMAGE3D_MAX_WIDTH
                                     : CL_DEVICE_IMAGE2D_MAX_WIDTH);
    if (kind->axes == 3 || (kind->axes == 2 && !kind->layers))
        image_box_require_extent(env, kind, "height", box->extent[1],
                                 solid ? CL_DEVICE_IMAGE3D_MAX_HEIGHT
                                       : CL_DEVICE_IMAGE2D_MAX_HEIGHT);
    if (solid)
        image_box_require_extent(env, kind, "depth", box->extent[2], CL_DEVICE_IMAGE3D_MAX_DEPTH);
    if (kind->layers)
        image_box_require_extent(env, kind, "number of layers", box->extent[kind->axes - 1],
                                 CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
}

// Host memory for all pixels: tight for images in buffers (a 2-D one with the row pitch that the device
// asks for), else with 3 pixels after each row and 2 rows after each slice.  Oclgrind takes no notice of
// pitches, NVIDIA's driver none of the slice pitch of memory that the image is to use.
static ocl_rect image_box_layout(const ocl_env *env, const image_box *box, cl_mem_flags flags)
{
    const image_kind *kind = box->kind;
    const unsigned platform = ocl_known_platform(env->device);
    const bool gaps = platform != OCL_OCLGRIND;
    const bool slice_gaps = gaps && !(platform == OCL_NVIDIA && flags & CL_MEM_USE_HOST_PTR);
    ocl_rect host = { .row_pitch = (box->extent[0] + (gaps ? 3 : 0)) * box->pixel.bytes };
    if (kind == &IMAGE_KINDS[KIND_1D_BUFFER]) host.row_pitch = box->extent[0] * box->pixel.bytes;
    if (kind == &IMAGE_KINDS[KIND_2D_BUFFER])
        host.row_pitch =
            ocl_round_up(box->extent[0], image_box_pitch_alignment(env->device)) * box->pixel.bytes;
    host.slice_pitch = (box->extent[1] + (kind->axes == 3 && slice_gaps ? 2 : 0)) * host.row_pitch;
    return host;
}

static image_part image_box_part(const image_box *box, const size_t origin[3],
                                 const size_t region[3])
{
    const size_t pixel = box->pixel.bytes, row = box->extent[0] * pixel;
    return (image_part){
        .origin = { origin[0], origin[1], origin[2] },
        .region = { region[0], region[1], region[2] },
        .size = { region[0] * pixel, region[1], region[2] },
        .bytes = region[0] * region[1] * region[2] * pixel,
        .place = { { origin[0] * pixel, origin[1], origin[2] }, row, row * box->extent[1] },
    };
}

image_part image_box_all(const image_box *box)
{
    return image_box_part(box, (size_t[3]){ 0, 0, 0 }, box->extent);
}

image_part image_box_draw_like(const image_box *box, const image_part *part, uint64_t seed)
{
    size_t origin[3];
    for (unsigned axis = 0; axis < 3; axis++)
        origin[axis] = ocl_random(seed, axis) % (box->extent[axis] - part->region[axis] + 1);
    return image_box_part(box, origin, part->region);
}

image_part image_box_draw(const image_box *box, const size_t most[3], uint64_t seed)
{
    image_part part = image_box_all(box);
    for (unsigned axis = 0; axis < 3; axis++) {
        if (part.region[axis] > most[axis]) part.region[axis] = most[axis];
        if (seed) part.region[axis] = 1 + ocl_random(seed, 3 + axis) % part.region[axis];
    }
    return seed ? image_box_draw_like(box, &part, seed)
                : image_box_part(box, part.origin, part.region);
}

image_pitches image_box_pitches(const image_box *box, ocl_rect host)
{
    if (box->kind == &IMAGE_KINDS[KIND_1D_ARRAY])
        return (image_pitches){ host.row_pitch, host.row_pitch };
    return (image_pitches){ host.row_pitch, box->kind->axes == 3 ? host.slice_pitch : 0 };
}

// The pixels in memory of their own, laid out as box->layout says.
static unsigned char *image_box_spread(const image_box *box, size_t *bytes)
{
    const image_part all = image_box_all(box);
    *bytes = ocl_rect_room(box->layout, all.size);
    unsigned char *host = ocl_alloc(*bytes);
    ocl_rect_copy(host, box->layout, box->want, all.place, all.size);
    return host;
}

image_box image_box_new(const ocl_env *env, const image_kind *kind, image_pixel pixel,
                        cl_mem_flags flags, const size_t n[3], uint64_t seed)
{
    image_box box = { .kind = kind, .pixel = pixel, .extent = { n[0], 1, 1 } };
    for (unsigned axis = 1; axis < kind->axes; axis++)
        box.extent[axis] = n[axis];
    image_box_require(env, &box);
    box.layout = image_box_layout(env, &box, flags);
    box.bytes = image_box_all(&box).bytes;
    box.want = ocl_alloc(box.bytes);
    ocl_fill_bytes(box.want, box.bytes, seed);

    size_t bytes;
    unsigned char *host = image_box_spread(&box, &bytes);
    const image_pitches pitches = image_box_pitches(&box, box.layout);
    cl_image_desc desc = { .image_type = kind->type, .image_width = box.extent[0] };
    if (kind->axes == 3 || (kind->axes == 2 && !kind->layers)) desc.image_height = box.extent[1];
    if (kind->type == CL_MEM_OBJECT_IMAGE3D) desc.image_depth = box.extent[2];
    if (kind->layers) desc.image_array_size = box.extent[kind->axes - 1];
    if (kind->type != CL_MEM_OBJECT_IMAGE1D_BUFFER) desc.image_row_pitch = pitches.row;
    if (kind->from_buffer)
        desc.buffer = box.buffer = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, host);
    else
        desc.image_slice_pitch = pitches.slice;
    cl_int err;
    box.image =
        OCL_CREATE(clCreateImage(env->context, CL_MEM_READ_WRITE | (kind->from_buffer ? 0 : flags),
                                 &pixel.format, &desc, kind->from_buffer ? NULL : host, &err));
    if (!kind->from_buffer && (flags & CL_MEM_USE_HOST_PTR))
        box.host = host;
    else
        free(host);
    return box;
}

void image_box_free(image_box *box)
{
    OCL_CHECK(clReleaseMemObject(box->image));
    if (box->buffer) OCL_CHECK(clReleaseMemObject(box->buffer));
    free(box->host);
    free(box->want);
}

ocl_result image_box_verify(const ocl_env *env, const char *what, const image_box *box)
{
    const image_part all = image_box_all(box);
    unsigned char *got = ocl_alloc(box->bytes);
    OCL_CHECK(clEnqueueReadImage(env->queue, box->image, CL_TRUE, all.origin, all.region, 0, 0, got,
                                 0, NULL, NULL));
    ocl_result check = ocl_verify_bytes(what, got, box->want, box->bytes);
    free(got);
    return check;
}
