// SPDX-License-Identifier: MIT
//
// Exercise 2 of bilateral: a table in local memory.
//: skeleton
//: // Only its first numbers are copied.
//: end
//
// RADIUS   of the window, in pixels

// The picture goes on past its edges with its outermost pixels.
int4 pixel_at(global const uchar4 *in, int x, int y, int width, int height)
{
    x = clamp(x, 0, width - 1);
    y = clamp(y, 0, height - 1);
    return convert_int4(in[(size_t)y * width + x]);
}

// by_place[] has a weight for each place in the window, row after row; by_colour[] has one for each
// difference of two colours, 0 to 765.
kernel void bilateral(global float4 *restrict out, global const uchar4 *restrict in,
                      global const float *restrict by_place, global const float *restrict by_colour,
                      int width, int height)
{
    //: skeleton
    //: // Here: the table has 766 numbers, and the work-group has fewer work-items.
    //: local float here_by_colour[3 * 255 + 1];
    //: uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    //: if (item <= 3 * 255) here_by_colour[item] = by_colour[item];
    //: solution
    // The work-group copies the table: each work-item the numbers that are a group's size apart.
    local float here_by_colour[3 * 255 + 1];
    uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    for (uint k = item; k <= 3 * 255; k += get_local_size(0) * get_local_size(1))
        here_by_colour[k] = by_colour[k];
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);

    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    int4 here = pixel_at(in, x, y, width, height);
    float4 sum = 0;
    float weights = 0;
    for (int j = -RADIUS; j <= RADIUS; j++)
        for (int i = -RADIUS; i <= RADIUS; i++) {
            int4 other = pixel_at(in, x + i, y + j, width, height);
            uint difference = abs(here.x - other.x) + abs(here.y - other.y) + abs(here.z - other.z);
            float weight =
                by_place[(j + RADIUS) * (2 * RADIUS + 1) + i + RADIUS] * here_by_colour[difference];
            sum += weight * convert_float4(other);
            weights += weight;
        }
    out[(size_t)y * width + x] = sum / weights;
}
