// SPDX-License-Identifier: MIT

#include "product.h"

enum { EACH = 8, SIDE = TILE / EACH };    // of the form for GPUs

const char *const PRODUCT_FORMS[] = { "auto", "cpu", "gpu", NULL };

void product_require_extents(const size_t m_n_k[3])
{
    for (int i = 0; i < 3; i++)
        if (m_n_k[i] > INT32_MAX / 2)
            ocl_exit(OCL_EXIT_USAGE, "--size: an extent is at most %d", INT32_MAX / 2);
}

float product_element(uint64_t seed, size_t index)
{
    return ocl_random_f32(-1.0f, 1.0f, seed, index);
}

// AVX-512 has 32 registers of 16 floats, AVX has 16 of 8.
static cl_program build_cpu(const ocl_env *env, size_t rows, size_t columns, ocl_range_2d *range)
{
    const size_t native =
        (size_t)ocl_device_number(env->device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    const size_t width = native >= 16 ? 16 : native >= 8 ? 8 : 4, at_once = native >= 16 ? 8 : 4;
    *range = (ocl_range_2d){ { rows / TILE, columns / (2 * width) }, { 1, 1 } };
    return ocl_build(
        env, "mpi_matmul.cl",
        "-cl-std=CL1.2 -DTILE=%d -DSTEP=%d -DROWS=%zu -DVECTOR=float%zu -DLOAD=vload%zu "
        "-DSTORE=vstore%zu",
        TILE, STEP, at_once, width, width, width);
}

static cl_program build_gpu(const ocl_env *env, size_t rows, size_t columns, ocl_range_2d *range)
{
    *range = (ocl_range_2d){ { columns / EACH, rows / EACH }, { SIDE, SIDE } };
    return ocl_build(env, "mpi_matmul.cl", "-cl-std=CL1.2 -DTILE=%d -DSTEP=%d -DEACH=%d", TILE,
                     STEP, EACH);
}

cl_program product_build(const ocl_env *env, size_t form, size_t rows, size_t columns,
                         ocl_range_2d *range)
{
    const size_t items = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const bool fits = items >= SIDE * SIDE && ocl_local_limit(env->device, 0) >= SIDE &&
                      ocl_local_limit(env->device, 1) >= SIDE;
    if (form == FORM_GPU && !fits)
        ocl_exit(OCL_EXIT_SKIP, "--form gpu: the device has no work-groups of %d x %d work-items",
                 SIDE, SIDE);
    const bool gpu = form == FORM_GPU || (form == FORM_AUTO && fits && !ocl_is_cpu(env->device));
    return (gpu ? build_gpu : build_cpu)(env, rows, columns, range);
}
