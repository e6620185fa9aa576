// SPDX-License-Identifier: MIT

#include "task.h"

enum { EMPTY_TASKS = 1000 };

void task_record(const task_place *place, double begin_ns)
{
    const task_run *run = place->run;
    run->spans[place->number] = (task_span){ .worker = starpu_worker_get_id() + 1,
                                             .rank = run->rank,
                                             .begin_ns = begin_ns - run->begin_ns,
                                             .end_ns = ocl_wall_ns() - run->begin_ns };
}

void task_multiply_cpu(void *tiles[], void *argument)
{
    const double begin_ns = ocl_wall_ns();
    task_place place;
    starpu_codelet_unpack_args(argument, &place);
    float *c = (float *)STARPU_MATRIX_GET_PTR(tiles[0]);
    const float *a = (const float *)STARPU_MATRIX_GET_PTR(tiles[1]);
    const float *b = (const float *)STARPU_MATRIX_GET_PTR(tiles[2]);
    const size_t rows = STARPU_MATRIX_GET_NY(tiles[0]), columns = STARPU_MATRIX_GET_NX(tiles[0]);
    const size_t depth = STARPU_MATRIX_GET_NX(tiles[1]);
    const size_t c_stride = STARPU_MATRIX_GET_LD(tiles[0]);
    const size_t a_stride = STARPU_MATRIX_GET_LD(tiles[1]);
    const size_t b_stride = STARPU_MATRIX_GET_LD(tiles[2]);
    for (size_t y = 0; y < rows; y++) {
        if (!place.adds) memset(c + y * c_stride, 0, columns * sizeof *c);
        for (size_t i = 0; i < depth; i++)
            for (size_t x = 0; x < columns; x++)
                c[y * c_stride + x] += a[y * a_stride + i] * b[i * b_stride + x];
    }
    task_record(&place, begin_ns);
}

static void poison_opencl(void *tiles[], void *argument)
{
    const task_run *run;
    cl_command_queue queue;
    starpu_codelet_unpack_args(argument, &run);
    starpu_opencl_get_current_queue(&queue);
    ocl_poison_write(queue, (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(tiles[0]),
                     (size_t)STARPU_MATRIX_GET_LD(tiles[0]) * STARPU_MATRIX_GET_NY(tiles[0]) *
                         sizeof(float),
                     run->number);
    OCL_CHECK(clFinish(queue));
}

static void nothing(void *tiles[], void *argument)
{
    (void)tiles;
    (void)argument;
}

// StarPU keeps counts in a codelet.
static struct starpu_codelet poison = {
    .opencl_funcs = { poison_opencl }, .nbuffers = 1, .modes = { STARPU_W }, .name = "poison"
};
static struct starpu_codelet empty = { .cpu_funcs = { nothing },
                                       .opencl_funcs = { nothing },
                                       .name = "empty" };

void task_poison(const task_run *run, starpu_data_handle_t tile)
{
    for (unsigned w = 0; w < starpu_worker_get_count(); w++)
        if (starpu_worker_get_type((int)w) == STARPU_OPENCL_WORKER)
            starpu_task_insert(&poison, STARPU_W, tile, STARPU_VALUE, &run, sizeof run,
                               STARPU_EXECUTE_ON_WORKER, (int)w, 0);
}

double task_cost_ns(void)
{
    const double begin = ocl_wall_ns();
    for (int t = 0; t < EMPTY_TASKS; t++)
        starpu_task_insert(&empty, 0);
    starpu_task_wait_for_all();
    return (ocl_wall_ns() - begin) / EMPTY_TASKS;
}
