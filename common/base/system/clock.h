// SPDX-License-Identifier: MIT
//
// clock - how much time goes by.

#ifndef OCL_SYSTEM_CLOCK_H
#define OCL_SYSTEM_CLOCK_H

// Nanoseconds since some fixed moment, by a clock that never goes back.
double ocl_wall_ns(void);

// Waits for at least so many seconds.
void ocl_pause(double seconds);

#endif
