// SPDX-License-Identifier: MIT
//
// Equalises the histogram of an image in four kernels.  Each kernel reads what the one before has
// left in the device's memory.  The arrays have VALUES entries per channel:
//
//     count   counts[channel][value]   how many pixels have this value
//     scan    cdf[channel][value]      how many pixels have this value or a lower one
//             least[channel]           how many pixels have the lowest value of all
//     table   table[channel][value]    the new value
//     apply   out                      the image with the new values
//
// CHANNELS    3: red, green and blue are equalised separately; 1: luma is equalised

#if !defined(CHANNELS) || (CHANNELS != 1 && CHANNELS != 3)
#error "the host must build this file with -DCHANNELS=1 or -DCHANNELS=3"
#endif

#define VALUES 256

// Coordinates are pixel numbers, a read returns one pixel unchanged, and no kernel reads outside of
// the image.
constant sampler_t PIXEL = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

// Recommendation ITU-R BT.601, rounded to the nearest integer.
uint luma(uint4 pixel)
{
    return (299 * pixel.x + 587 * pixel.y + 114 * pixel.z + 500) / 1000;
}

// The values of a pixel that are counted: the first CHANNELS components.
uint4 channels_of(uint4 pixel)
{
    return CHANNELS == 1 ? (uint4)(luma(pixel)) : pixel;
}

// A work-item starts at the pixel of its global ID and steps by the global size, to the right and
// down.  A work-group counts in local memory, then adds its counters to counts, which must be 0
// before the launch.
kernel void image_equalize_count(global uint *restrict counts, read_only image2d_t image)
{
    local uint counters[CHANNELS * VALUES];
    size_t item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    size_t items = get_local_size(0) * get_local_size(1);
    for (size_t i = item; i < CHANNELS * VALUES; i += items)
        counters[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int y = get_global_id(1); y < get_image_height(image); y += get_global_size(1))
        for (int x = get_global_id(0); x < get_image_width(image); x += get_global_size(0)) {
            uint4 value = channels_of(read_imageui(image, PIXEL, (int2)(x, y)));
            atomic_inc(&counters[value.x]);
            if (CHANNELS == 3) {
                atomic_inc(&counters[VALUES + value.y]);
                atomic_inc(&counters[2 * VALUES + value.z]);
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = item; i < CHANNELS * VALUES; i += items)
        if (counters[i] > 0) atomic_add(&counts[i], counters[i]);
}

// One work-group, of any size, per channel.  After the step with distance d, sums[value] is the sum
// of the 2 d counts that end at `value` (Hillis and Steele, "Data Parallel Algorithms", CACM,
// 1986).  A step reads one row of sums and writes the other one, so that no work-item overwrites a
// sum that another one still has to read.  At the end counts is 0 again, for the next run.
kernel void image_equalize_scan(global uint *restrict cdf, global uint *restrict least,
                                global uint *restrict counts)
{
    local uint sums[2][VALUES];
    uint item = get_local_id(0), items = get_local_size(0), channel = get_group_id(0);
    cdf += channel * VALUES;
    counts += channel * VALUES;
    for (uint value = item; value < VALUES; value += items)
        sums[0][value] = counts[value];

    int from = 0;
    for (uint distance = 1; distance < VALUES; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint value = item; value < VALUES; value += items) {
            uint sum = sums[from][value];
            if (value >= distance) sum += sums[from][value - distance];
            sums[1 - from][value] = sum;
        }
        from = 1 - from;
    }

    // Each work-item reads the sums that it wrote: no barrier is needed.
    for (uint value = item; value < VALUES; value += items) {
        uint sum = sums[from][value];
        if (counts[value] > 0 && counts[value] == sum) least[channel] = sum;
        cdf[value] = sum;
        counts[value] = 0;
    }
}

// One entry per work-item.  The image has n pixels; span of them do not have the lowest value.  The
// lowest value becomes 0 and the highest 255; a value in between becomes 255 * rank / span, rounded
// to the nearest integer.  When all pixels have the same value, it stays.
kernel void image_equalize_table(global uchar *restrict table, global const uint *restrict cdf,
                                 global const uint *restrict least, uint n)
{
    size_t at = get_global_id(0), channel = at / VALUES, value = at % VALUES;
    ulong span = n - least[channel];
    ulong rank = sub_sat(cdf[at], least[channel]);    // values below the lowest: 0
    table[at] = span == 0 ? value : (2 * 255 * rank + span) / (2 * span);
}

// One pixel per work-item; the NDRange is rounded up, and work-items outside of the image return.
// With one channel, red, green and blue change by as much as luma does.  Their differences, which
// make the hue (Cb and Cr), stay as they are, unless one of the three is cut at 0 or 255.
kernel void image_equalize_apply(write_only image2d_t out, read_only image2d_t image,
                                 global const uchar *restrict table)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x >= get_image_width(image) || at.y >= get_image_height(image)) return;

    uint4 pixel = read_imageui(image, PIXEL, at);
    if (CHANNELS == 1) {
        uint old = luma(pixel);
        int change = (int)table[old] - (int)old;
        pixel.xyz = convert_uint3(convert_uchar3_sat(convert_int3(pixel.xyz) + change));
    } else {
        pixel.x = table[pixel.x];
        pixel.y = table[VALUES + pixel.y];
        pixel.z = table[2 * VALUES + pixel.z];
    }
    write_imageui(out, at, pixel);
}
