// SPDX-License-Identifier: MIT

#include "bodies.h"

#include "shared/drawing/points.h"

bodies bodies_start(size_t n, uint64_t seed)
{
    const double radius = 0.7, turn = 6.283185307179586;
    bodies b = { .n = n,
                 .place = ocl_alloc(n * sizeof(cl_float4)),
                 .velocity = ocl_alloc(n * sizeof(cl_float4)) };
    float *random = ocl_alloc(3 * n * sizeof *random);
    ocl_fill_f32(random, 3 * n, 0, 1, seed);
    for (size_t i = 0; i < n; i++) {
        const double r = radius * sqrt(random[3 * i]), angle = turn * random[3 * i + 1];
        // The mass within r, as if it were in the middle, holds the body on its circle.
        const double speed = r / radius * sqrt(r * r / pow(r * r + SOFTENING * SOFTENING, 1.5));
        b.place[i] = (cl_float4){ { (float)(r * cos(angle)), (float)(r * sin(angle)),
                                    0.1f * (random[3 * i + 2] - 0.5f), 1 / (float)n } };
        b.velocity[i] =
            (cl_float4){ { (float)(-speed * sin(angle)), (float)(speed * cos(angle)), 0, 0 } };
    }
    free(random);
    return b;
}

void bodies_free(bodies *b)
{
    free(b->velocity);
    free(b->place);
}

static void drift(double *place, const double *velocity, size_t n, extremes *most)
{
    for (size_t k = 0; k < 3 * n; k++) {
        place[k] += STEP / 2 * velocity[k];
        most->place = fmax(most->place, fabs(place[k]));
        most->speed = fmax(most->speed, fabs(velocity[k]));
    }
}

static void kick(double *velocity, const double *place, const cl_float4 *mass, size_t n,
                 extremes *most)
{
    for (size_t i = 0; i < n; i++) {
        double pull[3] = { 0 }, all = 0, growth = 0;
        for (size_t j = 0; j < n; j++) {
            if (j == i) continue;    // a body does not pull itself: the way is exactly 0
            double way[3], r2 = SOFTENING * SOFTENING;
            for (size_t d = 0; d < 3; d++) {
                way[d] = place[3 * j + d] - place[3 * i + d];
                r2 += way[d] * way[d];
            }
            const double each = mass[j].s[3] / (r2 * sqrt(r2));
            for (size_t d = 0; d < 3; d++)
                pull[d] += each * way[d];
            all += each * sqrt(r2);
            growth += each;
        }
        for (size_t d = 0; d < 3; d++)
            velocity[3 * i + d] += STEP * pull[d];
        most->pull = fmax(most->pull, all);
        most->growth = fmax(most->growth, growth);
    }
}

extremes bodies_move_ref(cl_float4 *place, const bodies *b, size_t steps)
{
    const size_t n = b->n;
    extremes most = { 0 };
    double *at = ocl_alloc(3 * n * sizeof *at), *velocity = ocl_alloc(3 * n * sizeof *velocity);
    for (size_t k = 0; k < 3 * n; k++) {
        at[k] = b->place[k / 3].s[k % 3];
        velocity[k] = b->velocity[k / 3].s[k % 3];
    }
    for (size_t step = 0; step < steps; step++) {
        drift(at, velocity, n, &most);
        kick(velocity, at, b->place, n, &most);
        drift(at, velocity, n, &most);
    }
    for (size_t i = 0; i < n; i++)
        place[i] = (cl_float4){ { (float)at[3 * i], (float)at[3 * i + 1], (float)at[3 * i + 2],
                                  b->place[i].s[3] } };
    free(velocity);
    free(at);
    return most;
}

// An error e of the places changes the pulls by at most L e: two bodies may be off, and a pull
// changes by at most twice its growth.  So errors grow like exp(sqrt(L) t).  What is new in a step:
// a pull is a sum of n floats, each with 32 roundings; velocities and places are rounded.
double bodies_bound(const extremes *most, size_t n, size_t steps)
{
    const double u = ldexp(1, -24), time = (double)steps * STEP, s = (double)steps;
    const double pull = most->pull * ((double)n + 32) * u * time * time / 2;
    const double velocity = s * 2 * u * (most->speed + STEP * most->pull) * time;
    const double place = (s * 4 + 1) * u * (most->place + STEP * most->speed);
    return exp(sqrt(4 * most->growth) * time) * (pull + velocity + place);
}

double bodies_way(const cl_float4 *place, const bodies *b)
{
    double way = 0;
    for (size_t k = 0; k < 3 * b->n; k++)
        way = fmax(way, fabs((double)place[k / 3].s[k % 3] - (double)b->place[k / 3].s[k % 3]));
    return way;
}

double bodies_energy(const cl_float4 *place, const cl_float4 *velocity, size_t n)
{
    double energy = 0;
    for (size_t i = 0; i < n; i++) {
        double speed2 = 0;
        for (size_t d = 0; d < 3; d++)
            speed2 += (double)velocity[i].s[d] * velocity[i].s[d];
        energy += place[i].s[3] * speed2 / 2;
        for (size_t j = 0; j < i; j++) {
            double r2 = SOFTENING * SOFTENING;
            for (size_t d = 0; d < 3; d++)
                r2 += pow((double)place[j].s[d] - place[i].s[d], 2);
            energy -= (double)place[i].s[3] * place[j].s[3] / sqrt(r2);
        }
    }
    return energy;
}

// --- the proof

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
