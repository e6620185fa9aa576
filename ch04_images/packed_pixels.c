// SPDX-License-Identifier: MIT
//
// packed_pixels - pixels of 16 and 32 bits whose channels are fields of one number.
//
//     565       RRRRRGGG GGGBBBBB             101010    xxRRRRRR RRRRGGGG GGGGGGBB BBBBBBBB
//     555       xRRRRRGG GGGBBBBB             8888      AAAAAAAA BBBBBBBB GGGGGGGG RRRRRRRR
//
// Shows   such pixels made and read by a kernel on any device, by images where the device has them
// Uses    clCreateImage, clEnqueueWriteImage, clEnqueueReadImage; read_imagef, write_imagef
// Try     packed_pixels -V 555 -o few_colours.png

#include "packed_pixels/formats.h"

#include <float.h>

enum { LOCAL = 64 };

typedef struct {
    const ocl_env *env;
    const packed_format *f;
    size_t number;    // of the format: results find other bytes before even and odd ones
    ocl_report *report;
    ocl_picture picture;
    size_t pixels;
    cl_program program;
    cl_mem d_rgba, d_packed, d_colours;       // the picture; results
    void *packed, *packed_ref;                // pixels
    float *colours, *colours_ref, *fields;    // four per pixel
} job;

// All kernels take what they write, what they read, and the number of pixels.
static void launch(const job *j, const char *name, cl_mem d_to, cl_mem d_from)
{
    cl_int err;
    const cl_ulong n = j->pixels;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(j->program, name, &err));
    const size_t local = ocl_local_size(kernel, j->env->device, LOCAL);
    const size_t global = ocl_round_up(j->pixels, local);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_to, &d_to));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_from, &d_from));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    OCL_CHECK(
        clEnqueueNDRangeKernel(j->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
}

static void report(const job *j, const char *what, ocl_result result)
{
    char name[64];
    snprintf(name, sizeof name, "%s: %s", j->f->name, what);
    ocl_report_result(j->report, name, result);
}

// Compares d_colours.
static void report_colours(const job *j, const char *what, double bound)
{
    OCL_CHECK(clEnqueueReadBuffer(j->env->queue, j->d_colours, CL_TRUE, 0,
                                  4 * sizeof(float) * j->pixels, j->colours, 0, NULL, NULL));
    report(j, what, ocl_verify_f32(what, j->colours, j->colours_ref, 4 * j->pixels, bound));
}

// Whether the device has such images.
static bool is_listed(const job *j, cl_mem_flags flags)
{
    return ocl_has_image_format(j->env, flags, CL_MEM_OBJECT_IMAGE2D, j->f->format);
}

static cl_mem create_image(const job *j, cl_mem_flags flags)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = j->picture.width,
                                 .image_height = j->picture.height };
    cl_int err;
    return OCL_CREATE(clCreateImage(j->env->context, flags, &j->f->format, &desc, NULL, &err));
}

// A kernel reads the packed pixels through an image.  The specification allows 1.5 ulp, which is
// at most 1.5 FLT_EPSILON for numbers up to 1.
static void read_image(const job *j)
{
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { j->picture.width, j->picture.height, 1 };
    cl_mem image = create_image(j, CL_MEM_READ_ONLY);
    OCL_CHECK(clEnqueueWriteImage(j->env->queue, image, CL_TRUE, origin, region, 0, 0,
                                  j->packed_ref, 0, NULL, NULL));
    ocl_poison_run(j->env->queue, j->d_colours, 4 * sizeof(float) * j->pixels, j->number);
    launch(j, "packed_pixels_read", j->d_colours, image);
    report_colours(j, "read_imagef", 1.5 * (double)FLT_EPSILON);
    OCL_CHECK(clReleaseMemObject(image));
}

// A kernel writes colours into an image.  The specification allows the fields to be off by 0.6.
static void write_image(const job *j)
{
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { j->picture.width, j->picture.height, 1 };
    cl_mem image = create_image(j, CL_MEM_WRITE_ONLY);
    cl_mem d_ref =
        ocl_buffer(j->env, CL_MEM_READ_ONLY, 4 * sizeof(float) * j->pixels, j->colours_ref);
    launch(j, "packed_pixels_write", image, d_ref);
    OCL_CHECK(clReleaseMemObject(d_ref));
    memset(j->packed, 0xff, j->f->bytes * j->pixels);
    OCL_CHECK(clEnqueueReadImage(j->env->queue, image, CL_TRUE, origin, region, 0, 0, j->packed, 0,
                                 NULL, NULL));
    OCL_CHECK(clReleaseMemObject(image));
    for (size_t i = 0; i < j->pixels; i++) {
        uint32_t field[4];
        packed_fields(j->f, j->packed, i, field);
        for (size_t c = 0; c < 4; c++)
            j->fields[4 * i + c] = (float)field[c];
    }
    packed_exact(j->f, j->colours_ref, j->colours, j->pixels);
    report(j, "write_imagef", ocl_verify_f32("fields", j->fields, j->colours, 4 * j->pixels, 0.6));
}

static void run_format(job *j)
{
    const size_t bytes = j->f->bytes * j->pixels;
    packed_ref(j->f, &j->picture, j->packed_ref, j->colours_ref);
    j->program = ocl_build(j->env, "packed_pixels.cl", "%s", j->f->macros);
    ocl_poison_run(j->env->queue, j->d_packed, bytes, j->number);
    launch(j, "packed_pixels_pack", j->d_packed, j->d_rgba);
    report(j, "packed by a kernel",
           ocl_verify_buffer(j->env, "packed", j->d_packed, j->packed_ref, bytes));
    ocl_poison_run(j->env->queue, j->d_colours, 4 * sizeof(float) * j->pixels, j->number);
    cl_mem d_ref = ocl_buffer(j->env, CL_MEM_READ_ONLY, bytes, j->packed_ref);
    launch(j, "packed_pixels_unpack", j->d_colours, d_ref);
    report_colours(j, "unpacked by a kernel", 2.5 * (double)FLT_EPSILON);    // of a division

    // Oclgrind 21.10 takes the pixels for memory that was never written.
    if (ocl_known_platform(j->env->device) == OCL_OCLGRIND)
        ocl_report_note(j->report, "%s: read_imagef is left out on Oclgrind", j->f->name);
    else if (is_listed(j, CL_MEM_READ_ONLY))
        read_image(j);
    else
        ocl_report_note(j->report, "%s: this device has no such images to read", j->f->name);
    if (is_listed(j, CL_MEM_WRITE_ONLY)) write_image(j);
    OCL_CHECK(clReleaseMemObject(d_ref));
    OCL_CHECK(clReleaseProgram(j->program));
}

// The picture in few colours.
static void output_picture(const job *j, const char *path)
{
    for (size_t i = 0; i < 4 * j->pixels; i++)
        j->picture.rgba[i] = (uint8_t)(j->colours_ref[i] * 255.0f + 0.5f);
    ocl_output_picture(&j->picture, path);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_PHOTO;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { 0 } };
    const ocl_about about = { .name = "packed_pixels",
                              .summary = "Pixels whose channels are fields of one number.",
                              .accepts = "dnioVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = PACKED_NAMES,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    job j = { .env = &env, .picture = ocl_input_picture(&env, pattern, "coffee.bmp") };
    const size_t extents[2] = { j.picture.width, j.picture.height };
    ocl_require_image_2d(env.device, extents);
    j.pixels = extents[0] * extents[1];
    const double bytes = 4.0 * sizeof(float) * (double)j.pixels;
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 5.0 * bytes);
    j.packed = ocl_alloc(sizeof(cl_uint) * j.pixels);
    j.packed_ref = ocl_alloc(sizeof(cl_uint) * j.pixels);
    j.colours = ocl_alloc(4 * sizeof(float) * j.pixels);
    j.colours_ref = ocl_alloc(4 * sizeof(float) * j.pixels);
    j.fields = ocl_alloc(4 * sizeof(float) * j.pixels);
    j.d_rgba = ocl_buffer(&env, CL_MEM_READ_ONLY, 4 * j.pixels, j.picture.rgba);
    j.d_packed = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint) * j.pixels, NULL);
    j.d_colours = ocl_buffer(&env, CL_MEM_READ_WRITE, 4 * sizeof(float) * j.pixels, NULL);

    j.report = ocl_report_open(&opt, env.device);
    ocl_report_count(j.report, "width", extents[0]);
    ocl_report_count(j.report, "height", extents[1]);
    for (size_t k = 0; k < PACKED_COUNT; k++) {
        if (!ocl_wants(&opt, PACKED_NAMES[k])) continue;
        j.f = &PACKED_FORMATS[k];
        j.number = k;
        run_format(&j);
    }
    packed_report_refusals(j.report, &env);
    if (opt.output) output_picture(&j, opt.output);

    OCL_CHECK(clReleaseMemObject(j.d_colours));
    OCL_CHECK(clReleaseMemObject(j.d_packed));
    OCL_CHECK(clReleaseMemObject(j.d_rgba));
    ocl_close(&env);
    free(j.fields), free(j.colours_ref), free(j.colours), free(j.packed_ref), free(j.packed);
    ocl_picture_free(&j.picture);
    return ocl_report_close(j.report);
}
