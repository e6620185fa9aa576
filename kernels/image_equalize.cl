// SPDX-License-Identifier: MIT
//
// Equalises the histogram of a picture in four steps, a kernel each.  What one leaves in the device's memory
// the next one takes; VALUES entries a channel:
//
//     count   counts[channel][value]   how many pixels have the value
//     scan    cdf[channel][value]      how many have it or a lower one
//             least[channel]           how many have the lowest value that there is
//     table   table[channel][value]    what takes its place
//     apply   another picture
//
// With -DCHANNELS=3 red, green and blue are equalised, each on its own; with -DCHANNELS=1 luma is.

#if !defined(CHANNELS) || (CHANNELS != 1 && CHANNELS != 3)
#error "the host must build this file with -DCHANNELS=1 or -DCHANNELS=3"
#endif

#define VALUES 256

// Whole pixels as they are, and none beyond an edge.
constant sampler_t PIXEL = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

// Rec. ITU-R BT.601, rounded to the nearest.
uint luma(uint4 pixel)
{
    return (299 * pixel.x + 587 * pixel.y + 114 * pixel.z + 500) / 1000;
}

// What there is to count in a pixel, CHANNELS values.
uint4 channels_of(uint4 pixel)
{
    return CHANNELS == 1 ? (uint4)(luma(pixel)) : pixel;
}

// A work-item counts every pixel that is a whole number of NDRanges to the right of its own place, or below
// it; a work-group counts in local memory and adds its sums to counts, which were 0.
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

// A work-group, of any size, for each channel.  After the step with distance d, each sum is that of the 2 d
// counts up to its own (Hillis and Steele, "Data Parallel Algorithms", CACM, 1986).  A step reads one row
// and writes the other: nobody overwrites what a neighbour has yet to read.  Leaves counts 0 for the next
// picture.
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

    for (uint value = item; value < VALUES; value += items) {    // the work-item's own sums
        uint sum = sums[from][value];
        if (counts[value] > 0 && counts[value] == sum) least[channel] = sum;
        cdf[value] = sum;
        counts[value] = 0;
    }
}

// A work-item for each entry.  n pixels; of span of them the value is not the lowest.  The lowest becomes 0,
// the highest 255, the others by their rank: round(255 * rank / span), halves up.  Where all pixels have one
// value it stays.
kernel void image_equalize_table(global uchar *restrict table, global const uint *restrict cdf,
                                 global const uint *restrict least, uint n)
{
    size_t at = get_global_id(0), channel = at / VALUES, value = at % VALUES;
    ulong span = n - least[channel];
    ulong rank = sub_sat(cdf[at], least[channel]);    // values below the lowest: 0
    table[at] = span == 0 ? value : (2 * 255 * rank + span) / (2 * span);
}

// One pixel; work-items past an edge have none.  Luma changes by as much as red, green and blue do: their
// differences, which make the hue (Cb and Cr), stay, unless one of them reaches 0 or 255.
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
