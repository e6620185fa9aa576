// SPDX-License-Identifier: MIT
//
// callback_log - what callbacks of events write down, for the main thread to read.

#ifndef CALLBACK_LOG_H
#define CALLBACK_LOG_H

#include "ocl.h"

#include <stdatomic.h>

enum { CALLS = 3, PATIENCE_S = 30 };    // room in a log; how long callbacks may take

// What a callback writes down.
typedef struct {
    cl_int wanted, status;    // the state that it was registered for; the status that it was told
    bool on_host_thread;
    double ns;
} callback_call;

// Callbacks come on threads of the driver, perhaps several at once.  Each takes a place of its own,
// fills it, and then sets its flag.  The flag is stored with release and loaded with acquire: no
// lock, and no thread waits.
typedef struct {
    callback_call call[CALLS];
    atomic_bool filled[CALLS];
    atomic_size_t taken;
    const void *host_thread;
} callback_log;

// The user data of one registration.
typedef struct {
    callback_log *log;
    cl_int wanted;
} callback_entry;

// An empty log.  The thread that calls this counts as the host's.
callback_log callback_log_new(void);

// Writes down one call.  Does not wait.
void callback_log_add(const callback_entry *entry, cl_int status);

// Whether `count` calls are written down in time.
bool callback_log_came(callback_log *log, size_t count, double patience_ns);

// Waits for callbacks that must come.  Ends the program without them: a late one would find its
// data gone.
void callback_log_await(callback_log *log, size_t count);

// How many of the first `count` places hold a call for another state than CL_SUBMITTED.
size_t callback_log_started(callback_log *log, size_t count);

// Whether each of the states CL_SUBMITTED, CL_RUNNING and CL_COMPLETE had one call, when the
// command had reached it.  `early` calls came before they could.
ocl_result callback_log_verify(const callback_log *log, size_t early);

// The calls in the order in which they came; `start` is when the gate opened.
void callback_log_report(ocl_report *report, const callback_log *log, size_t count, double start);

#endif
