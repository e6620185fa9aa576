// SPDX-License-Identifier: MIT
//
// clock - the time that goes by.

#ifndef OCL_SYSTEM_CLOCK_H
#define OCL_SYSTEM_CLOCK_H

// The time in nanoseconds, by a clock that never goes back.  It starts at any point.
double ocl_wall_ns(void);

// Does nothing for so long, at least.
void ocl_pause(double seconds);

#endif
