// SPDX-License-Identifier: MIT
//
// compile_link_function - another number for each x.  The constants are those of C. Wellons'
// lowbias32: when one bit of x changes, each bit of the result changes in about half of the cases.

uint hash(uint x);    // some compilers warn about a function without a declaration

uint hash(uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}
