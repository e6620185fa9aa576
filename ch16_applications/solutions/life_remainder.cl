// SPDX-License-Identifier: MIT
//
// Exercise 3 of life: the neighbours across the edge by a remainder.

// Cells are 0 (dead) or 1 (alive), row after row.  The world has no edge: the left neighbour of the
// first column is the last column, and the row above the first one is the last row.
kernel void life(global uchar *restrict next, global const uchar *restrict now, ulong width,
                 ulong height)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;

    //: skeleton
    //: // Here: this is wrong for most sizes.
    //: size_t left = (x - 1) % width, right = (x + 1) % width;
    //: global const uchar *row = now + y * width;
    //: global const uchar *above = now + (y - 1) % height * width;
    //: solution
    size_t left = (x + width - 1) % width, right = (x + 1) % width;
    global const uchar *row = now + y * width;
    global const uchar *above = now + (y + height - 1) % height * width;
    //: end
    global const uchar *below = now + (y + 1) % height * width;

    int neighbours = above[left] + above[x] + above[right] + row[left] + row[right] + below[left] +
                     below[x] + below[right];
    next[y * width + x] = neighbours == 3 || (neighbours == 2 && row[x] == 1);
}
