// SPDX-License-Identifier: MIT
//
// gl_renderbuffer - what a kernel sees in a picture that OpenGL has drawn.
//
// The picture is an image: a renderbuffer, or a copy of one.  One work-item per pixel; x is
// dimension 0.  Row 0 is at the bottom.

constant sampler_t BY_PIXEL =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// From 0 to 255, in whole numbers: any device gives the same.
int brightness(read_only image2d_t picture, int x, int y)
{
    int4 color = convert_int4_rte(255.0f * read_imagef(picture, BY_PIXEL, (int2)(x, y)));
    return (77 * color.x + 150 * color.y + 29 * color.z) >> 8;
}

// counts[b]: how many pixels are as bright as b.  The counters are 0 before.
kernel void gl_renderbuffer_histogram(global uint *counts, read_only image2d_t picture)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < get_image_width(picture) && y < get_image_height(picture))
        atomic_inc(&counts[brightness(picture, x, y)]);
}

// How much the brightness changes to the right and upwards (Sobel's filter), up to 255.
kernel void gl_renderbuffer_edges(global uchar *edges, read_only image2d_t picture)
{
    int x = get_global_id(0), y = get_global_id(1), width = get_image_width(picture);
    if (x >= width || y >= get_image_height(picture)) return;
    int right = 0, up = 0;
    for (int d = -1; d <= 1; d++) {
        int weight = d == 0 ? 2 : 1;
        right += weight * (brightness(picture, x + 1, y + d) - brightness(picture, x - 1, y + d));
        up += weight * (brightness(picture, x + d, y + 1) - brightness(picture, x + d, y - 1));
    }
    edges[width * y + x] = min(abs(right) + abs(up), 255u);
}
