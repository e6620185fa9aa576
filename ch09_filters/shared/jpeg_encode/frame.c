// SPDX-License-Identifier: MIT

#include "jpeg_encode.h"

#include "tables.h"

const char *const JPEG_SAMPLINGS[] = { "420", "422", "444", "grey", NULL };

static uint32_t divide_up(uint32_t n, uint32_t by)
{
    return (n + by - 1) / by;
}

jpeg_file jpeg_frame(uint32_t width, uint32_t height, const jpeg_encoding *encoding)
{
    const bool grey = encoding->sampling == JPEG_GREY_ONLY;
    jpeg_file f = { .width = width,
                    .height = height,
                    .h_max = encoding->sampling <= JPEG_422 ? 2 : 1,
                    .v_max = encoding->sampling == JPEG_420 ? 2 : 1,
                    .colour = grey ? JPEG_GREY : JPEG_YCBCR,
                    .count = grey ? 1 : 3,
                    .tables = grey ? 2 : 4,
                    .scan_count = 1 };
    f.mcus_x = divide_up(width, 8 * f.h_max);
    f.mcus_y = divide_up(height, 8 * f.v_max);
    jpeg_scan *scan = &f.scans[0];
    *scan = (jpeg_scan){ .count = (uint8_t)f.count,
                         .mcus_x = f.mcus_x,
                         .mcus_y = f.mcus_y,
                         .restart_interval = (uint32_t)encoding->restart };
    for (uint32_t i = 0; i < f.count; i++) {
        const jpeg_kind kind = i == 0 ? JPEG_LUMA : JPEG_CHROMA;
        jpeg_component *c = &f.components[i];
        c->id = (uint8_t)(i + 1);
        c->h = (uint8_t)(i == 0 ? f.h_max : 1);
        c->v = (uint8_t)(i == 0 ? f.v_max : 1);
        c->dc = (uint8_t)(2 * kind);
        c->ac = (uint8_t)(2 * kind + 1);
        c->width = divide_up(width * c->h, f.h_max);
        c->height = divide_up(height * c->v, f.v_max);
        c->blocks_x = f.mcus_x * c->h;
        c->blocks_y = f.mcus_y * c->v;
        c->first_block = f.blocks;
        jpeg_scaled_steps(c->quantisation, kind, (unsigned)encoding->quality);
        f.blocks += c->blocks_x * c->blocks_y;
        scan->components[i] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < f.tables; i++)
        jpeg_standard_huffman(&f.huffman[i], (jpeg_kind)(i / 2), i % 2 == 1);
    return f;
}
