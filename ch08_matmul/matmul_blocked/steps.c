// SPDX-License-Identifier: MIT

#include "steps.h"

cl_program matmul_build_plan(const ocl_env *env, const matmul_plan *plan)
{
    const matmul_layout *l = &plan->layout;
    char sizes[MATMUL_TEXT];
    matmul_blocking_text(&plan->blocking, sizes);
    if (plan->blocking.cpu) return ocl_build(env, "matmul_blocked_cpu.cl", "%s", sizes);
    return ocl_build(env, "matmul_blocked.cl", "%s -DPARTS=%d -DRAGGED=%d", sizes,
                     l->part_count > 1, plan->m != l->m || plan->n != l->n);
}

void matmul_enqueue_steps(const matmul_steps *s, cl_event *first, cl_event *last)
{
    for (size_t i = 0; i < s->count; i++)
        ocl_enqueue_2d(s->env->queue, s->steps[i].kernel, &s->steps[i].range, i == 0 ? first : NULL,
                       i + 1 == s->count ? last : NULL);
}

double matmul_run_ns(const matmul_steps *s)
{
    cl_event first, last;
    matmul_enqueue_steps(s, &first, &last);
    const double ns = ocl_event_ns(first, last);
    OCL_CHECK(clReleaseEvent(last));
    OCL_CHECK(clReleaseEvent(first));
    return ns;
}

void matmul_release_steps(matmul_steps *s)
{
    for (size_t i = 0; i < s->count; i++)
        OCL_CHECK(clReleaseKernel(s->steps[i].kernel));
    for (size_t i = 0; i < MATMUL_SCRATCH; i++)
        if (s->d_scratch[i]) OCL_CHECK(clReleaseMemObject(s->d_scratch[i]));
    if (s->program) OCL_CHECK(clReleaseProgram(s->program));
}
