// SPDX-License-Identifier: MIT

#include "model.h"

const char *const DOT_NAMES[DOT_FORMS][DOT_FUNCTIONS] = {
    { "by hand: uchar . uchar", "by hand: char . char", "by hand: uchar . char",
      "by hand: char . uchar", "by hand: uchar . uchar + sum", "by hand: char . char + sum",
      "by hand: uchar . char + sum", "by hand: char . uchar + sum" },
    { "dot(uchar4, uchar4)", "dot(char4, char4)", "dot(uchar4, char4)", "dot(char4, uchar4)",
      "dot_acc_sat(uchar4, uchar4, uint)", "dot_acc_sat(char4, char4, int)",
      "dot_acc_sat(uchar4, char4, int)", "dot_acc_sat(char4, uchar4, int)" },
    { "dot_4x8packed_uu_uint", "dot_4x8packed_ss_int", "dot_4x8packed_us_int",
      "dot_4x8packed_su_int", "dot_acc_sat_4x8packed_uu_uint", "dot_acc_sat_4x8packed_ss_int",
      "dot_acc_sat_4x8packed_us_int", "dot_acc_sat_4x8packed_su_int" },
};

// Byte k of a word, counted from the lowest one.
static int64_t byte_of(cl_uint word, int k, bool is_signed)
{
    const int64_t byte = word >> (8 * k) & 255;
    return is_signed && byte > 127 ? byte - 256 : byte;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

// Of four products.
static int64_t dot_of(int f, cl_uint a, cl_uint b)
{
    const bool a_signed = f % 4 == 1 || f % 4 == 3, b_signed = f % 4 == 1 || f % 4 == 2;
    int64_t dot = 0;
    for (int k = 0; k < 4; k++)
        dot += byte_of(a, k, a_signed) * byte_of(b, k, b_signed);
    return dot;
}

cl_uint dot_ref(int f, cl_uint a, cl_uint b, cl_uint sum)
{
    const bool is_unsigned = f % 4 == 0;
    int64_t exact = dot_of(f, a, b);
    if (f >= 4)
        exact += is_unsigned || sum < 0x80000000u ? (int64_t)sum : sum - INT64_C(1) * 4294967296;
    exact = is_unsigned ? clamp(exact, 0, UINT32_MAX) : clamp(exact, INT32_MIN, INT32_MAX);
    return (cl_uint)exact;
}

cl_uint dot_wrapped(int f, cl_uint a, cl_uint b, cl_uint sum)
{
    return (cl_uint)dot_of(f, a, b) + (f >= 4 ? sum : 0);
}

static cl_uint word_at(uint64_t seed, size_t i)
{
    static const cl_uint ENDS[] = { 128, 255, 127, 0, 1 };
    const uint64_t bits = ocl_random(seed, i);
    cl_uint word = 0;
    for (int k = 0; k < 4; k++) {
        const cl_uint own = (cl_uint)(bits >> (16 * k)) & 0xffffu;
        word |= (own & 256 ? own & 255 : ENDS[(own & 255) % 5]) << (8 * k);
    }
    return word;
}

void fill_words(cl_uint *a, cl_uint *b, size_t n, uint64_t seed)
{
    static const cl_uint EQUAL[5] = { 0x80808080, 0xffffffff, 0x7f7f7f7f, 0x00000000, 0x01010101 };
    for (size_t i = 0; i < n; i++) {
        a[i] = i < 25 ? EQUAL[i / 5] : word_at(seed, i);
        b[i] = i < 25 ? EQUAL[i % 5] : word_at(seed + 1, i);
    }
}

void fill_sums(cl_uint *sums, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t bits = ocl_random(seed + 2, i);
        const cl_uint near = (cl_uint)(bits % 100000);
        const cl_uint choices[4] = { 0x7fffffffu - near, 0x80000000u + near, 0xffffffffu - near,
                                     (cl_uint)(bits >> 32) };
        sums[i] = choices[bits >> 20 & 3];
    }
}
