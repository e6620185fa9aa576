// SPDX-License-Identifier: MIT

#include "least_squares.h"

#include <float.h>

enum { SAMPLE = 4096 };

size_t ls_sum_count(int degree)
{
    return 3 * (size_t)degree + 2;
}

ls_sums ls_unpack(int degree, size_t n, const long double *sums)
{
    ls_sums s = { .power = { (long double)n } };
    for (int k = 1; k <= 2 * degree; k++)
        s.power[k] = *sums++;
    for (int k = 0; k <= degree; k++)
        s.with_v[k] = *sums++;
    s.vv = *sums;
    return s;
}

ls_range ls_find_range(const xy_points *p)
{
    ls_range r = { .x = { p->x[0], p->x[0] }, .y = { p->y[0], p->y[0] } };
    for (size_t i = 1; i < p->n; i++) {
        r.x[0] = fmin(r.x[0], p->x[i]);
        r.x[1] = fmax(r.x[1], p->x[i]);
        r.y[0] = fmin(r.y[0], p->y[i]);
        r.y[1] = fmax(r.y[1], p->y[i]);
    }
    return r;
}

// The matrix of the normal equations, power[i + j], as the product of a lower triangle and its
// mirror image (Cholesky).  False where rounding leaves no such product.
static bool factor(long double lower[MAX_TERMS][MAX_TERMS], const long double *power, int degree)
{
    for (int i = 0; i <= degree; i++)
        for (int j = 0; j <= i; j++) {
            long double rest = power[i + j];
            for (int k = 0; k < j; k++)
                rest -= lower[i][k] * lower[j][k];
            if (j < i)
                lower[i][j] = rest / lower[j][j];
            else if (rest > 0.0L)
                lower[i][i] = sqrtl(rest);
            else
                return false;    // also NaN
        }
    return true;
}

// Solves for one right side, with the triangle and then with its mirror image.
static void substitute(long double x[MAX_TERMS], long double lower[MAX_TERMS][MAX_TERMS],
                       const long double *side, int degree)
{
    for (int i = 0; i <= degree; i++) {
        x[i] = side[i];
        for (int k = 0; k < i; k++)
            x[i] -= lower[i][k] * x[k];
        x[i] /= lower[i][i];
    }
    for (int i = degree; i >= 0; i--) {
        for (int k = i + 1; k <= degree; k++)
            x[i] -= lower[k][i] * x[k];
        x[i] /= lower[i][i];
    }
}

void ls_expand(long double to[MAX_TERMS][MAX_TERMS], const ls_frame *from, const ls_frame *into)
{
    const long double slope = from->scale_x / into->scale_x;
    const long double shift = (into->x0 - from->x0) * from->scale_x;
    memset(to, 0, sizeof(long double[MAX_TERMS][MAX_TERMS]));
    to[0][0] = 1.0L;
    to[0][1] = shift;
    to[0][2] = shift * shift;
    to[1][1] = slope;
    to[1][2] = 2.0L * slope * shift;
    to[2][2] = slope * slope;
}

void ls_move_to(const ls_fit *fit, const ls_frame *into, long double b[MAX_TERMS],
                long double inverse[MAX_TERMS][MAX_TERMS])
{
    long double to[MAX_TERMS][MAX_TERMS];
    ls_expand(to, &fit->frame, into);
    const long double unit = into->scale_y / fit->frame.scale_y;
    for (int i = 0; i <= fit->degree; i++) {
        b[i] = i == 0 ? (fit->frame.y0 - into->y0) * into->scale_y : 0.0L;
        for (int k = i; k <= fit->degree; k++)
            b[i] += unit * to[i][k] * fit->b[k];
        for (int j = 0; j <= fit->degree; j++) {
            inverse[i][j] = 0.0L;
            for (int k = i; k <= fit->degree; k++)
                for (int l = j; l <= fit->degree; l++)
                    inverse[i][j] += to[i][k] * fit->inverse[k][l] * to[j][l];
        }
    }
}

long double ls_total_squares(const ls_fit *fit)
{
    const long double n = fit->sums.power[0], v = fit->sums.with_v[0];
    const long double total = fit->sums.vv - v * v / n;
    return total > 16.0L * LDBL_EPSILON * fit->sums.vv ? total : 0.0L;
}

// a, its standard deviations and the rest, from b, the inverse and the sum of squared residuals.
static void finish(ls_fit *fit, long double squares)
{
    const ls_frame plain = { .scale_x = 1.0L, .scale_y = 1.0L };
    const long double n = fit->sums.power[0], spare = n - fit->degree - 1.0L;
    const long double total = ls_total_squares(fit);
    long double a[MAX_TERMS], inverse[MAX_TERMS][MAX_TERMS];
    ls_move_to(fit, &plain, a, inverse);
    squares = squares < 0.0L ? 0.0L : squares;    // rounding may make it negative; NaN stays
    fit->squares = squares;
    const long double variance = squares / spare / (fit->frame.scale_y * fit->frame.scale_y);
    fit->residual = spare > 0.0L ? (double)sqrtl(variance) : (double)NAN;
    fit->r2 = total > 0.0L ? (double)(1.0L - squares / total) : (double)NAN;
    for (int i = 0; i <= fit->degree; i++) {
        fit->a[i] = (double)a[i];
        fit->deviation[i] = spare > 0.0L ? (double)sqrtl(variance * inverse[i][i]) : (double)NAN;
    }
}

static void solve(ls_fit *fit)
{
    long double lower[MAX_TERMS][MAX_TERMS];
    const bool solvable = factor(lower, fit->sums.power, fit->degree);
    for (int i = 0; i <= fit->degree; i++) {
        const long double unit[MAX_TERMS] = { i == 0, i == 1, i == 2 };
        fit->b[i] = fit->inverse[i][i] = (long double)NAN;
        if (solvable) substitute(fit->inverse[i], lower, unit, fit->degree);
    }
    if (solvable) substitute(fit->b, lower, fit->sums.with_v, fit->degree);
}

ls_fit ls_solve(int degree, const ls_frame *frame, const ls_sums *sums)
{
    ls_fit fit = { .degree = degree, .frame = *frame, .sums = *sums };
    solve(&fit);
    long double squares = sums->vv;
    for (int i = 0; i <= degree; i++)
        squares -= fit.b[i] * sums->with_v[i];
    finish(&fit, squares);
    return fit;
}

static long double curve(const ls_fit *fit, long double u)
{
    return fit->b[0] + u * (fit->b[1] + u * fit->b[2]);
}

static long double power_of_two(long double largest)
{
    int exponent;
    if (!(largest > 0.0L)) return 1.0L;
    frexpl(largest, &exponent);
    return ldexpl(1.0L, -exponent);
}

// The means of every step-th point, and scales for all points: |u| <= 1 and |v| <= 1.
static ls_frame mean_frame(const xy_points *p, size_t step)
{
    long double x = 0.0L, y = 0.0L, count = 0.0L;
    for (size_t i = 0; i < p->n; i += step, count += 1.0L) {
        x += p->x[i];
        y += p->y[i];
    }
    const long double x0 = x / count, y0 = y / count;
    const ls_range r = ls_find_range(p);
    return (ls_frame){ x0, y0, power_of_two(fmaxl(r.x[1] - x0, x0 - r.x[0])),
                       power_of_two(fmaxl(r.y[1] - y0, y0 - r.y[0])) };
}

// A double that is the sum of two floats, where floats can hold it.
static long double two_floats(long double value)
{
    if (fabsl(value) > FLT_MAX || fabsl(value) < 0x1p-100L) return (double)value;
    const float high = (float)value;
    return (double)high + (double)(float)(value - high);
}

ls_frame ls_sample_frame(const xy_points *points)
{
    ls_frame frame = mean_frame(points, points->n / SAMPLE + 1);
    frame.x0 = two_floats(frame.x0);
    frame.y0 = two_floats(frame.y0);
    return frame;
}

ls_fit ls_reference(int degree, const xy_points *points)
{
    ls_fit fit = { .degree = degree, .frame = mean_frame(points, 1) };
    const ls_frame *f = &fit.frame;
    ls_sums *s = &fit.sums;
    s->power[0] = (long double)points->n;
    for (size_t i = 0; i < points->n; i++) {
        const long double u = (points->x[i] - f->x0) * f->scale_x;
        const long double v = (points->y[i] - f->y0) * f->scale_y;
        s->power[1] += u;
        s->power[2] += u * u;
        s->power[3] += u * u * u;
        s->power[4] += u * u * u * u;
        s->with_v[0] += v;
        s->with_v[1] += u * v;
        s->with_v[2] += u * u * v;
        s->vv += v * v;
    }
    solve(&fit);
    long double squares = 0.0L;
    for (size_t i = 0; i < points->n; i++) {
        const long double u = (points->x[i] - f->x0) * f->scale_x;
        const long double rest = (points->y[i] - f->y0) * f->scale_y - curve(&fit, u);
        squares += rest * rest;
    }
    finish(&fit, squares);
    return fit;
}

long double ls_at(const ls_fit *fit, double x)
{
    const ls_frame *f = &fit->frame;
    return f->y0 + curve(fit, (x - f->x0) * f->scale_x) / f->scale_y;
}
