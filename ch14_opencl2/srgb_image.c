// SPDX-License-Identifier: MIT
//
// srgb_image - bytes of a picture are not light: the device converts them while it reads.
//
// Shows   a picture made smaller: the mean of its bytes, which is wrong; the mean of its light,
//         converted by the kernel, and by the device that reads an sRGB image, also through a
//         filter; each level read; a fill; an sRGB view of an image; what is missing
// Uses    CL_sRGBA, clCreateImage, clEnqueueFillImage, clEnqueueWriteImage, clEnqueueReadImage,
//         clEnqueueNDRangeKernel; read_imagef
// Try     srgb_image -o small.png

#include "ocl.h"

#include "srgb_image/pictures.h"

static const cl_image_format RGBA = { CL_RGBA, CL_UNORM_INT8 };
static const cl_image_format SRGBA = { CL_sRGBA, CL_UNORM_INT8 };

enum { BYTES, BY_HAND, DEVICE, FILTER };
static const char *const VARIANTS[] = { "bytes", "by_hand", "device", "filter", NULL };
static const char *const KERNELS[] = { "srgb_image_bytes", "srgb_image_by_hand",
                                       "srgb_image_device", "srgb_image_filter" };

// A device that reads sRGB may be half a level off.  Nothing says how exact its filter is.
static const double LEVEL_ERRORS[] = { 0.0, 0.0, 0.5, 1.0 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    bool has_srgb;
    cl_program program;
    pictures p;
    cl_mem d_out, d_rgba, d_srgb;    // d_srgb: NULL where the device has no such images
} lesson;

static const size_t ORIGIN[3] = { 0, 0, 0 };

// An image without contents.  `same`: NULL, or an image whose pixels it shares.
static cl_mem create(const ocl_env *env, cl_image_format format, const size_t extents[2],
                     cl_mem same)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = extents[0],
                                 .image_height = extents[1],
                                 .mem_object = same };
    cl_int err;
    return OCL_CREATE(clCreateImage(env->context, CL_MEM_READ_ONLY, &format, &desc, NULL, &err));
}

// An image of this format with these bytes.
static cl_mem upload(const ocl_env *env, cl_image_format format, const size_t extents[2],
                     const void *pixels)
{
    const size_t region[3] = { extents[0], extents[1], 1 };
    cl_mem image = create(env, format, extents, NULL);
    OCL_CHECK(clEnqueueWriteImage(env->queue, image, CL_TRUE, ORIGIN, region, 0, 0, pixels, 0, NULL,
                                  NULL));
    return image;
}

static void run_variant(lesson *l, int variant)
{
    const size_t global[2] = { l->p.out.width, l->p.out.height };
    const size_t region[3] = { global[0], global[1], 1 };
    const cl_mem *in = variant <= BY_HAND ? &l->d_rgba : &l->d_srgb;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, KERNELS[variant], &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof *in, in));
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_out, 0);
    while (ocl_trial_next(&t))
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, NULL, 0, NULL, &t.done));
    OCL_CHECK(clEnqueueReadImage(l->env->queue, l->d_out, CL_TRUE, ORIGIN, region, 0, 0,
                                 l->p.out.rgba, 0, NULL, NULL));
    const ocl_work work = { .amount = 4.0 * (double)(global[0] * global[1]), .unit = "Mpixel/s" };
    ocl_trial_report(
        &t, l->report, &work,
        pictures_take(&l->p, VARIANTS[variant], variant == BYTES, LEVEL_ERRORS[variant]));
    OCL_CHECK(clReleaseKernel(kernel));
}

// All levels, read by a kernel from an image that has them.
static ocl_result read_levels(const lesson *l, const char *what, cl_mem image,
                              cl_channel_order order, const uint8_t *pixels)
{
    const size_t global[2] = { 16, LEVELS / 16 };
    float read[4 * LEVELS];
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "srgb_image_read", &err));
    cl_mem d_read = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, sizeof read, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_read, &d_read));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof image, &image));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, d_read, CL_TRUE, 0, sizeof read, read, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_read));
    OCL_CHECK(clReleaseKernel(kernel));
    return levels_verify(what, read, pixels, order);
}

// Bytes, and each sRGB format of four channels: what the device can do with it, and every level.
static void run_formats(const lesson *l)
{
    static const struct {
        cl_channel_order order;
        const char *name;
    } ORDERS[] = { { CL_RGBA, "CL_RGBA" },
                   { CL_sRGBA, "CL_sRGBA" },
                   { CL_sBGRA, "CL_sBGRA" },
                   { CL_sRGBx, "CL_sRGBx" } };
    const size_t extents[2] = { 16, LEVELS / 16 };
    uint8_t pixels[4 * LEVELS];
    bool reads[4];
    draw_levels(pixels);
    ocl_table table = ocl_table_open(l->report, "formats", "order, read, write");
    for (size_t k = 0; k < 4; k++) {
        const cl_image_format format = { ORDERS[k].order, CL_UNORM_INT8 };
        const cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
        const bool writes = ocl_has_image_format(l->env, CL_MEM_WRITE_ONLY, type, format);
        reads[k] = ocl_has_image_format(l->env, CL_MEM_READ_ONLY, type, format);
        ocl_table_row(&table, "%-9s %5s %5s", ORDERS[k].name, reads[k] ? "yes" : "no",
                      writes ? "yes" : "no");
    }
    ocl_report_fact(l->report, "cl_khr_srgb_image_writes", "%s",
                    ocl_has_extension(l->env->device, "cl_khr_srgb_image_writes") ? "yes" : "no");
    for (size_t k = 0; k < 4; k++) {
        if (!reads[k]) continue;
        const cl_image_format format = { ORDERS[k].order, CL_UNORM_INT8 };
        cl_mem image = upload(l->env, format, extents, pixels);
        ocl_report_result(l->report, ORDERS[k].name,
                          read_levels(l, ORDERS[k].name, image, ORDERS[k].order, pixels));
        OCL_CHECK(clReleaseMemObject(image));
    }
}

// The colour of a fill is light, except for alpha.  What is stored is read by the host as bytes.
static void run_fill(const lesson *l)
{
    const cl_float colour[4] = { 0.5F, 0.214F, 0.002F, 0.25F };
    const size_t extents[2] = { 5, 3 }, region[3] = { 5, 3, 1 };
    uint8_t bytes[4 * 5 * 3];
    float got[4 * 5 * 3], want[4 * 5 * 3];
    memset(bytes, 0xff, sizeof bytes);
    cl_mem image = upload(l->env, SRGBA, extents, bytes);
    OCL_CHECK(clEnqueueFillImage(l->env->queue, image, colour, ORIGIN, region, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadImage(l->env->queue, image, CL_TRUE, ORIGIN, region, 0, 0, bytes, 0,
                                 NULL, NULL));
    for (size_t i = 0; i < sizeof bytes; i++) {
        const double light = (double)colour[i % 4];
        got[i] = bytes[i];
        want[i] = (float)(i % 4 == 3 ? 255.0 * light : level_of(light));
    }
    ocl_report_fact(l->report, "filled with light 0.5 0.214 0.002, alpha 0.25: red", "%u",
                    bytes[0]);
    ocl_report_result(l->report, "clEnqueueFillImage",
                      ocl_verify_f32("filled", got, want, sizeof bytes, STORING));
    OCL_CHECK(clReleaseMemObject(image));
}

// An sRGB view of an image: the same pixels, read as sRGB.
static void run_view(const lesson *l)
{
    const size_t extents[2] = { 16, LEVELS / 16 };
    uint8_t pixels[4 * LEVELS];
    if (!ocl_has_image_from_buffer(l->env->device)) {
        ocl_report_note(l->report, "not run: an sRGB view: cl_khr_image2d_from_buffer");
        return;
    }
    if (ocl_known_fault(l->env->device, "an sRGB view of CL_RGBA")) {
        ocl_report_note(l->report, "not run: an sRGB view, which this driver reads as bytes");
        return;
    }
    draw_levels(pixels);
    cl_mem image = upload(l->env, RGBA, extents, pixels);
    cl_mem view = create(l->env, SRGBA, extents, image);
    ocl_report_result(l->report, "view of CL_RGBA", read_levels(l, "view", view, CL_sRGBA, pixels));
    OCL_CHECK(clReleaseMemObject(view));
    OCL_CHECK(clReleaseMemObject(image));
}

static void release(lesson *l)
{
    if (l->d_srgb) OCL_CHECK(clReleaseMemObject(l->d_srgb));
    OCL_CHECK(clReleaseMemObject(l->d_rgba));
    OCL_CHECK(clReleaseMemObject(l->d_out));
    OCL_CHECK(clReleaseProgram(l->program));
    pictures_free(&l->p);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "srgb_image",
                              .summary = "Bytes of a picture are not light.",
                              .accepts = "dniorVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    lesson l = { .env = &env };
    l.has_srgb = ocl_has_image_format(&env, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, SRGBA);
    if (!l.has_srgb && !ocl_wants(&opt, VARIANTS[BYTES]) && !ocl_wants(&opt, VARIANTS[BY_HAND]))
        ocl_exit(OCL_EXIT_SKIP, "this device has no sRGB images: CL_sRGBA with CL_UNORM_INT8");

    l.p = pictures_open(&env, pattern);
    const size_t extents[2] = { l.p.picture.width, l.p.picture.height };
    const size_t small[2] = { l.p.out.width, l.p.out.height };
    l.d_out = ocl_image_2d(&env, CL_MEM_WRITE_ONLY, RGBA, small, NULL);
    l.d_rgba = upload(&env, RGBA, extents, l.p.picture.rgba);
    if (l.has_srgb) l.d_srgb = upload(&env, SRGBA, extents, l.p.picture.rgba);
    l.program = ocl_build(&env, "srgb_image.cl", "%s", "");

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", extents[0]);
    ocl_report_count(l.report, "height", extents[1]);
    for (int v = BYTES; v <= FILTER; v++)
        if (ocl_wants(&opt, VARIANTS[v]) && (l.has_srgb || v <= BY_HAND)) run_variant(&l, v);
    if (opt.output) ocl_output_picture(&l.p.shown, opt.output);
    if (!l.has_srgb)
        ocl_report_note(l.report, "this device has no sRGB images: not run: device, "
                                  "filter");
    if (ocl_wants(&opt, "all")) {
        pictures_show_light(&l.p, l.report);
        run_formats(&l);
    }
    if (ocl_wants(&opt, "all") && l.has_srgb) {
        run_fill(&l);
        run_view(&l);
    }

    release(&l);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
