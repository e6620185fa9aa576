// SPDX-License-Identifier: MIT
//
// Exercise 5 of convolution_2d: convolution as a correlation with the filter turned over.
//
// A picture of `size.x` by `size.y` numbers and a filter of `extents.x` by `extents.y`, both row
// after row.  Work-item (x, y) makes number (x, y) of `out`.  `middle` is the number of the filter
// that lies on the pixel itself.  Outside of the picture is 0.

uint pixel_at(global const uint *in, int2 size, int x, int y)
{
    bool inside = x >= 0 && x < size.x && y >= 0 && y < size.y;
    return inside ? in[(size_t)y * size.x + x] : 0;
}

// Correlation: the filter lies on the picture as it is.
//
//     filter  a b c      picture  1 2 3      out = a*1 + b*2 + c*3
kernel void convolution_2d_correlation(global uint *restrict out, global const uint *restrict in,
                                       constant uint *filter, int2 size, int2 extents, int2 middle)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    uint sum = 0;
    for (int j = 0; j < extents.y; j++)
        for (int i = 0; i < extents.x; i++)
            sum += filter[j * extents.x + i] *
                   pixel_at(in, size, x + (i - middle.x), y + (j - middle.y));
    out[(size_t)y * size.x + x] = sum;
}

// Convolution: the filter is turned over, left for right and top for bottom.
//
//     filter  a b c      picture  1 2 3      out = c*1 + b*2 + a*3
kernel void convolution_2d_convolution(global uint *restrict out, global const uint *restrict in,
                                       constant uint *filter, int2 size, int2 extents, int2 middle)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int2 last = extents - 1, turned = last - middle;
    uint sum = 0;
    for (int j = 0; j < extents.y; j++)
        for (int i = 0; i < extents.x; i++)
            //: skeleton
            //: sum += filter[j * extents.x + i] *    // Here: turned over
            //:        pixel_at(in, size, x + (i - turned.x), y + (j - turned.y));
            //: solution
            sum += filter[(last.y - j) * extents.x + last.x - i] *
                   pixel_at(in, size, x + (i - turned.x), y + (j - turned.y));
    //: end
    out[(size_t)y * size.x + x] = sum;
}
