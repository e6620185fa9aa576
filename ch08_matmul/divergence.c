// SPDX-License-Identifier: MIT
//
// divergence - measures the advice on branches: the same branch, written in two or three ways.
//
// Shows   neighbouring work-items that take different paths, or the same path after the data or the
//         indices are regrouped; select() or if; && or &; loops of different lengths.
//         What helps on a GPU may not help on a CPU
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel; get_group_id and select in the
//         kernels
// Try     divergence -n 16M -V paths    (on a GPU)
//         divergence -V conditions
//         divergence -d cpu    (with PoCL and with another driver)

#include "ocl.h"

#include "divergence/ref.h"

// One way to write the branch of a topic.  It is compared with the topic's first form.
typedef struct {
    int topic;
    const char *name, *kernel;
    bool regrouped;    // the input is sorted, so that neighbours take the same path
} divergence_form;

// The forms of a topic are neighbours, at most MAX_FORMS.
enum { DIVERGENCE_FORM_COUNT = 14, MAX_FORMS = 3 };

// Their names, ended by NULL; in the order of PATHS, INDEX, ... of ref.h.
static const char *const DIVERGENCE_TOPICS[] = { "paths",      "index", "cheap", "rare",
                                                 "conditions", "trips", NULL };

static const divergence_form DIVERGENCE_FORMS[DIVERGENCE_FORM_COUNT] = {
    { .topic = PATHS, .name = "paths_mixed", .kernel = "paths" },
    { .topic = PATHS, .name = "paths_regrouped", .kernel = "paths", .regrouped = true },
    { .topic = INDEX, .name = "index_item", .kernel = "index_item" },
    { .topic = INDEX, .name = "index_group", .kernel = "index_group" },
    { .topic = CHEAP, .name = "cheap_if", .kernel = "cheap_if" },
    { .topic = CHEAP, .name = "cheap_select", .kernel = "cheap_select" },
    { .topic = RARE, .name = "rare_select", .kernel = "rare_select" },
    { .topic = RARE, .name = "rare_if", .kernel = "rare_if" },
    { .topic = CONDITIONS, .name = "conditions_nested", .kernel = "conditions_nested" },
    { .topic = CONDITIONS, .name = "conditions_and", .kernel = "conditions_and" },
    { .topic = CONDITIONS, .name = "conditions_bits", .kernel = "conditions_bits" },
    { .topic = TRIPS, .name = "trips_mixed", .kernel = "trips" },
    { .topic = TRIPS, .name = "trips_masked", .kernel = "trips_masked" },
    { .topic = TRIPS, .name = "trips_regrouped", .kernel = "trips", .regrouped = true },
};

enum { LOCAL = 256 };

typedef struct {
    const ocl_env *env;
    ocl_pace *pace;
    size_t n;
    uint32_t *in, *sorted, *out, *ref;          // in: 3 n elements; sorted: the first n of them
    cl_mem d_out[MAX_FORMS], d_in, d_sorted;    // an output for each form: they run in turn
    cl_program program;
} lesson;

static cl_kernel make_kernel(const lesson *l, const divergence_form *f, cl_mem d_out)
{
    char name[40];
    snprintf(name, sizeof name, "divergence_%s", f->kernel);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    const cl_ulong n = l->n;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), f->regrouped ? &l->d_sorted : &l->d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    return kernel;
}

// The number of work-groups is a multiple of 4: index_group gives each of its four paths to every
// fourth one.
static ocl_range_2d choose_range(const lesson *l, cl_kernel kernel)
{
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    return (ocl_range_2d){ .global = { ocl_round_up(l->n, 4 * local), 1 }, .local = { local, 1 } };
}

// How long a topic takes at least: its references, and the warm-up and one run of each form.
static double estimate_ns(const lesson *l, const divergence_form *forms, size_t count)
{
    enum { SHARE = 1 << 14 };
    if (l->n < 4 * SHARE) return 0.0;
    const double begin_ns = ocl_wall_ns();
    divergence_ref(forms[0].topic, l->ref, l->in, SHARE);
    const double ref_ns = (ocl_wall_ns() - begin_ns) * (double)l->n / SHARE;

    double ns = ref_ns;
    for (size_t f = 0; f < count; f++) {
        cl_kernel kernel = make_kernel(l, &forms[f], l->d_out[f]);
        const ocl_range_2d range = choose_range(l, kernel);
        ns += ocl_pace_estimate(l->pace, kernel, &range) + (forms[f].regrouped ? ref_ns : 0.0);
        OCL_CHECK(clReleaseKernel(kernel));
    }
    return ns;
}

// A regrouped form, the last one of its topic, needs a new reference: its input has another order.
static ocl_result verify(const lesson *l, const divergence_form *f, cl_mem d_out)
{
    if (f->regrouped) divergence_ref(f->topic, l->ref, l->sorted, l->n);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_out, CL_TRUE, 0, l->n * sizeof(cl_uint), l->out,
                                  0, NULL, NULL));
    return ocl_verify_u32(f->name, l->out, l->ref, l->n);
}

// Runs the forms of a topic in turn, so that a slow moment of the machine affects all of them.
static void run_in_turn(const lesson *l, const cl_kernel *kernels, ocl_trial *trials, size_t count)
{
    bool again = true;
    while (again) {
        again = false;
        for (size_t f = 0; f < count; f++) {
            if (!ocl_trial_next(&trials[f])) continue;
            const ocl_range_2d range = choose_range(l, kernels[f]);
            OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernels[f], 1, NULL, range.global,
                                             range.local, 0, NULL, &trials[f].done));
            again = true;
        }
    }
}

// The forms of a topic.  gains[f]: how many times as fast as the first form.
static void compare(const lesson *l, ocl_report *report, const divergence_form *forms, size_t count,
                    double *gains)
{
    const double least_ns = estimate_ns(l, forms, count);
    if (!ocl_pace_allows(l->pace, report, DIVERGENCE_TOPICS[forms[0].topic], least_ns)) return;

    cl_kernel kernels[MAX_FORMS];
    ocl_trial trials[MAX_FORMS];
    const size_t bytes = l->n * sizeof(cl_uint);
    for (size_t f = 0; f < count; f++) {
        kernels[f] = make_kernel(l, &forms[f], l->d_out[f]);
        trials[f] = ocl_trial_open(l->env, forms[f].name, l->d_out[f], bytes);
    }
    OCL_TIME_REFERENCE(report, divergence_ref(forms[0].topic, l->ref, l->in, l->n));

    run_in_turn(l, kernels, trials, count);

    const ocl_work work = { .amount = (double)l->n, .unit = "Melement/s" };
    for (size_t f = 0; f < count; f++) {
        ocl_trial_report(&trials[f], report, &work, verify(l, &forms[f], l->d_out[f]));
        gains[f] = ocl_median_ns(&trials[0].times) / ocl_median_ns(&trials[f].times);
        OCL_CHECK(clReleaseKernel(kernels[f]));
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "divergence",
                              .summary = "Branches, each written in two or three ways.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = DIVERGENCE_TOPICS };
    const ocl_options defaults = { .n = { 200003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_pace pace = ocl_pace_open(&env);

    // Three numbers per element; the first one of each also in sorted order; the outputs.
    const double element_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, 3.0 * element_bytes, (4.0 + MAX_FORMS) * element_bytes,
                       6.0 * element_bytes);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    lesson l = { .env = &env,
                 .pace = &pace,
                 .n = n,
                 .in = ocl_alloc(3 * bytes),
                 .sorted = ocl_alloc(bytes),
                 .out = ocl_alloc(bytes),
                 .ref = ocl_alloc(bytes) };
    ocl_fill_u32(l.in, 3 * n, opt.seed);
    divergence_regroup(l.sorted, l.in, n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "steps", DIVERGENCE_STEPS);

    cl_int err;
    const cl_mem_flags filled = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    for (size_t f = 0; f < MAX_FORMS; f++)
        l.d_out[f] = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_WRITE_ONLY, bytes, NULL, &err));
    l.d_in = OCL_CREATE(clCreateBuffer(env.context, filled, 3 * bytes, l.in, &err));
    l.d_sorted = OCL_CREATE(clCreateBuffer(env.context, filled, bytes, l.sorted, &err));
    l.program = ocl_build(&env, "divergence.cl", "-DSTEPS=%d", DIVERGENCE_STEPS);

    double gains[DIVERGENCE_FORM_COUNT] = { 0.0 };
    for (size_t f = 0, count; f < DIVERGENCE_FORM_COUNT; f += count) {
        for (count = 1; f + count < DIVERGENCE_FORM_COUNT; count++)
            if (DIVERGENCE_FORMS[f + count].topic != DIVERGENCE_FORMS[f].topic) break;
        if (ocl_wants(&opt, DIVERGENCE_TOPICS[DIVERGENCE_FORMS[f].topic]))
            compare(&l, report, &DIVERGENCE_FORMS[f], count, &gains[f]);
    }

    ocl_table table = ocl_table_open(report, "gains", "form, times as fast, as");
    for (size_t f = 1, first = 0; f < DIVERGENCE_FORM_COUNT; f++)
        if (DIVERGENCE_FORMS[f].topic != DIVERGENCE_FORMS[first].topic)
            first = f;
        else if (gains[f] > 0.0)
            ocl_table_row(&table, "%-18s %.2f  %-18s", DIVERGENCE_FORMS[f].name, gains[f],
                          DIVERGENCE_FORMS[first].name);

    OCL_CHECK(clReleaseProgram(l.program));
    OCL_CHECK(clReleaseMemObject(l.d_sorted));
    OCL_CHECK(clReleaseMemObject(l.d_in));
    for (size_t f = 0; f < MAX_FORMS; f++)
        OCL_CHECK(clReleaseMemObject(l.d_out[f]));
    ocl_close(&env);
    free(l.ref);
    free(l.out);
    free(l.sorted);
    free(l.in);
    return ocl_report_close(report);
}
