// SPDX-License-Identifier: MIT

#include "rung.h"

#include <stdlib.h>
#include <string.h>

static cl_program build_fast(const ocl_env *env, const radix_plan *p, const char *file,
                             size_t items, const keys_settings *keys)
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

static void open_plain(radix_rung *r, const ocl_env *env, const keys_settings *keys)
{
    r->program = ocl_build(env, "radix_sort_ladder.cl", "-DGROUP=%zu %s", r->plan.group,
                           keys_build_options(keys).text);
}

static void open_fast(radix_rung *r, const ocl_env *env, const keys_settings *keys)
{
    const radix_plan *p = &r->plan;
    r->program = build_fast(env, p, "radix_sort_ladder_fast.cl", p->items, keys);
    const size_t row_bytes = sizeof(cl_uint) << p->digit_bits;
    r->d_sums = zero_buffer(env, ocl_divide_up(p->groups, p->block) * row_bytes);
}

static void open_buckets(radix_rung *r, const ocl_env *env, const keys_settings *keys)
{
    const cl_uint none = 0;
    const radix_plan *p = &r->plan;
    r->bucket_program = build_fast(env, p, "radix_sort_ladder_buckets.cl", p->bucket_items, keys);
    r->d_failed = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof none, &none);
}

radix_rung radix_open(const ocl_env *env, const radix_settings *settings, size_t variant)
{
    radix_rung r = { .variant = variant };
    r.plan = radix_make_plan(settings, env->device, variant);
    if (variant == PLAIN)
        open_plain(&r, env, &settings->keys);
    else
        open_fast(&r, env, &settings->keys);
    if (variant == HYBRID) open_buckets(&r, env, &settings->keys);

    const size_t row_bytes = sizeof(cl_uint) << r.plan.digit_bits;
    r.d_counts = ocl_buffer(env, CL_MEM_READ_WRITE, r.plan.groups * row_bytes, NULL);
    r.d_totals = ocl_buffer(env, CL_MEM_READ_WRITE, row_bytes, NULL);
    return r;
}

void radix_close(const radix_rung *r)
{
    OCL_CHECK(clReleaseMemObject(r->d_totals));
    OCL_CHECK(clReleaseMemObject(r->d_counts));
    if (r->d_failed) OCL_CHECK(clReleaseMemObject(r->d_failed));
    if (r->d_sums) OCL_CHECK(clReleaseMemObject(r->d_sums));
    for (int k = RADIX_KERNELS - 1; k >= 0; k--)
        if (r->kernels[k]) OCL_CHECK(clReleaseKernel(r->kernels[k]));
    if (r->bucket_program) OCL_CHECK(clReleaseProgram(r->bucket_program));
    OCL_CHECK(clReleaseProgram(r->program));
}
