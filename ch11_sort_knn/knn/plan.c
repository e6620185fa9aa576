// SPDX-License-Identifier: MIT

#include "knn/plan.h"

#include <float.h>

enum { CPU_ITEMS = 64, GPU_ITEMS = 128, GPU_GROUP = 128, GPU_GROUPS_PER_UNIT = 8 };
enum { MAX_TILE = 4096, MAX_SAMPLES = 1024, MAX_COPIES = 16, MAX_PARTS = 64 };
enum { MAX_CELLS = 4096 };    // along an axis

// The largest power of two that is at most `most`, so that `each` bytes times it fit local memory.
static size_t fitting(size_t most, size_t each, cl_device_id device)
{
    const size_t room = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE) / 2;
    most = ocl_smaller(most, ocl_local_limit(device, 0));
    most = ocl_smaller(most, (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
    size_t count = 1;
    while (2 * count <= most && 2 * count * each <= room)
        count *= 2;
    return count;
}

knn_plan knn_make_plan(cl_device_id device, const knn_data *data)
{
    const bool cpu = data->access == 0 ? ocl_is_cpu(device) : data->access == 1;
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t local_bytes = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    knn_plan p = { .wide = cpu ? 16 : 4, .own_counts = cpu };
    p.group = cpu ? 1 : fitting(GPU_GROUP, data->kept * sizeof(cl_ulong), device);
    p.items = fitting(cpu ? CPU_ITEMS : GPU_ITEMS, 1, device);
    const size_t point_bytes = data->dimensions * sizeof(cl_float);
    const size_t tile_bytes = ocl_smaller(local_bytes / 2, cpu ? 32768 : 16384);
    const size_t step = AT_ONCE * p.wide;
    p.tile = ocl_smaller(tile_bytes / point_bytes / step * step, MAX_TILE);
    if (p.tile == 0) p.tile = step;
    p.groups = units * (cpu ? 1 : GPU_GROUPS_PER_UNIT);
    p.samples = ocl_smaller(MAX_SAMPLES, data->n);
    const size_t query_groups = ocl_divide_up(data->queries, p.items);
    const size_t wanted = ocl_divide_up(units * (cpu ? 1 : GPU_GROUPS_PER_UNIT), query_groups);
    p.parts = ocl_smaller(ocl_smaller(wanted, ocl_divide_up(data->n, p.tile)), MAX_PARTS);
    p.copies = p.own_counts ? ocl_smaller(units, MAX_COPIES) : 1;
    for (p.sorted = 1; p.sorted < data->n;)
        p.sorted *= 2;
    return p;
}

knn_shape knn_make_shape(const knn_data *d, size_t copies)
{
    const double wide = (double)d->high[0] - (double)d->low[0];
    const double high = (double)d->high[1] - (double)d->low[1];
    double side = sqrt(wide * high * (double)d->k / (double)d->n);
    side = fmax(side, fmax(wide, high) / MAX_CELLS);
    if (!(side > FLT_MIN)) side = 1.0;    // all points are the same
    const size_t room = ocl_smaller((size_t)MAX_CELLS, d->n);
    return (knn_shape){ .n = (cl_uint)d->n,
                        .stride = (cl_uint)d->stride,
                        .queries = (cl_uint)d->queries,
                        .columns = (cl_uint)ocl_smaller((size_t)(wide / side) + 1, room),
                        .rows = (cl_uint)ocl_smaller((size_t)(high / side) + 1, room),
                        .copies = (cl_uint)copies,
                        .left = d->low[0],
                        .bottom = d->low[1],
                        .side = (float)side };
}
