// SPDX-License-Identifier: MIT
//
// bench_page_rank - the kernel of page_rank beside OpenMP, on the same web.
//
// Times are the wall clock's for all rounds, with the launches, the waits and what the host does
// between them: it adds up the ranks of dead ends.  OpenMP does that with all threads.

// The lesson itself, of which main alone is not called.
#define main page_rank_main
#include "../ch16_applications/page_rank.c"
#undef main

#include "contest.h"
#include "one_launch.h"

typedef struct {
    one_launch launch;    // its output is what the last round writes; d_other is the other buffer
    cl_mem d_other;
    const web *w;
    size_t rounds;
    float *rank, *next, *ref, *bounds;
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_f32_each(name, b->rank, b->ref, b->w->pages, b->bounds);
}

// All pages are alike at first.
static void begin(void *what, size_t round)
{
    const bench *b = what;
    memset(b->next, ocl_poison_byte(round), b->w->pages * sizeof *b->next);
    for (size_t p = 0; p < b->w->pages; p++)
        b->rank[p] = (float)(1.0 / (double)b->w->pages);
}

static void run_openmp(void *what)
{
    bench *b = what;
    const web *w = b->w;
    for (size_t round = 0; round < b->rounds; round++) {
        double dead_ends = 0.0;
#pragma omp parallel for reduction(+ : dead_ends)
        for (size_t p = 0; p < w->pages; p++)
            if (w->out[p] == 0) dead_ends += (double)b->rank[p];
        const float base = (float)((1.0 - DAMPING + DAMPING * dead_ends) / (double)w->pages);
#pragma omp parallel for schedule(dynamic, 1024)
        for (size_t p = 0; p < w->pages; p++) {
            float sum = 0.0f;
            for (size_t i = w->first[p]; i < w->first[p + 1]; i++)
                sum += b->rank[w->from[i]] / (float)w->out[w->from[i]];
            b->next[p] = base + (float)DAMPING * sum;
        }
        float *new_rank = b->next;
        b->next = b->rank;
        b->rank = new_rank;
    }
}

static void begin_kernel(void *what, size_t round)
{
    const bench *b = what;
    begin(what, round);
    one_launch_poison(what, round);
    OCL_CHECK(clEnqueueWriteBuffer(b->launch.env->queue, b->d_other, CL_TRUE, 0, b->launch.bytes,
                                   b->rank, 0, NULL, NULL));
}

static void run_kernel(void *what)
{
    bench *b = what;
    one_launch *l = &b->launch;
    for (size_t round = 0; round < b->rounds; round++) {
        const cl_float base = (cl_float)base_of(b->rank, b->w);
        OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof l->d_out, &l->d_out));
        OCL_CHECK(clSetKernelArg(l->kernel, 1, sizeof b->d_other, &b->d_other));
        OCL_CHECK(clSetKernelArg(l->kernel, 5, sizeof base, &base));
        one_launch_run(l);
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_out, CL_TRUE, 0, l->bytes, b->rank, 0,
                                      NULL, NULL));
        cl_mem d_new = l->d_out;
        l->d_out = b->d_other;
        b->d_other = d_new;
    }
}

int main(int argc, char **argv)
{
    size_t rounds = 10;
    const ocl_option own[] = {
        { .usage = "-t, --rounds N: at most 1000", .count = &rounds, .most = MOST_ROUNDS },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "bench_page_rank",
                              .summary = "page_rank's kernel beside OpenMP.",
                              .accepts = "dnrks",
                              .size_help = "pages of a web that is made from random numbers",
                              .extents = 1,
                              .most = MOST_PAGES,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 500009 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double links = 4.0 * (double)web_most_links(opt.n[0]), ranks = 4.0 * (double)opt.n[0];
    ocl_require_memory(env.device, links, links + 4.0 * ranks, 3.0 * links + 14.0 * ranks);
    web w = web_make(opt.n[0], opt.seed);
    const size_t n = w.pages, bytes = n * sizeof(float);
    bench b = { .w = &w, .rounds = rounds };
    b.rank = ocl_alloc(bytes);
    b.next = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    b.bounds = ocl_alloc(bytes);
    double *ref = ocl_alloc(n * sizeof *ref), *next = ocl_alloc(n * sizeof *next);
    double *bounds = ocl_alloc(n * sizeof *bounds);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "pages", n);
    ocl_report_count(report, "links", w.links);
    ocl_report_count(report, "rounds", rounds);
    OCL_TIME_REFERENCE(report, page_rank_ref(ref, next, &w, rounds));
    find_bounds(bounds, ref, next, &w, rounds);
    for (size_t p = 0; p < n; p++) {
        b.ref[p] = (float)ref[p];
        b.bounds[p] = (float)bounds[p];
    }

    cl_program program = ocl_build(&env, "page_rank.cl", "-cl-std=CL1.2 -DDAMPING=%gf", DAMPING);
    const cl_mem web_of[] = {
        ocl_buffer(&env, CL_MEM_READ_ONLY, (n + 1) * sizeof *w.first, w.first),
        ocl_buffer(&env, CL_MEM_READ_ONLY, (w.links + 1) * sizeof *w.from, w.from),
        ocl_buffer(&env, CL_MEM_READ_ONLY, n * sizeof *w.out, w.out)
    };
    const size_t extents[2] = { n, 1 };
    b.launch = one_launch_open(&env, program, "page_rank", extents, b.rank, bytes);
    b.d_other = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    for (cl_uint k = 0; k < 3; k++)
        OCL_CHECK(clSetKernelArg(b.launch.kernel, 2 + k, sizeof(cl_mem), &web_of[k]));
    OCL_CHECK(clSetKernelArg(b.launch.kernel, 6, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    contest c = { .unit = "Mlink/s", .env = &env, .rounds = opt.repeat };
    const double work = (double)w.links * (double)rounds;
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = begin,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = work });
    contest_add(&c, (contest_entry){ .name = "page_rank",
                                     .what = &b,
                                     .prepare = begin_kernel,
                                     .run = run_kernel,
                                     .check = check,
                                     .work = work });
    contest_hold(&c, report);

    OCL_CHECK(clReleaseMemObject(b.d_other));
    one_launch_close(&b.launch);
    for (int k = 2; k >= 0; k--)
        OCL_CHECK(clReleaseMemObject(web_of[k]));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(bounds);
    free(next);
    free(ref);
    free(b.bounds);
    free(b.ref);
    free(b.next);
    free(b.rank);
    web_free(&w);
    return ocl_report_close(report);
}
