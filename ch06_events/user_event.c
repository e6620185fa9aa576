// SPDX-License-Identifier: MIT
//
// user_event - commands that wait until the host says so.
//
// Shows   gates of the host's own, for commands of several queues; a failure that spreads to all that wait
// Uses    clCreateUserEvent, clSetUserEventStatus, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
// Try     user_event -n 1; set the second gate first; wait for a queue before its gate is open (and press ^C)

#include "user_event/job.h"

enum { QUEUES = 2, GATES = 2, PAUSE_MS = 20, PATIENCE_S = 30 };

static const char *const STEP_NAMES[] = { "write", "kernel", "read" };

static const cl_int FAILURE = -9999;    // any negative number is an error

static cl_int user_event_status(cl_event event)
{
    cl_int status;
    OCL_CHECK(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

// The command's last status.  Waits, but not for ever: a driver may forget a command that waits.
static cl_int user_event_end(cl_event event)
{
    const double deadline = ocl_wall_ns() + 1e9 * PATIENCE_S;
    while (user_event_status(event) > CL_COMPLETE) {
        if (ocl_wall_ns() > deadline)
            ocl_exit(OCL_EXIT_WRONG, "a command still waits %d s after its gates opened",
                     PATIENCE_S);
        ocl_yield();
    }
    return user_event_status(event);
}

static void user_event_pause(void)
{
    const double end = ocl_wall_ns() + 1e6 * PAUSE_MS;
    while (ocl_wall_ns() < end)
        ocl_yield();
}

// The device has had its chance: nothing has started, and nothing has come to the host.
static ocl_result user_event_closed(const user_event_job jobs[QUEUES], const user_event_data *data)
{
    ocl_result check = { .pass = true };
    user_event_pause();
    for (int q = 0; q < QUEUES; q++) {
        for (int step = 0; step < STEPS; step++)
            check = ocl_result_both(
                check, ocl_verify_equal("waits", user_event_status(jobs[q].done[step]) > CL_RUNNING,
                                        true));
        check = ocl_result_both(
            check, ocl_verify_u32("nothing read yet", jobs[q].got, data->untouched, data->n));
    }
    return check;
}

// Both queues wait for both gates.  No clFinish, no blocking call on these queues while a gate is closed:
// it would wait for us, and we for it.
static void user_event_gates(const ocl_env *env, cl_program program, const user_event_data *data,
                             ocl_report *report)
{
    const bool eager = ocl_known_platform(env->device) == OCL_OCLGRIND;    // its flush waits
    cl_int err;
    cl_event gates[GATES];
    user_event_job jobs[QUEUES];
    for (int g = 0; g < GATES; g++)
        gates[g] = OCL_CREATE(clCreateUserEvent(env->context, &err));
    ocl_result born = ocl_verify_equal("a gate's state", user_event_status(gates[0]), CL_SUBMITTED);
    for (int q = 0; q < QUEUES; q++) {
        jobs[q] = user_event_job_new(env, program, data);
        user_event_enqueue(env, &jobs[q], data, gates, GATES);
        if (!eager) OCL_CHECK(clFlush(jobs[q].queue));
    }
    ocl_report_result(report, "nothing starts before the gates open",
                      ocl_result_both(born, user_event_closed(jobs, data)));

    OCL_CHECK(clSetUserEventStatus(gates[0], CL_COMPLETE));
    ocl_report_result(report, "one gate of two is not enough", user_event_closed(jobs, data));

    OCL_CHECK(clSetUserEventStatus(gates[1], CL_COMPLETE));
    ocl_result check = { .pass = true };
    for (int q = 0; q < QUEUES; q++) {
        if (eager) OCL_CHECK(clFlush(jobs[q].queue));
        for (int step = 0; step < STEPS; step++)
            check = ocl_result_both(check, ocl_verify_equal(STEP_NAMES[step],
                                                            user_event_end(jobs[q].done[step]),
                                                            CL_COMPLETE));
        check = ocl_result_both(check, ocl_verify_u32("y", jobs[q].got, data->ref, data->n));
    }
    ocl_report_result(report, "both open: all is done", check);
    for (int q = QUEUES - 1; q >= 0; q--)
        user_event_job_free(&jobs[q]);
    for (int g = GATES - 1; g >= 0; g--)
        OCL_CHECK(clReleaseEvent(gates[g]));
}

// A gate that fails takes down what waits for it, and what waits for that.  Comes last: the specification
// promises nothing of a context any more in which a command was terminated.
static ocl_result user_event_failure(const ocl_env *env, cl_program program,
                                     const user_event_data *data, ocl_report *report)
{
    const unsigned platform = ocl_known_platform(env->device);
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(env->context, &err));
    user_event_job job = user_event_job_new(env, program, data);
    user_event_enqueue(env, &job, data, &gate, 1);
    if (platform != OCL_OCLGRIND) OCL_CHECK(clFlush(job.queue));
    OCL_CHECK(clSetUserEventStatus(gate, FAILURE));
    if (platform == OCL_OCLGRIND) OCL_CHECK(clFlush(job.queue));

    ocl_result check = { .pass = true };
    ocl_report_print(report, "\n%-9s%8s  %s\n", "", "status", "answer to the wait");
    for (int step = 0; step < STEPS; step++) {
        const cl_int status = user_event_end(job.done[step]);
        const cl_int answer = clWaitForEvents(1, &job.done[step]);
        ocl_report_print(report, "%-9s%8d  %s\n", STEP_NAMES[step], (int)status,
                         ocl_error_name(answer));
        if (step == WRITE || platform != OCL_INTEL)
            check = ocl_result_both(
                check,
                ocl_verify_equal("answer", answer, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST));
        if (platform != OCL_INTEL)
            check = ocl_result_both(check, ocl_verify_equal("terminated", status < 0, true));
    }
    if (platform == OCL_INTEL)
        ocl_report_print(report, "this driver forgets the failure at once and runs the rest\n");
    else
        check = ocl_result_both(
            check, ocl_verify_u32("what was never read", job.got, data->untouched, data->n));
    user_event_job_free(&job);
    OCL_CHECK(clReleaseEvent(gate));
    return check;
}

// What setting a fresh user event to `first` and then to `second` answers.
static cl_int user_event_set(cl_context context, cl_int first, cl_int second)
{
    cl_int err;
    cl_event event = OCL_CREATE(clCreateUserEvent(context, &err));
    cl_int answer = clSetUserEventStatus(event, first);
    if (answer == CL_SUCCESS)
        answer = clSetUserEventStatus(event, second);
    else
        OCL_CHECK(
            clSetUserEventStatus(event, CL_COMPLETE));    // a driver may wait for it at the end
    OCL_CHECK(clReleaseEvent(event));
    return answer;
}

// The book has user events set to all of the four states.
static void user_event_refusals(const ocl_env *env, ocl_report *report)
{
    cl_context c = env->context;
    cl_event marker;
    OCL_CHECK(clEnqueueMarkerWithWaitList(env->queue, 0, NULL, &marker));
    const ocl_refusal refusals[] = {
        { "set to queued", user_event_set(c, CL_QUEUED, 0), CL_INVALID_VALUE, 0 },
        { "set to submitted, which it is", user_event_set(c, CL_SUBMITTED, 0), CL_INVALID_VALUE,
          OCL_NVIDIA },
        { "set to running", user_event_set(c, CL_RUNNING, 0), CL_INVALID_VALUE, OCL_NVIDIA },
        { "set to complete twice", user_event_set(c, 0, 0), CL_INVALID_OPERATION, OCL_NVIDIA },
        { "set to an error after complete", user_event_set(c, 0, FAILURE), CL_INVALID_OPERATION,
          OCL_NVIDIA },
        { "set to complete after an error", user_event_set(c, FAILURE, 0), CL_INVALID_OPERATION,
          OCL_NVIDIA },
        { "the event of a command set", clSetUserEventStatus(marker, CL_COMPLETE), CL_INVALID_EVENT,
          OCL_NVIDIA },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clFinish(env->queue));
    OCL_CHECK(clReleaseEvent(marker));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "user_event",
                              .summary = "Commands that wait for the host.",
                              .accepts = "dnks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 2 * QUEUES * bytes, (4 + QUEUES) * bytes);
    user_event_data data = user_event_data_new(opt.n[0], opt.seed);
    cl_program program = ocl_build(&env, "user_event.cl", "-cl-std=CL1.2");
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", data.n);
    user_event_gates(&env, program, &data, report);
    user_event_refusals(&env, report);
    ocl_report_result(report, "a failure reaches all that wait",
                      user_event_failure(&env, program, &data, report));

    OCL_CHECK(clReleaseProgram(program));
    user_event_data_free(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
