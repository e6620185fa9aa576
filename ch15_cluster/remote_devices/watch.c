// SPDX-License-Identifier: MIT

#include "watch.h"

#include "ocl.h"

#include "system/clock.h"
#include "system/threads.h"

enum { PAUSE_MS = 50, NAME_BYTES = 200 };

static ocl_mutex *lock;               // of the two below
static char waits_for[NAME_BYTES];    // empty: for none
static double since_ns;
static double deadline;
static const char *(*find_lost)(void *data);
static void *find_data;

// The driver is not asked to close: it may wait for ever, too.
static _Noreturn void end(const char *who, const char *why)
{
    if (lock) ocl_mutex_lock(lock);    // for good: one thread says it
    ocl_warn("lost %s: %s", who, why);
    _Exit(OCL_EXIT_CALL);
}

// A call has failed.  If a device is lost, this is why.
static void leave(int status, const char *complaint)
{
    (void)status;
    const char *lost = find_lost(find_data);
    if (lost) end(lost, complaint);
}

static void watch(void)
{
    for (;;) {
        ocl_pause(PAUSE_MS * 1e-3);
        const char *lost = find_lost(find_data);
        if (lost) end(lost, "CL_DEVICE_AVAILABLE is CL_FALSE; its server is gone");
        char who[NAME_BYTES], why[NAME_BYTES];
        ocl_mutex_lock(lock);
        const double waited = (ocl_wall_ns() - since_ns) * 1e-9;
        snprintf(who, sizeof who, "%s", waits_for);
        ocl_mutex_unlock(lock);
        if (who[0] == '\0' || waited < deadline) continue;
        snprintf(why, sizeof why, "no answer for %.1f s (--deadline)", waited);
        end(who, why);
    }
}

void watch_for(const char *who)
{
    if (!lock) return;
    ocl_mutex_lock(lock);
    snprintf(waits_for, sizeof waits_for, "%s", who ? who : "");
    since_ns = ocl_wall_ns();
    ocl_mutex_unlock(lock);
}

void watch_start(double deadline_s, const char *(*lost)(void *data), void *data)
{
    deadline = deadline_s;
    find_lost = lost;
    find_data = data;
    lock = ocl_mutex_new();
    ocl_set_exit(leave);
    if (!ocl_start_thread(watch)) ocl_exit(OCL_EXIT_CALL, "no thread can be started");
}
