// SPDX-License-Identifier: MIT
//
// histogram_sub_buffers - the counts of red, green and blue in three sub-buffers of one buffer.
//
// Shows   a kernel that takes parts of a buffer as if each were a buffer; one write and one read
//         for all parts
// Uses    clCreateSubBuffer, CL_DEVICE_MEM_BASE_ADDR_ALIGN, clEnqueueWriteBuffer,
//         clEnqueueReadBuffer
// Try     histogram_sub_buffers -i photo.bmp
//         histogram_sub_buffers -n 3840x2160 --pattern constant

#include "ocl.h"

static const char PHOTO[] = "astronaut.bmp";    // of data/

enum {
    CHANNELS = 3,
    BINS = 256,
    REGION_BYTES = BINS * sizeof(cl_uint),
    LOCAL = 256,           // work-items per work-group, at most
    GROUPS_PER_UNIT = 4    // work-groups per compute unit, at most
};

// Adds to counts that are 0 at first.  The counts of a channel begin `stride` after those of the
// one before.
static void histogram_ref(uint32_t *counts, size_t stride, const uint8_t *rgba, size_t n)
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
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 10, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    if (ocl_device_number(env.device, CL_DEVICE_LOCAL_MEM_SIZE) < CHANNELS * REGION_BYTES)
        ocl_exit(OCL_EXIT_SKIP, "the device needs %d bytes of local memory for the counters",
                 CHANNELS * REGION_BYTES);

    // A sub-buffer begins at a multiple of the device's alignment, which the device gives in bits.
    // There is a gap behind each sub-buffer: it shows when a kernel writes past the end.
    const size_t align = (size_t)ocl_device_number(env.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    const size_t stride_bytes = ocl_round_up(REGION_BYTES + sizeof(cl_uint), align);
    const size_t stride = stride_bytes / sizeof(cl_uint);
    const size_t all_bytes = CHANNELS * stride_bytes;

    // The picture, and the answer in plain C.  Before a launch the counts are 0, and the gaps hold
    // the poison that ocl_alloc leaves there.
    ocl_picture picture = ocl_input_picture(&env, pattern, PHOTO);
    const cl_uint n = picture.width * picture.height;
    const size_t bytes = 4 * (size_t)n;
    uint32_t *got = ocl_alloc(all_bytes);
    uint32_t *start = ocl_alloc(all_bytes);
    uint32_t *ref = ocl_alloc(all_bytes);
    for (size_t c = 0; c < CHANNELS; c++)
        memset(start + c * stride, 0, REGION_BYTES);
    memcpy(ref, start, all_bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    ocl_report_count(report, "alignment_bytes", align);
    ocl_report_count(report, "stride_bytes", stride_bytes);
    OCL_TIME_REFERENCE(report, histogram_ref(ref, stride, picture.rgba, n));

    cl_int err;
    cl_mem d_counts =
        OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, all_bytes, NULL, &err));
    cl_mem d_pixels = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(
        clEnqueueWriteBuffer(env.queue, d_pixels, CL_TRUE, 0, bytes, picture.rgba, 0, NULL, NULL));

    // Arguments 0 to 2 are sub-buffers of d_counts: red, green and blue.
    cl_program program = ocl_build(&env, "histogram_sub_buffers.cl", "-DBINS=%d", BINS);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "histogram_sub_buffers", &err));
    cl_mem d_channels[CHANNELS];
    for (cl_uint c = 0; c < CHANNELS; c++) {
        const cl_buffer_region region = { .origin = c * stride_bytes, .size = REGION_BYTES };
        d_channels[c] = OCL_CREATE(clCreateSubBuffer(d_counts, CL_MEM_READ_WRITE,
                                                     CL_BUFFER_CREATE_TYPE_REGION, &region, &err));
        OCL_CHECK(clSetKernelArg(kernel, c, sizeof d_channels[c], &d_channels[c]));
    }
    OCL_CHECK(clSetKernelArg(kernel, CHANNELS, sizeof d_pixels, &d_pixels));
    OCL_CHECK(clSetKernelArg(kernel, CHANNELS + 1, sizeof n, &n));

    // The host writes and reads the buffer as one.  The kernel counts into its parts.
    const size_t local = ocl_local_size(kernel, env.device, LOCAL);
    const size_t units = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t most = GROUPS_PER_UNIT * units * local;
    const size_t global = n < most ? ocl_round_up(n, local) : most;
    ocl_trial t = ocl_trial_open(&env, "sub_buffers", d_counts, all_bytes);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueWriteBuffer(env.queue, d_counts, CL_FALSE, 0, all_bytes, start, 0, NULL,
                                       NULL));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &t.done));
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_counts, CL_TRUE, 0, all_bytes, got, 0, NULL, NULL));

    // The comparison covers the counts and the gaps.
    const ocl_work work = { .amount = (double)bytes, .unit = "GB/s", .limit = env.limits.read_gbs };
    ocl_trial_report(&t, report, &work, ocl_verify_u32("counts", got, ref, CHANNELS * stride));

    for (size_t c = 0; c < CHANNELS; c++)
        OCL_CHECK(clReleaseMemObject(d_channels[c]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_pixels));
    OCL_CHECK(clReleaseMemObject(d_counts));
    ocl_close(&env);
    ocl_picture_free(&picture);
    free(ref);
    free(start);
    free(got);
    return ocl_report_close(report);
}
