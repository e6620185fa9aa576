// SPDX-License-Identifier: MIT
//
// mpi_matmul - C = A B on a grid of ranks: panels of A and B go to all ranks that need them, while
// the devices multiply the panels before (the algorithm is called SUMMA).
//
//     4 ranks, a grid of 2 x 2.  Each has a block of C, and some panels of A and B.
//
//                                   B  +---------+---------+
//                                      |=========|=========|   panel q of B: each of its parts goes
//                                      |         |         |   down and up a column of the grid
//     panel q of A: each of its        +---------+---------+
//     parts goes along a row of     A             C
//     the grid               +---------+---------+---------+
//                            |    #    | rank 0  | rank 1  |
//                            |    #    |         |         |   block of C += part of panel q of A
//                            +---------+---------+---------+                * part of panel q of B
//                            |    #    | rank 2  | rank 3  |
//                            |    #    |         |         |
//                            +---------+---------+---------+
//
// Shows   a product that needs more than one device; how to hide communication behind kernels, and
//         how ranks of one machine do without it
// Uses    MPI_Dims_create, MPI_Cart_create, MPI_Cart_sub, MPI_Bcast, MPI_Ibcast, MPI_Waitall; two
//         command-queues, clEnqueueWriteBuffer, clEnqueueMarkerWithWaitList and
//         clEnqueueNDRangeKernel with events, clWaitForEvents, clEnqueueReadBufferRect
// Times   By the clock of rank 0, all panels, from a barrier to a barrier.
// Try     mpiexec -n 4 mpi_matmul; mpiexec -n 2 mpi_matmul --network 20000
//
// Source: R. A. van de Geijn and J. Watts, "SUMMA: scalable universal matrix multiplication
// algorithm", Concurrency: Practice and Experience 9, 1997.

#include "ocl.h"

#include "mpi_matmul/problem.h"
#include "shared/cluster/cluster.h"

typedef struct {
    cluster c;
    summa_settings set;
    ocl_env env;
    ocl_report *report;       // NULL in all ranks but rank 0
    int grid[2], at[2];       // rows and columns of the grid; where this rank is
    share s;                  // its block of C, its panels of A and B
    MPI_Comm ranks[SIDES];    // its row of the grid, which panels of A go to; its column
    matmul_matrices x;        // for the check
    matmul_check check;
    cl_command_queue transfers;
    cl_kernel kernel;
    product_range range;
    cl_mem d_c, d_part[SIDES][2];    // parts of even and of odd panels
} lesson;

// Writes this rank's parts of panel q to the device.  The queue of the transfers is in order: the
// event of the marker is that of both.
static void write_panel(const lesson *l, size_t q, cl_event after, cl_event *done)
{
    for (int side = A; side <= B; side++)
        if (!share_in_place(&l->s, side, q))
            OCL_CHECK(clEnqueueWriteBuffer(l->transfers, l->d_part[side][q % 2], CL_FALSE, 0,
                                           (size_t)share_floats(&l->s, side, q) * sizeof(float),
                                           share_part(&l->s, side, q)->x, after ? 1 : 0,
                                           after ? &after : NULL, NULL));
    OCL_CHECK(clEnqueueMarkerWithWaitList(l->transfers, 0, NULL, done));
    OCL_CHECK(clFlush(l->transfers));
}

// Block of C += part of panel q of A times part of panel q of B.
static void launch(const lesson *l, size_t q, cl_event after, cl_event *done)
{
    const cl_uint sizes[] = { (cl_uint)l->s.height, (cl_uint)l->s.width,
                              (cl_uint)share_depth(&l->s, q), q > 0 };
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof(cl_mem), &l->d_c));
    for (int side = A; side <= B; side++)
        OCL_CHECK(clSetKernelArg(l->kernel, 1 + (cl_uint)side, sizeof(cl_mem),
                                 share_in_place(&l->s, side, q)
                                     ? &share_part(&l->s, side, q)->buffer
                                     : &l->d_part[side][q % 2]));
    for (cl_uint i = 0; i < 4; i++)
        OCL_CHECK(clSetKernelArg(l->kernel, 3 + i, sizeof(cl_uint), &sizes[i]));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env.queue, l->kernel, 3, NULL, l->range.global,
                                     l->range.local, after ? 1 : 0, after ? &after : NULL, done));
    OCL_CHECK(clFlush(l->env.queue));
}

// --- in_turn: one thing after the other

static void run_in_turn(const lesson *l, summa_phases *phases)
{
    for (size_t q = 0; q < l->s.panels; q++) {
        const double begin = ocl_wall_ns();
        for (int side = A; side <= B; side++)
            CLUSTER_CHECK(MPI_Bcast(share_part(&l->s, side, q)->x, share_floats(&l->s, side, q),
                                    MPI_FLOAT, share_sender(&l->s, side, q), l->ranks[side]));
        cluster_travel(begin, l->set.network_us);
        const double arrived = ocl_wall_ns();
        write_panel(l, q, NULL, NULL);
        OCL_CHECK(clFinish(l->transfers));
        const double written = ocl_wall_ns();
        launch(l, q, NULL, NULL);
        OCL_CHECK(clFinish(l->env.queue));
        phases->network_ns += arrived - begin;
        phases->bus_ns += written - arrived;
        phases->kernel_ns += ocl_wall_ns() - written;
    }
}

// --- hidden: panel q + 1 travels while the device multiplies panel q
//
// shared: the same, but where all ranks of a row or a column are on one machine, nothing travels:
// a rank's device reads the parts where the other ranks made them (window.h).

static double start_broadcasts(const lesson *l, size_t q, MPI_Request requests[SIDES])
{
    const double begin = ocl_wall_ns();
    for (int side = A; side <= B; side++) {
        requests[side] = MPI_REQUEST_NULL;
        if (!share_travels(&l->s, side)) continue;
        CLUSTER_CHECK(MPI_Ibcast(share_part(&l->s, side, q)->x, share_floats(&l->s, side, q),
                                 MPI_FLOAT, share_sender(&l->s, side, q), l->ranks[side],
                                 &requests[side]));
    }
    return begin;
}

static void wait_for_panel(const lesson *l, MPI_Request requests[SIDES], double begin_ns)
{
    MPI_Status statuses[SIDES];
    CLUSTER_CHECK(MPI_Waitall(SIDES, requests, statuses));
    if (share_travels(&l->s, A) || share_travels(&l->s, B))
        cluster_travel(begin_ns, l->set.network_us);
}

static void replace(cl_event *event, cl_event by)
{
    if (*event) OCL_CHECK(clReleaseEvent(*event));
    *event = by;
}

// There is room for two panels, of even and of odd numbers: in host memory and on the device.
static void run_hidden(const lesson *l)
{
    MPI_Request requests[SIDES];
    cl_event event, written[2] = { NULL, NULL }, multiplied[2] = { NULL, NULL };
    wait_for_panel(l, requests, start_broadcasts(l, 0, requests));
    for (size_t q = 0; q < l->s.panels; q++) {
        const int slot = q % 2;
        const bool is_last = q + 1 == l->s.panels;
        double begin = 0.0;
        if (q > 0) OCL_CHECK(clWaitForEvents(1, &written[1 - slot]));    // panel q - 1 was read
        if (!is_last) begin = start_broadcasts(l, q + 1, requests);

        write_panel(l, q, multiplied[slot], &event);    // after the product of panel q - 2
        replace(&written[slot], event);
        launch(l, q, written[slot], &event);
        replace(&multiplied[slot], event);
        if (!is_last) wait_for_panel(l, requests, begin);    // the device is busy
    }
    OCL_CHECK(clFinish(l->env.queue));
    for (int slot = 0; slot < 2; slot++) {
        replace(&written[slot], NULL);
        replace(&multiplied[slot], NULL);
    }
}

// --- both

// Whether this rank has elements of C: there may be more ranks than rows or columns.
static bool has_block(const lesson *l)
{
    return l->s.rows > 0 && l->s.columns > 0;
}

// This rank's block of C, without its padding.
static void read_block(const lesson *l)
{
    const size_t origin[3] = { 0, 0, 0 }, bytes = l->s.columns * sizeof(float);
    const size_t region[3] = { bytes, l->s.rows, 1 };
    OCL_CHECK(clEnqueueReadBufferRect(l->env.queue, l->d_c, CL_TRUE, origin, origin, region,
                                      l->s.width * sizeof(float), 0, bytes, 0, l->x.c, 0, NULL,
                                      NULL));
}

// The runs of a rung.  Each rank compares its block; the row is in the report of rank 0.
static summa_runs run_rung(lesson *l, int rung)
{
    const char *name = MATMUL_RUNGS[rung];
    summa_runs runs = { .phases = { .network_ns = 0.0 } };
    ocl_answers answers = { .count = 0 };
    l->s.reads_near = rung == SHARED;
    for (size_t run = 0; run <= l->env.options->repeat; run++) {
        summa_phases phases = { .network_ns = 0.0 };
        ocl_poison_write(l->env.queue, l->d_c, l->s.c_bytes, run);
        share_poison(&l->s, run);
        OCL_CHECK(clFinish(l->env.queue));
        CLUSTER_CHECK(MPI_Barrier(MPI_COMM_WORLD));
        const double begin = ocl_wall_ns();
        if (rung == IN_TURN)
            run_in_turn(l, &phases);
        else
            run_hidden(l);
        CLUSTER_CHECK(MPI_Barrier(MPI_COMM_WORLD));
        if (run > 0) summa_runs_add(&runs, ocl_wall_ns() - begin, &phases);
        ocl_answers_add(&answers, l->env.queue, l->d_c, l->s.c_bytes);
    }
    ocl_result result = ocl_verify_answers(name, &answers);
    if (has_block(l)) {
        read_block(l);
        result = ocl_result_both(result, matmul_check_product(&l->check, name, l->x.c));
    }
    result = cluster_result(&l->c, result);
    if (l->report) summa_report_row(l->report, &l->s, name, &runs, result);
    return runs;
}

// --- the parts of main

// What every rank does alone, once all have agreed on a layout.
static void prepare(lesson *l)
{
    const ocl_env *env = &l->env;
    MPI_Dims_create(l->c.size, 2, l->grid);    // as square as it can be
    l->at[0] = l->c.rank / l->grid[1];
    l->at[1] = l->c.rank % l->grid[1];
    const int layout = product_agree(env, l->set.form);
    l->s = share_plan(env, l->set.depth, PRODUCT_LAYOUTS[layout], l->grid, l->at);
    const share *s = &l->s;
    for (int side = A; side <= B; side++)
        for (int i = 0; i < 2; i++)
            l->d_part[side][i] =
                ocl_buffer(env, CL_MEM_READ_ONLY, s->sides[side].floats * sizeof(float), NULL);
    l->d_c = ocl_buffer(env, CL_MEM_READ_WRITE, s->c_bytes, NULL);

    cl_int err;
    cl_program program =
        product_build(env, layout, (const size_t[]){ s->height, s->width, s->depth }, &l->range);
    l->kernel = OCL_CREATE(clCreateKernel(program, "mpi_matmul", &err));
    OCL_CHECK(clReleaseProgram(program));
    l->transfers = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err));
    l->x = share_matrices(s);
    if (has_block(l)) l->check = matmul_check_open(MATMUL_AUTO, &l->x, env->options->seed + 2);
}

// The ranks of a row of the grid, and those of a column.
static void make_grid(lesson *l)
{
    const int periods[] = { 0, 0 };
    MPI_Comm grid;
    CLUSTER_CHECK(MPI_Cart_create(MPI_COMM_WORLD, 2, l->grid, periods, 0, &grid));
    CLUSTER_CHECK(MPI_Cart_sub(grid, (const int[]){ 0, 1 }, &l->ranks[A]));
    CLUSTER_CHECK(MPI_Cart_sub(grid, (const int[]){ 1, 0 }, &l->ranks[B]));
    CLUSTER_CHECK(MPI_Comm_free(&grid));
}

static void release(lesson *l)
{
    if (has_block(l)) matmul_check_close(&l->check);
    matmul_matrices_close(&l->x);
    OCL_CHECK(clReleaseMemObject(l->d_c));
    OCL_CHECK(clReleaseCommandQueue(l->transfers));
    OCL_CHECK(clReleaseKernel(l->kernel));
    share_close(&l->env, &l->s);
    for (int side = B; side >= A; side--) {
        CLUSTER_CHECK(MPI_Comm_free(&l->ranks[side]));
        for (int i = 1; i >= 0; i--)
            OCL_CHECK(clReleaseMemObject(l->d_part[side][i]));
    }
    ocl_close(&l->env);
}

int main(int argc, char **argv)
{
    lesson l = { .c = cluster_start(&argc, &argv) };
    ocl_options opt = summa_parse(argc, argv, &l.set);
    cluster_set_deadline(l.set.deadline);
    if (l.c.size == 1) l.set.network_us = 0;    // nothing travels
    l.env = cluster_open(&l.c, &opt);
    cluster_grow_default(&opt, l.env.limits.fma_gflops / CLUSTER_SLOW_GFLOPS);
    prepare(&l);
    cluster_agree();
    cluster_require_same(&l.c, summa_same(&opt, &l.set), "options");
    make_grid(&l);
    share_open(&l.env, &l.s, l.ranks, ocl_wants(&opt, MATMUL_RUNGS[SHARED]));

    l.report = summa_report_open(&l.c, &l.env, &l.s, l.grid, &l.check);
    cluster_report(&l.c, &l.env, l.report);
    summa_runs in_turn = { .times = { .runs = 0 } };
    for (int rung = IN_TURN; rung <= SHARED; rung++) {
        if (!ocl_wants(&opt, MATMUL_RUNGS[rung])) continue;
        const summa_runs runs = run_rung(&l, rung);
        if (rung == IN_TURN) in_turn = runs;
    }
    if (l.report && in_turn.times.runs > 0) summa_report_phases(l.report, &l.s, &in_turn);

    const int status = l.report ? ocl_report_close(l.report) : OCL_EXIT_PASS;
    release(&l);
    return cluster_close(status);
}
