// SPDX-License-Identifier: MIT
//
// image_arrays - samplers on images that are not 2-D: rows, volumes, and arrays of images.
//
// Shows   how many coordinates each kind of image takes, and what the last one means: between two
//         slices of a 3-D image a sampler mixes both; between two layers of an array it takes the
//         nearest one; an image of a buffer is read without a sampler
// Uses    clCreateImage with each image_type, clEnqueueWriteImage for one layer, clGetImageInfo
//         with CL_IMAGE_ARRAY_SIZE and CL_IMAGE_DEPTH, clCreateSampler; read_imagef with int,
//         int2, int4, float, float2 and float4 coordinates
// Try     image_arrays -V 2d_array; image_arrays -V 3d
//         image_arrays -n 1x1x1

#include "ocl.h"

#include "proof/ch04_images/box.h"
#include "proof/image_arrays/points.h"
#include "shared/sampler_model.h"

static const char *const VARIANTS[] = { "1d", "1d_array", "2d_array", "3d", "1d_buffer", NULL };
static const int KINDS[] = { KIND_1D, KIND_1D_ARRAY, KIND_2D_ARRAY, KIND_3D, KIND_1D_BUFFER };

enum {
    KINDS_COUNT = sizeof KINDS / sizeof KINDS[0],
    GROUP = 64,      // work-items per work-group
    POINTS = 500,    // random ones
    LINE = 8         // points in a line through slices or layers
};

static const cl_image_format FORMAT = { CL_RGBA, CL_UNORM_INT8 };    // read_imagef: 0.0 to 1.0

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    image_box box;             // the image, and the pixels that it must hold
    cl_kernel sample;          // at any coordinates
    cl_kernel sample_texel;    // at whole ones
} lesson;

// An image without contents, or one that shows the pixels of a buffer.
static cl_mem create(const ocl_env *env, image_box *box)
{
    const image_kind *kind = box->kind;
    if (kind->from_buffer) box->buffer = ocl_buffer(env, CL_MEM_READ_WRITE, box->bytes, box->ref);
    const cl_image_desc desc = {
        .image_type = kind->type,
        .image_width = box->extent[0],
        .image_height = kind->height ? box->extent[1] : 0,
        .image_depth = kind->depth ? box->extent[2] : 0,
        .image_array_size = kind->layers ? box->extent[kind->axes - 1] : 0,
        .buffer = box->buffer,
    };
    cl_int err;
    return OCL_CREATE(clCreateImage(env->context, CL_MEM_READ_WRITE, &FORMAT, &desc, NULL, &err));
}

// Writes the image in as many parts as its last axis is long: layers, slices or, of a 1-D image,
// pixels.  The last axis of the kind is also the last one of origin and region.
static void write_parts(const ocl_env *env, const image_box *box)
{
    const unsigned last = box->kind->axes - 1;
    const size_t parts = box->extent[last], part_bytes = box->bytes / parts;
    size_t origin[3] = { 0, 0, 0 };
    size_t region[3] = { box->extent[0], box->extent[1], box->extent[2] };
    region[last] = 1;
    for (size_t part = 0; part < parts; part++) {
        origin[last] = part;
        OCL_CHECK(clEnqueueWriteImage(env->queue, box->image, CL_TRUE, origin, region, 0, 0,
                                      box->ref + part_bytes * part, 0, NULL, NULL));
    }
}

// What the image does not have is 0: an array has no depth, and a 3-D image has no layers.
static ocl_result verify_info(const image_box *box)
{
    const image_kind *kind = box->kind;
    size_t height, depth, layers;
    OCL_CHECK(clGetImageInfo(box->image, CL_IMAGE_HEIGHT, sizeof height, &height, NULL));
    OCL_CHECK(clGetImageInfo(box->image, CL_IMAGE_DEPTH, sizeof depth, &depth, NULL));
    OCL_CHECK(clGetImageInfo(box->image, CL_IMAGE_ARRAY_SIZE, sizeof layers, &layers, NULL));

    const uint64_t got[] = { height, depth, layers };
    const uint64_t ref[] = { kind->height ? box->extent[1] : 0, kind->depth ? box->extent[2] : 0,
                             kind->layers ? box->extent[kind->axes - 1] : 0 };
    return ocl_verify_u64("height, depth, layers", got, ref, 3);
}

// Height, depth, layers and format, as a kernel sees them.
static ocl_result verify_queries(const ocl_env *env, const image_box *box, cl_program program)
{
    enum { QUERIES = 6 };
    const image_kind *kind = box->kind;
    const cl_uint ref[QUERIES] = { (cl_uint)box->extent[0],
                                   kind->height ? (cl_uint)box->extent[1] : 0,
                                   kind->depth ? (cl_uint)box->extent[2] : 0,
                                   kind->layers ? (cl_uint)box->extent[kind->axes - 1] : 0,
                                   true,
                                   true };
    const size_t global = 1;
    cl_uint got[QUERIES];
    cl_int err;
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof got, NULL);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "image_arrays_queries", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof box->image, &box->image));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_out));
    return ocl_verify_u32("width, height, depth, layers, type, order", got, ref, QUERIES);
}

// Reads the image at all points, through a sampler unless it is one of a buffer.  Compares the
// samples with the model.
static ocl_result take_samples(lesson *l, cl_kernel kernel, const sample_points *points,
                               const sampler_mode *mode, cl_float4 *out)
{
    const ocl_env *env = l->env;
    const cl_uint n = (cl_uint)points->count;
    const size_t global = ocl_round_up(n, GROUP);
    cl_int err;
    cl_sampler sampler = OCL_CREATE(
        clCreateSampler(env->context, mode->normalized, mode->addressing, mode->filter, &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_READ_WRITE, points->bytes, NULL);
    cl_mem d_points = ocl_buffer(env, CL_MEM_READ_ONLY, points->bytes, points->at);

    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->box.image, &l->box.image));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_points, &d_points));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    if (!l->box.buffer) OCL_CHECK(clSetKernelArg(kernel, 4, sizeof sampler, &sampler));

    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, points->bytes, out, 0, NULL, NULL));

    OCL_CHECK(clReleaseMemObject(d_points));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseSampler(sampler));
    return points_compare(points, mode, out);
}

// Whole coordinates: up to two texels outside of the image, except in the image of a buffer.
static void run_texels(lesson *l, sample_points *points)
{
    const image_kind *kind = l->box.kind;
    cl_float4 out[POINTS];
    points_draw_texels(points, kind->from_buffer, l->env->options->seed);
    const ocl_result border = take_samples(l, l->sample_texel, points, &WHOLE_CLAMP, out);
    const ocl_result edge = take_samples(l, l->sample_texel, points, &WHOLE_CLAMP_TO_EDGE, out);
    image_kind_report(l->report, kind, "whole coordinates", ocl_result_both(border, edge));
}

// Random points.  One row of the report for each filter and kind of coordinates, with all
// addressing modes except CL_ADDRESS_NONE, which allows no points outside of the image.
static void run_samplers(lesson *l, sample_points *points)
{
    const image_kind *kind = l->box.kind;
    const char *fault = NULL;
    cl_float4 out[POINTS];
    for (size_t row = 0; row < SAMPLER_ROWS; row++) {
        ocl_result result = { .pass = true };
        for (size_t column = 0; column < SAMPLER_COLUMNS; column++) {
            const sampler_mode mode = sampler_mode_at(column, row);
            if (mode.addressing == CL_ADDRESS_NONE || !sampler_mode_exists(&mode)) continue;
            const char *why =
                kind->layers && mode.normalized
                    ? ocl_known_fault(l->env->device, "layers and normalised coordinates")
                    : NULL;
            if (why) {
                fault = why;
                continue;
            }
            points_draw(points, &mode, l->env->options->seed);
            result = ocl_result_both(result, take_samples(l, l->sample, points, &mode, out));
        }
        if (result.count > 0) image_kind_report(l->report, kind, SAMPLER_ROW_NAMES[row], result);
    }
    if (fault)
        ocl_report_note(l->report, "%s: some samples are left out: this driver %s", kind->name,
                        fault);
}

// Red along the last axis: at z + 0.25, 3-D images mix two slices, and arrays have one layer.
static void show_line(lesson *l)
{
    const image_kind *kind = l->box.kind;
    const sampler_mode linear = { CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, CL_FALSE };
    cl_float4 out[LINE];
    sample_points line = points_new(l->env, &l->box, LINE);
    points_line(&line);
    image_kind_report(l->report, kind, "along the last axis",
                      take_samples(l, l->sample, &line, &linear, out));

    ocl_table table = ocl_table_open(l->report, kind->name, "last coordinate, red");
    for (int i = 0; i < LINE; i++) {
        const float last = line.at[i].s[kind->axes - 1], red = out[i].s[0];
        ocl_table_row(&table, "%15.2f %.3f", (double)last, (double)red);
    }
    points_free(&line);
}

// The kernel file for one kind of image; the kernels read at random points, then along a line.
static void run_kernels(lesson *l)
{
    const image_kind *kind = l->box.kind;
    const char *no_queries =
        kind->from_buffer ? ocl_known_fault(l->env->device, "the width of an image of a buffer")
                          : NULL;
    cl_int err;
    cl_program program =
        ocl_build(l->env, "image_arrays.cl", "-DIMAGE=%s -DAXES=%u%s%s%s%s%s", kind->kernel_type,
                  kind->axes, kind->from_buffer ? " -DNO_SAMPLER" : "",
                  kind->height ? " -DHEIGHT" : "", kind->depth ? " -DDEPTH" : "",
                  kind->layers ? " -DLAYERS" : "", no_queries ? " -DNO_QUERIES" : "");
    if (no_queries)
        ocl_report_note(l->report, "%s: this driver %s", kind->name, no_queries);
    else
        image_kind_report(l->report, kind, "asked by a kernel",
                          verify_queries(l->env, &l->box, program));
    sample_points points = points_new(l->env, &l->box, POINTS);

    l->sample_texel = OCL_CREATE(clCreateKernel(program, "image_arrays_texels", &err));
    run_texels(l, &points);
    OCL_CHECK(clReleaseKernel(l->sample_texel));

    if (!kind->from_buffer) {
        l->sample = OCL_CREATE(clCreateKernel(program, "image_arrays_sample", &err));
        run_samplers(l, &points);
        if (kind->layers || kind->depth) show_line(l);
        OCL_CHECK(clReleaseKernel(l->sample));
    }

    points_free(&points);
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_arrays",
                              .summary = "Reads rows, volumes and arrays of images by samplers.",
                              .accepts = "dnVks",
                              .size_help = "width x height or layers x depth or layers",
                              .extents = 3,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 37, 23, 5 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = image_kinds_open(&env);

    for (int k = 0; k < KINDS_COUNT; k++) {
        const image_kind *kind = &IMAGE_KINDS[KINDS[k]];
        if (!image_kind_runs(&env, kind, report)) continue;

        lesson l = { .env = &env, .report = report };
        l.box = image_box_new(&env, kind, sizeof(cl_uchar4), opt.n, opt.seed);
        l.box.image = create(&env, &l.box);
        if (!kind->from_buffer) write_parts(&env, &l.box);
        image_kind_report(report, kind, "written part by part",
                          image_box_verify(&env, "pixels", &l.box));
        image_kind_report(report, kind, "height, depth, layers", verify_info(&l.box));
        run_kernels(&l);
        image_box_free(&l.box);
    }
    ocl_close(&env);
    return ocl_report_close(report);
}
