// SPDX-License-Identifier: MIT
//
// image_sampler - what a kernel gets when it reads an image between texels and outside of the
// image.
//
// Shows   every addressing mode, filter and kind of coordinates, in one labelled picture
//         (--output); a sampler in the kernel and two samplers that the host makes; the border
//         colour, with and without alpha
// Uses    clCreateSampler, clCreateSamplerWithProperties (OpenCL 2.0), clGetSamplerInfo,
//         clRetainSampler, clReleaseSampler; sampler_t, read_imagef
// Try     image_sampler -o sampler.png
//         image_sampler -V clamp --size 3x2 --pattern noise

#include "image_sampler/drivers.h"
#include "image_sampler/views.h"

enum { MAX_TILE = 256 };    // 512 would take half a minute on a CPU

typedef struct {
    const ocl_env *env;
    sampler_views views;
    cl_mem d_image[ORDERS];        // of the same picture; NULL: the device has no CL_R
    cl_mem d_out, d_u, d_v;        // samples and their coordinates
    cl_kernel argument;            // for samplers that the host makes
    float *out, *other;            // samples
    ocl_result red, same, info;    // of all modes: CL_R, equal samples, clGetSamplerInfo
    size_t mode;                   // of MODES; before even and odd ones, d_out has other bytes
    const char *fault;             // why some samples are not compared, or NULL
} sampler_test;

// The call that replaced clCreateSampler in OpenCL 2.0.  NULL: the device is older.
static cl_sampler create_with_properties(const ocl_env *env, const sampler_mode *mode)
{
    if (ocl_device_version(env->device) < 20) return NULL;
    const cl_sampler_properties properties[] = { CL_SAMPLER_NORMALIZED_COORDS,
                                                 mode->normalized,
                                                 CL_SAMPLER_ADDRESSING_MODE,
                                                 mode->addressing,
                                                 CL_SAMPLER_FILTER_MODE,
                                                 mode->filter,
                                                 0 };
    cl_int err;
    return OCL_CREATE(clCreateSamplerWithProperties(env->context, properties, &err));
}

// A sampler answers what it was made with, and counts its references.
static ocl_result verify_info(const ocl_env *env, cl_sampler sampler, const sampler_mode *mode)
{
    cl_context context;
    cl_bool normal;
    cl_uint addressing, filter, two, one;
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, sizeof context, &context, NULL));
    OCL_CHECK(
        clGetSamplerInfo(sampler, CL_SAMPLER_NORMALIZED_COORDS, sizeof normal, &normal, NULL));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof addressing, &addressing,
                               NULL));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, sizeof filter, &filter, NULL));
    OCL_CHECK(clRetainSampler(sampler));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof two, &two, NULL));
    OCL_CHECK(clReleaseSampler(sampler));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof one, &one, NULL));
    const cl_uint got[] = { context == env->context, normal, addressing, filter, two, one };
    const cl_uint want[] = { true, mode->normalized, mode->addressing, mode->filter, 2, 1 };
    return ocl_verify_u32("context, coordinates, addressing, filter, references", got, want, 6);
}

// Takes all samples of one image.  `sampler` is NULL for the kernel that has its own sampler.
static void take_samples(const sampler_test *t, cl_kernel kernel, cl_mem d_image,
                         cl_sampler sampler, float *out)
{
    const size_t global[3] = { t->views.width, t->views.height, SAMPLER_VIEWS };
    const cl_command_queue queue = t->env->queue;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof t->d_out, &t->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_image, &d_image));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof t->d_u, &t->d_u));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof t->d_v, &t->d_v));
    if (sampler) OCL_CHECK(clSetKernelArg(kernel, 4, sizeof sampler, &sampler));
    ocl_poison_run(queue, t->d_out, t->views.bytes, t->mode);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, t->d_out, CL_TRUE, 0, t->views.bytes, out, 0, NULL, NULL));
}

// Samples the images in one mode, through up to three samplers that must not differ.
static void run_mode(sampler_test *t, ocl_report *report, ocl_picture *sheet)
{
    const sampler_mode *mode = &MODES[t->mode];
    const ocl_env *env = t->env;
    sampler_views *views = &t->views;
    sampler_views_place(views, mode);
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, t->d_u, CL_FALSE, 0, views->u_bytes, views->u, 0,
                                   NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, t->d_v, CL_FALSE, 0, views->v_bytes, views->v, 0,
                                   NULL, NULL));

    cl_int err;
    cl_kernel literal = NULL;    // its sampler is in its code
    if (sampler_mode_has_kernel(mode, env->options)) {
        cl_program program = ocl_build(env, "image_sampler.cl", "%s", mode->macros);
        literal = OCL_CREATE(clCreateKernel(program, "image_sampler_literal", &err));
        OCL_CHECK(clReleaseProgram(program));
    }
    cl_sampler sampler = OCL_CREATE(
        clCreateSampler(env->context, mode->normalized, mode->addressing, mode->filter, &err));
    cl_sampler sampler_2 = create_with_properties(env, mode);
    t->info = ocl_result_both(t->info, verify_info(env, sampler, mode));
    if (sampler_2) t->info = ocl_result_both(t->info, verify_info(env, sampler_2, mode));

    for (size_t i = 0; i < ORDERS && t->d_image[i]; i++) {
        take_samples(t, t->argument, t->d_image[i], sampler, t->out);
        if (literal) {
            take_samples(t, literal, t->d_image[i], NULL, t->other);
            t->same = ocl_result_both(
                t->same, ocl_verify_bytes("in the kernel", t->other, t->out, views->bytes));
        }
        if (sampler_2) {
            take_samples(t, t->argument, t->d_image[i], sampler_2, t->other);
            t->same = ocl_result_both(
                t->same, ocl_verify_bytes("with properties", t->other, t->out, views->bytes));
        }
        if (ORDER[i] == CL_RGBA) sampler_sheet_draw(sheet, views, mode, t->out);

        const char *fault = sampler_known_fault(env->device, mode, ORDER[i]);
        if (fault)
            t->fault = fault;
        else if (ORDER[i] == CL_RGBA)
            ocl_report_result(report, mode->name,
                              sampler_views_compare(views, mode, CL_RGBA, t->out));
        else
            t->red = ocl_result_both(t->red, sampler_views_compare(views, mode, CL_R, t->out));
    }

    if (sampler_2) OCL_CHECK(clReleaseSampler(sampler_2));
    OCL_CHECK(clReleaseSampler(sampler));
    if (literal) OCL_CHECK(clReleaseKernel(literal));
}

int main(int argc, char **argv)
{
    size_t tile = 150, pattern = OCL_PHOTO;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern),
                               { .usage = "--tile N: samples across a view", .count = &tile },
                               { 0 } };
    const ocl_about about = { .name = "image_sampler",
                              .summary = "Reads images between texels and outside of the image.",
                              .accepts = "dnioVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = COLUMNS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    if (tile > MAX_TILE) ocl_exit(OCL_EXIT_USAGE, "--tile %zu: at most %d", tile, MAX_TILE);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);

    ocl_picture picture = ocl_input_picture(&env, pattern, "coffee.bmp"), sheet;
    sampler_test t = { .env = &env, .red.pass = true, .same.pass = true, .info.pass = true };
    t.views = sampler_views_new(&picture, tile);
    t.views.loss = sampler_known_loss(env.device, 2);
    t.out = ocl_alloc(t.views.bytes);
    t.other = ocl_alloc(t.views.bytes);
    ocl_message why;
    if (!sampler_sheet_alloc(&sheet, &t.views, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    sampler_views_images(&t.views, &env, t.d_image);
    t.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, t.views.bytes, NULL);
    t.d_u = ocl_buffer(&env, CL_MEM_READ_ONLY, t.views.u_bytes, NULL);
    t.d_v = ocl_buffer(&env, CL_MEM_READ_ONLY, t.views.v_bytes, NULL);
    cl_int err;
    cl_program program = ocl_build(&env, "image_sampler.cl", "%s", "");
    t.argument = OCL_CREATE(clCreateKernel(program, "image_sampler_argument", &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    ocl_report_count(report, "samples per mode", t.views.bytes / sizeof(cl_float4));
    for (t.mode = 0; t.mode < MAX_MODES; t.mode++)
        if (ocl_wants(&opt, COLUMNS[MODES[t.mode].column])) run_mode(&t, report, &sheet);
    if (t.red.count > 0) ocl_report_result(report, "all these of one channel, CL_R", t.red);
    ocl_report_result(report, "the three samplers agree, bit for bit", t.same);
    ocl_report_result(report, "samplers answer what they are", t.info);
    if (t.fault) ocl_report_note(report, "some samples are not compared: %s", t.fault);
    sampler_report_refusals(env.context, env.device, report);
    if (opt.output) ocl_output_picture(&sheet, opt.output);

    OCL_CHECK(clReleaseKernel(t.argument));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(t.d_v));
    OCL_CHECK(clReleaseMemObject(t.d_u));
    OCL_CHECK(clReleaseMemObject(t.d_out));
    for (size_t i = 0; i < ORDERS && t.d_image[i]; i++)
        OCL_CHECK(clReleaseMemObject(t.d_image[i]));
    ocl_close(&env);
    free(t.other);
    free(t.out);
    sampler_views_free(&t.views);
    ocl_picture_free(&sheet);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
