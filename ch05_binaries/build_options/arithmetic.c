// SPDX-License-Identifier: MIT

#include "arithmetic.h"

math_data math_open(const build_env *b, size_t n)
{
    math_data m = { .b = b, .n = n, .bytes = sizeof(float) * n };
    float **const arrays[] = { &m.x, &m.y, &m.out, &m.exact, &m.plain, &m.want };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        *arrays[i] = ocl_alloc(m.bytes);
    return m;
}

void math_close(math_data *m)
{
    for (size_t i = 0; i < CASE_COUNT; i++)
        if (m->programs[i]) OCL_CHECK(clReleaseProgram(m->programs[i]));
    float *const arrays[] = { m->x, m->y, m->out, m->exact, m->plain, m->want };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
}

void math_ask(math_data *m, question asked)
{
    const question_rules *q = &QUESTION_RULES[asked];
    const uint64_t seed = m->b->env->options->seed;
    for (size_t i = 0; i < m->n; i++) {
        m->x[i] = q->input(ocl_random(seed, i));
        m->y[i] = question_number(ocl_random(seed + 1, i));
        if (q->exact) {
            m->exact[i] = q->exact(m->x[i], m->y[i]);
        } else {
            const size_t j = i / RUN;
            const double before = i % RUN ? (double)m->exact[j] : 0.0;
            m->exact[j] = (float)(before + m->x[i]);
        }
    }
    m->results = q->exact ? m->n : ocl_divide_up(m->n, RUN);
}

bool math_takes(math_data *m, size_t index)
{
    const bool takes = !strstr(CASES[index].option, "correctly-rounded") ||
                       ocl_device_number(m->b->env->device, CL_DEVICE_SINGLE_FP_CONFIG) &
                           CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    m->state[index] = takes ? DONE : NOT_TAKEN;
    return takes;
}

cl_program math_program(math_data *m, size_t index)
{
    size_t first = 0;
    while (strcmp(CASES[first].option, CASES[index].option) != 0)
        first++;
    if (!m->programs[first]) m->programs[first] = build_with(m->b, CASES[first].option);
    return m->programs[first];
}

// A device may have no denormals.  A literal without f is single where there is no double; oclgrind
// leaves it double.
static promise promised(const math_data *m, const option_case *c)
{
    cl_device_id device = m->b->env->device;
    if (c->question == DENORMAL &&
        !(ocl_device_number(device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM))
        return EITHER;
    if (c->question == TENTH && ocl_device_number(device, CL_DEVICE_DOUBLE_FP_CONFIG) == 0)
        return OTHER;
    // rusticl 25.0 takes x + 0 for x.
    if (c->question == SIGN && ocl_known_platform(device) == OCL_RUSTICL) return EITHER;
    if (c->promise == OTHER && ocl_known_platform(device) == OCL_OCLGRIND) return EITHER;
    return c->promise;
}

static ocl_result verify(const math_data *m, const option_case *c)
{
    const question_rules *q = &QUESTION_RULES[c->question];
    const promise p = promised(m, c);
    for (size_t i = 0; i < m->results; i++) {
        const float other = p == EXACT ? m->exact[i] : q->other(m->x[i], m->y[i]);
        m->want[i] = p == OTHER || m->out[i] == other ? other : m->exact[i];
    }
    // Intel's runtime changes the order of a sum without being asked, unless it may not optimise at
    // all.
    const bool reordered =
        c->question == SUM && !c->option[0] && ocl_known_platform(m->b->env->device) == OCL_INTEL;
    return ocl_verify_f32_ulp(c->name, m->out, m->want, m->results, reordered ? ANY_ORDER : c->ulp);
}

static effect compare_with_plain(const math_data *m, double ns)
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

void math_report_case(math_data *m, size_t index, const ocl_times *times)
{
    const option_case *c = &CASES[index];
    if (!c->option[0]) {
        memcpy(m->plain, m->out, sizeof(float) * m->results);
        m->plain_ns = ocl_median_ns(times);
    }
    ocl_report_row(m->b->report,
                   &(ocl_row){ .name = c->name,
                               .times = times,
                               .work = QUESTION_RULES[c->question].arrays * (double)m->bytes,
                               .unit = "GB/s",
                               .result = verify(m, c) });
    m->effects[index] = compare_with_plain(m, ocl_median_ns(times));
}

void math_report_effects(const math_data *m)
{
    ocl_report *report = m->b->report;
    ocl_table table = ocl_table_open(
        report, "effects", "option, computes, changed, results, time ratio, the first of them");
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const char *option = CASES[i].option, *formula = QUESTION_RULES[CASES[i].question].formula;
        const effect *e = &m->effects[i];
        if (m->state[i] == NOT_TAKEN)
            ocl_report_note(report, "%-39s %-14s not promised by this device", option, formula);
        if (m->state[i] != DONE || !option[0]) continue;
        char change[64] = "no effect here";
        if (e->changed > 0)
            snprintf(change, sizeof change, "%.9g became %.9g", (double)e->from, (double)e->to);
        ocl_table_row(&table, "%-39s %-14s %8zu of %-8zu %5.2f  %-10s", option, formula, e->changed,
                      e->results, e->time_ratio, change);
    }
}
