// SPDX-License-Identifier: MIT

#include "system/clock.h"

#include <windows.h>

double ocl_wall_ns(void)
{
    LARGE_INTEGER ticks, ticks_per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&ticks_per_second);
    return (double)ticks.QuadPart * 1e9 / (double)ticks_per_second.QuadPart;
}

// Sleep may end within the tick that it begins in.
void ocl_pause(double seconds)
{
    const double end_ns = ocl_wall_ns() + seconds * 1e9;
    for (double left_ns; (left_ns = end_ns - ocl_wall_ns()) > 0.0;)
        Sleep((DWORD)(left_ns / 1e6) + 1);
}
