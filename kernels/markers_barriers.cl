// SPDX-License-Identifier: MIT

// x[i] = m * x[i] + c, `rounds` times, modulo 2^32, for i from 0 to n - 1.  Work-item k computes
// elements k, k + the number of work-items, and so on.  So any number of work-groups is enough.
kernel void markers_barriers(global uint *x, uint m, uint c, uint rounds, ulong n)
{
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
        uint y = x[i];
        for (uint k = 0; k < rounds; k++)
            y = m * y + c;
        x[i] = y;
    }
}
