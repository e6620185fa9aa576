// SPDX-License-Identifier: MIT

#include "jpeg_rungs.h"

const jpeg_rung JPEG_RUNGS[JPEG_RUNG_COUNT] = {
    { .name = "direct",
      .idct = "jpeg_idct_direct",
      .colour = "jpeg_colour",
      .file = "jpeg_decode.cl",
      .items = 64 },
    { .name = "separable",
      .idct = "jpeg_idct_separable",
      .colour = "jpeg_colour",
      .file = "jpeg_decode.cl",
      .items = 8 },
    { .name = "fast",
      .idct = "jpeg_idct_fast",
      .colour = "jpeg_colour",
      .file = "jpeg_decode.cl",
      .items = 8 },
    { .name = "vector",
      .idct = "jpeg_idct_vector",
      .colour = "jpeg_colour_rows",
      .file = "jpeg_decode_fast.cl",
      .rows = true },
};

const jpeg_rung *jpeg_best_rung(const ocl_env *env)
{
    return &JPEG_RUNGS[ocl_is_cpu(env->device) ? JPEG_VECTOR : JPEG_FAST];
}

cl_program jpeg_rung_build(const ocl_env *env, const jpeg_rung *rung, int level, jpeg_colour colour)
{
    return ocl_build(env, rung->file, "-DLEVEL=%d -DBLOCKS=%zu -DCOLOUR=%d", level,
                     jpeg_group_blocks(env), (int)colour);
}

ocl_range_2d jpeg_idct_range(const ocl_env *env, cl_kernel idct, const jpeg_rung *rung,
                             const jpeg_file *file, uint32_t rows)
{
    size_t most = 0;
    for (uint32_t i = 0; i < file->count; i++) {
        const jpeg_component *c = &file->components[i];
        const size_t block_rows = (size_t)c->v * rows;
        const size_t items = rung->items ? block_rows * c->blocks_x * rung->items : block_rows;
        if (items > most) most = items;
    }
    const size_t local = rung->items ? ocl_local_size(idct, env->device, JPEG_GROUP) : 1;
    return (ocl_range_2d){ .global = { ocl_round_up(most, local), file->count },
                           .local = { local, 1 } };
}

ocl_range_2d jpeg_colour_range(const ocl_env *env, cl_kernel colour, const jpeg_rung *rung,
                               const jpeg_file *file, uint32_t rows)
{
    const size_t height = 8 * (size_t)file->v_max * rows;
    const size_t local = ocl_local_size(colour, env->device, 64);
    if (rung->rows) return (ocl_range_2d){ .global = { height, 1 }, .local = { 1, 1 } };
    return (ocl_range_2d){ .global = { ocl_round_up(file->width, local), height },
                           .local = { local, 1 } };
}
