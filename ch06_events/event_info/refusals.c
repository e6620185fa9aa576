// SPDX-License-Identifier: MIT

#include "refusals.h"

static cl_int ask(cl_event event, cl_event_info query, size_t room)
{
    cl_ulong answer;
    return clGetEventInfo(event, query, room, &answer, NULL);
}

void event_info_refusals(ocl_report *report, cl_device_id device, cl_event event)
{
    const ocl_refusal refusals[] = {
        { .mistake = "no event",
          .got = ask(NULL, CL_EVENT_COMMAND_TYPE, sizeof(char)),
          .want = CL_INVALID_EVENT },
        { .mistake = "less room than the answer needs",
          .got = ask(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(char)),
          .want = CL_INVALID_VALUE },
        { .mistake = "a query for something else",
          .got = ask(event, CL_QUEUE_CONTEXT, sizeof(cl_int)),
          .want = CL_INVALID_VALUE },
        { .mistake = "waiting for nothing",
          .got = clWaitForEvents(0, NULL),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, device, refusals, sizeof refusals / sizeof refusals[0]);
}
