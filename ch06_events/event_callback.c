// SPDX-License-Identifier: MIT
//
// event_callback - the driver calls a function of ours when the kernel is complete.
//
// Shows   a host that does other work, and does not wait
// Uses    clEnqueueNDRangeKernel, clSetEventCallback, clFlush, clEnqueueReadBuffer;
//         atomic_store, atomic_load
// Try     event_callback -n 10, event_callback -n 4M, and -k with your own copy of the kernel

#include "ocl.h"

#include <stdatomic.h>

enum { PATIENCE_S = 30 };    // some drivers never call when the command fails

// The answer in plain C.
static uint32_t steps_of(uint64_t v)
{
    uint32_t count = 0;
    for (; v > 1; v = v % 2 ? 3 * v + 1 : v / 2)
        count++;
    return count;
}

// The driver calls this function when the kernel is complete, on a thread of its own.  It tells the
// main thread, and does nothing else: a callback must be short.
static void CL_CALLBACK tell(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    atomic_store((atomic_int *)user_data, status);
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "event_callback",
                              .summary = "The driver calls back when a kernel is complete.",
                              .accepts = "dnk",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = 1 << 26 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 } });

    // Device and data.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, 3.0 * (double)bytes);
    uint32_t *steps = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);

    // Program, buffer and arguments.
    cl_program program = ocl_build(&env, "event_callback.cl", "-cl-std=CL1.2");
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "event_callback", &err));
    cl_mem d_steps = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_steps, &d_steps));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    // Launch.  From now on the driver may call.  CL_QUEUED means here: it has not called yet.
    atomic_int told;
    atomic_init(&told, CL_QUEUED);
    cl_event done;
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clSetEventCallback(done, CL_COMPLETE, tell, &told));
    OCL_CHECK(clFlush(env.queue));    // without it the kernel may never start: nobody waits for it

    // Other work, until the callback has come: the reference, number by number.
    const double start_ns = ocl_wall_ns();
    size_t i = 0;
    int status = CL_QUEUED;
    while (status == CL_QUEUED && ocl_wall_ns() - start_ns < 1e9 * PATIENCE_S) {
        if (i < n) {
            ref[i] = steps_of(i + 1);
            i++;
        } else
            ocl_yield();
        status = atomic_load(&told);
    }
    ocl_report_note(report, "the host did %zu numbers before the callback came", i);
    for (; i < n; i++)
        ref[i] = steps_of(i + 1);

    // Read and verify.  Whole numbers: every element is exactly that of plain C.
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_steps, CL_TRUE, 0, bytes, steps, 0, NULL, NULL));
    ocl_report_result(report, "told", ocl_verify_equal("told", status, CL_COMPLETE));
    ocl_report_result(report, "steps", ocl_verify_u32("steps", steps, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseMemObject(d_steps));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(steps);
    return ocl_report_close(report);
}
