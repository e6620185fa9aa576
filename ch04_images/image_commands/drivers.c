// SPDX-License-Identifier: MIT

#include "drivers.h"

const char *const IMAGE_COMMANDS[COMMAND_COUNT] = {
    [FILL] = "filled",
    [WRITE_AND_READ] = "written and read",
    [MAP] = "mapped",
    [TO_BUFFER] = "to a buffer and back",
    [COPY] = "copied to other kinds",
};

const char *image_command_fault(cl_device_id device, const image_kind *kind, image_command command)
{
    const unsigned platform = ocl_known_platform(device);
    if (platform == OCL_POCL && kind == &IMAGE_KINDS[KIND_1D_BUFFER]) {
        if (command == FILL || command == TO_BUFFER) return "PoCL 3.1 crashes";
        if (command == COPY) return "PoCL 3.1 refuses";
    }
    if (platform == OCL_NVIDIA && kind == &IMAGE_KINDS[KIND_1D_ARRAY]) {
        if (command == TO_BUFFER) return "NVIDIA's driver refuses";
        if (command == COPY) return "NVIDIA's driver refuses some copies and spoils others";
    }
    return NULL;
}

bool image_command_left_out(cl_device_id device, ocl_report *report, const image_kind *kind,
                            image_command command)
{
    const char *fault = image_command_fault(device, kind, command);
    if (fault)
        ocl_report_note(report, "%s: %s: left out, %s", kind->name, IMAGE_COMMANDS[command], fault);
    return fault != NULL;
}

bool image_copy_left_out(cl_device_id device, ocl_report *report, const image_box *from,
                         const image_box *to)
{
    if (image_command_fault(device, to->kind, COPY)) return true;    // `to` has a note
    const bool rows = from->kind == &IMAGE_KINDS[KIND_1D_ARRAY];
    const bool fault = rows && to->kind->axes > 1 && !to->buffer &&
                       ocl_known_platform(device) & (OCL_RUSTICL | OCL_RUSTICL_26);
    if (fault)
        ocl_report_note(report, "%s: not copied to %s, rusticl writes the rows elsewhere",
                        from->kind->name, to->kind->name);
    return fault;
}

size_t pixels_offset(cl_device_id device, size_t offset)
{
    return ocl_known_platform(device) & (OCL_RUSTICL | OCL_RUSTICL_26) ? 0 : offset;
}
