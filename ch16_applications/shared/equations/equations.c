// SPDX-License-Identifier: MIT

#include "equations.h"

#include "shared/matrix_market/matrix_market.h"
#include "symmetric.h"
#include "system/installed.h"

#include <float.h>

// q = A p in plain C.
static void product_ref(double *q, const double *p, const matrix *a)
{
    for (size_t row = 0; row < a->rows; row++) {
        q[row] = 0.0;
        for (size_t k = a->first[row]; k < a->first[row + 1]; k++)
            q[row] += (double)a->values[k] * p[a->columns[k]];
    }
}

static double dot_ref(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static double length_ref(const float *v, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += (double)v[i] * (double)v[i];
    return sqrt(sum);
}

double residual_ref(const float *x, const float *b, const equations *e)
{
    const size_t n = e->a.rows;
    double *x_f64 = ocl_alloc(n * sizeof *x_f64), *rest = ocl_alloc(n * sizeof *rest);
    for (size_t i = 0; i < n; i++)
        x_f64[i] = (double)x[i];
    product_ref(rest, x_f64, &e->a);
    for (size_t i = 0; i < n; i++)
        rest[i] -= (double)b[i];
    const double length = sqrt(dot_ref(rest, rest, n));
    free(rest);
    free(x_f64);
    return length / length_ref(b, n);
}

size_t solve_ref(double *x, const float *b, const equations *e)
{
    const size_t n = e->a.rows;
    double *r = ocl_alloc(n * sizeof *r), *p = ocl_alloc(n * sizeof *p);
    double *q = ocl_alloc(n * sizeof *q);
    for (size_t i = 0; i < n; i++) {
        x[i] = 0.0;
        r[i] = p[i] = (double)b[i];
    }
    const double rr_b = dot_ref(r, r, n);
    double rr = rr_b;
    size_t round = 0;
    while (sqrt(rr) > SMALL_ENOUGH * sqrt(rr_b) && round <= e->most_rounds) {
        product_ref(q, p, &e->a);
        const double pq = dot_ref(p, q, n), alpha = rr / pq, rr_before = rr;
        if (!(pq > 0.0)) {
            round = 0;
            break;
        }
        for (size_t i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rr = dot_ref(r, r, n);
        for (size_t i = 0; i < n; i++)
            p[i] = r[i] + rr / rr_before * p[i];
        round++;
    }
    free(q);
    free(p);
    free(r);
    return round;
}

equations equations_load(const ocl_options *opt)
{
    ocl_message why;
    equations e = { .installed = opt->input ? NULL : ocl_find_data("1138_bus.mtx", &why) };
    e.file = opt->input ? opt->input : e.installed;
    if (!e.file || !matrix_market_load(&e.a, e.file, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (!may_be_positive_definite(&e.a, &why)) ocl_exit(OCL_EXIT_USAGE, "%s: %s", e.file, why.text);
    e.most_rounds = 10 * e.a.rows + 100;
    for (size_t row = 0; row < e.a.rows; row++) {
        double sum = 0.0;
        for (size_t k = e.a.first[row]; k < e.a.first[row + 1]; k++)
            sum += fabs((double)e.a.values[k]);
        e.largest = fmax(e.largest, sum);
    }
    return e;
}

void equations_fill(float *b, const equations *e, uint64_t seed)
{
    const size_t n = e->a.rows;
    double *x = ocl_alloc(n * sizeof *x), *product = ocl_alloc(n * sizeof *product);
    ocl_fill_f32(b, n, -1, 1, seed);
    for (size_t i = 0; i < n; i++)
        x[i] = (double)b[i];
    product_ref(product, x, &e->a);
    for (size_t i = 0; i < n; i++)
        b[i] = (float)product[i];
    free(product);
    free(x);
}

void equations_require_end(const equations *e, size_t rounds)
{
    if (rounds == 0)
        ocl_exit(OCL_EXIT_USAGE, "%s: not positive definite: (p, A p) is not above 0 in a round",
                 e->file);
    if (rounds > e->most_rounds)
        ocl_exit(OCL_EXIT_USAGE, "%s: no answer after %zu rounds", e->file, e->most_rounds);
}

// The r of the device is not exactly b - A x.  In a round, both move by the same alpha p and its
// product with A, and roundings set them apart.  A makes a vector up to `largest` times as long.
// No step is longer than x at the end, and r is at most `largest` times as long.  In units of
// u = 2^-24 times the length of x, times `largest`:
//
//     2        alpha p and x + alpha p
//     width    A p: so many roundings of numbers that are together `largest` times as long
//     2        alpha q and r - alpha q
//
// x is that of the reference: a wrong x must not make its own bound.
double residual_bound(const equations *e, size_t rounds, const double *x, const float *b)
{
    const size_t n = e->a.rows;
    const double u = FLT_EPSILON / 2.0,
                 units = e->largest * (double)(4 + e->a.width) * (double)rounds;
    const double bound =
        1.01 * SMALL_ENOUGH + units * u * sqrt(dot_ref(x, x, n)) / length_ref(b, n);
    if (!(bound < 0.5))
        ocl_exit(OCL_EXIT_USAGE, "%s: floats cannot tell its answer from a wrong one: bound %.2g",
                 e->file, bound);
    return bound;
}

void equations_free(equations *e)
{
    matrix_free(&e->a);
    free(e->installed);
}
