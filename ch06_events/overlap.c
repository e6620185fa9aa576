// SPDX-License-Identifier: MIT
//
// overlap - data in pieces and two queues: one queue copies while the other one computes.
//
// Shows   commands of two queues may run at the same time; those of one in-order queue never do
// Uses    clCreateCommandQueue, clSetKernelArg, clEnqueueWriteBuffer, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer without waiting, clFlush, clFinish
// Try     overlap -n 10, and -k with your own copy of overlap.cl

#include "ocl.h"

enum { QUEUES = 2, PIECES = 8, STEPS = 64 };    // STEPS: what the kernel does per number

// The answer in plain C: STEPS steps of a generator of random numbers.
static void overlap_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        y[i] = x[i];
        for (int s = 0; s < STEPS; s++)
            y[i] = y[i] * 1664525U + 1013904223U;
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "overlap",
                              .summary = "Two queues copy and compute at the same time.",
                              .accepts = "dnks",
                              .size_help = "numbers, in 8 pieces",
                              .extents = 1,
                              .most = UINT32_MAX / 2 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 500009 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], piece = ocl_divide_up(n, PIECES);
    const double room = sizeof(cl_uint) * (double)n;    // bytes, which may not fit a size_t
    ocl_require_memory(env.device, sizeof(cl_uint) * (double)piece,
                       QUEUES * sizeof(cl_uint) * (double)piece, 3.0 * room);
    const size_t bytes = n * sizeof(cl_uint);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(x, n, opt.seed);
    memset(y, 0, bytes);    // what is not read back stays 0, and that is wrong
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "pieces", ocl_divide_up(n, piece));
    OCL_TIME_REFERENCE(report, overlap_ref(ref, x, n));

    // Program, kernel; two queues, and a buffer of one piece for each.
    cl_int err;
    cl_program program = ocl_build(&env, "overlap.cl", "-cl-std=CL1.2 -DSTEPS=%d", STEPS);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "overlap", &err));
    const size_t local = ocl_local_size(kernel, env.device, 64);
    cl_command_queue queues[QUEUES];
    cl_mem d_pieces[QUEUES];
    for (size_t q = 0; q < QUEUES; q++) {
        queues[q] = OCL_CREATE(clCreateCommandQueue(env.context, env.device, 0, &err));
        d_pieces[q] = ocl_buffer(&env, CL_MEM_READ_WRITE, piece * sizeof(cl_uint), NULL);
    }

    // Write, launch, read: each piece in one queue, which keeps the order.  CL_FALSE: the host does
    // not wait.  clFlush: the device may begin with this piece.
    for (size_t i = 0, first = 0; first < n; i++, first += piece) {
        const cl_command_queue queue = queues[i % QUEUES];
        const cl_mem d_x = d_pieces[i % QUEUES];
        const size_t count = ocl_smaller(piece, n - first), size = count * sizeof(cl_uint);
        const size_t global = ocl_round_up(count, local);
        OCL_CHECK(clEnqueueWriteBuffer(queue, d_x, CL_FALSE, 0, size, x + first, 0, NULL, NULL));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_uint), &(cl_uint){ (cl_uint)count }));
        OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(queue, d_x, CL_FALSE, 0, size, y + first, 0, NULL, NULL));
        OCL_CHECK(clFlush(queue));
    }
    for (size_t q = 0; q < QUEUES; q++)
        OCL_CHECK(clFinish(queues[q]));

    // Verify.  Whole numbers: each is exactly that of plain C.
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", y, ref, n));

    // Release, in reverse order.
    for (size_t q = 0; q < QUEUES; q++) {
        OCL_CHECK(clReleaseMemObject(d_pieces[q]));
        OCL_CHECK(clReleaseCommandQueue(queues[q]));
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
