// SPDX-License-Identifier: MIT

#include "host.h"

// Oclgrind ignores the pitches of host memory.  NVIDIA's driver ignores the slice pitch of memory
// that the image is to use.
static ocl_rect choose_layout(cl_device_id device, const image_box *box, cl_mem_flags flags)
{
    const unsigned platform = ocl_known_platform(device);
    const size_t pixel = box->pixel_bytes;
    const bool gaps = platform != OCL_OCLGRIND;
    const bool slice_gaps = gaps && !(platform == OCL_NVIDIA && flags & CL_MEM_USE_HOST_PTR);
    ocl_rect layout = { .row_pitch = box->kind->from_buffer
                                         ? image_box_buffer_pitch(device, box)
                                         : (box->extent[0] + (gaps ? 3 : 0)) * pixel };
    const size_t more = box->kind->axes == 3 && slice_gaps ? 2 : 0;
    layout.slice_pitch = (box->extent[1] + more) * layout.row_pitch;
    return layout;
}

image_host image_host_new(const ocl_env *env, const image_box *box, cl_mem_flags flags)
{
    const image_part all = image_box_all(box);
    image_host host = { .layout = choose_layout(env->device, box, flags) };
    host.bytes = ocl_rect_room(host.layout, all.size);
    host.data = ocl_alloc(host.bytes);
    ocl_rect_copy(host.data, host.layout, box->ref, all.place, all.size);

    // A 1-D image of a buffer has no rows, and no image of a buffer has slices.
    host.pitches = image_box_pitches(box, host.layout);
    if (box->kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) host.pitches.row = 0;
    if (box->kind->from_buffer) host.pitches.slice = 0;
    return host;
}
