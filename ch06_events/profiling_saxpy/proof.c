// SPDX-License-Identifier: MIT

#include "proof.h"

ocl_result profiling_saxpy_verify_order(int command, const cl_ulong *stamps, const cl_ulong *before,
                                        double tick_ns)
{
    static const float zeros[STAMPS] = { 0.0f };
    float early_ns[STAMPS] = { 0.0f };
    for (int s = 1; s < STAMPS; s++)
        early_ns[s] = (float)fmax(0.0, ocl_ns_between(stamps[s], stamps[s - 1]));
    if (before) early_ns[0] = (float)fmax(0.0, ocl_ns_between(stamps[STARTED], before[ENDED]));
    return ocl_verify_f32(PROFILING_SAXPY_COMMANDS[command], early_ns, zeros, STAMPS, tick_ns);
}

ocl_result profiling_saxpy_verify_wall(profiling_saxpy_stamps stamps, double wall_ns,
                                       double tick_ns)
{
    double running_ns = 0.0;
    for (int c = 0; c < COMMANDS; c++)
        running_ns += ocl_ns_between(stamps[c][STARTED], stamps[c][ENDED]);
    const float excess_ns = (float)fmax(0.0, running_ns - wall_ns), none = 0.0f;

    // The two clocks may differ by a part in a thousand, and each stamp by a tick.
    return ocl_verify_f32("time beyond the host's", &excess_ns, &none, 1,
                          1e-3 * wall_ns + 2.0 * COMMANDS * tick_ns);
}

static cl_int ask(cl_event event, cl_profiling_info which, size_t room)
{
    cl_ulong ns;
    return clGetEventProfilingInfo(event, which, room, &ns, NULL);
}

void profiling_saxpy_refusals(ocl_report *report, const ocl_env *env, cl_command_queue queue)
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
