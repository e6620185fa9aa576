// SPDX-License-Identifier: MIT
//
// Exercise 4 of address_spaces_costs: shares of the table.

// One task with the table in four memories: out[i] is made of READS entries of the table.
// Work-items begin at different ones.  One work-item per element.
#define ENTRY(i, k) ((7 * (i) + (k) * (k)) % TABLE)

// The work-items of a group copy the table together.
kernel void address_spaces_costs_local(global uint *restrict out, global const uint *restrict table,
                                       ulong n)
{
    local uint shared[TABLE];
    size_t item = get_local_id(0), items = get_local_size(0);
    //: skeleton
    //: for (size_t k = get_local_id(0); k < TABLE; k += get_local_size(0))
    //:     shared[k] = 0;
    //: // Here: your own share, after all zeros are there.
    //: for (size_t k = TABLE; k < TABLE * (item + 1) / items; k++)
    //:     shared[k] = table[k];
    //: solution
    for (size_t k = TABLE * item / items; k < TABLE * (item + 1) / items; k++)
        shared[k] = table[k];
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = get_global_id(0);
    uint sum = 0;
    for (uint k = 0; k < READS; k++)
        sum = 3 * sum + shared[ENTRY(i, k)];
    if (i < n) out[i] = sum;
}
