// SPDX-License-Identifier: MIT
//
// Exercise 4 of canny: blur adds up each row first.

constant int WEIGHTS[5] = { 1, 4, 6, 4, 1 };    // their sum is 16

// The picture goes on past its edges with its outermost pixels.
int pixel(global const uchar *grey, int x, int y, int width, int height)
{
    x = clamp(x, 0, width - 1);
    y = clamp(y, 0, height - 1);
    return grey[(size_t)y * width + x];
}

kernel void blur(global uchar *restrict smooth, global const uchar *restrict grey, int width,
                 int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    int sum = 128;    // half of 256, to round
    for (int j = -2; j <= 2; j++) {
        int row = 0;
        //: skeleton
        //: for (int i = -2; i <= 2; i++)
        //:     row += pixel(grey, x + i, y + j, width, height);
        //: sum += row;    // Here: the weights are missing, in both sums.
        //: solution
        for (int i = -2; i <= 2; i++)
            row += WEIGHTS[i + 2] * pixel(grey, x + i, y + j, width, height);
        sum += WEIGHTS[j + 2] * row;
        //: end
    }
    smooth[(size_t)y * width + x] = sum / 256;
}

// Sobel: how much brighter it gets to the right, and downwards.  These are pairs of numbers.
kernel void gradient(global short *restrict slopes, global const uchar *restrict smooth, int width,
                     int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    int right = 0, down = 0;
    for (int i = -1; i <= 1; i++) {
        int weight = 2 - abs(i);
        right += weight * (pixel(smooth, x + 1, y + i, width, height) -
                           pixel(smooth, x - 1, y + i, width, height));
        down += weight * (pixel(smooth, x + i, y + 1, width, height) -
                          pixel(smooth, x + i, y - 1, width, height));
    }
    size_t at = 2 * ((size_t)y * width + x);
    slopes[at] = right;
    slopes[at + 1] = down;
}

// The square of the slope's length.  There is no slope outside of the picture.
int steepness(global const short *slopes, int x, int y, int width, int height)
{
    if (x < 0 || x >= width || y < 0 || y >= height) return 0;
    size_t at = 2 * ((size_t)y * width + x);
    return slopes[at] * slopes[at] + slopes[at + 1] * slopes[at + 1];
}

// Across an edge, only its steepest pixel stays: 2 is strong, 1 is weak, 0 is no edge.
kernel void thin(global uchar *restrict edges, global const short *restrict slopes, int width,
                 int height, int weak, int strong)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    size_t at = (size_t)y * width + x;
    short to_right = slopes[2 * at], downwards = slopes[2 * at + 1];

    // Across the edge: the neighbour in the direction nearest to the slope's.  Less than 22.5
    // degrees from an axis means down / right < sqrt(2) - 1, and so (right + down)^2 < 2 right^2.
    int right = abs(to_right), down = abs(downwards), both = (right + down) * (right + down);
    int i = (to_right < 0) == (downwards < 0) ? 1 : -1, j = 1;
    if (both < 2 * down * down) i = 0;
    if (both < 2 * right * right) i = 1, j = 0;

    int here = steepness(slopes, x, y, width, height);
    bool steepest = here > steepness(slopes, x - i, y - j, width, height) &&
                    here >= steepness(slopes, x + i, y + j, width, height);
    edges[at] = !steepest || here < weak * weak ? 0 : here < strong * strong ? 1 : 2;
}

// A weak pixel beside a strong one becomes strong.  `changed` counts them, in all launches.
kernel void flood(global uchar *restrict next, global const uchar *restrict now, int width,
                  int height, global uint *changed)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    uchar here = now[(size_t)y * width + x];
    if (here == 1)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++)
                if (pixel(now, x + i, y + j, width, height) == 2) here = 2;
    if (here != now[(size_t)y * width + x]) atomic_inc(changed);
    next[(size_t)y * width + x] = here;
}
