// SPDX-License-Identifier: MIT
//
// debugging_wrong - each number should become the mean of itself and the one before it, four times.
//
// This program has two mistakes, and its kernel file has three more.  The page of debugging finds
// them, each in another way; debugging.c is the program without them.

#include "ocl.h"

enum { N = 50021, GROUP = 64, ROUNDS = 4 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "debugging_wrong",
                              .summary = "Means of neighbours: a program with mistakes.",
                              .accepts = "dks" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const size_t n = N, bytes = n * sizeof(cl_uint), local = ocl_group_size(env.device, GROUP);
    const size_t global = ocl_round_up(n, local);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        x[i] = ref[i] = (cl_uint)(1000 + ocl_random(opt.seed, i) % 1000);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = n - 1; i > 0; i--)
            ref[i] = (ref[i - 1] + ref[i]) / 2;

    cl_program program = ocl_build(&env, "debugging.cl", "-cl-std=CL1.2 -DGROUP=%zu", local);
    cl_kernel kernel = clCreateKernel(program, "debugging", NULL);
    cl_mem d_x = clCreateBuffer(env.context, CL_MEM_COPY_HOST_PTR, bytes, x, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        cl_mem d_y = clCreateBuffer(env.context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
        clSetKernelArg(kernel, 0, sizeof d_y, &d_y);
        clSetKernelArg(kernel, 1, sizeof d_x, &d_x);
        clSetKernelArg(kernel, 2, sizeof(cl_uint), &n);
        clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
        d_x = d_y;
    }
    clEnqueueReadBuffer(env.queue, d_x, CL_TRUE, 0, bytes, y, 0, NULL, NULL);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_result(report, "means", ocl_verify_u32("means", y, ref, n));
    clReleaseMemObject(d_x);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
