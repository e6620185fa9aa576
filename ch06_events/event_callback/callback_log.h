// SPDX-License-Identifier: MIT
//
// callback_log - what callbacks of events write down, for the main thread to read.

#ifndef CALLBACK_LOG_H
#define CALLBACK_LOG_H

#include "ocl.h"

#include <stdatomic.h>

enum { CALLS = 4, PATIENCE_S = 30 };    // room in a log; how long callbacks may take to come

// What a callback writes down.
typedef struct {
    cl_int wanted, status;    // the state asked for, the state told
    bool on_host_thread;
    double ns;
} callback_call;

// Callbacks come on threads of the driver, perhaps several at once: each takes a place of its own, fills it
// and then says so.  That last store releases what the main thread acquires: no lock, nobody waits.
typedef struct {
    callback_call call[CALLS];
    atomic_bool filled[CALLS];
    atomic_size_t taken;
    const void *host_thread;
} callback_log;

// One registration: what it is told when it is called.
typedef struct {
    callback_log *log;
    cl_int wanted;
} callback_entry;

// An empty log, for callbacks that may come on other threads than this one.
callback_log callback_log_new(void);

// The callback, whose user data is a callback_entry *.
void CL_CALLBACK callback_note(cl_event event, cl_int status, void *data);

// Whether `count` calls are written down in time.
bool callback_log_came(callback_log *log, size_t count, double patience_ns);

// The same for callbacks that must come.  No return without them: a late one would find its data gone.
void callback_log_await(callback_log *log, size_t count);

// A line a call, in the order in which they came; `start` is when the gate opened.
void callback_log_print(ocl_report *report, const callback_log *log, size_t count, double start);

#endif
