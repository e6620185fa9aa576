// SPDX-License-Identifier: MIT

#include "plan.h"

#include <float.h>

enum { CPU_ITEMS = 64, GPU_ITEMS = 128, MAX_TILE = 4096, MAX_COPIES = 16, MAX_PARTS = 64 };
enum { MAX_CELLS = 4096 };    // along an axis

knn_plan knn_make_plan(cl_device_id device, const knn_data *data)
{
    const bool cpu = knn_is_contiguous(device, data);
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t local_bytes = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    knn_plan p = { .sizes = knn_choose_sizes(device, data), .contiguous = cpu };
    p.items = knn_fitting(cpu ? CPU_ITEMS : GPU_ITEMS, 1, device);
    const size_t point_bytes = data->dimensions * sizeof(cl_float);
    const size_t tile_bytes = ocl_smaller(local_bytes / 2, cpu ? 32768 : 16384);
    const size_t step = AT_ONCE * p.sizes.wide;
    p.tile = ocl_smaller(tile_bytes / point_bytes / step * step, MAX_TILE);
    if (p.tile == 0) p.tile = step;
    const size_t query_groups = ocl_divide_up(data->queries, p.items);
    const size_t wanted = ocl_divide_up(p.sizes.groups, query_groups);
    p.parts = ocl_smaller(ocl_smaller(wanted, ocl_divide_up(data->n, p.tile)), MAX_PARTS);
    p.copies = cpu ? ocl_smaller(units, MAX_COPIES) : 1;
    return p;
}

cl_program knn_build(const ocl_env *env, const knn_data *d, const knn_plan *p)
{
    return ocl_build(env, "knn_queries.cl",
                     "-DDIMS=%zu -DK=%zu -DKEEP=%zu -DGROUP=%zu -DITEMS=%zu -DWIDE=%zu -DTILE=%zu "
                     "-DCONTIGUOUS=%d -DOWN_COUNTS=%d",
                     d->dimensions, d->kept, d->k, p->sizes.group, p->items, p->sizes.wide, p->tile,
                     p->contiguous, p->contiguous);
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
