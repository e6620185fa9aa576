// SPDX-License-Identifier: MIT
//
// A network reads digits of 8 x 8 pixels.  One work-item per digit.
//
//     hidden = min(255, max(0, sum of weight * pixel + bias) >> SHIFT)    of each hidden unit
//     score  = sum of weight * hidden + bias                              of each digit 0 to 9
//
// Pixels and hidden units are unsigned bytes, weights are signed ones, four of them in a word.
//
// HIDDEN    hidden units, a multiple of 4
// SHIFT     what makes a hidden sum fit into a byte
//
// The host defines one of these, for the sums of four products:
//
// MULTIPLICATIONS    by hand, for every device
// CHAR4, PACKED      functions of cl_khr_integer_dot_product

#if !defined(HIDDEN) || !defined(SHIFT)
#error "the host must build this file with -DHIDDEN=<hidden units> -DSHIFT=<bits>"
#endif

#define PIXEL_WORDS  16
#define HIDDEN_WORDS (HIDDEN / 4)
#define DIGITS       10

// The sum of four products.
int dot_us(uint a, uint b)
{
#if defined(MULTIPLICATIONS)
    uchar4 x = as_uchar4(a);
    char4 y = as_char4(b);
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
#elif defined(CHAR4)
    return dot(as_uchar4(a), as_char4(b));
#elif defined(PACKED)
    return dot_4x8packed_us_int(a, b);
#else
#error "the host must build this file with -DMULTIPLICATIONS, -DCHAR4 or -DPACKED"
#endif
}

// Word w of image i is pixels[w * n + i]: neighbours read neighbouring words.  `first` has
// PIXEL_WORDS words per hidden unit, `second` HIDDEN_WORDS per digit.  scores[k * n + i] is the
// score of digit k.
kernel void digits_read(global int *restrict scores, global const uint *restrict pixels,
                        constant uint *first, constant int *first_bias, constant uint *second,
                        constant int *second_bias, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint image[PIXEL_WORDS], hidden[HIDDEN_WORDS];
#pragma unroll
    for (int w = 0; w < PIXEL_WORDS; w++)
        image[w] = pixels[(size_t)w * n + i];

    for (int h = 0; h < HIDDEN_WORDS; h++) {
        hidden[h] = 0;
#pragma unroll
        for (int byte = 0; byte < 4; byte++) {
            int unit = 4 * h + byte, sum = first_bias[unit];
#pragma unroll
            for (int w = 0; w < PIXEL_WORDS; w++)
                sum += dot_us(image[w], first[unit * PIXEL_WORDS + w]);
            hidden[h] |= (uint)min(255, max(0, sum) >> SHIFT) << (8 * byte);
        }
    }

    for (int k = 0; k < DIGITS; k++) {
        int sum = second_bias[k];
#pragma unroll
        for (int h = 0; h < HIDDEN_WORDS; h++)
            sum += dot_us(hidden[h], second[k * HIDDEN_WORDS + h]);
        scores[(size_t)k * n + i] = sum;
    }
}
