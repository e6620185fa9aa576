// SPDX-License-Identifier: MIT
//
// bench_string_search - the rungs of string_search_pairs beside std::search, word after word, and
// beside the same tree with OpenMP, on the same text.  `places` is the kernel of string_search.
//
// Times are the wall clock's, with the launch, the wait and the reading of the list.  The lists are
// sorted before they are compared, which is not timed.

// The lesson itself, of which main alone is not called.
#define main string_search_pairs_main
#include "../ch16_applications/string_search_pairs.c"
#undef main

#include "contest.h"
#include "string_search_std.h"

#include <omp.h>

static const char WORDS[] = "Alice,Queen,White Rabbit,he,her,here,the,mushroom";

typedef struct {
    lesson lesson;
    size_t n, count;
    const unsigned char *text;
    const char *words[MAX_WORDS];
    const cl_uint *next, *ends;
    match *list, *ref, **parts;    // parts: a list for each thread
    size_t matches, ref_matches, word;
    int threads;
    cl_kernel kernels[3];
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    const size_t stored = ocl_smaller(b->matches, b->ref_matches);
    sort_matches(b->list, stored);
    return ocl_result_both(ocl_verify_equal(name, (long long)b->matches, (long long)b->ref_matches),
                           ocl_verify_bytes(name, b->list, b->ref, stored * sizeof *b->ref));
}

static void forget(void *what, size_t round)
{
    bench *b = what;
    b->matches = 0;
    memset(b->list, ocl_poison_byte(round), b->ref_matches * sizeof *b->list);
}

static void add_find(void *to, size_t place)
{
    bench *b = to;
    if (b->matches < b->ref_matches)
        b->list[b->matches] = (match){ (cl_uint)place, (cl_uint)b->word };
    b->matches++;
}

static void run_std(void *what)
{
    bench *b = what;
    for (b->word = 0; b->word < b->count; b->word++)
        string_search_std(b->text, b->n, b->words[b->word], strcspn(b->words[b->word], ","),
                          add_find, b);
}

// Each thread has a part of the text and a list of its own.
static void run_openmp(void *what)
{
    bench *b = what;
#pragma omp parallel num_threads(b->threads)
    {
        const size_t me = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        match *part = b->parts[me];
        size_t count = 0;
        for (size_t place = b->n * me / threads; place < b->n * (me + 1) / threads; place++) {
            cl_uint node = 0;
            for (size_t i = place; i < b->n; i++) {
                node = b->next[LETTERS * node + b->text[i]];
                if (node == 0) break;
                if (b->ends[node] == 0) continue;
                if (count < b->ref_matches)
                    part[count] = (match){ (cl_uint)place, b->ends[node] - 1 };
                count++;
            }
        }
        size_t at;
#pragma omp atomic capture
        {
            at = b->matches;
            b->matches += count;
        }
        if (at + count <= b->ref_matches) memcpy(b->list + at, part, count * sizeof *part);
    }
}

static void forget_kernel(void *what, size_t round)
{
    const lesson *l = &((const bench *)what)->lesson;
    forget(what, round);
    ocl_poison_run(l->env->queue, l->d_list, l->room * sizeof(match), round);
}

// The list is read as it is; `check` sorts it.
static void run_rung(bench *b, int variant)
{
    const lesson *l = &b->lesson;
    launch(l, variant, b->kernels[variant], NULL, NULL);
    cl_uint matches = 0;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_matches, CL_TRUE, 0, sizeof matches, &matches,
                                  0, NULL, NULL));
    b->matches = matches;
    const size_t stored = ocl_smaller(matches, b->ref_matches);
    if (stored > 0)
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_list, CL_TRUE, 0,
                                      stored * sizeof *b->list, b->list, 0, NULL, NULL));
}

static void run_places(void *what)
{
    run_rung(what, PLACES);
}

static void run_parts(void *what)
{
    run_rung(what, PARTS);
}

static void run_pairs(void *what)
{
    run_rung(what, PAIRS);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_string_search",
                              .summary =
                                  "string_search_pairs' rungs beside std::search and OpenMP.",
                              .accepts = "dnirVk",
                              .size_help = "bytes; the text is cut or repeated",
                              .extents = 1,
                              .most = (uint64_t)1 << 28,
                              .variants = VARIANTS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 4000037 }, .repeat = 11 });
    ocl_env env = ocl_open(&opt);
    bench b = { .n = opt.n[0], .threads = omp_get_max_threads() };
    ocl_require_memory(env.device, 4.0 * (double)b.n, 6.0 * (double)b.n, 16.0 * (double)b.n);
    unsigned char *text = read_text(opt.input, &b.n);
    cl_uint *next = ocl_alloc(sizeof WORDS * LETTERS * sizeof *next);
    cl_uint *ends = ocl_alloc(sizeof WORDS * sizeof *ends);
    memset(next, 0, sizeof WORDS * LETTERS * sizeof *next);
    memset(ends, 0, sizeof WORDS * sizeof *ends);
    b.count = make_tree(next, ends, b.words, WORDS);
    b.text = text;
    b.next = next;
    b.ends = ends;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bytes", b.n);
    ocl_report_count(report, "words", b.count);
    OCL_TIME_REFERENCE(report,
                       b.ref_matches = string_search_ref(NULL, text, b.n, b.words, b.count));
    const size_t room = (b.ref_matches + 1) * sizeof(match);
    b.ref = ocl_alloc(room);
    b.list = ocl_alloc(room);
    b.parts = ocl_alloc((size_t)b.threads * sizeof *b.parts);
    for (int t = 0; t < b.threads; t++)
        b.parts[t] = ocl_alloc(room);
    string_search_ref(b.ref, text, b.n, b.words, b.count);

    b.lesson =
        open_lesson(&env, text, b.n, b.ref_matches, next, ends, sizeof WORDS, b.words, b.count);
    for (int v = 0; VARIANTS[v]; v++)
        b.kernels[v] = kernel_of(&b.lesson, v);

    contest c = { .unit = "MB/s", .env = &env, .rounds = opt.repeat };
    contest_add(&c, (contest_entry){ .name = "std_search",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = run_std,
                                     .check = check,
                                     .work = (double)b.n });
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = (double)b.n });
    void (*const runs[])(void *) = { run_places, run_parts, run_pairs };
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]))
            contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                             .what = &b,
                                             .prepare = forget_kernel,
                                             .run = runs[v],
                                             .check = check,
                                             .work = (double)b.n });
    contest_hold(&c, report);

    for (int v = 0; VARIANTS[v]; v++)
        OCL_CHECK(clReleaseKernel(b.kernels[v]));
    close_lesson(&b.lesson);
    ocl_close(&env);
    for (int t = 0; t < b.threads; t++)
        free(b.parts[t]);
    free(b.parts);
    free(b.list);
    free(b.ref);
    free(ends);
    free(next);
    free(text);
    return ocl_report_close(report);
}
