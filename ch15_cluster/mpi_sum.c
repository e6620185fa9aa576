// SPDX-License-Identifier: MIT
//
// mpi_sum - the sum of n numbers by several processes: one process, one device, one number each.
//
//     rank 0    numbers 0 ...         device    sum 0
//     rank 1    numbers n / 2 ...     device    sum 1    MPI_Reduce: sum 0 + sum 1, in rank 0
//
// Shows   the usual form of a program on a cluster: the same program in each rank of MPI, each with
//         a part of the problem and a device of its own
// Uses    MPI_Init, MPI_Comm_rank, MPI_Comm_size, MPI_Gather, MPI_Reduce, MPI_Finalize;
//         clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     mpi_sum; mpiexec -n 4 mpi_sum; mpiexec -n 3 mpi_sum -n 2

#include "ocl.h"

#include <mpi.h>

enum { ITEMS = 1024 };    // work-items of each device

// Number i of the problem.  Each rank makes its own ones.
static cl_uint number(uint64_t seed, size_t i)
{
    return (cl_uint)ocl_random(seed, i);
}

// The answer in plain C: the sum of numbers first to end - 1.
static uint64_t mpi_sum_ref(uint64_t seed, size_t first, size_t end)
{
    uint64_t sum = 0;
    for (size_t i = first; i < end; i++)
        sum += number(seed, i);
    return sum;
}

// The first number of rank k.  Parts differ by one number at most.
static size_t first_of(size_t n, size_t ranks, size_t k)
{
    return n / ranks * k + ocl_smaller(n % ranks, k);
}

int main(int argc, char **argv)
{
    // MPI starts.  How many processes are there, and which one is this?
    int ranks, rank, local;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    // Options.
    const ocl_about about = { .name = "mpi_sum",
                              .summary = "The sum of n numbers, a part per rank of MPI.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1 };
    ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .seed = 1 });

    // A device for this rank: process k of a machine takes its GPU k, if there are so many.
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &local);
    MPI_Comm_free(&machine);
    char gpu[16];
    snprintf(gpu, sizeof gpu, "gpu:%d", local + 1);
    cl_device_id *devices;
    const cl_uint count = ocl_all_devices(&devices);
    if (!opt.device && ocl_match_device(devices, count, gpu) >= 0) opt.device = gpu;
    free(devices);
    ocl_env env = ocl_open(&opt);

    // Its part of the numbers.
    const size_t n = opt.n[0], first = first_of(n, (size_t)ranks, (size_t)rank);
    const size_t mine = first_of(n, (size_t)ranks, (size_t)rank + 1) - first;
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

    // The device adds up this part: a sum per work-item, and the host adds these.
    const size_t global = ITEMS;
    cl_ulong sums[ITEMS];
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_sums, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));
    uint64_t part = 0, sum = 0;
    for (size_t k = 0; k < ITEMS; k++)
        part += sums[k];

    // Messages: rank 0 gets all parts side by side, and their sum.  An error of MPI ends all ranks.
    uint64_t *parts = ocl_alloc((size_t)ranks * sizeof *parts);
    MPI_Gather(&part, 1, MPI_UINT64_T, parts, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    MPI_Reduce(&part, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);

    // Verify, in rank 0: each part, and the sum.
    int status = OCL_EXIT_PASS;
    if (rank == 0) {
        uint64_t *ref = ocl_alloc((size_t)ranks * sizeof *ref), whole = 0;
        ocl_report *report = ocl_report_open(&opt, env.device);
        ocl_report_count(report, "n", n);
        ocl_report_count(report, "ranks", (size_t)ranks);
        OCL_TIME_REFERENCE(report, whole = mpi_sum_ref(opt.seed, 0, n));
        ocl_table table = ocl_table_open(report, "ranks", "rank, first number, sum");
        for (size_t k = 0; k < (size_t)ranks; k++) {
            const size_t begin = first_of(n, (size_t)ranks, k);
            ref[k] = mpi_sum_ref(opt.seed, begin, first_of(n, (size_t)ranks, k + 1));
            ocl_table_row(&table, "%4zu  %12zu  %20llu", k, begin, (unsigned long long)parts[k]);
        }
        ocl_report_result(report, "parts", ocl_verify_u64("parts", parts, ref, (size_t)ranks));
        ocl_report_result(report, "sum", ocl_verify_u64("sum", &sum, &whole, 1));
        status = ocl_report_close(report);
        free(ref);
    }

    // Release.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(parts);
    free(x);
    MPI_Finalize();
    return status;
}
