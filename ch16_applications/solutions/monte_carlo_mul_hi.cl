// SPDX-License-Identifier: MIT
//
// Exercise 2 of monte_carlo: the upper half of a product without 64 bits.

static uint4 philox(uint4 counter, uint2 key)
{
    uint a = counter.x, b = counter.y, c = counter.z, d = counter.w, k0 = key.x, k1 = key.y;
    for (int round = 0; round < 10; round++) {
        uint p_low = 0xD2511F53u * a, q_low = 0xCD9E8D57u * c;
        //: skeleton
        //: uint p_high = 0, q_high = 0;    // Here: the upper 32 bits of both products.
        //: solution
        uint p_high = mul_hi(0xD2511F53u, a), q_high = mul_hi(0xCD9E8D57u, c);
        //: end
        a = q_high ^ b ^ k0;
        b = q_low;
        c = p_high ^ d ^ k1;
        d = p_low;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return (uint4)(a, b, c, d);
}

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
