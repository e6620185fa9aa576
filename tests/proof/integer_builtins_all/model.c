// SPDX-License-Identifier: MIT

#include "model.h"

// Every product of two numbers of half as many bits fits one of these, and with a third number
// added, too.  Compilers for 32-bit processors have no integers of 128 bits.
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;
#else
typedef int64_t wide;
typedef uint64_t unsigned_wide;
#endif

const char *const FUNCTION_NAMES[FUNCTIONS] = { "clamp",
                                                "mad_hi",
                                                "mad_sat",
                                                "abs",
                                                "clz",
                                                "popcount",
                                                "abs_diff",
                                                "add_sat",
                                                "sub_sat",
                                                "hadd",
                                                "rhadd",
                                                "max",
                                                "min",
                                                "mul_hi",
                                                "rotate",
                                                "upsample",
                                                "mul24",
                                                "mad24",
                                                "clamp to numbers",
                                                "max with a number",
                                                "min with a number",
                                                "select",
                                                "bitselect" };

bool has_model(size_t type)
{
    return SCALAR_TYPE[type].bytes < sizeof(wide);
}

bool has_function(size_t type, size_t function)
{
    if (function == UPSAMPLE) return type != LONG && type != ULONG;
    return (function != MUL24 && function != MAD24) || type == INT || type == UINT;
}

bool takes_numbers(size_t function)
{
    return function >= CLAMP_TO_NUMBERS && function <= MIN_WITH_NUMBER;
}

size_t result_type(size_t type, size_t function)
{
    if (function == UPSAMPLE) return type + 2;    // twice the bits
    return function == ABS || function == ABS_DIFF ? type | 1 : type;
}

static wide value_of(const scalar_type *type, uint64_t bits)
{
    const unsigned width = 8 * (unsigned)type->bytes;
    const bool negative = type->is_signed && bits >> (width - 1) & 1;
    return (wide)bits - (negative ? (wide)1 << width : 0);
}

static wide least(const scalar_type *type)
{
    return type->is_signed ? -((wide)1 << (8 * type->bytes - 1)) : 0;
}

static wide largest(const scalar_type *type)
{
    return (wide)(type->is_signed ? bits_mask(type) >> 1 : bits_mask(type));
}

static wide between(wide x, wide low, wide high)
{
    return x < low ? low : x > high ? high : x;
}

static wide saturated(const scalar_type *type, wide x)
{
    return between(x, least(type), largest(type));
}

static int bit_count(uint64_t bits)
{
    int count = 0;
    for (; bits; bits >>= 1)
        count += (int)(bits & 1);
    return count;
}

// Zeros in front of the highest 1.
static int leading_zeros(uint64_t bits, int width)
{
    for (; bits; bits >>= 1)
        width--;
    return width;
}

// The lowest 24 bits as a number.
static wide value_24(const scalar_type *type, uint64_t bits)
{
    const wide low = (wide)(bits & 0xffffff);
    return type->is_signed && low >> 23 ? low - (1 << 24) : low;
}

// The products of ulong need all 128 bits.
static uint64_t mad_sat_unsigned(uint64_t a, uint64_t b, uint64_t c, uint64_t max)
{
    const unsigned_wide sum = (unsigned_wide)a * b + c;
    return sum > max ? max : (uint64_t)sum;
}

static uint64_t high_half(const scalar_type *type, const uint64_t operands[3])
{
    const unsigned width = 8 * (unsigned)type->bytes;
    const wide a = value_of(type, operands[0]), b = value_of(type, operands[1]);
    return type->is_signed ? (uint64_t)(a * b >> width)
                           : (uint64_t)((unsigned_wide)operands[0] * operands[1] >> width);
}

// Lowest bits of the result; the others may be anything.
static uint64_t compute(size_t type, size_t function, const uint64_t operands[3])
{
    const scalar_type *t = &SCALAR_TYPE[type];
    const int width = 8 * (int)t->bytes;
    const uint64_t bits = operands[0];
    const wide a = value_of(t, bits), b = value_of(t, operands[1]), c = value_of(t, operands[2]);
    switch (function) {
    case CLAMP:
    case CLAMP_TO_NUMBERS:
        return (uint64_t)between(a, b < c ? b : c, b < c ? c : b);
    case MAD_HI:
        return high_half(t, operands) + operands[2];
    case MAD_SAT:
        return t->is_signed ? (uint64_t)saturated(t, a * b + c)
                            : mad_sat_unsigned(bits, operands[1], operands[2], bits_mask(t));
    case ABS:
        return (uint64_t)(a < 0 ? -a : a);
    case CLZ:
        return (uint64_t)leading_zeros(bits, width);
    case POPCOUNT:
        return (uint64_t)bit_count(bits);
    case ABS_DIFF:
        return (uint64_t)(a < b ? b - a : a - b);
    case ADD_SAT:
        return (uint64_t)saturated(t, a + b);
    case SUB_SAT:
        return (uint64_t)saturated(t, a - b);
    case HADD:
        return (uint64_t)((a + b) >> 1);
    case RHADD:
        return (uint64_t)((a + b + 1) >> 1);
    case MAX:
    case MAX_WITH_NUMBER:
        return (uint64_t)(a < b ? b : a);
    case MIN:
    case MIN_WITH_NUMBER:
        return (uint64_t)(a < b ? a : b);
    case MUL_HI:
        return high_half(t, operands);
    case ROTATE: {
        const int by = (int)(operands[1] & (uint64_t)(width - 1));
        return by ? bits << by | bits >> (width - by) : bits;
    }
    case UPSAMPLE:
        return bits << width | operands[1];
    case SELECT:
        return (uint64_t)(c > b ? b : a);
    case BITSELECT:
        return (bits & ~operands[2]) | (operands[1] & operands[2]);
    case MUL24:
        return (uint64_t)(value_24(t, bits) * value_24(t, operands[1]));
    default:
        return (uint64_t)(value_24(t, bits) * value_24(t, operands[1]) + c);
    }
}

uint64_t integer_model(size_t type, size_t function, const uint64_t operands[3])
{
    return compute(type, function, operands) & bits_mask(&SCALAR_TYPE[result_type(type, function)]);
}

// A power of two or a neighbour of one, the same below zero, or digits of any length.
static uint64_t any_number(const scalar_type *type, uint64_t random)
{
    const unsigned width = 8 * (unsigned)type->bytes;
    const uint64_t near = (UINT64_C(1) << (random >> 8) % width) + random % 3 - 1;
    switch (random >> 4 & 3) {
    case 0:
        return near;
    case 1:
        return UINT64_C(0) - near;
    case 2:
        return random >> 16;
    default:
        return random >> random % width;
    }
}

void integer_operands(size_t type, size_t i, uint64_t seed, uint64_t operands[3])
{
    const scalar_type *t = &SCALAR_TYPE[type];
    for (size_t k = 0; k < 3; k++)
        operands[k] = any_number(t, ocl_random(seed + k, i)) & bits_mask(t);
    if (t->bytes > 1) return;

    // An odd factor: 2^24 numbers in a row are all of them, and a few of them lie apart.
    const uint64_t all = (uint64_t)i * 0x9e3779b1;
    operands[0] = all & 0xff;
    operands[1] = all >> 8 & 0xff;
    operands[2] = all >> 16 & 0xff;
}
