// SPDX-License-Identifier: MIT
//
// Functions for parts of a word, by hand and built in.  One work-item per word.  The host chooses
// the type:
//
// T    the type, such as char
// S    the signed type of that size: char
// U    the unsigned type of that size: uchar
//
// The host defines these where the device has the functions:
//
// CTZ         ctz, of OpenCL C 2.0
// EXTENDED    bitfield_insert, bitfield_extract_signed, bitfield_extract_unsigned, bit_reverse

#if !defined(T) || !defined(S) || !defined(U)
#error "the host must build this file with -DT=<type> -DS=<signed type> -DU=<unsigned type>"
#endif

#define BITS (8 * (uint)sizeof(T))

// The lowest `count` bits are 1.  A shift by all bits of a word is no shift at all in OpenCL C.
U lowest(uint count)
{
    return count == BITS ? (U) ~(U)0 : (U)(((U)1 << count) - 1);
}

// --- a field is `count` bits from bit `offset` on, counted from the lowest one

T insert(T base, T value, uint offset, uint count)
{
    U field = (U)(lowest(count) << offset);
    return (T)(((U)base & (U)~field) | ((U)((U)value << offset) & field));
}

U extract_unsigned(T x, uint offset, uint count)
{
    return (U)((U)x >> offset) & lowest(count);
}

// The highest bit of the field is the sign.  It goes to the highest bit of the word first.
S extract_signed(T x, uint offset, uint count)
{
    if (count == 0) return 0;
    S left = (S)(U)((U)x << (BITS - offset - count));
    return (S)(left >> (BITS - count));
}

// The lowest bit becomes the highest one.
T reverse(T x)
{
    U from = (U)x, to = 0;
    for (uint i = 0; i < BITS; i++) {
        to = (U)((U)(to << 1) | (from & 1));
        from >>= 1;
    }
    return (T)to;
}

// How many zeros follow the lowest 1; of 0 all bits.
T trailing_zeros(T x)
{
    uint count = 0;
    while (count < BITS && ((U)((U)x >> count) & 1) == 0)
        count++;
    return (T)count;
}

// Row f of `out` has the answers of function f, n words of 64 bits each.  fields[i] is the offset
// and the count of a field.
kernel void bit_operations_all(global ulong *restrict out, global const ulong *restrict x,
                               global const ulong *restrict y, global const uchar2 *restrict fields,
                               uint n)
{
    size_t i = get_global_id(0), rows = n;
    if (i >= n) return;
    T a = (T)x[i], b = (T)y[i];
    uint offset = fields[i].x, count = fields[i].y;
    out[i] = (U)insert(a, b, offset, count);
    out[1 * rows + i] = extract_unsigned(a, offset, count);
    out[2 * rows + i] = (U)extract_signed(a, offset, count);
    out[3 * rows + i] = (U)reverse(a);
    out[4 * rows + i] = (U)trailing_zeros(a);
#ifdef CTZ
    out[5 * rows + i] = (U)ctz(a);
#endif
#ifdef EXTENDED
    out[6 * rows + i] = (U)bitfield_insert(a, b, offset, count);
    out[7 * rows + i] = bitfield_extract_unsigned(a, offset, count);
    out[8 * rows + i] = (U)bitfield_extract_signed(a, offset, count);
    out[9 * rows + i] = (U)bit_reverse(a);
#endif
}
