// SPDX-License-Identifier: MIT
//
// event_callback_states_refusals - registrations of callbacks that must be refused.

#include "ocl.h"

// For a driver that accepts a mistake.
static void CL_CALLBACK ignore(cl_event event, cl_int status, void *user_data)
{
    (void)event, (void)status, (void)user_data;
}

static void report_refusals(ocl_report *report, const ocl_env *env)
{
    cl_int err;
    cl_event event = OCL_CREATE(clCreateUserEvent(env->context, &err));
    const ocl_refusal refusals[] = {
        { .mistake = "no function",
          .got = clSetEventCallback(event, CL_COMPLETE, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a callback for CL_QUEUED, which no command returns to",
          .got = clSetEventCallback(event, CL_QUEUED, ignore, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a callback for an error",
          .got = clSetEventCallback(event, -9999, ignore, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "no event",
          .got = clSetEventCallback(NULL, CL_COMPLETE, ignore, NULL),
          .want = CL_INVALID_EVENT },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clSetUserEventStatus(event, CL_COMPLETE));
    OCL_CHECK(clReleaseEvent(event));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_callback_states_refusals",
                              .summary = "Callbacks that must not be taken.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(report, &env);
    ocl_close(&env);
    return ocl_report_close(report);
}
