// SPDX-License-Identifier: MIT
//
// event_callback - the driver calls a function of ours when a command changes its state.
//
// Shows   a callback for each state, and its thread; results passed on without a lock; a command
//         that fails
// Uses    clSetEventCallback with CL_SUBMITTED, CL_RUNNING, CL_COMPLETE; clCreateUserEvent,
//         clSetUserEventStatus; clFlush; <stdatomic.h>
// Try     event_callback -n 1

#include "event_callback/callback_log.h"
#include "event_callback/refusals.h"

enum { BLOCKS = 8, LOCAL = 64, PAUSE_MS = 20 };

static const cl_int FAILURE = -9999;    // any negative number is an error

static void mix_ref(cl_uint *y, const cl_uint *x, cl_uint block, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = (x[i] ^ block) * 2654435761u;
}

// Keep a callback short, and call nothing that waits in it: the driver may need this thread for its
// own work.
static void CL_CALLBACK note(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    callback_log_add(user_data, status);
}

// A kernel behind a gate, with a callback for each state.  The specification promises one call for
// each, when the command has reached that state or a later one.  It does not promise their order.
static void watch_states(const ocl_env *env, cl_kernel kernel, ocl_report *report)
{
    static const cl_int states[] = { CL_SUBMITTED, CL_RUNNING, CL_COMPLETE };
    enum { COUNT = sizeof states / sizeof states[0] };
    const bool oclgrind = ocl_known_platform(env->device) == OCL_OCLGRIND;
    callback_log log = callback_log_new();
    callback_entry entries[COUNT + 1];
    const size_t one = 1;
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(env->context, &err)), event;
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, NULL, 1, &gate, &event));
    for (size_t i = 0; i < COUNT; i++) {
        entries[i] = (callback_entry){ &log, states[i] };
        OCL_CHECK(clSetEventCallback(event, states[i], note, &entries[i]));
    }
    if (!oclgrind) OCL_CHECK(clFlush(env->queue));    // oclgrind's flush waits for the gate
    callback_log_came(&log, COUNT, 1e6 * PAUSE_MS);
    const size_t early = callback_log_started(&log, COUNT);

    const double start = ocl_wall_ns();
    OCL_CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    OCL_CHECK(clFlush(env->queue));
    callback_log_await(&log, COUNT);
    OCL_CHECK(clWaitForEvents(1, &event));
    callback_log_report(report, &log, COUNT, start);
    ocl_report_result(report, "each state of a kernel", callback_log_verify(&log, early));

    // A callback for a command that is already complete is also called, except by oclgrind.
    entries[COUNT] = (callback_entry){ &log, CL_COMPLETE };
    OCL_CHECK(clSetEventCallback(event, CL_COMPLETE, note, &entries[COUNT]));
    if (!oclgrind) {
        callback_log_await(&log, COUNT + 1);
        ocl_report_result(report, "a callback for a complete command",
                          ocl_verify_equal("told", log.call[COUNT].status, CL_COMPLETE));
    }
    OCL_CHECK(clReleaseEvent(event));
    OCL_CHECK(clReleaseEvent(gate));
}

// A block of results that a callback passes to the main thread.
typedef struct {
    cl_uint *y;
    cl_event read;
    atomic_int status;    // CL_QUEUED until the callback has come
} block_of_results;

static void CL_CALLBACK hand_over(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    block_of_results *block = user_data;
    atomic_store_explicit(&block->status, status, memory_order_release);
}

static int await_block(const block_of_results *block, double deadline)
{
    int status;
    while ((status = atomic_load_explicit(&block->status, memory_order_acquire)) == CL_QUEUED) {
        if (ocl_wall_ns() > deadline)
            ocl_exit(OCL_EXIT_WRONG, "a block did not come within %d s", PATIENCE_S);
        ocl_yield();
    }
    return status;
}

// The main thread takes each block when it has been read, while the device works on the next ones.
// It never waits for the queue.
static ocl_result take_blocks(const ocl_env *env, cl_kernel kernel, cl_mem d_y, const cl_uint *x)
{
    const size_t n = env->options->n[0], bytes = n * sizeof(cl_uint);
    const size_t local = ocl_local_size(kernel, env->device, LOCAL),
                 global = ocl_round_up(n, local);
    block_of_results blocks[BLOCKS];
    for (cl_uint b = 0; b < BLOCKS; b++) {
        blocks[b].y = ocl_alloc(bytes);
        atomic_init(&blocks[b].status, CL_QUEUED);
        ocl_poison_run(env->queue, d_y, bytes, 0);
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof b, &b));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env->queue, d_y, CL_FALSE, 0, bytes, blocks[b].y, 0, NULL,
                                      &blocks[b].read));
        OCL_CHECK(clSetEventCallback(blocks[b].read, CL_COMPLETE, hand_over, &blocks[b]));
    }
    OCL_CHECK(clFlush(env->queue));

    ocl_result result = { .pass = true };
    cl_uint *ref = ocl_alloc(bytes);
    const double deadline = ocl_wall_ns() + 1e9 * PATIENCE_S;
    for (cl_uint b = 0; b < BLOCKS; b++) {
        const int status = await_block(&blocks[b], deadline);
        mix_ref(ref, x, b, n);
        result = ocl_result_both(result, ocl_verify_equal("status", status, CL_COMPLETE));
        result = ocl_result_both(result, ocl_verify_u32("block", blocks[b].y, ref, n));
        OCL_CHECK(clReleaseEvent(blocks[b].read));
        free(blocks[b].y);
    }
    free(ref);
    return result;
}

// A command is terminated because its gate fails.  Its callback is also called, with the error.
// The sample does this last: after a terminated command, the specification promises nothing about
// the context.
static void fail(const ocl_env *env, cl_kernel kernel, callback_entry *entry, ocl_report *report)
{
    const size_t one = 1;
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(env->context, &err)), event;
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, NULL, 1, &gate, &event));
    OCL_CHECK(clSetEventCallback(event, CL_COMPLETE, note, entry));
    const double start = ocl_wall_ns();
    OCL_CHECK(clSetUserEventStatus(gate, FAILURE));
    OCL_CHECK(clFlush(env->queue));
    callback_log_report_failure(report, env->device, entry->log, start);
    OCL_CHECK(clReleaseEvent(event));
    OCL_CHECK(clReleaseEvent(gate));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_callback",
                              .summary = "The driver calls back when a command changes its state.",
                              .accepts = "dnks",
                              .size_help = "elements of a block",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const size_t bytes = opt.n[0] * sizeof(cl_uint);
    const double real_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, real_bytes, 2 * real_bytes, (2 + BLOCKS) * real_bytes);
    cl_uint *x = ocl_alloc(bytes);
    ocl_fill_u32(x, opt.n[0], opt.seed);

    cl_int err;
    const cl_ulong n = opt.n[0];
    const cl_uint block = 0;
    cl_program program = ocl_build(&env, "event_callback.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "event_callback_mix", &err));
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof block, &block));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));

    // The log outlives the context: a callback may still come when the context is released.
    callback_log failures = callback_log_new();
    callback_entry entry = { &failures, CL_COMPLETE };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements per block", opt.n[0]);
    ocl_report_count(report, "blocks", BLOCKS);
    watch_states(&env, kernel, report);
    ocl_report_result(report, "blocks handed over", take_blocks(&env, kernel, d_y, x));
    event_callback_refusals(report, &env);
    fail(&env, kernel, &entry, report);

    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(x);
    return ocl_report_close(report);
}
