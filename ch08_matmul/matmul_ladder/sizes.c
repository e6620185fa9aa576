// SPDX-License-Identifier: MIT

#include "sizes.h"

// Work-groups have TILE x TILE, SIDE x SIDE / WORK and BLOCK / EACH x BLOCK / EACH work-items.
static bool fits(cl_device_id device, size_t shrink)
{
    const size_t items = (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const size_t bytes = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    const size_t columns = SIDE / shrink, rows = TILE / shrink, block = BLOCK / shrink;
    return rows * rows <= items && columns <= ocl_local_limit(device, 0) &&
           rows <= ocl_local_limit(device, 1) && 2 * block * DEPTH * sizeof(float) <= bytes;
}

size_t matmul_shrink(cl_device_id device)
{
    size_t shrink = 1;
    while (shrink < SIDE / 4 && !fits(device, shrink))
        shrink *= 2;
    return shrink;
}

cl_program matmul_build(const ocl_env *env, size_t shrink, size_t n, size_t k, bool only_naive)
{
    return ocl_build(env, "matmul_ladder.cl",
                     "-DCOLUMNS=%d -DPIECE=%zu -DTILE=%zu -DSIDE=%zu -DWORK=%d -DBLOCK=%zu "
                     "-DDEPTH=%d -DEACH=%d -DALIGNED=%d%s",
                     COLUMNS, PIECE / shrink, TILE / shrink, SIDE / shrink, WORK, BLOCK / shrink,
                     DEPTH, EACH, n % 4 == 0 && k % 4 == 0, only_naive ? " -DONLY_NAIVE" : "");
}

matmul_cpu_sizes matmul_choose_cpu_sizes(cl_device_id device)
{
    const cl_ulong native = ocl_device_number(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    const size_t ahead = native > 1 ? 16 : 0;    // a device without vectors has no prefetch either
    if (native >= 16) return (matmul_cpu_sizes){ .width = 16, .rows = 14, .ahead = ahead };
    return (matmul_cpu_sizes){ .width = native >= 8 ? 8 : 4, .rows = 6, .ahead = ahead };
}

cl_program matmul_build_cpu(const ocl_env *env, const matmul_cpu_sizes *sizes)
{
    return ocl_build(env, "matmul_ladder_cpu.cl",
                     "-DVECTOR=float%zu -DLOAD=vload%zu -DSTORE=vstore%zu -DROWS=%zu -DAHEAD=%zu",
                     sizes->width, sizes->width, sizes->width, sizes->rows, sizes->ahead);
}
