// SPDX-License-Identifier: MIT
//
// For CPUs: one work-item scans many elements in a row, sixteen at a time in a register.
//
// The kernel file has ELEMENT, their type, and AHEAD: so many elements before its use a line is
// asked for; 0: it is not.

#include "element.h"
#include "prefetch.h"
#include "stream.h"

ELEMENT sum_of_share(global const ELEMENT *x, ulong first, ulong end)
{
    ELEMENT16 sums = 0;
    ulong i = first;
    for (; i + 16 <= end; i += 16) {
        PREFETCH(x + i + AHEAD);
        sums += vload16(0, x + i);
    }
    ELEMENT sum = sum_of_eight(sums.lo + sums.hi);
    for (; i < end; i++)
        sum += x[i];
    return sum;
}

// Sixteen elements in four steps, as Hillis and Steele do, in one register.
ELEMENT16 scan_sixteen(ELEMENT16 v)
{
    v += (ELEMENT16)((ELEMENT)0, v.s0123, v.s4567, v.s89ab, v.scd, v.se);
    v += (ELEMENT16)((ELEMENT2)0, v.s01, v.s23456789, v.sabcd);
    v += (ELEMENT16)((ELEMENT4)0, v.s0123, v.s456789ab);
    v += (ELEMENT16)((ELEMENT8)0, v.s01234567);
    return v;
}

// `first` is a multiple of 16.
void scan_share(global ELEMENT *y, global const ELEMENT *x, ulong first, ulong end, ELEMENT carry,
                uint exclusive)
{
    ulong i = first;
    for (; i + 16 <= end; i += 16) {
        PREFETCH(x + i + AHEAD);
        ELEMENT16 v = scan_sixteen(vload16(0, x + i));
        ELEMENT next = carry + v.sf;
        if (exclusive) v = (ELEMENT16)((ELEMENT)0, v.s0123, v.s4567, v.s89ab, v.scd, v.se);
        STREAM(carry + v, (global ELEMENT16 *)(y + i));
        carry = next;
    }
    for (; i < end; i++) {
        ELEMENT next = carry + x[i];
        y[i] = exclusive ? carry : next;
        carry = next;
    }
}
