// SPDX-License-Identifier: MIT

#include "matmul_run.h"

enum { ESTIMATE_ROWS = 64 };

// Kernels count in int, and round extents up to whole tiles.
static const size_t MOST_EXTENT = (1u << 31) - 1024;

static void require_room(const ocl_env *env, const size_t mnk[3])
{
    for (int i = 0; i < 3; i++)
        if (mnk[i] > MOST_EXTENT)
            ocl_exit(OCL_EXIT_USAGE, "--size: an extent is at most %zu", MOST_EXTENT);
    const double m = (double)mnk[0], n = (double)mnk[1], k = (double)mnk[2], tile = 256.0;
    const double a = m * k, b = k * n, c = m * n;
    const double copies = (m + tile) * (k + tile) + (k + tile) * (n + tile);
    const double largest = fmax(c, fmax((m + tile) * (k + tile), (k + tile) * (n + tile)));
    ocl_require_memory(env->device, sizeof(float) * largest, sizeof(float) * (a + b + c + copies),
                       sizeof(float) * (a + b + 2.0 * c));
}

static cl_mem make_buffer(const ocl_env *env, cl_mem_flags flags, const float *host, size_t floats)
{
    cl_int err;
    cl_mem buffer =
        OCL_CREATE(clCreateBuffer(env->context, flags, floats * sizeof *host, NULL, &err));
    if (host)
        OCL_CHECK(clEnqueueWriteBuffer(env->queue, buffer, CL_TRUE, 0, floats * sizeof *host, host,
                                       0, NULL, NULL));
    return buffer;
}

matmul_problem matmul_open(const ocl_env *env, const size_t mnk[3], matmul_method method)
{
    require_room(env, mnk);
    const size_t m = mnk[0], n = mnk[1], k = mnk[2];
    const uint64_t seed = env->options->seed;
    matmul_problem p = { .job = { .env = env, .m = m, .n = n, .k = k },
                         .a = ocl_alloc(m * k * sizeof(float)),
                         .b = ocl_alloc(k * n * sizeof(float)),
                         .c = ocl_alloc(m * n * sizeof(float)) };
    ocl_fill_f32(p.a, m * k, -1.0f, 1.0f, seed);
    ocl_fill_f32(p.b, k * n, -1.0f, 1.0f, seed + 1);
    p.check = matmul_check_open(method, p.a, p.b, m, n, k, seed + 2);
    p.job.d_c = make_buffer(env, CL_MEM_READ_WRITE, NULL, m * n);
    p.job.d_a = make_buffer(env, CL_MEM_READ_ONLY, p.a, m * k);
    p.job.d_b = make_buffer(env, CL_MEM_READ_ONLY, p.b, k * n);
    return p;
}

void matmul_close(matmul_problem *p)
{
    OCL_CHECK(clReleaseMemObject(p->job.d_b));
    OCL_CHECK(clReleaseMemObject(p->job.d_a));
    OCL_CHECK(clReleaseMemObject(p->job.d_c));
    matmul_check_close(&p->check);
    free(p->c);
    free(p->b);
    free(p->a);
}

double matmul_operations(const matmul_job *job)
{
    return 2.0 * (double)job->m * (double)job->n * (double)job->k;
}

double matmul_estimate_ns(const matmul_job *job, const char *variant)
{
    matmul_job part = *job;
    if (part.m > ESTIMATE_ROWS) part.m = ESTIMATE_ROWS;
    matmul_launch launch = matmul_prepare(&part, variant);
    const double ns = matmul_run_ns(&launch, job->env->queue);
    matmul_release(&launch);
    return ns * (double)job->m / (double)part.m;
}

ocl_times matmul_time(const matmul_problem *p, const matmul_launch *launch, double most_ns)
{
    cl_command_queue queue = p->job.env->queue;
    const size_t bytes = p->job.m * p->job.n * sizeof *p->c;
    memset(p->c, 0xff, bytes);    // no old answer is taken for a new one
    OCL_CHECK(clEnqueueWriteBuffer(queue, p->job.d_c, CL_TRUE, 0, bytes, p->c, 0, NULL, NULL));
    ocl_times times = { .runs = 0 };
    double spent_ns = matmul_run_ns(launch, queue);
    if (spent_ns >= most_ns) ocl_times_add(&times, spent_ns);
    while (times.runs == 0 || (times.runs < p->job.env->options->repeat && spent_ns < most_ns)) {
        ocl_times_add(&times, matmul_run_ns(launch, queue));
        spent_ns += times.ns[times.runs - 1];
    }
    OCL_CHECK(clEnqueueReadBuffer(queue, p->job.d_c, CL_TRUE, 0, bytes, p->c, 0, NULL, NULL));
    return times;
}
