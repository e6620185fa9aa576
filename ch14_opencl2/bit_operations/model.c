// SPDX-License-Identifier: MIT

#include "model.h"

const char *const BIT_FUNCTION_NAMES[BIT_FUNCTIONS] = {
    "insert by hand",  "extract_unsigned by hand",  "extract_signed by hand",
    "reverse by hand", "trailing_zeros by hand",    "ctz",
    "bitfield_insert", "bitfield_extract_unsigned", "bitfield_extract_signed",
    "bit_reverse",
};

static bool bit(cl_ulong word, int i)
{
    return word >> i & 1;
}

cl_ulong bit_ref(int f, int bits, const cl_ulong words[2], cl_uchar2 field)
{
    enum { INSERT, UNSIGNED, SIGNED, REVERSE, ZEROS };
    static const int SAME_AS[BIT_FUNCTIONS] = { INSERT, UNSIGNED, SIGNED,   REVERSE, ZEROS,
                                                ZEROS,  INSERT,   UNSIGNED, SIGNED,  REVERSE };
    const int offset = field.s[0], count = field.s[1], what = SAME_AS[f];
    cl_ulong result = 0;
    int zeros = 0;
    while (zeros < bits && !bit(words[0], zeros))
        zeros++;
    if (what == ZEROS) return (cl_ulong)zeros;
    for (int i = 0; i < bits; i++) {
        bool one = false;
        if (what == INSERT)
            one = i >= offset && i < offset + count ? bit(words[1], i - offset) : bit(words[0], i);
        else if (what == REVERSE)
            one = bit(words[0], bits - 1 - i);
        else if (i < count)
            one = bit(words[0], offset + i);
        else if (what == SIGNED && count > 0)
            one = bit(words[0], offset + count - 1);
        result |= (cl_ulong)one << i;
    }
    return result;
}

void fill_fields(cl_uchar2 *fields, size_t n, int bits)
{
    int offset = 0, count = bits;
    for (size_t i = 0; i < n; i++) {
        fields[i].s[0] = (cl_uchar)offset;
        fields[i].s[1] = (cl_uchar)count;
        if (--count >= 0) continue;
        offset = offset < bits ? offset + 1 : 0;
        count = bits - offset;
    }
}

void fill_words(cl_ulong *words, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        words[i] = ocl_random(seed, i);
        if (i % 8 == 7) words[i] = i % 3 == 0 ? 0 : (cl_ulong)1 << (words[i] % 64);
    }
}
