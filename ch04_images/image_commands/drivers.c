// SPDX-License-Identifier: MIT

#include "drivers.h"

bool image_fill_left_out(cl_device_id device, ocl_report *report, const image_kind *kind)
{
    const bool crashes =
        ocl_known_platform(device) == OCL_POCL && kind == &IMAGE_KINDS[KIND_1D_BUFFER];
    if (crashes) ocl_report_note(report, "%s: filled: left out, PoCL 3.1 crashes", kind->name);
    return crashes;
}

bool image_parts_left_out(cl_device_id device, ocl_report *report, const image_kind *kind)
{
    const bool wrong = ocl_known_platform(device) & OCL_POCL_REMOTE;
    if (wrong)
        ocl_report_note(report, "%s: mapped: all of it, PoCL-Remote maps parts wrongly",
                        kind->name);
    return wrong;
}

bool image_fill_without_colour_runs(cl_device_id device, ocl_report *report)
{
    const bool runs = !ocl_is_intel_for_windows(device);
    if (!runs)
        ocl_report_note(report, "a fill without a colour: left out, Intel's runtime for Windows "
                                "ends the program");
    return runs;
}
