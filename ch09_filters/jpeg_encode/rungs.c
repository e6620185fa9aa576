// SPDX-License-Identifier: MIT

#include "rungs.h"

const jpeg_forward_rung JPEG_FORWARD_RUNGS[JPEG_FORWARD_COUNT] = {
    { .name = "direct",
      .samples = "jpeg_samples",
      .columns = 1,
      .dct = "jpeg_dct_direct",
      .items = 64 },
    { .name = "separable",
      .samples = "jpeg_samples",
      .columns = 1,
      .dct = "jpeg_dct_separable",
      .items = 8 },
    { .name = "fast",
      .samples = "jpeg_samples",
      .columns = 1,
      .dct = "jpeg_dct_fast",
      .items = 8,
      .in_integers = true },
    { .name = "wide",
      .samples = "jpeg_samples_wide",
      .columns = 8,
      .dct = "jpeg_dct_wide",
      .items = 8,
      .fast_file = true,
      .in_integers = true },
    { .name = "vector",
      .samples = "jpeg_samples_rows",
      .dct = "jpeg_dct_vector",
      .fast_file = true,
      .in_integers = true },
};

const jpeg_forward_rung *jpeg_forward_best(const ocl_env *env)
{
    return &JPEG_FORWARD_RUNGS[ocl_is_cpu(env->device) ? JPEG_FORWARD_VECTOR : JPEG_FORWARD_WIDE];
}

cl_program jpeg_forward_build(const ocl_env *env, bool fast_file)
{
    return ocl_build(env, fast_file ? "jpeg_encode_fast.cl" : "jpeg_encode.cl", "-DBLOCKS=%zu",
                     jpeg_group_blocks(env));
}

jpeg_range jpeg_samples_range(const ocl_env *env, cl_kernel samples, const jpeg_forward_rung *rung,
                              const jpeg_file *frame, uint32_t rows)
{
    if (rung->columns == 0)
        return (jpeg_range){ .global = { 8 * rows, 1, 1 }, .local = { 1, 1, 1 } };
    // The first component is the largest one.
    const jpeg_component *c = &frame->components[0];
    const size_t width = 8 * (size_t)c->blocks_x / rung->columns, height = 8 * (size_t)rows;
    const size_t local = ocl_local_size(samples, env->device, rung->columns > 1 ? 32 : 64);
    if (rung->columns > 1)    // all components' samples
        return (jpeg_range){ .global = { ocl_round_up(width, local), height, 1 },
                             .local = { local, 1, 1 } };
    return (jpeg_range){ .global = { ocl_round_up(width, local), c->v * height, frame->count },
                         .local = { local, 1, 1 } };
}

ocl_range_2d jpeg_dct_range(const ocl_env *env, cl_kernel dct, const jpeg_forward_rung *rung,
                            const jpeg_file *frame, uint32_t rows)
{
    const jpeg_component *c = &frame->components[0];
    const size_t block_rows = (size_t)c->v * rows;
    const size_t items = rung->items ? block_rows * c->blocks_x * rung->items : block_rows;
    const size_t local = rung->items ? ocl_local_size(dct, env->device, JPEG_GROUP) : 1;
    return (ocl_range_2d){ .global = { ocl_round_up(items, local), frame->count },
                           .local = { local, 1 } };
}
