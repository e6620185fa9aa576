// SPDX-License-Identifier: MIT

#include "shared/regression.h"

#include "shared/scatter.h"

#include <float.h>

enum {
    GROUP = 64,    // the book's
    CPU_LANES = 16,
    CPU_ROWS = 256,
    CPU_DOUBLE_ROWS = 1024,    // fewer work-groups, and fewer sums for the host
    GPU_LANES = 128,
    GPU_ROWS = 32,
    PLANE_MULTIPLE = 32
};

const char *const REGRESSION_VARIANTS[] = { "book", "centred", "tree", "pairs", "doubles", NULL };

static const char *const SHAPES[] = { "auto", "cpu", "gpu", NULL };

regression_settings regression_parse(int argc, char **argv, const char *name, int degree)
{
    regression_settings s = { .degree = degree, .offset = 1000.0 };
    const ocl_option own[] = {
        { .usage = "-x, --offset X: the generated x lie from X - 1 to X + 1", .real = &s.offset },
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
    if (fabs(s.offset) > 1e9) ocl_exit(OCL_EXIT_USAGE, "--offset %g: give at most 1e9", s.offset);
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
    const double plane = 8.0 * (n + PLANE_MULTIPLE), sums = MAX_SUMS * 4.0 * (n / GROUP + 1.0);
    ocl_require_memory(device, plane, 2.0 * plane + sums, 4.0 * plane + sums);
}

xy_points regression_points(const ocl_env *env, const regression_settings *s)
{
    static const char *const CURVES[] = { "", "a line", "a parabola" };
    const char *from = s->options.input ? s->options.input : "--size";
    const size_t wanted = (size_t)s->degree + 1;
    xy_points p;
    ocl_message why;
    if (s->options.input) {
        if (!xy_load(&p, s->options.input, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
        require_memory(env->device, (double)p.n);
    } else {
        require_memory(env->device, (double)s->options.n[0]);
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

regression_shape regression_choose(const regression_settings *settings, cl_device_id device)
{
    const bool cpu = settings->shape == 0 ? ocl_is_cpu(device) : settings->shape == 1;
    const size_t most =
        ocl_smaller((size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE),
                    ocl_local_limit(device, 0));
    const double room = (double)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    regression_shape s = { .group = GROUP,
                           .lanes = cpu ? CPU_LANES : GPU_LANES,
                           .width = cpu ? CPU_LANES : 1,
                           .rows = cpu ? CPU_ROWS : GPU_ROWS,
                           .double_rows = cpu ? CPU_DOUBLE_ROWS : GPU_ROWS,
                           .fp64 = ocl_has_extension(device, "cl_khr_fp64") };
    while (s.group > most)
        s.group /= 2;
    while (s.lanes > s.width && 8.0 * MAX_SUMS * (double)s.lanes > room)
        s.lanes /= 2;
    s.local = s.lanes / s.width;
    while (s.local > most)
        s.local /= 2;
    return s;
}

static size_t rows_of(int variant, const regression_shape *shape)
{
    return variant == DOUBLES ? shape->double_rows : shape->rows;
}

regression_rung regression_rung_of(int variant, const regression_shape *shape,
                                   const xy_points *points)
{
    const bool blocks = variant >= TREE;
    const size_t per_group = blocks ? shape->lanes * rows_of(variant, shape) : shape->group;
    regression_rung r = { .groups = ocl_divide_up(points->n, per_group),
                          .local = blocks ? shape->local : shape->group,
                          .any_local = blocks,
                          .sum_bytes = variant < PAIRS ? sizeof(cl_float) : sizeof(cl_double),
                          .point_bytes =
                              variant == BOOK ? 2 * sizeof(cl_float) : 2 * sizeof(cl_double),
                          .frame = { .scale_x = 1.0L, .scale_y = 1.0L } };
    if (variant != BOOK) r.frame = ls_sample_frame(points);
    return r;
}

size_t regression_plane(size_t n)
{
    return ocl_round_up(n, PLANE_MULTIPLE);
}

void *regression_pack(int variant, const double *values, size_t n, size_t *bytes)
{
    const size_t plane = regression_plane(n);
    *bytes = variant == DOUBLES ? n * sizeof(cl_double) : 2 * plane * sizeof(cl_float);
    void *packed = ocl_alloc(*bytes);
    if (variant == DOUBLES) {
        memcpy(packed, values, *bytes);
        return packed;
    }
    cl_float *high = packed, *low = high + plane;
    memset(packed, 0, *bytes);
    for (size_t i = 0; i < n; i++) {
        high[i] = (cl_float)values[i];
        low[i] = (cl_float)(values[i] - (double)high[i]);
    }
    return packed;
}

static bool fits_floats(const double range[2])
{
    const double spread = range[1] - range[0];
    return fmax(fabs(range[0]), fabs(range[1])) < 1e37 && (!(spread > 0.0) || spread > 1e-20);
}

bool regression_can(const regression_answers *answers, int variant, ocl_report *report)
{
    const ls_range *r = &answers->range;
    const char *why = NULL;
    if (variant == DOUBLES && !answers->shape->fp64) why = "the device has no double";
    if (variant != DOUBLES && !(fits_floats(r->x) && fits_floats(r->y)))
        why = "floats cannot hold the points: these are too large or too close to each other";
    if (why) ocl_report_note(report, "%s is left out: %s", REGRESSION_VARIANTS[variant], why);
    return !why;
}

void regression_set_frame(cl_kernel kernel, int variant, const ls_frame *frame, size_t n)
{
    if (variant == DOUBLES) {
        const cl_double centre[] = { (cl_double)frame->x0, (cl_double)frame->y0 };
        const cl_double scale[] = { (cl_double)frame->scale_x, (cl_double)frame->scale_y };
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof centre, centre));
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof scale, scale));
        return;
    }
    const cl_float x = (cl_float)frame->x0, y = (cl_float)frame->y0;
    const cl_float centre[] = { x, (cl_float)(frame->x0 - x), y, (cl_float)(frame->y0 - y) };
    const cl_float scale[] = { (cl_float)frame->scale_x, (cl_float)frame->scale_y };
    const cl_ulong plane = regression_plane(n);
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof centre, centre));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof scale, scale));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof plane, &plane));
}

static long double sum_at(int variant, const void *sums, size_t i)
{
    if (variant == DOUBLES) return ((const cl_double *)sums)[i];
    if (variant < PAIRS) return ((const cl_float *)sums)[i];
    return (long double)((const cl_float *)sums)[2 * i] + ((const cl_float *)sums)[2 * i + 1];
}

ls_fit regression_add(int variant, int degree, const regression_rung *rung, const void *sums,
                      size_t n)
{
    const size_t count = ls_sum_count(degree);
    long double total[MAX_SUMS] = { 0.0L };
    for (size_t g = 0; g < rung->groups; g++)
        for (size_t s = 0; s < count; s++)
            total[s] += sum_at(variant, sums, g * count + s);
    const ls_sums unpacked = ls_unpack(degree, n, total);
    return ls_solve(degree, &rung->frame, &unpacked);
}

void regression_reference(regression_answers *answers)
{
    const regression_settings *s = answers->settings;
    answers->range = ls_find_range(answers->points);
    answers->ref = ls_reference(s->degree, answers->points);
    if (!ls_is_determined(&answers->ref))
        ocl_exit(OCL_EXIT_USAGE, "%s: the different x are too close to each other, give others",
                 s->options.input ? s->options.input : "--size");
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
    const regression_shape *shape = a->shape;
    const double additions = variant < TREE
                                 ? log2((double)shape->group)
                                 : (double)rows_of(variant, shape) + log2((double)shape->lanes);
    const double steps = 15.0 + additions;
    const double offset = 4.0 * ls_offset(&a->ref, &rung->frame, &a->range);
    const double host = ((double)a->points->n + 4.0 * offset + 16.0) * (double)LDBL_EPSILON;
    double error = steps * ldexp(1.0, -24);
    if (variant == PAIRS) error = steps * steps * ldexp(1.0, -48);
    if (variant == DOUBLES) error = steps * ldexp(1.0, -53);
    if (variant != BOOK && variant != DOUBLES) error += offset * ldexp(1.0, -47);
    return error + host;
}

ocl_result regression_verify(regression_answers *answers, int variant, const regression_rung *rung,
                             const ls_fit *fit)
{
    float errors[LS_ERRORS];
    const float none[LS_ERRORS] = { 0.0f };
    ls_errors(errors, fit, &answers->ref, &answers->range);
    answers->fits[variant] = *fit;
    answers->done[variant] = true;
    const double error = rounding(variant, answers, rung);
    const double bound = ls_bound(&answers->ref, &rung->frame, error, &answers->range);
    return ocl_verify_f32(REGRESSION_VARIANTS[variant], errors, none, LS_ERRORS, bound);
}

// The fewest correct digits of some numbers.
static double fewest_digits(const double *got, const double *want, int count)
{
    double fewest = 15.0;
    for (int i = 0; i < count; i++)
        fewest = fmin(fewest, ls_digits(got[i], want[i]));
    return fewest;
}

static void report_digits(const regression_answers *a, ocl_report *report)
{
    const int terms = a->settings->degree + 1;
    ocl_table table =
        ocl_table_open(report, "digits", "correct digits of, coefficients, deviations");
    for (int v = 0; v < RUNGS; v++) {
        const ls_fit *got = &a->fits[v], *want = &a->ref;
        const char *name = REGRESSION_VARIANTS[v];
        if (!a->done[v]) continue;
        const double digits = fewest_digits(got->a, want->a, terms);
        if (isnan(want->residual))
            ocl_table_row(&table, "%-17s %.1f %s", name, digits, "none");
        else
            ocl_table_row(&table, "%-17s %.1f %.1f", name, digits,
                          fewest_digits(got->deviation, want->deviation, terms));
    }
}

// All digits, or "none" where the number is not defined.  As a number, --json would shorten it.
typedef struct {
    char text[32];
} shown_number;

static shown_number show(double value)
{
    shown_number shown = { "none" };
    if (isfinite(value)) snprintf(shown.text, sizeof shown.text, "%.15g", value);
    return shown;
}

static void report_curve(const regression_answers *a, const ls_fit *fit, ocl_report *report)
{
    ocl_table table = ocl_table_open(report, "curve", "coefficient, value, standard deviation");
    for (int i = 0; i <= a->settings->degree; i++) {
        const char name[] = { 'a', (char)('0' + i), '\0' };
        ocl_table_row(&table, "%-11s %21s %21s", name, show(fit->a[i]).text,
                      show(fit->deviation[i]).text);
    }
    ocl_report_fact(report, "R2", "%s", show(fit->r2).text);
    ocl_report_fact(report, "residual standard deviation", "%s", show(fit->residual).text);
}

void regression_report(const regression_answers *answers, ocl_report *report)
{
    int last = -1;
    for (int v = 0; v < RUNGS; v++)
        if (answers->done[v]) last = v;
    if (last < 0) return;
    report_digits(answers, report);
    report_curve(answers, &answers->fits[last], report);
    const char *path = answers->settings->options.output;
    if (path) draw_scatter(report, answers->points, &answers->fits[last], path);
}
