// SPDX-License-Identifier: MIT
//
// Exercise 4 of convolution_2d: loops that leave out what lies outside.
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
    int2 to_corner = middle - (int2)(x, y);    // from there on (x + i - middle.x, ...) is inside
    //: skeleton
    //: int2 first = max(to_corner, 0),
    //:      end = min(middle, to_corner + size);    // Here: where does the filter end?
    //: solution
    int2 first = max(to_corner, 0), end = min(extents, to_corner + size);
    //: end
    for (int j = first.y; j < end.y; j++)
        for (int i = first.x; i < end.x; i++)
            sum += filter[j * extents.x + i] *
                   in[(size_t)(y + j - middle.y) * size.x + x + i - middle.x];
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
    uint sum = 0;
    for (int j = 0; j < extents.y; j++)
        for (int i = 0; i < extents.x; i++)
            sum += filter[j * extents.x + i] *
                   pixel_at(in, size, x - (i - middle.x), y - (j - middle.y));
    out[(size_t)y * size.x + x] = sum;
}
