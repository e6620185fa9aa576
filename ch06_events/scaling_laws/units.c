// SPDX-License-Identifier: MIT

#include "units.h"

const char *const UNIT_NAMES[] = { "sub_devices", "devices", "work_groups", NULL };

size_t unit_most(cl_device_id device, const device_set *devices, unit_way how)
{
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    switch (how) {
    case UNIT_SUB_DEVICES:
        return units > 1 && can_partition(device, CL_DEVICE_PARTITION_BY_COUNTS) ? units : 0;
    case UNIT_DEVICES:
        return devices->count > 1 ? devices->count : 0;
    default:
        return units;
    }
}

const char *unit_missing(unit_way how)
{
    return how == UNIT_DEVICES ? "there is only one device of this type"
                               : "the device cannot be partitioned by counts";
}
