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

#include "ocl.h"

enum { FACTOR = 3, QUEUES = 2, GATES = 2, LOCAL = 64, PAUSE_MS = 20, PATIENCE_S = 30 };

enum { WRITE, KERNEL, READ, STEPS };
static const char *const STEP_NAMES[] = { "write", "kernel", "read" };

static const cl_int FAILURE = -9999;    // any negative number is an error

// y += FACTOR * x.
typedef struct {
    size_t n;
    cl_uint *x, *y, *ref, *untouched;    // ref: y afterwards; untouched: 0xff bytes
} user_event_data;

static void add_ref(cl_uint *y, const cl_uint *x, cl_uint a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

static user_event_data user_event_data_new(size_t n, uint64_t seed)
{
    const size_t bytes = n * sizeof(cl_uint);
    user_event_data data = { .n = n,
                             .x = ocl_alloc(bytes),
                             .y = ocl_alloc(bytes),
                             .ref = ocl_alloc(bytes),
                             .untouched = ocl_alloc(bytes) };
    ocl_fill_u32(data.x, n, seed);
    ocl_fill_u32(data.y, n, seed + 1);
    memcpy(data.ref, data.y, bytes);
    add_ref(data.ref, data.x, FACTOR, n);
    memset(data.untouched, 0xff, bytes);
    return data;
}

static void user_event_data_free(user_event_data *data)
{
    free(data->untouched);
    free(data->ref);
    free(data->y);
    free(data->x);
}

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    user_event_data data;
} lesson;

// A write of y, a kernel and a read of y, in a queue of their own.
typedef struct {
    cl_command_queue queue;    // in-order
    cl_kernel kernel;
    cl_mem d_y, d_x;
    cl_uint *got;            // 0xff bytes until the read has run
    cl_event done[STEPS];    // of the three commands
} chain;

static chain open_chain(const lesson *l)
{
    const size_t bytes = l->data.n * sizeof(cl_uint);
    const cl_uint factor = FACTOR;
    const cl_ulong n = l->data.n;
    cl_int err;
    chain c = { .got = ocl_alloc(bytes) };
    memset(c.got, 0xff, bytes);
    c.queue = OCL_CREATE(clCreateCommandQueue(l->env->context, l->env->device, 0, &err));
    c.kernel = OCL_CREATE(clCreateKernel(l->program, "user_event_add", &err));
    c.d_y = ocl_buffer(l->env, CL_MEM_READ_WRITE, bytes, NULL);
    c.d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes, l->data.x);
    OCL_CHECK(clSetKernelArg(c.kernel, 0, sizeof c.d_y, &c.d_y));
    OCL_CHECK(clSetKernelArg(c.kernel, 1, sizeof c.d_x, &c.d_x));
    OCL_CHECK(clSetKernelArg(c.kernel, 2, sizeof factor, &factor));
    OCL_CHECK(clSetKernelArg(c.kernel, 3, sizeof n, &n));
    return c;
}

static void close_chain(chain *c)
{
    for (int step = 0; step < STEPS; step++)
        OCL_CHECK(clReleaseEvent(c->done[step]));
    OCL_CHECK(clReleaseMemObject(c->d_x));
    OCL_CHECK(clReleaseMemObject(c->d_y));
    OCL_CHECK(clReleaseKernel(c->kernel));
    OCL_CHECK(clReleaseCommandQueue(c->queue));
    free(c->got);
}

// The write waits for the gates, the kernel for the write, the read for the kernel.
static void enqueue(const lesson *l, chain *c, cl_uint gate_count, const cl_event *gates)
{
    const size_t bytes = l->data.n * sizeof(cl_uint);
    const size_t local = ocl_local_size(c->kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->data.n, local);
    OCL_CHECK(clEnqueueWriteBuffer(c->queue, c->d_y, CL_FALSE, 0, bytes, l->data.y, gate_count,
                                   gates, &c->done[WRITE]));
    OCL_CHECK(clEnqueueNDRangeKernel(c->queue, c->kernel, 1, NULL, &global, &local, 1,
                                     &c->done[WRITE], &c->done[KERNEL]));
    OCL_CHECK(clEnqueueReadBuffer(c->queue, c->d_y, CL_FALSE, 0, bytes, c->got, 1, &c->done[KERNEL],
                                  &c->done[READ]));
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
static ocl_result verify_closed(const lesson *l, const chain chains[QUEUES])
{
    const double end = ocl_wall_ns() + 1e6 * PAUSE_MS;
    while (ocl_wall_ns() < end)
        ocl_yield();

    ocl_result result = { .pass = true };
    for (int q = 0; q < QUEUES; q++) {
        for (int step = 0; step < STEPS; step++) {
            const bool waits = status_of(chains[q].done[step]) > CL_RUNNING;
            result = ocl_result_both(result, ocl_verify_equal("waits", waits, true));
        }
        const ocl_result untouched =
            ocl_verify_u32("nothing read yet", chains[q].got, l->data.untouched, l->data.n);
        result = ocl_result_both(result, untouched);
    }
    return result;
}

// All commands are complete, and the result is right.  A status tells that a command is complete,
// but it is no synchronization point: only the wait makes sure that the host sees what was read.
static ocl_result verify_done(const lesson *l, const chain *c)
{
    ocl_result result = { .pass = true };
    for (int step = 0; step < STEPS; step++) {
        const cl_int status = final_status(c->done[step]);
        result = ocl_result_both(result, ocl_verify_equal(STEP_NAMES[step], status, CL_COMPLETE));
    }
    if (result.pass) OCL_CHECK(clWaitForEvents(1, &c->done[READ]));
    return ocl_result_both(result, ocl_verify_u32("y", c->got, l->data.ref, l->data.n));
}

// Both queues wait for both gates.  While a gate is closed, call no clFinish and no blocking
// command on these queues: the call would wait for the gate, and the gate for us.
static void open_gates(const lesson *l)
{
    cl_int err;
    cl_event gates[GATES];
    chain chains[QUEUES];
    for (int g = 0; g < GATES; g++)
        gates[g] = OCL_CREATE(clCreateUserEvent(l->env->context, &err));
    const ocl_result born = ocl_verify_equal("a new gate", status_of(gates[0]), CL_SUBMITTED);
    for (int q = 0; q < QUEUES; q++) {
        chains[q] = open_chain(l);
        enqueue(l, &chains[q], GATES, gates);
        if (!ocl_known_fault(l->env->device, "clFlush before a user event"))
            OCL_CHECK(clFlush(chains[q].queue));
    }
    ocl_report_result(l->report, "nothing starts before the gates open",
                      ocl_result_both(born, verify_closed(l, chains)));

    OCL_CHECK(clSetUserEventStatus(gates[0], CL_COMPLETE));
    ocl_report_result(l->report, "one gate of two is not enough", verify_closed(l, chains));

    OCL_CHECK(clSetUserEventStatus(gates[1], CL_COMPLETE));
    ocl_result result = { .pass = true };
    for (int q = 0; q < QUEUES; q++) {
        OCL_CHECK(clFlush(chains[q].queue));
        result = ocl_result_both(result, verify_done(l, &chains[q]));
    }
    ocl_report_result(l->report, "both open: all is done", result);

    for (int q = QUEUES; q-- > 0;)
        close_chain(&chains[q]);
    for (int g = GATES; g-- > 0;)
        OCL_CHECK(clReleaseEvent(gates[g]));
}

// A command of the failed chain: its status, and what a wait for it answers.
static ocl_result verify_failed(const lesson *l, const chain *c, int step, ocl_table *table)
{
    const cl_int status = final_status(c->done[step]);
    const cl_int answer = clWaitForEvents(1, &c->done[step]);
    ocl_table_row(table, "%-9s %8d  %-s", STEP_NAMES[step], (int)status, ocl_error_name(answer));
    const bool reaches_all = !ocl_known_fault(l->env->device, "failures of user events");
    ocl_result result = { .pass = true };
    if (step == WRITE || reaches_all)
        result = ocl_verify_equal("answer", answer, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    if (reaches_all)
        result = ocl_result_both(result, ocl_verify_equal("terminated", status < 0, true));
    return result;
}

// A gate that fails terminates the commands that wait for it, and the commands that wait for those.
// The sample does this last: after a terminated command, the specification promises nothing about
// the context.
static ocl_result fail_gate(const lesson *l)
{
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(l->env->context, &err));
    chain c = open_chain(l);
    enqueue(l, &c, 1, &gate);
    const bool flushes = !ocl_known_fault(l->env->device, "clFlush before a user event");
    if (flushes) OCL_CHECK(clFlush(c.queue));
    OCL_CHECK(clSetUserEventStatus(gate, FAILURE));
    if (!flushes) OCL_CHECK(clFlush(c.queue));

    ocl_result result = { .pass = true };
    ocl_table table =
        ocl_table_open(l->report, "terminated", "command, status, answer to the wait");
    for (int step = 0; step < STEPS; step++)
        result = ocl_result_both(result, verify_failed(l, &c, step, &table));
    if (!ocl_known_fault(l->env->device, "failures of user events"))
        result = ocl_result_both(
            result, ocl_verify_u32("nothing read", c.got, l->data.untouched, l->data.n));
    else
        ocl_report_note(l->report, "this driver forgets the failure after the first wait");
    close_chain(&c);
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
    lesson l = { .env = &env, .data = user_event_data_new(opt.n[0], opt.seed) };
    l.program = ocl_build(&env, "user_event.cl", "-cl-std=CL1.2");
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "elements", l.data.n);
    open_gates(&l);
    ocl_report_result(l.report, "a failure reaches all that wait", fail_gate(&l));

    OCL_CHECK(clReleaseProgram(l.program));
    user_event_data_free(&l.data);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
