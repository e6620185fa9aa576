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

#include "ocl.h"

#include "packed_pixels/formats.h"

#include <float.h>

enum { LOCAL = 64 };
static const size_t ORIGIN[3] = { 0, 0, 0 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    ocl_picture picture;
    size_t extents[3];    // of the picture; the third is 1
    size_t pixels, colours_bytes;

    const packed_format *format;    // the one at hand
    cl_program program;
    size_t number;    // of the format: results find other bytes before even and odd ones

    cl_mem d_rgba;                            // the picture
    cl_mem d_packed, d_colours;               // results
    void *packed, *packed_ref;                // pixels
    float *colours, *colours_ref, *fields;    // four per pixel
} lesson;

// All kernels take what they write, what they read, and the number of pixels.
static void launch(const lesson *l, const char *name, cl_mem d_out, cl_mem d_in)
{
    cl_int err;
    const cl_ulong n = l->pixels;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->pixels, local);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
}

static void report(const lesson *l, const char *what, ocl_result result)
{
    char name[64];
    snprintf(name, sizeof name, "%s: %s", l->format->name, what);
    ocl_report_result(l->report, name, result);
}

// The colours that a kernel has left in d_colours.
static void report_colours(const lesson *l, const char *what, double bound)
{
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_colours, CL_TRUE, 0, l->colours_bytes,
                                  l->colours, 0, NULL, NULL));
    report(l, what, ocl_verify_f32(what, l->colours, l->colours_ref, 4 * l->pixels, bound));
}

// --- with shifts, on any device

static void pack(const lesson *l)
{
    const size_t bytes = l->format->bytes * l->pixels;
    ocl_poison_run(l->env->queue, l->d_packed, bytes, l->number);
    launch(l, "packed_pixels_pack", l->d_packed, l->d_rgba);
    report(l, "packed by a kernel",
           ocl_verify_buffer(l->env, "packed", l->d_packed, l->packed_ref, bytes));
}

// The kernel divides once: 2.5 ulp, which is at most 2.5 FLT_EPSILON for numbers up to 1.
static void unpack(const lesson *l)
{
    const size_t bytes = l->format->bytes * l->pixels;
    cl_mem d_ref = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes, l->packed_ref);
    ocl_poison_run(l->env->queue, l->d_colours, l->colours_bytes, l->number);
    launch(l, "packed_pixels_unpack", l->d_colours, d_ref);
    report_colours(l, "unpacked by a kernel", 2.5 * (double)FLT_EPSILON);
    OCL_CHECK(clReleaseMemObject(d_ref));
}

// --- with images, where the device has them

static bool is_listed(const lesson *l, cl_mem_flags flags)
{
    return ocl_has_image_format(l->env, flags, CL_MEM_OBJECT_IMAGE2D, l->format->format);
}

static cl_mem create_image(const lesson *l, cl_mem_flags flags)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = l->extents[0],
                                 .image_height = l->extents[1] };
    cl_int err;
    return OCL_CREATE(clCreateImage(l->env->context, flags, &l->format->format, &desc, NULL, &err));
}

// A kernel reads the packed pixels through an image.  The specification allows 1.5 ulp.
static void read_image(const lesson *l)
{
    cl_mem d_image = create_image(l, CL_MEM_READ_ONLY);
    OCL_CHECK(clEnqueueWriteImage(l->env->queue, d_image, CL_TRUE, ORIGIN, l->extents, 0, 0,
                                  l->packed_ref, 0, NULL, NULL));
    ocl_poison_run(l->env->queue, l->d_colours, l->colours_bytes, l->number);
    launch(l, "packed_pixels_read", l->d_colours, d_image);
    report_colours(l, "read_imagef", 1.5 * (double)FLT_EPSILON);
    OCL_CHECK(clReleaseMemObject(d_image));
}

// A kernel writes colours into an image.  The specification allows the fields to be off by 0.6.
static void write_image(const lesson *l)
{
    // First each field holds another number: the memory of the image of before, which held the
    // right ones, may come back.
    unsigned char *bytes = l->packed;
    for (size_t i = 0; i < l->format->bytes * l->pixels; i++)
        bytes[i] = (unsigned char)~((const unsigned char *)l->packed_ref)[i];
    cl_mem d_image = create_image(l, CL_MEM_WRITE_ONLY);
    OCL_CHECK(clEnqueueWriteImage(l->env->queue, d_image, CL_TRUE, ORIGIN, l->extents, 0, 0,
                                  l->packed, 0, NULL, NULL));
    cl_mem d_ref = ocl_buffer(l->env, CL_MEM_READ_ONLY, l->colours_bytes, l->colours_ref);
    launch(l, "packed_pixels_write", d_image, d_ref);
    memset(l->packed, 0xff, l->format->bytes * l->pixels);
    OCL_CHECK(clEnqueueReadImage(l->env->queue, d_image, CL_TRUE, ORIGIN, l->extents, 0, 0,
                                 l->packed, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_ref));
    OCL_CHECK(clReleaseMemObject(d_image));

    for (size_t i = 0; i < l->pixels; i++) {
        uint32_t field[4];
        packed_fields(l->format, l->packed, i, field);
        for (size_t c = 0; c < 4; c++)
            l->fields[4 * i + c] = (float)field[c];
    }
    float *exact = l->colours;
    packed_exact(l->format, l->colours_ref, exact, l->pixels);
    report(l, "write_imagef", ocl_verify_f32("fields", l->fields, exact, 4 * l->pixels, 0.6));
}

static void run_format(lesson *l)
{
    const char *name = l->format->name;
    packed_ref(l->format, &l->picture, l->packed_ref, l->colours_ref);
    l->program = ocl_build(l->env, "packed_pixels.cl", "%s", l->format->macros);
    pack(l);
    unpack(l);

    const char *fault = ocl_known_fault(l->env->device, "the pixels of an image");
    if (fault)
        ocl_report_note(l->report, "%s: read_imagef is left out, this driver %s", name, fault);
    else if (is_listed(l, CL_MEM_READ_ONLY))
        read_image(l);
    else
        ocl_report_note(l->report, "%s: this device has no such images to read", name);
    if (is_listed(l, CL_MEM_WRITE_ONLY)) write_image(l);
    OCL_CHECK(clReleaseProgram(l->program));
}

// The picture in few colours.
static void output_picture(const lesson *l, const char *path)
{
    for (size_t i = 0; i < 4 * l->pixels; i++)
        l->picture.rgba[i] = (uint8_t)(l->colours_ref[i] * 255.0f + 0.5f);
    ocl_output_picture(&l->picture, path);
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

    // Device and picture.
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    lesson l = { .env = &env, .picture = ocl_input_picture(&env, pattern, "coffee.bmp") };
    l.extents[0] = l.picture.width;
    l.extents[1] = l.picture.height;
    l.extents[2] = 1;
    l.pixels = l.extents[0] * l.extents[1];
    l.colours_bytes = 4 * sizeof(float) * l.pixels;
    ocl_require_image_2d(env.device, l.extents);
    const double bytes = 4.0 * sizeof(float) * (double)l.pixels;
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 5.0 * bytes);

    // Memory for the format with the largest pixels.
    const size_t packed_bytes = sizeof(cl_uint) * l.pixels;
    l.packed = ocl_alloc(packed_bytes);
    l.packed_ref = ocl_alloc(packed_bytes);
    l.colours = ocl_alloc(l.colours_bytes);
    l.colours_ref = ocl_alloc(l.colours_bytes);
    l.fields = ocl_alloc(l.colours_bytes);
    l.d_rgba = ocl_buffer(&env, CL_MEM_READ_ONLY, 4 * l.pixels, l.picture.rgba);
    l.d_packed = ocl_buffer(&env, CL_MEM_READ_WRITE, packed_bytes, NULL);
    l.d_colours = ocl_buffer(&env, CL_MEM_READ_WRITE, l.colours_bytes, NULL);

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", l.extents[0]);
    ocl_report_count(l.report, "height", l.extents[1]);
    for (size_t k = 0; k < PACKED_COUNT; k++) {
        if (!ocl_wants(&opt, PACKED_NAMES[k])) continue;
        l.format = &PACKED_FORMATS[k];
        l.number = k;
        run_format(&l);
    }
    if (opt.output) output_picture(&l, opt.output);

    OCL_CHECK(clReleaseMemObject(l.d_colours));
    OCL_CHECK(clReleaseMemObject(l.d_packed));
    OCL_CHECK(clReleaseMemObject(l.d_rgba));
    ocl_close(&env);
    free(l.fields);
    free(l.colours_ref);
    free(l.colours);
    free(l.packed_ref);
    free(l.packed);
    ocl_picture_free(&l.picture);
    return ocl_report_close(l.report);
}
