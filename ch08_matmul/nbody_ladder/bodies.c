// SPDX-License-Identifier: MIT

#include "bodies.h"

enum { MOST_PULLS = 1 << 26, FEWEST_BODIES = 67 };    // that plain C computes; looks at

static size_t looked_at(const bodies *b, size_t k)
{
    return b->count == b->n ? k : k * (b->n - 1) / (b->count - 1);
}

bodies bodies_make(size_t n, uint64_t seed)
{
    const double turn = 6.283185307179586;
    bodies b = { .n = n, .count = MOST_PULLS / n };
    if (b.count < FEWEST_BODIES) b.count = FEWEST_BODIES;
    if (b.count > n) b.count = n;
    b.place = ocl_alloc(n * sizeof *b.place);
    b.ref = ocl_alloc(3 * (b.count + 1) * sizeof *b.ref);
    b.bounds = ocl_alloc(3 * (b.count + 1) * sizeof *b.bounds);
    float *random = ocl_alloc(4 * n * sizeof *random);
    ocl_fill_f32(random, 4 * n, 0, 1, seed);
    for (size_t i = 0; i < n; i++) {
        const float *r = random + 4 * i;
        const double radius = sqrt(r[0]), angle = turn * r[1];
        b.place[i] = (cl_float4){ { (float)(radius * cos(angle)), (float)(radius * sin(angle)),
                                    0.2f * (r[2] - 0.5f), (0.5f + r[3]) / (float)n } };
    }
    free(random);
    return b;
}

void bodies_free(bodies *b)
{
    free(b->bounds);
    free(b->ref);
    free(b->place);
}

void bodies_pull_ref(bodies *b)
{
    const double part = (24 + 8 * sqrt((double)b->n)) * 0x1p-24;
    double *const last = b->bounds + 3 * b->count;
    for (size_t d = 0; d < 3; d++)
        b->ref[3 * b->count + d] = last[d] = 0;
    for (size_t k = 0; k < b->count; k++) {
        const cl_float *here = b->place[looked_at(b, k)].s;
        double pull[3] = { 0 }, size[3] = { 0 };
        for (size_t j = 0; j < b->n; j++) {
            const cl_float *there = b->place[j].s;
            double way[3], r2 = (double)SOFTENING2;
            for (size_t d = 0; d < 3; d++) {
                way[d] = (double)there[d] - (double)here[d];
                r2 += way[d] * way[d];
            }
            const double each = (double)there[3] / (r2 * sqrt(r2));
            for (size_t d = 0; d < 3; d++) {
                pull[d] += each * way[d];
                size[d] += each * fabs(way[d]);
            }
        }
        for (size_t d = 0; d < 3; d++) {
            b->ref[3 * k + d] = pull[d];
            b->bounds[3 * k + d] = part * size[d];
            last[d] = fmax(last[d], part * size[d]);    // the masses add up to 1
        }
    }
}

// Part of the bound that the error is.
static float share_of_bound(double error, double bound)
{
    return (float)(error == 0 ? 0 : error / bound);
}

ocl_result bodies_verify(const char *what, const cl_float4 *pulls, const bodies *b)
{
    const size_t count = 3 * (b->count + 1);
    float *shares = ocl_alloc(count * sizeof *shares), *zeros = ocl_alloc(count * sizeof *zeros);
    double all[3] = { 0 };
    memset(zeros, 0, count * sizeof *zeros);
    for (size_t i = 0; i < b->n; i++)
        for (size_t d = 0; d < 3; d++)
            all[d] += (double)b->place[i].s[3] * (double)pulls[i].s[d];
    for (size_t i = 0; i < count; i++) {
        const size_t k = i / 3, d = i % 3;
        const double got = k < b->count ? (double)pulls[looked_at(b, k)].s[d] : all[d];
        shares[i] = share_of_bound(got - b->ref[i], b->bounds[i]);
    }
    const ocl_result result = ocl_verify_f32(what, shares, zeros, count, 1.0);
    free(zeros);
    free(shares);
    return result;
}
