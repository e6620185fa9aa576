// SPDX-License-Identifier: MIT
//
// waves - water in a basin, one step.
//
// A work-item per cell: from the height now and the height one step before it makes the next one.

// Four neighbours pull at the water of a cell.  At the edge a cell stands for the neighbour that it
// lacks.  In the wall nothing moves.
kernel void waves(global int *restrict next, global const int *restrict now,
                  global const int *restrict before, global const uchar *restrict wall, ulong width,
                  ulong height)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;

    size_t i = y * width + x;
    int here = now[i];
    int left = x > 0 ? now[i - 1] : here, right = x < width - 1 ? now[i + 1] : here;
    int above = y > 0 ? now[i - width] : here, below = y < height - 1 ? now[i + width] : here;
    int pull = left + right + above + below - 4 * here;
    next[i] = wall[i] ? 0 : 2 * here - before[i] + pull / 4;
}
