// SPDX-License-Identifier: MIT
//
// mpi_sum - the sum of n numbers by several processes: one process, one device, one number each.
//
//     rank 0    numbers 0 ...         device    sum 0
//     rank 1    numbers n / 2 ...     device    sum 1    MPI_Reduce: sum 0 + sum 1, in rank 0
//
// Shows   the usual form of a program on a cluster: the same program in each rank of MPI, each with
//         a part of the problem and a device of its own
// Uses    MPI_Reduce; clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     mpi_sum; mpiexec -n 4 mpi_sum; mpiexec -n 3 mpi_sum -n 2

#include "ocl.h"

#include "shared/cluster/cluster.h"

enum { ITEMS = 1024 };    // work-items of each device

// Number i of the problem.  Each rank makes its own ones.
static cl_uint number(uint64_t seed, size_t i)
{
    return (cl_uint)ocl_random(seed, i);
}

// The answer in plain C.
static uint64_t mpi_sum_ref(size_t n, uint64_t seed)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += number(seed, i);
    return sum;
}

int main(int argc, char **argv)
{
    // MPI starts; then the options.
    const cluster ranks = cluster_start(&argc, &argv);
    size_t deadline = CLUSTER_DEADLINE;
    const ocl_option own[] = { CLUSTER_OPTION(&deadline), { 0 } };
    const ocl_about about = { .name = "mpi_sum",
                              .summary = "The sum of n numbers, a part per rank of MPI.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1,
                              .own = own };
    ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .seed = 1 });
    cluster_set_deadline(deadline);

    // This rank's device, and its part of the numbers.
    ocl_env env = cluster_open(&ranks, &opt);
    const size_t n = opt.n[0], size = (size_t)ranks.size, rank = (size_t)ranks.rank;
    const size_t first = cluster_first(n, size, rank);
    const size_t mine = cluster_first(n, size, rank + 1) - first;
    const size_t bytes = (mine > 0 ? mine : 1) * sizeof(cl_uint);    // a buffer has at least a byte
    ocl_require_memory(env.device, (double)bytes, (double)bytes, (double)bytes);
    cl_uint *x = ocl_alloc(bytes);
    for (size_t i = 0; i < mine; i++)
        x[i] = number(opt.seed, first + i);

    // Program, buffers, kernel.
    cl_program program = ocl_build(&env, "mpi_sum.cl", "-cl-std=CL1.2");
    cl_mem d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, ITEMS * sizeof(cl_ulong), NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "mpi_sum", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ mine }));
    cluster_agree();    // all ranks are ready; if one of them has failed, all end

    // Rank 0 reports, and knows the answer in plain C.
    uint64_t ref = 0;
    ocl_report *report = rank == 0 ? ocl_report_open(&opt, env.device) : NULL;
    if (report) {
        ocl_report_count(report, "n", n);
        ocl_report_count(report, "ranks", size);
        OCL_TIME_REFERENCE(report, ref = mpi_sum_ref(n, opt.seed));
    }
    cluster_report(&ranks, &env, report);

    // Each device adds up its part: a sum per work-item, and the host adds these.
    const size_t global = ITEMS;
    cl_ulong sums[ITEMS];
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_sums, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));
    uint64_t part = 0, sum = 0;
    for (size_t k = 0; k < ITEMS; k++)
        part += sums[k];

    // MPI adds up the parts.  Only rank 0 gets the sum.
    CLUSTER_CHECK(MPI_Reduce(&part, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD));

    // Verify, in rank 0.
    if (report) ocl_report_result(report, "sum", ocl_verify_u64("sum", &sum, &ref, 1));

    // Release.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(x);
    return cluster_close(report ? ocl_report_close(report) : OCL_EXIT_PASS);
}
