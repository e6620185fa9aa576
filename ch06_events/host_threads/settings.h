// SPDX-License-Identifier: MIT
//
// settings - the command line of host_threads.

#ifndef HOST_THREADS_SETTINGS_H
#define HOST_THREADS_SETTINGS_H

#include "ocl.h"

typedef struct {
    size_t threads, launches;    // threads of the host; launches of each
    bool race;                   // also show what must not be done
} host_threads_settings;

extern const char *const HOST_THREADS_VARIANTS[];    // ended by NULL

// Exits with OCL_EXIT_USAGE where there are too many threads.
ocl_options host_threads_parse(int argc, char **argv, host_threads_settings *settings);

// Starts the report.  Exits with OCL_EXIT_SKIP where --variant asks for clones and the device has
// none, and with OCL_EXIT_USAGE where the buffer does not fit the device.  The number of
// threads becomes 1 where the driver takes no more.
ocl_report *host_threads_report(const ocl_env *env, host_threads_settings *settings);

#endif
