// SPDX-License-Identifier: MIT

#include "jpeg_band.h"

// Rows of MCUs that stay in a core's cache; parts of the picture for a GPU.
enum { CPU_BAND = 5, GPU_BANDS = 8 };

jpeg_piece jpeg_band_piece(const jpeg_component *c, uint32_t first, uint32_t rows)
{
    const size_t row = JPEG_BLOCK * (size_t)c->blocks_x * c->v;
    return (jpeg_piece){ .at = JPEG_BLOCK * (size_t)c->first_block + row * first,
                         .count = row * rows };
}

uint32_t jpeg_band_rows(const ocl_env *env, const jpeg_file *file, size_t wanted)
{
    if (wanted == 0) wanted = ocl_is_cpu(env->device) ? CPU_BAND : file->mcus_y / GPU_BANDS + 1;
    return wanted < file->mcus_y ? (uint32_t)wanted : file->mcus_y;
}
