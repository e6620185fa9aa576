// SPDX-License-Identifier: MIT

#include "check.h"

#include <float.h>

enum { SAMPLES = 4096, VECTORS = 4 };

// More products than this take the serial reference longer than two seconds or so.
static const double MAX_PRODUCTS = 4294967296.0;

// How many standard deviations are still chance: beyond 8 there are 2 exp(-8^2 / 2) = 3e-14 of all cases.
static const double DEVIATIONS = 8.0;
static const double UNIT = FLT_EPSILON / 2.0;

const char *const MATMUL_METHODS[] = { "auto", "serial", "freivalds", NULL };

// Adding up k products makes a rounding error of at most UNIT times the partial sum at each step.  At worst
// all errors have one sign, and all partial sums are as large as k: k k UNIT (N. J. Higham, "Accuracy and
// Stability of Numerical Algorithms", 2nd ed., 3.1).  But rounding errors are much like independent ones
// with mean 0 (N. J. Higham and T. Mary, "A new approach to probabilistic rounding error analysis", 2019): then
// their sum is less than DEVIATIONS times the root of the sum of their squares.  Products of numbers
// uniform in [-1, 1] have variance 1/9: partial sums of i of them are less than DEVIATIONS sqrt(i) / 3,
// and the sum over i of their squares is DEVIATIONS^2 k^2 / 18.  One UNIT more is the reference's own
// rounding to float.  No order of summation has larger partial sums.
static double element_bound(size_t k)
{
    const double terms = (double)k;
    return UNIT * terms * (fmin(terms, DEVIATIONS * DEVIATIONS / sqrt(18.0)) + 1.0);
}

// The errors of n elements, added with random signs: here the squares of n k partial sums count together,
// and their mean, not the largest of them: (k / 9) / 2.  Twice the root of it leaves room for chance.  The
// check's own errors, in double, are nothing beside it.
static double row_bound(size_t n, size_t k)
{
    return 2.0 * DEVIATIONS * UNIT * (double)k * sqrt((double)n / 18.0);
}

static void multiply_serial(float *c, const float *a, const float *b, size_t m, size_t n, size_t k)
{
    double *row = ocl_alloc(n * sizeof *row);
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++)
            row[j] = 0.0;
        for (size_t l = 0; l < k; l++)
            for (size_t j = 0; j < n; j++)
                row[j] += (double)a[i * k + l] * (double)b[l * n + j];
        for (size_t j = 0; j < n; j++)
            c[i * n + j] = (float)row[j];
    }
    free(row);
}

static float element(const float *a, const float *b, size_t n, size_t k, size_t at)
{
    double sum = 0.0;
    for (size_t l = 0; l < k; l++)
        sum += (double)a[at / n * k + l] * (double)b[l * n + at % n];
    return (float)sum;
}

// y = A x for A of rows x columns.
static void apply_f32(double *y, const float *a, const double *x, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < columns; j++)
            sum += (double)a[i * columns + j] * x[j];
        y[i] = sum;
    }
}

// The corners of C, and elements anywhere.
static void choose_sample(matmul_check *check, const float *a, const float *b, uint64_t seed)
{
    const size_t count = check->m * check->n;
    check->sample = ocl_alloc(SAMPLES * sizeof *check->sample);
    check->ref = ocl_alloc(SAMPLES * sizeof *check->ref);
    const size_t corners[] = { 0, check->n - 1, count - check->n, count - 1 };
    for (size_t s = 0; s < SAMPLES; s++) {
        check->sample[s] = s < 4 ? corners[s] : (size_t)(ocl_random(seed, s) % count);
        check->ref[s] = element(a, b, check->n, check->k, check->sample[s]);
    }
}

static void choose_vectors(matmul_check *check, const float *a, const float *b, uint64_t seed)
{
    const size_t m = check->m, n = check->n, k = check->k;
    check->x = ocl_alloc(VECTORS * n * sizeof *check->x);
    check->abx = ocl_alloc(VECTORS * m * sizeof *check->abx);
    double *bx = ocl_alloc(k * sizeof *bx);
    for (size_t v = 0; v < VECTORS; v++) {
        double *x = check->x + v * n;
        for (size_t j = 0; j < n; j++)
            x[j] = ocl_random(seed, v * n + j) & 1 ? 1.0 : -1.0;
        apply_f32(bx, b, x, k, n);
        apply_f32(check->abx + v * m, a, bx, m, k);
    }
    free(bx);
}

matmul_check matmul_check_open(matmul_method method, const float *a, const float *b, size_t m,
                               size_t n, size_t k, uint64_t seed)
{
    const bool large = (double)m * (double)n * (double)k > MAX_PRODUCTS;
    if (method == MATMUL_AUTO) method = large ? MATMUL_FREIVALDS : MATMUL_SERIAL;
    matmul_check check = { .m = m, .n = n, .k = k, .method = method, .bound = element_bound(k) };
    if (method == MATMUL_SERIAL) {
        check.ref = ocl_alloc(m * n * sizeof *check.ref);
        const double begin = ocl_wall_ns();
        multiply_serial(check.ref, a, b, m, n, k);
        check.reference_ns = ocl_wall_ns() - begin;
    } else {
        check.row_bound = row_bound(n, k);
        choose_sample(&check, a, b, seed);
        choose_vectors(&check, a, b, seed + 1);
    }
    return check;
}

const char *matmul_check_text(const matmul_check *check)
{
    return check->method == MATMUL_SERIAL ? "of all elements" : "Freivalds, and 4096 elements";
}

static ocl_result check_rows(const matmul_check *check, const char *name, const float *c)
{
    const size_t m = check->m, n = check->n;
    float *rest = ocl_alloc(VECTORS * m * sizeof *rest);
    float *zeros = ocl_alloc(VECTORS * m * sizeof *zeros);
    double *cx = ocl_alloc(m * sizeof *cx);
    for (size_t v = 0; v < VECTORS; v++) {
        apply_f32(cx, c, check->x + v * n, m, n);
        for (size_t i = 0; i < m; i++) {
            rest[v * m + i] = (float)(cx[i] - check->abx[v * m + i]);
            zeros[v * m + i] = 0.0f;
        }
    }
    char what[64];
    snprintf(what, sizeof what, "%s, C x - A (B x)", name);
    const ocl_result rows = ocl_verify_f32(what, rest, zeros, VECTORS * m, check->row_bound);
    free(cx);
    free(zeros);
    free(rest);
    return rows;
}

static ocl_result check_sample(const matmul_check *check, const char *name, const float *c)
{
    float *got = ocl_alloc(SAMPLES * sizeof *got);
    for (size_t s = 0; s < SAMPLES; s++)
        got[s] = c[check->sample[s]];
    char what[64];
    snprintf(what, sizeof what, "%s, sample", name);
    const ocl_result sample = ocl_verify_f32(what, got, check->ref, SAMPLES, check->bound);
    free(got);
    return sample;
}

ocl_result matmul_check_product(const matmul_check *check, const char *name, const float *c)
{
    if (check->method == MATMUL_SERIAL)
        return ocl_verify_f32(name, c, check->ref, check->m * check->n, check->bound);
    const ocl_result sample = check_sample(check, name, c), rows = check_rows(check, name, c);
    return ocl_result_both(sample, rows);
}

void matmul_check_close(matmul_check *check)
{
    free(check->abx);
    free(check->x);
    free(check->sample);
    free(check->ref);
}
