// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and user events.

#ifndef CH06_DRIVERS_H
#define CH06_DRIVERS_H

#include "ocl.h"

// Whether clFlush returns while a command waits for a user event.  Oclgrind's runs the commands
// itself, and waits for the user event.
bool driver_flushes_behind_gates(cl_device_id device);

#endif
