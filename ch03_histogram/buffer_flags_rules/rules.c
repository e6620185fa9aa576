// SPDX-License-Identifier: MIT

#include "rules.h"

enum { HOST_READS = 1, HOST_WRITES = 2 };

const cl_mem_flags HOST_ACCESS[ACCESS_COUNT] = { 0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY,
                                                 CL_MEM_HOST_NO_ACCESS };

#define FLAGS "no flag, HOST_READ_ONLY, HOST_WRITE_ONLY, HOST_NO_ACCESS"

const char *const HEADINGS[2] = { "on a buffer with, " FLAGS, "on a part of one with, " FLAGS };

const char *const CHECK_NAMES[2][ACCESS_COUNT] = {
    { "no flag", "HOST_READ_ONLY", "HOST_WRITE_ONLY", "HOST_NO_ACCESS" },
    { "sub-buffer, no flag", "sub-buffer, HOST_READ_ONLY", "sub-buffer, HOST_WRITE_ONLY",
      "sub-buffer, HOST_NO_ACCESS" },
};

static const int RIGHTS[ACCESS_COUNT] = { HOST_READS | HOST_WRITES, HOST_READS, HOST_WRITES, 0 };

const char *const COMMAND_NAMES[COMMAND_COUNT] = {
    "read",         "read rect",    "map to read",        "write",  "write rect",
    "map to write", "map, replace", "copy from a buffer", "kernel",
};

static const int NEEDS[COMMAND_COUNT] = {
    HOST_READS, HOST_READS, HOST_READS, HOST_WRITES, HOST_WRITES, HOST_WRITES, HOST_WRITES, 0, 0,
};

bool command_reads(int command)
{
    return NEEDS[command] == HOST_READS;
}

cl_int expected_status(int command, int access)
{
    return NEEDS[command] & ~RIGHTS[access] ? CL_INVALID_OPERATION : CL_SUCCESS;
}

bool is_excused(cl_device_id device, int command, int access)
{
    const bool maps = command == MAP_READ || command == MAP_WRITE || command == MAP_REPLACE;
    if (expected_status(command, access) == CL_SUCCESS) return false;
    return (maps && ocl_known_fault(device, "map that the flags forbid")) ||
           (command == MAP_REPLACE &&
            ocl_known_fault(device, "map to write anew that the flags forbid"));
}

const char *status_word(cl_int status, int command, int access)
{
    if (status == CL_SUCCESS)
        return expected_status(command, access) == CL_SUCCESS ? "works" : "works (wrong)";
    return status == CL_INVALID_OPERATION ? "refused" : ocl_error_name(status) + strlen("CL_");
}
