// SPDX-License-Identifier: MIT
//
// A Julia set: how often z = z * z + c can be calculated before |z| is larger than 2.  One
// work-item per pixel.
//
// The count is the first of the four channels of a pixel.  Not every device has images with one
// channel.
//
// x and y are whole numbers: 2^28 stands for 1.  Products have 24 bits behind the point.  So all
// devices count the same.
//
// Macros set by the host:
//     LIMIT    the largest count

#ifndef LIMIT
#error "-D LIMIT=N is missing"
#endif

kernel void vulkan_image(write_only image2d_t frame, int2 c, int step)
{
    int px = get_global_id(0), py = get_global_id(1);
    int width = get_image_width(frame), height = get_image_height(frame);
    if (px >= width || py >= height) return;

    int x = (2 * px + 1 - width) * step;
    int y = (2 * py + 1 - height) * step;
    uint count = 0;
    for (; count < LIMIT; count++) {
        int xx = mul_hi(x, x), yy = mul_hi(y, y);    // 32 of 56 bits are dropped
        if (xx + yy > 4 << 24) break;
        y = 32 * mul_hi(x, y) + c.y;    // 2 * x * y
        x = 16 * (xx - yy) + c.x;
    }
    write_imageui(frame, (int2)(px, py), (uint4)(count, 0, 0, 0));
}
