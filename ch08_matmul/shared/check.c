// SPDX-License-Identifier: MIT

#include "check.h"

#include <float.h>

enum { SAMPLES = 4096, VECTORS = 4 };

// The serial reference takes about two seconds for this many products.
static const double MAX_PRODUCTS = 4294967296.0;

// How many standard deviations are still taken for chance.  More than 8 occur in
// 2 exp(-8^2 / 2) = 3e-14 of all cases.
static const double DEVIATIONS = 8.0;
static const double UNIT = FLT_EPSILON / 2.0;

const char *const MATMUL_METHODS[] = { "auto", "serial", "freivalds", NULL };

// Each of the k additions makes a rounding error of at most UNIT times the partial sum.  In the
// worst case all errors have one sign, and all partial sums are as large as k: k k UNIT (N. J.
// Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., 3.1).
//
// Rounding errors behave much like independent random numbers with mean 0 (N. J. Higham and T.
// Mary, "A new approach to probabilistic rounding error analysis", 2019).  Then their sum is less
// than DEVIATIONS times the root of the sum of their squares.  Products of numbers uniform in [-1,
// 1] have the variance 1/9.  So partial sums of i products are less than DEVIATIONS sqrt(i) / 3,
// and the sum of their squares over all i is DEVIATIONS^2 k^2 / 18.  No order of summation has
// larger partial sums.  One more UNIT is for the reference, which is rounded to float.
static double element_bound(size_t k)
{
    const double terms = (double)k;
    return UNIT * terms * (fmin(terms, DEVIATIONS * DEVIATIONS / sqrt(18.0)) + 1.0);
}

// The errors of n elements are added with random signs.  Here the squares of n k partial sums count
// together, with their mean (k / 9) / 2.  A factor of 2 leaves room for chance.  The check computes
// in double: its own errors are much smaller.
static double row_bound(size_t n, size_t k)
{
    return 2.0 * DEVIATIONS * UNIT * (double)k * sqrt((double)n / 18.0);
}

// The product in plain C, with sums in double.
static void matmul_ref(float *c, const float *a, const float *b, const size_t mnk[3])
{
    const size_t m = mnk[0], n = mnk[1], k = mnk[2];
    double *sum = ocl_alloc(n * sizeof *sum);
    for (size_t row = 0; row < m; row++) {
        for (size_t j = 0; j < n; j++)
            sum[j] = 0.0;
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < n; j++)
                sum[j] += (double)a[row * k + i] * (double)b[i * n + j];
        for (size_t j = 0; j < n; j++)
            c[row * n + j] = (float)sum[j];
    }
    free(sum);
}

static float element(const matmul_matrices *in, size_t at)
{
    const size_t n = in->n, k = in->k;
    double sum = 0.0;
    for (size_t i = 0; i < k; i++)
        sum += (double)in->a[at / n * k + i] * (double)in->b[i * n + at % n];
    return (float)sum;
}

// y = A x, where A is rows x columns.
static void apply_f32(double *y, const float *a, const double *x, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < columns; j++)
            sum += (double)a[i * columns + j] * x[j];
        y[i] = sum;
    }
}

// The corners of C, and elements at random.
static void choose_sample(matmul_check *check, const matmul_matrices *in, uint64_t seed)
{
    const size_t count = check->m * check->n;
    check->sample = ocl_alloc(SAMPLES * sizeof *check->sample);
    check->ref = ocl_alloc(SAMPLES * sizeof *check->ref);
    const size_t corners[] = { 0, check->n - 1, count - check->n, count - 1 };
    for (size_t s = 0; s < SAMPLES; s++) {
        check->sample[s] = s < 4 ? corners[s] : (size_t)(ocl_random(seed, s) % count);
        check->ref[s] = element(in, check->sample[s]);
    }
}

static void choose_vectors(matmul_check *check, const matmul_matrices *in, uint64_t seed)
{
    const size_t m = check->m, n = check->n, k = check->k;
    check->x = ocl_alloc(VECTORS * n * sizeof *check->x);
    check->abx = ocl_alloc(VECTORS * m * sizeof *check->abx);
    double *bx = ocl_alloc(k * sizeof *bx);
    for (size_t v = 0; v < VECTORS; v++) {
        double *x = check->x + v * n;
        for (size_t j = 0; j < n; j++)
            x[j] = ocl_random(seed, v * n + j) & 1 ? 1.0 : -1.0;
        apply_f32(bx, in->b, x, k, n);
        apply_f32(check->abx + v * m, in->a, bx, m, k);
    }
    free(bx);
}

matmul_check matmul_check_open(matmul_method method, const matmul_matrices *in, uint64_t seed)
{
    const bool large = matmul_operations(in) > 2.0 * MAX_PRODUCTS;
    if (method == MATMUL_AUTO) method = large ? MATMUL_FREIVALDS : MATMUL_SERIAL;
    matmul_check check = {
        .m = in->m, .n = in->n, .k = in->k, .method = method, .bound = element_bound(in->k)
    };
    if (method == MATMUL_SERIAL) {
        check.ref = ocl_alloc(in->c_bytes);
        const double begin = ocl_wall_ns();
        matmul_ref(check.ref, in->a, in->b, (size_t[]){ in->m, in->n, in->k });
        check.reference_ns = ocl_wall_ns() - begin;
    } else {
        check.row_bound = row_bound(in->n, in->k);
        choose_sample(&check, in, seed);
        choose_vectors(&check, in, seed + 1);
    }
    return check;
}

void matmul_check_report(const matmul_check *check, ocl_report *report)
{
    ocl_report_count(report, "m", check->m);
    ocl_report_count(report, "n", check->n);
    ocl_report_count(report, "k", check->k);
    ocl_report_text(report, "check",
                    check->method == MATMUL_SERIAL ? "of all elements"
                                                   : "Freivalds, and 4096 elements");
    if (check->reference_ns > 0.0) ocl_report_reference(report, check->reference_ns);
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
