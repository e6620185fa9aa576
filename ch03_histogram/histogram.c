// SPDX-License-Identifier: MIT
//
// histogram - how many pixels of a picture have each value of red, of green and of blue.
//
// Shows   counters in local memory, which the work-items of a work-group share; atomic additions
//         and barriers
// Uses    clCreateBuffer, clEnqueueWriteBuffer, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer
// Try     histogram -i photo.bmp -o chart.png --csv counts.csv
//         histogram -n 3840x2160 --pattern constant
//         histogram -d cpu, and then histogram -d gpu

#include "ocl.h"
#include "sample/output_chart.h"

enum {
    BINS = OCL_RGB_COUNTS,    // 256 of red, 256 of green, 256 of blue
    HISTOGRAM_BYTES = BINS * sizeof(cl_uint),
    GROUPS_PER_UNIT = 8    // work-groups per compute unit
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
    size_t pattern = OCL_NOISE;
    const char *csv = NULL;
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { .usage = "-c, --csv FILE: write the counts as bin,red,green,blue", .text = &csv },
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
    const size_t groups = GROUPS_PER_UNIT * units;
    const size_t all_bytes = groups * HISTOGRAM_BYTES;    // one histogram per work-group
    ocl_require_memory(env.device, (double)bytes, (double)bytes + (double)all_bytes, (double)bytes);
    uint32_t counts[BINS] = { 0 }, ref[BINS], *histograms = ocl_alloc(all_bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    OCL_TIME_REFERENCE(report, histogram_ref(ref, picture.rgba, n));

    // Program, and the picture, which goes to the device once.
    cl_int err;
    cl_program program = ocl_build(&env, "histogram.cl", "-cl-std=CL1.2");
    cl_mem d_histograms = ocl_buffer(&env, CL_MEM_READ_WRITE, all_bytes, NULL);
    cl_mem d_pixels = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(
        clEnqueueWriteBuffer(env.queue, d_pixels, CL_TRUE, 0, bytes, picture.rgba, 0, NULL, NULL));

    // Arguments.
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "histogram", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_histograms, &d_histograms));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_pixels, &d_pixels));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));

    // Launch, read, and add up what the work-groups have counted.
    const size_t local = ocl_local_size(kernel, env.device, 256), global = groups * local;
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_histograms, CL_TRUE, 0, all_bytes, histograms, 0,
                                  NULL, NULL));
    for (size_t i = 0; i < groups * BINS; i++)
        counts[i % BINS] += histograms[i];

    // Verify.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "counts", ocl_verify_u32("counts", counts, ref, BINS));
    if (csv) ocl_output_counts_csv(counts, csv);
    if (opt.output) ocl_output_counts(report, counts, opt.output);

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_pixels));
    OCL_CHECK(clReleaseMemObject(d_histograms));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(histograms);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
