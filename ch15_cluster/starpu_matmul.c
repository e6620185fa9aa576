// SPDX-License-Identifier: MIT
//
// starpu_matmul - C = A B in tiles: each product of two tiles is a task.  The program says what a
// task reads and writes.  StarPU finds out which tasks wait for which, on which device of which
// rank each one runs, and which tiles must travel.
//
//     for all l, i, j:    task(C[i][j] += A[i][l] B[l][j])
//
//     C[0][0]    task l = 0  ->  task l = 1  ->  task l = 2      each adds to the tile of C
//     C[0][1]    task l = 0  ->  task l = 1  ->  task l = 2      other tiles need not wait
//
// Shows   programming by tasks; what a runtime does for you, and what it costs
// Uses    starpu_init, starpu_data_map_filters, starpu_task_insert, starpu_task_wait_for_all,
//         starpu_mpi_data_register, starpu_mpi_task_insert, starpu_data_prefetch_on_node,
//         starpu_data_acquire; in a task: starpu_opencl_get_queue, clSetKernelArg,
//         clEnqueueNDRangeKernel, clFinish
// Times   The slowest rank: from its tiles of A and B in host memory to its tiles of C there.
// Try     starpu_matmul -o tasks.png; mpiexec -n 2 starpu_matmul; STARPU_SCHED=eager starpu_matmul

#include "ocl.h"

#include "shared/cluster.h"
#include "starpu_matmul/settings.h"
#include "starpu_matmul/show.h"
#include "starpu_matmul/task.h"
#include "starpu_matmul/tiles.h"
#include "starpu_matmul/workers.h"

#include <starpu_mpi.h>

typedef struct {
    cluster c;
    task_settings set;
    ocl_options options;
    ocl_env env;
    tiled x, a, b;      // C, A, B
    size_t tasks;       // of a product
    task_run run;       // what its tasks know
    tasks_show show;    // of rank 0: the report
} lesson;

// --- a task on a device.  StarPU has brought the tiles there, as buffers.

static void multiply_opencl(void *tiles[], void *argument)
{
    const double begin_ns = ocl_wall_ns();
    task_place place;
    starpu_codelet_unpack_args(argument, &place);
    const int number = starpu_worker_get_devid(starpu_worker_get_id());
    const task_device *device = &place.run->devices[number];
    const cl_kernel kernel = device->kernel;
    cl_command_queue queue;
    starpu_opencl_get_queue(number, &queue);

    for (cl_uint i = 0; i < 3; i++) {
        const cl_mem d_tile = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(tiles[i]);
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof d_tile, &d_tile));
    }
    const cl_uint rows = STARPU_MATRIX_GET_NY(tiles[0]), columns = STARPU_MATRIX_GET_NX(tiles[0]);
    const cl_uint depth = STARPU_MATRIX_GET_NX(tiles[1]), adds = (cl_uint)place.adds;
    const cl_uint numbers[] = { rows, columns, depth, adds };
    for (cl_uint i = 0; i < 4; i++)
        OCL_CHECK(clSetKernelArg(kernel, 3 + i, sizeof(cl_uint), &numbers[i]));
    const size_t across = ocl_divide_up(columns, device->width);
    const size_t down = ocl_divide_up(rows, device->blocks * TASK_EACH);
    const size_t global[] = { ocl_round_up(across, device->local[0]),
                              ocl_round_up(down, device->local[1]) };
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, device->local, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
    task_record(&place, begin_ns);
}

// A codelet: the forms of a task, and what it does to its tiles.  The model lets StarPU remember
// how long such a task takes on which worker.
static struct starpu_perfmodel model = { .type = STARPU_HISTORY_BASED, .symbol = "starpu_matmul" };
static struct starpu_codelet first_product = { .opencl_funcs = { multiply_opencl },
                                               .cpu_funcs = { task_multiply_cpu },
                                               .nbuffers = 3,
                                               .modes = { STARPU_W, STARPU_R, STARPU_R },
                                               .model = &model,
                                               .name = "C = A B" };
static struct starpu_codelet next_product = { .opencl_funcs = { multiply_opencl },
                                              .cpu_funcs = { task_multiply_cpu },
                                              .nbuffers = 3,
                                              .modes = { STARPU_RW, STARPU_R, STARPU_R },
                                              .model = &model,
                                              .name = "C += A B" };

// --- one_rank: rank 0 has the matrices, and StarPU cuts them into tiles

static void register_whole(tiled *x)
{
    struct starpu_data_filter down = { .filter_func = starpu_matrix_filter_vertical_block,
                                       .nchildren = (unsigned)x->down };
    struct starpu_data_filter across = { .filter_func = starpu_matrix_filter_block,
                                         .nchildren = (unsigned)x->across };
    starpu_matrix_data_register(&x->handle, STARPU_MAIN_RAM, (uintptr_t)x->whole,
                                (uint32_t)x->columns, (uint32_t)x->columns, (uint32_t)x->rows,
                                sizeof(float));
    starpu_data_map_filters(x->handle, 2, &down, &across);
    for (size_t i = 0; i < x->down; i++)
        for (size_t j = 0; j < x->across; j++)
            tile_at(x, i, j)->handle =
                starpu_data_get_sub_data(x->handle, 2, (unsigned)i, (unsigned)j);
}

static void unregister_whole(tiled *x)
{
    starpu_data_unpartition(x->handle, STARPU_MAIN_RAM);
    starpu_data_unregister(x->handle);
}

// --- ranks: each tile has an owner.  All ranks know all tiles, and the owner has its numbers.

static void register_tiles(tiled *x, int64_t first_tag)
{
    for (size_t t = 0; t < x->down * x->across; t++) {
        tile *one = &x->tiles[t];
        starpu_matrix_data_register(&one->handle, one->x ? STARPU_MAIN_RAM : -1, (uintptr_t)one->x,
                                    (uint32_t)one->columns, (uint32_t)one->columns,
                                    (uint32_t)one->rows, sizeof(float));
        starpu_mpi_data_register(one->handle, first_tag + (int64_t)t, one->owner);
    }
}

static void unregister_tiles(tiled *x)
{
    for (size_t t = 0; t < x->down * x->across; t++)
        starpu_data_unregister_no_coherency(x->tiles[t].handle);
}

// --- both

// Submits all tasks.  All ranks submit the same ones in the same order.  A task runs in the rank
// that owns the tile which it writes.
static void submit(const lesson *l, int variant)
{
    task_place place = { .run = &l->run };
    for (size_t step = 0; step < l->a.across; step++)
        for (size_t i = 0; i < l->x.down; i++)
            for (size_t j = 0; j < l->x.across; j++, place.number++) {
                struct starpu_codelet *codelet = step == 0 ? &first_product : &next_product;
                place.adds = step > 0;
                if (variant == ONE_RANK)
                    starpu_task_insert(codelet, STARPU_VALUE, &place, sizeof place,
                                       step == 0 ? STARPU_W : STARPU_RW,
                                       tile_at(&l->x, i, j)->handle, STARPU_R,
                                       tile_at(&l->a, i, step)->handle, STARPU_R,
                                       tile_at(&l->b, step, j)->handle, 0);
                else
                    starpu_mpi_task_insert(MPI_COMM_WORLD, codelet, STARPU_VALUE, &place,
                                           sizeof place, step == 0 ? STARPU_W : STARPU_RW,
                                           tile_at(&l->x, i, j)->handle, STARPU_R,
                                           tile_at(&l->a, i, step)->handle, STARPU_R,
                                           tile_at(&l->b, step, j)->handle, 0);
            }
}

// Brings this rank's tiles to host memory, all at the same time.  STARPU_RW says that they will
// change there: copies on devices and in other ranks are of no use any more.
static void to_host(const lesson *l, const tiled *x, int variant, enum starpu_data_access_mode mode)
{
    const size_t tiles = x->down * x->across;
    for (size_t t = 0; t < tiles; t++)
        if (variant == ONE_RANK || x->tiles[t].owner == l->c.rank)
            starpu_data_prefetch_on_node(x->tiles[t].handle, STARPU_MAIN_RAM, 1);
    for (size_t t = 0; t < tiles; t++)
        if (variant == ONE_RANK || x->tiles[t].owner == l->c.rank) {
            starpu_data_acquire(x->tiles[t].handle, mode);
            starpu_data_release(x->tiles[t].handle);
        }
}

// One product: from A and B in host memory to C in host memory.
static void multiply(const lesson *l, int variant)
{
    submit(l, variant);
    starpu_task_wait_for_all();
    to_host(l, &l->x, variant, STARPU_R);
}

// Brings all tiles of C to rank 0, and from there into the whole matrix.
static void gather(const lesson *l)
{
    for (size_t t = 0; t < l->x.down * l->x.across; t++) {
        const tile *one = &l->x.tiles[t];
        if (one->owner != 0 && l->c.rank == one->owner)
            starpu_mpi_send(one->handle, 0, (starpu_mpi_tag_t)t, MPI_COMM_WORLD);
        if (l->c.rank != 0) continue;
        MPI_Status status;
        if (one->owner != 0)
            starpu_mpi_recv(one->handle, one->owner, (starpu_mpi_tag_t)t, MPI_COMM_WORLD, &status);
        starpu_data_acquire(one->handle, STARPU_R);
        tiled_put(&l->x, t, (const float *)starpu_matrix_get_local_ptr(one->handle));
        starpu_data_release(one->handle);
    }
}

// The runs of a variant; the ranks that take part call it.
static void run_variant(lesson *l, int variant)
{
    tiled *const matrices[] = { &l->x, &l->a, &l->b };
    const MPI_Comm ranks = variant == ONE_RANK ? MPI_COMM_SELF : MPI_COMM_WORLD;
    ocl_times times = { .runs = 0 };
    ocl_answers answers = { .count = 0 };
    int64_t tag = 0;
    l->run.spans = l->show.spans[variant];
    for (int i = 0; i < 3; tag += (int64_t)(matrices[i]->down * matrices[i]->across), i++)
        if (variant == ONE_RANK)
            register_whole(matrices[i]);
        else
            register_tiles(matrices[i], tag);

    for (l->run.number = 0; l->run.number <= l->env.options->repeat; l->run.number++) {
        for (size_t t = 0; t < l->x.down * l->x.across; t++)
            if (variant == ONE_RANK || l->x.tiles[t].owner == l->c.rank)
                task_poison(&l->run, l->x.tiles[t].handle);
        starpu_task_wait_for_all();
        to_host(l, &l->a, variant, STARPU_RW);
        to_host(l, &l->b, variant, STARPU_RW);
        starpu_mpi_cache_flush_all_data(MPI_COMM_WORLD);
        memset(l->run.spans, 0, l->tasks * sizeof *l->run.spans);
        CLUSTER_CHECK(MPI_Barrier(ranks));
        l->run.begin_ns = ocl_wall_ns();
        multiply(l, variant);
        const double mine_ns = ocl_wall_ns() - l->run.begin_ns;
        double slowest_ns = 0.0;
        cluster_wait(
            ranks);    // asleep: StarPU's threads need the processor, MPI_Barrier would keep it
        CLUSTER_CHECK(MPI_Reduce(&mine_ns, &slowest_ns, 1, MPI_DOUBLE, MPI_MAX, 0, ranks));
        if (l->run.number > 0) ocl_times_add(&times, slowest_ns);
        if (variant == RANKS) {
            tiled_poison(&l->x, l->run.number);
            gather(l);
        }
        if (l->c.rank == 0)
            ocl_answers_add_host(&answers, l->x.whole, l->x.rows * l->x.columns * 4);
    }
    tasks_show_gather(l->run.spans, l->tasks, ranks);
    if (l->c.rank == 0) tasks_report_row(&l->show, variant, &times, &answers);
    for (int i = 2; i >= 0; i--)
        if (variant == ONE_RANK)
            unregister_whole(matrices[i]);
        else
            unregister_tiles(matrices[i]);
}

// --- the parts of main

// What every rank does alone.
static void prepare(lesson *l)
{
    const task_settings *set = &l->set;
    task_require_memory(set, &l->c, &l->env);
    struct starpu_conf conf;
    starpu_conf_init(&conf);
    workers_choose(&conf, &l->env, set->cpus, l->c.size > l->c.hosts || l->env.options->device);
    workers_require(starpu_init(&conf), &l->env);
    workers_build(l->run.devices, &l->env);
    l->x = tiled_open(&l->c, set->m, set->n, set->tile);
    l->a = tiled_open(&l->c, set->m, set->k, set->tile);
    l->b = tiled_open(&l->c, set->k, set->n, set->tile);
    tiled_fill(&l->a, set->seed);
    tiled_fill(&l->b, set->seed + 1);
    l->tasks = l->x.down * l->x.across * l->a.across;
    l->run.rank = l->c.rank;
    for (int v = 0; v < VARIANT_COUNT; v++)
        l->show.spans[v] = ocl_alloc(l->tasks * sizeof(task_span));
}

int main(int argc, char **argv)
{
    int given;    // StarPU's own thread calls MPI, too
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    lesson l = { .c = cluster_start(&argc, &argv) };
    l.options = task_parse(argc, argv, &l.set);
    cluster_set_deadline(l.set.deadline);
    l.env = cluster_open(&l.c, &l.options);
    prepare(&l);
    cluster_agree();
    cluster_require_same(&l.c, task_same(&l.options, &l.set), "options");

    starpu_mpi_init_comm(&argc, &argv, 0, MPI_COMM_WORLD);
    tasks_show_open(&l.show, &l.c, &l.env, (const tiled *const[]){ &l.x, &l.a, &l.b });
    if (l.c.rank == 0 && ocl_wants(&l.options, TASK_VARIANTS[ONE_RANK])) run_variant(&l, ONE_RANK);
    cluster_wait(MPI_COMM_WORLD);
    if (ocl_wants(&l.options, TASK_VARIANTS[RANKS])) run_variant(&l, RANKS);
    const int status = l.c.rank == 0 ? tasks_show_close(&l.show) : OCL_EXIT_PASS;

    workers_release(l.run.devices);
    starpu_mpi_shutdown();
    starpu_shutdown();
    ocl_close(&l.env);
    tasks_show_free(&l.show);
    tiled_close(&l.b);
    tiled_close(&l.a);
    tiled_close(&l.x);
    return cluster_close(status);
}
