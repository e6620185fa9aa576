// SPDX-License-Identifier: MIT
//
// Two kernels, the second of which needs what the first one made.  ROUNDS is how much each of them has to do;
// all arithmetic is modulo 2^32.

#ifndef ROUNDS
#error "the host must build this file with -DROUNDS=<multiplications an element>"
#endif

// d[i] = a[i] after ROUNDS times x -> x * b[i] + a[i].  One work-item an element.
kernel void event_graph_a(global uint *restrict d, global const uint *restrict a,
                          global const uint *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = a[i];
    for (int k = 0; k < ROUNDS; k++)
        x = x * b[i] + a[i];
    d[i] = x;
}

// e[i] = d[i] after ROUNDS times x -> x * d[i] + c[i].  One work-item an element.
kernel void event_graph_b(global uint *restrict e, global const uint *restrict c,
                          global const uint *restrict d, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = d[i];
    for (int k = 0; k < ROUNDS; k++)
        x = x * d[i] + c[i];
    e[i] = x;
}
