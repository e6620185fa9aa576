// SPDX-License-Identifier: MIT

#include "reference.h"

#include "proof/ch07_opencl_c/exact.h"

#ifdef HAVE_MPFR
#include <mpfr.h>
#if MPFR_VERSION >= MPFR_VERSION_NUM(4, 2, 0)    // the first with mpfr_sinpi and its like
#define USE_MPFR
#endif
#endif

#ifdef USE_MPFR

// Digits behind the 53 of a double that count when its error is measured.
enum { PRECISION = 160 };

// Everything that one result needs.
typedef struct {
    const scalar_type *type;
    mpfr_t x, z, w, y;    // the operands, the exact result
    double dx, dz;        // the operands once more: a double holds each of them
} exact_call;

bool has_mpfr(void)
{
    return true;
}

void math_reference_close(void)
{
    mpfr_free_cache();
}

// The number behind x towards z.
static double next_number(const exact_call *c)
{
    if (isnan(c->dx) || isnan(c->dz)) return NAN;
    if (c->dx == c->dz) return c->dz;
    if (c->dx == 0.0) return copysign(ldexp(1.0, c->type->least_unit), c->dz);
    const uint64_t bits = double_to_bits(c->type, c->dx);
    const bool away = (c->dx < c->dz) == (c->dx > 0.0);
    return bits_to_double(c->type, away ? bits + 1 : bits - 1);
}

static double larger_magnitude(double x, double z)
{
    return fabs(x) > fabs(z) ? x : fabs(z) > fabs(x) ? z : fmax(x, z);
}

static double smaller_magnitude(double x, double z)
{
    return fabs(x) < fabs(z) ? x : fabs(z) < fabs(x) ? z : fmin(x, z);
}

// Functions whose results need no rounding: C has them for double.
static double plain(const exact_call *c, size_t function)
{
    const double x = c->dx, z = c->dz;
    double whole;
    int exponent;
    switch (function) {
    case F_CEIL:
        return ceil(x);
    case F_COPYSIGN:
        return copysign(x, z);
    case F_FABS:
        return fabs(x);
    case F_FLOOR:
    case F_FRACT_WHOLE:
        return floor(x);
    case F_FMAX:
    case F_FMAX_NUMBER:
        return fmax(x, z);
    case F_FMIN:
    case F_FMIN_NUMBER:
        return fmin(x, z);
    case F_FMOD:
        return fmod(x, z);
    case F_FREXP:
        return frexp(x, &exponent);
    case F_FREXP_EXPONENT:
        frexp(x, &exponent);
        return exponent;
    case F_ILOGB:
        return ilogb(x);
    case F_LOGB:
        return logb(x);
    case F_MAXMAG:
        return larger_magnitude(x, z);
    case F_MINMAG:
        return smaller_magnitude(x, z);
    case F_MODF:
        return modf(x, &whole);
    case F_MODF_WHOLE:
        return trunc(x);
    case F_NAN:
        return NAN;
    case F_NEXTAFTER:
        return next_number(c);
    case F_REMAINDER:
    case F_REMQUO:
        return remainder(x, z);
    case F_RINT:
        return nearbyint(x);
    case F_ROUND:
        return round(x);
    default:
        return trunc(x);
    }
}

// x - floor(x), but below 1.
static void fract_of(exact_call *c)
{
    mpfr_sub_d(c->y, c->x, floor(c->dx), MPFR_RNDN);
    const double below_one = 1.0 - ldexp(1.0, -c->type->precision);
    if (mpfr_cmp_d(c->y, below_one) > 0) mpfr_set_d(c->y, below_one, MPFR_RNDN);
}

static void operator_result(exact_call *c, size_t function)
{
    switch (function) {
    case F_SUM:
        mpfr_add(c->y, c->x, c->z, MPFR_RNDN);
        break;
    case F_DIFFERENCE:
        mpfr_sub(c->y, c->x, c->z, MPFR_RNDN);
        break;
    case F_PRODUCT:
        mpfr_mul(c->y, c->x, c->z, MPFR_RNDN);
        break;
    case F_RECIPROCAL:
    case F_HALF_RECIP:
    case F_NATIVE_RECIP:
        mpfr_ui_div(c->y, 1, c->x, MPFR_RNDN);
        break;
    case F_FDIM:
        mpfr_dim(c->y, c->x, c->z, MPFR_RNDN);
        break;
    case F_FMA:
    case F_MAD:
        mpfr_fma(c->y, c->x, c->z, c->w, MPFR_RNDN);
        break;
    case F_FRACT:
        fract_of(c);
        break;
    case F_LDEXP:
    case F_LDEXP_NUMBER:
    case F_LDEXP_VECTOR:
        mpfr_mul_2si(c->y, c->x, (long)c->dz, MPFR_RNDN);
        break;
    default:
        mpfr_div(c->y, c->x, c->z, MPFR_RNDN);
        break;
    }
}

static bool is_operator(size_t function)
{
    switch (function) {
    case F_SUM:
    case F_DIFFERENCE:
    case F_PRODUCT:
    case F_RECIPROCAL:
    case F_QUOTIENT:
    case F_HALF_RECIP:
    case F_NATIVE_RECIP:
    case F_HALF_DIVIDE:
    case F_NATIVE_DIVIDE:
    case F_FDIM:
    case F_FMA:
    case F_MAD:
    case F_FRACT:
    case F_LDEXP:
    case F_LDEXP_NUMBER:
    case F_LDEXP_VECTOR:
        return true;
    default:
        return false;
    }
}

// Functions of two operands.
static bool function_of_two(exact_call *c, size_t function)
{
    long quotient;
    switch (function) {
    case F_ATAN2:
        mpfr_atan2(c->y, c->x, c->z, MPFR_RNDN);
        return true;
    case F_ATAN2PI:
        mpfr_atan2pi(c->y, c->x, c->z, MPFR_RNDN);
        return true;
    case F_HYPOT:
        mpfr_hypot(c->y, c->x, c->z, MPFR_RNDN);
        return true;
    case F_POW:
    case F_POWR:
    case F_POWN:
    case F_POWN_VECTOR:
    case F_HALF_POWR:
    case F_NATIVE_POWR:
        mpfr_pow(c->y, c->x, c->z, MPFR_RNDN);
        return true;
    case F_ROOTN:
    case F_ROOTN_VECTOR:
        mpfr_rootn_si(c->y, c->x, (long)c->dz, MPFR_RNDN);
        return true;
    case F_REMQUO_QUOTIENT:
        mpfr_remquo(c->y, &quotient, c->x, c->z, MPFR_RNDN);
        mpfr_set_si(c->y, labs(quotient) & 127, MPFR_RNDN);
        return true;
    default:
        return false;
    }
}

typedef int (*mpfr_function)(mpfr_t, const mpfr_t, mpfr_rnd_t);

static int gamma_logarithm(mpfr_t y, const mpfr_t x, mpfr_rnd_t mode)
{
    int sign;
    return mpfr_lgamma(y, &sign, x, mode);
}

// Functions of one operand.
static const mpfr_function OF_ONE[FUNCTIONS] = {
    [F_ACOS] = mpfr_acos,
    [F_ACOSH] = mpfr_acosh,
    [F_ACOSPI] = mpfr_acospi,
    [F_ASIN] = mpfr_asin,
    [F_ASINH] = mpfr_asinh,
    [F_ASINPI] = mpfr_asinpi,
    [F_ATAN] = mpfr_atan,
    [F_ATANH] = mpfr_atanh,
    [F_ATANPI] = mpfr_atanpi,
    [F_CBRT] = mpfr_cbrt,
    [F_COS] = mpfr_cos,
    [F_COSH] = mpfr_cosh,
    [F_COSPI] = mpfr_cospi,
    [F_ERF] = mpfr_erf,
    [F_ERFC] = mpfr_erfc,
    [F_EXP] = mpfr_exp,
    [F_EXP2] = mpfr_exp2,
    [F_EXP10] = mpfr_exp10,
    [F_EXPM1] = mpfr_expm1,
    [F_LGAMMA] = gamma_logarithm,
    [F_LGAMMA_R] = gamma_logarithm,
    [F_LOG] = mpfr_log,
    [F_LOG2] = mpfr_log2,
    [F_LOG10] = mpfr_log10,
    [F_LOG1P] = mpfr_log1p,
    [F_RSQRT] = mpfr_rec_sqrt,
    [F_SIN] = mpfr_sin,
    [F_SINCOS_SINE] = mpfr_sin,
    [F_SINCOS_COSINE] = mpfr_cos,
    [F_SINH] = mpfr_sinh,
    [F_SINPI] = mpfr_sinpi,
    [F_SQRT] = mpfr_sqrt,
    [F_TAN] = mpfr_tan,
    [F_TANH] = mpfr_tanh,
    [F_TANPI] = mpfr_tanpi,
    [F_TGAMMA] = mpfr_gamma,
    [F_HALF_COS] = mpfr_cos,
    [F_HALF_EXP] = mpfr_exp,
    [F_HALF_EXP2] = mpfr_exp2,
    [F_HALF_EXP10] = mpfr_exp10,
    [F_HALF_LOG] = mpfr_log,
    [F_HALF_LOG2] = mpfr_log2,
    [F_HALF_LOG10] = mpfr_log10,
    [F_HALF_RSQRT] = mpfr_rec_sqrt,
    [F_HALF_SIN] = mpfr_sin,
    [F_HALF_SQRT] = mpfr_sqrt,
    [F_HALF_TAN] = mpfr_tan,
    [F_NATIVE_COS] = mpfr_cos,
    [F_NATIVE_EXP] = mpfr_exp,
    [F_NATIVE_EXP2] = mpfr_exp2,
    [F_NATIVE_EXP10] = mpfr_exp10,
    [F_NATIVE_LOG] = mpfr_log,
    [F_NATIVE_LOG2] = mpfr_log2,
    [F_NATIVE_LOG10] = mpfr_log10,
    [F_NATIVE_RSQRT] = mpfr_rec_sqrt,
    [F_NATIVE_SIN] = mpfr_sin,
    [F_NATIVE_SQRT] = mpfr_sqrt,
    [F_NATIVE_TAN] = mpfr_tan,
};

static void compute(exact_call *c, size_t function)
{
    if (OF_ONE[function])
        OF_ONE[function](c->y, c->x, MPFR_RNDN);
    else if (is_operator(function))
        operator_result(c, function);
    else if (!function_of_two(c, function))
        mpfr_set_d(c->y, plain(c, function), MPFR_RNDN);
}

// |got - y| / ulp.  Infinity stands for the number after the largest one.
static double error_of(exact_call *c, double got)
{
    if (mpfr_nan_p(c->y) || isnan(got))
        return mpfr_nan_p(c->y) && isnan(got) ? 0.0 : (double)INFINITY;
    if (mpfr_inf_p(c->y))
        return isinf(got) && mpfr_sgn(c->y) == (got > 0 ? 1 : -1) ? 0.0 : (double)INFINITY;

    const int above = c->type->max_exponent + 1;    // 2^above is the number after the largest one
    int exponent = mpfr_zero_p(c->y) ? c->type->least_unit : (int)mpfr_get_exp(c->y) - 1;
    if (exponent >= above) {
        mpfr_set_si_2exp(c->y, mpfr_sgn(c->y), above, MPFR_RNDN);
        exponent = above - 1;
    }
    int unit = exponent - c->type->precision + 1;
    if (unit < c->type->least_unit) unit = c->type->least_unit;
    if (isinf(got))
        mpfr_set_si_2exp(c->w, got > 0 ? 1 : -1, above, MPFR_RNDN);
    else
        mpfr_set_d(c->w, got, MPFR_RNDN);
    mpfr_sub(c->w, c->w, c->y, MPFR_RNDN);
    mpfr_mul_2si(c->w, c->w, -unit, MPFR_RNDN);
    return fabs(mpfr_get_d(c->w, MPFR_RNDN));
}

static void set_operands(exact_call *c, const double operands[3])
{
    c->dx = operands[0];
    c->dz = operands[1];
    mpfr_set_d(c->x, operands[0], MPFR_RNDN);
    mpfr_set_d(c->z, operands[1], MPFR_RNDN);
    mpfr_set_d(c->w, operands[2], MPFR_RNDN);
}

// Operand k as it is, or a zero that stands for it.  False where it is no denormal number.
static bool choose_operand(double *operand, unsigned choice, double least)
{
    const bool denormal = *operand != 0.0 && fabs(*operand) < least;
    if (choice > 0) *operand = choice == 1 ? 0.0 : -0.0;
    return choice == 0 || denormal;
}

// Whether the device may take 0 for a denormal number, as operand and as result: where it says so
// for float and double; for half_ and native_ functions everywhere.
static bool may_flush(const math_case *m)
{
    if (is_short(m->function)) return true;
    if (m->type == HALF) return false;
    const cl_device_info info =
        m->type == FLOAT ? CL_DEVICE_SINGLE_FP_CONFIG : CL_DEVICE_DOUBLE_FP_CONFIG;
    return !(ocl_device_number(m->device, info) & CL_FP_DENORM);
}

// Where denormal numbers are optional, 0 stands for each of them, as operand and as result, and has
// any sign (OpenCL 1.2, section 7.5.3).
static double flushed_error(exact_call *c, const math_case *m, const double operands[3], double got)
{
    if (!may_flush(m)) return INFINITY;
    const double least = ldexp(1.0, c->type->least_unit + c->type->precision - 1);
    const bool is_root = m->function == F_ROOTN || m->function == F_ROOTN_VECTOR;
    const bool loses =
        is_root && m->type == FLOAT && ocl_known_fault(m->device, "roots that are small");
    double smallest = INFINITY;
    for (unsigned choices = 0; choices < 27; choices++) {    // three for each of three operands
        double chosen[] = { operands[0], operands[1], operands[2] };
        if (!choose_operand(&chosen[0], choices % 3, least) ||
            !choose_operand(&chosen[1], choices / 3 % 3, least) ||
            !choose_operand(&chosen[2], choices / 9, least))
            continue;
        // The quotient of a division by 0 is not defined.
        if (m->function == F_REMQUO_QUOTIENT && chosen[1] == 0.0) return 0.0;
        set_operands(c, chosen);
        compute(c, m->function);
        mpfr_set_d(c->w, loses ? 2 * least : least, MPFR_RNDN);
        if (mpfr_number_p(c->y) && mpfr_cmpabs(c->y, c->w) <= 0 && fabs(got) <= least) return 0.0;
        smallest = fmin(smallest, error_of(c, got));
    }
    return smallest;
}

void math_errors(const math_case *m, double *errors)
{
    exact_call c = { .type = &SCALAR_TYPE[m->type] };
    mpfr_inits2(PRECISION, c.x, c.z, c.w, c.y, (mpfr_ptr)0);
    for (size_t i = 0; i < m->count; i++) {
        double operands[3];
        for (size_t k = 0; k < 3; k++)
            operands[k] = bits_to_double(c.type, read_bits(c.type, m->operands[k], i));
        set_operands(&c, operands);
        const double got = bits_to_double(c.type, read_bits(c.type, m->got, i));
        compute(&c, m->function);
        const double error = error_of(&c, got);
        errors[i] = error > 0.5 ? fmin(error, flushed_error(&c, m, operands, got)) : error;
    }
    mpfr_clears(c.x, c.z, c.w, c.y, (mpfr_ptr)0);
}

#else

bool has_mpfr(void)
{
    return false;
}

void math_reference_close(void)
{
}

void math_errors(const math_case *m, double *errors)
{
    for (size_t i = 0; i < m->count; i++)
        errors[i] = INFINITY;
}

#endif
