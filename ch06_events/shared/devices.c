// SPDX-License-Identifier: MIT

#include "devices.h"

device_set device_set_find(const ocl_env *env, size_t most)
{
    const cl_device_type type =
        ocl_device_number(env->device, CL_DEVICE_TYPE) & ~(cl_device_type)CL_DEVICE_TYPE_DEFAULT;
    device_set set = { .parent = NULL };
    set.devices = ocl_devices_beside(env->platform, env->device, type, &set.count);
    if (most > 0 && most < set.count) set.count = (cl_uint)most;
    return set;
}

bool can_partition(cl_device_id device, cl_device_partition_property how)
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

// The property list for clCreateSubDevices, malloc'ed: equal parts or, where some compute units
// would be left over, parts by counts, of which the first get one more.  NULL when the device
// cannot be partitioned like that.
static cl_device_partition_property *partition_list(cl_device_id device, size_t parts)
{
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    if (parts < 2 || parts > ocl_device_number(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES))
        return NULL;
    const bool equal = units % parts == 0;
    const cl_device_partition_property how =
        equal ? CL_DEVICE_PARTITION_EQUALLY : CL_DEVICE_PARTITION_BY_COUNTS;
    if (!can_partition(device, how)) return NULL;

    // { how, units per part, 0 } or { how, units of part 0, of part 1, ..., end of the list, 0 }
    cl_device_partition_property *list = ocl_alloc((parts + 3) * sizeof *list);
    size_t end = 0;
    list[end++] = how;
    for (size_t i = 0; i < (equal ? 1 : parts); i++)
        list[end++] = (cl_device_partition_property)(units / parts + (i < units % parts));
    if (!equal) list[end++] = CL_DEVICE_PARTITION_BY_COUNTS_LIST_END;
    list[end] = 0;
    return list;
}

device_set device_set_open(const ocl_env *env, size_t most, size_t parts)
{
    device_set set = device_set_find(env, parts > 0 ? 1 : most);
    if (parts == 0 && (set.count > 1 || most > 0)) return set;
    if (parts == 0) parts = 2;
    cl_device_partition_property *list = partition_list(env->device, parts);
    set.uncut = !list;
    if (!list) return set;

    free(set.devices);
    set = (device_set){ .devices = ocl_alloc(parts * sizeof *set.devices),
                        .parent = env->device,
                        .how = list[0] };
    OCL_CHECK(clCreateSubDevices(set.parent, list, (cl_uint)parts, set.devices, &set.count));
    free(list);
    return set;
}

void device_set_close(device_set *set)
{
    for (cl_uint i = set->count; set->parent && i-- > 0;)
        OCL_CHECK(clReleaseDevice(set->devices[i]));
    free(set->devices);
}

// clRetainDevice counts the holders of a sub-device.  A context may hold it, too, so only the
// change counts.  For a device of the platform the count is always 1.
static void count_references(cl_device_id device, cl_ulong counts[3])
{
    counts[2] = ocl_device_number(device, CL_DEVICE_REFERENCE_COUNT);
    OCL_CHECK(clRetainDevice(device));
    counts[0] = ocl_device_number(device, CL_DEVICE_REFERENCE_COUNT);
    OCL_CHECK(clReleaseDevice(device));
    counts[1] = ocl_device_number(device, CL_DEVICE_REFERENCE_COUNT);
}

static ocl_result verify(const device_set *set)
{
    ocl_result result = { .pass = true };
    cl_ulong units = 0;
    for (cl_uint i = 0; i < set->count; i++) {
        cl_ulong counts[3];    // after clRetainDevice, after clReleaseDevice, before both
        cl_device_id parent;
        count_references(set->devices[i], counts);
        OCL_CHECK(clGetDeviceInfo(set->devices[i], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent,
                                  NULL));
        const cl_ulong before = set->parent ? counts[2] : 1;
        const cl_ulong want_counts[3] = { set->parent ? before + 1 : 1, before, before };
        result = ocl_result_both(result, ocl_verify_u64("references", counts, want_counts, 3));
        result = ocl_result_both(result, ocl_verify_equal("parent", parent == set->parent, true));
        units += ocl_device_number(set->devices[i], CL_DEVICE_MAX_COMPUTE_UNITS);
    }
    if (!set->parent) return result;
    const cl_ulong all = ocl_device_number(set->parent, CL_DEVICE_MAX_COMPUTE_UNITS);
    return ocl_result_both(result,
                           ocl_verify_equal("compute units", (long long)units, (long long)all));
}

void device_set_report(ocl_report *report, const device_set *set)
{
    if (set->parent)
        ocl_report_text(report, "partitioned",
                        set->how == CL_DEVICE_PARTITION_EQUALLY ? "equally" : "by counts");
    if (set->uncut)
        ocl_report_note(report, "This device cannot be partitioned in this way: it works alone.");
    ocl_report_result(report, "what the devices say about themselves", verify(set));
}
