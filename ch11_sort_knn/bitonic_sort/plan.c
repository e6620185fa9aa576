// SPDX-License-Identifier: MIT

#include "bitonic_sort/plan.h"

enum { MOST_STEPS = 32 * 31 / 2 + 1 };    // of a part, or of all keys

// Keys from `first` to end - 1; `first` is a multiple of the largest block.
typedef struct {
    size_t first, end;
} range;

// Blocks of 2^bits keys that the range has or begins.
static size_t blocks_of(range keys, size_t bits)
{
    return ocl_divide_up(keys.end, (size_t)1 << bits) - (keys.first >> bits);
}

static bitonic_step tile_step(const bitonic_form *form, int kernel, range keys, cl_uint bits)
{
    return (bitonic_step){ .kernel = kernel,
                           .bits = bits,
                           .offset = keys.first >> form->tile_bits,
                           .items = blocks_of(keys, form->tile_bits) };
}

// Stage s makes sorted blocks of 2^s keys.  Its first passes have strides that a tile does not
// hold.
static size_t plan_stage(bitonic_step *steps, const bitonic_form *form, range keys, size_t stage)
{
    size_t count = 0;
    cl_uint bits = (cl_uint)stage;
    for (cl_uint flip = 1; bits > form->tile_bits; flip = 0) {
        const size_t first = keys.first >> bits, blocks = blocks_of(keys, bits);
        bits -= (cl_uint)form->passes;
        const size_t set_bits = bits - form->lane_bits;
        steps[count++] = (bitonic_step){ .kernel = BITONIC_MERGE,
                                         .bits = bits,
                                         .flip = flip,
                                         .offset = first << set_bits,
                                         .items = blocks << set_bits };
    }
    if (form->tile_bits > 0) steps[count++] = tile_step(form, BITONIC_MERGE_TILE, keys, bits);
    return count;
}

static size_t plan_part(bitonic_step *steps, const bitonic_form *form, range keys)
{
    size_t count = 0;
    if (form->tile_bits > 0) steps[count++] = tile_step(form, BITONIC_SORT_TILE, keys, 0);
    for (size_t stage = form->tile_bits + 1;
         stage == 1 ||
         (stage <= form->part_bits && keys.end - keys.first > (size_t)1 << (stage - 1));
         stage++)
        count += plan_stage(steps + count, form, keys, stage);
    steps[0].reads_input = true;
    return count;
}

bitonic_plan bitonic_make_plan(const bitonic_form *form, size_t n)
{
    const size_t part = (size_t)1 << form->part_bits, parts = ocl_divide_up(n, part);
    bitonic_plan plan = { .steps = ocl_alloc((parts + 1) * MOST_STEPS * sizeof *plan.steps) };
    for (size_t first = 0; first < n; first += part) {
        const range keys = { first, ocl_smaller(first + part, n) };
        plan.count += plan_part(plan.steps + plan.count, form, keys);
    }
    const range all = { 0, n };
    for (size_t stage = form->part_bits + 1; n > (size_t)1 << (stage - 1); stage++)
        plan.count += plan_stage(plan.steps + plan.count, form, all, stage);
    return plan;
}
