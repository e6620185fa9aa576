// SPDX-License-Identifier: MIT
//
// bench_string_search - the kernel of string_search beside std::search, word after word, and beside
// the same tree with OpenMP, on the same text.
//
// Times are the wall clock's, with the launch, the wait and the reading of the list.  The lists are
// sorted before they are compared, which is not timed.

// The lesson itself, of which main alone is not called.
#define main string_search_main
#include "../ch16_applications/string_search.c"
#undef main

#include "contest.h"
#include "string_search_std.h"

#include <omp.h>

static const char WORDS[] = "Alice,Queen,White Rabbit,he,her,here,the,mushroom";

typedef struct {
    const ocl_env *env;
    size_t n, count;
    const unsigned char *text;
    const char *words[MAX_WORDS];
    const cl_uint *next, *ends;
    find *list, *ref, **parts;    // parts: a list for each thread
    size_t finds, ref_finds, word;
    int threads;
    cl_kernel kernel;
    cl_mem d_list, d_finds;
    size_t local, global;
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    const size_t stored = ocl_smaller(b->finds, b->ref_finds);
    sort_finds(b->list, stored);
    return ocl_result_both(ocl_verify_equal(name, (long long)b->finds, (long long)b->ref_finds),
                           ocl_verify_bytes(name, b->list, b->ref, stored * sizeof *b->ref));
}

static void forget(void *what, size_t round)
{
    bench *b = what;
    b->finds = 0;
    memset(b->list, ocl_poison_byte(round), b->ref_finds * sizeof *b->list);
}

static void add_find(void *to, size_t place)
{
    bench *b = to;
    if (b->finds < b->ref_finds) b->list[b->finds] = (find){ (cl_uint)place, (cl_uint)b->word };
    b->finds++;
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
        find *part = b->parts[me];
        size_t count = 0;
        for (size_t place = b->n * me / threads; place < b->n * (me + 1) / threads; place++) {
            cl_uint node = 0;
            for (size_t i = place; i < b->n; i++) {
                node = b->next[LETTERS * node + b->text[i]];
                if (node == 0) break;
                if (b->ends[node] == 0) continue;
                if (count < b->ref_finds) part[count] = (find){ (cl_uint)place, b->ends[node] - 1 };
                count++;
            }
        }
        size_t at;
#pragma omp atomic capture
        {
            at = b->finds;
            b->finds += count;
        }
        if (at + count <= b->ref_finds) memcpy(b->list + at, part, count * sizeof *part);
    }
}

static void forget_kernel(void *what, size_t round)
{
    const bench *b = what;
    forget(what, round);
    ocl_poison_run(b->env->queue, b->d_list, (b->ref_finds + 1) * sizeof(find), round);
}

static void run_kernel(void *what)
{
    bench *b = what;
    cl_uint finds = 0;
    cl_command_queue queue = b->env->queue;
    OCL_CHECK(
        clEnqueueWriteBuffer(queue, b->d_finds, CL_TRUE, 0, sizeof finds, &finds, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, b->kernel, 1, NULL, &b->global, &b->local, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(queue, b->d_finds, CL_TRUE, 0, sizeof finds, &finds, 0, NULL, NULL));
    b->finds = finds;
    const size_t stored = ocl_smaller(finds, b->ref_finds);
    if (stored > 0)
        OCL_CHECK(clEnqueueReadBuffer(queue, b->d_list, CL_TRUE, 0, stored * sizeof *b->list,
                                      b->list, 0, NULL, NULL));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_string_search",
                              .summary = "string_search's kernel beside std::search and OpenMP.",
                              .accepts = "dnirk",
                              .size_help = "bytes; the text is cut or repeated",
                              .extents = 1,
                              .most = (uint64_t)1 << 28 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 4000037 }, .repeat = 11 });
    ocl_env env = ocl_open(&opt);
    bench b = { .env = &env, .n = opt.n[0], .threads = omp_get_max_threads() };
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
    OCL_TIME_REFERENCE(report, b.ref_finds = string_search_ref(NULL, text, b.n, b.words, b.count));
    const size_t room = (b.ref_finds + 1) * sizeof(find);
    b.ref = ocl_alloc(room);
    b.list = ocl_alloc(room);
    b.parts = ocl_alloc((size_t)b.threads * sizeof *b.parts);
    for (int t = 0; t < b.threads; t++)
        b.parts[t] = ocl_alloc(room);
    string_search_ref(b.ref, text, b.n, b.words, b.count);

    cl_program program = ocl_build(&env, "string_search.cl", "-cl-std=CL1.2");
    b.d_list = ocl_buffer(&env, CL_MEM_READ_WRITE, room, NULL);
    b.d_finds = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    const cl_mem inputs[] = {
        ocl_buffer(&env, CL_MEM_READ_ONLY, b.n, text),
        ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof WORDS * LETTERS * sizeof *next, next),
        ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof WORDS * sizeof *ends, ends)
    };
    const cl_uint sizes[] = { (cl_uint)(b.ref_finds + 1), (cl_uint)b.n };
    cl_int err;
    b.kernel = OCL_CREATE(clCreateKernel(program, "string_search", &err));
    OCL_CHECK(clSetKernelArg(b.kernel, 0, sizeof b.d_list, &b.d_list));
    OCL_CHECK(clSetKernelArg(b.kernel, 1, sizeof b.d_finds, &b.d_finds));
    OCL_CHECK(clSetKernelArg(b.kernel, 2, sizeof(cl_uint), &sizes[0]));
    for (cl_uint k = 0; k < 3; k++)
        OCL_CHECK(clSetKernelArg(b.kernel, 3 + k, sizeof(cl_mem), &inputs[k]));
    OCL_CHECK(clSetKernelArg(b.kernel, 6, sizeof(cl_uint), &sizes[1]));
    b.local = ocl_local_size(b.kernel, env.device, 64);
    b.global = ocl_round_up(b.n, b.local);

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
    contest_add(&c, (contest_entry){ .name = "string_search",
                                     .what = &b,
                                     .prepare = forget_kernel,
                                     .run = run_kernel,
                                     .check = check,
                                     .work = (double)b.n });
    contest_hold(&c, report);

    OCL_CHECK(clReleaseKernel(b.kernel));
    for (int k = 2; k >= 0; k--)
        OCL_CHECK(clReleaseMemObject(inputs[k]));
    OCL_CHECK(clReleaseMemObject(b.d_finds));
    OCL_CHECK(clReleaseMemObject(b.d_list));
    OCL_CHECK(clReleaseProgram(program));
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
