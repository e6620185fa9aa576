// SPDX-License-Identifier: MIT
//
// string_search_pairs - where in a text are these words?  Faster on a CPU: most pairs of letters
// begin no word.
//
// Shows   a part of the text per work-item, which asks for room for many matches at a time; a table
//         that answers most questions, and a mask of bits in place of many branches
// Uses    clCreateKernel, clSetKernelArg, clEnqueueFillBuffer, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer, reqd_work_group_size
// Try     string_search_pairs, string_search_pairs -n 16M, string_search_pairs -w e,t,a

#include "ocl.h"

#include "shared/words.h"

enum { PLACES, PARTS, PAIRS };
static const char *const VARIANTS[] = { "places", "parts", "pairs", NULL };

typedef struct {
    const ocl_env *env;
    size_t n, room;        // bytes of the text; matches of the list
    size_t part, parts;    // places of a work-item; work-items
    cl_program plain, program;
    cl_mem d_list, d_matches, d_text, d_next, d_ends, d_pairs;
} lesson;

// Whether a word, which ends at a comma or a 0 byte, begins here.
static bool begins(const unsigned char *text, size_t n, const char *word)
{
    size_t k = 0;
    while (k < n && (unsigned char)word[k] == text[k] && word[k] != ',' && word[k] != '\0')
        k++;
    return word[k] == ',' || word[k] == '\0';
}

// The answer in plain C: each word at each place.  Without room for the list it only counts.
static size_t string_search_ref(match *list, const unsigned char *text, size_t n,
                                const char *const *words, size_t count)
{
    size_t matches = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t w = 0; w < count; w++) {
            if (!begins(text + i, n - i, words[w])) continue;
            if (list != NULL) list[matches] = (match){ (cl_uint)i, (cl_uint)w };
            matches++;
        }
    return matches;
}

// A bit for each pair of letters that begins a word.  A word of one letter begins with 256 pairs.
static void find_pairs(cl_uint *pairs, const char *const *words, size_t count)
{
    memset(pairs, 0, LETTERS * LETTERS / 8);
    for (size_t w = 0; w < count; w++) {
        const unsigned char *word = (const unsigned char *)words[w];
        const bool is_letter = word[1] == ',' || word[1] == '\0';
        for (unsigned second = 0; second < LETTERS; second++)
            if (is_letter || second == word[1]) {
                const unsigned pair = LETTERS * word[0] + second;
                pairs[pair / 32] |= (cl_uint)1 << pair % 32;
            }
    }
}

// A few parts for each core: one for each would wait for the slowest.  The list has room for
// `matches` and one more; string_search shows what to do where nobody knows their number.
static lesson open_lesson(const ocl_env *env, const unsigned char *text, size_t n, size_t matches,
                          const cl_uint *next, const cl_uint *ends, size_t nodes,
                          const char *const *words, size_t count)
{
    const size_t cores = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    lesson l = { .env = env, .n = n, .room = matches + 1 };
    l.part = ocl_divide_up(n, 16 * cores);
    l.parts = ocl_divide_up(n, l.part);
    cl_uint pairs[LETTERS * LETTERS / 32];
    find_pairs(pairs, words, count);

    // --kernel names another string_search_pairs.cl, not another string_search.cl.
    ocl_options no_kernel = *env->options;
    no_kernel.kernel = NULL;
    ocl_env others = *env;
    others.options = &no_kernel;
    l.plain = ocl_build(&others, "string_search.cl", "-cl-std=CL1.2");
    l.program = ocl_build(env, "string_search_pairs.cl", "-cl-std=CL1.2");
    l.d_list = ocl_buffer(env, CL_MEM_READ_WRITE, l.room * sizeof(match), NULL);
    l.d_matches = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    l.d_text = ocl_buffer(env, CL_MEM_READ_ONLY, n, text);
    l.d_next = ocl_buffer(env, CL_MEM_READ_ONLY, nodes * LETTERS * sizeof *next, next);
    l.d_ends = ocl_buffer(env, CL_MEM_READ_ONLY, nodes * sizeof *ends, ends);
    l.d_pairs = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof pairs, pairs);
    return l;
}

static void close_lesson(const lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_pairs));
    OCL_CHECK(clReleaseMemObject(l->d_ends));
    OCL_CHECK(clReleaseMemObject(l->d_next));
    OCL_CHECK(clReleaseMemObject(l->d_text));
    OCL_CHECK(clReleaseMemObject(l->d_matches));
    OCL_CHECK(clReleaseMemObject(l->d_list));
    OCL_CHECK(clReleaseProgram(l->program));
    OCL_CHECK(clReleaseProgram(l->plain));
}

// The kernel of a rung, with its arguments.
static cl_kernel kernel_of(const lesson *l, int variant)
{
    static const char *const names[] = { "string_search", "string_search_parts",
                                         "string_search_pairs" };
    const cl_uint room = (cl_uint)l->room, n = (cl_uint)l->n, part = (cl_uint)l->part;
    cl_int err;
    cl_kernel kernel =
        OCL_CREATE(clCreateKernel(variant == PLACES ? l->plain : l->program, names[variant], &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_list, &l->d_list));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_matches, &l->d_matches));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof room, &room));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_text, &l->d_text));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof l->d_next, &l->d_next));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof l->d_ends, &l->d_ends));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof n, &n));
    if (variant != PLACES) OCL_CHECK(clSetKernelArg(kernel, 7, sizeof part, &part));
    if (variant == PAIRS) OCL_CHECK(clSetKernelArg(kernel, 8, sizeof l->d_pairs, &l->d_pairs));
    return kernel;
}

// The counter is 0 at first.  Then a work-item per place, as in string_search; or one per part.
static void launch(const lesson *l, int variant, cl_kernel kernel, cl_event *first, cl_event *done)
{
    const cl_uint zero = 0;
    OCL_CHECK(clEnqueueFillBuffer(l->env->queue, l->d_matches, &zero, sizeof zero, 0, sizeof zero,
                                  0, NULL, first));
    const size_t local = variant == PLACES ? ocl_local_size(kernel, l->env->device, 64) : 1;
    const size_t global = variant == PLACES ? ocl_round_up(l->n, local) : l->parts;
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, done));
}

// The list of the last run, sorted: work-items put the matches in any order.  Returns their number.
static cl_uint read_matches(const lesson *l, match *found)
{
    cl_uint matches;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_matches, CL_TRUE, 0, sizeof matches, &matches,
                                  0, NULL, NULL));
    const size_t stored = ocl_smaller(matches, l->room);
    if (stored > 0)
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_list, CL_TRUE, 0, stored * sizeof *found,
                                      found, 0, NULL, NULL));
    sort_matches(found, stored);
    return matches;
}

int main(int argc, char **argv)
{
    // Options.
    const char *list = "Alice,Queen,White Rabbit,he,her,here,the,mushroom";
    const ocl_option own[] = { { .usage = "-w, --words LIST: what to look for, with commas between",
                                 .text = &list },
                               { .usage = NULL } };
    const ocl_about about = { .name = "string_search_pairs",
                              .summary = "Where in a text are these words?  By three kernels.",
                              .accepts = "dnirVk",
                              .size_help = "bytes; the text is cut or repeated",
                              .extents = 1,
                              .most = (uint64_t)1 << 30,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 10 });
    const size_t nodes = strlen(list) + 1;    // at most, with the root
    if (nodes > 4096) ocl_exit(OCL_EXIT_USAGE, "--words: at most 4095 bytes");

    // Device, text, words, reference.
    ocl_env env = ocl_open(&opt);
    size_t n = opt.size_given ? opt.n[0] : 0;
    ocl_require_memory(env.device, (double)n, 2.0 * (double)n, 2.0 * (double)n);
    unsigned char *text = read_text(opt.input, &n);
    const char *words[MAX_WORDS];
    cl_uint *next = ocl_alloc(nodes * LETTERS * sizeof *next);
    cl_uint *ends = ocl_alloc(nodes * sizeof *ends);
    memset(next, 0, nodes * LETTERS * sizeof *next);
    memset(ends, 0, nodes * sizeof *ends);
    const size_t count = make_tree(next, ends, words, list);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bytes", n);
    ocl_report_count(report, "words", count);
    size_t matches = 0;
    OCL_TIME_REFERENCE(report, matches = string_search_ref(NULL, text, n, words, count));
    if (matches >= UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--words: found too often for 32 bits");
    match *ref = ocl_alloc((matches + 1) * sizeof *ref),
          *found = ocl_alloc((matches + 1) * sizeof *ref);
    string_search_ref(ref, text, n, words, count);
    const lesson l = open_lesson(&env, text, n, matches, next, ends, nodes, words, count);

    // The rungs: number and places are exactly those of plain C.
    const ocl_work work = { .amount = (double)n, .unit = "GB/s" };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        cl_kernel kernel = kernel_of(&l, v);
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_matches, sizeof(cl_uint));
        ocl_trial_scratch(&t, l.d_list, l.room * sizeof *found);
        while (ocl_trial_next(&t))
            launch(&l, v, kernel, &t.first, &t.done);
        const cl_uint number = read_matches(&l, found);
        ocl_result result = ocl_verify_equal(VARIANTS[v], number, (long long)matches);
        if (matches > 0)
            result = ocl_result_both(result,
                                     ocl_verify_bytes(VARIANTS[v], found, ref,
                                                      ocl_smaller(number, matches) * sizeof *ref));
        ocl_trial_report(&t, report, &work, result);
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Release.
    close_lesson(&l);
    ocl_close(&env);
    free(found);
    free(ref);
    free(ends);
    free(next);
    free(text);
    return ocl_report_close(report);
}
