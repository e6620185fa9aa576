// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and the types of commands.

#ifndef EVENT_INFO_DRIVERS_H
#define EVENT_INFO_DRIVERS_H

#include "ocl.h"

// The type that the event of such a command must have: `type`; or `got`, with a warning, where the
// device's driver is known to have this other type for it.
cl_command_type driver_command_type(cl_device_id device, cl_command_type type, cl_command_type got,
                                    const char *name);

#endif
