// SPDX-License-Identifier: MIT

#include "info.h"

// A pitch is the driver's choice, but a row must fit its pitch, and a slice (or an image of an
// array) its own.
static bool fits(size_t pitch, size_t bytes)
{
    return bytes > 0 ? pitch >= bytes : pitch == 0;
}

ocl_result image_info_verify(cl_device_id device, const image_box *box, const image_info *info)
{
    const image_kind *kind = box->kind;
    const size_t row = box->extent[0] * box->pixel_bytes;
    const size_t slice = kind->axes == 3 ? row * box->extent[1] : kind->layers ? row : 0;
    const bool excused = box->buffer && info->row_pitch == 0 &&
                         ocl_known_fault(device, "row pitch of an image of a buffer");
    const bool slices = kind->axes == 2 &&
                        info->slice_pitch == (kind->layers ? 0 : info->row_pitch * info->height) &&
                        ocl_known_fault(device, "slice pitches of images of two dimensions");
    const uint64_t got[] = { info->format.image_channel_order,
                             info->format.image_channel_data_type,
                             info->element_size,
                             info->width,
                             info->height,
                             info->depth,
                             info->array_size,
                             info->mip_levels,
                             info->samples,
                             info->type,
                             (uintptr_t)info->buffer,
                             (uintptr_t)info->associated,
                             excused || fits(info->row_pitch, row),
                             slices || fits(info->slice_pitch, slice) };
    const uint64_t want[] = { CL_RGBA,
                              CL_UNSIGNED_INT8,
                              box->pixel_bytes,
                              box->extent[0],
                              kind->height ? box->extent[1] : 0,
                              kind->depth ? box->extent[2] : 0,
                              kind->layers ? box->extent[kind->axes - 1] : 0,
                              0,
                              0,
                              kind->type,
                              (uintptr_t)box->buffer,
                              (uintptr_t)box->buffer,
                              true,
                              true };
    return ocl_verify_u64("answer of a query", got, want, sizeof got / sizeof got[0]);
}

void image_info_print(ocl_report *report, const image_kind *const *kinds, const image_info *infos,
                      size_t count)
{
    ocl_table table = ocl_table_open(report, "images",
                                     "kind, element size, width, height, depth, array size, "
                                     "row pitch, slice pitch, buffer");
    for (size_t i = 0; i < count; i++)
        ocl_table_row(&table, "%-10s %5zu %6zu %6zu %6zu %10zu %9zu %11zu %6s", kinds[i]->name,
                      infos[i].element_size, infos[i].width, infos[i].height, infos[i].depth,
                      infos[i].array_size, infos[i].row_pitch, infos[i].slice_pitch,
                      infos[i].buffer ? "yes" : NULL);
}
