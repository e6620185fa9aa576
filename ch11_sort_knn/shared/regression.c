// SPDX-License-Identifier: MIT

#include "regression.h"

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

// The last point is a corner, which counts most: a kernel that leaves it out is wrong.
static xy_points make_points(const regression_settings *s)
{
    const size_t n = s->options.n[0];
    xy_points p = { .x = ocl_alloc(n * sizeof(double)),
                    .y = ocl_alloc(n * sizeof(double)),
                    .n = n };
    for (size_t i = 0; i < n; i++) {
        const bool is_last = i + 1 == n;
        const double t = is_last ? 1.0 : uniform(s->options.seed, i);
        const double noise = is_last ? 1.0 : uniform(s->options.seed + 1, i);
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
    ls_answer *right = &answers->right;
    right->range = ls_find_range(answers->points);
    require_spread(from, "x", right->range.x);
    require_spread(from, "y", right->range.y);
    right->fit = ls_reference(s->degree, answers->points);
    if (!ls_is_determined(&right->fit, &right->range))
        ocl_exit(OCL_EXIT_USAGE, "%s: the different x are too close to each other, give others",
                 from);
    right->limits = ls_find_limits(&right->fit, &right->fit.frame,
                                   ls_reference_rounding(&right->fit), &right->range);
    if (!is_finite(&right->fit))
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
    const double offset = 4.0 * ls_offset(&a->right.fit, &rung->frame, &a->right.range);
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
    const ls_fit *ref = &answers->right.fit;
    const ls_range *range = &answers->right.range;
    const ls_limits limits = ls_find_limits(ref, &rung->frame, bound, range);
    answers->found[variant] = (ls_found){ .name = name, .fit = *fit, .limits = limits };

    float sums[MAX_SUMS], curve[LS_ERRORS];
    ls_sum_errors(sums, fit, ref, range);
    ls_errors(curve, fit, ref, range);
    ocl_result result = ocl_verify_f32(name, sums, NONE, ls_sum_count(fit->degree), bound);
    if (limits.curve < 1.0)
        result.pass &= ocl_verify_f32("its curve", curve, NONE, LS_ERRORS, limits.curve).pass;
    return result;
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
        any = any || r->answers.found[v].name;
    if (!any) ocl_exit(OCL_EXIT_USAGE, "the numbers of this device cannot hold the points");
    ls_report(r->report, &r->answers.right, r->answers.found, RUNGS, &r->points,
              r->settings.options.output);
    ocl_close(&r->env);
    xy_free(&r->points);
    return ocl_report_close(r->report);
}
