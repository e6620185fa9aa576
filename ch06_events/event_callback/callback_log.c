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

// Short, and no OpenCL call that waits: the driver has nobody else to do its work meanwhile.
void CL_CALLBACK callback_note(cl_event event, cl_int status, void *data)
{
    (void)event;
    const callback_entry *entry = data;
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

void callback_log_print(ocl_report *report, const callback_log *log, size_t count, double start)
{
    static const char *const names[] = { "CL_COMPLETE", "CL_RUNNING", "CL_SUBMITTED" };
    ocl_report_print(report, "\n%-14s%-9s%-22s%s\n", "callback for", "told", "on a thread of",
                     "ms after the gate opened");
    for (size_t k = 0; k < count; k++) {
        const callback_call *call = &log->call[k];
        ocl_report_print(report, "%-14s%-9d%-22s%.3f\n", names[call->wanted], (int)call->status,
                         call->on_host_thread ? "the host, in our call" : "the driver",
                         (call->ns - start) / 1e6);
    }
}
