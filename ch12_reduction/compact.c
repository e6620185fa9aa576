// SPDX-License-Identifier: MIT
//
// compact - the bright pixels of a picture, side by side, in their order.
//
// Shows   where each work-item may write, when each one has another number of results
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     compact --threshold 600, compact --size 5000x3000 --pattern noise

#include "ocl.h"

enum { SHARES = 1024, PIXEL = 4 * sizeof(uint8_t) };

// The answer in plain C: how many pixels stay.
static cl_uint compact_ref(uint8_t *kept, const uint8_t *x, size_t n, cl_uint threshold)
{
    cl_uint count = 0;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *rgba = x + PIXEL * i;
        if ((cl_uint)rgba[0] + 2u * rgba[1] + rgba[2] >= threshold)
            memcpy(kept + PIXEL * (size_t)count++, rgba, PIXEL);
    }
    return count;
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_PHOTO, bright = 400;
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { .usage = "--threshold N: red + 2 green + blue of a pixel that stays", .count = &bright },
        { 0 },
    };
    const ocl_about about = { .name = "compact",
                              .summary = "The bright pixels of a picture, side by side.",
                              .accepts = "dniks",
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    if (bright > 1021) ocl_exit(OCL_EXIT_USAGE, "--threshold %zu: at most 1021", bright);

    // Device, picture, reference.  The picture is cut into 1024 shares, or fewer if it is small.
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "hubble_deep_field.bmp");
    const cl_uint n = picture.width * picture.height, threshold = (cl_uint)bright;
    const cl_uint share = (cl_uint)ocl_divide_up(n, SHARES);
    const size_t bytes = PIXEL * (size_t)n, items = ocl_divide_up(n, share);
    ocl_require_memory(env.device, (double)bytes, 2 * (double)bytes, 2 * (double)bytes);
    uint8_t *kept = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    cl_uint counts[SHARES], count = 0, ref_count;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    ocl_report_count(report, "threshold", threshold);
    OCL_TIME_REFERENCE(report, ref_count = compact_ref(ref, picture.rgba, n, threshold));

    // Program and buffers.
    cl_program program = ocl_build(&env, "compact.cl", "-cl-std=CL1.2");
    cl_mem d_kept = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_counts = ocl_buffer(&env, CL_MEM_READ_WRITE, items * sizeof(cl_uint), NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, picture.rgba);

    // Two kernels and their arguments.
    cl_int err;
    cl_kernel counting = OCL_CREATE(clCreateKernel(program, "compact_count", &err));
    OCL_CHECK(clSetKernelArg(counting, 0, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(counting, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(counting, 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(counting, 3, sizeof share, &share));
    OCL_CHECK(clSetKernelArg(counting, 4, sizeof threshold, &threshold));
    cl_kernel writing = OCL_CREATE(clCreateKernel(program, "compact_write", &err));
    OCL_CHECK(clSetKernelArg(writing, 0, sizeof d_kept, &d_kept));
    OCL_CHECK(clSetKernelArg(writing, 1, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(writing, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(writing, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(writing, 4, sizeof share, &share));
    OCL_CHECK(clSetKernelArg(writing, 5, sizeof threshold, &threshold));

    // Launch both.  The second one begins when all counts of the first one are there.
    const cl_command_queue queue = env.queue;
    cl_event done[2];
    OCL_CHECK(clEnqueueNDRangeKernel(queue, counting, 1, NULL, &items, NULL, 0, NULL, &done[0]));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, writing, 1, NULL, &items, NULL, 0, NULL, &done[1]));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_counts, CL_TRUE, 0, items * sizeof *counts, counts, 0,
                                  NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_kept, CL_TRUE, 0, bytes, kept, 0, NULL, NULL));

    // Verify.  The sum of all counts is the number of pixels that stay.
    for (size_t i = 0; i < items; i++)
        count += counts[i];
    ocl_report_fact(report, "pixels that stay", "%u", count);
    ocl_report_kernel(report, "kernels", done, 2);
    ocl_report_result(report, "number", ocl_verify_u32("number", &count, &ref_count, 1));
    if (ref_count > 0)
        ocl_report_result(report, "pixels",
                          ocl_verify_bytes("pixels", kept, ref, PIXEL * (size_t)ref_count));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done[1]));
    OCL_CHECK(clReleaseEvent(done[0]));
    OCL_CHECK(clReleaseKernel(writing));
    OCL_CHECK(clReleaseKernel(counting));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseMemObject(d_kept));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(kept);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
