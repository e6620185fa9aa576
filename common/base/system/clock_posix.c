// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/clock.h"

#include <time.h>

double ocl_wall_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

void ocl_pause(double seconds)
{
    const struct timespec nap = { .tv_sec = (time_t)seconds,
                                  .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9) };
    nanosleep(&nap, NULL);
}
