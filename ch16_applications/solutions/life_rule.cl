// SPDX-License-Identifier: MIT
//
// Exercise 2 of life: the rule is a number, and other games are other numbers.

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
    //: skeleton
    //: // Bit n: a dead cell with n neighbours lives then.  Bit 9 + n: a live one does.
    //: // Here: the other two bits.
    //: uint rule = 1 << 3;
    //: solution
    uint rule = 1 << 3 | 1 << (9 + 2) | 1 << (9 + 3);
    //: end
    next[y * width + x] = rule >> (9 * row[x] + neighbours) & 1;
}
