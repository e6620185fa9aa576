// SPDX-License-Identifier: MIT
//
// scaling - the same work on 1, 2, 4, ... work-groups: how much faster, and why not more.
//
//     host      [ make x ]      one thread: each number needs the one before it
//     device               [ work-group 0 ]
//                          [ work-group 1 ]     at the same time, on other compute units
//
// Shows   the speed-up by more compute units; Amdahl's law beside it
// Uses    clSetKernelArg, clEnqueueNDRangeKernel with few work-groups, clEnqueueReadBuffer
// Try     scaling -n 100000, scaling -d gpu, and -k with your own copy of scaling.cl

#include "ocl.h"

enum { ROUNDS = 16, LAUNCHES = 5 };    // steps of the kernel per number; launches per row

// The serial part: no second thread can help, because each number needs the one before it.
static void make_numbers(cl_uint *x, size_t n, uint64_t seed)
{
    cl_uint value = (cl_uint)seed;
    for (size_t i = 0; i < n; i++)
        x[i] = value = value * 747796405U + 2891336453U;
}

// The parallel part in plain C: no number needs another one.
static void scaling_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        y[i] = x[i];
        for (int r = 0; r < ROUNDS; r++)
            y[i] = (y[i] ^ (y[i] >> 15)) * 2654435761U;
    }
}

// Amdahl's law: with the serial fraction s of the time, p units are at most this much faster.
static double amdahl(double s, double p)
{
    return 1.0 / (s + (1.0 - s) / p);
}

// The nanoseconds of the kernel with so many work-items: the best of some launches, because other
// programs make the rest slower.
static double best_ns(const ocl_env *env, cl_kernel kernel, size_t global, size_t local, cl_mem d_y,
                      size_t bytes)
{
    double best = 0.0;
    for (size_t k = 0; k < LAUNCHES; k++) {
        cl_event done;
        ocl_poison_run(env->queue, d_y, bytes, k);    // what the launch before has written is gone
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
        const double ns = ocl_event_ns(done, done);
        if (k == 0 || ns < best) best = ns;
        OCL_CHECK(clReleaseEvent(done));
    }
    return best;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "scaling",
                              .summary = "The same work on 1, 2, 4, ... work-groups.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = UINT32_MAX / 2 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 500009 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // bytes, which may not fit a size_t
    ocl_require_memory(env.device, room, 2.0 * room, 3.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    const size_t units = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    cl_uint *y = ocl_alloc(bytes), *x = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    memset(x, 0, bytes);    // now the memory is there, and its time does not count
    const double begin_ns = ocl_wall_ns();
    make_numbers(x, n, opt.seed);
    const double serial_ns = ocl_wall_ns() - begin_ns;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "compute units", units);
    OCL_TIME_REFERENCE(report, scaling_ref(ref, x, n));

    // Program, buffers, arguments.
    cl_int err;
    cl_program program = ocl_build(&env, "scaling.cl", "-cl-std=CL1.2 -DROUNDS=%d", ROUNDS);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "scaling", &err));
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    // 1, 2, 4, ... work-groups: p of them keep p compute units busy, and no more.
    const size_t local = ocl_local_size(kernel, env.device, 256);
    ocl_table table =
        ocl_table_open(report, "scaling", "work-groups, serial ms, kernel ms, speed-up, Amdahl");
    ocl_result result = { .pass = true };
    double one_ns = 0.0, serial = 0.0;    // the time with one work-group; the serial fraction of it
    for (size_t p = 1; p <= 2 * units; p *= 2) {
        const double kernel_ns = best_ns(&env, kernel, p * local, local, d_y, bytes);
        const double whole_ns = serial_ns + kernel_ns;
        if (p == 1) {
            one_ns = whole_ns;
            serial = serial_ns / whole_ns;
        }
        ocl_table_row(&table, "%11zu %9.3f %9.3f %8.2f %6.2f", p, serial_ns / 1e6, kernel_ns / 1e6,
                      one_ns / whole_ns, amdahl(serial, (double)ocl_smaller(p, units)));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));
        result = ocl_result_both(result, ocl_verify_u32("numbers", y, ref, n));
    }
    ocl_report_fact(report, "serial fraction", "%.3f", serial);
    ocl_report_result(report, "numbers", result);

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(x);
    free(y);
    return ocl_report_close(report);
}
