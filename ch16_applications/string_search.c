// SPDX-License-Identifier: MIT
//
// string_search - where in a text are these words?  All places of all words, in one launch.
//
// Shows   a tree of words that all work-items walk; a list whose length nobody knows before: an
//         atomic counter, and a second launch where the room was too small
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer,
//         clEnqueueWriteBuffer
// Try     string_search -w "White Rabbit,watch", string_search -w e, string_search -i README.md

#include "ocl.h"

#include "shared/words.h"

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

int main(int argc, char **argv)
{
    // Options.
    const char *list = "Alice,Queen,White Rabbit,he,her,here,the,mushroom";
    const ocl_option own[] = { { .usage = "-w, --words LIST: what to look for, with commas between",
                                 .text = &list },
                               { .usage = NULL } };
    const ocl_about about = { .name = "string_search",
                              .summary = "Where in a text are these words?",
                              .accepts = "dnik",
                              .size_help = "bytes; the text is cut or repeated",
                              .extents = 1,
                              .most = (uint64_t)1 << 30,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
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
    size_t ref_matches = 0;
    OCL_TIME_REFERENCE(report, ref_matches = string_search_ref(NULL, text, n, words, count));
    if (ref_matches > UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--words: found too often for 32 bits");
    match *ref = ocl_alloc((ref_matches + 1) * sizeof *ref);
    string_search_ref(ref, text, n, words, count);

    // Program, buffers, arguments.
    cl_program program = ocl_build(&env, "string_search.cl", "-cl-std=CL1.2");
    cl_uint matches = 0, zero = 0;
    cl_mem d_matches = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof matches, NULL);
    cl_mem d_text = ocl_buffer(&env, CL_MEM_READ_ONLY, n, text);
    cl_mem d_next = ocl_buffer(&env, CL_MEM_READ_ONLY, nodes * LETTERS * sizeof *next, next);
    cl_mem d_ends = ocl_buffer(&env, CL_MEM_READ_ONLY, nodes * sizeof *ends, ends);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "string_search", &err));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_matches, &d_matches));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_text, &d_text));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof d_next, &d_next));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof d_ends, &d_ends));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);

    // Launch: once with a guess, and once more where there are more matches than that.
    cl_mem d_list = NULL;
    cl_uint room = (cl_uint)(n / 16 + 1), launches = 0;
    cl_event done[2];
    do {
        if (launches > 0) {
            OCL_CHECK(clReleaseMemObject(d_list));
            room = matches;
        }
        d_list = ocl_buffer(&env, CL_MEM_WRITE_ONLY, room * sizeof(match), NULL);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_list, &d_list));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof room, &room));
        OCL_CHECK(clEnqueueWriteBuffer(env.queue, d_matches, CL_TRUE, 0, sizeof zero, &zero, 0,
                                       NULL, NULL));
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &done[launches++]));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_matches, CL_TRUE, 0, sizeof matches, &matches, 0,
                                      NULL, NULL));
    } while (matches > room && launches < 2 && matches / count <= n);    // else the kernel is wrong

    // Read what is there.  Work-items put it in any order, so it is sorted.
    const size_t stored = ocl_smaller(matches, room);
    match *found = ocl_alloc((stored + 1) * sizeof *found);
    if (stored > 0)
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_list, CL_TRUE, 0, stored * sizeof *found, found,
                                      0, NULL, NULL));
    sort_matches(found, stored);

    // Show how often each word comes, and verify: numbers and places are exactly those of plain C.
    ocl_report_kernel(report, "search", done, launches);
    ocl_report_fact(report, "launches", "%u", launches);
    ocl_table table = ocl_table_open(report, "words", "times, word");
    for (size_t w = 0; w < count; w++) {
        size_t times = 0;
        for (size_t k = 0; k < stored; k++)
            times += found[k].word == w;
        const ocl_printable word = ocl_make_printable(words[w], strcspn(words[w], ","));
        ocl_table_row(&table, "%8zu  %s", times, word.text);
    }
    ocl_report_result(report, "number",
                      ocl_verify_equal("number", matches, (long long)ref_matches));
    if (ref_matches > 0)
        ocl_report_result(
            report, "places",
            ocl_verify_bytes("places", found, ref, ocl_smaller(stored, ref_matches) * sizeof *ref));

    // Release, in reverse order.
    for (cl_uint k = 0; k < launches; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseMemObject(d_list));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_ends));
    OCL_CHECK(clReleaseMemObject(d_next));
    OCL_CHECK(clReleaseMemObject(d_text));
    OCL_CHECK(clReleaseMemObject(d_matches));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(found);
    free(ref);
    free(ends);
    free(next);
    free(text);
    return ocl_report_close(report);
}
