// SPDX-License-Identifier: MIT
//
// philox - Philox 4x32-10 of Salmon, Moraes, Dror and Shaw, as in monte_carlo: a counter of four
// numbers becomes four random ones.

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
