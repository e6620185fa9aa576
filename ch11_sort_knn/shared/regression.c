// SPDX-License-Identifier: MIT

#include "regression.h"

#include "scatter.h"

#include <float.h>

static const char *const SHAPES[] = { "auto", "cpu", "gpu", NULL };

regression_settings regression_parse(int argc, char **argv, const char *name, int degree)
{
    regression_settings s = { .degree = degree, .offset = 1000.0 };
    const ocl_option own[] = {
        { .usage = "-x, --offset X: the generated x lie from X - 1 to X + 1",
          .real = &s.offset,
          .excludes = 'i' },
        { .usage = "-p, --shape NAME: blocks of points as for a CPU or for a GPU",
          .choice = &s.shape,
          .choices = SHAPES },
        { .usage = NULL },
    };
    const ocl_about about = { .name = name,
                              .summary = degree == 1 ? "The line that fits points best."
                                                     : "The parabola that fits points best.",
                              .accepts = "dniorVks",
                              .size_help = "points to generate",
                              .extents = 1,
                              .variants = REGRESSION_VARIANTS,
                              .own = own,
                              .writes = OCL_CHART_FILE };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };    // a prime
    s.options = ocl_parse(argc, argv, &about, defaults);
    if (s.options.input && s.options.size_given)
        ocl_exit(OCL_EXIT_USAGE, "--size: the file of --input has its own; give one of the two");
    if (fabs(s.offset) > 1e9)
        ocl_exit(OCL_EXIT_USAGE, "--offset %.15g: give at most 1e9", s.offset);
    return s;
}

// From -1 to 1.
static double uniform(uint64_t seed, uint64_t index)
{
    return (double)(ocl_random(seed, index) >> 11) / (double)(UINT64_C(1) << 52) - 1.0;
}

static xy_points make_points(const regression_settings *s)
{
    const size_t n = s->options.n[0];
    xy_points p = { .x = ocl_alloc(n * sizeof(double)),
                    .y = ocl_alloc(n * sizeof(double)),
                    .n = n };
    for (size_t i = 0; i < n; i++) {
        const double t = uniform(s->options.seed, i), noise = uniform(s->options.seed + 1, i);
        p.x[i] = s->offset + t;
        p.y[i] = 2.0 + 0.75 * t - (s->degree - 1) * 0.5 * t * t + 0.25 * noise;
    }
    return p;
}

static void require_memory(cl_device_id device, double n)
{
    const double plane = 8.0 * (n + 32.0), sums = MAX_SUMS * 4.0 * (n / 64.0 + 1.0);
    ocl_require_memory(device, plane, 2.0 * plane + sums, 4.0 * plane + sums);
}

xy_points regression_points(cl_device_id device, const regression_settings *s)
{
    static const char *const CURVES[] = { "", "a line", "a parabola" };
    const char *from = s->options.input ? s->options.input : "--size";
    const size_t wanted = (size_t)s->degree + 1;
    xy_points p;
    ocl_message why;
    if (s->options.input) {
        if (!xy_load(&p, s->options.input, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
        require_memory(device, (double)p.n);
    } else {
        require_memory(device, (double)s->options.n[0]);
        p = make_points(s);
    }
    if (p.n < wanted)
        ocl_exit(OCL_EXIT_USAGE, "%s: %s needs at least %zu points, here is %zu", from,
                 CURVES[s->degree], wanted, p.n);
    const size_t distinct = xy_distinct(&p, wanted);
    if (distinct < wanted)
        ocl_exit(OCL_EXIT_USAGE, "%s: %s needs at least %zu different x, here is %zu", from,
                 CURVES[s->degree], wanted, distinct);
    return p;
}

// Exits where a double cannot hold the scale that makes these numbers as large as 1.
static void require_spread(const char *from, const char *axis, const double range[2])
{
    const double spread = range[1] - range[0];
    if (spread > 0.0 && spread < 0x1p-1000)
        ocl_exit(OCL_EXIT_USAGE,
                 "%s: the %s are within %.3g of each other, too close for a double; multiply them",
                 from, axis, spread);
}

static bool is_finite(const ls_fit *fit)
{
    bool finite = true;
    for (int i = 0; i <= fit->degree; i++)
        finite = finite && isfinite(fit->a[i]) && !isinf(fit->deviation[i]);
    return finite && !isinf(fit->residual);
}

void regression_reference(regression_answers *answers)
{
    const regression_settings *s = answers->settings;
    const char *from = s->options.input ? s->options.input : "--size";
    answers->range = ls_find_range(answers->points);
    require_spread(from, "x", answers->range.x);
    require_spread(from, "y", answers->range.y);
    answers->ref = ls_reference(s->degree, answers->points);
    if (!ls_is_determined(&answers->ref, &answers->range))
        ocl_exit(OCL_EXIT_USAGE, "%s: the different x are too close to each other, give others",
                 from);
    answers->ref_limits = ls_find_limits(&answers->ref, &answers->ref.frame,
                                         ls_reference_rounding(&answers->ref), &answers->range);
    if (!is_finite(&answers->ref))
        ocl_exit(OCL_EXIT_USAGE,
                 "%s: the coefficients are too large for a double; multiply x or divide y", from);
}

// The relative error of a rung's sums, of the sum of absolute values of what is added.
//
// A term has at most 4 factors u, each rounded up to 3 times, and 3 products: 15 roundings.  Then
// each addition on its way to the sum rounds it again.  A float has a rounding error of 2^-24, a
// double one of 2^-53.  In pairs the second floats are added with an error of 2^-24 of themselves,
// and they are at most 2^-24 of the sum for each addition.  The reference and the host's additions
// have those of long double.
static double rounding(int variant, const regression_answers *a, const regression_rung *rung)
{
    const double steps = 15.0 + (double)rung->additions;
    const double offset = 4.0 * ls_offset(&a->ref, &rung->frame, &a->range);
    const double host = ((double)a->points->n + 4.0 * offset + 16.0) * (double)LDBL_EPSILON;
    double error = steps * ldexp(1.0, -24);
    if (variant == PAIRS) error = steps * steps * ldexp(1.0, -48);
    if (variant == DOUBLES) error = steps * ldexp(1.0, -53);
    if (variant != BOOK && variant != DOUBLES) error += offset * ldexp(1.0, -47);
    return error + host;
}

// A comparison that allows more than a tenth would find no digit of the sums wrong.
static bool sums_are_certain(const regression_answers *a, int variant, const regression_rung *rung)
{
    return rounding(variant, a, rung) < 0.1;
}

bool regression_can(const regression_answers *answers, int variant, const regression_shape *shape,
                    ocl_report *report)
{
    const regression_settings *s = answers->settings;
    const regression_rung rung = regression_rung_of(variant, shape, answers->points);
    const bool no_double = variant == DOUBLES && !shape->fp64;
    const bool lacking = no_double || (variant == PAIRS && !shape->rounds);
    const char *why = no_double ? "the device has no double"
                      : lacking ? "the device rounds its sums too late (x87)"
                                : regression_too_much(variant, s->degree, &rung, answers->points);
    if (!why && !sums_are_certain(answers, variant, &rung))
        why = "the points are so far from 0 that rounding leaves no digit of the sums; subtract "
              "their mean first";
    if (!why) return true;
    if (s->options.variant && strcmp(s->options.variant, REGRESSION_VARIANTS[variant]) == 0)
        ocl_exit(lacking ? OCL_EXIT_SKIP : OCL_EXIT_USAGE, "--variant %s: %s",
                 REGRESSION_VARIANTS[variant], why);
    ocl_report_note(report, "%s is left out: %s", REGRESSION_VARIANTS[variant], why);
    return false;
}

// --- what is compared

// The curve must agree, too, as far as these sums determine it.
ocl_result regression_verify(regression_answers *answers, int variant, const regression_rung *rung,
                             const ls_fit *fit)
{
    static const float NONE[MAX_SUMS] = { 0.0f };
    const char *name = REGRESSION_VARIANTS[variant];
    const double bound = rounding(variant, answers, rung);
    const ls_limits limits = ls_find_limits(&answers->ref, &rung->frame, bound, &answers->range);
    answers->fits[variant] = *fit;
    answers->limits[variant] = limits;
    answers->done[variant] = true;

    float sums[MAX_SUMS], curve[LS_ERRORS];
    ls_sum_errors(sums, fit, &answers->ref, &answers->range);
    ls_errors(curve, fit, &answers->ref, &answers->range);
    ocl_result result = ocl_verify_f32(name, sums, NONE, ls_sum_count(fit->degree), bound);
    if (limits.curve < 1.0)
        result.pass &= ocl_verify_f32("its curve", curve, NONE, LS_ERRORS, limits.curve).pass;
    return result;
}

// --- what is reported

// The fewest correct digits of some numbers.
static double fewest_digits(const double *got, const double *want, int count)
{
    double fewest = 15.0;
    for (int i = 0; i < count; i++)
        fewest = fmin(fewest, ls_digits(got[i], want[i]));
    return fewest;
}

static int fewest_certain(const double *values, const double *limits, int count)
{
    int fewest = 15;
    for (int i = 0; i < count; i++) {
        const int digits = ls_certain_digits(values[i], limits[i]);
        fewest = digits < fewest ? digits : fewest;
    }
    return fewest;
}

static void report_digits(const regression_answers *a, ocl_report *report)
{
    const int terms = a->settings->degree + 1;
    ocl_table table =
        ocl_table_open(report, "digits", "correct digits of, coefficients, deviations, promised");
    for (int v = 0; v < RUNGS; v++) {
        const ls_fit *got = &a->fits[v], *want = &a->ref;
        const char *name = REGRESSION_VARIANTS[v];
        if (!a->done[v]) continue;
        const double digits = fewest_digits(got->a, want->a, terms);
        const int promised = fewest_certain(got->a, a->limits[v].a, terms);
        if (isnan(want->residual))
            ocl_table_row(&table, "%-17s %.1f %s %d", name, digits, "none", promised);
        else
            ocl_table_row(&table, "%-17s %.1f %.1f %d", name, digits,
                          fewest_digits(got->deviation, want->deviation, terms), promised);
    }
}

// How far a number may be off: as far as it is from that of the reference, and as far as this one
// may be off.  NaN where there is no such number.
static double reach(double got, double want, double limit)
{
    if (isnan(want)) return (double)NAN;
    return isnan(got) ? (double)INFINITY : limit + fabs(got - want);
}

static ls_limits confirm(const regression_answers *a, const ls_fit *fit)
{
    const ls_fit *ref = &a->ref;
    const ls_limits *of_ref = &a->ref_limits;
    float errors[LS_ERRORS];
    ls_limits limits = { .curve = of_ref->curve };
    ls_errors(errors, fit, ref, &a->range);
    for (int i = 0; i < LS_ERRORS; i++)
        limits.curve = fmax(limits.curve, (double)errors[i]);
    for (int i = 0; i <= fit->degree; i++) {
        limits.a[i] = reach(fit->a[i], ref->a[i], of_ref->a[i]);
        limits.deviation[i] = reach(fit->deviation[i], ref->deviation[i], of_ref->deviation[i]);
    }
    limits.r2 = reach(fit->r2, ref->r2, of_ref->r2);
    limits.residual = reach(fit->residual, ref->residual, of_ref->residual);
    return limits;
}

static void report_curve(const ls_fit *fit, const ls_limits *limits, ocl_report *report)
{
    ocl_table table = ocl_table_open(report, "curve", "coefficient, value, standard deviation");
    for (int i = 0; i <= fit->degree; i++) {
        const char name[] = { 'a', (char)('0' + i), '\0' };
        ocl_table_row(&table, "%-11s %21s %21s", name, ls_show(fit->a[i], limits->a[i]).text,
                      ls_show(fit->deviation[i], limits->deviation[i]).text);
    }
    ocl_report_fact(report, "R2", "%s", ls_show(fit->r2, limits->r2).text);
    ocl_report_fact(report, "residual standard deviation", "%s",
                    ls_show(fit->residual, limits->residual).text);
}

void regression_report(const regression_answers *answers, ocl_report *report)
{
    int last = -1;
    for (int v = 0; v < RUNGS; v++)
        if (answers->done[v]) last = v;
    if (last < 0) return;
    report_digits(answers, report);
    const ls_fit *fit = &answers->fits[last];
    const ls_limits limits = confirm(answers, fit);
    report_curve(fit, &limits, report);
    const char *path = answers->settings->options.output;
    const scatter_curve curve = { fit, &limits };
    if (path) draw_scatter(report, answers->points, &curve, path);
}

// --- the whole sample

void regression_open(regression *r, int argc, char **argv, const char *name, int degree)
{
    r->settings = regression_parse(argc, argv, name, degree);
    r->env = ocl_open(&r->settings.options);
    r->pace = ocl_pace_open(&r->env);
    r->points = regression_points(r->env.device, &r->settings);
    r->shape = regression_choose(r->settings.shape, r->env.device);
    if (!r->shape.fp64) r->pace.last = REGRESSION_VARIANTS[PAIRS];
    r->answers = (regression_answers){ .settings = &r->settings, .points = &r->points };
    r->report = ocl_report_open(&r->settings.options, r->env.device);
    ocl_report_count(r->report, "n", r->points.n);
    OCL_TIME_REFERENCE(r->report, regression_reference(&r->answers));
}

bool regression_wants(const regression *r, int variant)
{
    return ocl_wants(&r->settings.options, REGRESSION_VARIANTS[variant]) &&
           regression_can(&r->answers, variant, &r->shape, r->report);
}

int regression_close(regression *r)
{
    bool any = false;
    for (int v = 0; v < RUNGS; v++)
        any = any || r->answers.done[v];
    if (!any) ocl_exit(OCL_EXIT_USAGE, "the numbers of this device cannot hold the points");
    regression_report(&r->answers, r->report);
    ocl_close(&r->env);
    xy_free(&r->points);
    return ocl_report_close(r->report);
}
