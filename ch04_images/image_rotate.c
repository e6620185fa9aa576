// SPDX-License-Identifier: MIT
//
// image_rotate - turns a photograph: a first kernel that reads an image through a sampler.
//
// Shows   a sampler and its three settings; a kernel that reads between the pixels of an image and
//         outside of it; an image that a kernel writes
// Uses    clCreateSampler, clReleaseSampler, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadImage; read_imagef, write_imagef
// Try     image_rotate -o turned.png, image_rotate --angle 10 -o turned.png

#include "ocl.h"

static const double PI = 3.14159265358979323846;

// A channel of a pixel, 0 to 255.  Outside of the picture everything is 0: black and transparent.
static double channel(const ocl_picture *picture, double x, double y, size_t c)
{
    if (x < 0 || x >= picture->width || y < 0 || y >= picture->height) return 0.0;
    return picture->rgba[4 * ((size_t)y * picture->width + (size_t)x) + c];
}

// The answer in plain C.  For each pixel of the output: where does it come from, and which colour
// is there?  A mean of the four pixels around this place; the nearer a pixel, the more it counts.
static void image_rotate_ref(ocl_picture *ref, const ocl_picture *picture, cl_float2 turn)
{
    const double half_width = 0.5 * picture->width, half_height = 0.5 * picture->height;
    const double cosine = (double)turn.s[0], sine = (double)turn.s[1];
    for (uint32_t y = 0; y < ref->height; y++)
        for (uint32_t x = 0; x < ref->width; x++) {
            const double dx = x + 0.5 - half_width, dy = y + 0.5 - half_height;
            const double from_x = cosine * dx - sine * dy + half_width - 0.5;
            const double from_y = sine * dx + cosine * dy + half_height - 0.5;
            const double left = floor(from_x), top = floor(from_y);
            const double right = from_x - left, down = from_y - top;    // shares, 0 to 1
            for (size_t c = 0; c < 4; c++) {
                const double upper = (1 - right) * channel(picture, left, top, c) +
                                     right * channel(picture, left + 1, top, c);
                const double lower = (1 - right) * channel(picture, left, top + 1, c) +
                                     right * channel(picture, left + 1, top + 1, c);
                ref->rgba[4 * ((size_t)y * ref->width + x) + c] =
                    (uint8_t)lrint((1 - down) * upper + down * lower);
            }
        }
}

static int levels_off(cl_device_id device, const ocl_picture *picture);

int main(int argc, char **argv)
{
    // Options.
    double angle = 30.0;
    const ocl_option own[] = {
        { .usage = "-a, --angle X: degrees, counterclockwise", .real = &angle },
        { 0 },
    };
    const ocl_about about = { .name = "image_rotate",
                              .summary = "Turns a picture through a sampler.",
                              .accepts = "dnioks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });

    // Device and picture.
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_picture picture = ocl_input_picture(&env, OCL_NOISE, "coffee.bmp"), out, ref;
    const size_t extents[2] = { picture.width, picture.height };
    const double bytes = 4.0 * (double)extents[0] * (double)extents[1];
    ocl_require_image_2d(env.device, extents);
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 3.0 * bytes);
    ocl_message why;
    if (!ocl_picture_alloc(&out, picture.width, picture.height, &why) ||
        !ocl_picture_alloc(&ref, picture.width, picture.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    // Reference.  One pixel to the right in the output is one `turn` in the picture.
    const cl_float2 turn = { { (cl_float)cos(angle * PI / 180), (cl_float)sin(angle * PI / 180) } };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", extents[0]);
    ocl_report_count(report, "height", extents[1]);
    OCL_TIME_REFERENCE(report, image_rotate_ref(&ref, &picture, turn));

    // Program and images.  CL_UNORM_INT8: a byte per channel, which kernels read as 0.0 to 1.0.
    cl_program program = ocl_build(&env, "image_rotate.cl", "-cl-std=CL1.2");
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    cl_mem d_out = ocl_image_2d(&env, CL_MEM_WRITE_ONLY, format, extents, NULL);
    cl_mem d_picture = ocl_image_2d(&env, CL_MEM_READ_ONLY, format, extents, picture.rgba);

    // What no kernel writes keeps another colour, and cannot pass.
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { extents[0], extents[1], 1 };
    const cl_float4 poison = { { 1.0f, 0.0f, 1.0f, 0.5f } };
    OCL_CHECK(clEnqueueFillImage(env.queue, d_out, &poison, origin, region, 0, NULL, NULL));

    // The sampler: coordinates are 0 to 1 across the image; outside of it the kernel reads black,
    // between its pixels a mean of four.
    cl_int err;
    cl_sampler sampler =
        OCL_CREATE(clCreateSampler(env.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &err));

    // The kernel and its arguments.
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "image_rotate", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_picture, &d_picture));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof turn, &turn));

    // Launch and read: one work-item per pixel of the output.
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, extents, NULL, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadImage(env.queue, d_out, CL_TRUE, origin, region, 0, 0, out.rgba, 0, NULL,
                                 NULL));

    // Verify.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(
        report, "turned",
        ocl_verify_picture("turned picture", &out, &ref, levels_off(env.device, &picture)));
    if (opt.output) ocl_output_picture(&out, opt.output);

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseSampler(sampler));
    OCL_CHECK(clReleaseMemObject(d_picture));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    ocl_picture_free(&ref);
    ocl_picture_free(&out);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}

// How many levels of 255 the device may be off.  It finds the place up to `slack` pixels beside the
// exact one: a GPU keeps 8 bits of the fraction of a coordinate, and kernel and sampler round to
// float up to twelve times.  A pixel further along an axis the colour differs by at most 255.
// Storing it as a byte allows 0.6, and the reference is rounded, too.
static int levels_off(cl_device_id device, const ocl_picture *picture)
{
    const double slack =
        0x1p-8 + 12.0 * 0x1p-24 * ((double)picture->width + (double)picture->height);
    const bool in_bytes = ocl_known_fault(device, "linear filtering of bytes") != NULL;
    return (int)(2.0 * 255.0 * slack + 0.6 + 0.5) + (in_bytes ? 2 : 0);
}
