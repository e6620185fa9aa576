// SPDX-License-Identifier: MIT

#include "drivers.h"

// What the driver does wrong; NULL: nothing.
static const char *buffer_fault(cl_device_id device, const image_kind *kind)
{
    const unsigned platform = ocl_known_platform(device);
    if (platform == OCL_POCL && kind == &IMAGE_KINDS[KIND_1D_BUFFER]) return "PoCL 3.1 crashes";
    if (platform == OCL_NVIDIA && kind == &IMAGE_KINDS[KIND_1D_ARRAY])
        return "NVIDIA's driver refuses";
    return NULL;
}

static const char *copies_fault(cl_device_id device, const image_kind *kind)
{
    const unsigned platform = ocl_known_platform(device);
    if (platform == OCL_POCL && kind == &IMAGE_KINDS[KIND_1D_BUFFER]) return "PoCL 3.1 refuses";
    if (platform == OCL_NVIDIA && kind == &IMAGE_KINDS[KIND_1D_ARRAY])
        return "NVIDIA's driver refuses some copies and spoils others";
    return NULL;
}

bool image_buffer_left_out(cl_device_id device, ocl_report *report, const image_kind *kind)
{
    const char *fault = buffer_fault(device, kind);
    if (fault) ocl_report_note(report, "%s: to a buffer and back: left out, %s", kind->name, fault);
    return fault != NULL;
}

bool image_copies_left_out(cl_device_id device, ocl_report *report, const image_kind *kind)
{
    const char *fault = copies_fault(device, kind);
    if (fault)
        ocl_report_note(report, "%s: copied to other kinds: left out, %s", kind->name, fault);
    return fault != NULL;
}

bool image_copy_left_out(cl_device_id device, ocl_report *report, const image_box *from,
                         const image_box *to)
{
    if (copies_fault(device, to->kind)) return true;    // `to` has a note
    const bool rows = from->kind == &IMAGE_KINDS[KIND_1D_ARRAY];
    const bool fault = rows && to->kind->axes > 1 && !to->buffer &&
                       ocl_known_platform(device) & (OCL_RUSTICL | OCL_RUSTICL_26);
    if (fault)
        ocl_report_note(report, "%s: not copied to %s, rusticl writes the rows elsewhere",
                        from->kind->name, to->kind->name);
    return fault;
}

size_t image_copy_offset(cl_device_id device, size_t offset)
{
    return ocl_known_platform(device) & (OCL_RUSTICL | OCL_RUSTICL_26) ? 0 : offset;
}
