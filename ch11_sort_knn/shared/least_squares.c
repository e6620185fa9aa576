// SPDX-License-Identifier: MIT

#include "shared/least_squares.h"

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

// The inverse of the symmetric matrix power[i + j], by cofactors.  The result is the determinant,
// as a part of the product of the diagonal.
static long double invert(long double inverse[MAX_TERMS][MAX_TERMS], const long double *power,
                          int degree)
{
    const long double n = power[0], a = power[1], b = power[2], c = power[3], d = power[4];
    if (degree == 1) {
        const long double det = n * b - a * a;
        inverse[0][0] = b / det;
        inverse[0][1] = inverse[1][0] = -a / det;
        inverse[1][1] = n / det;
        return det / (n * b);
    }
    const long double c00 = b * d - c * c, c01 = b * c - a * d, c02 = a * c - b * b;
    const long double det = n * c00 + a * c01 + b * c02;
    inverse[0][0] = c00 / det;
    inverse[0][1] = inverse[1][0] = c01 / det;
    inverse[0][2] = inverse[2][0] = c02 / det;
    inverse[1][1] = (n * d - b * b) / det;
    inverse[1][2] = inverse[2][1] = (a * b - n * c) / det;
    inverse[2][2] = (n * b - a * a) / det;
    return det / (n * b * d);
}

// Powers of u, a polynomial of degree 1 in another frame's u', as polynomials of u': u^k is the sum
// of to[i][k] u'^i.
static void expand(long double to[MAX_TERMS][MAX_TERMS], const ls_frame *from, const ls_frame *into)
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

// The same curve and the same inverse in another frame.
static void move_to(const ls_fit *fit, const ls_frame *into, long double b[MAX_TERMS],
                    long double inverse[MAX_TERMS][MAX_TERMS])
{
    long double to[MAX_TERMS][MAX_TERMS];
    expand(to, &fit->frame, into);
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

// a, its standard deviations and the rest, from b, the inverse and the sum of squared residuals.
static void finish(ls_fit *fit, long double squares)
{
    const ls_frame plain = { .scale_x = 1.0L, .scale_y = 1.0L };
    const long double n = fit->sums.power[0], spare = n - fit->degree - 1.0L;
    const long double mean = fit->sums.with_v[0] / n, total = fit->sums.vv - n * mean * mean;
    long double a[MAX_TERMS], inverse[MAX_TERMS][MAX_TERMS];
    move_to(fit, &plain, a, inverse);
    squares = squares < 0.0L ? 0.0L : squares;    // rounding may make it negative; NaN stays
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
    if (!(invert(fit->inverse, fit->sums.power, fit->degree) > 0.0L))
        for (int i = 0; i <= fit->degree; i++)
            fit->inverse[i][i] = (long double)NAN;
    for (int i = 0; i <= fit->degree; i++) {
        fit->b[i] = 0.0L;
        for (int k = 0; k <= fit->degree; k++)
            fit->b[i] += fit->inverse[i][k] * fit->sums.with_v[k];
    }
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

// A double that is the sum of two floats.
static long double two_floats(long double value)
{
    if (fabsl(value) > FLT_MAX) return (double)value;
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

bool ls_is_determined(const ls_fit *ref)
{
    long double inverse[MAX_TERMS][MAX_TERMS];
    return invert(inverse, ref->sums.power, ref->degree) > 1e5L * LDBL_EPSILON;
}

long double ls_at(const ls_fit *fit, double x)
{
    const ls_frame *f = &fit->frame;
    return f->y0 + curve(fit, (x - f->x0) * f->scale_x) / f->scale_y;
}

double ls_digits(double got, double want)
{
    const double error = fabs(got - want) / (want != 0.0 ? fabs(want) : 1.0);
    if (!(error < 1.0)) return 0.0;
    return error > 1e-15 ? -log10(error) : 15.0;
}

// --- errors

// The ends and the middle of the points.
static void places(double x[LS_ERRORS - 1], const ls_range *r)
{
    x[0] = r->x[0];
    x[1] = r->x[0] / 2.0 + r->x[1] / 2.0;
    x[2] = r->x[1];
}

// What errors of y are compared with.
static double y_spread(const ls_range *r)
{
    const double largest = fmax(fabs(r->y[0]), fabs(r->y[1]));
    if (r->y[1] > r->y[0]) return r->y[1] - r->y[0];
    return largest > 0.0 ? largest : 1.0;
}

// The total sum of squares around the mean of v; 0 when all y are equal.
static long double total_squares(const ls_fit *ref)
{
    const long double n = ref->sums.power[0], v = ref->sums.with_v[0];
    const long double total = ref->sums.vv - v * v / n;
    return total > n * LDBL_EPSILON ? total : 0.0L;
}

static float lost_at_most_all(long double error)
{
    return (float)(error < 1.0L ? error : 1.0L);    // NaN: all
}

void ls_errors(float errors[LS_ERRORS], const ls_fit *fit, const ls_fit *ref, const ls_range *range)
{
    double x[LS_ERRORS - 1];
    places(x, range);
    const long double total = total_squares(ref);
    for (int i = 0; i < LS_ERRORS - 1; i++)
        errors[i] = lost_at_most_all(fabsl(ls_at(fit, x[i]) - ls_at(ref, x[i])) / y_spread(range));
    errors[LS_ERRORS - 1] =
        total > 0.0L ? lost_at_most_all(fabsl((long double)ref->r2 - fit->r2)) : 0.0f;
}

// Sums of even powers of u, and of v^2, in another frame: those of the reference, shifted.
typedef struct {
    long double uu, uuuu, vv;
} even_sums;

static even_sums move_sums(const ls_fit *ref, const ls_frame *into)
{
    const long double slope = into->scale_x / ref->frame.scale_x;
    const long double shift = (ref->frame.x0 - into->x0) * into->scale_x;
    const long double unit = into->scale_y / ref->frame.scale_y;
    const long double up = (ref->frame.y0 - into->y0) * into->scale_y;
    const long double *s = ref->sums.power, q = shift * shift, m = slope * slope;
    return (even_sums){
        .uu = m * s[2] + 2.0L * slope * shift * s[1] + q * s[0],
        .uuuu = m * m * s[4] + 4.0L * m * slope * shift * s[3] + 6.0L * m * q * s[2] +
                4.0L * slope * shift * q * s[1] + q * q * s[0],
        .vv = unit * unit * ref->sums.vv + 2.0L * unit * up * ref->sums.with_v[0] + up * up * s[0],
    };
}

// By Cauchy and Schwarz no sum of |u|^k, and none of |u|^k |v|, is larger than these.
static ls_sums largest_sums(const ls_fit *ref, const ls_frame *frame)
{
    const even_sums e = move_sums(ref, frame);
    const long double n = ref->sums.power[0];
    return (ls_sums){
        .power = { n, sqrtl(n * e.uu), e.uu, sqrtl(e.uu * e.uuuu), e.uuuu },
        .with_v = { sqrtl(n * e.vv), sqrtl(e.uu * e.vv), sqrtl(e.uuuu * e.vv) },
        .vv = e.vv,
    };
}

double ls_offset(const ls_fit *ref, const ls_frame *frame, const ls_range *r)
{
    const even_sums e = move_sums(ref, frame);
    const long double n = ref->sums.power[0];
    const long double x = fmaxl(fabsl(r->x[0]), fabsl(r->x[1])) * frame->scale_x;
    const long double y = fmaxl(fabsl(r->y[0]), fabsl(r->y[1])) * frame->scale_y;
    return (double)(x / sqrtl(e.uu / n) + (r->y[1] > r->y[0] ? y / sqrtl(e.vv / n) : 0.0L));
}

double ls_bound(const ls_fit *ref, const ls_frame *frame, double rounding, const ls_range *range)
{
    const ls_sums most = largest_sums(ref, frame);
    long double b[MAX_TERMS], inverse[MAX_TERMS][MAX_TERMS], off[MAX_TERMS], change = 0.0L;
    move_to(ref, frame, b, inverse);

    // Errors of the right side and of the matrix times b, through the inverse.
    long double squares = most.vv;
    for (int k = 0; k <= ref->degree; k++) {
        off[k] = 0.0L;
        long double row = 0.0L;
        for (int i = 0; i <= ref->degree; i++) {
            long double side = most.with_v[i];
            for (int j = 0; j <= ref->degree; j++) {
                side += most.power[i + j] * fabsl(b[j]);
                row += rounding * fabsl(inverse[k][i]) * most.power[i + j] *
                       sqrtl(most.power[2 * k] / most.power[2 * j]);
            }
            off[k] += rounding * fabsl(inverse[k][i]) * side;
            if (k == 0) squares += fabsl(b[i]) * (most.with_v[i] + side);
        }
        change = fmaxl(change, row);
    }
    if (!(change < 0.1L)) return 1.0;

    double x[LS_ERRORS - 1];
    places(x, range);
    long double bound = 0.0L;
    for (int i = 0; i < LS_ERRORS - 1; i++) {
        const long double u = fabsl((x[i] - frame->x0) * frame->scale_x);
        const long double error = off[0] + u * (off[1] + (ref->degree > 1 ? u * off[2] : 0.0L));
        bound = fmaxl(bound, error / frame->scale_y / y_spread(range));
    }
    const long double unit = frame->scale_y / ref->frame.scale_y;
    const long double total = total_squares(ref) * unit * unit;
    if (total > 0.0L) bound = fmaxl(bound, 2.0L * rounding * squares / total);
    // What is compared are numbers of the host, R squared is a double.
    const double largest_y = fmax(fabs(range->y[0]), fabs(range->y[1]));
    bound += 4.0L * DBL_EPSILON + 16.0L * LDBL_EPSILON * largest_y / y_spread(range);
    return bound < 1.0L ? (double)bound : 1.0;
}
