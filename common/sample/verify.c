// SPDX-License-Identifier: MIT

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    defined(_M_FP_FAST)
#error "with -ffast-math or /fp:fast a NaN passes every comparison: leave it out"
#endif

#include "verify.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PRINTED = 5 };

// One comparison of two arrays of any type.
typedef struct comparison comparison;
struct comparison {
    const char *what;
    const void *got, *want;
    double (*difference)(const comparison *c, size_t i);
    void (*print)(const comparison *c, size_t i);    // prints the place, got and wanted
    double bound;
    size_t width;    // pixels in a row, for pictures; 0: no picture
};

// If $OCL_SAMPLES_SPOIL is k, the k-th comparison of the program spoils its middle element.
// Returns the index of that element, or `count` when nothing is to be spoiled.
static size_t spoiled_element(size_t count)
{
    static unsigned long comparisons;    // not atomic: samples compare in one thread only
    const char *wish = getenv("OCL_SAMPLES_SPOIL");
    comparisons++;
    if (!wish || strtoul(wish, NULL, 10) != comparisons || count == 0) return count;
    ocl_warn("comparison %lu is spoiled", comparisons);
    return count / 2;
}

static ocl_result compare(const comparison *c, size_t count)
{
    ocl_result result = { .count = count, .bound = c->bound };
    size_t spoiled = spoiled_element(count);
    for (size_t i = 0; i < count; i++) {
        double difference = i == spoiled ? (double)NAN : c->difference(c, i);
        bool worse = !(difference <= result.error);    // also for NaN
        if (worse && !isnan(result.error)) {           // nothing is worse than NaN
            result.error = difference;
            result.worst = i;
        }
        if (difference <= c->bound) continue;
        if (result.mismatches++ < MAX_PRINTED) c->print(c, i);
    }
    if (result.mismatches > 0)
        ocl_warn("%s: %zu of %zu differ by more than %g", c->what, result.mismatches, count,
                 c->bound);
    result.pass = result.count > 0 && result.mismatches == 0;
    return result;
}

// Where an element is: "[7]", or " at x 3, y 2".
typedef struct {
    char text[64];
} place;

static place place_of(const comparison *c, size_t i)
{
    place where;
    if (c->width)
        snprintf(where.text, sizeof where.text, " at x %zu, y %zu", i % c->width, i / c->width);
    else
        snprintf(where.text, sizeof where.text, "[%zu]", i);
    return where;
}

// --- float

static double absolute_f32(const comparison *c, size_t i)
{
    double got = ((const float *)c->got)[i], want = ((const float *)c->want)[i];
    return got == want ? 0.0 : fabs(got - want);    // equal infinities differ by 0, not by NaN
}

// Floats in the order of their values: neighbours differ by 1, +0 and -0 are both 0.
static int64_t ordered_f32(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? (int64_t)INT32_MIN - bits : bits;
}

static double ulp_f32(const comparison *c, size_t i)
{
    float got = ((const float *)c->got)[i], want = ((const float *)c->want)[i];
    if (isnan(got) || isnan(want)) return isnan(got) && isnan(want) ? 0.0 : (double)NAN;
    return fabs((double)(ordered_f32(got) - ordered_f32(want)));
}

static void print_f32(const comparison *c, size_t i)
{
    ocl_warn("%s%s: got %.9g, wanted %.9g", c->what, place_of(c, i).text,
             (double)((const float *)c->got)[i], (double)((const float *)c->want)[i]);
}

ocl_result ocl_verify_f32(const char *what, const float *got, const float *want, size_t count,
                          double bound)
{
    return compare(&(comparison){ what, got, want, absolute_f32, print_f32, bound, 0 }, count);
}

ocl_result ocl_verify_f32_ulp(const char *what, const float *got, const float *want, size_t count,
                              double bound)
{
    return compare(&(comparison){ what, got, want, ulp_f32, print_f32, bound, 0 }, count);
}

// --- integers

static double difference_u32(const comparison *c, size_t i)
{
    return fabs((double)((const uint32_t *)c->got)[i] - (double)((const uint32_t *)c->want)[i]);
}

static void print_u32(const comparison *c, size_t i)
{
    ocl_warn("%s[%zu]: got %" PRIu32 ", wanted %" PRIu32, c->what, i, ((const uint32_t *)c->got)[i],
             ((const uint32_t *)c->want)[i]);
}

ocl_result ocl_verify_u32(const char *what, const uint32_t *got, const uint32_t *want, size_t count)
{
    return compare(&(comparison){ what, got, want, difference_u32, print_u32, 0.0, 0 }, count);
}

// Subtracted as integers: near 2^64, neighbours are the same double.
static double difference_u64(const comparison *c, size_t i)
{
    uint64_t got = ((const uint64_t *)c->got)[i], want = ((const uint64_t *)c->want)[i];
    return (double)(got > want ? got - want : want - got);
}

static void print_u64(const comparison *c, size_t i)
{
    ocl_warn("%s[%zu]: got %" PRIu64 ", wanted %" PRIu64, c->what, i, ((const uint64_t *)c->got)[i],
             ((const uint64_t *)c->want)[i]);
}

ocl_result ocl_verify_u64(const char *what, const uint64_t *got, const uint64_t *want, size_t count)
{
    return compare(&(comparison){ what, got, want, difference_u64, print_u64, 0.0, 0 }, count);
}

static double difference_u8(const comparison *c, size_t i)
{
    return abs(((const uint8_t *)c->got)[i] - ((const uint8_t *)c->want)[i]);
}

static void print_u8(const comparison *c, size_t i)
{
    ocl_warn("%s%s: got %u, wanted %u", c->what, place_of(c, i).text, ((const uint8_t *)c->got)[i],
             ((const uint8_t *)c->want)[i]);
}

ocl_result ocl_verify_bytes(const char *what, const void *got, const void *want, size_t bytes)
{
    return compare(&(comparison){ what, got, want, difference_u8, print_u8, 0.0, 0 }, bytes);
}

static double difference_i64(const comparison *c, size_t i)
{
    long long got = ((const long long *)c->got)[i], want = ((const long long *)c->want)[i];
    return (double)(got > want ? (uint64_t)got - (uint64_t)want : (uint64_t)want - (uint64_t)got);
}

static void print_i64(const comparison *c, size_t i)
{
    ocl_warn("%s: got %lld, wanted %lld", c->what, ((const long long *)c->got)[i],
             ((const long long *)c->want)[i]);
}

ocl_result ocl_verify_equal(const char *what, long long got, long long want)
{
    return compare(&(comparison){ what, &got, &want, difference_i64, print_i64, 0.0, 0 }, 1);
}

// --- pictures

ocl_result ocl_verify_grid_f32(const char *what, const float *got, const float *want, ocl_grid grid,
                               double bound)
{
    return compare(&(comparison){ what, got, want, absolute_f32, print_f32, bound, grid.width },
                   grid.width * grid.height);
}

ocl_result ocl_verify_grid_u8(const char *what, const uint8_t *got, const uint8_t *want,
                              ocl_grid grid)
{
    return compare(&(comparison){ what, got, want, difference_u8, print_u8, 0.0, grid.width },
                   grid.width * grid.height);
}

static void print_pixel(const comparison *c, size_t i)
{
    size_t pixel = i / 4;
    ocl_warn("%s at x %zu, y %zu, %c: got %u, wanted %u", c->what, pixel % c->width,
             pixel / c->width, "RGBA"[i % 4], ((const uint8_t *)c->got)[i],
             ((const uint8_t *)c->want)[i]);
}

ocl_result ocl_verify_picture(const char *what, const ocl_picture *got, const ocl_picture *want,
                              int bound)
{
    if (got->width != want->width || got->height != want->height) {
        ocl_warn("%s: got %" PRIu32 "x%" PRIu32 " pixels, wanted %" PRIu32 "x%" PRIu32, what,
                 got->width, got->height, want->width, want->height);
        return (ocl_result){ .count = 1, .mismatches = 1, .error = (double)NAN, .bound = bound };
    }
    return compare(&(comparison){ what, got->rgba, want->rgba, difference_u8, print_pixel, bound,
                                  want->width },
                   (size_t)4 * want->width * want->height);
}

// --- the rest

ocl_result ocl_verify_answers(const char *variant, const ocl_answers *answers)
{
    if (answers->different > 0)
        ocl_warn("%s: run %zu of %zu gave another answer than run 0: a race?", variant,
                 answers->odd, answers->count - 1);
    char what[128];
    snprintf(what, sizeof what, "%s, runs that gave another answer", variant);
    return ocl_verify_equal(what, (long long)answers->different, 0);
}

ocl_result ocl_result_both(ocl_result a, ocl_result b)
{
    ocl_result worse = !(b.error <= a.error) && !isnan(a.error) ? b : a;
    return (ocl_result){ .count = a.count + b.count,
                         .mismatches = a.mismatches + b.mismatches,
                         .error = worse.error,
                         .bound = fmax(a.bound, b.bound),
                         .worst = worse.worst,
                         .pass = a.pass && b.pass };
}
