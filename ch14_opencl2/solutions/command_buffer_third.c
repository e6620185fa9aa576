// SPDX-License-Identifier: MIT
//
// command_buffer_third - exercise 3 of command_buffer: each replay goes on where the last one
// ended.
//
//     cmake --build build --target exercise_command_buffer_third
//     build/exercises/command_buffer_third

#include "ocl.h"

enum { N = 10007, REPLAYS = 3, LAUNCHES = 3 };

static cl_kernel kernel_of(cl_program program, cl_mem d_out, cl_mem d_in)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "command_buffer", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ N }));
    return kernel;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "command_buffer_third",
                              .summary = "Each replay goes on where the last one ended.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_command_buffer"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_command_buffer");
    const char *fault = ocl_known_fault(env.device, "command buffers");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    clCreateCommandBufferKHR_fn create;
    clCommandNDRangeKernelKHR_fn record;
    clFinalizeCommandBufferKHR_fn finalize;
    clEnqueueCommandBufferKHR_fn replay;
    clReleaseCommandBufferKHR_fn release;
    *(void **)&create = ocl_extension_function(env.platform, "clCreateCommandBufferKHR");
    *(void **)&record = ocl_extension_function(env.platform, "clCommandNDRangeKernelKHR");
    *(void **)&finalize = ocl_extension_function(env.platform, "clFinalizeCommandBufferKHR");
    *(void **)&replay = ocl_extension_function(env.platform, "clEnqueueCommandBufferKHR");
    *(void **)&release = ocl_extension_function(env.platform, "clReleaseCommandBufferKHR");

    // What comes out when all numbers become means of their neighbours nine times.
    static cl_uint x[N], ref[N], before[N];
    for (size_t i = 0; i < N; i++)
        x[i] = ref[i] = (cl_uint)(ocl_random(1, i) % 1000000);
    for (int k = 0; k < REPLAYS * LAUNCHES; k++) {
        memcpy(before, ref, sizeof ref);
        for (size_t i = 0; i < N; i++)
            ref[i] =
                (before[i > 0 ? i - 1 : i] + 2 * before[i] + before[i + 1 < N ? i + 1 : i]) / 4;
    }

    cl_program program = ocl_build(&env, "command_buffer.cl", "-cl-std=CL1.2");
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, x);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, NULL);
    cl_mem d_z = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, NULL);
    cl_kernel y_from_x = kernel_of(program, d_y, d_x), z_from_y = kernel_of(program, d_z, d_y);

    cl_int err;
    const size_t n = N;
    cl_sync_point_khr first, second;
    cl_command_buffer_khr commands = OCL_CREATE(create(1, &env.queue, NULL, &err));
    OCL_CHECK(record(commands, NULL, NULL, y_from_x, 1, NULL, &n, NULL, 0, NULL, &first, NULL));
    OCL_CHECK(record(commands, NULL, NULL, z_from_y, 1, NULL, &n, NULL, 1, &first, &second, NULL));
    //: skeleton
    //: // Exercise 3 of command_buffer: record a third launch, x from z, which waits for the second.
    //: solution
    cl_kernel x_from_z = kernel_of(program, d_x, d_z);
    OCL_CHECK(record(commands, NULL, NULL, x_from_z, 1, NULL, &n, NULL, 1, &second, NULL, NULL));
    //: end
    OCL_CHECK(finalize(commands));

    for (int k = 0; k < REPLAYS; k++) {
        OCL_CHECK(replay(0, NULL, commands, 0, NULL, NULL));
        OCL_CHECK(clFinish(env.queue));
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_x, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "replays", ocl_verify_u32("replays", x, ref, N));

    OCL_CHECK(release(commands));
    //: solution
    OCL_CHECK(clReleaseKernel(x_from_z));
    //: end
    OCL_CHECK(clReleaseKernel(z_from_y));
    OCL_CHECK(clReleaseKernel(y_from_x));
    OCL_CHECK(clReleaseMemObject(d_z));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
