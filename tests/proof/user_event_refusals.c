// SPDX-License-Identifier: MIT
//
// user_event_refusals - statuses that a user event must not be set to.

#include "ocl.h"

static const cl_int FAILURE = -9999;    // any negative number is an error

// The answer to setting a new user event to `first` and then to `second`.
static cl_int set(cl_context context, cl_int first, cl_int second)
{
    cl_int err;
    cl_event event = OCL_CREATE(clCreateUserEvent(context, &err));
    cl_int answer = clSetUserEventStatus(event, first);
    if (answer == CL_SUCCESS)
        answer = clSetUserEventStatus(event, second);
    else    // a driver may wait for it at the end
        OCL_CHECK(clSetUserEventStatus(event, CL_COMPLETE));
    OCL_CHECK(clReleaseEvent(event));
    return answer;
}

// The book sets user events to all four states.
static void report_refusals(ocl_report *report, const ocl_env *env)
{
    cl_context c = env->context;
    cl_event marker;
    OCL_CHECK(clEnqueueMarkerWithWaitList(env->queue, 0, NULL, &marker));
    const ocl_refusal refusals[] = {
        { .mistake = "set to queued", .got = set(c, CL_QUEUED, 0), .want = CL_INVALID_VALUE },
        { .mistake = "set to submitted, which it is",
          .got = set(c, CL_SUBMITTED, 0),
          .want = CL_INVALID_VALUE },
        { .mistake = "set to running", .got = set(c, CL_RUNNING, 0), .want = CL_INVALID_VALUE },
        { .mistake = "set to complete twice",
          .got = set(c, CL_COMPLETE, CL_COMPLETE),
          .want = CL_INVALID_OPERATION },
        { .mistake = "set to an error after complete",
          .got = set(c, CL_COMPLETE, FAILURE),
          .want = CL_INVALID_OPERATION },
        { .mistake = "set to complete after an error",
          .got = set(c, FAILURE, CL_COMPLETE),
          .want = CL_INVALID_OPERATION },
        { .mistake = "the event of a command set",
          .got = clSetUserEventStatus(marker, CL_COMPLETE),
          .want = CL_INVALID_EVENT },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clFinish(env->queue));
    OCL_CHECK(clReleaseEvent(marker));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "user_event_refusals",
                              .summary = "States that an event must not be set to.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(report, &env);
    ocl_close(&env);
    return ocl_report_close(report);
}
