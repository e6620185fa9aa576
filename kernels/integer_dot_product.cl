// SPDX-License-Identifier: MIT
//
// The sum of four products of 8 bits each.  One work-item per pair of words a and b.  Each word
// holds four bytes; the letters of a function say how it reads those of a and those of b:
// u is unsigned, 0 to 255; s is signed, -128 to 127.
//
// The host defines one of these.  It chooses the definitions of the eight functions:
//
// BY_HAND    multiplications and additions, for every device
// CHAR4      dot and dot_acc_sat of char4 and uchar4
// PACKED     functions that take the four bytes in one uint

#if defined(BY_HAND)

// A byte becomes an int before it is multiplied.
uint dot_uu(uint a, uint b)
{
    uchar4 x = as_uchar4(a);
    uchar4 y = as_uchar4(b);
    return (uint)(x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w);
}

int dot_ss(uint a, uint b)
{
    char4 x = as_char4(a);
    char4 y = as_char4(b);
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

int dot_us(uint a, uint b)
{
    uchar4 x = as_uchar4(a);
    char4 y = as_char4(b);
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

int dot_su(uint a, uint b)
{
    char4 x = as_char4(a);
    uchar4 y = as_uchar4(b);
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

uint acc_sat_uu(uint a, uint b, uint sum)
{
    return add_sat(dot_uu(a, b), sum);
}

int acc_sat_ss(uint a, uint b, int sum)
{
    return add_sat(dot_ss(a, b), sum);
}

int acc_sat_us(uint a, uint b, int sum)
{
    return add_sat(dot_us(a, b), sum);
}

int acc_sat_su(uint a, uint b, int sum)
{
    return add_sat(dot_su(a, b), sum);
}

#elif defined(CHAR4)

uint dot_uu(uint a, uint b)
{
    return dot(as_uchar4(a), as_uchar4(b));
}

int dot_ss(uint a, uint b)
{
    return dot(as_char4(a), as_char4(b));
}

int dot_us(uint a, uint b)
{
    return dot(as_uchar4(a), as_char4(b));
}

int dot_su(uint a, uint b)
{
    return dot(as_char4(a), as_uchar4(b));
}

uint acc_sat_uu(uint a, uint b, uint sum)
{
    return dot_acc_sat(as_uchar4(a), as_uchar4(b), sum);
}

int acc_sat_ss(uint a, uint b, int sum)
{
    return dot_acc_sat(as_char4(a), as_char4(b), sum);
}

int acc_sat_us(uint a, uint b, int sum)
{
    return dot_acc_sat(as_uchar4(a), as_char4(b), sum);
}

int acc_sat_su(uint a, uint b, int sum)
{
    return dot_acc_sat(as_char4(a), as_uchar4(b), sum);
}

#elif defined(PACKED)

uint dot_uu(uint a, uint b)
{
    return dot_4x8packed_uu_uint(a, b);
}

int dot_ss(uint a, uint b)
{
    return dot_4x8packed_ss_int(a, b);
}

int dot_us(uint a, uint b)
{
    return dot_4x8packed_us_int(a, b);
}

int dot_su(uint a, uint b)
{
    return dot_4x8packed_su_int(a, b);
}

uint acc_sat_uu(uint a, uint b, uint sum)
{
    return dot_acc_sat_4x8packed_uu_uint(a, b, sum);
}

int acc_sat_ss(uint a, uint b, int sum)
{
    return dot_acc_sat_4x8packed_ss_int(a, b, sum);
}

int acc_sat_us(uint a, uint b, int sum)
{
    return dot_acc_sat_4x8packed_us_int(a, b, sum);
}

int acc_sat_su(uint a, uint b, int sum)
{
    return dot_acc_sat_4x8packed_su_int(a, b, sum);
}

#else
#error "the host must build this file with -DBY_HAND, -DCHAR4 or -DPACKED"
#endif

// Row f of `out` has the answers of function f, n words each.  The sums of the signed functions are
// the same words, read as int.
kernel void integer_dot_product_all(global uint *restrict out, global const uint *restrict a,
                                    global const uint *restrict b, global const uint *restrict sums,
                                    uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    out[i] = dot_uu(a[i], b[i]);
    out[1 * (size_t)n + i] = as_uint(dot_ss(a[i], b[i]));
    out[2 * (size_t)n + i] = as_uint(dot_us(a[i], b[i]));
    out[3 * (size_t)n + i] = as_uint(dot_su(a[i], b[i]));
    out[4 * (size_t)n + i] = acc_sat_uu(a[i], b[i], sums[i]);
    out[5 * (size_t)n + i] = as_uint(acc_sat_ss(a[i], b[i], as_int(sums[i])));
    out[6 * (size_t)n + i] = as_uint(acc_sat_us(a[i], b[i], as_int(sums[i])));
    out[7 * (size_t)n + i] = as_uint(acc_sat_su(a[i], b[i], as_int(sums[i])));
}
