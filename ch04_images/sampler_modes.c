// SPDX-License-Identifier: MIT
//
// sampler_modes - turns a photograph with each addressing mode and each filter of a sampler.
//
// Shows   what a kernel reads outside of an image in four modes, and between its pixels in two
// Uses    clCreateImage, clEnqueueWriteImage, clCreateSampler, clSetKernelArg,
//         clEnqueueNDRangeKernel, clEnqueueReadImage; read_imagef, write_imagef
// Try     sampler_modes --addressing clamp --angle 10 -o turned.png
//         sampler_modes --filter nearest --zoom 12 -o large.png

#include "ocl.h"

#include "sampler_modes/ref.h"

// What the sampler returns outside of the image.
static const char *const ADDRESSING_NAMES[] = { "repeat", "mirrored_repeat", "clamp_to_edge",
                                                "clamp", NULL };
static const cl_addressing_mode ADDRESSING[] = {
    CL_ADDRESS_REPEAT,             // the image again, as tiles
    CL_ADDRESS_MIRRORED_REPEAT,    // the image again, each tile mirrored
    CL_ADDRESS_CLAMP_TO_EDGE,      // the nearest pixel at the edge of the image
    CL_ADDRESS_CLAMP,              // the border colour: black, and transparent for CL_RGBA
};

// What it returns between the centres of pixels.
static const char *const FILTER_NAMES[] = { "linear", "nearest", NULL };
static const cl_filter_mode FILTER[] = {
    CL_FILTER_LINEAR,     // a mean of the four pixels around the point: the nearer, the heavier
    CL_FILTER_NEAREST,    // the pixel that the point lies in
};

static const double PI = 3.14159265358979323846;
static const double MAX_ZOOM = 64.0;    // and 1 / 64 at least

// An image without contents.  CL_UNORM_INT8: a byte per channel, which kernels read as 0.0 to 1.0.
static cl_mem create_image(const ocl_env *env, cl_mem_flags flags, const size_t extents[2])
{
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = extents[0],
                                 .image_height = extents[1] };
    cl_int err;
    return OCL_CREATE(clCreateImage(env->context, flags, &format, &desc, NULL, &err));
}

int main(int argc, char **argv)
{
    // Options.
    double angle = 30.0, zoom = 1.0;
    size_t addressing_choice = 0, filter_choice = 0, pattern = OCL_NOISE;
    const ocl_option own[] = {
        { .usage = "-a, --angle X: degrees, counterclockwise", .real = &angle },
        { .usage = "-z, --zoom X: how many times larger", .real = &zoom },
        { .usage = "--addressing NAME: outside of the picture",
          .choice = &addressing_choice,
          .choices = ADDRESSING_NAMES },
        { .usage = "--filter NAME: between the pixels",
          .choice = &filter_choice,
          .choices = FILTER_NAMES },
        OCL_PATTERN_OPTION(&pattern),
        { 0 },
    };
    const ocl_about about = { .name = "sampler_modes",
                              .summary = "Turns a picture through a sampler of each mode.",
                              .accepts = "dnioks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    if (!(zoom >= 1.0 / MAX_ZOOM && zoom <= MAX_ZOOM))
        ocl_exit(OCL_EXIT_USAGE, "--zoom %.15g: from %g to %g", zoom, 1.0 / MAX_ZOOM, MAX_ZOOM);

    // Device and picture.
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_picture picture = ocl_input_picture(&env, pattern, "coffee.bmp");
    const size_t extents[2] = { picture.width, picture.height };
    const double bytes = 4.0 * (double)extents[0] * (double)extents[1];
    ocl_require_image_2d(env.device, extents);
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 3.0 * bytes);
    ocl_picture out, ref;
    ocl_message why;
    if (!ocl_picture_alloc(&out, extents[0], extents[1], &why) ||
        !ocl_picture_alloc(&ref, extents[0], extents[1], &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    // The answer in plain C.  One pixel further to the right in the output is one `step` further in
    // the picture.
    const cl_addressing_mode addressing = ADDRESSING[addressing_choice];    // outside of the image
    const cl_filter_mode filter = FILTER[filter_choice];                    // between its pixels
    const double radians = angle * PI / 180.0;
    const cl_float2 step = { { (cl_float)(cos(radians) / zoom), (cl_float)(sin(radians) / zoom) } };
    const rotation turn = {
        .picture = &picture, .addressing = addressing, .filter = filter, .step = step
    };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", extents[0]);
    ocl_report_count(report, "height", extents[1]);
    ocl_report_text(report, "addressing", ADDRESSING_NAMES[addressing_choice]);
    ocl_report_text(report, "filter", FILTER_NAMES[filter_choice]);
    OCL_TIME_REFERENCE(report, sampler_modes_ref(&ref, &turn));

    // The images.  The output holds another colour until the kernel writes it.
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { extents[0], extents[1], 1 };
    cl_mem d_out = create_image(&env, CL_MEM_WRITE_ONLY, extents);
    cl_mem d_picture = create_image(&env, CL_MEM_READ_ONLY, extents);
    OCL_CHECK(clEnqueueWriteImage(env.queue, d_picture, CL_TRUE, origin, region, 0, 0, picture.rgba,
                                  0, NULL, NULL));
    const cl_float4 poison = { { 1.0f, 0.0f, 1.0f, 0.5f } };
    OCL_CHECK(clEnqueueFillImage(env.queue, d_out, &poison, origin, region, 0, NULL, NULL));

    // The sampler: outside of the image, and between its pixels.
    const cl_bool normalized = CL_TRUE;    // coordinates: 0 to 1 across an image of any size
    cl_int err;
    cl_sampler sampler =
        OCL_CREATE(clCreateSampler(env.context, normalized, addressing, filter, &err));

    // The kernel.
    cl_program program = ocl_build(&env, "sampler_modes.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "sampler_modes", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_picture, &d_picture));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof step, &step));

    // Launch and read: one work-item per pixel of the output.
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, extents, NULL, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadImage(env.queue, d_out, CL_TRUE, origin, region, 0, 0, out.rgba, 0, NULL,
                                 NULL));

    // Verify.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "turned", sampler_modes_verify(env.device, &out, &ref, &turn));
    if (opt.output) ocl_output_picture(&out, opt.output);

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseSampler(sampler));
    OCL_CHECK(clReleaseMemObject(d_picture));
    OCL_CHECK(clReleaseMemObject(d_out));
    ocl_close(&env);
    ocl_picture_free(&ref);
    ocl_picture_free(&out);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
