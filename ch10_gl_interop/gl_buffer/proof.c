// SPDX-License-Identifier: MIT

#include "proof.h"

#include "shared/points.h"

// In leapfrog steps an oscillator keeps its energy within (frequency * step)^2 / 4; the square of
// the frequency is the growth of the pull: what plain C has met, and a body that comes as near as
// it can later.
static ocl_result verify_energy(const outcome *o, const proof *p)
{
    const size_t n = p->start->n;
    const double nearest = 1 / ((double)n * SOFTENING * SOFTENING * SOFTENING);
    const float before = (float)bodies_energy(p->start->place, p->start->velocity, n);
    const float after = (float)bodies_energy(o->place, o->velocity, n);
    return ocl_verify_f32("energy", &after, &before, 1,
                          fabsf(before) * (p->most.growth + nearest) * STEP * STEP / 4);
}

void proof_report(ocl_report *report, const char *name, const outcome *o, const proof *p)
{
    const size_t n = p->start->n;
    const double bound = bodies_bound(&p->most, n, p->steps);
    const double way = bodies_way(p->ref, p->start);
    if (bound > way)
        ocl_exit(OCL_EXIT_USAGE,
                 "after %zu steps rounding may be off by %g, and no body goes further "
                 "than %g; take other bodies",
                 p->steps, bound, way);
    const ocl_result early =
        ocl_verify_f32(name, (const float *)o->early, (const float *)p->ref, 4 * n, bound);
    ocl_report_row(
        report,
        &(ocl_row){
            .name = name, .times = &o->times, .work = 1, .unit = "frame/s", .result = early });
    ocl_report_result(report, "energy after the last frame", verify_energy(o, p));
    if (o->draws_zeros)
        ocl_report_note(report, "pixels not compared: Mesa draws each vertex of a shared buffer "
                                "as 0");
    else
        ocl_report_result(report, "pixels of the last frame",
                          points_verify(&o->picture, o->place, n));
    if (p->first)
        ocl_report_result(report, "the same places as the first variant",
                          ocl_verify_bytes(name, o->place, p->first, n * sizeof(cl_float4)));
}

void proof_keep_first(proof *p, outcome *o)
{
    ocl_picture_free(&o->picture);
    free(o->velocity);
    free(o->early);
    if (p->first)
        free(o->place);
    else
        p->first = o->place;
}
