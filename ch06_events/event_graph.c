// SPDX-License-Identifier: MIT
//
// event_graph - three commands in a queue that keeps no order: events say who waits for whom.
//
//     x ---> A ---> a -+-> B ---> b -+
//                      |             v
//                      +-----------> C ---> c
//
// Shows   an out-of-order queue; the event of a command in the wait lists of others
// Uses    clCreateCommandQueue, clSetKernelArg, clEnqueueNDRangeKernel and clEnqueueReadBuffer with
//         a wait list, clReleaseEvent
// Try     event_graph -n 4, and -k with your own copy of event_graph.cl

#include "ocl.h"

// The answer in plain C: one step of the graph.
static void step_ref(cl_uint *y, const cl_uint *p, const cl_uint *q, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = 3 * p[i] + q[n - 1 - i];
}

// All three steps.
static void event_graph_ref(cl_uint *c, cl_uint *a, cl_uint *b, const cl_uint *x, size_t n)
{
    step_ref(a, x, x, n);
    step_ref(b, a, a, n);
    step_ref(c, a, b, n);
}

// Launches one step, which starts when the `count` events of `waits` are complete.  Returns its
// event, which others may wait for.
static cl_event launch(cl_command_queue queue, cl_kernel kernel, size_t local, cl_mem d_y,
                       cl_mem d_p, cl_mem d_q, size_t n, cl_uint count, const cl_event *waits)
{
    const size_t global = ocl_round_up(n, local);
    cl_event done;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_p, &d_p));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_q, &d_q));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, count, waits, &done));
    return done;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "event_graph",
                              .summary = "Three commands that wait for each other by events.",
                              .accepts = "dnks",
                              .size_help = "numbers in each vector",
                              .extents = 1,
                              .most = UINT32_MAX / 2 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .seed = 1 });

    // Device, data, reference.  All arithmetic is modulo 2^32.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // bytes, which may not fit a size_t
    ocl_require_memory(env.device, room, 4.0 * room, 5.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    cl_uint *c = ocl_alloc(bytes), *x = ocl_alloc(bytes);
    cl_uint *a_ref = ocl_alloc(bytes), *b_ref = ocl_alloc(bytes), *c_ref = ocl_alloc(bytes);
    ocl_fill_u32(x, n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, event_graph_ref(c_ref, a_ref, b_ref, x, n));

    // Program, buffers.
    cl_int err;
    cl_program program = ocl_build(&env, "event_graph.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "event_graph", &err));
    const size_t local = ocl_local_size(kernel, env.device, 64);
    cl_mem d_a = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_b = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_c = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);

    // A queue that may start a command before those in front of it are complete.  Where a device
    // has no such queue, an in-order queue keeps every order, also the one that we ask for.
    const cl_command_queue_properties can =
        ocl_device_number(env.device, CL_DEVICE_QUEUE_PROPERTIES);
    const cl_command_queue_properties properties =
        CL_QUEUE_PROFILING_ENABLE | (can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueue(env.context, env.device, properties, &err));

    // B reads what A writes, so it waits for A.  C reads what both write, so it waits for both.
    enum { A, B, C, COMMANDS };
    cl_event done[COMMANDS];
    done[A] = launch(queue, kernel, local, d_a, d_x, d_x, n, 0, NULL);
    done[B] = launch(queue, kernel, local, d_b, d_a, d_a, n, 1, &done[A]);
    done[C] = launch(queue, kernel, local, d_c, d_a, d_b, n, 2, &done[A]);    // A and B
    OCL_CHECK(clEnqueueReadBuffer(queue, d_c, CL_TRUE, 0, bytes, c, 1, &done[C], NULL));

    // When each of them ran, and the answer.  Whole numbers: each is exactly that of plain C.
    const ocl_stamps start = ocl_event_stamps(done[A]);
    ocl_table table = ocl_table_open(report, "commands", "command, starts ms, ends ms");
    for (int k = A; k < COMMANDS; k++) {
        const ocl_stamps at = ocl_event_stamps(done[k]);
        ocl_table_row(&table, "%-7s %9.3f %9.3f", (const char *[]){ "A", "B", "C" }[k],
                      ocl_ns_between(start.started, at.started) / 1e6,
                      ocl_ns_between(start.started, at.ended) / 1e6);
    }
    ocl_report_result(report, "c", ocl_verify_u32("c", c, c_ref, n));

    // Release, in reverse order.
    for (int k = COMMANDS; k-- > A;)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseCommandQueue(queue));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_c));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(c_ref);
    free(b_ref);
    free(a_ref);
    free(x);
    free(c);
    return ocl_report_close(report);
}
