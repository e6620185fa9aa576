// SPDX-License-Identifier: MIT

#include "callback_log.h"

static const void *callback_thread(void)
{
    static _Thread_local const char here;    // another address on each thread
    return &here;
}

callback_log callback_log_new(void)
{
    return (callback_log){ .taken = 0, .host_thread = callback_thread() };
}

void callback_log_add(const callback_entry *entry, cl_int status)
{
    callback_log *log = entry->log;
    const size_t place = atomic_fetch_add(&log->taken, 1);
    if (place >= CALLS) return;
    log->call[place] = (callback_call){ .wanted = entry->wanted,
                                        .status = status,
                                        .on_host_thread = callback_thread() == log->host_thread,
                                        .ns = ocl_wall_ns() };
    atomic_store_explicit(&log->filled[place], true, memory_order_release);
}

bool callback_log_came(callback_log *log, size_t count, double patience_ns)
{
    const double deadline = ocl_wall_ns() + patience_ns;
    for (size_t k = 0; k < count; k++)
        while (!atomic_load_explicit(&log->filled[k], memory_order_acquire)) {
            if (ocl_wall_ns() > deadline) return false;
            ocl_yield();
        }
    return true;
}

void callback_log_await(callback_log *log, size_t count)
{
    if (!callback_log_came(log, count, 1e9 * PATIENCE_S))
        ocl_exit(OCL_EXIT_WRONG, "only %zu of %zu callbacks came within %d s",
                 atomic_load(&log->taken), count, PATIENCE_S);
}

size_t callback_log_started(callback_log *log, size_t count)
{
    size_t started = 0;
    for (size_t k = 0; k < count; k++)
        if (atomic_load_explicit(&log->filled[k], memory_order_acquire))
            started += log->call[k].wanted != CL_SUBMITTED;
    return started;
}

ocl_result callback_log_verify(const callback_log *log, size_t early)
{
    enum { STATES = CL_SUBMITTED + 1 };    // CL_COMPLETE is 0
    uint64_t calls[STATES] = { 0 }, not_yet = 0;
    for (size_t k = 0; k < STATES; k++) {
        calls[log->call[k].wanted]++;
        not_yet += log->call[k].status > log->call[k].wanted || log->call[k].status < 0;
    }
    const uint64_t got[] = { early, calls[CL_COMPLETE], calls[CL_RUNNING], calls[CL_SUBMITTED],
                             not_yet };
    const uint64_t want[] = { 0, 1, 1, 1, 0 };
    return ocl_verify_u64("early; calls for each state; calls before their state", got, want, 5);
}

void callback_log_report(ocl_report *report, const callback_log *log, size_t count, double start)
{
    static const char *const names[] = { "CL_COMPLETE", "CL_RUNNING", "CL_SUBMITTED" };
    ocl_table table = ocl_table_open(
        report, "callbacks", "callback for, told, on a thread of, ms after the gate opened");
    for (size_t k = 0; k < count; k++) {
        const callback_call *call = &log->call[k];
        ocl_table_row(&table, "%-14s %6d  %-22s %.3f", names[call->wanted], (int)call->status,
                      call->on_host_thread ? "the host, in our call" : "the driver",
                      (call->ns - start) / 1e6);
    }
}
