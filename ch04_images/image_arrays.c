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

#include "image_arrays/drivers.h"
#include "image_arrays/points.h"

static const char *const VARIANTS[] = { "1d", "1d_array", "2d_array", "3d", "1d_buffer", NULL };
static const int KINDS[] = { KIND_1D, KIND_1D_ARRAY, KIND_2D_ARRAY, KIND_3D, KIND_1D_BUFFER };
enum { KINDS_COUNT = sizeof KINDS / sizeof KINDS[0], GROUP = 64, POINTS = 500, LINE = 8 };

static const cl_image_format FORMAT = { CL_RGBA, CL_UNORM_INT8 };    // read_imagef: 0.0 to 1.0

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    image_box box;    // the image, and the pixels that it must hold
    cl_kernel sample, texels;
} image_test;

// An image without contents, or one that shows the pixels of a buffer.
static cl_mem create(const ocl_env *env, image_box *box)
{
    const image_kind *kind = box->kind;
    if (kind->from_buffer) box->buffer = ocl_buffer(env, CL_MEM_READ_WRITE, box->bytes, box->want);
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
    const size_t parts = box->extent[last];
    size_t origin[3] = { 0, 0, 0 };
    size_t region[3] = { box->extent[0], box->extent[1], box->extent[2] };
    region[last] = 1;
    for (size_t part = 0; part < parts; part++) {
        origin[last] = part;
        OCL_CHECK(clEnqueueWriteImage(env->queue, box->image, CL_TRUE, origin, region, 0, 0,
                                      box->want + box->bytes / parts * part, 0, NULL, NULL));
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
    const uint64_t want[] = { kind->height ? box->extent[1] : 0, kind->depth ? box->extent[2] : 0,
                              kind->layers ? box->extent[kind->axes - 1] : 0 };
    return ocl_verify_u64("height, depth, layers", got, want, 3);
}

// Reads the image at all points, through a sampler unless it is one of a buffer.  Compares the
// samples with the model.
static ocl_result take(const image_test *t, cl_kernel kernel, const sample_points *points,
                       const sampler_mode *mode, cl_float4 *out)
{
    const ocl_env *env = t->env;
    const cl_uint n = (cl_uint)points->count;
    const size_t global = ocl_round_up(n, GROUP);
    cl_int err;
    cl_sampler sampler = OCL_CREATE(
        clCreateSampler(env->context, mode->normalized, mode->addressing, mode->filter, &err));
    cl_mem d_points = ocl_buffer(env, CL_MEM_READ_ONLY, points->bytes, points->at);
    cl_mem d_out = ocl_buffer(env, CL_MEM_READ_WRITE, points->bytes, NULL);
    ocl_poison_run(env->queue, d_out, points->bytes, mode->addressing);    // even and odd numbers
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof t->box.image, &t->box.image));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_points, &d_points));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    if (!t->box.buffer) OCL_CHECK(clSetKernelArg(kernel, 4, sizeof sampler, &sampler));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, points->bytes, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseMemObject(d_points));
    OCL_CHECK(clReleaseSampler(sampler));
    return points_compare(points, mode, out);
}

// Random points in all modes but CL_ADDRESS_NONE, which allows none outside of the image.
static void run_samplers(const image_test *t, sample_points *points, cl_float4 *out)
{
    const image_kind *kind = t->box.kind;
    const char *fault = NULL;
    ocl_result rows[SAMPLER_ROWS];
    for (size_t row = 0; row < SAMPLER_ROWS; row++)
        rows[row] = (ocl_result){ .pass = true };
    for (const sampler_mode *mode = MODES; mode < MODES + MAX_MODES; mode++) {
        if (mode->addressing == CL_ADDRESS_NONE) continue;
        const char *why = arrays_known_fault(t->env->device, kind, mode);
        if (why) {
            fault = why;
            continue;
        }
        points_draw(points, mode, t->env->options->seed);
        rows[mode->row] = ocl_result_both(rows[mode->row], take(t, t->sample, points, mode, out));
    }
    for (size_t row = 0; row < SAMPLER_ROWS; row++)
        if (rows[row].count > 0) image_kind_report(t->report, kind, ROWS[row], rows[row]);
    if (fault) ocl_report_note(t->report, "%s: some samples are left out: %s", kind->name, fault);
}

// Red along the last axis: at z + 0.25, 3-D images mix two slices, and arrays have one layer.
static void show_line(const image_test *t)
{
    sampler_mode linear = WHOLE_CLAMP_TO_EDGE;
    linear.filter = CL_FILTER_LINEAR;
    cl_float4 out[LINE];
    sample_points line = points_new(t->env, &t->box, LINE);
    points_line(&line);
    image_kind_report(t->report, t->box.kind, "along the last axis",
                      take(t, t->sample, &line, &linear, out));
    ocl_table table = ocl_table_open(t->report, t->box.kind->name, "last coordinate, red");
    for (int i = 0; i < LINE; i++)
        ocl_table_row(&table, "%15.2f %.3f", (double)line.at[i].s[t->box.kind->axes - 1],
                      (double)out[i].s[0]);
    points_free(&line);
}

static void run_kernels(image_test *t)
{
    cl_int err;
    const image_kind *kind = t->box.kind;
    cl_program program =
        ocl_build(t->env, "image_arrays.cl", "-DIMAGE=%s -DAXES=%u%s", kind->kernel_type,
                  kind->axes, kind->from_buffer ? " -DNO_SAMPLER" : "");
    t->texels = OCL_CREATE(clCreateKernel(program, "image_arrays_texels", &err));
    sample_points points = points_new(t->env, &t->box, POINTS);
    cl_float4 out[POINTS];
    points_draw_texels(&points, kind->from_buffer, t->env->options->seed);
    image_kind_report(t->report, kind, "whole coordinates",
                      ocl_result_both(take(t, t->texels, &points, &WHOLE_CLAMP, out),
                                      take(t, t->texels, &points, &WHOLE_CLAMP_TO_EDGE, out)));
    if (!kind->from_buffer) {
        t->sample = OCL_CREATE(clCreateKernel(program, "image_arrays_sample", &err));
        run_samplers(t, &points, out);
        if (kind->layers || kind->depth) show_line(t);
        OCL_CHECK(clReleaseKernel(t->sample));
    }
    points_free(&points);
    OCL_CHECK(clReleaseKernel(t->texels));
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
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 37, 23, 5 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = image_kinds_open(&env);

    for (int k = 0; k < KINDS_COUNT; k++) {
        const image_kind *kind = &IMAGE_KINDS[KINDS[k]];
        if (!image_kind_runs(&env, kind, report)) continue;
        image_test t = { .env = &env, .report = report };
        t.box = image_box_new(&env, kind, sizeof(cl_uchar4), opt.n, opt.seed);
        t.box.image = create(&env, &t.box);
        if (!kind->from_buffer) write_parts(&env, &t.box);
        image_kind_report(report, kind, "written part by part",
                          image_box_verify(&env, "pixels", &t.box));
        image_kind_report(report, kind, "height, depth, layers", verify_info(&t.box));
        run_kernels(&t);
        image_box_free(&t.box);
    }
    ocl_close(&env);
    return ocl_report_close(report);
}
