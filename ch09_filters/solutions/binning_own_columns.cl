// SPDX-License-Identifier: MIT
//
// Exercise 5 of binning: each work-item sums the columns of its own bin.
//
// Bins: squares of `factor` x `factor` pixels of a grey picture, one byte per pixel, `size.x`
// pixels per row.  out[] has the sum of the pixels of each bin, `bins.x` bins per row.  The last
// bins of a row or a column may have fewer pixels.

// --- scatter: work-item (x, y) adds pixel (x, y) to its bin.  `out` begins with zeros.
//
//     pixels   o o o o | o o o o | o o        each pixel asks: which bin is mine?
//                \ \ / /   \ \ / /
//     bins          B         B        B      many work-items add to one number
kernel void binning_scatter(global uint *restrict out, global const uchar *restrict in, int2 size,
                            int2 bins, int factor)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    atomic_add(&out[(size_t)(y / factor) * bins.x + x / factor], in[(size_t)y * size.x + x]);
}

// --- gather: work-item (x, y) makes bin (x, y).  Nobody else writes it.
kernel void binning_gather(global uint *restrict out, global const uchar *restrict in, int2 size,
                           int2 bins, int factor)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= bins.x || y >= bins.y) return;
    int right = min((x + 1) * factor, size.x), bottom = min((y + 1) * factor, size.y);
    uint sum = 0;
    for (int row = y * factor; row < bottom; row++)
        for (int column = x * factor; column < right; column++)
            sum += in[(size_t)row * size.x + column];
    out[(size_t)y * bins.x + x] = sum;
}

// --- columns: as gather, but in two steps.  A work-group makes as many bins of a row as it has
// work-items.  First they add up the columns of these bins: neighbours read neighbours.  Then each
// of them adds up `factor` of these sums.
//
//     pixels    o o o o | o o o o |      work-item k takes columns k, k + items, k + 2 items, ...
//               o o o o | o o o o |
//               + + + + | + + + + |
//     column    s s s s | s s s s |      local memory: items * factor sums
//     bins         B         B
kernel void binning_columns(global uint *restrict out, global const uchar *restrict in, int2 size,
                            int2 bins, int factor, local uint *column)
{
    int item = get_local_id(0);
    int x = get_global_id(0), y = get_global_id(1);
    int left = (x - item) * factor, bottom = min((y + 1) * factor, size.y);
    //: skeleton
    //: for (int k = item; k < item + factor; k++) {
    //:     uint sum = 0;
    //:     for (int row = y * factor; left + k < size.x && row < bottom; row++)
    //:         sum += in[(size_t)row * size.x + left + k];
    //:     column[k] = sum;
    //: }
    //: solution
    for (int k = item * factor; k < (item + 1) * factor; k++) {
        uint sum = 0;
        for (int row = y * factor; left + k < size.x && row < bottom; row++)
            sum += in[(size_t)row * size.x + left + k];
        column[k] = sum;
    }
    //: end
    // No barrier: nobody reads what another one has written.
    if (x >= bins.x) return;
    uint sum = 0;
    for (int k = 0; k < factor; k++)
        sum += column[item * factor + k];
    out[(size_t)y * bins.x + x] = sum;
}
