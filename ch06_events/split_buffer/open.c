// SPDX-License-Identifier: MIT

#include "open.h"

enum { PARTS = 2 };

device_set split_buffer_devices(const ocl_env *env)
{
    device_set set = device_set_find(env, 0);
    if (set.count > 1) return set;
    cl_device_partition_property *list = partition_list(env->device, PARTS);
    set.uncut = !list;
    if (!list) return set;
    free(set.devices);
    set = (device_set){ .devices = ocl_alloc(PARTS * sizeof *set.devices),
                        .parent = env->device,
                        .how = list[0] };
    OCL_CHECK(clCreateSubDevices(set.parent, list, PARTS, set.devices, &set.count));
    free(list);
    return set;
}

void split_buffer_devices_free(device_set *set)
{
    for (cl_uint k = set->count; set->parent && k-- > 0;)
        OCL_CHECK(clReleaseDevice(set->devices[k]));
    free(set->devices);
}
