// SPDX-License-Identifier: MIT
//
// Exercise 2 of mean_filter: the nine neighbours share four comparisons.

// Work-item (x, y) makes pixel (x, y).
kernel void mean_filter(global uchar4 *restrict out, global const uchar4 *restrict in)
{
    long x = get_global_id(0), y = get_global_id(1);
    long width = get_global_size(0), height = get_global_size(1);

    // Its neighbours; outside of the picture, the nearest pixel at the edge.
    long left = max(x - 1, 0L);
    //: skeleton
    //: long right = x;    // Here: the next column, if there is one.
    //: global const uchar4 *row = in + y * width;
    //: global const uchar4 *above = in + max(y - 1, 0L) * width;
    //: global const uchar4 *below = in + y * width;    // Here: the next row, if there is one.
    //: solution
    long right = min(x + 1, width - 1);
    global const uchar4 *row = in + y * width;
    global const uchar4 *above = in + max(y - 1, 0L) * width;
    global const uchar4 *below = in + min(y + 1, height - 1) * width;
    //: end

    int4 sum = convert_int4(above[left]) + convert_int4(above[x]) + convert_int4(above[right]) +
               convert_int4(row[left]) + convert_int4(row[x]) + convert_int4(row[right]) +
               convert_int4(below[left]) + convert_int4(below[x]) + convert_int4(below[right]);
    out[y * width + x] = convert_uchar4((sum + 4) / 9);    // the nearest
}
