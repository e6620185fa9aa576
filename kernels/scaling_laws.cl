// SPDX-License-Identifier: MIT

// For i from 0 to count - 1: element first + i of a long vector.  It begins with a number of the
// table, whose n numbers are used again and again, and is mixed `rounds` times.  Work-item k
// computes elements k, k + the number of work-items, and so on.  So any number of work-groups is
// enough.
kernel void scaling_laws_mix(global uint *restrict out, global const uint *restrict table,
                             ulong first, ulong count, ulong n, uint rounds)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        uint y = table[(first + i) % n];
        for (uint k = 0; k < rounds; k++)
            y = (y ^ (y >> 15)) * 2654435761u;
        out[i] = y + (uint)(first + i);
    }
}
