// SPDX-License-Identifier: MIT

#include "equations.h"

#include "shared/matrix_market/matrix_market.h"
#include "symmetric.h"

// q = A p in plain C.  A plate has four times each number less its neighbours.  Beyond the rim all
// is 0.
void product_ref(double *q, const double *p, const equations *e)
{
    const matrix *a = &e->rows;
    for (size_t row = 0; row < a->rows; row++) {
        q[row] = 0.0;
        for (size_t k = a->first[row]; k < a->first[row + 1]; k++)
            q[row] += (double)a->values[k] * p[a->columns[k]];
    }
    if (a->rows > 0) return;
    const size_t width = e->width, height = e->height;
    for (size_t i = 0; i < e->n; i++) {
        const size_t x = i % width, y = i / width;
        q[i] = 4.0 * p[i] - (y > 0 ? p[i - width] : 0.0) - (x > 0 ? p[i - 1] : 0.0) -
               (x + 1 < width ? p[i + 1] : 0.0) - (y + 1 < height ? p[i + width] : 0.0);
    }
}

double dot_ref(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

double length_ref(const float *v, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += (double)v[i] * (double)v[i];
    return sqrt(sum);
}

// The length of b - A x as a part of that of b, in double.
double residual_ref(const float *x, const float *b, const equations *e)
{
    const size_t n = e->n;
    double *x_f64 = ocl_alloc(n * sizeof *x_f64), *rest = ocl_alloc(n * sizeof *rest);
    for (size_t i = 0; i < n; i++)
        x_f64[i] = (double)x[i];
    product_ref(rest, x_f64, e);
    for (size_t i = 0; i < n; i++)
        rest[i] -= (double)b[i];
    const double length = sqrt(dot_ref(rest, rest, n));
    free(rest);
    free(x_f64);
    return length / length_ref(b, n);
}

// The answer in plain C, in double.  course[k] is the length of the residual after k rounds, as a
// part of b.
size_t solve_ref(double *x, float *course, const float *b, const equations *e)
{
    const size_t n = e->n;
    double *r = ocl_alloc(n * sizeof *r), *p = ocl_alloc(n * sizeof *p);
    double *q = ocl_alloc(n * sizeof *q);
    for (size_t i = 0; i < n; i++) {
        x[i] = 0.0;
        r[i] = p[i] = (double)b[i];
    }
    const double rr_b = dot_ref(r, r, n);
    double rr = rr_b;
    size_t round = 0;
    course[0] = 1.0f;
    while (sqrt(rr) > SMALL_ENOUGH * sqrt(rr_b) && round <= e->most_rounds) {
        product_ref(q, p, e);
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
        if (round++ < e->most_rounds) course[round] = (float)sqrt(rr / rr_b);
    }
    free(q);
    free(p);
    free(r);
    return round;
}

// The matrix of the file, or the plate of this size.
equations equations_make(const ocl_options *opt)
{
    equations e = { .n = opt->n[0] * opt->n[1],
                    .width = opt->n[0],
                    .height = opt->n[1],
                    .largest = 8.0,
                    .terms = 4,
                    .most_rounds = 5 * (opt->n[0] + opt->n[1]),
                    .file = opt->input };
    if (!opt->input) return e;
    ocl_message why;
    if (opt->size_given)
        ocl_exit(OCL_EXIT_USAGE, "--size: the file of --input has its own; give one of the two");
    if (!matrix_market_load(&e.rows, opt->input, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (!may_be_positive_definite(&e.rows, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s: %s", opt->input, why.text);
    e.n = e.rows.rows;
    e.terms = e.rows.width;
    e.most_rounds = 10 * e.n + 100;
    e.largest = 0.0;
    for (size_t row = 0; row < e.n; row++) {
        double sum = 0.0;
        for (size_t k = e.rows.first[row]; k < e.rows.first[row + 1]; k++)
            sum += fabs((double)e.rows.values[k]);
        e.largest = fmax(e.largest, sum);
    }
    return e;
}

// A plate is warmed and cooled at random.  For a file the x that is wanted is at random: b = A x.
void equations_fill(float *b, const equations *e, uint64_t seed)
{
    ocl_fill_f32(b, e->n, -1, 1, seed);
    if (e->rows.rows == 0) return;
    double *x = ocl_alloc(e->n * sizeof *x), *product = ocl_alloc(e->n * sizeof *product);
    for (size_t i = 0; i < e->n; i++)
        x[i] = (double)b[i];
    product_ref(product, x, e);
    for (size_t i = 0; i < e->n; i++)
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

void equations_require_bound(const equations *e, double bound)
{
    if (!(bound < 0.5))
        ocl_exit(OCL_EXIT_USAGE, "%s: floats cannot tell its answer from a wrong one: bound %.2g",
                 e->file, bound);
}

void equations_free(equations *e)
{
    if (e->file) matrix_free(&e->rows);
}
