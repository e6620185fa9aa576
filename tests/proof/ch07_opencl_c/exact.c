// SPDX-License-Identifier: MIT

#include "exact.h"

static int bit_length(uint64_t x)
{
    int length = 0;
    for (; x; x >>= 1)
        length++;
    return length;
}

// magnitude / 2^shift, for shift of at least 1, rounded.
static uint64_t shift_right(const exact *x, int shift, rounding mode)
{
    // The digit behind the last one that is kept, and whether anything stands behind this digit.
    const uint64_t kept = shift > 63 ? 0 : x->magnitude >> shift;
    const bool half = shift <= 64 && (x->magnitude >> (shift - 1) & 1);
    const uint64_t below = shift > 64 ? UINT64_MAX : (UINT64_C(1) << (shift - 1)) - 1;
    const bool rest = (x->magnitude & below) != 0;
    switch (mode) {
    case RTE:
        return kept + (half && (rest || (kept & 1)));
    case RTP:
        return kept + ((half || rest) && !x->negative);
    case RTN:
        return kept + ((half || rest) && x->negative);
    default:
        return kept;
    }
}

exact exact_of(const scalar_type *type, uint64_t bits)
{
    const int width = 8 * (int)type->bytes;
    const bool negative = type->is_signed && (bits >> (width - 1) & 1);
    exact x = { .negative = negative };
    if (is_integer(type)) {
        x.magnitude = negative ? (UINT64_C(0) - bits) & bits_mask(type) : bits;
        return x;
    }
    const int fraction_bits = type->precision - 1;
    const uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
    const int exponent = (int)((bits & (bits_mask(type) >> 1)) >> fraction_bits);
    if (exponent == type->max_exponent * 2 + 1) {
        x.kind = fraction ? EXACT_NAN : EXACT_INFINITE;
    } else if (exponent == 0) {
        x.magnitude = fraction;
        x.exponent = type->least_unit;
    } else {
        x.magnitude = fraction | UINT64_C(1) << fraction_bits;
        x.exponent = type->least_unit + exponent - 1;
    }
    return x;
}

uint64_t exact_to_integer(exact x, const scalar_type *to, rounding mode, bool saturated,
                          bool *inside)
{
    const uint64_t mask = bits_mask(to);
    const uint64_t max = to->is_signed ? mask >> 1 : mask;
    const uint64_t min_magnitude = to->is_signed ? max + 1 : 0;    // of the least number
    if (x.kind == EXACT_NAN) {
        *inside = false;
        return 0;
    }

    uint64_t rounded = x.magnitude;
    bool fits = x.kind == EXACT_FINITE;
    if (x.exponent < 0) {
        rounded = shift_right(&x, -x.exponent, mode);
    } else if (x.exponent > 0 && x.magnitude) {
        fits = fits && bit_length(x.magnitude) + x.exponent <= 64;
        rounded = x.exponent < 64 ? x.magnitude << x.exponent : 0;
    }
    *inside = fits && rounded <= (x.negative ? min_magnitude : max);
    if (!*inside && saturated) return x.negative ? (UINT64_C(0) - min_magnitude) & mask : max;
    return (x.negative ? UINT64_C(0) - rounded : rounded) & mask;
}

uint64_t exact_to_float(exact x, const scalar_type *to, rounding mode)
{
    const int fraction_bits = to->precision - 1;
    const uint64_t sign = (uint64_t)x.negative << (8 * to->bytes - 1);
    const uint64_t infinity = (uint64_t)(2 * to->max_exponent + 1) << fraction_bits;
    if (x.kind == EXACT_NAN) return sign | infinity | UINT64_C(1) << (fraction_bits - 1);
    if (x.kind == EXACT_INFINITE) return sign | infinity;
    if (!x.magnitude) return sign;

    // The unit of the result: `precision` digits are kept, fewer next to zero.
    int unit = bit_length(x.magnitude) + x.exponent - to->precision;
    if (unit < to->least_unit) unit = to->least_unit;
    const int shift = unit - x.exponent;
    const uint64_t digits = shift > 0 ? shift_right(&x, shift, mode) : x.magnitude << -shift;

    // The leading digit, which the format leaves out, adds one to the exponent.  So does a sum that
    // was rounded up to the next power of two.
    const uint64_t bits = ((uint64_t)(unit - to->least_unit) << fraction_bits) + digits;
    if (bits < infinity) return sign | bits;
    const bool away = mode == RTE || mode == (x.negative ? RTN : RTP);
    return sign | (away ? infinity : infinity - 1);
}

double bits_to_double(const scalar_type *type, uint64_t bits)
{
    const uint64_t wide = exact_to_float(exact_of(type, bits), &SCALAR_TYPE[DOUBLE], RTE);
    double x;
    memcpy(&x, &wide, sizeof x);
    return x;
}

uint64_t double_to_bits(const scalar_type *type, double x)
{
    uint64_t wide;
    memcpy(&wide, &x, sizeof wide);
    return exact_to_float(exact_of(&SCALAR_TYPE[DOUBLE], wide), type, RTE);
}

bool is_nan_bits(const scalar_type *type, uint64_t bits)
{
    return !is_integer(type) && exact_of(type, bits).kind == EXACT_NAN;
}

bool is_denormal_bits(const scalar_type *type, uint64_t bits)
{
    const uint64_t magnitude = bits & (bits_mask(type) >> 1);
    return !is_integer(type) && magnitude && magnitude >> (type->precision - 1) == 0;
}
