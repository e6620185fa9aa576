// SPDX-License-Identifier: MIT

#include "rate.h"

#include "attributes.h"
#include "device_limits.h"
#include "remembered_limits.h"

#include <math.h>
#include <string.h>

// No device is so much faster than its limit: its clock changes by less than 2, and that of a busy
// machine hides less than 4 of the bandwidth.  A kernel that seems to be leaves work out.
static const double MAX_FLOPS = 2.0, MAX_BANDWIDTH = 4.0;

// What a limit is measured too low on a machine that is not busy.
static const double MAX_SHARE = 1.05;

// Clocks may tell both ends of a run wrong by a tick.  Some tick every microsecond and do not say
// so.
static const double MIN_TICK_NS = 1000.0;

// What 1e9 per second are in the row's unit.
static double unit_scale(const ocl_row *row)
{
    const char prefix = row->unit[0];
    return prefix == 'T' ? 1e-3 : prefix == 'G' ? 1.0 : prefix == 'M' ? 1e3 : 1e9;
}

double ocl_row_rate(const ocl_row *row, double ns)
{
    return ns > 0 ? row->work / ns * unit_scale(row) : 0.0;
}

double ocl_row_share(const ocl_row *row, double rate)
{
    return row->limit > 0.0 && rate <= MAX_SHARE * row->limit ? rate / row->limit : (double)NAN;
}

static ocl_kind_of_limit kind_of(double limit, const ocl_limits *limits)
{
    if (limit == limits->copy_gbs) return OCL_COPY_LIMIT;
    if (limit == limits->read_gbs) return OCL_READ_LIMIT;
    return limit == limits->fma_gflops ? OCL_FMA_LIMIT : OCL_OWN_LIMIT;
}

static double renewed(const ocl_row *row, const ocl_limits *now)
{
    switch (row->kind) {
    case OCL_COPY_LIMIT:
        return now->copy_gbs;
    case OCL_READ_LIMIT:
        return now->read_gbs;
    case OCL_FMA_LIMIT:
        return now->fma_gflops;
    default:
        return row->limit;
    }
}

static bool is_flops(const ocl_row *row)
{
    return strstr(row->unit, "FLOP");
}

void ocl_judge_rate(const ocl_env *env, ocl_row *row)
{
    const double median = row->times ? ocl_median_ns(row->times) : 0.0;
    const double rate = ocl_row_rate(row, median);
    if (!(row->limit > 0.0) || !(rate > MAX_SHARE * row->limit)) return;
    if (env->driver == OCL_OCLGRIND) return;    // it counts instructions, not what they compute
    const bool fits = !is_flops(row) && row->work < ocl_device_limits_cache_bytes(env->device);
    row->in_cache = fits;
    row->kind = kind_of(row->limit, &env->limits);
    // Caches explain a rate, except for a limit that was not measured often enough.
    if (fits && env->limits_measured >= OCL_LIMITS_ENOUGH) return;
    const double tick = fmax(MIN_TICK_NS, ocl_tick_ns(env->device));
    const double least = ocl_row_rate(row, median + 2.0 * tick);
    if (least > MAX_SHARE * row->limit) row->doubted = least;
}

// The highest limit that was ever measured, in the row's unit; the row's own for a unit of its own.
static double highest_of(const ocl_row *row, const ocl_limits *highest)
{
    if (is_flops(row)) return unit_scale(row) * highest->fma_gflops;
    if (strstr(row->unit, "B/s"))
        return unit_scale(row) * fmax(highest->copy_gbs, highest->read_gbs);
    return row->limit;
}

// Whether no device is so fast.  Rates of bytes are judged only where caches cannot help.
static bool is_beyond(const ocl_env *env, const ocl_row *row, double limit)
{
    if (!is_flops(row) && row->work < ocl_device_limits_bytes(env->device)) return false;
    return row->doubted > (is_flops(row) ? MAX_FLOPS : MAX_BANDWIDTH) * limit;
}

void ocl_settle_rates(const ocl_env *env, ocl_row rows[], size_t count)
{
    if (!env->options->no_cache) {    // else they are as new as can be remembered
        const ocl_limits now = ocl_device_limits_again(env);
        for (size_t i = 0; i < count; i++)
            rows[i].limit = renewed(&rows[i], &now);
    }
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || is_beyond(env, &rows[i], rows[i].limit);
    if (!any) return;
    const ocl_limits highest = ocl_device_limits_highest(env);
    for (size_t i = 0; i < count; i++) {
        ocl_row *row = &rows[i];
        const double limit = highest_of(row, &highest);
        if (!is_beyond(env, row, row->limit) || !is_beyond(env, row, limit)) continue;
        ocl_warn("%s: %.4g %s is more than the device can do, which is %.4g: does the kernel leave "
                 "work out?",
                 row->name, row->doubted, row->unit, limit);
        row->result.pass = false;
    }
}
