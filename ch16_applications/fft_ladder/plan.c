// SPDX-License-Identifier: MIT

#include "plan.h"

#include "rows.h"

bool is_by_rows(const problem *p)
{
    return p->n <= LANES * MOST_ROW;
}

// The neighbours of a tile: as many as fit, at most all columns of a row, or all rows.
static size_t columns_of(const launch *l, const problem *p)
{
    const size_t most = l->stride > 1 ? l->stride : p->rows;
    size_t columns = 1;
    while (2 * columns <= most && 2 * columns * l->length <= p->tile &&
           2 * columns * l->length / l->each <= p->items)
        columns *= 2;
    return columns;
}

// The most numbers of a launch's spectra.
static size_t longest(const problem *p, int variant)
{
    if (variant == REGISTERS) return p->each;
    if (variant == VECTORS) return MOST_COLUMN;
    const size_t most = ocl_smaller(p->tile, p->each * p->items);
    return variant == FOUR_STEP && p->n > most && most >= 2 * NARROW ? most / NARROW : most;
}

size_t plan_launches(launch *launches, const problem *p, int variant)
{
    const bool is_one = variant == VECTORS && is_by_rows(p);
    const size_t all = is_one ? p->bits - log_2(LANES) : p->bits;
    const size_t count = all == 0 || is_one ? 1 : ocl_divide_up(all, log_2(longest(p, variant)));
    for (size_t i = 0; i < count; i++) {    // each has its share of the bits
        const size_t done = all * i / count, bits = all * (i + 1) / count - done;
        launch *l = &launches[i];
        *l = (launch){ .length = (size_t)1 << bits, .before = (size_t)1 << done, .columns = 1 };
        l->stride = p->n / l->length;
        l->each = variant == REGISTERS ? l->length : ocl_smaller(p->each, l->length);
        if (variant == VECTORS) l->each = 8;
        const size_t each_bits = log_2(l->each), rest = each_bits == 0 ? 0 : bits % each_bits;
        l->first = rest == 0 ? l->each : (size_t)1 << rest;
        if (variant == FOUR_STEP) l->columns = columns_of(l, p);
    }
    return count;
}

size_t tile_for(cl_device_id device, size_t wanted)
{
    cl_ulong room;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof room, &room, NULL));
    size_t tile = wanted;
    while (tile > 1 && (tile + tile / 16) * sizeof(cl_float2) > room)
        tile /= 2;
    return tile;
}
