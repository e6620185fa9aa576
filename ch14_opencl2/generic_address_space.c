// SPDX-License-Identifier: MIT
//
// generic_address_space - pointers that may point to global, local or private memory.
//
// Shows   one function for all address spaces against one per space, and what that costs; a list
//         whose nodes are in three address spaces; from a generic pointer back to a named one
// Uses    CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, clSetKernelArg, clEnqueueNDRangeKernel;
//         to_global, to_local, to_private, get_fence
// Try     generic_address_space -V mixed; generic_address_space --group 16

#include "ocl.h"

#include "shared/features.h"

enum { TAPS = 16 };    // numbers of a window

enum { GLOBAL, LOCAL, PRIVATE, SPACES };
static const char *const SPACE_NAMES[SPACES] = { "global", "local", "private" };
static const char *const VARIANTS[] = { "global", "local", "private", "mixed", NULL };

enum { NAMED, GENERIC, FORMS };
static const char *const FORM_NAMES[FORMS] = { "named", "generic" };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t n, group, items;    // numbers, work-items per work-group, in all
    cl_int *x, *ref;           // zeros behind the numbers
    cl_mem d_x;
} lesson;

// At most, for a node of the kernel: a pointer and a number.
enum { NODE_BYTES = 16 };

static void require_generic_pointers(cl_device_id device)
{
    if (!has_optional(device, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT))
        ocl_exit(OCL_EXIT_SKIP, "this device has no generic address space: "
                                "CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT is CL_FALSE");
    require_c_feature(device, "__opencl_c_generic_address_space");
}

static void window_ref(cl_int *out, const cl_int *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = 0;
        for (size_t k = 0; k < TAPS; k++)
            out[i] += x[i + k] * (cl_int)(k + 1);
    }
}

static cl_kernel create(const lesson *l, const char *what, const char *which, cl_mem d_out)
{
    char name[64];
    const cl_ulong n = l->n;
    snprintf(name, sizeof name, "generic_address_space_%s%s", what, which);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    return kernel;
}

// Both forms take turns, so that whatever else the machine does slows both down.
// Gives the best time of the generic form divided by that of the other one.
static double run_variant(const lesson *l, const char *variant)
{
    const size_t bytes = l->n * sizeof(cl_int);
    char names[FORMS][32];
    cl_mem d_out[FORMS];
    cl_kernel kernels[FORMS];
    ocl_trial trials[FORMS];
    bool goes_on[FORMS] = { true, true };
    for (size_t f = 0; f < FORMS; f++) {
        snprintf(names[f], sizeof names[f], "%s_%s", variant, FORM_NAMES[f]);
        d_out[f] = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
        kernels[f] = create(l, names[f], "", d_out[f]);
        trials[f] = ocl_trial_open(l->env, names[f], d_out[f], bytes);
    }
    while (goes_on[NAMED] || goes_on[GENERIC])
        for (size_t f = 0; f < FORMS; f++) {
            goes_on[f] = goes_on[f] && ocl_trial_next(&trials[f]);
            if (goes_on[f])
                OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernels[f], 1, NULL, &l->items,
                                                 &l->group, 0, NULL, &trials[f].done));
        }
    const ocl_work work = { .amount = (double)l->n, .unit = "Gelement/s" };
    for (size_t f = 0; f < FORMS; f++) {
        ocl_trial_report(&trials[f], l->report, &work,
                         ocl_verify_buffer(l->env, names[f], d_out[f], l->ref, bytes));
        OCL_CHECK(clReleaseKernel(kernels[f]));
        OCL_CHECK(clReleaseMemObject(d_out[f]));
    }
    return ocl_best_ns(&trials[GENERIC].times) / ocl_best_ns(&trials[NAMED].times);
}

// What the generic form costs.
static void run_variants(const lesson *l)
{
    double ratios[sizeof VARIANTS / sizeof *VARIANTS];
    for (size_t v = 0; VARIANTS[v]; v++)
        if (ocl_wants(l->env->options, VARIANTS[v])) ratios[v] = run_variant(l, VARIANTS[v]);
    ocl_table table = ocl_table_open(l->report, "costs", "pointer to, generic / named");
    for (size_t v = 0; VARIANTS[v]; v++)
        if (ocl_wants(l->env->options, VARIANTS[v]))
            ocl_table_row(&table, "%-10s %6.2f", VARIANTS[v], ratios[v]);
}

// A node in each address space, in one list.
static void run_list(const lesson *l)
{
    const size_t bytes = l->n * sizeof(cl_int);
    cl_int *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < l->n; i++)
        ref[i] = 9 * l->x[i] + 3 * l->x[i + 1] + l->x[i + 2];
    cl_mem d_out = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_nodes = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->items * NODE_BYTES, NULL);
    cl_kernel kernel = create(l, "list", "", d_out);
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_nodes, &d_nodes));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &l->items, &l->group, 0, NULL,
                                     NULL));
    ocl_report_result(l->report, "list", ocl_verify_buffer(l->env, "list", d_out, ref, bytes));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_nodes));
    OCL_CHECK(clReleaseMemObject(d_out));
    free(ref);
}

// Asks one function about a pointer to each address space: answers[space] are two numbers.
static void ask(const lesson *l, const char *function, const char *which, cl_int answers[SPACES][2])
{
    const cl_int in_global = 100;
    const size_t one = 1;
    cl_mem d_answer = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, sizeof answers[0], NULL);
    cl_mem d_global = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof in_global, &in_global);
    cl_kernel kernel = create(l, function, which, d_answer);
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_global, &d_global));
    for (cl_ulong space = GLOBAL; space < SPACES; space++) {
        ocl_poison_run(l->env->queue, d_answer, sizeof answers[0], (size_t)space);
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof space, &space));
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_answer, CL_TRUE, 0, sizeof answers[0],
                                      answers[space], 0, NULL, NULL));
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_global));
    OCL_CHECK(clReleaseMemObject(d_answer));
}

// A conversion to the space where the pointer points must succeed.  Another one may give NULL.  If
// it does not, the pointer must lead to the same number.
static void show_conversions(const lesson *l)
{
    cl_int got[2 * SPACES * SPACES], want[2 * SPACES * SPACES];
    ocl_table table =
        ocl_table_open(l->report, "conversions", "pointer to, to_global, to_local, to_private");
    cl_int answers[SPACES][SPACES][2];    // function, space
    for (size_t to = GLOBAL; to < SPACES; to++)
        ask(l, "to_", SPACE_NAMES[to], answers[to]);
    for (size_t space = GLOBAL; space < SPACES; space++) {
        const char *texts[SPACES];
        for (size_t to = GLOBAL; to < SPACES; to++) {
            const size_t at = 2 * (space * SPACES + to);
            const bool is_pointer = answers[to][space][0] != 0;
            texts[to] = is_pointer ? "a pointer" : "NULL";
            memcpy(&got[at], answers[to][space], sizeof answers[to][space]);
            want[at] = is_pointer || to == space;
            want[at + 1] = want[at] ? 100 * (cl_int)(space + 1) : 0;
        }
        ocl_table_row(&table, "%-10s %-10s %-10s %-10s", SPACE_NAMES[space], texts[GLOBAL],
                      texts[LOCAL], texts[PRIVATE]);
    }
    ocl_report_result(l->report, "conversions",
                      ocl_verify_u32("conversions", (const cl_uint *)got, (const cl_uint *)want,
                                     2 * SPACES * SPACES));
}

// The fence for a pointer must be valid for the memory that it points to.
static void show_fences(const lesson *l)
{
    cl_int answers[SPACES][2];
    ask(l, "fence", "", answers);
    ocl_table table = ocl_table_open(l->report, "fences", "pointer to, get_fence");
    static const char *const TEXTS[] = { "neither", "global", "local", "global and local" };
    for (size_t space = GLOBAL; space < SPACES; space++)
        ocl_table_row(&table, "%-10s %-16s", SPACE_NAMES[space],
                      TEXTS[(answers[space][0] & 1) + 2 * (answers[space][1] & 1)]);
    ocl_result result = ocl_verify_equal("fence of global", answers[GLOBAL][0], 1);
    if (ocl_known_fault(l->env->device, "get_fence of a local pointer"))
        ocl_report_note(l->report, "not compared: the fence of a local pointer");
    else
        result = ocl_result_both(result, ocl_verify_equal("fence of local", answers[LOCAL][1], 1));
    ocl_report_result(l->report, "fences", result);
}

int main(int argc, char **argv)
{
    size_t wanted = 64;
    const ocl_option own[] = {
        { .usage = "-g, --group N: work-items per work-group at most", .count = &wanted },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "generic_address_space",
                              .summary = "Pointers that may point to any address space.",
                              .accepts = "dnrVks",
                              .size_help = "numbers",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 50, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double n = (double)opt.n[0];
    ocl_require_memory(env.device, NODE_BYTES * n, (NODE_BYTES + 8) * n, 16 * n);
    require_generic_pointers(env.device);

    // Numbers, and zeros for whole work-groups and the last window.
    lesson l = { .env = &env, .n = opt.n[0], .group = ocl_group_size(env.device, wanted) };
    l.items = ocl_round_up(l.n, l.group);
    const size_t numbers = l.items + TAPS;
    l.x = ocl_alloc(numbers * sizeof *l.x);
    for (size_t i = 0; i < numbers; i++)
        l.x[i] = i < l.n ? (cl_int)(ocl_random(opt.seed, i) % 2001) - 1000 : 0;
    l.ref = ocl_alloc(l.n * sizeof *l.ref);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_count(l.report, "group", l.group);
    OCL_TIME_REFERENCE(l.report, window_ref(l.ref, l.x, l.n));

    l.program = ocl_build(&env, "generic_address_space.cl", "%s -DGROUP=%zu -DTAPS=%d",
                          ocl_newest_c(env.device), l.group, TAPS);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, numbers * sizeof *l.x, l.x);
    run_variants(&l);
    if (ocl_wants(&opt, "all")) {
        run_list(&l);
        show_conversions(&l);
        show_fences(&l);
    }

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseProgram(l.program));
    free(l.ref);
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
