// SPDX-License-Identifier: MIT

#include "plan.h"

enum {
    PART_TILE_BITS = 10,            // 2^10 tiles are a part: 32 MiB with the largest tiles
    MOST_STEPS = 32 * 31 / 2 + 1    // of a part, or of all keys
};

// Keys from `first` to end - 1; `first` is a multiple of the largest block.
typedef struct {
    size_t first, end;
} range;

// Blocks of 2^bits keys that the range has or begins.
static size_t blocks_of(range keys, size_t bits)
{
    return ocl_divide_up(keys.end, (size_t)1 << bits) - (keys.first >> bits);
}

static bitonic_step tile_step(const bitonic_sizes *sizes, int kernel, range keys)
{
    return (bitonic_step){ .kernel = kernel,
                           .stride_bits = (cl_uint)sizes->tile_bits,
                           .offset = keys.first >> sizes->tile_bits,
                           .items = blocks_of(keys, sizes->tile_bits) };
}

// Stage s makes sorted blocks of 2^s keys.  Its first passes have strides that a tile does not
// hold.  The last of these launches may also do passes of smaller strides: the tiles get the rest.
static size_t plan_stage(bitonic_step *steps, const bitonic_sizes *sizes, range keys, size_t stage)
{
    size_t count = 0;
    cl_uint stride_bits = (cl_uint)stage;
    for (cl_uint flip = 1; stride_bits > sizes->tile_bits; flip = 0) {
        const size_t first = keys.first >> stride_bits, blocks = blocks_of(keys, stride_bits);
        stride_bits -= (cl_uint)sizes->passes;
        const size_t set_bits = stride_bits - sizes->lane_bits;    // 2^set_bits sets per block
        steps[count++] = (bitonic_step){ .kernel = BITONIC_MERGE,
                                         .stride_bits = stride_bits,
                                         .flip = flip,
                                         .offset = first << set_bits,
                                         .items = blocks << set_bits };
    }
    steps[count] = tile_step(sizes, BITONIC_MERGE_TILE, keys);
    steps[count++].stride_bits = stride_bits;
    return count;
}

// All stages that sort a part.
static size_t plan_part(bitonic_step *steps, const bitonic_sizes *sizes, range keys)
{
    size_t count = 0;
    steps[count] = tile_step(sizes, BITONIC_SORT_TILE, keys);
    steps[count++].reads_input = true;
    const size_t n = keys.end - keys.first, last = sizes->tile_bits + PART_TILE_BITS;
    for (size_t stage = sizes->tile_bits + 1; stage <= last && n > (size_t)1 << (stage - 1);
         stage++)
        count += plan_stage(steps + count, sizes, keys, stage);
    return count;
}

bitonic_plan bitonic_make_plan(const bitonic_sizes *sizes, size_t n)
{
    const size_t part_bits = sizes->tile_bits + PART_TILE_BITS, part = (size_t)1 << part_bits;
    const size_t parts = ocl_divide_up(n, part);
    bitonic_plan plan = { .steps = ocl_alloc((parts + 1) * MOST_STEPS * sizeof *plan.steps) };
    for (size_t first = 0; first < n; first += part) {
        const range keys = { first, ocl_smaller(first + part, n) };
        plan.count += plan_part(plan.steps + plan.count, sizes, keys);
    }

    const range all = { 0, n };
    for (size_t stage = part_bits + 1; n > (size_t)1 << (stage - 1); stage++)
        plan.count += plan_stage(plan.steps + plan.count, sizes, all, stage);
    return plan;
}
