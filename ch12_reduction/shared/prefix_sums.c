// SPDX-License-Identifier: MIT

#include "prefix_sums.h"

#include <math.h>

scan_problem scan_make(size_t n, bool exclusive, bool is_float, uint64_t seed)
{
    scan_problem p = { .n = n, .exclusive = exclusive, .is_float = is_float };
    p.x = ocl_alloc(n * sizeof(cl_uint));
    if (is_float)
        ocl_fill_f32(p.x, n, -1, 1, seed);
    else
        ocl_fill_u32(p.x, n, seed);
    return p;
}

void scan_free(scan_problem *p)
{
    free(p->sizes);
    free(p->sums);
    free(p->ref);
    free(p->x);
}

static void ref_u32(scan_problem *p)
{
    const cl_uint *x = p->x;
    cl_uint sum = 0;
    for (size_t i = 0; i < p->n; i++) {
        p->ref[i] = p->exclusive ? sum : sum + x[i];
        sum += x[i];
    }
}

static void ref_f32(scan_problem *p)
{
    const cl_float *x = p->x;
    double sum = 0, size = 0;
    for (size_t i = 0; i < p->n; i++) {
        p->sums[i] = p->exclusive ? sum : sum + (double)x[i];
        p->sizes[i] = p->exclusive ? size : size + fabs((double)x[i]);
        sum += (double)x[i];
        size += fabs((double)x[i]);
    }
}

void scan_ref(scan_problem *p)
{
    if (p->is_float) {
        p->sums = ocl_alloc(p->n * sizeof *p->sums);
        p->sizes = ocl_alloc(p->n * sizeof *p->sizes);
        ref_f32(p);
    } else {
        p->ref = ocl_alloc(p->n * sizeof *p->ref);
        ref_u32(p);
    }
}

ocl_result scan_verify(const char *name, const scan_problem *p, const void *y, double additions)
{
    if (!p->is_float) return ocl_verify_u32(name, y, p->ref, p->n);
    const cl_float *sums = y;
    float *errors = ocl_alloc(p->n * sizeof *errors);
    float *zeros = memset(ocl_alloc(p->n * sizeof *zeros), 0, p->n * sizeof *zeros);
    for (size_t i = 0; i < p->n; i++) {
        const double error = fabs((double)sums[i] - p->sums[i]);
        errors[i] = error == 0 ? 0 : (float)(error / (p->sizes[i] * 0x1p-24));
    }
    const ocl_result result = ocl_verify_f32(name, errors, zeros, p->n, additions);
    free(zeros);
    free(errors);
    return result;
}
