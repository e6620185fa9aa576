// SPDX-License-Identifier: MIT

#include "run.h"

// Rows of an estimate.  A blocked rung copies all of B for any number of rows: for few it would seem too slow.
enum { ESTIMATE_ROWS = 64, BLOCKED_PART = 16 };

// Kernels count in int, and round extents up to whole tiles.
static const size_t MAX_EXTENT = (1u << 31) - 1024;

// Room for the matrices alone; what a rung needs besides, matmul_can_run knows.
static void require_room(const ocl_env *env, const size_t mnk[3])
{
    for (int i = 0; i < 3; i++)
        if (mnk[i] > MAX_EXTENT)
            ocl_exit(OCL_EXIT_USAGE, "--size: an extent is at most %zu", MAX_EXTENT);
    const double m = (double)mnk[0], n = (double)mnk[1], k = (double)mnk[2];
    const double a = m * k, b = k * n, c = m * n;
    ocl_require_memory(env->device, sizeof(float) * fmax(c, fmax(a, b)),
                       sizeof(float) * (a + b + c), sizeof(float) * (a + b + 2.0 * c));
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
    p.job.d_c = ocl_buffer(env, CL_MEM_READ_WRITE, m * n * sizeof *p.c, NULL);
    p.job.d_a = ocl_buffer(env, CL_MEM_READ_ONLY, m * k * sizeof *p.a, p.a);
    p.job.d_b = ocl_buffer(env, CL_MEM_READ_ONLY, k * n * sizeof *p.b, p.b);
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
    const bool blocked = strcmp(variant, "tuned") == 0 || strstr(variant, "_blocked") != NULL;
    const size_t share = blocked ? job->m / BLOCKED_PART : 0;
    const size_t rows = share > ESTIMATE_ROWS ? share : ESTIMATE_ROWS;
    matmul_job part = *job;
    if (part.m > rows) part.m = rows;
    ocl_message ignored;    // fewer rows may get other sizes, with copies that there is no room for
    if (matmul_can_run(&part, variant, &ignored) != OCL_EXIT_PASS) part.m = job->m;
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
