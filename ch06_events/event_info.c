// SPDX-License-Identifier: MIT
//
// event_info - what an event knows about its command, and how to wait for the command by polling.
//
// Shows   every query of an event; the type of every command; a polling loop that ends; reference
//         counts
// Uses    clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, clCreateUserEvent,
//         clSetUserEventStatus, clFlush, clRetainEvent, clReleaseEvent
// Try     event_info -n 1M; event_info -n 500M

#include "ocl.h"

#include "event_info/commands.h"

enum { ITEMS = 4, PATIENCE_S = 60 };    // of the kernel; how long a command may take

static const cl_int FAILURE = -9999;    // a status of our own: errors are negative

static void steps_ref(cl_uint *x, size_t count, size_t steps)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < steps; k++)
            x[i] = x[i] * 1664525 + 1013904223;
}

static cl_int status_of(cl_event event)
{
    cl_int status;
    OCL_CHECK(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

static cl_uint references(cl_event event)
{
    cl_uint count;
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

// Polls until the command is complete or has failed.  The loop compares the status, not what the
// call returns: the call returns CL_SUCCESS, which is 0 like CL_COMPLETE.  A status below 0 is an
// error and final.  Call clFlush before: without it the command may stay queued forever.
static event_history watch(cl_event event)
{
    event_history seen = { .count = 0 };
    const double start = ocl_wall_ns();
    cl_int status;
    do {
        status = status_of(event);
        const double now = ocl_wall_ns() - start;
        event_history_add(&seen, status, now);
        if (now > 1e9 * PATIENCE_S)
            ocl_exit(OCL_EXIT_WRONG, "a command is still %s after %d s", event_state_name(status),
                     PATIENCE_S);
        if (status > CL_COMPLETE) ocl_yield();    // the device may be this processor
    } while (status > CL_COMPLETE);
    return seen;
}

// Watches a kernel.  A query that returns CL_COMPLETE is not a synchronization point.  Only the
// blocking read, later in the same queue, makes sure that the result is there.
static ocl_result poll_kernel(const ocl_env *env, cl_kernel kernel, ocl_report *report)
{
    const cl_uint steps = (cl_uint)env->options->n[0];
    const size_t items = ITEMS, one = 1;
    cl_uint x[ITEMS];
    ocl_fill_u32(x, ITEMS, env->options->seed);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof x, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof steps, &steps));
    cl_event event;
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &items, &one, 0, NULL, &event));
    OCL_CHECK(clFlush(env->queue));
    const event_history seen = watch(event);
    ocl_result result = event_history_report(report, "the kernel", &seen, CL_COMPLETE);
    if (seen.count > 1)
        ocl_report_note(report,
                        "A loop on the call's return value would stop at the first look, at %s.",
                        event_state_name(seen.state[0]));

    steps_ref(x, ITEMS, steps);
    const ocl_result right = ocl_verify_buffer(env, "the kernel's result", d_x, x, sizeof x);
    result = ocl_result_both(result, right);
    OCL_CHECK(clReleaseEvent(event));
    OCL_CHECK(clReleaseMemObject(d_x));
    return result;
}

// What every event says about its command.
typedef struct {
    cl_command_type type;
    cl_command_queue queue;    // NULL for a user event
    cl_context context;
} event_facts;

static event_facts facts_of(cl_event event)
{
    event_facts facts;
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof facts.type, &facts.type, NULL));
    OCL_CHECK(
        clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof facts.queue, &facts.queue, NULL));
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof facts.context, &facts.context, NULL));
    return facts;
}

// A user event has no command and no queue.  It is CL_SUBMITTED from the start.  Here it fails.
static ocl_result poll_user_event(const ocl_env *env, ocl_report *report)
{
    cl_int err;
    cl_event event = OCL_CREATE(clCreateUserEvent(env->context, &err));
    const event_facts facts = facts_of(event);
    const uint64_t got[] = { facts.type, facts.queue == NULL, facts.context == env->context,
                             (uint64_t)status_of(event) };
    const uint64_t want[] = { CL_COMMAND_USER, true, true, CL_SUBMITTED };
    ocl_result result =
        ocl_verify_u64("type, queue, context, status of a user event", got, want, 4);

    OCL_CHECK(clSetUserEventStatus(event, FAILURE));
    const event_history seen = watch(event);
    result =
        ocl_result_both(result, event_history_report(report, "the user event", &seen, FAILURE));
    OCL_CHECK(clReleaseEvent(event));
    return result;
}

static ocl_result query_all(const ocl_env *env, const event_commands *all, ocl_report *report)
{
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(report, "commands", "command, type, references, state");
    for (size_t i = 0; i < all->count; i++) {
        const event_command *command = &all->command[i];
        const event_facts facts = facts_of(command->event);
        const cl_int status = status_of(command->event);
        ocl_table_row(&table, "%-22s %#8x %10u  %s", command->name, (unsigned)facts.type,
                      (unsigned)references(command->event), event_state_name(status));
        const cl_command_type type = event_type_of(env->device, command, facts.type);
        const uint64_t got[] = { facts.type, facts.queue == env->queue,
                                 facts.context == env->context, (uint64_t)status };
        const uint64_t want[] = { type, true, true, CL_COMPLETE };
        result = ocl_result_both(result, ocl_verify_u64(command->name, got, want, 4));
    }
    return result;
}

// An event lives as long as someone holds it.  The driver may also hold it, so only the change
// counts.
static ocl_result count_references(cl_event event)
{
    const cl_uint before = references(event);
    OCL_CHECK(clRetainEvent(event));
    const cl_uint retained = references(event);
    OCL_CHECK(clReleaseEvent(event));
    const cl_uint got[] = { retained, references(event) };
    return ocl_verify_u32("references with one more, and without it", got,
                          (cl_uint[]){ before + 1, before }, 2);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_info",
                              .summary = "What events know, and how to poll them.",
                              .accepts = "dnks",
                              .size_help = "steps of the kernel that is watched",
                              .extents = 1,
                              .most = CL_UINT_MAX };
    const ocl_options defaults = { .n = { 20000000 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    cl_int err;
    cl_program program = ocl_build(&env, "event_info.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "event_info_steps", &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "steps", opt.n[0]);
    ocl_report_result(report, "a kernel polled until it is done",
                      poll_kernel(&env, kernel, report));
    ocl_report_result(report, "a user event polled until it fails", poll_user_event(&env, report));
    event_commands all = event_commands_run(&env, kernel);
    ocl_report_result(report, "queries of every command", query_all(&env, &all, report));
    ocl_report_result(report, "references", count_references(all.command[0].event));

    for (size_t i = 0; i < all.count; i++)
        OCL_CHECK(clReleaseEvent(all.command[i].event));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
