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
// Uses    starpu_init, starpu_matrix_data_register, starpu_mpi_data_register,
//         starpu_mpi_task_insert, starpu_task_wait_for_all, starpu_data_acquire,
//         starpu_mpi_get_data_on_node, starpu_progression_hook_register; in a task:
//         starpu_opencl_get_queue, clSetKernelArg, clEnqueueNDRangeKernel, clFinish
// Times   The slowest rank, all tasks: from tiles in host memory to tiles of C on the devices.
// Try     starpu_matmul -o tasks.png; mpiexec -n 2 starpu_matmul; STARPU_SCHED=eager starpu_matmul

#include "ocl.h"

#include "shared/cluster/cluster.h"
#include "starpu/workers.h"
#include "starpu_matmul/show.h"
#include "starpu_matmul/tiles.h"

#include <starpu_mpi.h>

// Of one device alone: only its worker sets the arguments of its kernel.
typedef struct {
    cl_kernel kernel;
    product_range range;    // covers a tile of C
} device_kernel;

typedef struct {
    cluster c;
    task_settings set;
    ocl_options options;
    ocl_env env, first;                             // first: StarPU's context of its first device
    device_kernel kernels[STARPU_MAXOPENCLDEVS];    // one per device
    tiled x, a, b;                                  // C, A, B
    tasks_show show;                                // the report of rank 0
} lesson;

// --- a task: a tile of C = A B, or a tile of C += A B

// StarPU has brought the tiles to the device: they are buffers.
static void multiply(void *tiles[], void *argument)
{
    const lesson *l;
    cl_uint adds;
    cl_command_queue queue;
    starpu_codelet_unpack_args(argument, &l, &adds);
    const int device = starpu_worker_get_devid(starpu_worker_get_id());
    starpu_opencl_get_queue(device, &queue);
    const cl_kernel kernel = l->kernels[device].kernel;
    const product_range *range = &l->kernels[device].range;

    for (cl_uint i = 0; i < 3; i++) {
        const cl_mem d_tile = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(tiles[i]);
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof d_tile, &d_tile));
    }
    const cl_uint sizes[] = { STARPU_MATRIX_GET_NY(tiles[0]), STARPU_MATRIX_GET_NX(tiles[0]),
                              STARPU_MATRIX_GET_NX(tiles[1]), adds };
    for (cl_uint i = 0; i < 4; i++)
        OCL_CHECK(clSetKernelArg(kernel, 3 + i, sizeof(cl_uint), &sizes[i]));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernel, 3, NULL, range->global, range->local, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
}

// Codelets: what a task does, and what it does to its tiles.  The model lets StarPU remember how
// long such a task takes on which device.
static struct starpu_perfmodel model = { .type = STARPU_HISTORY_BASED, .symbol = "starpu_matmul" };
static struct starpu_codelet first_product = { .opencl_funcs = { multiply },
                                               .nbuffers = 3,
                                               .modes = { STARPU_W, STARPU_R, STARPU_R },
                                               .model = &model,
                                               .name = "C = A B" };
static struct starpu_codelet next_product = { .opencl_funcs = { multiply },
                                              .nbuffers = 3,
                                              .modes = { STARPU_RW, STARPU_R, STARPU_R },
                                              .model = &model,
                                              .name = "C += A B" };

// Submits all tasks.  All ranks submit the same ones in the same order.  A task runs in the rank
// that owns the tile which it writes.
static void submit(const lesson *l)
{
    task_span *span = l->show.spans;
    for (size_t step = 0; step < l->a.across; step++)
        for (size_t i = 0; i < l->x.down; i++)
            for (size_t j = 0; j < l->x.across; j++, span++) {
                const cl_uint adds = step > 0;
                const starpu_data_handle_t c = tile_at(&l->x, i, j)->handle;
                const starpu_data_handle_t a = tile_at(&l->a, i, step)->handle;
                const starpu_data_handle_t b = tile_at(&l->b, step, j)->handle;
                struct starpu_codelet *product = adds ? &next_product : &first_product;
                starpu_mpi_task_insert(
                    MPI_COMM_WORLD, product,                                     // what runs
                    adds ? STARPU_RW : STARPU_W, c, STARPU_R, a, STARPU_R, b,    // its tiles
                    STARPU_VALUE, &l, sizeof l,                              // arguments, of which
                    STARPU_VALUE, &adds, sizeof adds,                        // StarPU keeps copies
                    STARPU_CALLBACK_WITH_ARG_NFREE, tasks_note, span, 0);    // called after it
            }
}

// --- tiles

// All ranks know all tiles.  The owner of a tile has its numbers.  Where all ranks see a tile, each
// says that it has the tile itself: then nothing is sent.
static void register_tiles(tiled *x, int64_t first_tag)
{
    for (size_t t = 0; t < x->count; t++) {
        tile *one = &x->tiles[t];
        starpu_matrix_data_register(&one->handle, one->x ? STARPU_MAIN_RAM : -1, (uintptr_t)one->x,
                                    (uint32_t)x->width, (uint32_t)x->width, (uint32_t)x->height,
                                    sizeof(float));
        starpu_mpi_data_register(one->handle, first_tag + (int64_t)t,
                                 x->near ? STARPU_MPI_PER_NODE : one->owner);
    }
}

static void unregister_tiles(tiled *x)
{
    for (size_t t = 0; t < x->count; t++)
        starpu_data_unregister_no_coherency(x->tiles[t].handle);
}

// Says that this rank changes its tiles in host memory: copies elsewhere are of no use any more.
// Those of C are poisoned.
static void change_tiles(const lesson *l, size_t run)
{
    const tiled *const matrices[] = { &l->x, &l->a, &l->b };
    for (int i = 0; i < 3; i++)
        for (size_t t = 0; t < matrices[i]->count; t++) {
            const tile *one = &matrices[i]->tiles[t];
            if (!one->x) continue;
            starpu_data_acquire(one->handle, STARPU_RW);
            if (i == 0) memset(one->x, ocl_poison_byte(run), l->x.floats * sizeof(float));
            starpu_data_release(one->handle);
        }
    starpu_mpi_cache_flush_all_data(MPI_COMM_WORLD);
}

// Brings all tiles of C to rank 0, and from there into the matrix.
static void gather(const lesson *l, size_t run)
{
    const tiled *x = &l->x;
    if (x->whole) memset(x->whole, ocl_poison_byte(run), x->rows * x->columns * sizeof(float));
    for (size_t t = 0; t < x->count; t++) {
        const starpu_data_handle_t handle = x->tiles[t].handle;
        starpu_mpi_get_data_on_node(MPI_COMM_WORLD, handle, 0);
        if (l->c.rank > 0) continue;
        starpu_data_acquire(handle, STARPU_R);
        tiled_put(x, t, (const float *)starpu_matrix_get_local_ptr(handle));
        starpu_data_release(handle);
    }
}

// --- the parts of main

// StarPU's threads ask without a pause whether there is something to do, and call this function
// each time.  It leaves their core to others: to the driver's threads on a CPU, to MPI's.
static unsigned give_way(void *unused)
{
    (void)unused;
    ocl_yield();
    return 1;    // StarPU may do what it would do without this function
}

// The kernel for each device.  StarPU has made the contexts.
static void build_kernels(lesson *l)
{
    const task_settings *set = &l->set;
    cl_int err;
    for (int w = (int)starpu_worker_get_count() - 1; w >= 0; w--) {
        const int number = starpu_worker_get_devid(w);
        device_kernel *k = &l->kernels[number];
        l->first = workers_env(number, &l->env);
        cl_program program =
            product_build(&l->first, set->layout,
                          (const size_t[]){ set->height, set->width, set->depth }, &k->range);
        k->kernel = OCL_CREATE(clCreateKernel(program, "mpi_matmul", &err));
        OCL_CHECK(clReleaseProgram(program));
    }
}

// What every rank does alone.
static void prepare(lesson *l)
{
    task_settings *set = &l->set;
    task_divide(set, l->options.n, product_agree(&l->env, FORM_AUTO));
    task_require_memory(set, &l->c, &l->env);
    struct starpu_conf conf;
    starpu_conf_init(&conf);
    workers_choose(&conf, &l->env, 0, l->c.size > l->c.hosts || l->env.options->device);
    workers_require(starpu_init(&conf), &l->env);
    starpu_progression_hook_register(give_way, NULL);
    build_kernels(l);
}

// C, A and B.  Nobody changes A and B later, so ranks of one machine can share them.
static void open_matrices(lesson *l)
{
    const task_settings *set = &l->set;
    const size_t m = set->m, n = set->n, k = set->k;
    const size_t height = set->height, width = set->width, depth = set->depth;
    const product_layout strip = PRODUCT_LAYOUTS[set->layout];
    l->x = tiled_open(&l->c, &l->first, (size_t[]){ m, n, height, width }, false);
    l->a = tiled_open(&l->c, &l->first, (size_t[]){ m, k, height, depth }, !set->messages);
    l->b = tiled_open(&l->c, &l->first, (size_t[]){ k, n, depth, width }, !set->messages);
    tiled_fill(&l->a, l->options.seed, strip.rows, true);
    tiled_fill(&l->b, l->options.seed + 1, strip.columns, false);
    tiled_show(&l->c, &l->first, &l->a);
    tiled_show(&l->c, &l->first, &l->b);
    register_tiles(&l->x, 0);
    register_tiles(&l->a, (int64_t)l->x.count);
    register_tiles(&l->b, (int64_t)(l->x.count + l->a.count));
}

static void close_matrices(lesson *l)
{
    tiled *const matrices[] = { &l->b, &l->a, &l->x };
    for (int i = 0; i < 3; i++)
        tiled_close(&l->c, &l->first, matrices[i]);
}

static void run_all(const lesson *l, ocl_times *times, ocl_answers *answers)
{
    double begin_us = 0.0;
    for (size_t run = 0; run <= l->options.repeat; run++) {
        change_tiles(l, run);
        memset(l->show.spans, 0, l->set.tasks * sizeof *l->show.spans);
        CLUSTER_CHECK(MPI_Barrier(MPI_COMM_WORLD));
        begin_us = starpu_timing_now();
        submit(l);
        starpu_task_wait_for_all();
        const double mine_ns = (starpu_timing_now() - begin_us) * 1e3;
        double slowest_ns = 0.0;
        CLUSTER_CHECK(MPI_Reduce(&mine_ns, &slowest_ns, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD));
        gather(l, run);
        if (l->c.rank > 0) continue;
        if (run > 0) ocl_times_add(times, slowest_ns);
        ocl_answers_add_host(answers, l->x.whole, l->x.rows * l->x.columns * sizeof(float));
    }
    tasks_show_gather(&l->show, &l->c, begin_us);
}

int main(int argc, char **argv)
{
    int given;                                              // StarPU's own thread calls MPI, too
    workers_prefer("OMPI_MCA_mpi_yield_when_idle", "1");    // threads that wait leave their core
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    lesson l = { .c = cluster_start(&argc, &argv) };
    l.options = task_parse(argc, argv, &l.set);
    cluster_set_deadline(l.set.deadline);
    l.env = cluster_open(&l.c, &l.options);
    cluster_grow_default(&l.options, fmin(l.env.limits.fma_gflops / CLUSTER_SLOW_GFLOPS, 64.0));
    prepare(&l);
    cluster_agree();
    cluster_require_same(&l.c, task_same(&l.options, &l.set), "options");

    starpu_mpi_init_comm(&argc, &argv, 0, MPI_COMM_WORLD);
    open_matrices(&l);
    tasks_show_open(&l.show, &l.c, &l.env, (const tiled *const[]){ &l.x, &l.a, &l.b });
    ocl_times times = { .runs = 0 };
    ocl_answers answers = { .count = 0 };
    run_all(&l, &times, &answers);
    unregister_tiles(&l.b);
    unregister_tiles(&l.a);
    unregister_tiles(&l.x);
    int status = OCL_EXIT_PASS;
    if (l.c.rank == 0) status = tasks_show_close(&l.show, &times, &answers, l.x.whole);

    close_matrices(&l);
    for (int w = (int)starpu_worker_get_count() - 1; w >= 0; w--)
        OCL_CHECK(clReleaseKernel(l.kernels[starpu_worker_get_devid(w)].kernel));
    starpu_mpi_shutdown();
    starpu_shutdown();
    ocl_close(&l.env);
    free(l.show.spans);
    return cluster_close(status);
}
