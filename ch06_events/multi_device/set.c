// SPDX-License-Identifier: MIT

#include "set.h"

// The platform's devices of the chosen one's type, the chosen one first.
static void find_devices(device_set *set, const ocl_env *env)
{
    const cl_device_type type =
        ocl_device_number(env->device, CL_DEVICE_TYPE) & ~(cl_device_type)CL_DEVICE_TYPE_DEFAULT;
    OCL_CHECK(clGetDeviceIDs(env->platform, type, 0, NULL, &set->count));
    set->devices = ocl_alloc(set->count * sizeof *set->devices);
    OCL_CHECK(clGetDeviceIDs(env->platform, type, set->count, set->devices, NULL));
    for (cl_uint i = 0; i < set->count; i++)
        if (set->devices[i] == env->device) set->devices[i] = set->devices[0];
    set->devices[0] = env->device;
}

static bool can_partition(cl_device_id device, cl_device_partition_property how)
{
    size_t bytes;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, 0, NULL, &bytes));
    cl_device_partition_property *list = ocl_alloc(bytes + 1);    // the list may be empty
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, bytes, list, NULL));
    bool found = false;
    for (size_t i = 0; i < bytes / sizeof *list; i++)
        found = found || list[i] == how;
    free(list);
    return found;
}

// Deals out the compute units: equal parts, or where some would be left over, the first parts get one
// more.  False when the device does not do that.
static bool cut_device(device_set *set, size_t parts)
{
    const cl_device_id device = set->devices[0];
    const size_t units = ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    if (parts < 2 || parts > ocl_device_number(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES))
        return false;
    const bool equal = units % parts == 0;
    const cl_device_partition_property how =
        equal ? CL_DEVICE_PARTITION_EQUALLY : CL_DEVICE_PARTITION_BY_COUNTS;
    if (!can_partition(device, how)) return false;

    // { how, units of a part, 0 } or { how, units of part 0, of part 1, ..., end of the list, 0 }
    cl_device_partition_property *list = ocl_alloc((parts + 3) * sizeof *list);
    size_t end = 0;
    list[end++] = how;
    for (size_t i = 0; i < (equal ? 1 : parts); i++)
        list[end++] = (cl_device_partition_property)(units / parts + (i < units % parts));
    if (!equal) list[end++] = CL_DEVICE_PARTITION_BY_COUNTS_LIST_END;
    list[end] = 0;
    free(set->devices);
    set->devices = ocl_alloc(parts * sizeof *set->devices);
    OCL_CHECK(clCreateSubDevices(device, list, (cl_uint)parts, set->devices, &set->count));
    set->parent = device;
    set->how = how;
    free(list);
    return true;
}

device_set device_set_open(const ocl_env *env, size_t most, size_t parts)
{
    device_set set = { .parent = NULL };
    find_devices(&set, env);
    const bool cut = parts > 0 || (set.count == 1 && most == 0);
    if (parts > 0)
        set.count = 1;
    else if (most > 0 && most < set.count)
        set.count = (cl_uint)most;
    set.uncut = cut && !cut_device(&set, parts > 0 ? parts : 2);
    return set;
}

void device_set_close(device_set *set)
{
    for (cl_uint i = set->count; set->parent && i-- > 0;)
        OCL_CHECK(clReleaseDevice(set->devices[i]));
    free(set->devices);
}

// clRetainDevice counts the owners of a sub-device; a device of the platform is
// nobody's, and its count stays.
static void count_references(cl_device_id device, cl_ulong counts[2])
{
    OCL_CHECK(clRetainDevice(device));
    counts[0] = ocl_device_number(device, CL_DEVICE_REFERENCE_COUNT);
    OCL_CHECK(clReleaseDevice(device));
    counts[1] = ocl_device_number(device, CL_DEVICE_REFERENCE_COUNT);
}

ocl_result device_set_check(const device_set *set)
{
    ocl_result check = { .pass = true };
    const cl_ulong want_counts[2] = { set->parent ? 2 : 1, 1 };
    cl_ulong units = 0;
    for (cl_uint i = 0; i < set->count; i++) {
        cl_ulong counts[2];
        cl_device_id parent;
        count_references(set->devices[i], counts);
        OCL_CHECK(clGetDeviceInfo(set->devices[i], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent,
                                  NULL));
        check = ocl_result_both(check, ocl_verify_u64("references", counts, want_counts, 2));
        check = ocl_result_both(check, ocl_verify_equal("parent", parent == set->parent, true));
        units += ocl_device_number(set->devices[i], CL_DEVICE_MAX_COMPUTE_UNITS);
    }
    if (!set->parent) return check;
    const cl_ulong all = ocl_device_number(set->parent, CL_DEVICE_MAX_COMPUTE_UNITS);
    return ocl_result_both(check,
                           ocl_verify_equal("compute units", (long long)units, (long long)all));
}
