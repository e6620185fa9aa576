// SPDX-License-Identifier: MIT

#include "drivers.h"

enum { SHORT_MS = 200 };    // for a callback that may never come

bool driver_calls_late_callbacks(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}

void report_failure(ocl_report *report, cl_device_id device, callback_log *log, double start)
{
    const unsigned platform = ocl_known_platform(device);
    if (!(platform & (OCL_POCL | OCL_POCL_6))) callback_log_await(log, 1);
    if (!callback_log_came(log, 1, 1e6 * SHORT_MS)) {
        ocl_report_note(report, "this driver does not call the callbacks of terminated commands");
        return;
    }
    callback_log_report(report, log, 1, start);
    if (platform & (OCL_NVIDIA | OCL_POCL_7))
        ocl_report_note(report, "this driver says that a terminated command is complete");
    else
        ocl_report_result(report, "a terminated command",
                          ocl_verify_equal("told an error", log->call[0].status < 0, true));
}
