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

double ocl_row_rate(const ocl_row *row, double ns)
{
    char prefix = row->unit[0];
    double scale = prefix == 'T' ? 1e-3 : prefix == 'G' ? 1.0 : prefix == 'M' ? 1e3 : 1e9;
    return ns > 0 ? row->work / ns * scale : 0.0;
}

double ocl_row_share(const ocl_row *row, double rate)
{
    return row->limit > 0.0 && rate <= MAX_SHARE * row->limit ? rate / row->limit : (double)NAN;
}

// The limit after a new measurement, if it is one of the old ones.  A sample may have made its own.
static double renewed(double limit, const ocl_limits *old, const ocl_limits *now)
{
    if (limit == old->copy_gbs) return now->copy_gbs;
    if (limit == old->read_gbs) return now->read_gbs;
    if (limit == old->fma_gflops) return now->fma_gflops;
    return limit;
}

// Whether no device is so fast.  Rates of bytes are judged only where caches cannot help.
static bool is_impossible(const ocl_env *env, const ocl_row *row, double rate)
{
    const bool flops = strstr(row->unit, "FLOP");
    const double most = flops ? MAX_FLOPS : MAX_BANDWIDTH;
    if (!(rate > most * row->limit)) return false;
    if (!flops && row->work < ocl_device_limits_bytes(env->device)) return false;
    const ocl_limits now = ocl_device_limits_highest(env);
    double limit = flops ? now.fma_gflops : fmax(now.copy_gbs, now.read_gbs);
    if (row->unit[0] == 'T') limit /= 1e3;
    if (!(rate > most * limit)) return false;
    ocl_warn("%s: %.4g %s is more than the device can do, which is %.4g: does the kernel leave "
             "work out?",
             row->name, rate, row->unit, limit);
    return true;
}

void ocl_judge_rate(const ocl_env *env, ocl_row *row)
{
    const double median = row->times ? ocl_median_ns(row->times) : 0.0;
    const double rate = ocl_row_rate(row, median);
    if (!(row->limit > 0.0) || !(rate > MAX_SHARE * row->limit)) return;
    // A simulator counts instructions, not what they compute.
    if (ocl_known_platform(env->device) == OCL_OCLGRIND) return;
    const bool fits =
        !strstr(row->unit, "FLOP") && row->work < ocl_device_limits_cache_bytes(env->device);
    const double tick = fmax(MIN_TICK_NS, ocl_tick_ns(env->device));
    const double least = ocl_row_rate(row, median + 2.0 * tick);
    // Caches explain a rate, except for a limit that was not measured often enough.
    const bool is_explained = fits && env->limits_measured >= OCL_LIMITS_ENOUGH;
    if (!is_explained && least > MAX_SHARE * row->limit) {
        const ocl_limits now = ocl_device_limits_again(env);
        row->limit = renewed(row->limit, &env->limits, &now);
        if (is_impossible(env, row, least)) row->result.pass = false;
    }
    row->in_cache = fits && isnan(ocl_row_share(row, rate));
}
