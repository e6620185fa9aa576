// SPDX-License-Identifier: MIT
//
// event_info - what an event knows about its command, and how to wait for it by asking again and again.
//
// Shows   every query of an event, the type of every command, polling that ends, reference counts
// Uses    clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, clRetainEvent, clReleaseEvent
// Try     event_info -n 1M and -n 500M; on devices with a queue of their own, without the clFlush

#include "event_info/commands.h"

enum {
    ITEMS = 4,         // of the kernel that is watched
    STATES = 8,        // room for the changes of one command's state
    PATIENCE_S = 60    // how long a command may take
};

static const cl_int FAILURE = -9999;    // a status of our own: errors are negative

// The states that a command was seen in, and when it was seen in each first.
typedef struct {
    cl_int state[STATES];
    double ns[STATES];    // since the first look
    size_t count;
    unsigned long long looks;
} event_info_history;

static cl_int event_info_status(cl_event event)
{
    cl_int status;
    OCL_CHECK(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

static cl_uint event_info_references(cl_event event)
{
    cl_uint count;
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

static const char *event_info_state(cl_int status)
{
    static const char *const names[] = { "CL_COMPLETE", "CL_RUNNING", "CL_SUBMITTED", "CL_QUEUED" };
    return status < 0 ? "terminated" : status <= CL_QUEUED ? names[status] : "no state at all";
}

// Looks until the command is done or has failed.  What is compared is the status, not what the call
// returns: that is CL_SUCCESS, which is 0 as CL_COMPLETE is.  A status below 0 is an error and final.
// Without a flush (clFlush, before) the command may stay queued for ever.
static event_info_history event_info_watch(cl_event event)
{
    event_info_history seen = { .count = 0 };
    const double start = ocl_wall_ns();
    cl_int status;
    do {
        status = event_info_status(event);
        seen.looks++;
        const double now = ocl_wall_ns() - start;
        if (seen.count == 0 || (status != seen.state[seen.count - 1] && seen.count < STATES)) {
            seen.state[seen.count] = status;
            seen.ns[seen.count++] = now;
        }
        if (now > 1e9 * PATIENCE_S)
            ocl_exit(OCL_EXIT_WRONG, "a command is still %s after %d s", event_info_state(status),
                     PATIENCE_S);
        if (status > CL_COMPLETE) ocl_yield();    // the device may be this very processor
    } while (status > CL_COMPLETE);
    return seen;
}

// States only move forward, to lower numbers, and end as they should.
static ocl_result event_info_check(ocl_report *report, const event_info_history *seen, cl_int end)
{
    size_t back = 0;
    for (size_t i = 0; i < seen->count; i++) {
        ocl_report_print(report, "%12.3f ms  %s (%d)\n", seen->ns[i] / 1e6,
                         event_info_state(seen->state[i]), (int)seen->state[i]);
        if (i > 0 && seen->state[i] >= seen->state[i - 1]) back++;
    }
    ocl_report_print(report, "%llu looks\n", seen->looks);
    return ocl_result_both(ocl_verify_equal("steps back", (long long)back, 0),
                           ocl_verify_equal("last state", seen->state[seen->count - 1], end));
}

static void event_info_steps_ref(cl_uint *x, size_t count, size_t steps)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < steps; k++)
            x[i] = x[i] * 1664525 + 1013904223;
}

// A kernel is watched until it is done; then, and not before, its result is there.  To have seen CL_COMPLETE is no
// synchronization point, which the blocking read of the same queue is.
static ocl_result event_info_poll(const ocl_env *env, cl_kernel kernel, ocl_report *report)
{
    const cl_uint steps = (cl_uint)env->options->n[0];
    const size_t items = ITEMS, one = 1;
    cl_uint x[ITEMS];
    cl_event event;
    ocl_fill_u32(x, ITEMS, env->options->seed);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof x, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof steps, &steps));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &items, &one, 0, NULL, &event));
    OCL_CHECK(clFlush(env->queue));
    const event_info_history seen = event_info_watch(event);
    ocl_report_print(report, "\na kernel of %u steps\n", (unsigned)steps);
    ocl_result check = event_info_check(report, &seen, CL_COMPLETE);
    if (seen.count > 1)
        ocl_report_print(report,
                         "compared with the call's return value, the first look would have"
                         " been the last: \"done\", while %s\n",
                         event_info_state(seen.state[0]));
    event_info_steps_ref(x, ITEMS, steps);
    check = ocl_result_both(check, ocl_verify_buffer(env, "kernel's result", d_x, x, sizeof x));
    OCL_CHECK(clReleaseEvent(event));
    OCL_CHECK(clReleaseMemObject(d_x));
    return check;
}

// A user event has no command and no queue.  It is submitted from birth, and here it fails.
static ocl_result event_info_user(const ocl_env *env, ocl_report *report)
{
    cl_int err;
    cl_event event = OCL_CREATE(clCreateUserEvent(env->context, &err));
    cl_command_type type;
    cl_command_queue queue = env->queue;
    cl_context context;
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL));
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof context, &context, NULL));
    const uint64_t got[] = { type, queue == NULL, context == env->context,
                             (uint64_t)event_info_status(event) };
    const uint64_t want[] = { CL_COMMAND_USER, true, true, CL_SUBMITTED };
    ocl_result check = ocl_verify_u64("type, queue, context, status of a user event", got, want, 4);

    OCL_CHECK(clSetUserEventStatus(event, FAILURE));
    const event_info_history seen = event_info_watch(event);
    ocl_report_print(report, "\na user event set to %d\n", (int)FAILURE);
    check = ocl_result_both(check, event_info_check(report, &seen, FAILURE));
    OCL_CHECK(clReleaseEvent(event));
    return check;
}

// Type, queue and context of one of each command that the device has.
static ocl_result event_info_queries(const ocl_env *env, const event_commands *all,
                                     ocl_report *report)
{
    ocl_result check = { .pass = true };
    ocl_report_print(report, "\n%-22s%-10s%-12s%s\n", "command", "type", "references", "state");
    for (size_t i = 0; i < all->count; i++) {
        const event_command *command = &all->command[i];
        cl_command_queue queue;
        cl_context context;
        cl_command_type type;
        cl_event event = command->event;
        OCL_CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
        OCL_CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL));
        OCL_CHECK(clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof context, &context, NULL));
        const cl_int status = event_info_status(event);
        ocl_report_print(report, "%-22s%#-10x%-12u%s\n", command->name, (unsigned)type,
                         (unsigned)event_info_references(event), event_info_state(status));
        const bool task = command->type == CL_COMMAND_TASK && type == CL_COMMAND_NDRANGE_KERNEL;
        if (task) ocl_warn("the driver takes a task for an NDRange");    // PoCL and oclgrind
        const uint64_t got[] = { type, queue == env->queue, context == env->context,
                                 (uint64_t)status };
        const uint64_t want[] = { task ? type : command->type, true, true, CL_COMPLETE };
        check = ocl_result_both(check, ocl_verify_u64(command->name, got, want, 4));
    }
    return check;
}

// An event lives as long as someone holds it.  How many the driver holds itself is its own business.
static ocl_result event_info_lifetime(cl_event event)
{
    const cl_uint before = event_info_references(event);
    OCL_CHECK(clRetainEvent(event));
    const cl_uint retained = event_info_references(event);
    OCL_CHECK(clReleaseEvent(event));
    const cl_uint got[] = { retained, event_info_references(event) };
    return ocl_verify_u32("references with one more, and without it", got,
                          (cl_uint[]){ before + 1, before }, 2);
}

static void event_info_refusals(cl_device_id device, ocl_report *report, cl_event event)
{
    char byte;
    cl_int status;
    const ocl_refusal refusals[] = {
        { "no event", clGetEventInfo(NULL, CL_EVENT_COMMAND_TYPE, sizeof byte, &byte, NULL),
          CL_INVALID_EVENT, 0 },
        { "less room than the answer needs",
          clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof byte, &byte, NULL),
          CL_INVALID_VALUE, 0 },
        { "a query for something else",
          clGetEventInfo(event, CL_QUEUE_CONTEXT, sizeof status, &status, NULL), CL_INVALID_VALUE,
          0 },
        { "waiting for nothing", clWaitForEvents(0, NULL), CL_INVALID_VALUE, 0 },
    };
    ocl_report_refusals(report, device, refusals, sizeof refusals / sizeof refusals[0]);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_info",
                              .summary = "What events know, and how to poll them.",
                              .accepts = "dnks",
                              .size_help = "steps of the kernel that is watched",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 20000000 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (opt.n[0] > CL_UINT_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %u steps", (unsigned)CL_UINT_MAX);
    ocl_env env = ocl_open(&opt);
    cl_int err;
    cl_program program = ocl_build(&env, "event_info.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "event_info_steps", &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "steps", opt.n[0]);
    ocl_report_result(report, "a kernel polled until it is done",
                      event_info_poll(&env, kernel, report));
    ocl_report_result(report, "a user event polled until it fails", event_info_user(&env, report));
    event_commands all = event_commands_run(&env, kernel);
    ocl_report_result(report, "queries of every command", event_info_queries(&env, &all, report));
    ocl_report_result(report, "references", event_info_lifetime(all.command[0].event));
    event_info_refusals(env.device, report, all.command[0].event);

    for (size_t i = 0; i < all.count; i++)
        OCL_CHECK(clReleaseEvent(all.command[i].event));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
