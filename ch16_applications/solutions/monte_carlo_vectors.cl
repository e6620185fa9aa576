// SPDX-License-Identifier: MIT
//
// Exercise 3 of monte_carlo: a round of Philox with vectors of two.

// Philox 4x32-10 of Salmon, Moraes, Dror and Shaw: a counter of four numbers becomes four random
// ones.  Ten times two of them are multiplied, and the halves of the products are mixed with the
// others.
static uint4 philox(uint4 counter, uint2 key)
{
    uint2 ac = counter.xz, bd = counter.yw;
    for (int round = 0; round < 10; round++) {
        ulong2 product = (ulong2)(0xD2511F53UL, 0xCD9E8D57UL) * convert_ulong2(ac);
        uint2 high = convert_uint2(product >> 32), low = convert_uint2(product & 0xFFFFFFFFUL);
        //: skeleton
        //: ac = high ^ bd ^ key;    // Here: which half belongs where?
        //: bd = low;
        //: solution
        ac = high.yx ^ bd ^ key;
        bd = low.yx;
        //: end
        key += (uint2)(0x9E3779B9u, 0xBB67AE85u);
    }
    return (uint4)(ac.x, bd.x, ac.y, bd.y);
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
