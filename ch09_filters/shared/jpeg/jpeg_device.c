// SPDX-License-Identifier: MIT

#include "jpeg_device.h"

void jpeg_device_components(jpeg_device_component out[JPEG_MAX_COMPONENTS], const jpeg_file *file)
{
    memset(out, 0, JPEG_MAX_COMPONENTS * sizeof *out);
    for (uint32_t i = 0; i < file->count; i++) {
        const jpeg_component *c = &file->components[i];
        out[i] = (jpeg_device_component){ .first_block = c->first_block,
                                          .blocks_x = c->blocks_x,
                                          .h = c->h,
                                          .v = c->v,
                                          .width = c->width,
                                          .height = c->height };
        memcpy(out[i].quantisation, c->quantisation, sizeof out[i].quantisation);
    }
}

size_t jpeg_group_blocks(const ocl_env *env)
{
    const size_t items = ocl_group_size(env->device, JPEG_GROUP);
    if (items < 8)
        ocl_exit(OCL_EXIT_SKIP, "8 work-items work on a block; this device has %zu in a work-group",
                 items);
    return items / 8;
}

// --- bands

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
