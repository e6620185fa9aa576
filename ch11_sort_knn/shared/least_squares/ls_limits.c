// SPDX-License-Identifier: MIT

#include "ls_limits.h"

#include <float.h>

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

static float lost_at_most_all(long double error)
{
    return (float)(error < 1.0L ? error : 1.0L);    // NaN: all
}

void ls_errors(float errors[LS_ERRORS], const ls_fit *fit, const ls_fit *ref, const ls_range *range)
{
    double x[LS_ERRORS - 1];
    places(x, range);
    const long double total = ls_total_squares(ref);
    for (int i = 0; i < LS_ERRORS - 1; i++)
        errors[i] = lost_at_most_all(fabsl(ls_at(fit, x[i]) - ls_at(ref, x[i])) / y_spread(range));
    errors[LS_ERRORS - 1] =
        total > 0.0L ? lost_at_most_all(fabsl((long double)ref->r2 - fit->r2)) : 0.0f;
}

// The sums of the reference in another frame: (m u + s)^k is a sum of powers of u.
static ls_sums move_sums(const ls_fit *ref, const ls_frame *into)
{
    static const long double CHOOSE[][5] = {
        { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 }, { 1, 4, 6, 4, 1 }
    };
    const long double slope = into->scale_x / ref->frame.scale_x;
    const long double shift = (ref->frame.x0 - into->x0) * into->scale_x;
    const long double unit = into->scale_y / ref->frame.scale_y;
    const long double up = (ref->frame.y0 - into->y0) * into->scale_y;
    const ls_sums *from = &ref->sums;
    ls_sums moved = { .vv = unit * unit * from->vv + 2.0L * unit * up * from->with_v[0] +
                            up * up * from->power[0] };
    for (int k = 0; k <= 2 * MAX_DEGREE; k++)
        for (int j = 0; j <= k; j++) {
            const long double part = CHOOSE[k][j] * powl(slope, j) * powl(shift, k - j);
            moved.power[k] += part * from->power[j];
            if (k <= MAX_DEGREE)
                moved.with_v[k] += part * (unit * from->with_v[j] + up * from->power[j]);
        }
    return moved;
}

// By Cauchy and Schwarz no sum of |u|^k, and none of |u|^k |v|, is larger than these.  Where all y
// are equal, v is what rounding makes of y; then y itself is what errors are compared with.
static ls_sums largest_sums(const ls_sums *s, const ls_frame *frame, const ls_range *range)
{
    const long double n = s->power[0], uu = s->power[2], uuuu = s->power[4];
    const long double y = range->y[1] > range->y[0] ? 0.0L : range->y[0] * frame->scale_y;
    const long double vv = s->vv + n * y * y;
    return (ls_sums){
        .power = { n, sqrtl(n * uu), uu, sqrtl(uu * uuuu), uuuu },
        .with_v = { sqrtl(n * vv), sqrtl(uu * vv), sqrtl(uuuu * vv) },
        .vv = vv,
    };
}

static float part_of(long double error, long double largest)
{
    if (!(largest > 0.0L)) return error <= 0.0L ? 0.0f : 1.0f;    // NaN: 1
    return lost_at_most_all(error / largest);
}

void ls_sum_errors(float *errors, const ls_fit *fit, const ls_fit *ref, const ls_range *range)
{
    const ls_sums want = move_sums(ref, &fit->frame);
    const ls_sums most = largest_sums(&want, &fit->frame, range);
    const ls_sums *got = &fit->sums;
    for (int k = 1; k <= 2 * fit->degree; k++)
        *errors++ = part_of(fabsl(got->power[k] - want.power[k]), most.power[k]);
    for (int k = 0; k <= fit->degree; k++)
        *errors++ = part_of(fabsl(got->with_v[k] - want.with_v[k]), most.with_v[k]);
    *errors = part_of(fabsl(got->vv - want.vv), most.vv);
}

double ls_offset(const ls_fit *ref, const ls_frame *frame, const ls_range *r)
{
    const ls_sums s = move_sums(ref, frame);
    const long double n = s.power[0];
    const long double x = fmaxl(fabsl(r->x[0]), fabsl(r->x[1])) * frame->scale_x;
    const long double y = fmaxl(fabsl(r->y[0]), fabsl(r->y[1])) * frame->scale_y;
    return (double)(x / sqrtl(s.power[2] / n) + (r->y[1] > r->y[0] ? y / sqrtl(s.vv / n) : 0.0L));
}

// --- limits

// What errors of the sums do to the solution, in a frame.
typedef struct {
    const ls_fit *ref;
    const ls_frame *frame;
    long double rounding;
    ls_sums most;
    long double b[MAX_TERMS], inverse[MAX_TERMS][MAX_TERMS];
    long double off[MAX_TERMS];    // of b
    long double off_squares;       // of the sum of squared residuals
    bool small;                    // the solution changes by less than a tenth
} effects;

static effects find_effects(const ls_fit *ref, const ls_frame *frame, double rounding,
                            const ls_range *range)
{
    effects e = { .ref = ref, .frame = frame, .rounding = rounding };
    const ls_sums sums = move_sums(ref, frame), most = largest_sums(&sums, frame, range);
    e.most = most;
    ls_move_to(ref, frame, e.b, e.inverse);

    // Errors of the right side and of the matrix times b, through the inverse.
    long double side[MAX_TERMS], change = 0.0L;
    e.small = true;
    e.off_squares = most.vv;
    for (int i = 0; i <= ref->degree; i++) {
        side[i] = most.with_v[i];
        for (int j = 0; j <= ref->degree; j++)
            side[i] += most.power[i + j] * fabsl(e.b[j]);
        e.off_squares += fabsl(e.b[i]) * (most.with_v[i] + side[i]);
    }
    for (int k = 0; k <= ref->degree; k++) {
        long double row = 0.0L;
        for (int i = 0; i <= ref->degree; i++) {
            e.off[k] += fabsl(e.inverse[k][i]) * side[i];
            for (int j = 0; j <= ref->degree; j++)
                row += fabsl(e.inverse[k][i]) * most.power[i + j] *
                       sqrtl(most.power[2 * k] / most.power[2 * j]);
        }
        e.small = e.small && e.rounding * row < 0.1L;    // not NaN, which fmaxl leaves out
        change = fmaxl(change, e.rounding * row);
    }

    // So far that is the first order.  The others are a geometric series.
    for (int k = 0; k <= ref->degree; k++)
        e.off[k] *= e.rounding / (1.0L - change);
    e.off_squares *= e.rounding / (1.0L - change);
    return e;
}

double ls_reference_rounding(const ls_fit *ref)
{
    return (double)((ref->sums.power[0] + 16.0L) * LDBL_EPSILON);
}

bool ls_is_determined(const ls_fit *ref, const ls_range *range)
{
    return find_effects(ref, &ref->frame, ls_reference_rounding(ref), range).small;
}

static double limit_curve(const effects *e, const ls_range *range)
{
    const ls_fit *ref = e->ref;
    const ls_frame *frame = e->frame;
    double x[LS_ERRORS - 1];
    places(x, range);
    long double limit = 0.0L;
    for (int i = 0; i < LS_ERRORS - 1; i++) {
        const long double u = fabsl((x[i] - frame->x0) * frame->scale_x);
        const long double error =
            e->off[0] + u * (e->off[1] + (ref->degree > 1 ? u * e->off[2] : 0.0L));
        limit = fmaxl(limit, error / frame->scale_y / y_spread(range));
    }
    const long double unit = frame->scale_y / ref->frame.scale_y;
    const long double total = ls_total_squares(ref) * unit * unit;
    if (total > 0.0L) limit = fmaxl(limit, 2.0L * e->off_squares / total);
    // What is compared are numbers of the host, R squared is a double.
    const double largest_y = fmax(fabs(range->y[0]), fabs(range->y[1]));
    limit += 4.0L * DBL_EPSILON + 16.0L * LDBL_EPSILON * largest_y / y_spread(range);
    return limit < 1.0L ? (double)limit : 1.0;
}

// How far the root of `squares` times `factor` may be off, if both are.
static double limit_root(long double squares, long double off_squares, long double factor,
                         long double off_factor)
{
    const long double root = sqrtl(squares * factor);
    const long double most = sqrtl((squares + off_squares) * (factor + off_factor));
    const long double least =
        sqrtl(fmaxl(squares - off_squares, 0.0L) * fmaxl(factor - off_factor, 0.0L));
    return (double)(fmaxl(most - root, root - least) + DBL_EPSILON * root);
}

static void limit_coefficients(const effects *e, ls_limits *limits)
{
    const ls_fit *ref = e->ref;
    const ls_frame *frame = e->frame, plain = { .scale_x = 1.0L, .scale_y = 1.0L };
    const long double spare = ref->sums.power[0] - ref->degree - 1.0L;
    const long double variance = ref->squares / spare / (ref->frame.scale_y * ref->frame.scale_y);
    const long double off_variance = e->off_squares / spare / (frame->scale_y * frame->scale_y);
    long double to[MAX_TERMS][MAX_TERMS];
    ls_expand(to, frame, &plain);
    for (int i = 0; i <= ref->degree; i++) {
        // a[i] is the product of row i of `to` with b, and the host computes it with rounding.
        long double off = i == 0 ? 16.0L * LDBL_EPSILON * fabsl(frame->y0) * frame->scale_y : 0.0L;
        for (int k = i; k <= ref->degree; k++)
            off += fabsl(to[i][k]) * (e->off[k] + 16.0L * LDBL_EPSILON * fabsl(e->b[k]));
        limits->a[i] = (double)(off / frame->scale_y) + DBL_EPSILON * fabs(ref->a[i]) + DBL_MIN;

        // Its variance is that of the residuals times `factor`: the row, the inverse, the row.
        long double through[MAX_TERMS], factor = 0.0L, off_factor = 0.0L;
        for (int j = 0; j <= ref->degree; j++) {
            through[j] = 0.0L;
            for (int k = i; k <= ref->degree; k++)
                through[j] += to[i][k] * e->inverse[k][j];
            factor += through[j] * to[i][j];
        }
        for (int j = 0; j <= ref->degree; j++)
            for (int k = 0; k <= ref->degree; k++)
                off_factor +=
                    1.2L * e->rounding * fabsl(through[j] * through[k]) * e->most.power[j + k] +
                    16.0L * LDBL_EPSILON * fabsl(to[i][j] * e->inverse[j][k] * to[i][k]);
        limits->deviation[i] = limit_root(variance, off_variance, factor, off_factor);
    }
    limits->residual = limit_root(variance, off_variance, 1.0L, 0.0L);
}

ls_limits ls_find_limits(const ls_fit *ref, const ls_frame *frame, double rounding,
                         const ls_range *range)
{
    const effects e = find_effects(ref, frame, rounding, range);
    ls_limits limits = { .curve = 1.0, .r2 = (double)INFINITY, .residual = (double)INFINITY };
    for (int i = 0; i <= ref->degree; i++)
        limits.a[i] = limits.deviation[i] = (double)INFINITY;
    if (!e.small) return limits;
    limits.curve = limit_curve(&e, range);
    const long double unit = frame->scale_y / ref->frame.scale_y;
    limits.r2 =
        (double)(2.0L * e.off_squares / (ls_total_squares(ref) * unit * unit)) + DBL_EPSILON;
    limit_coefficients(&e, &limits);
    return limits;
}

int ls_certain_digits(double value, double limit)
{
    if (limit < DBL_MIN) limit = DBL_MIN;
    if (!isfinite(value) || !isfinite(limit) || !(fabs(value) > 0.0)) return 0;
    const double digits = floor(log10(fabs(value))) - ceil(log10(2.0 * limit)) + 1.0;
    return (int)fmin(fmax(digits, 0.0), 15.0);
}

ls_shown ls_show(double value, double limit)
{
    const int digits = ls_certain_digits(value, limit);
    ls_shown shown = { "unknown" };
    if (isnan(limit)) return (ls_shown){ "none" };
    if (digits > 0)
        snprintf(shown.text, sizeof shown.text, "%.*g", digits, value);
    else if (isfinite(fabs(value) + limit))
        snprintf(shown.text, sizeof shown.text, "< %.1e", 1.05 * (fabs(value) + limit));
    return shown;
}
