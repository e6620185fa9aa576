// SPDX-License-Identifier: MIT
//
// Exercise 4 of program_scope: bins without a remainder.

#ifndef BINS
#error "the host must build this file with -DBINS=<bins>"
#endif

// One number per work-item.
kernel void program_scope_count_buffer(volatile global uint *d_bins, global const uint *x, ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (i < n)
    //:     atomic_inc(&d_bins[x[i] & (BINS - 2)]);    // Exercise 4 of program_scope: which bits?
    //: solution
    if (i < n) atomic_inc(&d_bins[x[i] & (BINS - 1)]);
    //: end
}

#ifdef __opencl_c_program_scope_global_variables
#define HAS_VARIABLES
#elif __OPENCL_C_VERSION__ == 200
#define HAS_VARIABLES
#endif

#ifdef HAS_VARIABLES

// They begin with these values when the program is built, and live as long as the program.
// Without
// a value they begin with zeros.
volatile global uint bins[BINS];
global uint launches = 1000;
global uint primes[4] = { 2, 3, 5, 7 };
global uint *global favourite = &primes[2];

kernel void program_scope_count_variable(global const uint *x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) atomic_inc(&bins[x[i] % BINS]);
    if (i == 0) launches++;
}

// Another kernel sees the same variables.  The host cannot: a kernel copies them into a buffer.
// BINS + 6 numbers; one work-item.
kernel void program_scope_show(global uint *out)
{
    static global uint shown = 0;    // only this function knows it, but it lives as long
    for (uint b = 0; b < BINS; b++)
        out[b] = bins[b];
    out[BINS] = launches;
    out[BINS + 1] = ++shown;
    for (uint p = 0; p < 3; p++)
        out[BINS + 2 + p] = primes[p];
    out[BINS + 5] = *favourite;
}

// One work-item.
kernel void program_scope_clear(void)
{
    for (uint b = 0; b < BINS; b++)
        bins[b] = 0;
}

#endif
