// SPDX-License-Identifier: MIT
//
// buffer_flags_rules - kernels that read one buffer and write another, or do both with the same
// one.
//
// One element per work-item.  The last work-group may reach past n.  CL_MEM_READ_ONLY and
// CL_MEM_WRITE_ONLY say what a kernel does with a buffer.  The compiler does not see these flags:
// it sees only global and const.

// out[i] = in[i], for i from 0 to n - 1.
kernel void buffer_flags_rules_copy(global uint *restrict out, global const uint *restrict in,
                                    ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = in[i];
}

// x[i] += 1, for i from 0 to n - 1.
kernel void buffer_flags_rules_increment(global uint *x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) x[i] += 1;
}
