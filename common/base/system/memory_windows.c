// SPDX-License-Identifier: MIT

#include "system/memory.h"

#include "errors.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

// What a job object, such as that of a container, still allows; infinity when it sets no limit.
static double room_of_job(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION job = { 0 };
    if (!QueryInformationJobObject(NULL, JobObjectExtendedLimitInformation, &job, sizeof job, NULL))
        return INFINITY;
    const DWORD flags = job.BasicLimitInformation.LimitFlags;
    double room = INFINITY;
    if (flags & JOB_OBJECT_LIMIT_JOB_MEMORY) room = (double)job.JobMemoryLimit;
    if (flags & JOB_OBJECT_LIMIT_PROCESS_MEMORY) room = fmin(room, (double)job.ProcessMemoryLimit);
    return room;
}

double ocl_host_memory(void)
{
    MEMORYSTATUSEX status = { .dwLength = sizeof status };
    return GlobalMemoryStatusEx(&status) ? fmin((double)status.ullAvailPhys, room_of_job()) : 0.0;
}

// malloc, because free() takes no memory that was aligned by another function.
void *ocl_alloc(size_t bytes)
{
    void *memory = bytes <= PTRDIFF_MAX ? malloc(bytes ? bytes : 1) : NULL;
    if (!memory)
        ocl_exit(OCL_EXIT_USAGE, "no memory for %zu more bytes on the host; try a smaller --size",
                 bytes);
    memset(memory, ocl_poison_byte(0), bytes);
    return memory;
}
