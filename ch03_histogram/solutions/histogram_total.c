// SPDX-License-Identifier: MIT
//
// histogram_total - exercise 4 of histogram: the device adds up the histograms of the work-groups.
//: skeleton
//: // Two parts are missing, so the counts are wrong.
//: end
//
//     cmake --build build --target exercise_histogram_total
//     build/exercises/histogram_total

#include "ocl.h"

enum { BINS = 256, LOCAL = 64, GROUPS = 8, PIXELS = 100003, RUNS = 2 };

// Each work-group counts grey pixels in local memory.  total[BINS] is one histogram for all.
//: skeleton
//: static const char *SOURCE =
//:     "kernel void count_all(global uint *total, global const uchar *pixels, uint n)\n"
//:     "{\n"
//:     "    local uint counters[256];\n"
//:     "    size_t item = get_local_id(0), items = get_local_size(0);\n"
//:     "    for (size_t bin = item; bin < 256; bin += items)\n"
//:     "        counters[bin] = 0;\n"
//:     "    barrier(CLK_LOCAL_MEM_FENCE);\n"
//:     "    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))\n"
//:     "        atomic_inc(&counters[pixels[i]]);\n"
//:     "    barrier(CLK_LOCAL_MEM_FENCE);\n"
//:     // Exercise 4 of histogram: add the work-group's counters to total.  Many work-groups do this at
//:     // the same time, so a plain store is not enough.
//:     "    for (size_t bin = item; bin < 256; bin += items)\n"
//:     "        total[bin] = counters[bin];\n"
//:     "}\n";
//: solution
static const char *SOURCE =
    "kernel void count_all(global uint *total, global const uchar *pixels, uint n)\n"
    "{\n"
    "    local uint counters[256];\n"
    "    size_t item = get_local_id(0), items = get_local_size(0);\n"
    "    for (size_t bin = item; bin < 256; bin += items)\n"
    "        counters[bin] = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))\n"
    "        atomic_inc(&counters[pixels[i]]);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (size_t bin = item; bin < 256; bin += items)\n"
    "        atomic_add(&total[bin], counters[bin]);\n"
    "}\n";
//: end

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "histogram_total",
                              .summary = "One histogram that all work-groups add to.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    // The picture, and the answer in plain C.
    const cl_uint n = PIXELS;
    static cl_uchar pixels[PIXELS];
    cl_uint total[BINS], ref[BINS] = { 0 };
    ocl_fill_bytes(pixels, sizeof pixels, 1);
    for (size_t i = 0; i < PIXELS; i++)
        ref[pixels[i]]++;

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "count_all", &err));
    cl_mem d_pixels = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof pixels, pixels);
    cl_mem d_total = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof total, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_total, &d_total));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_pixels, &d_pixels));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));

    // Every run has to give the same counts.
    const size_t local = ocl_local_size(kernel, env.device, LOCAL), global = GROUPS * local;
    for (int run = 0; run < RUNS; run++) {
        //: skeleton
        //: // Exercise 4 of histogram: total must begin with zeros, in each run.
        //: solution
        const cl_uint zero = 0;
        OCL_CHECK(clEnqueueFillBuffer(env.queue, d_total, &zero, sizeof zero, 0, sizeof total, 0,
                                      NULL, NULL));
        //: end
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    }
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_total, CL_TRUE, 0, sizeof total, total, 0, NULL, NULL));
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "total", ocl_verify_u32("total", total, ref, BINS));

    OCL_CHECK(clReleaseMemObject(d_total));
    OCL_CHECK(clReleaseMemObject(d_pixels));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
