// SPDX-License-Identifier: MIT

#include "check.h"

#include <float.h>

enum { SAMPLES = 4096, VECTORS = 4 };

// The serial reference takes about two seconds for this many products.
static const double MAX_PRODUCTS = 4294967296.0;

static const double UNIT = FLT_EPSILON / 2.0;

const char *const MATMUL_METHODS[] = { "auto", "serial", "freivalds", NULL };

// Each of the k additions makes a rounding error of at most UNIT times the partial sum.  In the
// worst case all errors have one sign and all products are 1: UNIT k (k + 1), with the rounding of
// the reference (N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., 3.1).
//
// That never happens in a long sum.  Rounding errors behave like independent random numbers between
// -UNIT s and UNIT s, for a partial sum s (N. J. Higham and T. Mary, "A new approach to
// probabilistic rounding error analysis", 2019).  Their sum exceeds t with a probability of at most
//
//     2 exp(-1.5 t^2 / (UNIT^2 Q))    where Q is the sum of the squares of all partial sums.
//
// Products of numbers uniform in [-1, 1] have the variance 1/9.  So the partial sums are a random
// walk, and Q exceeds q k^2 / 9 with a probability of about exp(-pi^2 q / 8).  For t = T k UNIT the
// worst q gives, for both together, exp(-8.16 T).  T = WALK is 7e-15 for an element, and less than
// 1e-6 for a hundred million of them.  Other orders of summation have shorter walks.  Kernels
// without FMA round each product, too, and the reference is rounded to float: these errors grow
// with sqrt(k) only.  8 sqrt(k) are more than eight of their standard deviations.
static const double WALK = 4.0, ROUNDED = 8.0;

static double element_bound(size_t k)
{
    const double terms = (double)k;
    return UNIT * fmin(terms * (terms + 1.0), WALK * terms + ROUNDED * sqrt(terms));
}

// The errors of n elements are added with random signs.  An element has the variance k^2 UNIT^2 /
// 54.  The sum of n of them exceeds (sqrt(2 L n / 54) + L / 8.16) k UNIT with the probability
// exp(-L) (Bernstein's inequality); WALK is L / 8.16.  The elements of a row share a row of A: if
// its numbers are large, all of them are.  Half as much again leaves room for that.  The check
// computes in double: its own errors are much smaller.
static double row_bound(size_t n, size_t k)
{
    const double elements = (double)n, terms = (double)k;
    const double spread = 1.5 * sqrt(2.0 * 8.16 * WALK / 54.0 * elements);
    return UNIT * (terms * (spread + WALK) + ROUNDED * sqrt(terms * elements));
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
