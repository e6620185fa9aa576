// SPDX-License-Identifier: MIT

#include "knn_device.h"

enum { GPU_GROUP = 128, GPU_GROUPS_PER_UNIT = 8 };

bool knn_is_contiguous(cl_device_id device, const knn_data *data)
{
    return data->access == 0 ? ocl_is_cpu(device) : data->access == 1;
}

size_t knn_fitting(size_t most, size_t each, cl_device_id device)
{
    const size_t room = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE) / 2;
    most = ocl_smaller(most, ocl_local_limit(device, 0));
    most = ocl_smaller(most, (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
    size_t count = 1;
    while (2 * count <= most && 2 * count * each <= room)
        count *= 2;
    return count;
}

knn_sizes knn_choose_sizes(cl_device_id device, const knn_data *data)
{
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    if (knn_is_contiguous(device, data))
        return (knn_sizes){ .group = 1, .wide = 16, .groups = units };
    return (knn_sizes){ .group = knn_fitting(GPU_GROUP, data->kept * sizeof(cl_ulong), device),
                        .wide = 4,
                        .groups = units * GPU_GROUPS_PER_UNIT };
}
