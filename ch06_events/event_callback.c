// SPDX-License-Identifier: MIT
//
// event_callback - the driver calls us when a command changes its state.
//
// Shows   callbacks for each state, on whose thread they run, results handed over without a lock, failures
// Uses    clSetEventCallback, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE, <stdatomic.h>
// Try     event_callback -n 1; let a callback call clFinish (the driver may hang, and is right to)

#include "event_callback/callback_log.h"

enum { BLOCKS = 8, PAUSE_MS = 20, SHORT_MS = 200 };

static const cl_int FAILURE = -9999;    // any negative number is an error

// A kernel behind a gate, with a callback for each state.  What the specification promises: one call each, at
// that state or past it.  Not the order in which they come.
static void event_callback_states(const ocl_env *env, cl_kernel kernel, ocl_report *report)
{
    static const cl_int states[] = { CL_SUBMITTED, CL_RUNNING, CL_COMPLETE };
    enum { COUNT = sizeof states / sizeof states[0] };
    const unsigned platform = ocl_known_platform(env->device);
    callback_log log = callback_log_new();
    callback_entry entries[COUNT + 1];
    const size_t one = 1;
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(env->context, &err)), event;
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, NULL, 1, &gate, &event));
    for (size_t i = 0; i < COUNT; i++) {
        entries[i] = (callback_entry){ &log, states[i] };
        OCL_CHECK(clSetEventCallback(event, states[i], callback_note, &entries[i]));
    }
    if (platform != OCL_OCLGRIND) OCL_CHECK(clFlush(env->queue));    // its flush waits
    callback_log_came(&log, COUNT, 1e6 * PAUSE_MS);
    size_t early = 0;
    for (size_t k = 0; k < COUNT; k++)
        if (atomic_load_explicit(&log.filled[k], memory_order_acquire))
            early += log.call[k].wanted != CL_SUBMITTED;

    const double start = ocl_wall_ns();
    OCL_CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    OCL_CHECK(clFlush(env->queue));
    callback_log_await(&log, COUNT);
    OCL_CHECK(clWaitForEvents(1, &event));
    size_t calls[COUNT] = { 0 }, not_yet = 0;    // by state
    for (size_t k = 0; k < COUNT; k++) {
        calls[log.call[k].wanted]++;
        not_yet += log.call[k].status > log.call[k].wanted || log.call[k].status < 0;
    }
    callback_log_print(report, &log, COUNT, start);
    const uint64_t got[] = { early, calls[0], calls[1], calls[2], not_yet };
    ocl_report_result(report, "each state of a kernel",
                      ocl_verify_u64("early; calls for each state; calls before their state", got,
                                     (uint64_t[]){ 0, 1, 1, 1, 0 }, 5));

    // The command is long complete: there is nothing to wait for, and the callback still comes.
    entries[COUNT] = (callback_entry){ &log, CL_COMPLETE };
    OCL_CHECK(clSetEventCallback(event, CL_COMPLETE, callback_note, &entries[COUNT]));
    if (platform != OCL_OCLGRIND) {    // there it does not
        callback_log_await(&log, COUNT + 1);
        ocl_report_result(report, "a callback that comes too late",
                          ocl_verify_equal("told", log.call[COUNT].status, CL_COMPLETE));
    }
    OCL_CHECK(clReleaseEvent(event));
    OCL_CHECK(clReleaseEvent(gate));
}

static void event_callback_mix_ref(cl_uint *y, const cl_uint *x, cl_uint block, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = (x[i] ^ block) * 2654435761u;
}

// A block of results that a callback hands to the main thread.
typedef struct {
    cl_uint *y;
    cl_event read;
    atomic_int status;    // CL_QUEUED until the callback has come
} event_callback_block;

static void CL_CALLBACK event_callback_hand_over(cl_event event, cl_int status, void *data)
{
    (void)event;
    event_callback_block *block = data;
    atomic_store_explicit(&block->status, status, memory_order_release);
}

// The main thread takes each block as soon as it is there, while the device works on the next ones.  It never
// waits for the queue.
static ocl_result event_callback_blocks(const ocl_env *env, cl_kernel kernel, cl_mem d_y,
                                        const cl_uint *x)
{
    const size_t n = env->options->n[0], bytes = n * sizeof(cl_uint);
    const size_t local = ocl_local_size(kernel, env->device, 64), global = ocl_round_up(n, local);
    event_callback_block blocks[BLOCKS];
    for (cl_uint b = 0; b < BLOCKS; b++) {
        event_callback_block *block = &blocks[b];
        block->y = ocl_alloc(bytes);
        atomic_init(&block->status, CL_QUEUED);
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof b, &b));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env->queue, d_y, CL_FALSE, 0, bytes, block->y, 0, NULL,
                                      &block->read));
        OCL_CHECK(clSetEventCallback(block->read, CL_COMPLETE, event_callback_hand_over, block));
    }
    OCL_CHECK(clFlush(env->queue));

    ocl_result check = { .pass = true };
    cl_uint *ref = ocl_alloc(bytes);
    const double deadline = ocl_wall_ns() + 1e9 * PATIENCE_S;
    for (cl_uint b = 0; b < BLOCKS; b++) {
        int status;
        while ((status = atomic_load_explicit(&blocks[b].status, memory_order_acquire)) ==
               CL_QUEUED) {
            if (ocl_wall_ns() > deadline)
                ocl_exit(OCL_EXIT_WRONG, "block %u did not come within %d s", (unsigned)b,
                         PATIENCE_S);
            ocl_yield();
        }
        event_callback_mix_ref(ref, x, b, n);
        check = ocl_result_both(check, ocl_verify_equal("status", status, CL_COMPLETE));
        check = ocl_result_both(check, ocl_verify_u32("block", blocks[b].y, ref, n));
        OCL_CHECK(clReleaseEvent(blocks[b].read));
        free(blocks[b].y);
    }
    free(ref);
    return check;
}

static void CL_CALLBACK event_callback_ignore(cl_event event, cl_int status, void *user_data)
{
    (void)event, (void)status, (void)user_data;    // for a driver that accepts a mistake
}

static void event_callback_refusals(const ocl_env *env, ocl_report *report)
{
    cl_int err;
    cl_event event = OCL_CREATE(clCreateUserEvent(env->context, &err));
    const ocl_refusal refusals[] = {
        { "no function", clSetEventCallback(event, CL_COMPLETE, NULL, NULL), CL_INVALID_VALUE, 0 },
        { "a callback for CL_QUEUED, which no command comes back to",
          clSetEventCallback(event, CL_QUEUED, event_callback_ignore, NULL), CL_INVALID_VALUE, 0 },
        { "a callback for an error",
          clSetEventCallback(event, FAILURE, event_callback_ignore, NULL), CL_INVALID_VALUE, 0 },
        { "no event", clSetEventCallback(NULL, CL_COMPLETE, event_callback_ignore, NULL),
          CL_INVALID_EVENT, 0 },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clSetUserEventStatus(event, CL_COMPLETE));
    OCL_CHECK(clReleaseEvent(event));
}

// A command that is terminated, because its gate fails, calls back too: with the error.  Comes last: the
// specification promises nothing of a context any more in which a command was terminated.
static void event_callback_failure(const ocl_env *env, cl_kernel kernel, callback_log *log,
                                   callback_entry *entry, ocl_report *report)
{
    const size_t one = 1;
    cl_int err;
    cl_event gate = OCL_CREATE(clCreateUserEvent(env->context, &err)), event;
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, NULL, 1, &gate, &event));
    OCL_CHECK(clSetEventCallback(event, CL_COMPLETE, callback_note, entry));
    const double start = ocl_wall_ns();
    OCL_CHECK(clSetUserEventStatus(gate, FAILURE));
    OCL_CHECK(clFlush(env->queue));
    if (ocl_known_platform(env->device) != OCL_POCL) callback_log_await(log, 1);
    if (callback_log_came(log, 1, 1e6 * SHORT_MS)) {
        callback_log_print(report, log, 1, start);
        if (ocl_known_platform(env->device) == OCL_NVIDIA)
            ocl_report_print(report, "\nthis driver calls a terminated command complete\n");
        else
            ocl_report_result(report, "a terminated command",
                              ocl_verify_equal("told an error", log->call[0].status < 0, true));
    } else
        ocl_report_print(report, "\nthis driver forgets the callbacks of terminated commands\n");
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
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof block, &block));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));

    // Here, because it must outlive the context: a callback may still come when it is torn down.
    callback_log failure = callback_log_new();
    callback_entry failed = { &failure, CL_COMPLETE };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements a block", opt.n[0]);
    ocl_report_count(report, "blocks", BLOCKS);
    event_callback_states(&env, kernel, report);
    ocl_report_result(report, "blocks handed over", event_callback_blocks(&env, kernel, d_y, x));
    event_callback_refusals(&env, report);
    event_callback_failure(&env, kernel, &failure, &failed, report);

    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(x);
    return ocl_report_close(report);
}
