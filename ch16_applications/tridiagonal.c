// SPDX-License-Identifier: MIT
//
// tridiagonal - many systems of equations with three diagonals, one system per work-item.
//
// Shows   a method whose steps need each other: parallel are the systems, not the steps
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     tridiagonal -n 1x100000, tridiagonal -n 100000x1, and -k with your own kernel

#include "ocl.h"

#include <float.h>

typedef struct {
    float *lower, *middle, *upper, *right;
} equations;

// Outside numbers from -1 to 1, in the middle from 4 to 5: the middle is larger than the others
// together, so no pivot comes near 0.
static equations make(size_t n, uint64_t seed)
{
    const size_t bytes = n * sizeof(float);
    const equations e = { ocl_alloc(bytes), ocl_alloc(bytes), ocl_alloc(bytes), ocl_alloc(bytes) };
    ocl_fill_f32(e.lower, n, -1, 1, seed);
    ocl_fill_f32(e.middle, n, 4, 5, seed + 1);
    ocl_fill_f32(e.upper, n, -1, 1, seed + 2);
    ocl_fill_f32(e.right, n, -1, 1, seed + 3);
    return e;
}

// The answer in plain C.  Number i of system s is at i * systems + s.
static void tridiagonal_ref(float *x, const equations *e, size_t systems, size_t unknowns)
{
    double *ratios = ocl_alloc(unknowns * sizeof *ratios);
    double *rights = ocl_alloc(unknowns * sizeof *rights);
    for (size_t s = 0; s < systems; s++) {
        for (size_t i = 0; i < unknowns; i++) {
            const size_t at = i * systems + s;
            const double low = i > 0 ? (double)e->lower[at] : 0.0;
            const double pivot = (double)e->middle[at] - (i > 0 ? low * ratios[i - 1] : 0.0);
            ratios[i] = (double)e->upper[at] / pivot;
            rights[i] = ((double)e->right[at] - (i > 0 ? low * rights[i - 1] : 0.0)) / pivot;
        }
        for (size_t i = unknowns; i-- > 0;) {
            if (i + 1 < unknowns) rights[i] -= ratios[i] * rights[i + 1];
            x[i * systems + s] = (float)rights[i];
        }
    }
    free(rights);
    free(ratios);
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "tridiagonal",
                              .summary = "Systems of equations with three diagonals.",
                              .accepts = "dnks",
                              .size_help = "systems x unknowns of each",
                              .extents = 2 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 20011, 65 }, .seed = 1 });
    const size_t systems = opt.n[0], unknowns = opt.n[1];

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double room = (double)systems * (double)unknowns * sizeof(float);
    ocl_require_memory(env.device, room, 6 * room, 6 * room + 16.0 * (double)unknowns);
    const size_t n = systems * unknowns, bytes = n * sizeof(float);
    const equations e = make(n, opt.seed);
    float *x = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "systems", systems);
    ocl_report_count(report, "unknowns", unknowns);
    OCL_TIME_REFERENCE(report, tridiagonal_ref(ref, &e, systems, unknowns));

    // Program, buffers, arguments.
    cl_program program = ocl_build(&env, "tridiagonal.cl", "-cl-std=CL1.2");
    cl_mem buffers[6] = { ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL),    // x
                          ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL),    // ratio
                          ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, e.lower),
                          ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, e.middle),
                          ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, e.upper),
                          ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, e.right) };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "tridiagonal", &err));
    for (cl_uint i = 0; i < 6; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_ulong), &(cl_ulong){ systems }));
    OCL_CHECK(clSetKernelArg(kernel, 7, sizeof(cl_ulong), &(cl_ulong){ unknowns }));

    // Launch and read.
    const size_t local = ocl_local_size(kernel, env.device, 64);
    const size_t global = ocl_round_up(systems, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, buffers[0], CL_TRUE, 0, bytes, x, 0, NULL, NULL));

    // Verify.  Errors in units of 2^-24; a quotient has up to 5 of them.  A ratio is at most
    // 1/3, a pivot at least 3.6, a right side at most 0.39, an x at most 0.5.
    //
    //     ratio   r <= 1/3 (5 + (r + 6) / 3.6)                                so r <= 2.5
    //     right   d <= 0.39 (5 + (2.5 + 6) / 3.6) + (d + 1.8) / 3.6           so d <= 4.7
    //     x       x <= d + x / 3 + 2.5 * 0.5 + 0.7                            so x <= 10
    //
    // So an error is not larger in a long system: what comes from afar is divided by 3 each time.
    // 2 more are for the reference, and for errors of errors.
    const double bound = (10 + 2) * FLT_EPSILON / 2.0;
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "x", ocl_verify_f32("x", x, ref, n, bound));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    for (int i = 5; i >= 0; i--)
        OCL_CHECK(clReleaseMemObject(buffers[i]));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(x);
    free(e.right);
    free(e.upper);
    free(e.middle);
    free(e.lower);
    return ocl_report_close(report);
}
