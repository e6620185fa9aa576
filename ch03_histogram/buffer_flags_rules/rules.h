// SPDX-License-Identifier: MIT
//
// rules - what the host may do with a buffer, by its flags.

#ifndef BUFFER_FLAGS_RULES_H
#define BUFFER_FLAGS_RULES_H

#include "ocl.h"

// The four kinds of access that the host can have.
enum { ACCESS_COUNT = 4 };
extern const cl_mem_flags HOST_ACCESS[ACCESS_COUNT];

// Of the tables and checks: [0] for buffers, [1] for sub-buffers.
extern const char *const HEADINGS[2];
extern const char *const CHECK_NAMES[2][ACCESS_COUNT];

// The commands.  The last two are commands of the device: every buffer allows them.
enum {
    READ,
    READ_RECT,
    MAP_READ,
    WRITE,
    WRITE_RECT,
    MAP_WRITE,
    MAP_REPLACE,
    COPY_INTO,
    KERNEL,
    COMMAND_COUNT
};
extern const char *const COMMAND_NAMES[COMMAND_COUNT];

// Whether the command brings numbers to the host, and not to the buffer.
bool command_reads(int command);

// What the specification says the command returns for a buffer with HOST_ACCESS[access].
cl_int expected_status(int command, int access);

// Whether the device's driver is known to return another status than that.
bool is_excused(cl_device_id device, int command, int access);

// What the command returned, in a word of the table.
const char *status_word(cl_int status, int command, int access);

#endif
