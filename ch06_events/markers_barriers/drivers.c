// SPDX-License-Identifier: MIT

#include "drivers.h"

void require_out_of_order(cl_device_id device)
{
    if (!(ocl_device_number(device, CL_DEVICE_QUEUE_PROPERTIES) &
          CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        ocl_exit(OCL_EXIT_SKIP, "this device has no out-of-order queues: an in-order queue needs "
                                "neither markers nor barriers");
}

bool driver_waits_for_events(const ocl_env *env, ocl_report *report, const char *variant)
{
    static const char lacking[] = "this driver lacks clEnqueueWaitForEvents";
    const unsigned lacks = OCL_POCL | OCL_POCL_6 | OCL_POCL_7 | OCL_RUSTICL | OCL_RUSTICL_26;
    if (!(ocl_known_platform(env->device) & lacks)) return true;
    if (env->options->variant && strcmp(env->options->variant, variant) == 0)
        ocl_exit(OCL_EXIT_SKIP, "%s", lacking);
    ocl_report_note(report, "%s is left out: %s", variant, lacking);
    return false;
}
