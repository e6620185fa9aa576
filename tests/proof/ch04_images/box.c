// SPDX-License-Identifier: MIT

#include "box.h"

// clang-format off
const image_kind IMAGE_KINDS[KIND_COUNT] = {
    { .name = "1d", .kernel_type = "image1d_t", .type = CL_MEM_OBJECT_IMAGE1D, .axes = 1 },
    { .name = "1d_buffer", .kernel_type = "image1d_buffer_t", .type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
      .axes = 1, .from_buffer = true },
    { .name = "1d_array", .kernel_type = "image1d_array_t", .type = CL_MEM_OBJECT_IMAGE1D_ARRAY,
      .axes = 2, .layers = true },
    { .name = "2d", .kernel_type = "image2d_t", .type = CL_MEM_OBJECT_IMAGE2D, .axes = 2,
      .height = true },
    { .name = "2d_array", .kernel_type = "image2d_array_t", .type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
      .axes = 3, .height = true, .layers = true },
    { .name = "3d", .kernel_type = "image3d_t", .type = CL_MEM_OBJECT_IMAGE3D, .axes = 3,
      .height = true, .depth = true },
    { .name = "2d_buffer", .kernel_type = "image2d_t", .type = CL_MEM_OBJECT_IMAGE2D, .axes = 2,
      .height = true, .from_buffer = true },
};
// clang-format on

const char *const IMAGE_KIND_NAMES[KIND_COUNT + 1] = { "1d",       "1d_buffer", "1d_array",  "2d",
                                                       "2d_array", "3d",        "2d_buffer", NULL };

// The row pitch of a 2-D image in a buffer must be a multiple of this, in pixels.  0: the device
// has no such images.
static size_t pitch_alignment(cl_device_id device)
{
    const bool has =
        ocl_device_version(device) >= 20 || ocl_has_extension(device, "cl_khr_image2d_from_buffer");
    return has ? (size_t)ocl_device_number(device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT) : 0;
}

// Why there are no such images; NULL: there are.
static const char *why_missing(cl_device_id device, const image_kind *kind)
{
    if (kind == &IMAGE_KINDS[KIND_2D_BUFFER] && pitch_alignment(device) == 0)
        return "this device makes no 2-D images of buffers";
    if (kind == &IMAGE_KINDS[KIND_1D_BUFFER] && ocl_known_fault(device, "images of buffers"))
        return "this driver makes no 1-D images of buffers";
    return NULL;
}

ocl_report *image_kinds_open(const ocl_env *env)
{
    const ocl_options *opt = env->options;
    for (int k = 0; opt->variant && k < KIND_COUNT; k++) {
        const char *why = why_missing(env->device, &IMAGE_KINDS[k]);
        if (why && strcmp(opt->variant, IMAGE_KINDS[k].name) == 0)
            ocl_exit(OCL_EXIT_SKIP, "%s: %s", opt->variant, why);
    }
    const double bytes = 4.0 * (double)opt->n[0] * (double)opt->n[1] * (double)opt->n[2];
    ocl_require_memory(env->device, bytes, 12 * bytes, 16 * bytes);
    ocl_report *report = ocl_report_open(opt, env->device);
    ocl_report_count(report, "width", opt->n[0]);
    ocl_report_count(report, "height or layers", opt->n[1]);
    ocl_report_count(report, "depth or layers", opt->n[2]);
    return report;
}

bool image_kind_runs(const ocl_env *env, const image_kind *kind, ocl_report *report)
{
    if (!ocl_wants(env->options, kind->name)) return false;
    const char *why = why_missing(env->device, kind);
    if (why) ocl_report_note(report, "%s: left out, %s", kind->name, why);
    return !why;
}

void image_kind_report(ocl_report *report, const image_kind *kind, const char *what,
                       ocl_result result)
{
    char name[64];
    snprintf(name, sizeof name, "%s: %s", kind->name, what);
    ocl_report_result(report, name, result);
}

size_t image_box_buffer_pitch(cl_device_id device, const image_box *box)
{
    const bool rows = box->kind == &IMAGE_KINDS[KIND_2D_BUFFER];
    return ocl_round_up(box->extent[0], rows ? pitch_alignment(device) : 1) * box->pixel_bytes;
}

static void require_extent(cl_device_id device, const image_kind *kind, const char *what,
                           size_t extent, cl_device_info limit)
{
    const cl_ulong most = ocl_device_number(device, limit);
    if (extent > most)
        ocl_exit(OCL_EXIT_USAGE,
                 "%s: a %s of %zu is more than the device's limit, %llu; use a smaller --size",
                 kind->name, what, extent, (unsigned long long)most);
}

static void require_extents(cl_device_id device, const image_box *box)
{
    const image_kind *kind = box->kind;
    const cl_device_info max_width = kind->depth ? CL_DEVICE_IMAGE3D_MAX_WIDTH
                                     : kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER
                                         ? CL_DEVICE_IMAGE_MAX_BUFFER_SIZE
                                         : CL_DEVICE_IMAGE2D_MAX_WIDTH;
    const cl_device_info max_height =
        kind->depth ? CL_DEVICE_IMAGE3D_MAX_HEIGHT : CL_DEVICE_IMAGE2D_MAX_HEIGHT;
    require_extent(device, kind, "width", box->extent[0], max_width);
    if (kind->height) require_extent(device, kind, "height", box->extent[1], max_height);
    if (kind->depth)
        require_extent(device, kind, "depth", box->extent[2], CL_DEVICE_IMAGE3D_MAX_DEPTH);
    if (kind->layers)
        require_extent(device, kind, "number of layers", box->extent[kind->axes - 1],
                       CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
}

image_box image_box_new(const ocl_env *env, const image_kind *kind, size_t pixel_bytes,
                        const size_t n[3], uint64_t seed)
{
    image_box box = { .kind = kind, .pixel_bytes = pixel_bytes, .extent = { n[0], 1, 1 } };
    for (unsigned axis = 1; axis < kind->axes; axis++)
        box.extent[axis] = n[axis];
    require_extents(env->device, &box);
    box.bytes = image_box_all(&box).bytes;
    box.ref = ocl_alloc(box.bytes);
    ocl_fill_bytes(box.ref, box.bytes, seed);
    return box;
}

static void write_pixels(const ocl_env *env, const image_box *box)
{
    const image_part all = image_box_all(box);
    OCL_CHECK(clEnqueueWriteImage(env->queue, box->image, CL_TRUE, all.origin, all.region, 0, 0,
                                  box->ref, 0, NULL, NULL));
}

void image_box_create(const ocl_env *env, image_box *box)
{
    const image_kind *kind = box->kind;
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc desc = { .image_type = kind->type,
                           .image_width = box->extent[0],
                           .image_height = kind->height ? box->extent[1] : 0,
                           .image_depth = kind->depth ? box->extent[2] : 0,
                           .image_array_size = kind->layers ? box->extent[kind->axes - 1] : 0 };
    if (kind->from_buffer) {
        const size_t row_pitch = image_box_buffer_pitch(env->device, box);
        if (kind->height) desc.image_row_pitch = row_pitch;
        desc.buffer = box->buffer =
            ocl_buffer(env, CL_MEM_READ_WRITE, row_pitch * box->extent[1], NULL);
    }
    cl_int err;
    box->image =
        OCL_CREATE(clCreateImage(env->context, CL_MEM_READ_WRITE, &format, &desc, NULL, &err));
    write_pixels(env, box);
}

void image_box_renew(const ocl_env *env, image_box *box, uint64_t seed)
{
    ocl_fill_bytes(box->ref, box->bytes, seed);
    write_pixels(env, box);
}

void image_box_free(image_box *box)
{
    OCL_CHECK(clReleaseMemObject(box->image));
    if (box->buffer) OCL_CHECK(clReleaseMemObject(box->buffer));
    free(box->ref);
}

ocl_result image_box_verify(const ocl_env *env, const char *what, const image_box *box)
{
    const image_part all = image_box_all(box);
    unsigned char *got = ocl_alloc(box->bytes);
    OCL_CHECK(clEnqueueReadImage(env->queue, box->image, CL_TRUE, all.origin, all.region, 0, 0, got,
                                 0, NULL, NULL));
    const ocl_result result = ocl_verify_bytes(what, got, box->ref, box->bytes);
    free(got);
    return result;
}

static image_part part_at(const image_box *box, const size_t origin[3], const size_t region[3])
{
    const size_t pixel = box->pixel_bytes, row = box->extent[0] * pixel;
    return (image_part){
        .origin = { origin[0], origin[1], origin[2] },
        .region = { region[0], region[1], region[2] },
        .size = { region[0] * pixel, region[1], region[2] },
        .bytes = region[0] * region[1] * region[2] * pixel,
        .place = { .origin = { origin[0] * pixel, origin[1], origin[2] },
                   .row_pitch = row,
                   .slice_pitch = row * box->extent[1] },
    };
}

image_part image_box_all(const image_box *box)
{
    return part_at(box, (size_t[3]){ 0, 0, 0 }, box->extent);
}

image_part image_box_draw_like(const image_box *box, const image_part *part, uint64_t seed)
{
    size_t origin[3];
    for (unsigned axis = 0; axis < 3; axis++) {
        const size_t places = box->extent[axis] - part->region[axis] + 1;
        origin[axis] = (size_t)(ocl_random(seed, axis) % places);
    }
    return part_at(box, origin, part->region);
}

image_part image_box_draw(const image_box *box, const size_t most[3], uint64_t seed)
{
    image_part part = image_box_all(box);
    for (unsigned axis = 0; axis < 3; axis++) {
        if (part.region[axis] > most[axis]) part.region[axis] = most[axis];
        if (seed) part.region[axis] = 1 + (size_t)(ocl_random(seed, 3 + axis) % part.region[axis]);
    }
    return seed ? image_box_draw_like(box, &part, seed) : part_at(box, part.origin, part.region);
}

image_pitches image_box_pitches(const image_box *box, ocl_rect host)
{
    if (box->kind == &IMAGE_KINDS[KIND_1D_ARRAY])
        return (image_pitches){ host.row_pitch, host.row_pitch };
    return (image_pitches){ host.row_pitch, box->kind->axes == 3 ? host.slice_pitch : 0 };
}

ocl_rect image_box_mapped(const image_box *box, image_pitches pitches)
{
    const bool rows_are_images = box->kind == &IMAGE_KINDS[KIND_1D_ARRAY];
    return (ocl_rect){ .row_pitch = rows_are_images ? pitches.slice : pitches.row,
                       .slice_pitch = pitches.slice };
}
