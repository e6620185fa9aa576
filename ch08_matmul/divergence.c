// SPDX-License-Identifier: MIT
//
// divergence - the advice on branches, measured: the same result with a branch written in two or three ways.
//
// Shows   work-items of a group that go different ways, or the same way after the data or the indices are regrouped;
//         select() against if; && against &; loops of different lengths.  What helps on a GPU need not on a CPU
// Uses    get_group_id as something to branch on, select
// Try     divergence -n 16M on a GPU; -V conditions on a CPU; PoCL beside another CPU driver

#include "divergence/ref.h"

enum { LOCAL = 256, MAX_FORMS = 3 };

static const char *const LESSONS[] = { "paths",      "index", "cheap", "rare",
                                       "conditions", "trips", NULL };

// A way to write a lesson's branch.  The first one of a lesson is what the others are compared with.
typedef struct {
    int lesson;
    const char *name, *kernel;
    bool regrouped;    // the input is sorted, so that neighbours go the same way
} form;

static const form FORMS[] = {
    { DIVERGENCE_PATHS, "paths_mixed", "paths", false },
    { DIVERGENCE_PATHS, "paths_regrouped", "paths", true },
    { DIVERGENCE_INDEX, "index_item", "index_item", false },
    { DIVERGENCE_INDEX, "index_group", "index_group", false },
    { DIVERGENCE_CHEAP, "cheap_if", "cheap_if", false },
    { DIVERGENCE_CHEAP, "cheap_select", "cheap_select", false },
    { DIVERGENCE_RARE, "rare_select", "rare_select", false },
    { DIVERGENCE_RARE, "rare_if", "rare_if", false },
    { DIVERGENCE_CONDITIONS, "conditions_nested", "conditions_nested", false },
    { DIVERGENCE_CONDITIONS, "conditions_and", "conditions_and", false },
    { DIVERGENCE_CONDITIONS, "conditions_bits", "conditions_bits", false },
    { DIVERGENCE_TRIPS, "trips_mixed", "trips", false },
    { DIVERGENCE_TRIPS, "trips_masked", "trips_masked", false },
    { DIVERGENCE_TRIPS, "trips_regrouped", "trips", true },
};
enum { FORM_COUNT = sizeof FORMS / sizeof FORMS[0] };

// What all lessons work with.
typedef struct {
    const ocl_env *env;
    size_t n;
    uint32_t *in, *sorted;    // 3 n elements; the first n of them, regrouped
    uint32_t *out, *ref;
    cl_mem d_out, d_in, d_sorted;
    cl_program program;
} setting;

static cl_kernel make_kernel(const setting *s, const form *f)
{
    char name[40];
    snprintf(name, sizeof name, "divergence_%s", f->kernel);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(s->program, name, &err));
    const cl_ulong n = s->n;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_out, &s->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), f->regrouped ? &s->d_sorted : &s->d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    return kernel;
}

// One launch, of whole fours of work-groups: index_group deals its four paths out to them.
static double run_ns(const setting *s, cl_kernel kernel)
{
    const size_t local = ocl_local_size(kernel, s->env->device, LOCAL);
    const size_t global = ocl_round_up(s->n, 4 * local);
    cl_event done;
    ocl_poison(s->env->queue, s->d_out, s->n * sizeof(cl_uint));
    OCL_CHECK(
        clEnqueueNDRangeKernel(s->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    const double ns = ocl_event_ns(done, done);
    OCL_CHECK(clReleaseEvent(done));
    return ns;
}

// What plain C makes of the input of that form.
static void make_ref(const setting *s, const form *f)
{
    const uint32_t *in = f->regrouped ? s->sorted : s->in;
    for (size_t i = 0; i < s->n; i++)
        s->ref[i] = divergence_ref(f->lesson, in, s->n, i);
}

static ocl_result verify(const setting *s, const form *f)
{
    OCL_CHECK(clEnqueueReadBuffer(s->env->queue, s->d_out, CL_TRUE, 0, s->n * sizeof(cl_uint),
                                  s->out, 0, NULL, NULL));
    return ocl_verify_u32(f->name, s->out, s->ref, s->n);
}

// Runs the forms of a lesson in turns, so that all of them have their share of a busy machine's bad moments.
// gains[f]: how many times as fast as the first form.
static void teach(const setting *s, ocl_report *report, const form *forms, size_t count,
                  double *gains)
{
    ocl_times times[MAX_FORMS] = { { .runs = 0 } };
    ocl_result checks[MAX_FORMS];
    cl_kernel kernels[MAX_FORMS];
    for (size_t f = 0; f < count; f++)
        kernels[f] = make_kernel(s, &forms[f]);
    const double begin = ocl_wall_ns();
    make_ref(s, &forms[0]);
    const double reference_ns = ocl_wall_ns() - begin;

    const size_t last = s->env->options->repeat;
    for (size_t run = 0; run <= last; run++)
        for (size_t f = 0; f < count; f++) {
            const double ns = run_ns(s, kernels[f]);
            if (run > 0) ocl_times_add(&times[f], ns);
            if (run < last) continue;
            if (forms[f].regrouped) make_ref(s, &forms[f]);
            checks[f] = verify(s, &forms[f]);
        }

    json_t *details = json_pack("{s:f}", "reference_ms", reference_ns / 1e6);
    for (size_t f = 0; f < count; f++) {
        ocl_report_row(report, &(ocl_row){ forms[f].name, &times[f], (double)s->n, "Melement/s",
                                           0.0, checks[f] });
        gains[f] = ocl_median_ns(&times[0]) / ocl_median_ns(&times[f]);
        json_object_set_new(details, forms[f].name, json_real(gains[f]));
        OCL_CHECK(clReleaseKernel(kernels[f]));
    }
    json_object_set_new(ocl_report_details(report), LESSONS[forms[0].lesson], details);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "divergence",
                              .summary = "Branches, each written in two or three ways.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = LESSONS };
    const ocl_options defaults = { .n = { 200003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // Three numbers for each element, and the elements once more, in another order.
    const double element_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, 3.0 * element_bytes, 5.0 * element_bytes, 6.0 * element_bytes);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    setting s = { .env = &env,
                  .n = n,
                  .in = ocl_alloc(3 * bytes),
                  .sorted = ocl_alloc(bytes),
                  .out = ocl_alloc(bytes),
                  .ref = ocl_alloc(bytes) };
    ocl_fill_u32(s.in, 3 * n, opt.seed);
    divergence_regroup(s.sorted, s.in, n);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "steps", DIVERGENCE_STEPS);

    s.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    s.d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, 3 * bytes, s.in);
    s.d_sorted = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, s.sorted);
    s.program = ocl_build(&env, "divergence.cl", "-DSTEPS=%d", DIVERGENCE_STEPS);

    double gains[FORM_COUNT] = { 0.0 };
    for (size_t f = 0, count; f < FORM_COUNT; f += count) {
        count = 1;
        while (f + count < FORM_COUNT && FORMS[f + count].lesson == FORMS[f].lesson)
            count++;
        if (ocl_wants(&opt, LESSONS[FORMS[f].lesson]))
            teach(&s, report, &FORMS[f], count, &gains[f]);
    }
    ocl_report_print(report, "\n");
    for (size_t f = 1, first = 0; f < FORM_COUNT; f++) {
        if (FORMS[f].lesson != FORMS[first].lesson)
            first = f;
        else if (gains[f] > 0)
            ocl_report_print(report, "%-18s %7.2f times as fast as %s\n", FORMS[f].name, gains[f],
                             FORMS[first].name);
    }

    OCL_CHECK(clReleaseProgram(s.program));
    OCL_CHECK(clReleaseMemObject(s.d_sorted));
    OCL_CHECK(clReleaseMemObject(s.d_in));
    OCL_CHECK(clReleaseMemObject(s.d_out));
    ocl_close(&env);
    free(s.ref);
    free(s.out);
    free(s.sorted);
    free(s.in);
    return ocl_report_close(report);
}
