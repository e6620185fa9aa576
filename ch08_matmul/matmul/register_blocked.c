// SPDX-License-Identifier: MIT

#include "prepare.h"

// Work-items of matmul_pad in dimension 1, at most.
enum { PAD_ROWS = 1 << 15 };

// Adds the step that copies a matrix into a larger one with zeros around, and gives the copy; the matrix
// itself when it has that size.
static cl_mem pad(const matmul_job *job, matmul_launch *launch, cl_program program, size_t which,
                  const size_t rows[2], const size_t columns[2])
{
    cl_mem from = which == MATMUL_COPY_A ? job->d_a : job->d_b;
    if (rows[0] == rows[1] && columns[0] == columns[1]) return from;
    launch->d_scratch[which] =
        ocl_buffer(job->env, CL_MEM_READ_WRITE, rows[1] * columns[1] * sizeof(float), NULL);
    matmul_step *step = matmul_add_step(launch, program, "matmul_pad");
    const size_t extents[] = { columns[1] / 4, rows[1] < PAD_ROWS ? rows[1] : PAD_ROWS };
    const size_t wanted[] = { 64, 4 };
    ocl_local_size_2d(step->kernel, job->env->device, wanted, step->range.local);
    ocl_global_size_2d(extents, step->range.local, SIZE_MAX, step->range.global);
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof(cl_mem), &launch->d_scratch[which]));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof from, &from));
    matmul_set_size(step->kernel, 2, rows[1]);
    matmul_set_size(step->kernel, 3, columns[1]);
    matmul_set_size(step->kernel, 4, rows[0]);
    matmul_set_size(step->kernel, 5, columns[0]);
    return launch->d_scratch[which];
}

// Adds the step that adds the parts of the last tiles: a work-item makes four elements.
static void add_parts(const matmul_job *job, matmul_launch *launch, cl_program program,
                      const matmul_layout *l)
{
    matmul_step *step = matmul_add_step(launch, program, "matmul_add_parts");
    step->range.local[0] = ocl_local_size(step->kernel, job->env->device, 256);
    const size_t tile_floats = (size_t)(launch->blocking.bm * launch->blocking.bn);
    step->range.global[0] =
        ocl_round_up((l->tiles - l->whole) * tile_floats / 4, step->range.local[0]);
    step->range.local[1] = step->range.global[1] = 1;
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof job->d_c, &job->d_c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof(cl_mem), &launch->d_scratch[MATMUL_PARTS]));
    matmul_set_size(step->kernel, 2, job->m);
    matmul_set_size(step->kernel, 3, job->n);
    matmul_set_size(step->kernel, 4, l->whole);
    matmul_set_size(step->kernel, 5, l->part_count);
}

// Adds the step that multiplies the padded matrices.
static void add_product(const matmul_job *job, matmul_launch *launch, cl_program program,
                        const matmul_layout *l, cl_mem d_a, cl_mem d_b)
{
    const matmul_blocking *b = &launch->blocking;
    const size_t items = (size_t)(b->bm / b->tm * (b->bn / b->tn) * b->slices);
    const float alpha = 1.0f;
    launch->product = launch->step_count;
    matmul_step *step = matmul_add_step(launch, program, "matmul_register_blocked");
    step->range.local[0] = items;
    step->range.global[0] = (l->whole + (l->tiles - l->whole) * l->part_count) * items;
    step->range.local[1] = step->range.global[1] = 1;
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof job->d_c, &job->d_c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof d_b, &d_b));
    matmul_set_size(step->kernel, 3, job->m);
    matmul_set_size(step->kernel, 4, job->n);
    matmul_set_size(step->kernel, 5, l->k);
    matmul_set_size(step->kernel, 6, l->n);
    OCL_CHECK(clSetKernelArg(step->kernel, 7, sizeof alpha, &alpha));
    OCL_CHECK(clSetKernelArg(step->kernel, 8, sizeof(cl_mem), &launch->d_scratch[MATMUL_PARTS]));
    matmul_set_size(step->kernel, 9, l->whole);
    matmul_set_size(step->kernel, 10, l->part_count);
    matmul_set_size(step->kernel, 11, l->first_steps);
    matmul_set_size(step->kernel, 12, l->later_steps);
}

matmul_launch matmul_prepare_register_blocked(const matmul_job *job, const matmul_blocking *b)
{
    const matmul_layout l = matmul_lay_out(job, b);
    const size_t m[] = { job->m, l.m }, n[] = { job->n, l.n }, k[] = { job->k, l.k };
    const bool in_parts = l.part_count > 1;
    char sizes[MATMUL_TEXT];
    matmul_blocking_text(b, sizes);
    cl_program program =
        ocl_build(job->env, "matmul_register_blocked.cl", "%s -DPARTS=%d -DRAGGED=%d", sizes,
                  in_parts, m[0] != m[1] || n[0] != n[1]);

    matmul_launch launch = { .blocked = true, .blocking = *b };
    if (in_parts) {
        const size_t bytes = l.floats[MATMUL_PARTS] * sizeof(float);
        launch.d_scratch[MATMUL_PARTS] = ocl_buffer(job->env, CL_MEM_READ_WRITE, bytes, NULL);
        ocl_poison(job->env->queue, launch.d_scratch[MATMUL_PARTS], bytes);
    }
    const cl_mem d_a = pad(job, &launch, program, MATMUL_COPY_A, m, k);
    const cl_mem d_b = pad(job, &launch, program, MATMUL_COPY_B, k, n);
    add_product(job, &launch, program, &l, d_a, d_b);
    if (in_parts) add_parts(job, &launch, program, &l);
    OCL_CHECK(clReleaseProgram(program));
    return launch;
}
