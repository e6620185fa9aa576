// SPDX-License-Identifier: MIT

#include "model.h"

// More digits than double, so that the errors of double can be told.
typedef long double wide;

// --- operands

static double number_in(const common_run *run, const void *array, size_t i)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    return bits_to_double(type, read_bits(type, array, i));
}

// Squares and products of three of them stay normal numbers of the type.
static double any_number(const scalar_type *type, uint64_t random, bool special)
{
    static const double specials[] = { 0.0, -0.0, INFINITY, -INFINITY, NAN, 1.0, -1.0, 1e-45 };
    if (special && random % 3 == 0) return specials[(random >> 8) % 8];
    const int exponents = type->precision > 11 ? 16 : 6;
    const int exponent = (int)(random >> 4 & 15) % exponents - exponents / 2;
    const double x = ldexp(1.0 + (double)(random >> 12) * 0x1p-52, exponent);
    return random & 8 ? -x : x;
}

void fill_operands(const common_run *run, const operand_kind *kind)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    void *const arrays[] = { run->a, run->b, run->c };
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; arrays[k] && i < run->count * kind->per_item; i++) {
            // Now and then b is a, or near it.
            uint64_t random = ocl_random(kind->seed + k, i);
            if (k == 1 && i % 5 == 0) random = ocl_random(kind->seed, i) + (i % 2 ? 1 << 20 : 0);
            uint64_t bits = double_to_bits(type, any_number(type, random, kind->special));
            // A device may take a denormal number for 0.
            if (is_denormal_bits(type, bits)) bits = 0;
            write_bits(type, arrays[k], i, bits);
        }
}

// --- errors

// How a function's error is told.
typedef enum { EXACT, IN_ULP, ABSOLUTE, OPEN } measure;

typedef struct {
    const char *name;
    size_t width;    // of the vectors; 1: numbers
    measure measure;
    double bound;     // in that unit; of ABSOLUTE the largest of all
    double error;     // the largest so far
    float *ratios;    // error / bound of each result
    size_t count;
    bool excused;    // mistakes are a known fault of the driver: counted, not compared
    size_t wrong;    // of these
} error_list;

static error_list open_errors(const char *name, size_t width, size_t count)
{
    return (error_list){ .name = name, .width = width, .ratios = ocl_alloc(sizeof(float) * count) };
}

static double ulp(const scalar_type *type, double x)
{
    int exponent = type->least_unit;
    if (x != 0.0) frexp(x, &exponent);
    int unit = exponent - type->precision;
    if (unit < type->least_unit || x == 0.0) unit = type->least_unit;
    return ldexp(1.0, unit);
}

static void add_error(error_list *list, const scalar_type *type, double got, wide want)
{
    double error = isnan(got) && isnan((double)want) ? 0.0 : (double)fabsl((wide)got - want);
    if ((wide)got == want) error = 0.0;
    if (list->measure == IN_ULP) error /= ulp(type, (double)want);
    if (!(error <= list->error)) list->error = error;
    const bool is_exact = list->measure == EXACT || list->bound == 0.0;
    const double ratio = list->measure == OPEN ? 0.0
                         : is_exact            ? (error == 0.0 ? 0.0 : 2.0)
                                               : error / list->bound;
    const bool excused = list->excused && !(ratio <= 1.0);
    list->wrong += excused;
    list->ratios[list->count++] = excused ? 0.0f : (float)ratio;
}

// A row of the table; the comparison.
static ocl_result close_errors(error_list *list, ocl_table *table, size_t type)
{
    static const char *const units[] = { "exact", "ULP", "absolute", "-" };
    char bound[24] = "-", width[24] = "";
    if (list->measure != OPEN) snprintf(bound, sizeof bound, "%.4g", list->bound);
    if (list->width > 1) snprintf(width, sizeof width, "%zu", list->width);
    ocl_table_row(table, "%-14s %5s %-6s %10.3g %9s %-8s", list->name, width, SCALAR_NAMES[type],
                  list->error, bound, units[list->measure]);
    if (list->wrong > 0)
        ocl_report_note(table->report,
                        "%s of %s: %zu of %zu are wrong, a known fault of this driver", list->name,
                        SCALAR_NAMES[type], list->wrong, list->count);
    ocl_result result = { .count = list->count, .pass = true };
    if (list->measure != OPEN) {
        float *none = ocl_alloc(sizeof *none * list->count);
        for (size_t i = 0; i < list->count; i++)
            none[i] = 0.0f;
        result = ocl_verify_f32(list->name, list->ratios, none, list->count, 1.0);
        free(none);
    }
    free(list->ratios);
    return result;
}

// --- common functions

static wide smooth(wide low, wide high, wide x)
{
    const wide t = x <= low ? 0 : x >= high ? 1 : (x - low) / (high - low);
    return t * t * (3 - 2 * t);
}

// Work-item i mixes i % 64 of 63 parts.
static wide common_model(size_t function, const double operands[3], size_t i)
{
    const wide pi = 3.14159265358979323846264338327950288L;
    const double x = operands[0], z = operands[1], w = operands[2], low = fmin(z, w),
                 high = fmax(z, w);
    switch (function) {
    case 0:
        return fmin(fmax(x, low), high);
    case 1:
        return x * 180 / pi;
    case 2:
        return x < z ? z : x;
    case 3:
        return z < x ? z : x;
    case 4:
        return x + ((wide)z - x) * (i % 64) / 63;
    case 5:
        return x * pi / 180;
    case 6:
        return x < z ? 0.0 : 1.0;
    case 7:
        return smooth(low, high, x);
    default:
        return x > 0 ? 1.0 : x < 0 ? -1.0 : x;
    }
}

// mix and smoothstep have bounds for float only.
static void common_bound(error_list *list, size_t type, size_t function)
{
    list->measure = function == 1 || function == 5 ? IN_ULP : EXACT;
    if (list->measure == IN_ULP) list->bound = 2.0;
    if (function != 4 && function != 7) return;
    list->measure = type == FLOAT ? ABSOLUTE : OPEN;
    list->bound = function == 4 ? 1e-3 : 1e-5;
}

ocl_result verify_common(ocl_table *table, const common_run *run)
{
    static const char *const names[COMMON] = { "clamp",   "degrees", "max",        "min", "mix",
                                               "radians", "step",    "smoothstep", "sign" };
    const scalar_type *type = &SCALAR_TYPE[run->type];
    ocl_result all = { .pass = true };
    for (size_t k = 0; k < COMMON; k++) {
        error_list errors = open_errors(names[k], 1, run->count);
        common_bound(&errors, run->type, k);
        for (size_t i = 0; i < run->count; i++) {
            const double operands[3] = { number_in(run, run->a, i), number_in(run, run->b, i),
                                         number_in(run, run->c, i) };
            add_error(&errors, type, number_in(run, run->y, k * run->count + i),
                      common_model(k, operands, i));
        }
        all = ocl_result_both(all, close_errors(&errors, table, run->type));
    }
    return all;
}

// Lane k of vector i is number 4 * i + k.  Only mix takes all of b: the others take its first two
// numbers.
ocl_result verify_numbers(ocl_table *table, const common_run *run)
{
    static const struct {
        const char *name;
        size_t function;    // of common_model
    } tried[NUMBERED] = { { "clamp", 0 }, { "max", 2 },  { "min", 3 },
                          { "mix", 4 },   { "step", 6 }, { "smoothstep", 7 } };
    const scalar_type *type = &SCALAR_TYPE[run->type];
    ocl_result all = { .pass = true };
    for (size_t k = 0; k < NUMBERED; k++) {
        const size_t function = tried[k].function;
        error_list errors = open_errors(tried[k].name, 4, 4 * run->count);
        common_bound(&errors, run->type, function);
        for (size_t j = 0; j < 4 * run->count; j++) {
            const size_t i = j / 4;
            const double operands[3] = { number_in(run, run->a, j),
                                         number_in(run, run->b, function == 4 ? j : 4 * i),
                                         number_in(run, run->b, 4 * i + 1) };
            add_error(&errors, type, number_in(run, run->v, 4 * k * run->count + j),
                      common_model(function, operands, i));
        }
        all = ocl_result_both(all, close_errors(&errors, table, run->type));
    }
    return all;
}

// --- geometric functions

typedef struct {
    double p[4], q[4];
    size_t width;
    double largest;    // magnitude of a coordinate
} points;

static points points_of(const common_run *run, size_t width, size_t i)
{
    points x = { .width = width };
    for (size_t k = 0; k < width; k++) {
        x.p[k] = number_in(run, run->a, 4 * i + k);
        x.q[k] = number_in(run, run->b, 4 * i + k);
        x.largest = fmax(x.largest, fmax(fabs(x.p[k]), fabs(x.q[k])));
    }
    return x;
}

static wide dot_of(const double *p, const double *q, size_t width)
{
    wide sum = 0;
    for (size_t k = 0; k < width; k++)
        sum += (wide)p[k] * q[k];
    return sum;
}

static wide length_of(const double *p, size_t width)
{
    return sqrtl(dot_of(p, p, width));
}

static wide distance_of(const points *x)
{
    wide sum = 0;
    for (size_t k = 0; k < x->width; k++) {
        const wide d = (wide)x->p[k] - x->q[k];
        sum += d * d;
    }
    return sqrtl(sum);
}

// The bounds in ULP of distance, length, normalize; of the fast forms.
static double geometric_bound(size_t type, size_t function, size_t width)
{
    const double n = (double)width;
    switch (function) {
    case 1:
        return type == FLOAT ? 2.5 + 2 * n : type == DOUBLE ? 5.5 + 2 * n : 2 * n;
    case 2:
        return type == FLOAT ? 2.75 + 0.5 * n : type == DOUBLE ? 5.5 + n : 0.25 + 0.5 * n;
    case 3:
        return 8191.5 + 2 * n;
    case 4:
        return 8191.5 + n;
    case 5:
        return type == FLOAT ? 2 + n : type == DOUBLE ? 4.5 + n : 1 + n;
    default:
        return 8192 + n;
    }
}

// Whether distance, length and normalize are known to be wrong for some vectors of this type.
static bool mismeasures(const common_run *run)
{
    return run->type == HALF && ocl_known_fault(run->device, "lengths of vectors of half");
}

static ocl_result verify_scalar(ocl_table *table, const common_run *run, size_t function,
                                size_t width)
{
    static const char *const names[] = { "dot", "distance", "length", "fast_distance",
                                         "fast_length" };
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const size_t slot = 5 * (width - 2) + function;
    error_list errors = open_errors(names[function], width, run->count);
    errors.measure = function == 0 ? ABSOLUTE : IN_ULP;
    errors.excused = function > 0 && mismeasures(run);
    double widest = 0.0;
    for (size_t i = 0; i < run->count; i++) {
        const points x = points_of(run, width, i);
        const wide want = function == 0                    ? dot_of(x.p, x.q, width)
                          : function == 1 || function == 3 ? distance_of(&x)
                                                           : length_of(x.p, width);
        errors.bound = function == 0 ? x.largest * x.largest * (double)(2 * width - 1) *
                                           ldexp(1.0, 1 - type->precision)
                                     : geometric_bound(run->type, function, width);
        widest = fmax(widest, errors.bound);
        add_error(&errors, type, number_in(run, run->y, slot * run->count + i), want);
    }
    errors.bound = widest;
    return close_errors(&errors, table, run->type);
}

static ocl_result verify_normalize(ocl_table *table, const common_run *run, bool fast, size_t width)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const size_t slot = 2 * (width - 2) + fast;
    error_list errors = open_errors(fast ? "fast_normalize" : "normalize", width, 4 * run->count);
    errors.measure = IN_ULP;
    errors.excused = mismeasures(run);
    errors.bound = geometric_bound(run->type, fast ? 6 : 5, width);
    for (size_t i = 0; i < run->count; i++) {
        const points x = points_of(run, width, i);
        const wide length = length_of(x.p, width);
        for (size_t k = 0; k < 4; k++)    // behind the coordinates are zeros
            add_error(&errors, type, number_in(run, run->v, 4 * (slot * run->count + i) + k),
                      x.p[k] / length);
    }
    return close_errors(&errors, table, run->type);
}

static ocl_result verify_cross(ocl_table *table, const common_run *run, size_t width)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const size_t slot = 6 + (width - 3);
    error_list errors = open_errors("cross", width, 4 * run->count);
    errors.measure = ABSOLUTE;
    double widest = 0.0;
    for (size_t i = 0; i < run->count; i++) {
        const points x = points_of(run, 3, i);
        errors.bound = x.largest * x.largest * 3 * ldexp(1.0, 1 - type->precision);
        widest = fmax(widest, errors.bound);
        for (size_t k = 0; k < 4; k++) {
            const size_t s = (k + 1) % 3, t = (k + 2) % 3;
            const wide want = k < 3 ? (wide)x.p[s] * x.q[t] - (wide)x.p[t] * x.q[s] : 0;
            add_error(&errors, type, number_in(run, run->v, 4 * (slot * run->count + i) + k), want);
        }
    }
    errors.bound = widest;
    return close_errors(&errors, table, run->type);
}

ocl_result verify_geometry(ocl_table *table, const common_run *run)
{
    const size_t functions = run->type == FLOAT ? 5 : 3;
    ocl_result all = { .pass = true };
    for (size_t width = 2; width <= 4; width++) {
        for (size_t function = 0; function < functions; function++)
            all = ocl_result_both(all, verify_scalar(table, run, function, width));
        all = ocl_result_both(all, verify_normalize(table, run, false, width));
        if (run->type == FLOAT)
            all = ocl_result_both(all, verify_normalize(table, run, true, width));
    }
    all = ocl_result_both(all, verify_cross(table, run, 3));
    return ocl_result_both(all, verify_cross(table, run, 4));
}

// --- relational functions

static bool is_normal_number(const common_run *run, double x)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    return isfinite(x) && fabs(x) >= ldexp(1.0, type->least_unit + type->precision - 1);
}

static bool relation(const common_run *run, size_t k, double x, double z)
{
    switch (k) {
    case 0:
        return x == z;
    case 1:
        return !(x == z);
    case 2:
        return x > z;
    case 3:
        return x >= z;
    case 4:
        return x < z;
    case 5:
        return x <= z;
    case 6:
        return x < z || x > z;
    case 7:
        return !isnan(x) && !isnan(z);
    case 8:
        return isnan(x) || isnan(z);
    case 9:
        return isfinite(x);
    case 10:
        return isinf(x);
    case 11:
        return isnan(x);
    case 12:
        return is_normal_number(run, x);
    default:
        return signbit(x);
    }
}

// A scalar's true is 1, a vector's -1.
static void relation_ref(const common_run *run, size_t k, size_t i, cl_int ref[3])
{
    const double p[2] = { number_in(run, run->a, 2 * i), number_in(run, run->a, 2 * i + 1) };
    const double q[2] = { number_in(run, run->b, 2 * i), number_in(run, run->b, 2 * i + 1) };
    if (k < RELATIONS - 1) {
        ref[0] = relation(run, k, p[0], q[0]);
        ref[1] = -relation(run, k, p[0], q[0]);
        ref[2] = -relation(run, k, p[1], q[1]);
    } else {
        ref[0] = p[0] < q[0] || p[1] < q[1];
        ref[1] = p[0] < q[0] && p[1] < q[1];
        ref[2] = isnan(p[0]) || isnan(p[1]);
    }
}

// select takes q where p < q; bitselect takes the sign of q, all else of p.
static uint64_t choice_ref(const common_run *run, size_t k, size_t i)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const uint64_t p = read_bits(type, run->a, i), q = read_bits(type, run->b, i);
    if (k == 0) return number_in(run, run->a, i) < number_in(run, run->b, i) ? q : p;
    const uint64_t sign = bits_mask(type) ^ bits_mask(type) >> 1;
    return (p & ~sign) | (q & sign);
}

ocl_result verify_relations(const common_run *run)
{
    static const char *const names[RELATIONS] = { "isequal",        "isnotequal", "isgreater",
                                                  "isgreaterequal", "isless",     "islessequal",
                                                  "islessgreater",  "isordered",  "isunordered",
                                                  "isfinite",       "isinf",      "isnan",
                                                  "isnormal",       "signbit",    "any, all" };
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const size_t n = run->count;
    uint32_t *want = ocl_alloc(sizeof *want * 3 * n);
    ocl_result all = { .pass = true };
    for (size_t k = 0; k < RELATIONS; k++) {
        for (size_t i = 0; i < n; i++) {
            cl_int ref[3];
            relation_ref(run, k, i, ref);
            for (size_t j = 0; j < 3; j++)
                want[3 * i + j] = (uint32_t)ref[j];
        }
        const uint32_t *got = (const uint32_t *)run->y + 3 * k * n;
        all = ocl_result_both(all, ocl_verify_u32(names[k], got, want, 3 * n));
    }
    free(want);

    uint64_t *bits = ocl_alloc(sizeof *bits * 2 * n), *ref = ocl_alloc(sizeof *ref * 2 * n);
    for (size_t k = 0; k < CHOICES; k++) {
        for (size_t i = 0; i < 2 * n; i++) {
            bits[i] = read_bits(type, run->v, 2 * k * n + i);
            ref[i] = choice_ref(run, k, i);
            if (is_nan_bits(type, bits[i]) && is_nan_bits(type, ref[i])) ref[i] = bits[i];
        }
        all = ocl_result_both(all, ocl_verify_u64(k ? "bitselect" : "select", bits, ref, 2 * n));
    }
    free(ref);
    free(bits);
    return all;
}
