// SPDX-License-Identifier: MIT
//
// event_callback_states - the driver calls a function of ours when a command changes its state.
//
// Why     A thread in clWaitForEvents can do nothing else, and a loop that asks again and again
//         keeps a processor busy.  With a callback nobody waits: the driver calls when the command
//         has got somewhere, and until then the host does other work.  callback_blocks does so.
// Shows   a callback for each state of a kernel, and the thread on which it comes; a callback for a
//         command that is already complete; the callback of a command that fails
// Uses    clSetEventCallback with CL_SUBMITTED, CL_RUNNING, CL_COMPLETE; clCreateUserEvent,
//         clSetUserEventStatus; clFlush
// Try     event_callback_states -n 1

#include "ocl.h"

#include "event_callback_states/callback_log.h"

enum { LOCAL = 64, PAUSE_MS = 20, SHORT_MS = 200 };    // SHORT: for a callback that may never come

static const cl_int STATES[] = { CL_SUBMITTED, CL_RUNNING, CL_COMPLETE };
enum { STATE_COUNT = sizeof STATES / sizeof STATES[0] };

static const cl_int FAILURE = -9999;    // any negative number is an error

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_kernel kernel;    // with its arguments
    size_t n;
} lesson;

static void mix_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] * 2654435761u;
}

// The driver calls this function, on a thread that it chooses.  `status` is the state that the
// command has reached.  Keep a callback short, and call nothing that waits in it: the driver may
// need this thread for its own work.
static void CL_CALLBACK note(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    callback_log_add(user_data, status);
}

// Enqueues the kernel.  It does not start before the gate, a user event, is set.
static cl_event enqueue_behind(const lesson *l, cl_event gate)
{
    const size_t local = ocl_local_size(l->kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);
    cl_event event;
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernel, 1, NULL, &global, &local, 1, &gate,
                                     &event));
    return event;
}

// A callback for each state.  The specification promises one call for each, when the command has
// reached that state or a later one.  It does not promise their order.
static void watch_states(const lesson *l)
{
    const ocl_env *env = l->env;
    callback_log log = callback_log_new();
    callback_entry entries[STATE_COUNT];
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(env->context, &err));
    cl_event event = enqueue_behind(l, gate);
    for (size_t i = 0; i < STATE_COUNT; i++) {
        entries[i] = (callback_entry){ .log = &log, .wanted = STATES[i] };
        OCL_CHECK(clSetEventCallback(event, STATES[i], note, &entries[i]));
    }

    // The gate is closed: no callback for CL_RUNNING or CL_COMPLETE may come.
    if (!ocl_known_fault(env->device, "clFlush before a user event"))
        OCL_CHECK(clFlush(env->queue));
    callback_log_came(&log, STATE_COUNT, 1e6 * PAUSE_MS);
    const size_t early = callback_log_started(&log, STATE_COUNT);

    // The gate opens, and the kernel goes through its states.
    const double start = ocl_wall_ns();
    OCL_CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    OCL_CHECK(clFlush(env->queue));
    callback_log_await(&log, STATE_COUNT);
    callback_log_report(l->report, &log, STATE_COUNT, start);
    ocl_report_result(l->report, "each state of a kernel", callback_log_verify(&log, early));

    OCL_CHECK(clReleaseEvent(event));
    OCL_CHECK(clReleaseEvent(gate));
}

// A callback is also called when the command was complete before the callback was set.
static void set_too_late(const lesson *l)
{
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(l->env->context, &err));
    cl_event event = enqueue_behind(l, gate);
    OCL_CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    OCL_CHECK(clWaitForEvents(1, &event));

    callback_log log = callback_log_new();
    callback_entry entry = { .log = &log, .wanted = CL_COMPLETE };
    if (!ocl_known_fault(l->env->device, "callbacks for complete commands")) {
        OCL_CHECK(clSetEventCallback(event, CL_COMPLETE, note, &entry));
        callback_log_await(&log, 1);
        ocl_report_result(l->report, "a callback for a complete command",
                          ocl_verify_equal("told", log.call[0].status, CL_COMPLETE));
    }
    OCL_CHECK(clReleaseEvent(event));
    OCL_CHECK(clReleaseEvent(gate));
}

// Waits for the one callback of a terminated command, and reports what it was told.
static void report_failure(const lesson *l, callback_log *log, double start)
{
    cl_device_id device = l->env->device;
    if (!ocl_known_fault(device, "callbacks of terminated commands")) callback_log_await(log, 1);
    if (!callback_log_came(log, 1, 1e6 * SHORT_MS)) {
        ocl_report_note(l->report,
                        "this driver does not call the callbacks of terminated commands");
        return;
    }
    callback_log_report(l->report, log, 1, start);
    const char *fault = ocl_known_fault(device, "the status in a callback");
    if (fault)
        ocl_report_note(l->report, "this driver %s", fault);
    else
        ocl_report_result(l->report, "a terminated command",
                          ocl_verify_equal("told an error", log->call[0].status < 0, true));
}

// The gate fails, and the command behind it is terminated.  Its callback for CL_COMPLETE is also
// called, with the error.  The sample does this last: after a terminated command, the specification
// promises nothing about the context.
static void fail(const lesson *l, callback_entry *entry)
{
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(l->env->context, &err));
    cl_event event = enqueue_behind(l, gate);
    OCL_CHECK(clSetEventCallback(event, CL_COMPLETE, note, entry));

    const double start = ocl_wall_ns();
    OCL_CHECK(clSetUserEventStatus(gate, FAILURE));
    OCL_CHECK(clFlush(l->env->queue));
    report_failure(l, entry->log, start);
    OCL_CHECK(clReleaseEvent(event));
    OCL_CHECK(clReleaseEvent(gate));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_callback_states",
                              .summary = "The driver calls back when a command changes its state.",
                              .accepts = "dnks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const size_t bytes = opt.n[0] * sizeof(cl_uint);
    const double real_bytes = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, real_bytes, 2 * real_bytes, 3 * real_bytes);
    cl_uint *x = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(x, opt.n[0], opt.seed);
    mix_ref(ref, x, opt.n[0]);

    cl_int err;
    const cl_ulong n = opt.n[0];
    cl_program program = ocl_build(&env, "event_callback_states.cl", "-cl-std=CL1.2");
    lesson l = { .env = &env, .n = opt.n[0] };
    l.kernel = OCL_CREATE(clCreateKernel(program, "event_callback_states_mix", &err));
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    OCL_CHECK(clSetKernelArg(l.kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(l.kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(l.kernel, 2, sizeof n, &n));

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "elements", opt.n[0]);
    watch_states(&l);
    ocl_report_result(l.report, "its result", ocl_verify_buffer(&env, "y", d_y, ref, bytes));
    set_too_late(&l);

    // This log outlives the context: a callback may still come when the context is released.
    callback_log failures = callback_log_new();
    callback_entry entry = { .log = &failures, .wanted = CL_COMPLETE };
    fail(&l, &entry);

    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(x);
    return ocl_report_close(l.report);
}
