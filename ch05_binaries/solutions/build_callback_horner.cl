// SPDX-License-Identifier: MIT
//
// Exercise 5 of build_callback: a macro with a parameter.

#if !defined(FACTOR) || !defined(OFFSET)
#error "the host must put strings that define FACTOR and OFFSET before this file"
#endif

#ifdef WITH_ERROR
constant int undeclared = no_such_name;    // the sample wants a build that fails, too
#endif

//: skeleton
//: // Here: which parentheses are missing?
//: #define LINE(x) FACTOR *x + OFFSET
//: solution
#define LINE(x) (FACTOR * (x) + OFFSET)
//: end

// Stores FACTOR * x[i] + OFFSET in y[i], modulo 2^32, for i from 0 to n - 1.  One element per
// work-item.
kernel void build_callback_line(global uint *restrict y, global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = LINE(x[i] + 1) - FACTOR;
}
