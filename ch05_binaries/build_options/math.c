// SPDX-License-Identifier: MIT
//
// The options of floating-point arithmetic: each on a kernel whose result it may change.

#include "build_options.h"
#include "cases.h"

// What an option did to the results that came without it.
typedef struct {
    size_t changed, results;
    float from, to;    // the first change
    double time_ratio;
} effect;

// The arrays of the question at hand.
typedef struct {
    const build_options *b;
    size_t n, results;                            // elements of x and y; of what comes out
    float *x, *y, *exact, *want, *plain, *out;    // plain: what came out without options
    cl_mem d_x, d_y, d_out;
    double plain_ns;
    cl_program programs[CASE_COUNT];    // with the option of the case of that index
} math;

static void math_question(math *m, const question_rules *q)
{
    const uint64_t seed = m->b->env->options->seed;
    const size_t bytes = sizeof(float) * m->n;
    for (size_t i = 0; i < m->n; i++) {
        m->x[i] = q->input(ocl_random(seed, i));
        m->y[i] = question_number(ocl_random(seed + 1, i));
        if (q->exact) {
            m->exact[i] = q->exact(m->x[i], m->y[i]);
        } else {
            const size_t j = i / BUILD_OPTIONS_RUN;
            const double before = i % BUILD_OPTIONS_RUN ? (double)m->exact[j] : 0.0;
            m->exact[j] = (float)(before + m->x[i]);
        }
    }
    m->results = q->exact ? m->n : (m->n + BUILD_OPTIONS_RUN - 1) / BUILD_OPTIONS_RUN;
    cl_command_queue queue = m->b->env->queue;
    OCL_CHECK(clEnqueueWriteBuffer(queue, m->d_x, CL_TRUE, 0, bytes, m->x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(queue, m->d_y, CL_TRUE, 0, bytes, m->y, 0, NULL, NULL));
}

// The program with the option, built when it is first asked for.
static cl_program math_program(math *m, const char *option)
{
    size_t first = 0;
    while (strcmp(CASES[first].option, option) != 0)
        first++;
    if (!m->programs[first]) m->programs[first] = build_options_build(m->b, option);
    return m->programs[first];
}

// Runs the question's kernel, built with the option.
static ocl_times math_run(math *m, question asked, const char *option)
{
    const ocl_env *env = m->b->env;
    char name[32];
    snprintf(name, sizeof name, "build_options_%s", QUESTION_NAMES[asked]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(math_program(m, option), name, &err));
    const cl_ulong n = m->n;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof m->d_out, &m->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof m->d_x, &m->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof m->d_y, &m->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));

    // A sum alone in its work-group is not computed side by side with its neighbours.
    size_t local = ocl_local_size(kernel, env->device, asked == SUM ? 1 : 256);
    size_t global = ocl_round_up(m->results, local), bytes = sizeof(float) * m->results;
    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run <= env->options->repeat; run++) {
        cl_event done;
        ocl_poison(env->queue, m->d_out, bytes);
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
        if (run > 0) ocl_times_add(&times, ocl_event_ns(done, done));
        OCL_CHECK(clReleaseEvent(done));
    }
    OCL_CHECK(clEnqueueReadBuffer(env->queue, m->d_out, CL_TRUE, 0, bytes, m->out, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    return times;
}

// A device may lack denormals, and a literal is single where there is no double.  Oclgrind leaves it double.
static promise math_promise(const math *m, const option_case *c)
{
    cl_device_id device = m->b->env->device;
    if (c->question == DENORMAL &&
        !(ocl_device_number(device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM))
        return EITHER;
    if (c->question == TENTH && ocl_device_number(device, CL_DEVICE_DOUBLE_FP_CONFIG) == 0)
        return OTHER;
    if (c->promise == OTHER && ocl_known_platform(device) == OCL_OCLGRIND) return EITHER;
    return c->promise;
}

// Intel's runtime changes the order of a sum without being asked, unless it may not optimise at all.
static bool math_reorders(const math *m, const option_case *c)
{
    return ocl_known_platform(m->b->env->device) == OCL_INTEL && !c->option[0];
}

static ocl_result math_verify(const math *m, const option_case *c)
{
    const question_rules *q = &QUESTION_RULES[c->question];
    const promise promised = math_promise(m, c);
    for (size_t i = 0; i < m->results; i++) {
        const float other = promised == EXACT ? m->exact[i] : q->other(m->x[i], m->y[i]);
        m->want[i] = promised == OTHER || m->out[i] == other ? other : m->exact[i];
    }
    const bool reordered = c->question == SUM && math_reorders(m, c);
    const double bound = reordered ? ANY_ORDER : c->ulp;
    return ocl_verify_f32_ulp(c->name, m->out, m->want, m->results, bound);
}

static effect math_effect(const math *m, double ns)
{
    effect e = { .results = m->results, .time_ratio = m->plain_ns > 0 ? ns / m->plain_ns : 0.0 };
    for (size_t i = 0; i < m->results; i++) {
        if (m->out[i] == m->plain[i]) continue;
        if (e.changed == 0) {
            e.from = m->plain[i];
            e.to = m->out[i];
        }
        e.changed++;
    }
    return e;
}

static void math_print(ocl_report *report, const option_case *c, const effect *e)
{
    char change[64] = "no effect here";
    if (e->changed > 0)
        snprintf(change, sizeof change, "%.9g became %.9g", (double)e->from, (double)e->to);
    ocl_report_print(report, "%-39s %-14s %8zu of %-8zu %5.2f  %s\n", c->option,
                     QUESTION_RULES[c->question].formula, e->changed, e->results, e->time_ratio,
                     change);
    json_t *effects = json_object_get(ocl_report_details(report), "effects");
    json_array_append_new(effects, json_pack("{s:s,s:s,s:I,s:I,s:f}", "option", c->option,
                                             "computes", QUESTION_RULES[c->question].formula,
                                             "changed", (json_int_t)e->changed, "results",
                                             (json_int_t)e->results, "time_ratio", e->time_ratio));
}

// Whether the device takes the option: one of them needs a promise of the device.
static bool math_takes(const math *m, const option_case *c)
{
    if (!strstr(c->option, "correctly-rounded")) return true;
    return ocl_device_number(m->b->env->device, CL_DEVICE_SINGLE_FP_CONFIG) &
           CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
}

// The row of one case, and what it changed.
static effect math_case_row(math *m, const option_case *c)
{
    const question_rules *q = &QUESTION_RULES[c->question];
    ocl_times times = math_run(m, c->question, c->option);
    if (!c->option[0]) {
        memcpy(m->plain, m->out, sizeof(float) * m->results);
        m->plain_ns = ocl_median_ns(&times);
    }
    ocl_report_row(m->b->report,
                   &(ocl_row){ c->name, &times, q->arrays * sizeof(float) * (double)m->n, "GB/s", 0,
                               math_verify(m, c) });
    return math_effect(m, ocl_median_ns(&times));
}

void build_options_math(const build_options *b)
{
    const ocl_env *env = b->env;
    const size_t n = env->options->n[0], bytes = sizeof(float) * n;
    math m = { .b = b, .n = n };
    float **const arrays[] = { &m.x, &m.y, &m.exact, &m.want, &m.plain, &m.out };
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
        *arrays[a] = ocl_alloc(bytes);
    m.d_x = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, NULL);
    m.d_y = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, NULL);
    m.d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);

    effect effects[CASE_COUNT];
    bool asked[CASE_COUNT] = { false }, done[CASE_COUNT] = { false };
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const option_case *c = &CASES[i];
        asked[i] = ocl_wants(env->options, QUESTION_NAMES[c->question]);
        if (!asked[i]) continue;
        if (!c->option[0]) math_question(&m, &QUESTION_RULES[c->question]);
        done[i] = math_takes(&m, c);
        if (done[i]) effects[i] = math_case_row(&m, c);
    }

    json_object_set_new(ocl_report_details(b->report), "effects", json_array());
    ocl_report_print(b->report, "\n%-39s %-14s %-20s %5s  %s\n", "option", "computes",
                     "results changed", "time", "the first of them");
    for (size_t i = 0; i < CASE_COUNT; i++)
        if (done[i] && CASES[i].option[0])
            math_print(b->report, &CASES[i], &effects[i]);
        else if (asked[i] && !done[i])
            ocl_report_print(b->report, "%-39s %-14s not promised by this device\n",
                             CASES[i].option, QUESTION_RULES[CASES[i].question].formula);

    for (size_t i = 0; i < CASE_COUNT; i++)
        if (m.programs[i]) OCL_CHECK(clReleaseProgram(m.programs[i]));
    OCL_CHECK(clReleaseMemObject(m.d_out));
    OCL_CHECK(clReleaseMemObject(m.d_y));
    OCL_CHECK(clReleaseMemObject(m.d_x));
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
        free(*arrays[a]);
}
