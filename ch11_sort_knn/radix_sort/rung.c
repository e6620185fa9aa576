// SPDX-License-Identifier: MIT

#include "radix_sort/rung.h"

#include "ocl.h"

#include <stdlib.h>
#include <string.h>

static cl_program build(const ocl_env *env, const radix_plan *p, const char *file, size_t items,
                        const keys_settings *keys)
{
    return ocl_build(env, file, "-DDIGIT_BITS=%zu -DGROUP=%zu -DITEMS=%zu -DBLOCK=%zu %s",
                     p->digit_bits, p->group, items, p->block, keys_build_options(keys).text);
}

static cl_mem zero_buffer(const ocl_env *env, size_t bytes)
{
    void *zeros = memset(ocl_alloc(bytes), 0, bytes);
    const cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, zeros);
    free(zeros);
    return buffer;
}

radix_rung radix_open(const ocl_env *env, const radix_settings *settings, size_t variant)
{
    radix_rung r = { .name = RADIX_VARIANTS[variant] };
    r.plan = radix_make_plan(settings, env->device, variant);
    const radix_plan *p = &r.plan;
    r.program = build(env, p, "radix_sort.cl", p->items, &settings->keys);
    const char *const names[] = { "radix_sort_count", "radix_sort_scan",
                                  variant == PLAIN ? "radix_sort_plain" : "radix_sort_tiled" };
    cl_int err;
    for (int k = 0; k < STEPS; k++)
        r.kernels[k] = OCL_CREATE(clCreateKernel(r.program, names[k], &err));
    const size_t row_bytes = sizeof(cl_uint) << p->digit_bits;
    r.d_counts = ocl_buffer(env, CL_MEM_READ_WRITE, p->groups * row_bytes, NULL);
    r.d_totals = ocl_buffer(env, CL_MEM_READ_WRITE, row_bytes, NULL);
    r.d_sums = zero_buffer(env, ocl_divide_up(p->groups, p->block) * row_bytes);
    if (p->low_bits == 0) return r;

    const cl_uint none = 0;
    r.bucket_program = build(env, p, "radix_sort_buckets.cl", p->bucket_items, &settings->keys);
    r.buckets = OCL_CREATE(clCreateKernel(r.bucket_program, "radix_sort_buckets", &err));
    r.d_failed = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof none, &none);
    return r;
}

void radix_close(const radix_rung *r)
{
    if (r->buckets) {
        OCL_CHECK(clReleaseMemObject(r->d_failed));
        OCL_CHECK(clReleaseKernel(r->buckets));
        OCL_CHECK(clReleaseProgram(r->bucket_program));
    }
    OCL_CHECK(clReleaseMemObject(r->d_sums));
    OCL_CHECK(clReleaseMemObject(r->d_totals));
    OCL_CHECK(clReleaseMemObject(r->d_counts));
    for (int k = STEPS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseKernel(r->kernels[k]));
    OCL_CHECK(clReleaseProgram(r->program));
}
