// SPDX-License-Identifier: MIT

#include "prepare.h"

// As in matmul.cl: columns of a work-item of coalesced_row, floats of A in local memory, side of a tile.
enum { COLUMNS = 4, PIECE = 1024, TILE = 16 };

// The side of a tile that a work-group can have, in powers of two.  Some CPUs' work-groups are long in the first
// dimension alone.
static int tile_side(cl_device_id device)
{
    const cl_ulong items = ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const size_t width = ocl_local_limit(device, 0), height = ocl_local_limit(device, 1);
    size_t side = TILE;
    while (side > 1 && (side * side > items || side > width || side > height))
        side /= 2;
    return (int)side;
}

// A work-item makes `columns` of a row's elements.
static size_t columns_of(const char *variant)
{
    if (strcmp(variant, "coalesced_row") == 0) return COLUMNS;
    return strcmp(variant, "vector4") == 0 ? 4 : 1;
}

matmul_launch matmul_prepare_ladder(const matmul_job *job, const char *variant)
{
    const cl_device_id device = job->env->device;
    const int side = tile_side(device);
    const bool aligned = job->n % 4 == 0 && job->k % 4 == 0;
    cl_program program =
        ocl_build(job->env, "matmul.cl", "-DCOLUMNS=%d -DPIECE=%d -DTILE=%d -DALIGNED=%d", COLUMNS,
                  PIECE, side, aligned);
    char name[64];
    snprintf(name, sizeof name, "matmul_%s", variant);
    matmul_launch launch = { 0 };
    matmul_step *step = matmul_add_step(&launch, program, name);
    OCL_CHECK(clReleaseProgram(program));    // the kernel keeps it

    const bool tiled = strcmp(variant, "tiled") == 0;
    const size_t columns = ocl_divide_up(job->n, columns_of(variant));
    // Few columns get one group: the least power of two that holds them, as ocl_local_size rounds down.
    const size_t local =
        ocl_local_size(step->kernel, device, columns < 256 ? 2 * columns - 1 : 256);
    step->range.local[0] = tiled ? (size_t)side : local;
    step->range.local[1] = tiled ? (size_t)side : 1;
    step->range.global[0] = ocl_round_up(columns, step->range.local[0]);
    step->range.global[1] = ocl_round_up(job->m, step->range.local[1]);

    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof job->d_c, &job->d_c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof job->d_a, &job->d_a));
    OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof job->d_b, &job->d_b));
    matmul_set_size(step->kernel, 3, job->m);
    matmul_set_size(step->kernel, 4, job->n);
    matmul_set_size(step->kernel, 5, job->k);
    return launch;
}
