// SPDX-License-Identifier: MIT
//
// profiling_saxpy - a clock on every command: when it was queued, submitted, started, ended.
//
// Shows   the time stamps of two writes, a kernel and a read; the copies take more time than the
//         kernel
// Uses    clCreateCommandQueue with CL_QUEUE_PROFILING_ENABLE, clGetEventProfilingInfo,
//         CL_DEVICE_PROFILING_TIMER_RESOLUTION; clEnqueueWriteBuffer, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer, clFinish
// Try     profiling_saxpy -n 1 (the cost of a command that has almost no work)

#include "ocl.h"

enum { WRITE_X, WRITE_Y, KERNEL, READ_Y, COMMANDS };
enum { QUEUED, SUBMITTED, STARTED, ENDED, STAMPS };
static const char *const NAMES[COMMANDS] = { "write x", "write y", "kernel", "read y" };
static const cl_profiling_info WHICH[STAMPS] = { CL_PROFILING_COMMAND_QUEUED,
                                                 CL_PROFILING_COMMAND_SUBMIT,
                                                 CL_PROFILING_COMMAND_START,
                                                 CL_PROFILING_COMMAND_END };

// The answer in plain C.
static void saxpy_ref(float *ref, float alpha, const float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ref[i] = alpha * x[i] + y[i];
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "profiling_saxpy",
                              .summary = "When every command of a saxpy ran.",
                              .accepts = "dnks",
                              .size_help = "elements of each vector",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 4000037 }, .seed = 1 });

    // Device, data, reference.  Whole numbers below 1000: all sums are exact.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_float);
    const double vector_bytes = (double)n * sizeof(cl_float);
    ocl_require_memory(env.device, vector_bytes, 2.0 * vector_bytes, 4.0 * vector_bytes);
    float *x = ocl_alloc(bytes), *y = ocl_alloc(bytes);
    float *got = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)(ocl_random(opt.seed, i) % 1000);
        y[i] = (float)(ocl_random(opt.seed + 1, i) % 1000);
    }
    memset(got, 0xff, bytes);    // what the read does not bring cannot pass
    const cl_float alpha = 2.5f;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, saxpy_ref(ref, alpha, x, y, n));

    // A queue of our own, whose commands keep time stamps.
    cl_int err;
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueue(env.context, env.device, CL_QUEUE_PROFILING_ENABLE, &err));

    // Program, buffers, arguments.
    cl_program program = ocl_build(&env, "profiling_saxpy.cl", "-cl-std=CL1.2");
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, NULL);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "profiling_saxpy", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof alpha, &alpha));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(kernel, env.device, 256), global = ocl_round_up(n, local);

    // Four commands, each with an event.  No call waits but the last one: then all have ended.
    cl_event event[COMMANDS];
    OCL_CHECK(clEnqueueWriteBuffer(queue, d_x, CL_FALSE, 0, bytes, x, 0, NULL, &event[WRITE_X]));
    OCL_CHECK(clEnqueueWriteBuffer(queue, d_y, CL_FALSE, 0, bytes, y, 0, NULL, &event[WRITE_Y]));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &event[KERNEL]));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_y, CL_FALSE, 0, bytes, got, 0, NULL, &event[READ_Y]));
    OCL_CHECK(clFinish(queue));

    // Their stamps, in nanoseconds of the device's clock.
    cl_ulong stamp[COMMANDS][STAMPS];
    for (int c = 0; c < COMMANDS; c++)
        for (int s = 0; s < STAMPS; s++)
            OCL_CHECK(clGetEventProfilingInfo(event[c], WHICH[s], sizeof stamp[c][s], &stamp[c][s],
                                              NULL));
    ocl_report_print(report, "\nmicroseconds after the first command was queued");
    ocl_table table =
        ocl_table_open(report, "stamps_us", "command, queued, submitted, started, ended, runs");
    for (int c = 0; c < COMMANDS; c++) {
        double us[STAMPS];
        for (int s = 0; s < STAMPS; s++)
            us[s] = ocl_ns_between(stamp[0][QUEUED], stamp[c][s]) / 1e3;
        ocl_table_row(&table, "%-8s %12.3f %12.3f %12.3f %12.3f %12.3f", NAMES[c], us[QUEUED],
                      us[SUBMITTED], us[STARTED], us[ENDED], us[ENDED] - us[STARTED]);
    }

    // Verify.  Stamps may be early by a tick of the clock, and no command starts before the one
    // before it has ended.
    size_t tick_ns;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof tick_ns,
                              &tick_ns, NULL));
    long long early = 0;
    for (int c = 0; c < COMMANDS; c++) {
        for (int s = 1; s < STAMPS; s++)
            early += ocl_ns_between(stamp[c][s - 1], stamp[c][s]) < -(double)tick_ns;
        if (c > 0)
            early += ocl_ns_between(stamp[c - 1][ENDED], stamp[c][STARTED]) < -(double)tick_ns;
    }
    ocl_report_result(report, "y", ocl_verify_f32("y", got, ref, n, 0.0));
    ocl_report_result(report, "stamps in order", ocl_verify_equal("early stamps", early, 0));

    // Release, in reverse order.
    for (int c = 0; c < COMMANDS; c++)
        OCL_CHECK(clReleaseEvent(event[c]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseCommandQueue(queue));
    ocl_close(&env);
    free(ref);
    free(got);
    free(y);
    free(x);
    return ocl_report_close(report);
}
