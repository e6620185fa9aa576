// SPDX-License-Identifier: MIT

#include "pace.h"

#include "attributes.h"
#include "system/clock.h"
#include "timing.h"

#include <math.h>
#include <string.h>

// A second of the ten is for the end.  Later than that, variants that take half a second still run.
static const double PROGRAM_NS = 9e9, LEAST_LEFT_NS = 1e9, VARIANT_NS = 1e9;

// If all variants are slow, one that takes no longer than this still runs.
static const double PATIENCE_NS = 30e9;

// An estimate begins with a few work-groups per compute unit.  It is repeated with GROWTH times as
// many until it takes long enough to be measured well.
enum { FIRST_GROUPS = 8, GROWTH = 8 };
static const double LONG_ENOUGH_NS = 1e7;

// Ranges of this many work-items and shares of this many elements are not estimated.
enum { FEW_ITEMS = 1 << 14, SHARE = 1 << 20 };

ocl_pace ocl_pace_open(const ocl_env *env)
{
    return (ocl_pace){ .env = env, .end_ns = env->opened_ns + PROGRAM_NS };
}

bool ocl_wants_for_gpus(const ocl_env *env, ocl_report *report, const char *variant)
{
    if (!ocl_wants(env->options, variant)) return false;
    if (env->options->variant || !ocl_is_cpu(env->device)) return true;
    ocl_report_note(report, "%s is left out: it is for GPUs (-V %s runs it)", variant, variant);
    return false;
}

double ocl_pace_budget_ns(const ocl_env *env)
{
    const double left_ns = fmax(env->opened_ns + PROGRAM_NS - ocl_wall_ns(), LEAST_LEFT_NS);
    return fmin(VARIANT_NS, left_ns / 8.0);
}

// Whether variants may be left out.
static bool is_needed(const ocl_pace *pace)
{
    const ocl_options *options = pace->env->options;
    return ocl_wants(options, "all") && (pace->heavy || options->size_given || options->input);
}

// The better of two runs: the first one may touch memory that was never used.
static double run_ns(const ocl_pace *pace, cl_kernel kernel, const ocl_range_2d *range)
{
    ocl_times times = { .runs = 0 };
    for (size_t run = 1; run <= 2; run++) {
        cl_event first, last;
        ocl_enqueue_2d(pace->env->queue, kernel, range, &first, &last);
        ocl_times_take_span(&times, run, first, last);
    }
    return ocl_best_ns(&times);
}

double ocl_pace_estimate(const ocl_pace *pace, cl_kernel kernel, const ocl_range_2d *range)
{
    const size_t *local = range->local;
    const size_t across = range->global[0] / local[0], down = range->global[1] / local[1];
    const double all = (double)across * (double)down;
    if (!is_needed(pace) || all * (double)local[0] * (double)local[1] <= FEW_ITEMS) return 0.0;

    size_t groups =
        FIRST_GROUPS * (size_t)ocl_device_number(pace->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    for (;; groups *= GROWTH) {
        const size_t columns = ocl_smaller(groups, across);
        const size_t rows = ocl_smaller(ocl_divide_up(groups, columns), down);
        const ocl_range_2d part = { .global = { columns * local[0], rows * local[1] },
                                    .local = { local[0], local[1] } };
        const double ns = run_ns(pace, kernel, &part), share = (double)columns * (double)rows / all;
        if (ns > LONG_ENOUGH_NS || share > 1.0 / GROWTH / GROWTH) return 2.0 * ns / share;
    }
}

double ocl_pace_estimate_share(const ocl_pace *pace, cl_kernel kernel, const ocl_range_2d *range,
                               cl_uint index, cl_uint n)
{
    const cl_uint part = SHARE;
    if (!is_needed(pace) || n <= 4 * part) return 0.0;
    OCL_CHECK(clSetKernelArg(kernel, index, sizeof part, &part));
    const double ns = run_ns(pace, kernel, range);
    OCL_CHECK(clSetKernelArg(kernel, index, sizeof n, &n));
    return 2.0 * ns * (double)n / part;
}

static bool is_last(const ocl_pace *pace, const char *variant)
{
    if (pace->last) return strcmp(pace->last, variant) == 0;
    const char *const *name = pace->env->options->about.variants;
    while (name && name[0] && name[1])
        name++;
    return !name || !*name || strcmp(*name, variant) == 0;
}

// What becomes of the last variant when no other one has run.
static bool allow_last(const ocl_pace *pace, ocl_report *report, const char *variant,
                       double least_ns)
{
    if (least_ns > PATIENCE_NS)
        ocl_exit(
            OCL_EXIT_USAGE,
            "no variant ends in %.0f s with this size: ask for one (-V %s takes about %.0f s), "
            "or try a smaller size",
            PATIENCE_NS / 1e9, pace->fastest, pace->fastest_ns / 1e9);
    ocl_report_note(report, "%s takes about %.1f s: it runs because all others are left out",
                    variant, least_ns / 1e9);
    return true;
}

bool ocl_pace_allows(ocl_pace *pace, ocl_report *report, const char *variant, double least_ns)
{
    const double least_left_ns = pace->any_allowed ? LEAST_LEFT_NS : PROGRAM_NS;
    const double left_ns = fmax(pace->end_ns - ocl_wall_ns(), least_left_ns);
    const bool is_fast = !is_needed(pace) || least_ns <= 0.5 * left_ns;
    if (!is_fast && (!pace->fastest || least_ns < pace->fastest_ns)) {
        pace->fastest = variant;
        pace->fastest_ns = least_ns;
    }
    if (is_fast || (!pace->any_allowed && is_last(pace, variant) &&
                    allow_last(pace, report, variant, least_ns))) {
        pace->any_allowed = true;
        return true;
    }
    ocl_report_note(report, "%s is left out: it takes about %.1f s (-V %s runs it)", variant,
                    least_ns / 1e9, variant);
    return false;
}

bool ocl_pace_is_exact(const ocl_options *options)
{
    return options->repeat_given && (!options->about.variants || !ocl_wants(options, "all"));
}

size_t ocl_pace_runs(const ocl_pace *pace, ocl_report *report, const char *variant, double least_ns)
{
    const ocl_options *options = pace->env->options;
    if (!(least_ns > 0.0) || ocl_pace_is_exact(options)) return options->repeat;
    const double most = fmax(1.0, ocl_pace_budget_ns(pace->env) / (0.5 * least_ns));
    if (most >= (double)options->repeat) return options->repeat;
    if (options->repeat_given) ocl_report_fewer_runs(report, variant, (size_t)most);
    return (size_t)most;
}
