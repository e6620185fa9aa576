// SPDX-License-Identifier: MIT
//
// profiling_saxpy_refusals - events that have no stamps, or none yet, and questions without an
// answer.

#include "ocl.h"

static cl_int ask(cl_event event, cl_profiling_info which, size_t room)
{
    cl_ulong ns;
    return clGetEventProfilingInfo(event, which, room, &ns, NULL);
}

static void report_refusals(const ocl_env *env, ocl_report *report, cl_command_queue queue)
{
    const cl_profiling_info end = CL_PROFILING_COMMAND_END;
    cl_int err;
    cl_command_queue plain = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err));
    cl_event user = OCL_CREATE(clCreateUserEvent(env->context, &err)), untimed, timed, waiting;
    OCL_CHECK(clEnqueueMarkerWithWaitList(plain, 0, NULL, &untimed));
    OCL_CHECK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &timed));
    OCL_CHECK(clFinish(plain));
    OCL_CHECK(clFinish(queue));
    OCL_CHECK(clEnqueueMarkerWithWaitList(queue, 1, &user, &waiting));
    const ocl_refusal calls[] = {
        { .mistake = "a command of a queue without profiling",
          .got = ask(untimed, end, sizeof(cl_ulong)),
          .want = CL_PROFILING_INFO_NOT_AVAILABLE },
        { .mistake = "a command that is not complete",
          .got = ask(waiting, end, sizeof(cl_ulong)),
          .want = CL_PROFILING_INFO_NOT_AVAILABLE },
        { .mistake = "a user event, which is no command",
          .got = ask(user, end, sizeof(cl_ulong)),
          .want = CL_PROFILING_INFO_NOT_AVAILABLE },
        { .mistake = "a stamp that does not exist",
          .got = ask(timed, 0, sizeof(cl_ulong)),
          .want = CL_INVALID_VALUE },
        { .mistake = "room for half a stamp",
          .got = ask(timed, end, sizeof(cl_uint)),
          .want = CL_INVALID_VALUE },
    };
    OCL_CHECK(clSetUserEventStatus(user, CL_COMPLETE));
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof calls[0]);
    OCL_CHECK(clFinish(queue));
    OCL_CHECK(clReleaseEvent(waiting));
    OCL_CHECK(clReleaseEvent(timed));
    OCL_CHECK(clReleaseEvent(untimed));
    OCL_CHECK(clReleaseEvent(user));
    OCL_CHECK(clReleaseCommandQueue(plain));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "profiling_saxpy_refusals",
                              .summary = "Questions for stamps that are not there.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    cl_int err;
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueue(env.context, env.device, CL_QUEUE_PROFILING_ENABLE, &err));
    report_refusals(&env, report, queue);
    OCL_CHECK(clReleaseCommandQueue(queue));
    ocl_close(&env);
    return ocl_report_close(report);
}
