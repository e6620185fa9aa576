// SPDX-License-Identifier: MIT

#include "matrices.h"

// Kernels count in int, and round extents up to whole tiles.
static const size_t MAX_EXTENT = (1u << 31) - 1024;

static void require_room(const ocl_env *env, const size_t mnk[3])
{
    for (int i = 0; i < 3; i++)
        if (mnk[i] > MAX_EXTENT)
            ocl_exit(OCL_EXIT_USAGE, "--size: an extent is at most %zu", MAX_EXTENT);
    const double m = (double)mnk[0], n = (double)mnk[1], k = (double)mnk[2];
    const double a = m * k, b = k * n, c = m * n;
    ocl_require_memory(env->device, sizeof(float) * fmax(c, fmax(a, b)),
                       sizeof(float) * (a + b + c), sizeof(float) * (a + b + 2.0 * c));
}

matmul_matrices matmul_matrices_open(const ocl_env *env, const size_t mnk[3])
{
    require_room(env, mnk);
    const size_t m = mnk[0], n = mnk[1], k = mnk[2];
    const uint64_t seed = env->options->seed;
    matmul_matrices x = { .m = m,
                          .n = n,
                          .k = k,
                          .c_bytes = m * n * sizeof(float),
                          .a_bytes = m * k * sizeof(float),
                          .b_bytes = k * n * sizeof(float) };
    x.c = ocl_alloc(x.c_bytes);
    x.a = ocl_alloc(x.a_bytes);
    x.b_room = x.b_bytes + MATMUL_BEHIND * sizeof(float);
    x.b = ocl_alloc(x.b_room);
    ocl_fill_f32(x.a, m * k, -1.0f, 1.0f, seed);
    ocl_fill_f32(x.b, k * n, -1.0f, 1.0f, seed + 1);
    for (size_t i = 0; i < MATMUL_BEHIND; i++)
        x.b[k * n + i] = NAN;
    return x;
}

bool matmul_has_room(cl_device_id device, const size_t mnk[3], const size_t *floats, size_t count)
{
    const double m = (double)mnk[0], n = (double)mnk[1], k = (double)mnk[2];
    const double most = (double)ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const double memory = (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    double all = m * k + k * n + m * n;
    if (ocl_is_cpu(device)) all += m * k + k * n + 2.0 * m * n;    // the host's arrays
    for (size_t i = 0; i < count; i++) {
        if (sizeof(float) * (double)floats[i] > most) return false;
        all += (double)floats[i];
    }
    return sizeof(float) * all <= memory;
}

void matmul_matrices_close(matmul_matrices *x)
{
    free(x->b);
    free(x->a);
    free(x->c);
}

double matmul_operations(const matmul_matrices *x)
{
    return 2.0 * (double)x->m * (double)x->n * (double)x->k;
}

void matmul_fit_default_size(const ocl_env *env, ocl_options *options)
{
    const size_t *n = options->n;
    const double products = (double)n[0] * (double)n[1] * (double)n[2];
    ocl_fit_default_size(env, options, (ocl_pass){ .operations = 2.0 * products });
}
