// SPDX-License-Identifier: MIT
//
// Memory up to the limits of the device.  Each kernel writes one number, which the host knows.
//
// PRIVATE    bytes of the private array, a multiple of 4

#ifndef PRIVATE
#error PRIVATE is the size of the private array in bytes
#endif

// out[0] = the sum of all entries, each times its place.  One work-item.
kernel void kernel_limits_constant(global uint *restrict out, constant uint *restrict table,
                                   uint count)
{
    uint sum = 0;
    for (uint i = 0; i < count; i++)
        sum += table[i] * (i + 1);
    out[0] = sum;
}

// The work-items of one group fill local memory.  Then the first one adds up all of it.
kernel void kernel_limits_local(global uint *restrict out, local uint *restrict scratch, uint count)
{
    for (uint i = get_local_id(0); i < count; i += get_local_size(0))
        scratch[i] = 3 * i + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) > 0) return;
    uint sum = 0;
    for (uint i = 0; i < count; i++)
        sum += scratch[i] * (i + 1);
    out[0] = sum;
}

// The array belongs to one work-item: count is PRIVATE / 4.  The order in which it is read
// depends on an argument, so that the compiler cannot do without the array.
kernel void kernel_limits_private(global uint *restrict out, uint step, uint count)
{
    uint own[PRIVATE / 4];
    for (uint i = 0; i < count; i++)
        own[i] = 3 * i + 1;
    uint sum = 0;
    for (uint i = 0, place = 0; i < count; i++) {
        sum += own[place] * (place + 1);
        place = (place + step) % count;
    }
    out[0] = sum;
}
