// SPDX-License-Identifier: MIT
//
// The vectors of ELEMENT, which the kernel file defines as a scalar type.

#ifndef ELEMENT4
#define ELEMENT_JOINED(type, width) type##width
#define ELEMENT_VECTOR(type, width) ELEMENT_JOINED(type, width)
#define ELEMENT2                    ELEMENT_VECTOR(ELEMENT, 2)
#define ELEMENT4                    ELEMENT_VECTOR(ELEMENT, 4)
#define ELEMENT8                    ELEMENT_VECTOR(ELEMENT, 8)
#define ELEMENT16                   ELEMENT_VECTOR(ELEMENT, 16)

ELEMENT sum_of_four(ELEMENT4 v)
{
    return (v.x + v.y) + (v.z + v.w);
}

ELEMENT sum_of_eight(ELEMENT8 v)
{
    return sum_of_four(v.lo + v.hi);
}
#endif
