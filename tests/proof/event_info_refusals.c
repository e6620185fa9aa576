// SPDX-License-Identifier: MIT
//
// event_info_refusals - queries of events that must be refused.

#include "ocl.h"

static cl_int ask(cl_event event, cl_event_info query, size_t room)
{
    cl_ulong answer;
    return clGetEventInfo(event, query, room, &answer, NULL);
}

static void report_refusals(ocl_report *report, cl_device_id device, cl_event event)
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

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_info_refusals",
                              .summary = "Questions about events that have no answer.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    cl_event event;
    OCL_CHECK(clEnqueueMarkerWithWaitList(env.queue, 0, NULL, &event));
    report_refusals(report, env.device, event);
    OCL_CHECK(clFinish(env.queue));
    OCL_CHECK(clReleaseEvent(event));
    ocl_close(&env);
    return ocl_report_close(report);
}
