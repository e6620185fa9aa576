// SPDX-License-Identifier: MIT
//
// page_rank - how important is each page of a web?  As important as the pages that link to it.
//
// Shows   a round in which each page collects from those that link to it, so that no atomics are
//         needed; an error bound that is computed as the answer is
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     page_rank -t 3, page_rank -n 1M, page_rank -i data/peps.mtx

#include "ocl.h"

#include "page_rank/web.h"

#include <float.h>

enum { MOST_PAGES = 1 << 24, MOST_ROUNDS = 1000, BEST = 5 };
static const double DAMPING = 0.85;

// What each page gets in a round if each page hands on DAMPING * x: along its links, or, from a
// dead end, to all pages alike.
static void hand_on(double *y, const double *x, const web *w)
{
    double dead_ends = 0.0;
    for (size_t p = 0; p < w->pages; p++)
        if (w->out[p] == 0) dead_ends += x[p];
    for (size_t p = 0; p < w->pages; p++) {
        double sum = dead_ends / (double)w->pages;
        for (size_t i = w->first[p]; i < w->first[p + 1]; i++)
            sum += x[w->from[i]] / w->out[w->from[i]];
        y[p] = DAMPING * sum;
    }
}

// A round in plain C.
static void round_ref(double *rank, double *next, const web *w)
{
    hand_on(next, rank, w);
    for (size_t p = 0; p < w->pages; p++)
        rank[p] = next[p] + (1.0 - DAMPING) / (double)w->pages;
}

// The answer in plain C.
static void page_rank_ref(double *rank, double *next, const web *w, size_t rounds)
{
    for (size_t p = 0; p < w->pages; p++)
        rank[p] = 1.0 / (double)w->pages;
    for (size_t round = 0; round < rounds; round++)
        round_ref(rank, next, w);
}

// How far off the device's ranks may be.  An error is handed on as a rank is.  And each round has
// roundings of its own.  All that is added is positive, so each of them is at most u = 2^-24 times
// the new rank: one for each of the additions, 5 for a division (OpenCL allows 2.5 ulp), 2 for
// DAMPING as a float and for the product, 2 for the base as a float and for its addition, and one
// for the reference as a float.
static void find_bounds(double *bound, double *rank, double *next, const web *w, size_t rounds)
{
    const double u = FLT_EPSILON / 2.0, n = (double)w->pages;
    for (size_t p = 0; p < w->pages; p++) {
        rank[p] = 1.0 / n;
        bound[p] = u / n;
    }
    for (size_t round = 0; round < rounds; round++) {
        round_ref(rank, next, w);
        hand_on(next, bound, w);
        for (size_t p = 0; p < w->pages; p++)
            bound[p] = next[p] + 1.01 * u * (w->first[p + 1] - w->first[p] + 10.0) * rank[p];
    }
}

// What every page gets: an equal share of what is not handed on, and of what dead ends hand on.
static double base_of(const float *rank, const web *w)
{
    double dead_ends = 0.0;
    for (size_t p = 0; p < w->pages; p++)
        if (w->out[p] == 0) dead_ends += (double)rank[p];
    return (1.0 - DAMPING + DAMPING * dead_ends) / (double)w->pages;
}

// The pages with the highest ranks.
static void show_best(ocl_report *report, const float *rank, const web *w)
{
    const bool named = w->names.of != NULL;
    ocl_table table = ocl_table_open(
        report, "best", named ? "page, links to it, rank, name" : "page, links to it, rank");
    size_t last = w->pages;
    for (size_t k = 0; k < BEST && k < w->pages; k++) {
        size_t best = w->pages;
        for (size_t p = 0; p < w->pages; p++) {
            const bool is_left =
                last == w->pages || rank[p] < rank[last] || (rank[p] == rank[last] && p > last);
            if (is_left && (best == w->pages || rank[p] > rank[best])) best = p;
        }
        if (best == w->pages) return;    // ranks that are no numbers
        const unsigned links = w->first[best + 1] - w->first[best];
        if (named)
            ocl_table_row(&table, "%8zu %8u %9.6f  %-40.60s", best, links, (double)rank[best],
                          w->names.of[best]);
        else
            ocl_table_row(&table, "%8zu %8u %9.6f", best, links, (double)rank[best]);
        last = best;
    }
}

int main(int argc, char **argv)
{
    // Options.
    size_t rounds = 50;
    const ocl_option own[] = {
        { .usage = "-t, --rounds N: at most 1000", .count = &rounds, .most = MOST_ROUNDS },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "page_rank",
                              .summary = "How important is each page of a web?",
                              .accepts = "dniks",
                              .size_help = "pages of a web that is made from random numbers",
                              .extents = 1,
                              .most = MOST_PAGES,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });
    if (opt.input && opt.size_given)
        ocl_exit(OCL_EXIT_USAGE, "--size: the file of --input has its own; give one of the two");

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    web w;
    ocl_message why;
    if (!opt.input) {
        const double links = 4.0 * (double)web_most_links(opt.n[0]), ranks = 4.0 * (double)opt.n[0];
        ocl_require_memory(env.device, links, links + 4.0 * ranks, 3.0 * links + 12.0 * ranks);
        w = web_make(opt.n[0], opt.seed);
    } else if (!web_load(&w, opt.input, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    const size_t n = w.pages, bytes = n * sizeof(float);
    float *rank = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *bounds = ocl_alloc(bytes);
    double *ref_f64 = ocl_alloc(n * sizeof *ref_f64), *next = ocl_alloc(n * sizeof *next);
    double *bounds_f64 = ocl_alloc(n * sizeof *bounds_f64);
    for (size_t p = 0; p < n; p++)
        rank[p] = (float)(1.0 / (double)n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "pages", n);
    ocl_report_count(report, "links", w.links);
    ocl_report_count(report, "rounds", rounds);
    OCL_TIME_REFERENCE(report, page_rank_ref(ref_f64, next, &w, rounds));
    find_bounds(bounds_f64, ref_f64, next, &w, rounds);

    // Program and buffers.
    cl_program program = ocl_build(&env, "page_rank.cl", "-cl-std=CL1.2 -DDAMPING=%gf", DAMPING);
    cl_mem d_now = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, rank);
    cl_mem d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_first = ocl_buffer(&env, CL_MEM_READ_ONLY, (n + 1) * sizeof *w.first, w.first);
    cl_mem d_from = ocl_buffer(&env, CL_MEM_READ_ONLY, (w.links + 1) * sizeof *w.from, w.from);
    cl_mem d_out = ocl_buffer(&env, CL_MEM_READ_ONLY, n * sizeof *w.out, w.out);

    // Kernel and the arguments that stay.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "page_rank", &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_first, &d_first));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_from, &d_from));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);

    // A launch per round.  Then the two buffers change places.
    cl_event *launches = ocl_alloc(rounds * sizeof *launches);
    for (size_t round = 0; round < rounds; round++) {
        const cl_float base = (cl_float)base_of(rank, &w);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_next, &d_next));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_now, &d_now));
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof base, &base));
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &launches[round]));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_next, CL_TRUE, 0, bytes, rank, 0, NULL, NULL));
        cl_mem d_new = d_next;
        d_next = d_now;
        d_now = d_new;
    }

    // Show and verify.  The ranks are shares of 1, so their sum is 1, but for their errors.
    ocl_report_kernel(report, "kernel", launches, rounds);
    show_best(report, rank, &w);
    double sum = 0.0, sum_bound = 0.0;
    for (size_t p = 0; p < n; p++) {
        ref[p] = (float)ref_f64[p];
        bounds[p] = (float)bounds_f64[p];
        sum += (double)rank[p];
        sum_bound += bounds_f64[p];
    }
    const float lost = (float)(sum - 1.0), none = 0.0f;
    ocl_report_result(report, "ranks", ocl_verify_f32_each("ranks", rank, ref, n, bounds));
    ocl_report_result(report, "sum - 1", ocl_verify_f32("sum - 1", &lost, &none, 1, sum_bound));

    // Release, in reverse order.
    for (size_t round = 0; round < rounds; round++)
        OCL_CHECK(clReleaseEvent(launches[round]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseMemObject(d_from));
    OCL_CHECK(clReleaseMemObject(d_first));
    OCL_CHECK(clReleaseMemObject(d_next));
    OCL_CHECK(clReleaseMemObject(d_now));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(launches);
    free(bounds_f64);
    free(next);
    free(ref_f64);
    free(bounds);
    free(ref);
    free(rank);
    web_free(&w);
    return ocl_report_close(report);
}
