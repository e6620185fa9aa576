// SPDX-License-Identifier: MIT

// out[first + i] = (key ^ i) * 2654435761, modulo 2^32, for i from 0 to n - 1.  One element per
// work-item.  Launches with different `first` write different parts of `out`.
kernel void host_threads_fill(global uint *out, ulong first, uint key, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[first + i] = (key ^ (uint)i) * 2654435761u;
}
