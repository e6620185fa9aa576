// SPDX-License-Identifier: MIT
//
// command_buffer - two launches are recorded once, and replayed three times with other numbers.
//
// Shows   a recording: what it keeps, and how its commands wait for each other
// Uses    clCreateCommandBufferKHR, clCommandNDRangeKernelKHR, clFinalizeCommandBufferKHR,
//         clEnqueueCommandBufferKHR, clReleaseCommandBufferKHR
// Try     command_buffer -n 10, and -k with your own copy of command_buffer.cl

#include "ocl.h"

enum { REPLAYS = 3 };

// The answer in plain C: each number becomes a mean of its neighbours and itself, twice.
static void smooth(uint32_t *y, const uint32_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = (x[i > 0 ? i - 1 : i] + 2 * x[i] + x[i + 1 < n ? i + 1 : i]) / 4;
}

static void smooth_twice_ref(uint32_t *z, uint32_t *y, const uint32_t *x, size_t n)
{
    for (size_t k = 0; k < REPLAYS; k++) {
        smooth(y, x + k * n, n);
        smooth(z + k * n, y, n);
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "command_buffer",
                              .summary = "Commands are recorded once, and replayed three times.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device.  It must have the extension, for a queue like ours: in order.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, room, 3.0 * room, 10.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    if (!ocl_has_extension(env.device, "cl_khr_command_buffer"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_command_buffer");
    if (ocl_device_number(env.device, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR) &
        ~(cl_ulong)CL_QUEUE_PROFILING_ENABLE)
        ocl_exit(OCL_EXIT_SKIP, "this device records only for another kind of queue");
    const char *fault = ocl_known_fault(env.device, "command buffers");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);

    // Its functions.  A program cannot be linked with them: the driver gives their addresses.
    struct {
        clCreateCommandBufferKHR_fn clCreateCommandBufferKHR;
        clCommandNDRangeKernelKHR_fn clCommandNDRangeKernelKHR;
        clFinalizeCommandBufferKHR_fn clFinalizeCommandBufferKHR;
        clEnqueueCommandBufferKHR_fn clEnqueueCommandBufferKHR;
        clReleaseCommandBufferKHR_fn clReleaseCommandBufferKHR;
    } api;
    *(void **)&api.clCreateCommandBufferKHR =
        ocl_extension_function(env.platform, "clCreateCommandBufferKHR");
    *(void **)&api.clCommandNDRangeKernelKHR =
        ocl_extension_function(env.platform, "clCommandNDRangeKernelKHR");
    *(void **)&api.clFinalizeCommandBufferKHR =
        ocl_extension_function(env.platform, "clFinalizeCommandBufferKHR");
    *(void **)&api.clEnqueueCommandBufferKHR =
        ocl_extension_function(env.platform, "clEnqueueCommandBufferKHR");
    *(void **)&api.clReleaseCommandBufferKHR =
        ocl_extension_function(env.platform, "clReleaseCommandBufferKHR");

    // Data and reference: other numbers for each replay.
    uint32_t *x = ocl_alloc(REPLAYS * bytes), *y = ocl_alloc(bytes);
    uint32_t *z = ocl_alloc(REPLAYS * bytes), *ref = ocl_alloc(REPLAYS * bytes);
    for (size_t i = 0; i < REPLAYS * n; i++)
        x[i] = (uint32_t)(ocl_random(opt.seed, i) % 1000);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    smooth_twice_ref(ref, y, x, n);

    // Program and buffers.
    cl_program program = ocl_build(&env, "command_buffer.cl", "-cl-std=CL1.2");
    cl_mem d_z = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);

    // Two kernel objects of one function, each with its own arguments: y from x, z from y.  With
    // one object, PoCL 3.1 would see the last arguments in both launches.
    cl_int err;
    const cl_ulong size = n;
    cl_kernel y_from_x = OCL_CREATE(clCreateKernel(program, "command_buffer", &err));
    OCL_CHECK(clSetKernelArg(y_from_x, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(y_from_x, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(y_from_x, 2, sizeof size, &size));
    cl_kernel z_from_y = OCL_CREATE(clCreateKernel(program, "command_buffer", &err));
    OCL_CHECK(clSetKernelArg(z_from_y, 0, sizeof d_z, &d_z));
    OCL_CHECK(clSetKernelArg(z_from_y, 1, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(z_from_y, 2, sizeof size, &size));
    const size_t local = ocl_local_size(y_from_x, env.device, 64), global = ocl_round_up(n, local);

    // Record both launches.  Nothing runs yet.  The second one waits for the first one.  NULL is
    // the recording's own queue.
    cl_command_buffer_khr commands =
        OCL_CREATE(api.clCreateCommandBufferKHR(1, &env.queue, NULL, &err));
    cl_sync_point_khr first;
    OCL_CHECK(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, y_from_x, 1, NULL, &global,
                                            &local, 0, NULL, &first, NULL));
    OCL_CHECK(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, z_from_y, 1, NULL, &global,
                                            &local, 1, &first, NULL, NULL));
    OCL_CHECK(api.clFinalizeCommandBufferKHR(commands));

    // Replay three times: the same buffers, with other numbers in them.  The read waits: the next
    // replay may begin only when this one has ended.
    for (size_t k = 0; k < REPLAYS; k++) {
        OCL_CHECK(
            clEnqueueWriteBuffer(env.queue, d_x, CL_TRUE, 0, bytes, x + k * n, 0, NULL, NULL));
        OCL_CHECK(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_z, CL_TRUE, 0, bytes, z + k * n, 0, NULL, NULL));
    }

    // Verify.  Whole numbers: every element of every replay is exactly that of plain C.
    ocl_report_result(report, "replays", ocl_verify_u32("replays", z, ref, REPLAYS * n));

    // Release, in reverse order.
    OCL_CHECK(api.clReleaseCommandBufferKHR(commands));
    OCL_CHECK(clReleaseKernel(z_from_y));
    OCL_CHECK(clReleaseKernel(y_from_x));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_z));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(z);
    free(y);
    free(x);
    return ocl_report_close(report);
}
