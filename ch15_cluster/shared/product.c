// SPDX-License-Identifier: MIT

#include "product.h"

#include "cluster/cluster.h"

const char *const PRODUCT_FORMS[] = { "auto", "cpu", "gpu", NULL };

// For CPUs with vectors of 4, 8 and 16 floats: their registers hold two vectors for each row of a
// strip of A, two for B and one more.  AVX-512 has 32 registers, the others have 16.
enum { VECTORS_4, VECTORS_8, VECTORS_16, GPU };
enum { TILE = 128, HIGH = 8, WIDE = 8, ITEMS = TILE / HIGH * (TILE / WIDE) };    // for GPUs
enum { PART_BYTES = 1 << 20 };    // of a part of A on a CPU: it stays in the cache of a core
const product_layout PRODUCT_LAYOUTS[] = { { 6, 8 }, { 6, 16 }, { 14, 32 }, { TILE, TILE } };

bool product_is_for_gpu(int layout)
{
    return layout == GPU;
}

// A device that cannot run the GPU's work-groups gets a layout for CPUs.
static int preferred(const ocl_env *env, size_t form)
{
    const size_t items = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const bool fits = items >= ITEMS && ocl_local_limit(env->device, 0) >= ITEMS;
    if (form == FORM_GPU && !fits)
        ocl_exit(OCL_EXIT_SKIP, "--form gpu: the device has no work-groups of %d work-items",
                 ITEMS);
    if (form == FORM_GPU || (form == FORM_AUTO && fits && !ocl_is_cpu(env->device))) return GPU;
    const cl_ulong native = ocl_device_number(env->device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    return native >= 16 ? VECTORS_16 : native >= 8 ? VECTORS_8 : VECTORS_4;
}

int product_agree(const ocl_env *env, size_t form)
{
    int layout = preferred(env, form);
    cluster_agree();
    CLUSTER_CHECK(MPI_Allreduce(MPI_IN_PLACE, &layout, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
    cluster_prepare();
    return layout;
}

static cl_program build_gpu(const ocl_env *env, const size_t size[3], product_range *range)
{
    *range = (product_range){ { size[1] / TILE * ITEMS, size[0] / TILE, 1 }, { ITEMS, 1, 1 } };
    return ocl_build(env, "mpi_matmul_gpu.cl",
                     "-cl-std=CL1.2 -DTILE=%d -DSTEP=%d -DHIGH=%d -DWIDE=%d", TILE, STEP, HIGH,
                     WIDE);
}

cl_program product_build(const ocl_env *env, int layout, const size_t size[3], product_range *range)
{
    if (layout == GPU) return build_gpu(env, size, range);
    const product_layout strip = PRODUCT_LAYOUTS[layout];
    const size_t strips = size[0] / strip.rows, bytes = size[0] * size[2] * sizeof(float);
    const size_t parts = ocl_divide_up(bytes, PART_BYTES);
    *range = (product_range){ { ocl_divide_up(strips, parts), size[1] / strip.columns, parts },
                              { 1, 1, 1 } };
    // A device without vectors has no prefetch either.
    const cl_ulong native = ocl_device_number(env->device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    return ocl_build(env, "mpi_matmul.cl", "-cl-std=CL1.2 -DROWS=%zu -DWIDTH=%zu -DAHEAD=%d",
                     strip.rows, strip.columns / 2, native > 1 ? 32 : 0);
}

size_t product_place(size_t line, size_t step, size_t strip, size_t depth)
{
    return (line / strip * depth + step) * strip + line % strip;
}

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
