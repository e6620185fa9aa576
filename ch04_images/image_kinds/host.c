// SPDX-License-Identifier: MIT

#include "host.h"

// Host memory has gaps where the driver uses its pitches.
static ocl_rect choose_layout(cl_device_id device, const image_box *box, cl_mem_flags flags)
{
    const size_t pixel = box->pixel_bytes;
    const bool gaps = !ocl_known_fault(device, "pitches of host memory") &&
                      !ocl_known_fault(device, "pitches of host memory for an image");
    const bool in_use = flags & CL_MEM_USE_HOST_PTR;
    const bool slice_gaps =
        gaps && !(in_use && ocl_known_fault(device, "slice pitch of host memory in use"));
    ocl_rect layout = { .row_pitch = box->kind->from_buffer
                                         ? image_box_buffer_pitch(device, box)
                                         : (box->extent[0] + (gaps ? 3 : 0)) * pixel };
    const size_t more = box->kind->axes == 3 && slice_gaps ? 2 : 0;
    layout.slice_pitch = (box->extent[1] + more) * layout.row_pitch;
    return layout;
}

bool image_host_left_out(cl_device_id device, ocl_report *report, const image_kind *kind)
{
    const char *fault = kind->layers ? ocl_known_fault(device, "layers of host memory") : NULL;
    if (fault) ocl_report_note(report, "%s: left out, this driver %s", kind->name, fault);
    return fault;
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
