// SPDX-License-Identifier: MIT
//
// source - where a block is, and which samples it is made from.
//
// The last MCUs may have blocks without a sample of the picture.  Such a block gets the DC
// coefficient of the nearest block of its MCU that has samples, and no other coefficients: it costs
// few bits, and nobody sees it.

#include "jpeg_component.h"

// Column and row of the component's block i of the rows of MCUs from row first_row on.
uint2 place_of(constant component *c, uint first_row, size_t i)
{
    return (uint2)(i % c->blocks_x, first_row * c->v + i / c->blocks_x);
}

// Whether block (x, y) of a component has samples of the picture.
bool has_samples(constant component *c, uint2 place)
{
    return 8 * place.x < c->width && 8 * place.y < c->height;
}

// The first sample of the block that block (x, y) is made from.
global const uchar *source_of(global const uchar *samples, constant component *c, uint2 place)
{
    const uint2 last = (uint2)((c->width - 1) / 8, (c->height - 1) / 8);
    if (place.y > last.y) place.x = place.x / c->h * c->h + c->h - 1;
    const uint2 source = min(place, last);
    return samples + 64 * (size_t)c->first_block +
           8 * ((size_t)source.y * 8 * c->blocks_x + source.x);
}
