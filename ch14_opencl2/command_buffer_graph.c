// SPDX-License-Identifier: MIT
//
// command_buffer_graph - a recording for an out-of-order queue: four launches in any order, and one
// that waits for all of them; three replays are enqueued before the first one has ended.
//
// Shows   sync points, where nothing else gives an order; the flag for a recording that is pending
//         more than once
// Uses    clCreateCommandBufferKHR, clCommandNDRangeKernelKHR, clFinalizeCommandBufferKHR,
//         clEnqueueCommandBufferKHR, clReleaseCommandBufferKHR,
//         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR
// Try     command_buffer_graph -n 5, and -k with your own copy of command_buffer_graph.cl

#include "ocl.h"

#include "shared/functions/command_buffers.h"

enum { PARTS = 4, REPLAYS = 3 };

// CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR: newer versions of the extension have it
// in place of a bit among the capabilities.
enum { SUPPORTED_QUEUE_PROPERTIES = 0x129A };

// The answer in plain C.
static void graph_ref(cl_uint *y, cl_uint *x, size_t n)
{
    for (int replay = 0; replay < REPLAYS; replay++) {
        for (size_t i = 0; i < n; i++)
            x[i] = 3 * x[i] + 1;
        for (size_t i = 0; i < n; i++)
            y[i] = 5 * y[i] + x[i] + 2 * x[n - 1 - i];
    }
}

// Ends the program where the device has no recordings for out-of-order queues, or none that may be
// pending more than once.
static void require_graphs(cl_device_id device)
{
    cl_device_command_buffer_capabilities_khr can;
    cl_command_queue_properties queues = 0;
    OCL_CHECK(
        clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, sizeof can, &can, NULL));
    const cl_int status =
        clGetDeviceInfo(device, SUPPORTED_QUEUE_PROPERTIES, sizeof queues, &queues, NULL);
    if (status != CL_INVALID_VALUE)
        OCL_CHECK(status);
    else if (can & CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR)
        queues = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    if (!(queues & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        ocl_exit(OCL_EXIT_SKIP,
                 "this device records for in-order queues only; PoCL 3.1 and 6.0 and "
                 "Intel's runtime for CPUs (./demo.sh --with intel) do more");
    if (!(can & CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR))
        ocl_exit(OCL_EXIT_SKIP,
                 "on this device a recording is pending once at a time; PoCL 3.1 and "
                 "6.0 and Intel's runtime for CPUs (./demo.sh --with intel) do more");
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "command_buffer_graph",
                              .summary = "A recording for an out-of-order queue, enqueued thrice.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device and its out-of-order queue: without events, commands may run in any order.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, room, 2.0 * room, 4.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    const command_buffer_api api = require_command_buffers(&env);
    require_graphs(env.device);
    cl_int err;
    cl_command_queue queue = OCL_CREATE(clCreateCommandQueue(
        env.context, env.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &err));

    // Data, buffers, reference.
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(x, n, opt.seed);
    ocl_fill_u32(ref, n, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, ref);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    graph_ref(ref, x, n);

    // Record four launches that wait for nothing.  Each has a kernel of its own, with its
    // arguments.
    cl_program program = ocl_build(&env, "command_buffer_graph.cl", "-cl-std=CL1.2");
    const cl_properties flags[] = { CL_COMMAND_BUFFER_FLAGS_KHR,
                                    CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0 };
    cl_command_buffer_khr commands =
        OCL_CREATE(api.clCreateCommandBufferKHR(1, &queue, flags, &err));
    cl_kernel part[PARTS];
    cl_sync_point_khr done[PARTS];
    for (size_t p = 0; p < PARTS; p++) {
        const cl_ulong first = n * p / PARTS, count = n * (p + 1) / PARTS - first;
        part[p] = OCL_CREATE(clCreateKernel(program, "command_buffer_graph_part", &err));
        OCL_CHECK(clSetKernelArg(part[p], 0, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(part[p], 1, sizeof first, &first));
        OCL_CHECK(clSetKernelArg(part[p], 2, sizeof count, &count));
        const size_t local = ocl_local_size(part[p], env.device, 64);
        const size_t global = ocl_round_up(count > 0 ? count : 1, local);
        OCL_CHECK(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, part[p], 1, NULL, &global,
                                                &local, 0, NULL, &done[p], NULL));
    }

    // Record the launch that waits for all four: it reads from all parts.
    cl_kernel join = OCL_CREATE(clCreateKernel(program, "command_buffer_graph_join", &err));
    OCL_CHECK(clSetKernelArg(join, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(join, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(join, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(join, env.device, 64), global = ocl_round_up(n, local);
    OCL_CHECK(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, join, 1, NULL, &global, &local,
                                            PARTS, done, NULL, NULL));
    OCL_CHECK(api.clFinalizeCommandBufferKHR(commands));

    // Enqueue three replays at once.  Each waits for the event of the one before, and the host for
    // none.
    cl_event replayed[REPLAYS];
    for (cl_uint r = 0; r < REPLAYS; r++)
        OCL_CHECK(api.clEnqueueCommandBufferKHR(0, NULL, commands, r > 0,
                                                r > 0 ? &replayed[r - 1] : NULL, &replayed[r]));
    OCL_CHECK(
        clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, bytes, y, 1, &replayed[REPLAYS - 1], NULL));

    // Verify.  Whole numbers: every element is exactly that of plain C.
    ocl_report_result(report, "three replays", ocl_verify_u32("three replays", y, ref, n));

    // Release, in reverse order.
    for (int r = 0; r < REPLAYS; r++)
        OCL_CHECK(clReleaseEvent(replayed[r]));
    OCL_CHECK(api.clReleaseCommandBufferKHR(commands));
    OCL_CHECK(clReleaseKernel(join));
    for (int p = 0; p < PARTS; p++)
        OCL_CHECK(clReleaseKernel(part[p]));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseCommandQueue(queue));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
