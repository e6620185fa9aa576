// SPDX-License-Identifier: MIT

#include "axis.h"

#include <math.h>
#include <stdio.h>

ocl_axis ocl_axis_new(bool logarithmic)
{
    return (ocl_axis){ .logarithmic = logarithmic, .low = INFINITY, .high = -INFINITY };
}

bool ocl_axis_takes(const ocl_axis *axis, double value)
{
    // The bound leaves room to widen a range without overflow.
    return fabs(value) <= 1e300 && !(axis->logarithmic && value <= 0.0);
}

void ocl_axis_include(ocl_axis *axis, double value)
{
    if (!ocl_axis_takes(axis, value)) return;
    axis->low = fmin(axis->low, value);
    axis->high = fmax(axis->high, value);
    int exponent;
    axis->powers_of_2 += frexp(value, &exponent) == 0.5;
    axis->values++;
}

static ocl_tick *add_tick(ocl_axis *axis, double position)
{
    ocl_tick *tick = &axis->ticks[axis->tick_count++];
    *tick = (ocl_tick){ .at = (position - axis->low) / (axis->high - axis->low) };
    return tick;
}

// All labels of an axis share one exponent, a multiple of three.
static void label_linear(ocl_tick *tick, double value, double magnitude, double step)
{
    double decades = floor(log10(magnitude) + 1e-9);
    int digits = 1 + (int)(decades - floor(log10(step) + 1e-9));
    int exponent = decades >= 6.0 || decades < -3.0 ? 3 * (int)floor(decades / 3.0) : 0;

    size_t room = sizeof tick->label;
    int used =
        snprintf(tick->label, room, "%.*g", digits < 7 ? 7 : digits, value / pow(10.0, exponent));
    if (exponent != 0 && value != 0.0)
        snprintf(tick->label + used, room - (size_t)used, "e%d", exponent);
}

// The smallest of 1, 2, 5 times a power of ten that is not below `step`.
static double round_step(double step)
{
    double power = pow(10.0, floor(log10(step)));
    double digit = step / power;
    return power * (digit <= 1.0 ? 1.0 : digit <= 2.0 ? 2.0 : digit <= 5.0 ? 5.0 : 10.0);
}

static void finish_linear(ocl_axis *axis, int most, double least_step, bool round_ends)
{
    double magnitude = fmax(fabs(axis->low), fabs(axis->high));
    if (magnitude < 1e-290) {
        axis->low = 0.0;
        axis->high = magnitude = 1.0;
    } else if (axis->high - axis->low < 1e-9 * magnitude) {
        axis->low -= 0.5 * magnitude;
        axis->high += 0.5 * magnitude;
    }

    const double slack = 1e-4;    // of a step: rounding errors make no further tick
    double step = fmax(round_step((axis->high - axis->low) / most), least_step);
    if (round_ends) {
        axis->low = step * floor(axis->low / step + slack);
        axis->high = step * ceil(axis->high / step - slack);
        magnitude = fmax(fabs(axis->low), fabs(axis->high));
    }
    double last = floor(axis->high / step + slack);
    for (double k = ceil(axis->low / step - slack); k <= last; k++) {
        double value = k * step + 0.0;    // no "-0"
        label_linear(add_tick(axis, value), value, magnitude, step);
    }
}

static void finish_base_2(ocl_axis *axis, int most)
{
    axis->base = 2;
    axis->low = floor(log2(axis->low));
    axis->high = ceil(log2(axis->high));
    if (axis->low == axis->high) {
        axis->low--;
        axis->high++;
    }

    most += most / 2;    // "256K" is shorter than most labels
    int stride = 1;
    while (stride * most < axis->high - axis->low)
        stride *= 2;
    for (double k = ceil(axis->low / stride) * stride; k <= axis->high; k += stride) {
        static const char *const UNITS[] = { "", "K", "M", "G", "T", "P", "E" };
        ocl_tick *tick = add_tick(axis, k);
        int exponent = (int)k;
        if (exponent >= 0 && exponent < 70)
            snprintf(tick->label, sizeof tick->label, "%d%s", 1 << exponent % 10,
                     UNITS[exponent / 10]);
        else
            snprintf(tick->label, sizeof tick->label, "2^%d", exponent);
    }
}

// The greatest logarithm of 1, 2, 5 times a power of ten that is not above `position`.
static double round_down(double position)
{
    const double slack = 1e-9;
    double power = floor(position + slack), rest = position + slack - power;
    return power + (rest >= log10(5.0) ? log10(5.0) : rest >= log10(2.0) ? log10(2.0) : 0.0);
}

static void label_base_10(ocl_tick *tick, int digit, int exponent)
{
    if (exponent >= -3 && exponent < 6)
        snprintf(tick->label, sizeof tick->label, "%g", digit * pow(10.0, exponent));
    else
        snprintf(tick->label, sizeof tick->label, "%de%d", digit, exponent);
}

static void finish_base_10(ocl_axis *axis, int most)
{
    axis->base = 10;
    axis->low = round_down(log10(axis->low));
    axis->high = -round_down(-log10(axis->high));    // 1, 2, 5 mirrored are 1, 5/10, 2/10
    if (axis->high - axis->low < 0.1) {              // no more than rounding apart: the same mark
        axis->low--;
        axis->high++;
    }

    double decades = axis->high - axis->low;
    int stride = (int)ceil(decades / most);
    bool label_2_and_5 = 3.0 * decades <= most, between = 2.0 * decades <= most;
    for (int k = (int)floor(axis->low); k <= axis->high; k++)
        for (int digit = 1; digit < 10; digit++) {
            double position = k + log10(digit);
            bool labelled =
                digit == 1 ? k % stride == 0 : label_2_and_5 && (digit == 2 || digit == 5);
            if (!labelled && !between) continue;
            if (position < axis->low - 1e-9 || position > axis->high + 1e-9) continue;
            ocl_tick *tick = add_tick(axis, position);
            if (labelled) label_base_10(tick, digit, k);
        }
}

void ocl_axis_finish(ocl_axis *axis, int most, double least_step, bool round_ends)
{
    if (axis->values == 0) {
        ocl_axis_include(axis, axis->logarithmic ? 1.0 : 0.0);
        ocl_axis_include(axis, axis->logarithmic ? 10.0 : 1.0);
    }
    most = most < 3 ? 3 : most > 12 ? 12 : most;    // with fewer there might be none
    if (!axis->logarithmic)
        finish_linear(axis, most, least_step, round_ends);
    else if (2 * axis->powers_of_2 > axis->values)
        finish_base_2(axis, most);
    else
        finish_base_10(axis, most);
}

double ocl_axis_at(const ocl_axis *axis, double value)
{
    double position = !axis->logarithmic ? value : axis->base == 2 ? log2(value) : log10(value);
    return (position - axis->low) / (axis->high - axis->low);
}
