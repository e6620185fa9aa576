// SPDX-License-Identifier: MIT

#include "arithmetic.h"

math_data math_open(const ocl_env *env, ocl_report *report, size_t n)
{
    math_data m = { .env = env, .report = report, .n = n, .bytes = sizeof(float) * n };
    float **const arrays[] = { &m.x, &m.y, &m.out, &m.exact, &m.plain, &m.want };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        *arrays[i] = ocl_alloc(m.bytes);
    return m;
}

void math_close(math_data *m)
{
    float *const arrays[] = { m->x, m->y, m->out, m->exact, m->plain, m->want };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
}

void math_ask(math_data *m, question asked)
{
    const question_rules *q = &QUESTION_RULES[asked];
    const uint64_t seed = m->env->options->seed;
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
    cl_device_id device = m->env->device;
    const char *option = CASES[index].option;
    const bool promised =
        !strstr(option, "correctly-rounded") ||
        ocl_device_number(device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    const bool takes = promised && !ocl_known_fault(device, "option %s", option);
    m->state[index] = takes ? DONE : NOT_TAKEN;
    return takes;
}

// A device may have no denormals.  A literal without f is single where there is no double.
static promise promised(const math_data *m, const option_case *c)
{
    cl_device_id device = m->env->device;
    if (c->question == DENORMAL &&
        !(ocl_device_number(device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM))
        return EITHER;
    if (c->question == TENTH && ocl_device_number(device, CL_DEVICE_DOUBLE_FP_CONFIG) == 0)
        return OTHER;
    if (c->question == SIGN && ocl_known_fault(device, "x + 0")) return EITHER;
    if (c->promise == OTHER && ocl_known_fault(device, "literals that are double")) return EITHER;
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
    const bool reordered = c->question == SUM && !c->option[0] &&
                           ocl_known_fault(m->env->device, "the order of a sum");
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

void math_report_case(math_data *m, size_t index, ocl_trial *t)
{
    const option_case *c = &CASES[index];
    const double ns = ocl_median_ns(&t->times);
    if (!c->option[0]) {
        memcpy(m->plain, m->out, sizeof(float) * m->results);
        m->plain_ns = ns;
    }
    const ocl_work work = { .amount = QUESTION_RULES[c->question].arrays * (double)m->bytes,
                            .unit = "GB/s" };
    ocl_trial_report(t, m->report, &work, verify(m, c));
    m->effects[index] = compare_with_plain(m, ns);
}

void math_report_effects(const math_data *m)
{
    ocl_report *report = m->report;
    ocl_table table = ocl_table_open(
        report, "effects", "option, computes, changed, results, time ratio, the first of them");
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const char *option = CASES[i].option, *formula = QUESTION_RULES[CASES[i].question].formula;
        const effect *e = &m->effects[i];
        if (m->state[i] == NOT_TAKEN)
            ocl_report_note(report, "%-39s %-14s %s", option, formula,
                            ocl_known_fault(m->env->device, "option %s", option)
                                ? "left out: this driver refuses it"
                                : "not promised by this device");
        if (m->state[i] != DONE || !option[0]) continue;
        char change[64] = "no effect here";
        if (e->changed > 0)
            snprintf(change, sizeof change, "%.9g became %.9g", (double)e->from, (double)e->to);
        ocl_table_row(&table, "%-39s %-14s %8zu of %-8zu %5.2f  %-10s", option, formula, e->changed,
                      e->results, e->time_ratio, change);
    }
}
