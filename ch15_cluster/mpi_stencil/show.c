// SPDX-License-Identifier: MIT

#include "show.h"

void stencil_runs_add(stencil_runs *runs, double ns, const stencil_phases *phases)
{
    ocl_times_add(&runs->times, ns);
    if (ns <= ocl_best_ns(&runs->times)) runs->phases = *phases;
}

ocl_report *stencil_report_open(const ocl_env *env, const stencil_settings *settings,
                                const plate_share *s, int ranks, float **ref)
{
    const plate *p = &settings->plate;
    ocl_report *report = ocl_report_open(env->options, env->device);
    ocl_report_count(report, "rows", p->height);
    ocl_report_count(report, "columns", p->width);
    ocl_report_count(report, "steps", p->steps);
    ocl_report_count(report, "ranks", (size_t)ranks);
    ocl_report_count(report, "halo", s->halo);
    if (settings->network_us) ocl_report_count(report, "network_us", settings->network_us);
    *ref = ocl_alloc(p->height * p->width * sizeof **ref);
    OCL_TIME_REFERENCE(report, plate_ref(p, *ref));
    return report;
}

void stencil_report_row(ocl_report *report, const plate *p, const char *variant,
                        const stencil_runs *runs, const float *const got_and_ref[2])
{
    const ocl_grid grid = { p->width, p->height };
    const ocl_result right =
        ocl_verify_grid_f32(variant, got_and_ref[0], got_and_ref[1], grid, plate_bound(p));
    const ocl_row row = { .name = variant,
                          .times = &runs->times,
                          .work = (double)p->height * (double)p->width * (double)p->steps,
                          .unit = "Mcell/s",
                          .result =
                              ocl_result_both(right, ocl_verify_answers(variant, &runs->answers)) };
    ocl_report_row(report, &row);
}

void stencil_report_steps(ocl_report *report, const plate *p, const stencil_runs *runs)
{
    static const char *const FACTS[] = { NULL, "overlap: hidden, us per step",
                                         "deep: saved, us per step" };
    const stencil_runs *wait = &runs[WAIT];
    const double us = 1e3 * (double)p->steps;
    if (wait->times.runs == 0) return;
    ocl_report_fact(report, "wait: kernels, us per step", "%.1f", wait->phases.kernel_ns / us);
    ocl_report_fact(report, "wait: halos, us per step", "%.1f", wait->phases.halo_ns / us);
    for (int v = OVERLAP; v <= DEEP; v++)
        if (runs[v].times.runs > 0)
            ocl_report_fact(report, FACTS[v], "%.1f",
                            (ocl_best_ns(&wait->times) - ocl_best_ns(&runs[v].times)) / us);
}
