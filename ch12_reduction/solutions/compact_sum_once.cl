// SPDX-License-Identifier: MIT
//
// Exercise 2 of compact: one sum per work-group of the counts before it.
//
// compact - the bright pixels of a picture, side by side, in their order.
//
// Each work-item has a share of `share` pixels in a row; the last share may be shorter.

// Whether a pixel stays: red + 2 * green + blue is a simple measure of brightness, 0 to 1020.
bool is_bright(uchar4 pixel, uint threshold)
{
    return pixel.x + 2u * pixel.y + pixel.z >= threshold;
}

// 1. Each work-item counts the bright pixels of its share.
kernel void compact_count(global uint *restrict counts, global const uchar4 *restrict x, uint n,
                          uint share, uint threshold)
{
    uint item = get_global_id(0), first = item * share, end = first + min(share, n - first);
    uint count = 0;
    for (uint i = first; i < end; i++)
        if (is_bright(x[i], threshold)) count++;
    counts[item] = count;
}

// 2. Each work-item writes its bright pixels behind those of all shares before its own.
kernel void compact_write(global uchar4 *restrict kept, global const uint *restrict counts,
                          global const uchar4 *restrict x, uint n, uint share, uint threshold)
{
    uint item = get_global_id(0), first = item * share, end = first + min(share, n - first);
    // The first work-item of the work-group adds the counts of all work-groups before.
    local uint before;
    uint group_first = item - get_local_id(0);
    if (item == group_first) {
        before = 0;
        for (uint k = 0; k < group_first; k++)
            before += counts[k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint place = before;
    //: skeleton
    //: // Here: the counts of this work-group before this work-item.
    //: solution
    for (uint k = group_first; k < item; k++)
        place += counts[k];
    //: end
    if (place > first) return;    // more than all pixels before: the counts are wrong
    for (uint i = first; i < end; i++)
        if (is_bright(x[i], threshold)) kept[place++] = x[i];
}
