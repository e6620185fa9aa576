// SPDX-License-Identifier: MIT

#include "functions.h"

#include "proof/ch07_opencl_c/exact.h"

const math_function MATH_FUNCTIONS[FUNCTIONS] = {
    [F_RECIPROCAL] = { "1 / x", 1, WIDE, { 2.5, 0.5, 1 }, { 3, 1 } },
    [F_ACOS] = { "acos", 1, UNIT, { 4, 4, 2 }, { 4, 3 } },
    [F_ACOSH] = { "acosh", 1, ABOVE_ONE, { 4, 4, 2 }, { 4, 3 } },
    [F_ACOSPI] = { "acospi", 1, UNIT, { 5, 5, 2 }, { 5, 3 } },
    [F_ASIN] = { "asin", 1, UNIT, { 4, 4, 2 }, { 4, 3 } },
    [F_ASINH] = { "asinh", 1, WIDE, { 4, 4, 2 }, { 4, 3 } },
    [F_ASINPI] = { "asinpi", 1, UNIT, { 5, 5, 2 }, { 5, 3 } },
    [F_ATAN] = { "atan", 1, WIDE, { 5, 5, 2 }, { 5, 3 } },
    [F_ATANH] = { "atanh", 1, UNIT, { 5, 5, 2 }, { 5, 3 } },
    [F_ATANPI] = { "atanpi", 1, WIDE, { 5, 5, 2 }, { 5, 3 } },
    [F_CBRT] = { "cbrt", 1, WIDE, { 2, 2, 2 }, { 4, 2 } },
    [F_CEIL] = { "ceil", 1, WIDE, { 0, 0, 0 }, { 0, 0 } },
    [F_COS] = { "cos", 1, ANGLE, { 4, 4, 2 }, { 4, 2 } },
    [F_COSH] = { "cosh", 1, EXPONENT, { 4, 4, 2 }, { 4, 3 } },
    [F_COSPI] = { "cospi", 1, ANGLE, { 4, 4, 2 }, { 4, 2 } },
    [F_ERF] = { "erf", 1, MODERATE, { 16, 16, 4 }, { 16, 4 } },
    [F_ERFC] = { "erfc", 1, MODERATE, { 16, 16, 4 }, { 16, 4 } },
    [F_EXP] = { "exp", 1, EXPONENT, { 3, 3, 2 }, { 4, 3 } },
    [F_EXP2] = { "exp2", 1, EXPONENT, { 3, 3, 2 }, { 4, 3 } },
    [F_EXP10] = { "exp10", 1, EXPONENT, { 3, 3, 2 }, { 4, 3 } },
    [F_EXPM1] = { "expm1", 1, EXPONENT, { 3, 3, 2 }, { 4, 3 } },
    [F_FABS] = { "fabs", 1, WIDE, { 0, 0, 0 }, { 0, 0 } },
    [F_FLOOR] = { "floor", 1, WIDE, { 0, 0, 0 }, { 0, 0 } },
    [F_FRACT] = { "fract", 1, NORMAL, { 0.5, 0.5, 0.5 }, { 0.5, 0.5 } },
    [F_FRACT_WHOLE] = { "fract, whole", 1, NORMAL, { 0, 0, 0 }, { 0, 0 } },
    [F_FREXP] = { "frexp", 1, NORMAL, { 0, 0, 0 }, { 0, 0 } },
    [F_FREXP_EXPONENT] = { "frexp, exponent", 1, NORMAL, { 0, 0, 0 }, { 0, 0 } },
    [F_ILOGB] = { "ilogb", 1, NORMAL, { 0, 0, 0 }, { 0, 0 } },
    [F_LGAMMA] = { "lgamma", 1, GAMMA, { NO_BOUND, NO_BOUND, NO_BOUND }, { NO_BOUND, NO_BOUND } },
    [F_LGAMMA_R] = { "lgamma_r",
                     1,
                     GAMMA,
                     { NO_BOUND, NO_BOUND, NO_BOUND },
                     { NO_BOUND, NO_BOUND } },
    [F_LOG] = { "log", 1, POSITIVE, { 3, 3, 2 }, { 4, 3 } },
    [F_LOG2] = { "log2", 1, POSITIVE, { 3, 3, 2 }, { 4, 3 } },
    [F_LOG10] = { "log10", 1, POSITIVE, { 3, 3, 2 }, { 4, 3 } },
    [F_LOG1P] = { "log1p", 1, ABOVE_MINUS_ONE, { 2, 2, 2 }, { 4, 3 } },
    [F_LOGB] = { "logb", 1, NORMAL, { 0, 0, 0 }, { 0, 0 } },
    [F_MODF] = { "modf", 1, NORMAL, { 0, 0, 0 }, { 0, 0 } },
    [F_MODF_WHOLE] = { "modf, whole", 1, NORMAL, { 0, 0, 0 }, { 0, 0 } },
    [F_RINT] = { "rint", 1, WIDE, { 0, 0, 0 }, { 0, 0 } },
    [F_ROUND] = { "round", 1, WIDE, { 0, 0, 0 }, { 0, 0 } },
    [F_RSQRT] = { "rsqrt", 1, POSITIVE, { 2, 2, 1 }, { 4, 1 } },
    [F_SIN] = { "sin", 1, ANGLE, { 4, 4, 2 }, { 4, 2 } },
    [F_SINCOS_SINE] = { "sincos, sine", 1, ANGLE, { 4, 4, 2 }, { 4, 2 } },
    [F_SINCOS_COSINE] = { "sincos, cosine", 1, ANGLE, { 4, 4, 2 }, { 4, 2 } },
    [F_SINH] = { "sinh", 1, EXPONENT, { 4, 4, 2 }, { 4, 3 } },
    [F_SINPI] = { "sinpi", 1, ANGLE, { 4, 4, 2 }, { 4, 2 } },
    [F_SQRT] = { "sqrt", 1, POSITIVE, { 3, 0.5, 1.5 }, { 4, 1.5 } },
    [F_TAN] = { "tan", 1, ANGLE, { 5, 5, 2.5 }, { 5, 3 } },
    [F_TANH] = { "tanh", 1, EXPONENT, { 5, 5, 2 }, { 5, 3 } },
    [F_TANPI] = { "tanpi", 1, ANGLE, { 6, 6, 2 }, { 6, 3 } },
    [F_TGAMMA] = { "tgamma", 1, GAMMA, { 16, 16, 4 }, { 16, 4 } },
    [F_TRUNC] = { "trunc", 1, WIDE, { 0, 0, 0 }, { 0, 0 } },
    [F_SUM] = { "x + y", 2, PAIR, { 0.5, 0.5, 0.5 }, { 0.5, 0.5 } },
    [F_DIFFERENCE] = { "x - y", 2, PAIR, { 0.5, 0.5, 0.5 }, { 0.5, 0.5 } },
    [F_PRODUCT] = { "x * y", 2, PAIR, { 0.5, 0.5, 0.5 }, { 0.5, 0.5 } },
    [F_QUOTIENT] = { "x / y", 2, PAIR, { 2.5, 0.5, 1 }, { 3, 1 } },
    [F_ATAN2] = { "atan2", 2, PAIR, { 6, 6, 2 }, { 6, 3 } },
    [F_ATAN2PI] = { "atan2pi", 2, PAIR, { 6, 6, 2 }, { 6, 3 } },
    [F_COPYSIGN] = { "copysign", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_FDIM] = { "fdim", 2, PAIR, { 0.5, 0.5, 0.5 }, { 0.5, 0.5 } },
    [F_FMA] = { "fma", 3, PAIR, { 0.5, 0.5, 0.5 }, { 0.5, 0.5 } },
    [F_FMAX] = { "fmax", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_FMIN] = { "fmin", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_FMOD] = { "fmod", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_HYPOT] = { "hypot", 2, PAIR, { 4, 4, 2 }, { 4, 3 } },
    [F_LDEXP] = { "ldexp", 2, SCALE, { 0.5, 0.5, 0.5 }, { 0.5, 0.5 } },
    [F_MAD] = { "mad", 3, PAIR, { NO_BOUND, NO_BOUND, NO_BOUND }, { NO_BOUND, NO_BOUND } },
    [F_MAXMAG] = { "maxmag", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_MINMAG] = { "minmag", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_NEXTAFTER] = { "nextafter", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_POW] = { "pow", 2, POWER, { 16, 16, 4 }, { 16, 5 } },
    [F_POWN] = { "pown", 2, WHOLE_POWER, { 16, 16, 4 }, { 16, 5 } },
    [F_POWR] = { "powr", 2, POWER, { 16, 16, 4 }, { 16, 5 } },
    [F_REMAINDER] = { "remainder", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_REMQUO] = { "remquo", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_REMQUO_QUOTIENT] = { "remquo, quotient", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_ROOTN] = { "rootn", 2, ROOT, { 16, 16, 4 }, { 16, 5 } },
    [F_HALF_COS] = { "half_cos", 1, SMALL_ANGLE, { 8192, NO_BOUND, NO_BOUND }, { 8192, NO_BOUND } },
    [F_HALF_DIVIDE] = { "half_divide",
                        2,
                        NORMAL_PAIR,
                        { 8192, NO_BOUND, NO_BOUND },
                        { 8192, NO_BOUND } },
    [F_HALF_EXP] = { "half_exp", 1, EXPONENT, { 8192, NO_BOUND, NO_BOUND }, { 8192, NO_BOUND } },
    [F_HALF_EXP2] = { "half_exp2", 1, EXPONENT, { 8192, NO_BOUND, NO_BOUND }, { 8192, NO_BOUND } },
    [F_HALF_EXP10] = { "half_exp10",
                       1,
                       EXPONENT,
                       { 8192, NO_BOUND, NO_BOUND },
                       { 8192, NO_BOUND } },
    [F_HALF_LOG] = { "half_log",
                     1,
                     NORMAL_POSITIVE,
                     { 8192, NO_BOUND, NO_BOUND },
                     { 8192, NO_BOUND } },
    [F_HALF_LOG2] = { "half_log2",
                      1,
                      NORMAL_POSITIVE,
                      { 8192, NO_BOUND, NO_BOUND },
                      { 8192, NO_BOUND } },
    [F_HALF_LOG10] = { "half_log10",
                       1,
                       NORMAL_POSITIVE,
                       { 8192, NO_BOUND, NO_BOUND },
                       { 8192, NO_BOUND } },
    [F_HALF_POWR] = { "half_powr", 2, POWER, { 8192, NO_BOUND, NO_BOUND }, { 8192, NO_BOUND } },
    [F_HALF_RECIP] = { "half_recip",
                       1,
                       NORMAL_PAIR,
                       { 8192, NO_BOUND, NO_BOUND },
                       { 8192, NO_BOUND } },
    [F_HALF_RSQRT] = { "half_rsqrt",
                       1,
                       NORMAL_POSITIVE,
                       { 8192, NO_BOUND, NO_BOUND },
                       { 8192, NO_BOUND } },
    [F_HALF_SIN] = { "half_sin", 1, SMALL_ANGLE, { 8192, NO_BOUND, NO_BOUND }, { 8192, NO_BOUND } },
    [F_HALF_SQRT] = { "half_sqrt",
                      1,
                      NORMAL_POSITIVE,
                      { 8192, NO_BOUND, NO_BOUND },
                      { 8192, NO_BOUND } },
    [F_HALF_TAN] = { "half_tan", 1, SMALL_ANGLE, { 8192, NO_BOUND, NO_BOUND }, { 8192, NO_BOUND } },
    [F_NATIVE_COS] = { "native_cos",
                       1,
                       SMALL_ANGLE,
                       { NO_BOUND, NO_BOUND, NO_BOUND },
                       { NO_BOUND, NO_BOUND } },
    [F_NATIVE_DIVIDE] = { "native_divide",
                          2,
                          NORMAL_PAIR,
                          { NO_BOUND, NO_BOUND, NO_BOUND },
                          { NO_BOUND, NO_BOUND } },
    [F_NATIVE_EXP] = { "native_exp",
                       1,
                       EXPONENT,
                       { NO_BOUND, NO_BOUND, NO_BOUND },
                       { NO_BOUND, NO_BOUND } },
    [F_NATIVE_EXP2] = { "native_exp2",
                        1,
                        EXPONENT,
                        { NO_BOUND, NO_BOUND, NO_BOUND },
                        { NO_BOUND, NO_BOUND } },
    [F_NATIVE_EXP10] = { "native_exp10",
                         1,
                         EXPONENT,
                         { NO_BOUND, NO_BOUND, NO_BOUND },
                         { NO_BOUND, NO_BOUND } },
    [F_NATIVE_LOG] = { "native_log",
                       1,
                       NORMAL_POSITIVE,
                       { NO_BOUND, NO_BOUND, NO_BOUND },
                       { NO_BOUND, NO_BOUND } },
    [F_NATIVE_LOG2] = { "native_log2",
                        1,
                        NORMAL_POSITIVE,
                        { NO_BOUND, NO_BOUND, NO_BOUND },
                        { NO_BOUND, NO_BOUND } },
    [F_NATIVE_LOG10] = { "native_log10",
                         1,
                         NORMAL_POSITIVE,
                         { NO_BOUND, NO_BOUND, NO_BOUND },
                         { NO_BOUND, NO_BOUND } },
    [F_NATIVE_POWR] = { "native_powr",
                        2,
                        POWER,
                        { NO_BOUND, NO_BOUND, NO_BOUND },
                        { NO_BOUND, NO_BOUND } },
    [F_NATIVE_RECIP] = { "native_recip",
                         1,
                         NORMAL_PAIR,
                         { NO_BOUND, NO_BOUND, NO_BOUND },
                         { NO_BOUND, NO_BOUND } },
    [F_NATIVE_RSQRT] = { "native_rsqrt",
                         1,
                         NORMAL_POSITIVE,
                         { NO_BOUND, NO_BOUND, NO_BOUND },
                         { NO_BOUND, NO_BOUND } },
    [F_NATIVE_SIN] = { "native_sin",
                       1,
                       SMALL_ANGLE,
                       { NO_BOUND, NO_BOUND, NO_BOUND },
                       { NO_BOUND, NO_BOUND } },
    [F_NATIVE_SQRT] = { "native_sqrt",
                        1,
                        NORMAL_POSITIVE,
                        { NO_BOUND, NO_BOUND, NO_BOUND },
                        { NO_BOUND, NO_BOUND } },
    [F_NATIVE_TAN] = { "native_tan",
                       1,
                       SMALL_ANGLE,
                       { NO_BOUND, NO_BOUND, NO_BOUND },
                       { NO_BOUND, NO_BOUND } },
    [F_FMAX_NUMBER] = { "fmax, number", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_FMIN_NUMBER] = { "fmin, number", 2, PAIR, { 0, 0, 0 }, { 0, 0 } },
    [F_LDEXP_NUMBER] = { "ldexp, number", 2, SCALE, { 0.5, 0.5, 0.5 }, { 0.5, 0.5 } },
    [F_LDEXP_VECTOR] = { "ldexp, vector", 2, SCALE, { 0.5, 0.5, 0.5 }, { 0.5, 0.5 } },
    [F_POWN_VECTOR] = { "pown, vector", 2, WHOLE_POWER, { 16, 16, 4 }, { 16, 5 } },
    [F_ROOTN_VECTOR] = { "rootn, vector", 2, ROOT, { 16, 16, 4 }, { 16, 5 } },
    [F_NAN] = { "nan", 1, WIDE, { 0, 0, 0 }, { 0, 0 } },
};

const size_t MATH_FORMS[FORMED][FORMS] = {
    { F_COS, F_HALF_COS, F_NATIVE_COS },       { F_QUOTIENT, F_HALF_DIVIDE, F_NATIVE_DIVIDE },
    { F_EXP, F_HALF_EXP, F_NATIVE_EXP },       { F_EXP2, F_HALF_EXP2, F_NATIVE_EXP2 },
    { F_EXP10, F_HALF_EXP10, F_NATIVE_EXP10 }, { F_LOG, F_HALF_LOG, F_NATIVE_LOG },
    { F_LOG2, F_HALF_LOG2, F_NATIVE_LOG2 },    { F_LOG10, F_HALF_LOG10, F_NATIVE_LOG10 },
    { F_POWR, F_HALF_POWR, F_NATIVE_POWR },    { F_RECIPROCAL, F_HALF_RECIP, F_NATIVE_RECIP },
    { F_RSQRT, F_HALF_RSQRT, F_NATIVE_RSQRT }, { F_SIN, F_HALF_SIN, F_NATIVE_SIN },
    { F_SQRT, F_HALF_SQRT, F_NATIVE_SQRT },    { F_TAN, F_HALF_TAN, F_NATIVE_TAN },
};

const char *form_name(size_t function, size_t form)
{
    const char *half_name = MATH_FUNCTIONS[MATH_FORMS[function][HALF_FORM]].name;
    return form == FULL_FORM ? half_name + strlen("half_")
                             : MATH_FUNCTIONS[MATH_FORMS[function][form]].name;
}

bool is_short(size_t function)
{
    return function >= OF_FLOAT && function < MIXED;
}

double math_bound(cl_device_id device, size_t type, size_t function)
{
    const math_function *f = &MATH_FUNCTIONS[function];
    char *profile = ocl_device_text(device, CL_DEVICE_PROFILE);
    const bool is_embedded = strcmp(profile, "EMBEDDED_PROFILE") == 0 && type != DOUBLE;
    free(profile);
    return is_embedded ? f->embedded[type == HALF] : f->bounds[type - FLOAT];
}

// --- operands

// Random numbers, one after the other.
typedef struct {
    const scalar_type *type;
    uint64_t seed, index;
} source;

static uint64_t next(source *s)
{
    return ocl_random(s->seed, s->index++);
}

// From low to high.
static double between(source *s, double low, double high)
{
    return low + (high - low) * ((double)(next(s) >> 11) * 0x1p-53);
}

// From 1 to 2, times a power of two.
static double scaled(source *s, int least, int greatest)
{
    const int exponent = least + (int)(next(s) % (uint64_t)(greatest - least + 1));
    return ldexp(between(s, 1.0, 2.0), exponent);
}

static double with_sign(source *s, double x)
{
    return next(s) & 1 ? -x : x;
}

static int least_exponent(const source *s)
{
    return s->type->least_unit + s->type->precision - 1;    // of normal numbers
}

// All normal exponents, but for the greatest: rounding must not make an infinity.
static double normal(source *s)
{
    return scaled(s, least_exponent(s), s->type->max_exponent - 1);
}

// Denormal numbers, too.
static double positive(source *s)
{
    return scaled(s, s->type->least_unit, s->type->max_exponent - 1);
}

static double special(size_t i)
{
    static const double specials[] = { 0.0, 1.0, INFINITY, NAN, -1.0, 0.5, 2.0, -INFINITY };
    return specials[i % 8];
}

static double first_operand(source *s, domain where, size_t i)
{
    const double natural = s->type->max_exponent * 0.6931471805599453;    // exp(natural) overflows
    switch (where) {
    case WIDE:
        return i < 8 ? special(i) : with_sign(s, positive(s));
    case NORMAL:
        return with_sign(s, normal(s));
    case POSITIVE:
        return i < 4 ? special(i) : i % 2 ? between(s, 0.0, 4.0) : positive(s);
    case NORMAL_POSITIVE:
        return i % 2 ? between(s, 0.1, 4.0) : normal(s);
    case UNIT:
        return i < 8   ? special(i)
               : i % 2 ? between(s, -1.0, 1.0)
                       : with_sign(s, scaled(s, -20, -1));
    case ABOVE_ONE:
        return i % 2 ? between(s, 1.0, 4.0) : fabs(normal(s)) + 1.0;
    case ABOVE_MINUS_ONE:
        return i % 2 ? between(s, -1.0, 1.0) : positive(s);
    case MODERATE:
        return i < 8   ? special(i)
               : i % 2 ? between(s, -6.0, 30.0)
                       : with_sign(s, scaled(s, -20, 2));
    case ANGLE:
        return i < 8 ? special(i) : i % 2 ? between(s, -10.0, 10.0) : with_sign(s, normal(s));
    case SMALL_ANGLE:
        return i % 2 ? between(s, -10.0, 10.0) : with_sign(s, scaled(s, -20, 15));
    case EXPONENT:
        return i < 8   ? special(i)
               : i % 2 ? between(s, -1.7 * natural, 1.5 * natural)
                       : with_sign(s, scaled(s, -24, 1));
    case GAMMA:
        return between(s, s->type->max_exponent > 15 ? -30.0 : -5.0,
                       s->type->max_exponent > 15 ? 35.0 : 8.0);
    case SCALE:
        return with_sign(s, positive(s));
    case POWER:
        return i % 2 ? between(s, 0.25, 4.0) : scaled(s, -10, 10);
    case WHOLE_POWER:
        return with_sign(s, i % 2 ? between(s, 0.25, 4.0) : scaled(s, -10, 10));
    case ROOT:
        return with_sign(s, normal(s));
    case NORMAL_PAIR:
        return with_sign(s, scaled(s, -10, 10));
    default:
        return with_sign(s, positive(s));
    }
}

static double second_operand(source *s, domain where, size_t i, double x)
{
    const int span = s->type->max_exponent;
    switch (where) {
    case SCALE:
        return floor(between(s, -1.5 * span, 1.5 * span));
    case POWER:
        return i % 2 ? between(s, -0.5 * span, 0.5 * span) : between(s, -4.0, 4.0);
    case WHOLE_POWER:
        return floor(i % 2 ? between(s, -0.5 * span, 0.5 * span) : between(s, -4.0, 4.0));
    case ROOT:
        return with_sign(s, 1.0 + floor(between(s, 0.0, 9.0)));
    case NORMAL_PAIR:
        return with_sign(s, scaled(s, -10, 10));
    default:
        // Near the first operand, where sums cancel and quotients are small whole numbers.
        return i % 2 ? with_sign(s, x * between(s, 0.01, 2.0)) : with_sign(s, positive(s));
    }
}

static void store(const scalar_type *type, void *array, size_t i, double x)
{
    write_bits(type, array, i, double_to_bits(type, x));
}

void math_operands(size_t type, size_t function, size_t count, uint64_t seed, void *operands[3])
{
    const math_function *f = &MATH_FUNCTIONS[function];
    source s = { .type = &SCALAR_TYPE[type], .seed = seed };
    for (size_t i = 0; i < count; i++) {
        const double x = first_operand(&s, f->domain, i);
        const double y = f->operands > 1 ? second_operand(&s, f->domain, i, x) : 0.0;
        // Often near the product, so that sums cancel.
        const double z =
            f->operands > 2 ? (i % 2 ? -x * y * between(&s, 0.9, 1.1) : positive(&s)) : 0.0;
        store(s.type, operands[0], i, x);
        store(s.type, operands[1], i, y);
        // Too small for the type: not 0, which has other rules.
        if (f->operands > 1 && (read_bits(s.type, operands[1], i) & (bits_mask(s.type) >> 1)) == 0)
            store(s.type, operands[1], i, 1.0);
        store(s.type, operands[2], i, isfinite(z) ? z : 1.0);
    }
}
