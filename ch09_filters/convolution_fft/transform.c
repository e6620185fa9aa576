// SPDX-License-Identifier: MIT

#include "transform.h"

#include <float.h>

// A short transform stays in the first cache of a CPU, or in the registers of a GPU.  For a wide
// filter too few of its rows would be of use: measured, this is so for more than MAX_SHORT_CPU, or
// MAX_SHORT_GPU, numbers per column.
enum { SHORT_SIZE = 64, LONG_SIZE = 256, MAX_SHORT_CPU = 28, MAX_SHORT_GPU = 48 };

static const double PI = 3.14159265358979323846;

// Bytes of two spectra: what stays in a CPU's caches; what a GPU can spare.
static const size_t CPU_BYTES = (size_t)4 << 20, GPU_BYTES = (size_t)256 << 20;

transform_plan transform_choose(cl_device_id device, const convolution_picture *p)
{
    const size_t native = (size_t)ocl_device_number(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    const bool cpu = ocl_is_cpu(device);
    transform_plan plan = { .size = p->n <= (cpu ? MAX_SHORT_CPU : MAX_SHORT_GPU) ? SHORT_SIZE
                                                                                  : LONG_SIZE,
                            .block = 4,
                            .ahead = cpu && native > 1,    // else there is no prefetch
                            .cpu = cpu };
    plan.lanes = !cpu || native < 4 ? 1 : native >= 16 ? 16 : native >= 8 ? 8 : 4;
    plan.step = plan.size - p->n + 1;
    plan.pairs = ocl_divide_up(p->height, 2 * plan.step);
    const size_t pair_bytes = plan.size * 2 * p->pitch * sizeof(float);
    const size_t most = (cpu ? CPU_BYTES : GPU_BYTES) / (2 * pair_bytes);
    plan.pairs_at_once = most < 1 ? 1 : ocl_smaller(most, plan.pairs);
    plan.spectrum_bytes = plan.pairs_at_once * pair_bytes;
    return plan;
}

size_t transform_columns(const transform_plan *plan, const convolution_picture *p)
{
    return ocl_round_up(p->width, plan->lanes * plan->block) + p->n - 1;
}

cl_program transform_build(const ocl_env *env, const transform_plan *plan, size_t n)
{
    return ocl_build(env, "convolution_fft.cl",
                     "-DWIDTH=%zu -DSIZE=%zu -DLANES=%zu -DBLOCK=%zu -DAHEAD=%zu -DUNROLL=%zu", n,
                     plan->size, plan->lanes, plan->block, plan->ahead, plan->cpu ? 1 : plan->size);
}

// e^(sign * 2 pi i turn / size)
static void root(double part[2], double sign, size_t turn, size_t size)
{
    const double angle = sign * 2.0 * PI * (double)(turn % size) / (double)size;
    part[0] = cos(angle);
    part[1] = sin(angle);
}

cl_float2 *transform_roots(const transform_plan *plan)
{
    cl_float2 *w = ocl_alloc(plan->size * sizeof *w);
    for (size_t k = 0; k < plan->size; k++) {
        double part[2];
        root(part, -1.0, k, plan->size);
        for (size_t i = 0; i < 2; i++)
            w[k].s[i] = (float)part[i];
    }
    return w;
}

static size_t frequency_of(size_t row, size_t size)
{
    size_t k = 0;
    for (; size > 1; size /= 4, row /= 4)
        k = 4 * k + row % 4;
    return k;
}

cl_float2 *transform_filter(const transform_plan *plan, const convolution_filter *f)
{
    cl_float2 *taps = ocl_alloc(plan->size * f->n * sizeof *taps);
    for (size_t row = 0; row < plan->size; row++)
        for (size_t c = 0; c < f->n; c++) {
            double sum[2] = { 0.0, 0.0 }, part[2];
            for (size_t r = 0; r < f->n; r++) {
                root(part, 1.0, frequency_of(row, plan->size) * r, plan->size);
                for (size_t i = 0; i < 2; i++)
                    sum[i] += (double)f->tap[r * f->n + c] * part[i];
            }
            for (size_t i = 0; i < 2; i++)
                taps[row * f->n + c].s[i] = (float)(sum[i] / (double)plan->size);
        }
    return taps;
}

static double steps_of(const transform_plan *plan)
{
    double steps = 0.0;
    for (size_t length = plan->size; length > 1; length /= 4)
        steps++;
    return steps;
}

// A row of a pair is two pixels.  Each needs 4 n additions and 4 n products, and, in each step of
// two transforms, a quarter of 16 additions and of three complex products of 6 operations.  Only
// `step` rows of `size` are of use.
double transform_limit(const ocl_env *env, const transform_plan *plan, size_t n)
{
    const ocl_limits limits = env->limits;
    const double operations = (8.0 * (double)n + 2.0 * steps_of(plan) * (16.0 + 3.0 * 6.0) / 4.0) /
                              2.0 * (double)plan->size / (double)plan->step;
    return 1e3 * fmin(limits.fma_gflops / operations, limits.copy_gbs / (2.0 * sizeof(float)));
}

static double square_of(cl_float2 number)
{
    return (double)number.s[0] * number.s[0] + (double)number.s[1] * number.s[1];
}

// What `product` makes of n columns whose 2-norm is 1 has at most this norm: for each column, the
// largest number of the filter for any frequency; or, by the inequality of Cauchy and Schwarz,
// sqrt(n) times the largest norm of a row.  For numbers of both signs this is much less than the
// sum of their absolute values.
static double gain_of(const transform_plan *plan, size_t n, const cl_float2 *taps)
{
    double columns = 0.0, row_most = 0.0;
    for (size_t c = 0; c < n; c++) {
        double most = 0.0;
        for (size_t row = 0; row < plan->size; row++)
            most = fmax(most, square_of(taps[row * n + c]));
        columns += sqrt(most);
    }
    for (size_t row = 0; row < plan->size; row++) {
        double sum = 0.0;
        for (size_t c = 0; c < n; c++)
            sum += square_of(taps[row * n + c]);
        row_most = fmax(row_most, sum);
    }
    return (double)plan->size * fmin(columns, sqrt((double)n * row_most));
}

// Errors in the 2-norm of a column, to first order, u = 2^-24 (N. J. Higham, "Accuracy and
// Stability of Numerical Algorithms", 2nd ed., 3.6 and 24.1).  A step of a transform adds twice and
// multiplies by a rounded root: 2 u + 2 sqrt(2) u + u, less than 6 u, relative to a norm that it
// changes by a constant factor.  `product` adds 2 n real products, and its taps are rounded:
// 2 sqrt(2) n u + u.  The reference is rounded, too.  The error of a pixel is at most the norm of
// the errors of its column.  That is the relative error times the largest norm of a column of the
// picture, of `size` complex numbers, each at most sqrt(2) times the largest pixel, times the gain.
//
// Where a device takes numbers below the smallest normal float for zero, each operation may lose
// that much, times what it is multiplied with later.
double transform_bound(const transform_plan *plan, const convolution_picture *p,
                       const convolution_filter *f, const cl_float2 *taps)
{
    const double n = (double)f->n, size = (double)plan->size, unit = 1.01 * FLT_EPSILON / 2.0;
    const double relative = (2.0 * steps_of(plan) * 6.0 + 2.0 * sqrt(2.0) * n + 2.0) * unit;
    const double tiny = 64.0 * size * n * FLT_MIN * (1.0 + p->largest) * (1.0 + f->sum);
    return relative * sqrt(2.0 * size) * gain_of(plan, f->n, taps) * p->largest + tiny;
}
