// SPDX-License-Identifier: MIT
//
// life - Conway's game of life, one turn.
//
// A work-item per cell: it reads nine cells of `now`, and writes one of `next`.

// Cells are 0 (dead) or 1 (alive), row after row.  The world has no edge: the left neighbour of the
// first column is the last column, and the row above the first one is the last row.
kernel void life(global uchar *restrict next, global const uchar *restrict now, ulong width,
                 ulong height)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;

    size_t left = x > 0 ? x - 1 : width - 1, right = x < width - 1 ? x + 1 : 0;
    global const uchar *row = now + y * width;
    global const uchar *above = now + (y > 0 ? y - 1 : height - 1) * width;
    global const uchar *below = now + (y < height - 1 ? y + 1 : 0) * width;

    int neighbours = above[left] + above[x] + above[right] + row[left] + row[right] + below[left] +
                     below[x] + below[right];
    next[y * width + x] = neighbours == 3 || (neighbours == 2 && row[x] == 1);
}
