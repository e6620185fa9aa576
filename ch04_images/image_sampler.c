// SPDX-License-Identifier: MIT
//
// image_sampler - what comes back when a kernel reads an image between its texels and beyond its borders.
//
// Shows   each addressing mode, filter and kind of coordinates, in one labelled picture (--output); every
//         sample against the rules of the specification (image_sampler/model.c); a sampler in the kernel beside
//         those that the host makes; the colour beyond the border, with and without alpha
// Uses    sampler_t, read_imagef; clCreateSampler, clCreateSamplerWithProperties (OpenCL 2.0),
//         clGetSamplerInfo, clRetainSampler, clReleaseSampler
// Try     image_sampler -o sampler.png; image_sampler -V clamp --size 3x2 --pattern noise

#include "ocl.h"

#include "image_sampler/objects.h"
#include "image_sampler/views.h"

enum { FORMATS = 2, MAX_TILE = 1024 };

static const char *const ADDRESSING[] = { "none",   "clamp_to_edge",   "clamp",
                                          "repeat", "mirrored_repeat", NULL };
static const char *const FILTERS[SAMPLER_ROWS] = { "nearest normalised", "linear normalised",
                                                   "nearest texels", "linear texels" };
static const cl_channel_order ORDERS[FORMATS] = { CL_RGBA, CL_R };

typedef struct {
    const ocl_env *env;
    cl_mem d_images[FORMATS];    // of one picture, the second NULL where the device has no CL_R
    cl_mem d_out, d_u, d_v;
    sampler_views views;
    size_t bytes;                  // of the samples of all views
    float *out, *other;            // samples
    ocl_result red, same, info;    // of all modes: CL_R; samplers made elsewhere; clGetSamplerInfo
    const char *left_out;          // why some samples are not compared, or NULL
} sampler_test;

// The mode of a row and a column of the picture, as the host names it ...
static sampler_mode image_sampler_mode(size_t row, size_t column)
{
    static const cl_addressing_mode addressing[] = { CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE,
                                                     CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                                     CL_ADDRESS_MIRRORED_REPEAT };
    return (sampler_mode){ addressing[column], row % 2 ? CL_FILTER_LINEAR : CL_FILTER_NEAREST,
                           row < 2 };
}

// ... and as the kernel does.
static cl_program image_sampler_build(const ocl_env *env, size_t row, size_t column)
{
    static const char *const addressing[] = { "NONE", "CLAMP_TO_EDGE", "CLAMP", "REPEAT",
                                              "MIRRORED_REPEAT" };
    return ocl_build(env, "image_sampler.cl",
                     "-cl-std=CL1.2 -DCOORDINATES=CLK_NORMALIZED_COORDS_%s "
                     "-DADDRESS=CLK_ADDRESS_%s -DFILTER=CLK_FILTER_%s",
                     row < 2 ? "TRUE" : "FALSE", addressing[column],
                     row % 2 ? "LINEAR" : "NEAREST");
}

// Takes all samples; `sampler` is NULL for the kernel that has its own.
static void image_sampler_run(const sampler_test *t, cl_kernel kernel, cl_mem d_image,
                              cl_sampler sampler, float *out)
{
    const size_t global[] = { t->views.width, t->views.height, SAMPLER_VIEWS };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof t->d_out, &t->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_image, &d_image));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof t->d_u, &t->d_u));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof t->d_v, &t->d_v));
    if (sampler) OCL_CHECK(clSetKernelArg(kernel, 4, sizeof sampler, &sampler));
    ocl_poison(t->env->queue, t->d_out, t->bytes);
    OCL_CHECK(clEnqueueNDRangeKernel(t->env->queue, kernel, 3, NULL, global, NULL, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(t->env->queue, t->d_out, CL_TRUE, 0, t->bytes, out, 0, NULL, NULL));
}

// What is known to be wrong on the device's platform with such samples: PoCL 3.1, oclgrind 21.10.
static const char *image_sampler_excuse(const ocl_env *env, sampler_mode mode,
                                        cl_channel_order order)
{
    const unsigned platform = ocl_known_platform(env->device);
    if (platform == OCL_POCL && order == CL_R && mode.addressing == CL_ADDRESS_CLAMP)
        return "the border of CL_R is transparent here, as if it had alpha";
    if (platform == OCL_OCLGRIND && mode.addressing == CL_ADDRESS_NONE &&
        mode.filter == CL_FILTER_LINEAR)
        return "linear samples with CL_ADDRESS_NONE are all zeros here";
    return NULL;
}

// One mode: its picture, and its row of the report.
static void image_sampler_show(sampler_test *t, size_t row, size_t column, ocl_report *report,
                               ocl_picture *canvas)
{
    const sampler_mode mode = image_sampler_mode(row, column);
    sampler_views *views = &t->views;
    sampler_views_place(views, mode);
    OCL_CHECK(clEnqueueWriteBuffer(t->env->queue, t->d_u, CL_FALSE, 0,
                                   SAMPLER_VIEWS * views->width * sizeof *views->u, views->u, 0,
                                   NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(t->env->queue, t->d_v, CL_FALSE, 0,
                                   SAMPLER_VIEWS * views->height * sizeof *views->v, views->v, 0,
                                   NULL, NULL));
    cl_int err;
    cl_program program = image_sampler_build(t->env, row, column);
    cl_kernel argument = OCL_CREATE(clCreateKernel(program, "image_sampler_argument", &err));
    cl_kernel literal = OCL_CREATE(clCreateKernel(program, "image_sampler_literal", &err));
    cl_sampler made = sampler_create(t->env, mode);
    cl_sampler made_2 = sampler_create_2(t->env, mode);

    for (size_t f = 0; f < FORMATS && t->d_images[f]; f++) {
        image_sampler_run(t, argument, t->d_images[f], made, t->out);
        image_sampler_run(t, literal, t->d_images[f], NULL, t->other);
        t->same =
            ocl_result_both(t->same, ocl_verify_bytes("in the kernel", t->other, t->out, t->bytes));
        if (made_2) {
            image_sampler_run(t, argument, t->d_images[f], made_2, t->other);
            t->same = ocl_result_both(
                t->same, ocl_verify_bytes("with properties", t->other, t->out, t->bytes));
        }
        if (ORDERS[f] == CL_RGBA) sampler_views_draw(canvas, views, mode, row, column, t->out);
        const char *excuse = image_sampler_excuse(t->env, mode, ORDERS[f]);
        if (excuse) {
            t->left_out = excuse;
            continue;
        }
        const ocl_result check = sampler_views_compare(views, mode, ORDERS[f], t->out);
        char name[64];
        snprintf(name, sizeof name, "%s %s", ADDRESSING[column], FILTERS[row]);
        if (ORDERS[f] == CL_RGBA)
            ocl_report_result(report, name, check);
        else
            t->red = ocl_result_both(t->red, check);
    }

    t->info = ocl_result_both(t->info, sampler_verify_info(t->env, made, mode));
    if (made_2) {
        t->info = ocl_result_both(t->info, sampler_verify_info(t->env, made_2, mode));
        OCL_CHECK(clReleaseSampler(made_2));
    }
    OCL_CHECK(clReleaseSampler(made));
    OCL_CHECK(clReleaseKernel(literal));
    OCL_CHECK(clReleaseKernel(argument));
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    size_t tile = 150, pattern = OCL_PHOTO;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern),
                               { 0, "tile", OCL_COUNT, &tile, "N", "samples across a view", NULL },
                               { 0 } };
    const ocl_about about = { .name = "image_sampler",
                              .summary = "Images read between texels and beyond their borders.",
                              .accepts = "dnioVks",
                              .size_help = "width x height of the picture to make",
                              .extents = 2,
                              .variants = ADDRESSING,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    if (tile > MAX_TILE) ocl_exit(OCL_EXIT_USAGE, "--tile %zu: at most %d", tile, MAX_TILE);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_picture picture = ocl_input_picture(&env, pattern, "coffee.bmp"), canvas;
    const size_t pixels = (size_t)picture.width * picture.height;
    uint8_t *red = ocl_alloc(pixels);
    for (size_t i = 0; i < pixels; i++)
        red[i] = picture.rgba[4 * i];

    sampler_test t = { .env = &env, .red.pass = true, .same.pass = true, .info.pass = true };
    t.views = (sampler_views){ .picture = &picture, .width = tile, .height = (2 * tile + 2) / 3 };
    const size_t u_bytes = SAMPLER_VIEWS * t.views.width * sizeof *t.views.u;
    const size_t v_bytes = SAMPLER_VIEWS * t.views.height * sizeof *t.views.v;
    t.bytes = 4 * SAMPLER_VIEWS * t.views.width * t.views.height * sizeof *t.out;
    t.views.u = ocl_alloc(u_bytes);
    t.views.v = ocl_alloc(v_bytes);
    t.out = ocl_alloc(t.bytes);
    t.other = ocl_alloc(t.bytes);
    t.d_images[0] =
        ocl_image_2d(&env, CL_MEM_READ_ONLY, (cl_image_format){ CL_RGBA, CL_UNORM_INT8 },
                     (size_t[]){ picture.width, picture.height }, picture.rgba);
    if (ocl_has_image_format(&env, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D,
                             (cl_image_format){ CL_R, CL_UNORM_INT8 }))
        t.d_images[1] =
            ocl_image_2d(&env, CL_MEM_READ_ONLY, (cl_image_format){ CL_R, CL_UNORM_INT8 },
                         (size_t[]){ picture.width, picture.height }, red);
    t.d_u = ocl_buffer(&env, CL_MEM_READ_ONLY, u_bytes, NULL);
    t.d_v = ocl_buffer(&env, CL_MEM_READ_ONLY, v_bytes, NULL);
    t.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, t.bytes, NULL);
    ocl_message why;
    if (!sampler_views_canvas(&canvas, &t.views, FILTERS, ADDRESSING, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    ocl_report_count(report, "samples a mode", t.bytes / (4 * sizeof *t.out));
    for (size_t column = 0; column < SAMPLER_COLUMNS; column++)
        for (size_t row = 0; row < SAMPLER_ROWS && ocl_wants(&opt, ADDRESSING[column]); row++)
            if (row < 2 || column < 3)    // the repeating modes have no meaning in texels
                image_sampler_show(&t, row, column, report, &canvas);
    if (t.red.count > 0) ocl_report_result(report, "all these of one channel, CL_R", t.red);
    ocl_report_result(report, "samplers of any origin, bit for bit", t.same);
    ocl_report_result(report, "samplers answer what they are", t.info);
    if (t.left_out) ocl_report_print(report, "\nnot compared: %s\n", t.left_out);
    sampler_report_refusals(&env, report);
    if (opt.output) ocl_output_picture(&canvas, opt.output);

    ocl_picture_free(&canvas);
    OCL_CHECK(clReleaseMemObject(t.d_out));
    OCL_CHECK(clReleaseMemObject(t.d_v));
    OCL_CHECK(clReleaseMemObject(t.d_u));
    for (size_t f = 0; f < FORMATS && t.d_images[f]; f++)
        OCL_CHECK(clReleaseMemObject(t.d_images[f]));
    free(t.other);
    free(t.out);
    free(t.views.v);
    free(t.views.u);
    free(red);
    ocl_picture_free(&picture);
    ocl_close(&env);
    return ocl_report_close(report);
}
