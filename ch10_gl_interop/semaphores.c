// SPDX-License-Identifier: MIT
//
// semaphores - one queue makes numbers, another one waits for them.
//
// Shows   a semaphore: a signal in one queue, a wait in another one, and no event between them
// Uses    clCreateSemaphoreWithPropertiesKHR, clEnqueueSignalSemaphoresKHR,
//         clEnqueueWaitSemaphoresKHR, clReleaseSemaphoreKHR; clCreateCommandQueue, clFlush,
//         clEnqueueNDRangeKernel
// Try     semaphores -n 10

#include "ocl.h"

#include <CL/cl_ext.h>

enum {
    ROUNDS = 3,
    LATE = 10000000    // steps for the last number: who does not wait for it is too early
};

// The answer in plain C, of one round.
static void semaphores_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    cl_uint last = x[n - 1] * x[n - 1];
    for (cl_uint k = 0; k < LATE; k++)
        last = (5 * last) ^ k;
    for (size_t i = 0; i + 1 < n; i++)
        y[i] = x[i] * x[i] + last;
    y[n - 1] = 2 * last;
}

// Both kernels take the buffer that they write, the buffer that they read, and a size.
static void launch(cl_command_queue queue, cl_kernel kernel, cl_mem d_out, cl_mem d_in, size_t n)
{
    const size_t global = ocl_round_up(n, 64);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
}

// The functions of an extension are found by name when the program runs.
typedef struct {
    clCreateSemaphoreWithPropertiesKHR_fn clCreateSemaphoreWithPropertiesKHR;
    clEnqueueSignalSemaphoresKHR_fn clEnqueueSignalSemaphoresKHR;
    clEnqueueWaitSemaphoresKHR_fn clEnqueueWaitSemaphoresKHR;
    clReleaseSemaphoreKHR_fn clReleaseSemaphoreKHR;
} semaphore_functions;

static semaphore_functions find_functions(cl_platform_id platform)
{
    semaphore_functions api;
    *(void **)&api.clCreateSemaphoreWithPropertiesKHR =
        ocl_extension_function(platform, "clCreateSemaphoreWithPropertiesKHR");
    *(void **)&api.clEnqueueSignalSemaphoresKHR =
        ocl_extension_function(platform, "clEnqueueSignalSemaphoresKHR");
    *(void **)&api.clEnqueueWaitSemaphoresKHR =
        ocl_extension_function(platform, "clEnqueueWaitSemaphoresKHR");
    *(void **)&api.clReleaseSemaphoreKHR =
        ocl_extension_function(platform, "clReleaseSemaphoreKHR");
    return api;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "semaphores",
                              .summary = "One queue makes numbers, another one waits for them.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = UINT32_MAX };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_semaphore"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_semaphore");
    const semaphore_functions api = find_functions(env.platform);
    const double room = (double)opt.n[0] * sizeof(cl_uint);
    ocl_require_memory(env.device, room, 3.0 * room, 3.0 * ROUNDS * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    cl_uint *x = ocl_alloc(ROUNDS * bytes), *y = ocl_alloc(ROUNDS * bytes);
    cl_uint *ref = ocl_alloc(ROUNDS * bytes);
    ocl_fill_u32(x, ROUNDS * n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    for (size_t round = 0; round < ROUNDS; round++)
        semaphores_ref(ref + round * n, x + round * n, n);

    // Program, buffers, a second queue.
    cl_int err;
    cl_program program = ocl_build(&env, "semaphores.cl", "-cl-std=CL1.2 -DLATE=%d", LATE);
    cl_kernel make = OCL_CREATE(clCreateKernel(program, "semaphores_make", &err));
    cl_kernel use = OCL_CREATE(clCreateKernel(program, "semaphores_use", &err));
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_made = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, NULL);
    cl_command_queue maker = OCL_CREATE(clCreateCommandQueue(env.context, env.device, 0, &err));
    cl_command_queue user = env.queue;

    // A semaphore: binary, the only kind so far.  It is signalled or not, and a new one is not.
    const cl_semaphore_properties_khr properties[] = { CL_SEMAPHORE_TYPE_KHR,
                                                       CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
    cl_semaphore_khr made =
        OCL_CREATE(api.clCreateSemaphoreWithPropertiesKHR(env.context, properties, &err));

    for (size_t round = 0; round < ROUNDS; round++) {
        // One queue makes the numbers, and signals.  The flush sends it on its way.
        OCL_CHECK(
            clEnqueueWriteBuffer(maker, d_x, CL_TRUE, 0, bytes, x + round * n, 0, NULL, NULL));
        launch(maker, make, d_made, d_x, n);
        OCL_CHECK(api.clEnqueueSignalSemaphoresKHR(maker, 1, &made, NULL, 0, NULL, NULL));
        OCL_CHECK(clFlush(maker));

        // The other one waits, and uses them.  The host waits only for the answer.
        OCL_CHECK(api.clEnqueueWaitSemaphoresKHR(user, 1, &made, NULL, 0, NULL, NULL));
        launch(user, use, d_y, d_made, n);
        OCL_CHECK(clEnqueueReadBuffer(user, d_y, CL_TRUE, 0, bytes, y + round * n, 0, NULL, NULL));
    }

    // Verify.
    ocl_report_result(report, "sums", ocl_verify_u32("sums", y, ref, ROUNDS * n));

    // Release, in reverse order.
    OCL_CHECK(api.clReleaseSemaphoreKHR(made));
    OCL_CHECK(clReleaseCommandQueue(maker));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_made));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(use));
    OCL_CHECK(clReleaseKernel(make));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
