// SPDX-License-Identifier: MIT
//
// Two kernels.  The second one needs what the first one computed.  All arithmetic is modulo 2^32.
//
// ROUNDS   multiplications per element, in each kernel

#ifndef ROUNDS
#error "the host must build this file with -DROUNDS=<multiplications per element>"
#endif

// d[i] = a[i] after ROUNDS times x -> x * b[i] + a[i].  One element per work-item.
kernel void event_graph_queues_a(global uint *restrict d, global const uint *restrict a,
                                 global const uint *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = a[i];
    for (int k = 0; k < ROUNDS; k++)
        x = x * b[i] + a[i];
    d[i] = x;
}

// e[i] = d[i] after ROUNDS times x -> x * d[i] + c[i].  One element per work-item.
kernel void event_graph_queues_b(global uint *restrict e, global const uint *restrict c,
                                 global const uint *restrict d, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = d[i];
    for (int k = 0; k < ROUNDS; k++)
        x = x * d[i] + c[i];
    e[i] = x;
}
