// SPDX-License-Identifier: MIT
//
// depth_image - images of distances: shadows in a city.
//
// Shows   a depth map that one kernel writes and another one reads, in an image of four channels,
//         which runs everywhere, and in depth images of float and of 16 bits; reads with and
//         without a sampler; a fill; a depth view of an image; images that must be refused
// Uses    CL_DEPTH, clCreateImage, clEnqueueFillImage, clEnqueueReadImage, clEnqueueNDRangeKernel;
//         image2d_depth_t, image2d_array_depth_t, read_imagef, write_imagef
// Try     depth_image -o city.png; depth_image -V unorm16

#include "ocl.h"

#include "depth_image/city.h"

static const char *const VARIANTS[] = { "plain", "float", "unorm16", NULL };
static const cl_image_format FORMATS[] = { { CL_RGBA, CL_FLOAT },
                                           { CL_DEPTH, CL_FLOAT },
                                           { CL_DEPTH, CL_UNORM_INT16 } };
enum { PLAIN, FLOAT, UNORM16 };
static const size_t ORIGIN[3] = { 0, 0, 0 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    city c;
    uint8_t *lit, *ref;    // of each pixel and layer
    float *map, *map_ref;
    cl_mem d_lit, d_heights;
} lesson;

// Depth images are an extension in 1.2, belong to 2.0, and may be missing in 3.0.
static bool has_depth(const ocl_env *env)
{
    const bool extension = ocl_has_extension(env->device, "cl_khr_depth_images");
    return (extension || ocl_device_version(env->device) >= 20) &&
           ocl_has_image_format(env, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                FORMATS[FLOAT]);
}

// The map as the device has stored it, as floats.
static ocl_result verify_map(const lesson *l, int variant, cl_mem d_map)
{
    const size_t region[3] = { l->c.width + TOP, l->c.height, LAYERS };
    const size_t count = region[0] * region[1] * region[2];
    float *pixels = ocl_alloc(4 * count * sizeof *pixels);
    OCL_CHECK(clEnqueueReadImage(l->env->queue, d_map, CL_TRUE, ORIGIN, region, 0, 0, pixels, 0,
                                 NULL, NULL));
    for (size_t i = 0; i < count; i++)
        l->map[i] = variant == PLAIN   ? pixels[4 * i]
                    : variant == FLOAT ? pixels[i]
                                       : (float)((const cl_ushort *)pixels)[i] / 65535.0F;
    free(pixels);
    // All depths are multiples of 1 / TOP, a power of two: exact as float.  A device may round to
    // 16 bits with an error of 0.6, and the division above with half of 2^-24.
    const double bound = variant == UNORM16 ? 0.6 / 65535.0 + 0x1p-24 : 0.0;
    return ocl_verify_f32("depth map", l->map, l->map_ref, count, bound);
}

static void run_variant(const lesson *l, int variant)
{
    const size_t rays[3] = { l->c.width + TOP, l->c.height, LAYERS };
    const size_t pixels[3] = { l->c.width, l->c.height, LAYERS };
    const size_t count = pixels[0] * pixels[1] * pixels[2];
    const cl_int width = (cl_int)l->c.width;
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                 .image_width = rays[0],
                                 .image_height = rays[1],
                                 .image_array_size = LAYERS };
    cl_int err;
    cl_program program =
        ocl_build(l->env, "depth_image.cl", "%s -DTOP=%d%s", ocl_newest_c(l->env->device), TOP,
                  variant == PLAIN ? "" : " -DDEPTH");
    cl_kernel map = OCL_CREATE(clCreateKernel(program, "depth_image_map", &err));
    cl_kernel light = OCL_CREATE(clCreateKernel(program, "depth_image_light", &err));
    cl_mem d_map = OCL_CREATE(
        clCreateImage(l->env->context, CL_MEM_READ_WRITE, &FORMATS[variant], &desc, NULL, &err));
    OCL_CHECK(clSetKernelArg(map, 0, sizeof d_map, &d_map));
    OCL_CHECK(clSetKernelArg(map, 1, sizeof l->d_heights, &l->d_heights));
    OCL_CHECK(clSetKernelArg(map, 2, sizeof width, &width));
    OCL_CHECK(clSetKernelArg(light, 0, sizeof l->d_lit, &l->d_lit));
    OCL_CHECK(clSetKernelArg(light, 1, sizeof d_map, &d_map));
    OCL_CHECK(clSetKernelArg(light, 2, sizeof l->d_heights, &l->d_heights));

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_lit, count);
    ocl_trial_scratch(&t, d_map, 0);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->env->queue, map, 3, NULL, rays, NULL, 0, NULL, &t.first));
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->env->queue, light, 3, NULL, pixels, NULL, 0, NULL, &t.done));
    }
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_lit, CL_TRUE, 0, count, l->lit, 0, NULL, NULL));
    const ocl_result result = ocl_result_both(verify_map(l, variant, d_map),
                                              ocl_verify_bytes("light", l->lit, l->ref, count));
    const ocl_work work = { .amount = (double)count, .unit = "Mpixel/s" };
    ocl_trial_report(&t, l->report, &work, result);
    OCL_CHECK(clReleaseMemObject(d_map));
    OCL_CHECK(clReleaseKernel(light));
    OCL_CHECK(clReleaseKernel(map));
    OCL_CHECK(clReleaseProgram(program));
}

enum { WIDTH = 7, HEIGHT = 5, COUNT = WIDTH * HEIGHT };

// Reads an image of these pixels in three ways.
static ocl_result read_ways(const lesson *l, cl_program program, cl_mem image, const float *pixels)
{
    float out[3 * COUNT], ref[3 * COUNT];
    const size_t extents[2] = { WIDTH, HEIGHT };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "depth_image_reads", &err));
    cl_mem d_out = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, sizeof out, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof image, &image));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, extents, NULL, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, d_out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    reads_ref(ref, pixels, extents);
    return ocl_verify_f32("reads", out, ref, 3 * COUNT, 0.0);
}

// A 2-D image of this format, with pixels.  `same`: NULL, or an image whose pixels it shares.
static cl_mem create_image(const lesson *l, cl_image_format format, cl_mem same,
                           const float *pixels)
{
    const size_t region[3] = { WIDTH, HEIGHT, 1 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = WIDTH,
                                 .image_height = HEIGHT,
                                 .mem_object = same };
    cl_int err;
    cl_mem image =
        OCL_CREATE(clCreateImage(l->env->context, CL_MEM_READ_ONLY, &format, &desc, NULL, &err));
    if (!same)
        OCL_CHECK(clEnqueueWriteImage(l->env->queue, image, CL_TRUE, ORIGIN, region, 0, 0, pixels,
                                      0, NULL, NULL));
    return image;
}

// A small image: written by the host, filled; and a depth view of an image of one channel.
static void run_reads(const lesson *l, bool depth)
{
    const cl_image_format one_channel = { CL_R, CL_FLOAT };
    const size_t region[3] = { WIDTH, HEIGHT, 1 };
    const cl_float colour[4] = { 0.375F };    // for a depth image one float is enough
    float pixels[COUNT], channels[4 * COUNT] = { 0 };
    for (size_t i = 0; i < COUNT; i++)
        pixels[i] = channels[4 * i] = (float)(11 * i % 64) / 64.0F;    // means of four are exact
    cl_program program = ocl_build(l->env, "depth_image.cl", "%s -DTOP=%d%s",
                                   ocl_newest_c(l->env->device), TOP, depth ? " -DDEPTH" : "");
    cl_mem image = create_image(l, FORMATS[depth ? FLOAT : PLAIN], NULL, depth ? pixels : channels);
    ocl_report_result(l->report, depth ? "depth, reads" : "plain, reads",
                      read_ways(l, program, image, pixels));
    if (depth && ocl_known_fault(l->env->device, "a depth view of CL_R")) {
        ocl_report_note(l->report, "not run: a depth view of CL_R, which this driver refuses");
    } else if (depth) {
        cl_mem red = create_image(l, one_channel, NULL, pixels);
        cl_mem view = create_image(l, FORMATS[FLOAT], red, NULL);
        ocl_report_result(l->report, "depth, view of CL_R", read_ways(l, program, view, pixels));
        OCL_CHECK(clReleaseMemObject(view));
        OCL_CHECK(clReleaseMemObject(red));
    }
    for (size_t i = 0; i < COUNT; i++)
        pixels[i] = colour[0];
    OCL_CHECK(clEnqueueFillImage(l->env->queue, image, colour, ORIGIN, region, 0, NULL, NULL));
    ocl_report_result(l->report, depth ? "depth, filled" : "plain, filled",
                      read_ways(l, program, image, pixels));
    OCL_CHECK(clReleaseMemObject(image));
    OCL_CHECK(clReleaseProgram(program));
}

// Depth images have two dimensions, or are arrays of such, and hold floats or 16 bits.
static void show_answers(const lesson *l)
{
    const cl_image_format bytes = { CL_DEPTH, CL_UNORM_INT8 };
    const struct {
        const char *what;
        const cl_image_format *format;
        cl_image_desc desc;
    } TRIES[] = {
        { "1-D, float",
          &FORMATS[FLOAT],
          { .image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4 } },
        { "3-D, float",
          &FORMATS[FLOAT],
          { .image_type = CL_MEM_OBJECT_IMAGE3D,
            .image_width = 4,
            .image_height = 4,
            .image_depth = 4 } },
        { "2-D, 8 bits",
          &bytes,
          { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4 } },
    };
    ocl_result refused = { .pass = true };
    ocl_table table = ocl_table_open(l->report, "depth images that do not exist", "image, answer");
    for (size_t k = 0; k < sizeof TRIES / sizeof *TRIES; k++) {
        cl_int err;
        cl_mem image = clCreateImage(l->env->context, CL_MEM_READ_ONLY, TRIES[k].format,
                                     &TRIES[k].desc, NULL, &err);
        refused =
            ocl_result_both(refused, ocl_verify_equal(TRIES[k].what, err != CL_SUCCESS, true));
        ocl_table_row(&table, "%-12s %s", TRIES[k].what, ocl_error_name(err));
        if (image) OCL_CHECK(clReleaseMemObject(image));
    }
    ocl_report_result(l->report, "are refused", refused);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "depth_image",
                              .summary = "Images of distances: shadows in a city.",
                              .accepts = "dnorVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "width and height of the city",
                              .extents = 2,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 317, 241 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    const bool depth = has_depth(&env);
    if (!depth && !ocl_wants(&opt, VARIANTS[PLAIN]))
        ocl_exit(OCL_EXIT_SKIP, "this device has no depth images: cl_khr_depth_images");
    const size_t extents[2] = { opt.n[0], opt.n[1] }, map[2] = { extents[0] + TOP, extents[1] };
    ocl_require_image_2d(env.device, map);
    const double pixels = (double)map[0] * (double)map[1] * LAYERS;
    ocl_require_memory(env.device, 16.0 * pixels, 21.0 * pixels, 34.0 * pixels);

    const size_t count = LAYERS * extents[0] * extents[1], rays = LAYERS * map[0] * map[1];
    lesson l = { .env = &env, .c = city_new(extents, opt.seed) };
    l.lit = ocl_alloc(count);
    l.ref = ocl_alloc(count);
    l.map = ocl_alloc(rays * sizeof *l.map);
    l.map_ref = ocl_alloc(rays * sizeof *l.map_ref);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", extents[0]);
    ocl_report_count(l.report, "height", extents[1]);
    OCL_TIME_REFERENCE(l.report, city_light_ref(l.ref, &l.c));
    city_map_ref(l.map_ref, &l.c);
    l.d_lit = ocl_buffer(&env, CL_MEM_WRITE_ONLY, count, NULL);
    l.d_heights =
        ocl_buffer(&env, CL_MEM_READ_ONLY, count / LAYERS * sizeof *l.c.heights, l.c.heights);

    for (int v = PLAIN; v <= UNORM16; v++)
        if (ocl_wants(&opt, VARIANTS[v]) && (v == PLAIN || depth)) run_variant(&l, v);
    if (!depth && ocl_wants(&opt, "all"))
        ocl_report_note(l.report, "this device has no depth images: not run: float, "
                                  "unorm16");
    if (ocl_wants(&opt, "all")) run_reads(&l, false);
    if (depth && ocl_wants(&opt, "all")) {
        run_reads(&l, true);
        show_answers(&l);
    }
    if (opt.output) city_draw(&l.c, l.lit, opt.output);

    OCL_CHECK(clReleaseMemObject(l.d_heights));
    OCL_CHECK(clReleaseMemObject(l.d_lit));
    ocl_close(&env);
    free(l.map_ref);
    free(l.map);
    free(l.ref);
    free(l.lit);
    free(l.c.heights);
    return ocl_report_close(l.report);
}
