// SPDX-License-Identifier: MIT
//
// image_sampler - every mode of a sampler: what a kernel gets between texels and outside of the
// image.  image_rotate is the program to read before.
//
// Shows   every addressing mode, filter and kind of coordinates, in one labelled picture
//         (--output); a sampler in the kernel and two samplers that the host makes; the border
//         colour, with and without alpha
// Uses    clCreateSampler, clCreateSamplerWithProperties (OpenCL 2.0), clGetSamplerInfo,
//         clRetainSampler, clReleaseSampler; sampler_t, read_imagef
// Try     image_sampler -o sampler.png
//         image_sampler -V clamp --size 3x2 --pattern noise

#include "ocl.h"

#include "image_sampler/sheet.h"
#include "proof/image_sampler/views.h"
#include "shared/sampler_model.h"

enum { MAX_TILE = 256 };    // 512 would take half a minute on a CPU

// Outside of the image; between its texels; whether coordinates are 0 to 1 across the image, or
// count texels.  The repeating modes need coordinates from 0 to 1.
// clang-format off
static const sampler_mode MODES[] = {
    // nothing may be read outside
    { CL_ADDRESS_NONE,             CL_FILTER_NEAREST,  CL_TRUE  },
    { CL_ADDRESS_NONE,             CL_FILTER_LINEAR,   CL_TRUE  },
    { CL_ADDRESS_NONE,             CL_FILTER_NEAREST,  CL_FALSE },
    { CL_ADDRESS_NONE,             CL_FILTER_LINEAR,   CL_FALSE },
    // the nearest texel inside
    { CL_ADDRESS_CLAMP_TO_EDGE,    CL_FILTER_NEAREST,  CL_TRUE  },
    { CL_ADDRESS_CLAMP_TO_EDGE,    CL_FILTER_LINEAR,   CL_TRUE  },
    { CL_ADDRESS_CLAMP_TO_EDGE,    CL_FILTER_NEAREST,  CL_FALSE },
    { CL_ADDRESS_CLAMP_TO_EDGE,    CL_FILTER_LINEAR,   CL_FALSE },
    // the border colour
    { CL_ADDRESS_CLAMP,            CL_FILTER_NEAREST,  CL_TRUE  },
    { CL_ADDRESS_CLAMP,            CL_FILTER_LINEAR,   CL_TRUE  },
    { CL_ADDRESS_CLAMP,            CL_FILTER_NEAREST,  CL_FALSE },
    { CL_ADDRESS_CLAMP,            CL_FILTER_LINEAR,   CL_FALSE },
    // the image again
    { CL_ADDRESS_REPEAT,           CL_FILTER_NEAREST,  CL_TRUE  },
    { CL_ADDRESS_REPEAT,           CL_FILTER_LINEAR,   CL_TRUE  },
    // the image again, mirrored
    { CL_ADDRESS_MIRRORED_REPEAT,  CL_FILTER_NEAREST,  CL_TRUE  },
    { CL_ADDRESS_MIRRORED_REPEAT,  CL_FILTER_LINEAR,   CL_TRUE  },
};
// clang-format on
enum { MODE_COUNT = sizeof MODES / sizeof MODES[0] };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    ocl_picture sheet;    // the drawing of all modes
    sampler_views views;
    cl_mem d_image[ORDERS];        // of the same picture; NULL: the device has no CL_R
    cl_mem d_out, d_u, d_v;        // samples and their coordinates
    cl_kernel argument;            // for samplers that the host makes
    float *out, *other;            // samples
    size_t launches;               // so far: the next one finds other bytes in d_out
    ocl_result red, same, info;    // of all modes: CL_R, equal samples, clGetSamplerInfo
    const char *fault;             // why some samples are not compared, or NULL
} lesson;

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

// Whether the mode is also tried with a kernel that has the sampler in its code.  PoCL takes one to
// two seconds to compile such a kernel: if all modes run, only the last one of each column has it.
static bool builds_literal(const sampler_mode *mode, const ocl_options *options)
{
    const sampler_mode texels = { mode->addressing, mode->filter, CL_FALSE };
    const bool is_last =
        mode->filter == CL_FILTER_LINEAR && (!mode->normalized || !sampler_mode_exists(&texels));
    return is_last || !ocl_wants(options, "all");
}

// The kernel whose sampler is in its code.  NULL: it is not tried in this mode.
static cl_kernel create_literal(const ocl_env *env, const sampler_mode *mode)
{
    if (!builds_literal(mode, env->options)) return NULL;
    char macros[SAMPLER_TEXT];
    sampler_mode_macros(macros, mode);
    cl_int err;
    cl_program program = ocl_build(env, "image_sampler.cl", "%s", macros);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "image_sampler_literal", &err));
    OCL_CHECK(clReleaseProgram(program));
    return kernel;
}

// A sampler answers what it was made with, and counts its references.
static ocl_result verify_info(const ocl_env *env, cl_sampler sampler, const sampler_mode *mode)
{
    cl_context context;
    cl_bool normalized;
    cl_uint addressing, filter, two, one;
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, sizeof context, &context, NULL));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_NORMALIZED_COORDS, sizeof normalized,
                               &normalized, NULL));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof addressing, &addressing,
                               NULL));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, sizeof filter, &filter, NULL));

    OCL_CHECK(clRetainSampler(sampler));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof two, &two, NULL));
    OCL_CHECK(clReleaseSampler(sampler));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof one, &one, NULL));

    const cl_uint got[] = { context == env->context, normalized, addressing, filter, two, one };
    const cl_uint ref[] = { true, mode->normalized, mode->addressing, mode->filter, 2, 1 };
    return ocl_verify_u32("context, coordinates, addressing, filter, references", got, ref, 6);
}

// Takes all samples of one image.  `sampler` is NULL for the kernel that has its own sampler.
static void take_samples(lesson *l, cl_kernel kernel, cl_mem d_image, cl_sampler sampler,
                         float *out)
{
    const size_t global[3] = { l->views.width, l->views.height, SAMPLER_VIEWS };
    const size_t bytes = l->views.bytes;
    cl_command_queue queue = l->env->queue;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_image, &d_image));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_u, &l->d_u));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_v, &l->d_v));
    if (sampler) OCL_CHECK(clSetKernelArg(kernel, 4, sizeof sampler, &sampler));

    ocl_poison_run(queue, l->d_out, bytes, l->launches++);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
}

// Takes the samples once more, in the same mode by another way, into l->other.
static void compare_ways(lesson *l, const char *what, cl_kernel kernel, cl_mem d_image,
                         cl_sampler sampler)
{
    take_samples(l, kernel, d_image, sampler, l->other);
    const ocl_result equal = ocl_verify_bytes(what, l->other, l->out, l->views.bytes);
    l->same = ocl_result_both(l->same, equal);
}

// Compares the samples in l->out with the model.
static void compare_model(lesson *l, const sampler_mode *mode, cl_channel_order order)
{
    const char *fault = NULL;
    if (order == CL_R && mode->addressing == CL_ADDRESS_CLAMP)
        fault = ocl_known_fault(l->env->device, "the border of CL_R");
    if (mode->addressing == CL_ADDRESS_NONE && mode->filter == CL_FILTER_LINEAR && !fault)
        fault = ocl_known_fault(l->env->device, "linear filtering with CL_ADDRESS_NONE");
    if (fault) {
        l->fault = fault;
        return;
    }
    const ocl_result result = sampler_views_compare(&l->views, mode, order, l->out);
    if (order == CL_R) {
        l->red = ocl_result_both(l->red, result);
    } else {
        char name[SAMPLER_TEXT];
        sampler_mode_name(name, mode);
        ocl_report_result(l->report, name, result);
    }
}

// Samples the images in one mode, through up to three samplers that must not differ.
static void run_mode(lesson *l, const sampler_mode *mode)
{
    const ocl_env *env = l->env;
    const sampler_views *views = &l->views;
    sampler_views_place(&l->views, mode);
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, l->d_u, CL_FALSE, 0, views->u_bytes, views->u, 0,
                                   NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, l->d_v, CL_FALSE, 0, views->v_bytes, views->v, 0,
                                   NULL, NULL));

    cl_int err;
    cl_sampler sampler = OCL_CREATE(
        clCreateSampler(env->context, mode->normalized, mode->addressing, mode->filter, &err));
    cl_sampler sampler_2 = create_with_properties(env, mode);
    cl_kernel literal = create_literal(env, mode);
    l->info = ocl_result_both(l->info, verify_info(env, sampler, mode));
    if (sampler_2) l->info = ocl_result_both(l->info, verify_info(env, sampler_2, mode));

    for (size_t i = 0; i < ORDERS && l->d_image[i]; i++) {
        cl_mem d_image = l->d_image[i];
        take_samples(l, l->argument, d_image, sampler, l->out);
        if (literal) compare_ways(l, "in the kernel", literal, d_image, NULL);
        if (sampler_2) compare_ways(l, "with properties", l->argument, d_image, sampler_2);
        if (ORDER[i] == CL_RGBA) sampler_sheet_draw(&l->sheet, views, mode, l->out);
        compare_model(l, mode, ORDER[i]);
    }

    if (literal) OCL_CHECK(clReleaseKernel(literal));
    if (sampler_2) OCL_CHECK(clReleaseSampler(sampler_2));
    OCL_CHECK(clReleaseSampler(sampler));
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
                              .variants = SAMPLER_COLUMN_NAMES,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    if (tile > MAX_TILE) ocl_exit(OCL_EXIT_USAGE, "--tile %zu: at most %d", tile, MAX_TILE);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);

    // The picture, and what is drawn of it.
    ocl_picture picture = ocl_input_picture(&env, pattern, "coffee.bmp");
    lesson l = { .env = &env, .red.pass = true, .same.pass = true, .info.pass = true };
    l.views = sampler_views_new(&picture, tile);
    l.views.loss = sampler_known_loss(env.device, 2);
    l.out = ocl_alloc(l.views.bytes);
    l.other = ocl_alloc(l.views.bytes);
    ocl_message why;
    if (!sampler_sheet_alloc(&l.sheet, &l.views, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    sampler_views_images(&l.views, &env, l.d_image);
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.views.bytes, NULL);
    l.d_u = ocl_buffer(&env, CL_MEM_READ_ONLY, l.views.u_bytes, NULL);
    l.d_v = ocl_buffer(&env, CL_MEM_READ_ONLY, l.views.v_bytes, NULL);
    cl_int err;
    cl_program program = ocl_build(&env, "image_sampler.cl", "%s", "");
    l.argument = OCL_CREATE(clCreateKernel(program, "image_sampler_argument", &err));

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", picture.width);
    ocl_report_count(l.report, "height", picture.height);
    ocl_report_count(l.report, "samples per mode", l.views.bytes / sizeof(cl_float4));
    for (const sampler_mode *mode = MODES; mode < MODES + MODE_COUNT; mode++)
        if (ocl_wants(&opt, SAMPLER_COLUMN_NAMES[sampler_mode_column(mode)])) run_mode(&l, mode);
    if (l.red.count > 0) ocl_report_result(l.report, "all these of one channel, CL_R", l.red);
    ocl_report_result(l.report, "the three samplers agree, bit for bit", l.same);
    ocl_report_result(l.report, "samplers answer what they are", l.info);
    if (l.fault)
        ocl_report_note(l.report, "some samples are not compared: this driver %s", l.fault);
    if (opt.output) ocl_output_picture(&l.sheet, opt.output);

    OCL_CHECK(clReleaseKernel(l.argument));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(l.d_v));
    OCL_CHECK(clReleaseMemObject(l.d_u));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    for (size_t i = 0; i < ORDERS && l.d_image[i]; i++)
        OCL_CHECK(clReleaseMemObject(l.d_image[i]));
    ocl_close(&env);
    free(l.other);
    free(l.out);
    sampler_views_free(&l.views);
    ocl_picture_free(&l.sheet);
    ocl_picture_free(&picture);
    return ocl_report_close(l.report);
}
