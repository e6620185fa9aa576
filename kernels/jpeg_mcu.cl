// SPDX-License-Identifier: MIT
//
// From the coefficients of a JPEG file to its pixels, one work-item per MCU.
//
//     coefficients of an MCU                 samples, private              pixels
//     +----+----+----+----+----+----+
//     | Y0 | Y1 | Y2 | Y3 | Cb | Cr |  --->  6 blocks of 8 x 8  --->  16 x 16, with 4:2:0
//     +----+----+----+----+----+----+
//
// A work-item multiplies its coefficients by their steps, makes samples of them, and pixels of the
// samples.  jpeg_component.h describes a component.
//
// The host sets:
//
//   BLOCKS    blocks of an MCU: the sum of h * v of all components
//   COLOUR    what the components are: see jpeg_colour.h

#ifndef BLOCKS
#error "the host must build this file with -DBLOCKS="
#endif

#include "jpeg_colour.h"
#include "jpeg_cosines.h"

// The samples of a block.  First all rows are transformed, then all columns.
void inverse_dct(uchar *samples, global const short *block, constant ushort *steps)
{
    float rows[8][8];    // [v][x]
    for (int v = 0; v < 8; v++)
        for (int x = 0; x < 8; x++) {
            float sum = 0.0f;
            for (int u = 0; u < 8; u++)
                sum += DEQUANTISE(block[8 * v + u], steps[8 * v + u]) * COSINES[u][x];
            rows[v][x] = sum;
        }
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
            float sum = 0.0f;
            for (int v = 0; v < 8; v++)
                sum += rows[v][x] * COSINES[v][y];
            // The nearest integer: floor, because a conversion to int cuts off towards 0.
            samples[8 * y + x] = (uchar)clamp((int)floor(sum + 0.5f) + 128, 0, 255);
        }
}

// Dimension 0 has the columns of MCUs, dimension 1 the rows.
kernel void jpeg_mcu(global uint *restrict pixels, global const short *restrict coefficients,
                     constant component *components, uint count, uint width, uint height,
                     uint h_max, uint v_max, uint inverted)
{
    const uint column = get_global_id(0), row = get_global_id(1);

    // All blocks of the MCU; those of component i begin at samples[first[i]].
    uchar samples[BLOCKS][64];
    uint first[4], n = 0;
    for (uint i = 0; i < count; i++) {
        constant component *const c = components + i;
        first[i] = n;
        for (uint y = row * c->v; y < (row + 1) * c->v; y++)
            for (uint x = column * c->h; x < (column + 1) * c->h; x++) {
                const size_t block = c->first_block + (size_t)y * c->blocks_x + x;
                inverse_dct(samples[n++], coefficients + 64 * block, c->quantisation);
            }
    }

    // All pixels of the MCU.  The last MCUs are larger than what is left of the picture.
    for (uint y = 0; y < 8 * v_max; y++)
        for (uint x = 0; x < 8 * h_max; x++) {
            const uint pixel_x = 8 * h_max * column + x, pixel_y = 8 * v_max * row + y;
            if (pixel_x >= width || pixel_y >= height) continue;
            float s[4] = { 0.0f };    // a sample of each component, which several pixels may share
            for (uint i = 0; i < count; i++) {
                constant component *const c = components + i;
                const uint sx = x * c->h / h_max, sy = y * c->v / v_max;
                s[i] = samples[first[i] + sy / 8 * c->h + sx / 8][sy % 8 * 8 + sx % 8];
            }
            pixels[(size_t)pixel_y * width + pixel_x] = pixel_of(s[0], s[1], s[2], s[3], inverted);
        }
}
