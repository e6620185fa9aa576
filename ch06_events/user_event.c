// SPDX-License-Identifier: MIT
//
// user_event - commands that wait until the host lets them start.
//
//     gate 0 --+--> write y --> kernel y += 3 x --> read y      queue 0
//              |
//     gate 1 --+--> write y --> kernel y += 3 x --> read y      queue 1
//
// Shows   user events as gates for the commands of two queues; a failed gate, which stops all
//         commands that wait
// Uses    clCreateUserEvent, clSetUserEventStatus, event_wait_list, clGetEventInfo,
//         clWaitForEvents, clFlush, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
// Try     user_event -n 1

#include "user_event/job.h"
#include "user_event/refusals.h"

enum { QUEUES = 2, GATES = 2, LOCAL = 64, PAUSE_MS = 20, PATIENCE_S = 30 };

static const char *const STEP_NAMES[] = { "write", "kernel", "read" };

static const cl_int FAILURE = -9999;    // any negative number is an error

// The write waits for the gates, the kernel for the write, the read for the kernel.
static void enqueue(job *j, const ocl_env *env, const user_event_data *data, cl_uint gate_count,
                    const cl_event *gates)
{
    const size_t bytes = data->n * sizeof(cl_uint);
    const size_t local = ocl_local_size(j->kernel, env->device, LOCAL);
    const size_t global = ocl_round_up(data->n, local);
    OCL_CHECK(clEnqueueWriteBuffer(j->queue, j->d_y, CL_FALSE, 0, bytes, data->y, gate_count, gates,
                                   &j->done[WRITE]));
    OCL_CHECK(clEnqueueNDRangeKernel(j->queue, j->kernel, 1, NULL, &global, &local, 1,
                                     &j->done[WRITE], &j->done[KERNEL]));
    OCL_CHECK(clEnqueueReadBuffer(j->queue, j->d_y, CL_FALSE, 0, bytes, j->got, 1, &j->done[KERNEL],
                                  &j->done[READ]));
}

static cl_int status_of(cl_event event)
{
    cl_int status;
    OCL_CHECK(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

// Waits for the command's last status, with a deadline: a driver may forget a command that waits.
static cl_int final_status(cl_event event)
{
    const double deadline = ocl_wall_ns() + 1e9 * PATIENCE_S;
    while (status_of(event) > CL_COMPLETE) {
        if (ocl_wall_ns() > deadline)
            ocl_exit(OCL_EXIT_WRONG, "a command still waits %d s after its gates opened",
                     PATIENCE_S);
        ocl_yield();
    }
    return status_of(event);
}

// After a pause: no command has started, and the host's memory is untouched.
static ocl_result verify_closed(const job jobs[QUEUES], const user_event_data *data)
{
    const double end = ocl_wall_ns() + 1e6 * PAUSE_MS;
    while (ocl_wall_ns() < end)
        ocl_yield();
    ocl_result result = { .pass = true };
    for (int q = 0; q < QUEUES; q++) {
        for (int step = 0; step < STEPS; step++) {
            const bool waits = status_of(jobs[q].done[step]) > CL_RUNNING;
            result = ocl_result_both(result, ocl_verify_equal("waits", waits, true));
        }
        result = ocl_result_both(
            result, ocl_verify_u32("nothing read yet", jobs[q].got, data->untouched, data->n));
    }
    return result;
}

// Both queues wait for both gates.  While a gate is closed, call no clFinish and no blocking
// command on these queues: the call would wait for the gate, and the gate for us.
static void open_gates(const ocl_env *env, cl_program program, const user_event_data *data,
                       ocl_report *report)
{
    const bool oclgrind = ocl_known_platform(env->device) == OCL_OCLGRIND;    // its flush waits
    cl_int err;
    cl_event gates[GATES];
    job jobs[QUEUES];
    for (int g = 0; g < GATES; g++)
        gates[g] = OCL_CREATE(clCreateUserEvent(env->context, &err));
    const ocl_result born = ocl_verify_equal("a new gate", status_of(gates[0]), CL_SUBMITTED);
    for (int q = 0; q < QUEUES; q++) {
        jobs[q] = job_open(env, program, data);
        enqueue(&jobs[q], env, data, GATES, gates);
        if (!oclgrind) OCL_CHECK(clFlush(jobs[q].queue));
    }
    ocl_report_result(report, "nothing starts before the gates open",
                      ocl_result_both(born, verify_closed(jobs, data)));

    OCL_CHECK(clSetUserEventStatus(gates[0], CL_COMPLETE));
    ocl_report_result(report, "one gate of two is not enough", verify_closed(jobs, data));

    OCL_CHECK(clSetUserEventStatus(gates[1], CL_COMPLETE));
    ocl_result result = { .pass = true };
    for (int q = 0; q < QUEUES; q++) {
        if (oclgrind) OCL_CHECK(clFlush(jobs[q].queue));
        for (int step = 0; step < STEPS; step++) {
            const cl_int status = final_status(jobs[q].done[step]);
            result =
                ocl_result_both(result, ocl_verify_equal(STEP_NAMES[step], status, CL_COMPLETE));
        }
        result = ocl_result_both(result, ocl_verify_u32("y", jobs[q].got, data->ref, data->n));
        job_close(&jobs[q]);
    }
    ocl_report_result(report, "both open: all is done", result);
    for (int g = 0; g < GATES; g++)
        OCL_CHECK(clReleaseEvent(gates[g]));
}

// A gate that fails terminates the commands that wait for it, and the commands that wait for those.
// The sample does this last: after a terminated command, the specification promises nothing about
// the context.
static ocl_result fail_gate(const ocl_env *env, cl_program program, const user_event_data *data,
                            ocl_report *report)
{
    const unsigned platform = ocl_known_platform(env->device);
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(env->context, &err));
    job j = job_open(env, program, data);
    enqueue(&j, env, data, 1, &gate);
    if (platform != OCL_OCLGRIND) OCL_CHECK(clFlush(j.queue));
    OCL_CHECK(clSetUserEventStatus(gate, FAILURE));
    if (platform == OCL_OCLGRIND) OCL_CHECK(clFlush(j.queue));

    // Intel's runtime reports the failure to the first wait only, and then runs the other commands.
    const bool forgets = platform == OCL_INTEL;
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(report, "terminated", "command, status, answer to the wait");
    for (int step = 0; step < STEPS; step++) {
        const cl_int status = final_status(j.done[step]);
        const cl_int answer = clWaitForEvents(1, &j.done[step]);
        ocl_table_row(&table, "%-9s %8d  %-s", STEP_NAMES[step], (int)status,
                      ocl_error_name(answer));
        if (step == WRITE || !forgets)
            result = ocl_result_both(
                result,
                ocl_verify_equal("answer", answer, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST));
        if (!forgets)
            result = ocl_result_both(result, ocl_verify_equal("terminated", status < 0, true));
    }
    if (forgets)
        ocl_report_note(report, "this driver forgets the failure after the first wait");
    else
        result = ocl_result_both(result,
                                 ocl_verify_u32("nothing read", j.got, data->untouched, data->n));
    job_close(&j);
    OCL_CHECK(clReleaseEvent(gate));
    return result;
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
    open_gates(&env, program, &data, report);
    user_event_refusals(report, &env);
    ocl_report_result(report, "a failure reaches all that wait",
                      fail_gate(&env, program, &data, report));

    OCL_CHECK(clReleaseProgram(program));
    user_event_data_free(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
