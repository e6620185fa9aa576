// SPDX-License-Identifier: MIT
//
// histogram - how many pixels of a picture have each value of red, of green and of blue.
//
// Shows   local memory as an argument of a kernel; two ways to let many work-items count into the
//         same few counters
// Uses    clCreateBuffer, clEnqueueWriteBuffer, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer
// Try     histogram -i photo.bmp -o chart.png --csv counts.csv
//         histogram -n 3840x2160 --pattern constant
//         histogram -d cpu, and then histogram -d gpu

#include "ocl.h"
#include "sample/output_chart.h"

enum { PER_ITEM, LOCAL_ATOMIC, KERNELS };
static const char *const NAMES[KERNELS] = { "per_item", "local_atomic" };
static const char *const KERNEL_NAMES[KERNELS] = { "histogram_per_item", "histogram_local_atomic" };
static const size_t WANTED[KERNELS] = { 64, 256 };    // work-items per work-group

enum {
    BINS = OCL_RGB_COUNTS,                       // 256 of red, 256 of green, 256 of blue
    HISTOGRAM_BYTES = BINS * sizeof(cl_uint),    // also what a work-group of local_atomic needs
    ITEM_BYTES = BINS * sizeof(cl_uchar),        // the counters of a work-item of per_item
    GROUPS_PER_UNIT = 8                          // work-groups per compute unit
};

// The answer in plain C.  No counter can wrap: the picture has less than 2^32 pixels.
static void histogram_ref(uint32_t counts[BINS], const uint8_t *rgba, size_t n)
{
    memset(counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + rgba[4 * i + c]]++;
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_NOISE, most = 256;
    const char *csv = NULL;
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { .usage = "-c, --csv FILE: write the counts as bin,red,green,blue", .text = &csv },
        { .usage = "--local-size N: work-items per work-group, at most", .count = &most },
        { 0 },
    };
    const ocl_about about = { .name = "histogram",
                              .summary = "Counts the values of red, green and blue in a picture.",
                              .accepts = "dnioks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });

    // Device, picture, reference.
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const cl_uint n = picture.width * picture.height;
    const size_t bytes = 4 * (size_t)n;
    const size_t units = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t groups = GROUPS_PER_UNIT * units, all_bytes = groups * HISTOGRAM_BYTES;
    ocl_require_memory(env.device, (double)bytes, (double)bytes + (double)all_bytes, (double)bytes);
    uint32_t counts[BINS], ref[BINS], *histograms = ocl_alloc(all_bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    OCL_TIME_REFERENCE(report, histogram_ref(ref, picture.rgba, n));

    // Program, and the picture, which goes to the device once.
    cl_int err;
    cl_program program = ocl_build(&env, "histogram.cl", "-cl-std=CL1.2");
    cl_mem d_pixels = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(
        clEnqueueWriteBuffer(env.queue, d_pixels, CL_TRUE, 0, bytes, picture.rgba, 0, NULL, NULL));

    // Two kernels with the same arguments, each with an output of its own: a histogram per
    // work-group.
    ocl_table table = ocl_table_open(report, "launches",
                                     "kernel, work-groups, work-items each, local bytes each");
    cl_mem d_histograms[KERNELS];
    cl_event done[KERNELS];
    for (int k = 0; k < KERNELS; k++) {
        // Local memory is small.  per_item has fewer work-items where it has no room for all.
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNEL_NAMES[k], &err));
        const size_t room = ocl_local_left(kernel, env.device);
        size_t local = ocl_local_size(kernel, env.device, ocl_smaller(WANTED[k], most));
        while (k == PER_ITEM && local > 1 && local * ITEM_BYTES > room)
            local /= 2;
        const size_t local_bytes = k == PER_ITEM ? local * ITEM_BYTES : HISTOGRAM_BYTES;
        if (local_bytes > room)
            ocl_exit(OCL_EXIT_SKIP, "%s needs %zu bytes of local memory, and has %zu", NAMES[k],
                     local_bytes, room);
        ocl_table_row(&table, "%-24s %zu %zu %zu", NAMES[k], groups, local, local_bytes);

        // Local memory is an argument with a size and no value: it belongs to the work-groups.
        const size_t global = groups * local;
        d_histograms[k] = ocl_buffer(&env, CL_MEM_READ_WRITE, all_bytes, NULL);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_histograms[k], &d_histograms[k]));
        OCL_CHECK(clSetKernelArg(kernel, 1, local_bytes, NULL));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_pixels, &d_pixels));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done[k]));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Read, add up what the work-groups have counted, verify.
    for (int k = 0; k < KERNELS; k++)
        ocl_report_kernel(report, NAMES[k], &done[k], 1);
    for (int k = 0; k < KERNELS; k++) {
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_histograms[k], CL_TRUE, 0, all_bytes, histograms,
                                      0, NULL, NULL));
        memset(counts, 0, sizeof counts);
        for (size_t i = 0; i < groups * BINS; i++)
            counts[i % BINS] += histograms[i];
        ocl_report_result(report, NAMES[k], ocl_verify_u32(NAMES[k], counts, ref, BINS));
    }
    if (csv) ocl_output_counts_csv(counts, csv);
    if (opt.output) ocl_output_counts(report, counts, opt.output);

    // Release.
    for (int k = 0; k < KERNELS; k++) {
        OCL_CHECK(clReleaseEvent(done[k]));
        OCL_CHECK(clReleaseMemObject(d_histograms[k]));
    }
    OCL_CHECK(clReleaseMemObject(d_pixels));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(histograms);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
