// SPDX-License-Identifier: MIT
//
// Exercise 3 of monte_carlo_ladder: is a point inside?  With the sign of 64 bits.
//
// A work-item draws 2 * PAIRS points of its own, and counts.  PAIRS, a multiple of 16, is set by
// the host.

// --- plain: the kernel of monte_carlo.

// Philox 4x32-10 of Salmon, Moraes, Dror and Shaw: a counter of four numbers becomes four random
// ones.  Ten times two of them are multiplied, and the halves of the products are mixed with the
// others.
static uint4 philox(uint4 counter, uint2 key)
{
    uint a = counter.x, b = counter.y, c = counter.z, d = counter.w, k0 = key.x, k1 = key.y;
    for (int round = 0; round < 10; round++) {
        ulong p = 0xD2511F53UL * a, q = 0xCD9E8D57UL * c;
        a = (uint)(q >> 32) ^ b ^ k0;
        b = (uint)q;
        c = (uint)(p >> 32) ^ d ^ k1;
        d = (uint)p;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return (uint4)(a, b, c, d);
}

// The square has 2^31 x 2^31 places.
static uint is_inside(uint x, uint y)
{
    ulong across = x >> 1, up = y >> 1;
    return across * across + up * up < 1UL << 62;
}

kernel void monte_carlo_plain(global uint *restrict inside, uint2 key, ulong n)
{
    ulong item = get_global_id(0);
    if (item >= n) return;

    uint count = 0;
    for (uint i = 0; i < PAIRS; i++) {
        uint4 random = philox((uint4)(i, 0, (uint)item, (uint)(item >> 32)), key);
        count += is_inside(random.x, random.y) + is_inside(random.z, random.w);
    }
    inside[item] = count;
}

// --- lanes: the same points, 16 counters side by side.
//
//     lane         0    1    2   ...  15
//     counter      0    1    2   ...  15     then 16 to 31, and so on
//     key          the same for all
//
// A counter needs no other one: so each of its four numbers is a vector over 16 counters.  A long
// product of lanes is made as in plain, in 64 bits.

// Where a point is inside, -1; else 0.
int16 are_inside(uint16 x, uint16 y)
{
    long16 across = convert_long16(x >> 1), up = convert_long16(y >> 1);
    //: skeleton
    //: long16 less = across * across + up * up;    // Here: below 0 where the point is inside.
    //: return convert_int16(less >> 63);
    //: solution
    return convert_int16((across * across + up * up - (1L << 62)) >> 63);
    //: end
}

kernel void monte_carlo_lanes(global uint *restrict inside, uint2 key, ulong n)
{
    ulong item = get_global_id(0);
    if (item >= n) return;

    const uint16 lanes = (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int16 minus_count = 0;
    for (uint i = 0; i < PAIRS; i += 16) {
        uint16 a = i + lanes, b = 0, c = (uint)item, d = (uint)(item >> 32);
        uint k0 = key.x, k1 = key.y;
        for (int round = 0; round < 10; round++) {
            ulong16 p = 0xD2511F53UL * convert_ulong16(a), q = 0xCD9E8D57UL * convert_ulong16(c);
            a = convert_uint16(q >> 32) ^ b ^ k0;
            b = convert_uint16(q);
            c = convert_uint16(p >> 32) ^ d ^ k1;
            d = convert_uint16(p);
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        minus_count += are_inside(a, b) + are_inside(c, d);
    }
    int8 eight = minus_count.lo + minus_count.hi;
    int4 four = eight.lo + eight.hi;
    int2 two = four.lo + four.hi;
    inside[item] = -(two.x + two.y);
}
