// SPDX-License-Identifier: MIT
//
// knn - the class of a point: the one that most of its nearest neighbours have.
//
// Shows   a vector as a kernel's argument; a kernel that is launched again and again, each time for
//         the next neighbour
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     knn -n 10, knn --seed 2, knn -n 1M

#include "ocl.h"

enum { K = 15, CLASSES = 3, SPREAD = 300 };
static const cl_int2 CENTRES[CLASSES] = { { { 300, 300 } }, { { 700, 300 } }, { { 500, 700 } } };
static const cl_int2 QUERY = { { 460, 360 } };

static cl_uint class_of(cl_uint point)
{
    return point % CLASSES;
}

// From -SPREAD to SPREAD, more often near 0: the sum of two random numbers.
static int near_0(uint64_t random)
{
    const int a = (int)(random % (SPREAD + 1)), b = (int)((random >> 32) % (SPREAD + 1));
    return a + b - SPREAD;
}

static cl_int2 make_point(uint64_t seed, cl_uint i)
{
    const cl_int2 c = CENTRES[class_of(i)];
    return (cl_int2){ { c.s[0] + near_0(ocl_random(seed, 2 * (uint64_t)i)),
                        c.s[1] + near_0(ocl_random(seed, 2 * (uint64_t)i + 1)) } };
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// The answer in plain C: all keys, sorted.  A key is a squared distance, and the point's number.
static void knn_ref(uint64_t *keys, const cl_int2 *points, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const int dx = points[i].s[0] - QUERY.s[0], dy = points[i].s[1] - QUERY.s[1];
        keys[i] = (uint64_t)(dx * dx + dy * dy) << 32 | i;
    }
    qsort(keys, n, sizeof *keys, compare_keys);
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "knn",
                              .summary = "The class that most of the 15 nearest points have.",
                              .accepts = "dnks",
                              .size_help = "points",
                              .extents = 1,
                              .most = 1 << 28 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 20011 }, .seed = 1 });
    const size_t n = opt.n[0], k = n < K ? n : K, bytes = n * sizeof(cl_ulong);

    // Device, points, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 2.0 * (double)bytes);
    cl_int2 *points = ocl_alloc(n * sizeof *points);
    for (size_t i = 0; i < n; i++)
        points[i] = make_point(opt.seed, (cl_uint)i);
    points[n - 1] = QUERY;    // the nearest: a kernel that leaves out the last point is wrong
    uint64_t *ref = ocl_alloc(bytes), nearest[K];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "k", k);
    OCL_TIME_REFERENCE(report, knn_ref(ref, points, n));

    // Program and buffers.
    const size_t group = ocl_group_size(env.device, 256);
    cl_program program = ocl_build(&env, "knn.cl", "-DGROUP=%zu", group);
    cl_mem d_nearest = ocl_buffer(&env, CL_MEM_READ_WRITE, k * sizeof(cl_ulong), NULL);
    cl_mem d_keys = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_points = ocl_buffer(&env, CL_MEM_READ_ONLY, n * sizeof *points, points);

    // Kernels and arguments.
    const cl_uint number = (cl_uint)n;
    cl_int err;
    cl_kernel distances = OCL_CREATE(clCreateKernel(program, "knn_distances", &err));
    OCL_CHECK(clSetKernelArg(distances, 0, sizeof d_keys, &d_keys));
    OCL_CHECK(clSetKernelArg(distances, 1, sizeof d_points, &d_points));
    OCL_CHECK(clSetKernelArg(distances, 2, sizeof QUERY, &QUERY));
    OCL_CHECK(clSetKernelArg(distances, 3, sizeof number, &number));
    cl_kernel find = OCL_CREATE(clCreateKernel(program, "knn_next", &err));
    OCL_CHECK(clSetKernelArg(find, 0, sizeof d_nearest, &d_nearest));
    OCL_CHECK(clSetKernelArg(find, 1, sizeof d_keys, &d_keys));
    OCL_CHECK(clSetKernelArg(find, 2, sizeof number, &number));

    // One launch for all distances, then one per neighbour.  The queue runs them in order.
    const size_t local = ocl_local_size(distances, env.device, 256), all = ocl_round_up(n, local);
    cl_event done[1 + K];
    OCL_CHECK(
        clEnqueueNDRangeKernel(env.queue, distances, 1, NULL, &all, &local, 0, NULL, &done[0]));
    for (cl_uint j = 0; j < k; j++) {
        OCL_CHECK(clSetKernelArg(find, 3, sizeof j, &j));
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, find, 1, NULL, &group, &group, 0, NULL,
                                         &done[1 + j]));
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_nearest, CL_TRUE, 0, k * sizeof *nearest, nearest, 0,
                                  NULL, NULL));

    // The vote.
    size_t votes[CLASSES] = { 0 };
    for (size_t j = 0; j < k; j++)
        votes[class_of((cl_uint)nearest[j])]++;
    ocl_report_print(report, "votes      a %zu, b %zu, c %zu\n", votes[0], votes[1], votes[2]);

    // Verify.
    ocl_report_kernel(report, "kernel", done, 1 + k);
    ocl_report_result(report, "neighbours", ocl_verify_u64("neighbours", nearest, ref, k));

    // Release, in reverse order.
    for (size_t j = 0; j < 1 + k; j++)
        OCL_CHECK(clReleaseEvent(done[j]));
    OCL_CHECK(clReleaseKernel(find));
    OCL_CHECK(clReleaseKernel(distances));
    OCL_CHECK(clReleaseMemObject(d_points));
    OCL_CHECK(clReleaseMemObject(d_keys));
    OCL_CHECK(clReleaseMemObject(d_nearest));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(points);
    return ocl_report_close(report);
}
