// SPDX-License-Identifier: MIT

#include "system/progress.h"

#include "errors.h"
#include "system/clock.h"
#include "system/streams.h"
#include "system/threads.h"

#include <stdatomic.h>

void ocl_say(const char *sentence)
{
    if (!ocl_on_terminal()) return;
    ocl_warn("%s", sentence);
    ocl_printed();
}

// What the thread that watches must know.
static _Atomic(const char *) activity = "preparing";
static _Atomic double printed_ns;    // when something was last printed

void ocl_doing(const char *what)
{
    atomic_store(&activity, what);
}

void ocl_printed(void)
{
    atomic_store(&printed_ns, ocl_wall_ns());
}

// Looks several times in each interval, so that no silence is longer than two seconds.
static void watch_silence(void)
{
    const double begin_ns = ocl_wall_ns(), silence_ns = 1.8e9;
    for (;;) {
        ocl_pause(0.1);
        const double now_ns = ocl_wall_ns();
        if (now_ns - atomic_load(&printed_ns) < silence_ns) continue;
        ocl_warn("%s (%.0f s so far)", atomic_load(&activity), (now_ns - begin_ns) / 1e9);
        ocl_printed();
    }
}

void ocl_watch_silence(void)
{
    static bool watched;    // one thread is enough
    ocl_printed();
    if (!watched && ocl_on_terminal()) watched = ocl_start_thread(watch_silence);
}
