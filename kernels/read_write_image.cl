// SPDX-License-Identifier: MIT
//
// Two ways to change a picture, each with two images and with one that is read and written.
//
// smear   Each pixel keeps 1/8 of its own colour and gets 7/8 from the pixel before it: along the
//         row, and then back.  One work-item per row.
// sort    Each row is cut into segments of SEGMENT pixels, a power of two, and each segment is
//         sorted from dark to bright.  A sorting network has steps, and in each step every pixel
//         has one partner: pixel x ^ mask.  The darker one of the two goes to the left.
//
// read_imageui has no sampler here, so the kernels never read outside of the image.

#ifndef SEGMENT
#error "SEGMENT: pixels per segment, set by the host"
#endif

uint4 smear(uint4 before, uint4 own)
{
    return (7 * before + own + 4) / 8;
}

// A larger key is a brighter pixel.  Pixels with the same key are the same.
ulong key(uint4 pixel)
{
    ulong light = 54 * pixel.x + 183 * pixel.y + 19 * pixel.z;
    return light << 24 | pixel.x << 16 | pixel.y << 8 | pixel.w;
}

// Two images, one way along the row: forth (step 1), or back (step -1).
kernel void read_write_image_smear_two(write_only image2d_t out, read_only image2d_t in, int step)
{
    int row = get_global_id(0), width = get_image_width(in), x = step > 0 ? 0 : width - 1;
    uint4 pixel = read_imageui(in, (int2)(x, row));
    for (int count = 0; count < width; count++, x += step) {
        pixel = smear(pixel, read_imageui(in, (int2)(x, row)));
        write_imageui(out, (int2)(x, row), pixel);
    }
}

// Two images, one step of the network.  One work-item per pixel: a pixel without a partner is
// copied, too.
kernel void read_write_image_sort_two(write_only image2d_t out, read_only image2d_t in, int mask)
{
    int x = get_global_id(0), row = get_global_id(1), partner = x ^ mask;
    uint4 pixel = read_imageui(in, (int2)(x, row));
    if (partner < get_image_width(in)) {
        uint4 other = read_imageui(in, (int2)(partner, row));
        if (x < partner ? key(other) < key(pixel) : key(other) > key(pixel)) pixel = other;
    }
    write_imageui(out, (int2)(x, row), pixel);
}

#if __OPENCL_C_VERSION__ == 200 || defined __opencl_c_read_write_images

// One image, both ways.
kernel void read_write_image_smear_one(read_write image2d_t image)
{
    int row = get_global_id(0), width = get_image_width(image);
    uint4 pixel = read_imageui(image, (int2)(0, row));
    for (int x = 0; x < width; x++) {
        pixel = smear(pixel, read_imageui(image, (int2)(x, row)));
        write_imageui(image, (int2)(x, row), pixel);
    }
    // From here on this work-item sees what it has written itself.
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    for (int x = width - 1; x >= 0; x--) {
        pixel = smear(pixel, read_imageui(image, (int2)(x, row)));
        write_imageui(image, (int2)(x, row), pixel);
    }
}

// One image, all steps.  One work-group per segment, one work-item per pair.
kernel __attribute__((reqd_work_group_size(SEGMENT / 2, 1, 1))) void
read_write_image_sort_one(read_write image2d_t image)
{
    int width = get_image_width(image), row = get_global_id(1);
    int begin = SEGMENT * get_group_id(0), item = get_local_id(0);
    for (int sorted = 2; sorted <= SEGMENT; sorted *= 2)
        for (int reach = sorted / 2; reach > 0; reach /= 2) {
            // The first step of each length compares from both ends, the others over half of it.
            int mask = reach == sorted / 2 ? sorted - 1 : reach;
            int x = begin + item / reach * 2 * reach + item % reach, partner = x ^ mask;
            if (partner < width) {
                uint4 left = read_imageui(image, (int2)(x, row));
                uint4 right = read_imageui(image, (int2)(partner, row));
                if (key(left) > key(right)) {
                    write_imageui(image, (int2)(x, row), right);
                    write_imageui(image, (int2)(partner, row), left);
                }
            }
            // From here on each work-item sees what the others of its group have written.
            work_group_barrier(CLK_IMAGE_MEM_FENCE);
        }
}

// What goes wrong: each pixel moves one to the right.  The barrier makes the work-items of a group
// read before they write.  But the first one of a group reads a pixel of another group, which may
// have written it.  Work-items past the right end read the last pixel and write nothing.
kernel __attribute__((reqd_work_group_size(SEGMENT / 2, 1, 1))) void
read_write_image_shift(read_write image2d_t image)
{
    int x = get_global_id(0), row = get_global_id(1), last = get_image_width(image) - 1;
    uint4 before = read_imageui(image, (int2)(clamp(x - 1, 0, last), row));
    work_group_barrier(CLK_IMAGE_MEM_FENCE);
    if (x <= last) write_imageui(image, (int2)(x, row), before);
}

#endif
