// SPDX-License-Identifier: MIT
//
// monte_carlo - random points in a square: how many of them are in the quarter of a disc?
//
// A work-item draws 2 * PAIRS points of its own, and counts.  PAIRS is set by the host.

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

kernel void monte_carlo(global uint *restrict inside, uint2 key, ulong n)
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
