// SPDX-License-Identifier: MIT
//
// Exercise 3 of compact: who has found all its pixels reads no more.
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
    uint place = 0;
    for (uint k = 0; k < item; k++)
        place += counts[k];
    if (place > first) return;    // more than all pixels before: the counts are wrong
    //: skeleton
    //: uint last = place;            // here: where does this work-item write its last pixel?
    //: solution
    uint last = place + counts[item];
    //: end
    for (uint i = first; i < end && place < last; i++)
        if (is_bright(x[i], threshold)) kept[place++] = x[i];
}
