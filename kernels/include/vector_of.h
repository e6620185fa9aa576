// SPDX-License-Identifier: MIT
//
// VECTOR(int) is int, or int4 where the host sets WIDTH to 4.  WIDTH is 1, 2, 4, 8 or 16.

#ifndef WIDTH
#error "the host sets WIDTH"
#endif

#define PASTE(a, b) a##b
#define JOIN(a, b)  PASTE(a, b)
#if WIDTH == 1
#define VECTOR(T) T
#else
#define VECTOR(T) JOIN(T, WIDTH)
#endif
