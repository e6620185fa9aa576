// SPDX-License-Identifier: MIT
//
// atomics_list - lists that many work-items make at the same time, and who may read them when.
//
//     next[i] = atomic_xchg(head, i)    node i becomes the first one, and gets what was it before
//
// Shows   a node put before others by an exchange, and by compare-exchange; a list that the host
//         reads, that a second launch reads, that the same launch reads; what an atomic does not
//         order, as --variant broken_one_launch
// Uses    in atomics_list.cl: atomic_xchg, atomic_cmpxchg, atomic_add; here: clSetKernelArg,
//         clEnqueueNDRangeKernel, clEnqueueReadBuffer, clEnqueueWriteBuffer
// Try     atomics_list -V one_launch -r 100
//         oclgrind --data-races atomics_list -n 100 -V broken_one_launch

#include "ocl.h"

#define END 0xffffffffu    // no node

enum { SHOWN = 8 };

// A list without an end would have more than n nodes.
static ocl_result verify_list(cl_uint head, const cl_uint *next, size_t n)
{
    cl_uint *visits = ocl_alloc(n * sizeof *visits), *ref = ocl_alloc(n * sizeof *ref);
    for (size_t i = 0; i < n; i++) {
        visits[i] = 0;
        ref[i] = 1;
    }
    cl_uint node = head;
    for (size_t steps = 0; node < n && steps <= n; steps++) {
        visits[node]++;
        node = next[node];
    }
    ocl_result result = ocl_verify_u32("visits", visits, ref, n);
    result = ocl_result_both(result, ocl_verify_equal("the end", node, END));
    free(ref);
    free(visits);
    return result;
}

// A note with the first nodes.
static void report_list(ocl_report *report, cl_uint head, const cl_uint *next, size_t n)
{
    char text[SHOWN * 16] = "";
    cl_uint node = head;
    for (size_t k = 0; k < SHOWN && node < n; k++) {
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%u", k > 0 ? " -> " : "", node);
        node = next[node];
    }
    ocl_report_note(report, "the list: %s%s", text, node == END ? "" : " ...");
}

enum { LOCAL = 64, LISTS = 61, MAX_NODES = 1 << 20 };
enum { SUMS_BYTES = 2 * LISTS * sizeof(cl_uint) };
static const cl_uint EMPTY = 0xfffffffe;    // neither a node nor END
enum { EXCHANGE, COMPARE, TWO_LAUNCHES, ONE_LAUNCH, BROKEN_ONE_LAUNCH, VARIANTS };
static const char *const VARIANT_NAMES[VARIANTS + 1] = { "exchange",          "compare",
                                                         "two_launches",      "one_launch",
                                                         "broken_one_launch", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t n;         // nodes, one per work-item
    cl_uint *x;       // x[i]: the value of node i
    cl_mem d_sums;    // per list: the number of nodes, the sum of their values
    cl_mem d_value, d_next, d_heads, d_counted, d_x;
} lesson;

// Writes `count` times the same number.
static void fill(const lesson *l, cl_mem to, size_t count, cl_uint number)
{
    cl_uint *numbers = ocl_alloc(count * sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = number;
    OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, to, CL_TRUE, 0, count * sizeof *numbers, numbers,
                                   0, NULL, NULL));
    free(numbers);
}

static void launch(const lesson *l, cl_kernel kernel, size_t items)
{
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// What all kernels find: lists without nodes, and no values.  What lies in the place of the sums
// differs from run to run.
static void prepare(const lesson *l, size_t run)
{
    fill(l, l->d_next, l->n, EMPTY);
    fill(l, l->d_value, l->n, EMPTY);
    fill(l, l->d_heads, LISTS, END);
    fill(l, l->d_counted, 1, 0);
    ocl_poison_run(l->env->queue, l->d_sums, SUMS_BYTES, run);
}

// One launch makes the list, the host reads it.
static ocl_result make_list(const lesson *l, const char *name, bool shown)
{
    const cl_command_queue queue = l->env->queue;
    const size_t bytes = l->n * sizeof(cl_uint);
    const cl_ulong n = l->n;
    cl_uint *next = ocl_alloc(bytes), head;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_next, &l->d_next));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_heads, &l->d_heads));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    launch(l, kernel, l->n);
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_next, CL_TRUE, 0, bytes, next, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(queue, l->d_heads, CL_TRUE, 0, sizeof head, &head, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    const ocl_result result = verify_list(head, next, l->n);
    if (shown) report_list(l->report, head, next, l->n);
    free(next);
    return result;
}

// Reads what the device found in its lists, and compares.
static ocl_result verify_sums(const lesson *l, size_t lists)
{
    cl_uint ref[2 * LISTS] = { 0 }, sums[2 * LISTS];
    for (size_t i = 0; i < l->n; i++) {
        ref[2 * (l->x[i] % lists)]++;
        ref[2 * (l->x[i] % lists) + 1] += l->x[i];
    }
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_sums, CL_TRUE, 0, SUMS_BYTES, sums, 0, NULL, NULL));
    return ocl_verify_u32("nodes and sums", sums, ref, 2 * lists);
}

// One launch makes LISTS lists, the next one reads them.  What a launch has stored is there for the
// next one of the queue.
static ocl_result run_two_launches(const lesson *l)
{
    const cl_ulong n = l->n;
    cl_int err;
    cl_kernel sort = OCL_CREATE(clCreateKernel(l->program, "atomics_list_sort", &err));
    OCL_CHECK(clSetKernelArg(sort, 0, sizeof l->d_next, &l->d_next));
    OCL_CHECK(clSetKernelArg(sort, 1, sizeof l->d_heads, &l->d_heads));
    OCL_CHECK(clSetKernelArg(sort, 2, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(sort, 3, sizeof n, &n));
    cl_kernel walk_all = OCL_CREATE(clCreateKernel(l->program, "atomics_list_walk", &err));
    OCL_CHECK(clSetKernelArg(walk_all, 0, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(walk_all, 1, sizeof l->d_next, &l->d_next));
    OCL_CHECK(clSetKernelArg(walk_all, 2, sizeof l->d_heads, &l->d_heads));
    OCL_CHECK(clSetKernelArg(walk_all, 3, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(walk_all, 4, sizeof n, &n));
    launch(l, sort, l->n);
    launch(l, walk_all, LISTS);
    OCL_CHECK(clReleaseKernel(walk_all));
    OCL_CHECK(clReleaseKernel(sort));
    return verify_sums(l, LISTS);
}

// One launch makes a list, and its last work-item reads it.
static ocl_result run_one_launch(const lesson *l, const char *name)
{
    const cl_ulong n = l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_value, &l->d_value));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_next, &l->d_next));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_heads, &l->d_heads));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof l->d_counted, &l->d_counted));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof n, &n));
    launch(l, kernel, l->n);
    OCL_CHECK(clReleaseKernel(kernel));
    return verify_sums(l, 1);
}

// A missing order may do no harm in most runs, so every run is compared.
static void check_variant(const lesson *l, size_t v)
{
    char name[64];
    snprintf(name, sizeof name, "atomics_list_%s", VARIANT_NAMES[v]);
    const size_t runs = l->env->options->repeat;
    ocl_result result = { .pass = true };
    for (size_t run = 0; run < runs && result.pass; run++) {
        prepare(l, run);
        ocl_result one;
        if (v == EXCHANGE || v == COMPARE)
            one = make_list(l, name, v == EXCHANGE && run + 1 == runs);
        else if (v == TWO_LAUNCHES)
            one = run_two_launches(l);
        else
            one = run_one_launch(l, name);
        result = ocl_result_both(result, one);
    }
    ocl_report_result(l->report, VARIANT_NAMES[v], result);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "atomics_list",
                              .summary = "Lists that many work-items make at the same time.",
                              .accepts = "dnrVks",
                              .size_help = "nodes, one per work-item",
                              .extents = 1,
                              .most = MAX_NODES,
                              .variants = VARIANT_NAMES };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .repeat = 10, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 4.0 * bytes);

    const size_t x_bytes = opt.n[0] * sizeof(cl_uint);
    lesson l = { .env = &env, .n = opt.n[0], .x = ocl_alloc(x_bytes) };
    ocl_fill_u32(l.x, l.n, opt.seed);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "nodes", l.n);
    ocl_report_count(l.report, "lists", LISTS);
    ocl_report_count(l.report, "runs", opt.repeat);
    l.d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, SUMS_BYTES, NULL);
    l.d_value = ocl_buffer(&env, CL_MEM_READ_WRITE, x_bytes, NULL);
    l.d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, x_bytes, NULL);
    l.d_heads = ocl_buffer(&env, CL_MEM_READ_WRITE, LISTS * sizeof(cl_uint), NULL);
    l.d_counted = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, x_bytes, l.x);

    // "all" means the right ones.  The broken one is chosen by its name.
    const bool broken = opt.variant && strcmp(opt.variant, VARIANT_NAMES[BROKEN_ONE_LAUNCH]) == 0;
    l.program = ocl_build(&env, broken ? "atomics_list_broken.cl" : "atomics_list.cl",
                          "-cl-std=CL1.2 -DEND=0x%xu -DEMPTY=0x%xu -DLISTS=%d", END, EMPTY, LISTS);
    for (size_t v = 0; v < VARIANTS; v++)
        if (v == BROKEN_ONE_LAUNCH ? broken : ocl_wants(&opt, VARIANT_NAMES[v]))
            check_variant(&l, v);
    if (broken) ocl_report_note(l.report, "broken_one_launch: a right answer is luck");

    OCL_CHECK(clReleaseProgram(l.program));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_counted));
    OCL_CHECK(clReleaseMemObject(l.d_heads));
    OCL_CHECK(clReleaseMemObject(l.d_next));
    OCL_CHECK(clReleaseMemObject(l.d_value));
    OCL_CHECK(clReleaseMemObject(l.d_sums));
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
