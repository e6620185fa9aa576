// SPDX-License-Identifier: MIT

#include "room.h"

#include "attributes.h"
#include "errors.h"
#include "system/memory.h"

enum { MIB = 1 << 20 };

static void require(double bytes, double limit, const char *what, const char *limit_name)
{
    if (bytes > limit)
        ocl_exit(OCL_EXIT_USAGE, "%s needs %.0f MiB, but %s is %.0f MiB; try a smaller --size",
                 what, bytes / MIB, limit_name, limit / MIB);
}

void ocl_require_memory(cl_device_id device, double largest_buffer, double all_buffers,
                        double host_arrays)
{
    double max_alloc = (double)ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    double global = (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    double host = ocl_host_memory();
    bool shared = ocl_is_cpu(device) || ocl_device_number(device, CL_DEVICE_HOST_UNIFIED_MEMORY);

    require(largest_buffer, max_alloc, "one buffer of this size",
            "the device's CL_DEVICE_MAX_MEM_ALLOC_SIZE");
    require(all_buffers, global, "this size on the device", "its CL_DEVICE_GLOBAL_MEM_SIZE");
    if (host > 0)
        require(host_arrays + (shared ? all_buffers : 0.0), host, "this size on the host",
                "the host's memory");
}
