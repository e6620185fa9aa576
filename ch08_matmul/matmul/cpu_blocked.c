// SPDX-License-Identifier: MIT

#include "prepare.h"

matmul_launch matmul_prepare_cpu_blocked(const matmul_job *job, const matmul_blocking *b)
{
    const matmul_layout l = matmul_lay_out(job, b);
    char sizes[MATMUL_TEXT];
    matmul_blocking_text(b, sizes);
    cl_program program = ocl_build(job->env, "matmul_cpu_blocked.cl", "%s", sizes);
    matmul_launch launch = { .blocked = true, .blocking = *b };
    for (int i = MATMUL_COPY_A; i <= MATMUL_COPY_B; i++)
        launch.d_scratch[i] =
            ocl_buffer(job->env, CL_MEM_READ_WRITE, l.floats[i] * sizeof(float), NULL);
    matmul_step *step = matmul_add_step(&launch, program, "matmul_cpu_blocked");
    OCL_CHECK(clReleaseProgram(program));
    step->range.global[0] = l.items;
    step->range.global[1] = step->range.local[0] = step->range.local[1] = 1;    // a core each
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof job->d_c, &job->d_c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof(cl_mem), &launch.d_scratch[MATMUL_COPY_A]));
    OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof(cl_mem), &launch.d_scratch[MATMUL_COPY_B]));
    OCL_CHECK(clSetKernelArg(step->kernel, 3, sizeof job->d_a, &job->d_a));
    OCL_CHECK(clSetKernelArg(step->kernel, 4, sizeof job->d_b, &job->d_b));
    matmul_set_size(step->kernel, 5, job->m);
    matmul_set_size(step->kernel, 6, job->n);
    matmul_set_size(step->kernel, 7, job->k);
    matmul_set_size(step->kernel, 8, l.panels);
    matmul_set_size(step->kernel, 9, l.packed);
    matmul_set_size(step->kernel, 10, l.depth);
    return launch;
}
