// SPDX-License-Identifier: MIT
//
// gaussian_filter - a soft photograph: a weighted mean, in which near neighbours count more.
//
// Shows   a table of weights in constant memory
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     gaussian_filter -o soft.png
//         gaussian_filter -i data/chelsea.bmp -o soft.png

#include "ocl.h"

// Channel c of the pixel at (x, y); outside of the picture, of the nearest one at its edge.
static int channel_at(const ocl_picture *in, ptrdiff_t x, ptrdiff_t y, size_t c)
{
    const ptrdiff_t right = (ptrdiff_t)in->width - 1, bottom = (ptrdiff_t)in->height - 1;
    x = x < 0 ? 0 : x > right ? right : x;
    y = y < 0 ? 0 : y > bottom ? bottom : y;
    return in->rgba[4 * (size_t)(y * (right + 1) + x) + c];
}

// The answer in plain C.
static void gaussian_filter_ref(ocl_picture *out, const ocl_picture *in)
{
    static const int weights[3][3] = { { 1, 2, 1 }, { 2, 4, 2 }, { 1, 2, 1 } };    // sum 16
    uint8_t *next = out->rgba;
    for (ptrdiff_t y = 0; y < (ptrdiff_t)in->height; y++)
        for (ptrdiff_t x = 0; x < (ptrdiff_t)in->width; x++)
            for (size_t c = 0; c < 4; c++) {
                int sum = 0;
                for (ptrdiff_t j = -1; j <= 1; j++)
                    for (ptrdiff_t i = -1; i <= 1; i++)
                        sum += weights[j + 1][i + 1] * channel_at(in, x + i, y + j, c);
                *next++ = (uint8_t)((sum + 8) / 16);    // the nearest whole number
            }
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "gaussian_filter",
                              .summary = "A weighted mean, in which near neighbours count more.",
                              .accepts = "dnioks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });

    // Device, picture, reference.
    ocl_env env = ocl_open(&opt);
    ocl_picture in = ocl_input_picture(&env, pattern, "astronaut.bmp"), out, ref;
    if (in.height > 65535)    // the work-groups of dimension 1 that NVIDIA's GPUs take
        ocl_exit(OCL_EXIT_USAGE, "at most 65535 rows; gaussian_filter_ladder takes more");
    const double room = 4.0 * in.width * in.height;
    ocl_require_memory(env.device, room, 2.0 * room, 3.0 * room);
    ocl_message why;
    if (!ocl_picture_alloc(&out, in.width, in.height, &why) ||
        !ocl_picture_alloc(&ref, in.width, in.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", in.width);
    ocl_report_count(report, "height", in.height);
    OCL_TIME_REFERENCE(report, gaussian_filter_ref(&ref, &in));

    // Program and buffers.
    cl_program program = ocl_build(&env, "gaussian_filter.cl", "-cl-std=CL1.2");
    const size_t bytes = (size_t)4 * in.width * in.height;
    cl_mem d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, in.rgba);

    // Arguments.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "gaussian_filter", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));

    // Launch: a work-item per pixel.  The driver chooses the work-groups.  Then read.
    const size_t global[2] = { in.width, in.height };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, NULL, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out, CL_TRUE, 0, bytes, out.rgba, 0, NULL, NULL));

    // Verify.  Whole numbers: every byte is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "means", ocl_verify_picture("means", &out, &ref, 0));
    if (opt.output != NULL) ocl_output_picture(&out, opt.output);

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    ocl_picture_free(&ref);
    ocl_picture_free(&out);
    ocl_picture_free(&in);
    return ocl_report_close(report);
}
