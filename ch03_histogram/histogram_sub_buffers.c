// SPDX-License-Identifier: MIT
//
// histogram_sub_buffers - the counts of red, green and blue in three sub-buffers of one buffer.
//
// Shows   a kernel that takes parts of a buffer as if each were its own; one write and one read for all
// Uses    clCreateSubBuffer, CL_DEVICE_MEM_BASE_ADDR_ALIGN
// Try     histogram_sub_buffers -i photo.bmp; a sub-buffer too long by one count in place of REGION_BYTES

#include "ocl.h"

enum { CHANNELS = 3, BINS = 256, REGION_BYTES = BINS * sizeof(cl_uint) };
enum { LOCAL = 256, GROUPS = 4 };    // wanted work-items a work-group, work-groups a compute unit

static const char PHOTO[] = "astronaut.bmp";    // of data/

// Adds to counts that begin at 0; a channel's begin `stride` after those of the channel before.
static void histogram_sub_buffers_ref(uint32_t *counts, size_t stride, const uint8_t *rgba,
                                      size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < CHANNELS; c++)
            counts[stride * c + rgba[4 * i + c]]++;
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { 0 } };
    const ocl_about about = { .name = "histogram_sub_buffers",
                              .summary = "Counts red, green and blue in three sub-buffers.",
                              .accepts = "dnirks",
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .own = own };
    const ocl_options defaults = { .n = { 0, 0 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    if (ocl_device_number(env.device, CL_DEVICE_LOCAL_MEM_SIZE) < CHANNELS * REGION_BYTES)
        ocl_exit(OCL_EXIT_SKIP, "the counters need %d bytes of local memory",
                 CHANNELS * REGION_BYTES);

    ocl_picture image = ocl_input_picture(&env, pattern, PHOTO);
    const size_t n = (size_t)image.width * image.height, bytes = 4 * n;
    const cl_uint pixels = (cl_uint)n;

    // A sub-buffer begins at a multiple of the device's alignment (asked for in bits).  The gap after it
    // is for what a kernel may write past its end.
    const size_t align = (size_t)ocl_device_number(env.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    const size_t stride_bytes = ocl_round_up(REGION_BYTES + sizeof(cl_uint), align);
    const size_t stride = stride_bytes / sizeof(cl_uint), whole = CHANNELS * stride_bytes;

    // Before a launch the counts are 0 and the gaps hold what ocl_alloc leaves there, all ones.
    uint32_t *got = ocl_alloc(whole), *start = ocl_alloc(whole), *ref = ocl_alloc(whole);
    for (size_t c = 0; c < CHANNELS; c++)
        memset(start + c * stride, 0, REGION_BYTES);
    memcpy(ref, start, whole);
    const double begin = ocl_wall_ns();
    histogram_sub_buffers_ref(ref, stride, image.rgba, n);
    const double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", image.width);
    ocl_report_count(report, "height", image.height);
    ocl_report_count(report, "alignment_bytes", align);
    ocl_report_count(report, "stride_bytes", stride_bytes);
    ocl_report_reference(report, reference_ns);

    cl_int err;
    cl_mem d_pixels = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(
        clEnqueueWriteBuffer(env.queue, d_pixels, CL_TRUE, 0, bytes, image.rgba, 0, NULL, NULL));
    cl_mem d_counts = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, whole, NULL, &err));

    cl_program program = ocl_build(&env, "histogram_sub_buffers.cl", "-DBINS=%d", BINS);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "histogram_sub_buffers", &err));
    cl_mem d_channel[CHANNELS];
    for (cl_uint c = 0; c < CHANNELS; c++) {
        const cl_buffer_region region = { c * stride_bytes, REGION_BYTES };
        d_channel[c] = OCL_CREATE(clCreateSubBuffer(d_counts, CL_MEM_READ_WRITE,
                                                    CL_BUFFER_CREATE_TYPE_REGION, &region, &err));
        OCL_CHECK(clSetKernelArg(kernel, c, sizeof d_channel[c], &d_channel[c]));
    }
    OCL_CHECK(clSetKernelArg(kernel, CHANNELS, sizeof d_pixels, &d_pixels));
    OCL_CHECK(clSetKernelArg(kernel, CHANNELS + 1, sizeof pixels, &pixels));

    // The buffer is written and read as one, before and after the kernel counts into its parts.
    const size_t local = ocl_local_size(kernel, env.device, LOCAL);
    const size_t most =
        GROUPS * local * (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t global = n < most ? ocl_round_up(n, local) : most;
    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run <= opt.repeat; run++) {
        cl_event done;
        OCL_CHECK(
            clEnqueueWriteBuffer(env.queue, d_counts, CL_FALSE, 0, whole, start, 0, NULL, NULL));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
        if (run > 0) ocl_times_add(&times, ocl_event_ns(done, done));
        OCL_CHECK(clReleaseEvent(done));
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_counts, CL_TRUE, 0, whole, got, 0, NULL, NULL));

    // Counts and gaps.
    const ocl_result check = ocl_verify_u32("sub_buffers", got, ref, CHANNELS * stride);
    const double limit = ocl_device_limits(&env).read_gbs;
    ocl_report_row(report,
                   &(ocl_row){ "sub_buffers", &times, (double)bytes, "GB/s", limit, check });

    for (size_t c = 0; c < CHANNELS; c++)
        OCL_CHECK(clReleaseMemObject(d_channel[c]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseMemObject(d_pixels));
    ocl_close(&env);
    ocl_picture_free(&image);
    free(ref);
    free(start);
    free(got);
    return ocl_report_close(report);
}
