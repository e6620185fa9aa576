// SPDX-License-Identifier: MIT
//
// mpi_stencil - heat spreads in a plate that is shared out by rows: neighbours exchange their edges
// while the devices compute the rest, or only every few steps.
//
//     rank 0   row   0 |##########|
//                    1 |##########|   edge row: computed first, sent down
//              halo    |~~~~~~~~~~|   a copy of row 2, received from below
//                           ^ |
//                           | v       MPI_Isend, MPI_Irecv
//     rank 1   halo    |~~~~~~~~~~|   a copy of row 1, received from above
//                    2 |##########|   edge row: computed first, sent up
//                    3 |##########|   interior: computed while edges and halos travel
//                    4 |##########|
//
// Shows   halos; how kernels, bus and network work at the same time; halos of several rows
// Uses    MPI_Isend, MPI_Irecv, MPI_Waitall, MPI_Gatherv; clEnqueueReadBuffer,
//         clEnqueueWriteBuffer, clEnqueueNDRangeKernel, clFlush, clWaitForEvents, clFinish
// Times   By the clock of rank 0, all steps, from a barrier to a barrier.
// Try     mpiexec -n 2 mpi_stencil -o plate.png; mpiexec -n 2 mpi_stencil --network 500

#include "ocl.h"

#include "mpi_stencil/share.h"
#include "mpi_stencil/show.h"
#include "shared/cluster/cluster.h"

enum { GPU_ITEMS = 256, MAX_GROUPS = 1 << 16 };

// Rows begin, begin + step, ... of the buffers: `count` of them.
typedef struct {
    size_t begin, step, count;
} some_rows;

typedef struct {
    cluster c;
    stencil_settings set;
    ocl_env env;
    ocl_report *report;    // NULL in all ranks but rank 0
    plate_share s;         // this rank's rows
    cl_kernel kernel;
    size_t items;     // work-items per work-group, which computes a row
    cl_mem d_u[2];    // each step reads one and writes the other
    float *ref;       // of rank 0
    stencil_runs runs[STENCIL_COUNT];
} lesson;

// Computes rows of step t.
static void launch(const lesson *l, some_rows rows, size_t t, cl_event *done)
{
    const size_t local = l->items, global = ocl_smaller(rows.count, MAX_GROUPS) * local;
    const cl_uint sizes[] = { (cl_uint)rows.begin, (cl_uint)rows.step, (cl_uint)rows.count };
    if (rows.count == 0) return;
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof(cl_mem), &l->d_u[(t + 1) % 2]));
    OCL_CHECK(clSetKernelArg(l->kernel, 1, sizeof(cl_mem), &l->d_u[t % 2]));
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(l->kernel, 5 + i, sizeof(cl_uint), &sizes[i]));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env.queue, l->kernel, 1, NULL, &global, &local, 0, NULL, done));
}

// The hosts exchange `count` rows with the ranks above and below.
static void exchange(const lesson *l, size_t count)
{
    const plate_share *s = &l->s;
    MPI_Status statuses[4];
    MPI_Request requests[4];
    const double begin = ocl_wall_ns();
    const int cells = (int)(count * s->width);
    for (int side = UP; side <= DOWN; side++) {
        CLUSTER_CHECK(MPI_Irecv(s->in[side].x, cells, MPI_FLOAT, s->neighbour[side], 0,
                                MPI_COMM_WORLD, &requests[side]));
        CLUSTER_CHECK(MPI_Isend(s->out[side].x, cells, MPI_FLOAT, s->neighbour[side], 0,
                                MPI_COMM_WORLD, &requests[2 + side]));
    }
    CLUSTER_CHECK(MPI_Waitall(4, requests, statuses));
    cluster_travel(begin, l->set.network_us);
}

// Reads the `count` edge rows that each neighbour needs; waits for them.
static void read_edges(const lesson *l, cl_mem d_u, size_t count)
{
    for (int side = UP; side <= DOWN; side++)
        if (l->s.neighbour[side] != MPI_PROC_NULL)
            OCL_CHECK(clEnqueueReadBuffer(
                l->env.queue, d_u, CL_FALSE, share_bytes(&l->s, share_edge(&l->s, side, count)),
                share_bytes(&l->s, count), l->s.out[side].x, 0, NULL, NULL));
    OCL_CHECK(clFinish(l->env.queue));
}

// Writes the `count` rows that each neighbour has sent into the halos.
static void write_halos(const lesson *l, cl_mem d_u, size_t count)
{
    for (int side = UP; side <= DOWN; side++)
        if (l->s.neighbour[side] != MPI_PROC_NULL)
            OCL_CHECK(clEnqueueWriteBuffer(
                l->env.queue, d_u, CL_FALSE, share_bytes(&l->s, share_halo(&l->s, side, count)),
                share_bytes(&l->s, count), l->s.in[side].x, 0, NULL, NULL));
}

// --- wait: one thing after the other

static void step_waiting(const lesson *l, size_t t, stencil_phases *phases)
{
    const cl_mem d_next = l->d_u[(t + 1) % 2];
    const double begin = ocl_wall_ns();
    launch(l, (some_rows){ l->s.halo, 1, l->s.rows }, t, NULL);
    OCL_CHECK(clFinish(l->env.queue));
    const double computed = ocl_wall_ns();
    read_edges(l, d_next, 1);
    exchange(l, 1);
    write_halos(l, d_next, 1);
    OCL_CHECK(clFinish(l->env.queue));
    phases->kernel_ns += computed - begin;
    phases->halo_ns += ocl_wall_ns() - computed;
}

// --- overlap: the edges are computed first, and travel while the device computes the interior

// The queue is in order.  So the halos are written after the interior, and before the next step;
// until then the host has time for the exchange.
static void step_overlapped(const lesson *l, size_t t)
{
    const size_t first = l->s.halo, rows = l->s.rows;
    const some_rows edges = { first, rows > 1 ? rows - 1 : 1, rows > 1 ? 2 : 1 };
    const some_rows interior = { first + 1, 1, rows > 2 ? rows - 2 : 0 };
    const cl_mem d_next = l->d_u[(t + 1) % 2];
    cl_event computed;
    launch(l, edges, t, &computed);
    read_edges(l, d_next, 1);
    OCL_CHECK(clWaitForEvents(1, &computed));    // it is complete: was there an error?
    OCL_CHECK(clReleaseEvent(computed));
    launch(l, interior, t, NULL);
    OCL_CHECK(clFlush(l->env.queue));
    exchange(l, 1);    // the device is busy
    write_halos(l, d_next, 1);
}

// --- deep: with a halo of `halo` rows, a rank can go on for as many steps alone

// The first of these steps also computes all rows of the halo but the last, the next one all but
// two: what is wrong at their ends spreads by one row per step, and has not reached the rank's own
// rows when they are exchanged again.
static void steps_alone(const lesson *l, size_t t, size_t steps)
{
    for (size_t k = 0; k < steps; k++) {
        some_rows rows = { .step = 1 };
        share_reach(&l->s, &l->set.plate, steps - 1 - k, &rows.begin, &rows.count);
        launch(l, rows, t + k, NULL);
    }
}

static void run_deep(const lesson *l)
{
    const size_t all = l->set.plate.steps;
    for (size_t t = 0; t < all; t += l->s.halo) {
        const size_t steps = ocl_smaller(l->s.halo, all - t);
        const cl_mem d_next = l->d_u[(t + steps) % 2];
        steps_alone(l, t, steps);
        if (t + steps == all) break;
        read_edges(l, d_next, l->s.halo);
        exchange(l, l->s.halo);
        write_halos(l, d_next, l->s.halo);
    }
}

// --- all

// All steps of one run.  A rank without rows has no neighbours, and nothing to do.
static void run_steps(const lesson *l, int variant, stencil_phases *phases)
{
    if (l->s.rows == 0) return;
    if (variant == DEEP) run_deep(l);
    for (size_t t = 0; t < l->set.plate.steps && variant != DEEP; t++) {
        if (variant == WAIT)
            step_waiting(l, t, phases);
        else
            step_overlapped(l, t);
    }
    OCL_CHECK(clFinish(l->env.queue));
}

// The runs of a variant, and its row in the report of rank 0.
static void run_variant(lesson *l, int variant)
{
    const plate *p = &l->set.plate;
    stencil_runs *runs = &l->runs[variant];
    for (size_t run = 0; run <= l->env.options->repeat; run++) {
        stencil_phases phases = { .kernel_ns = 0.0 };
        share_begin(&l->s, &l->env, l->d_u, run);
        CLUSTER_CHECK(MPI_Barrier(MPI_COMM_WORLD));
        const double begin = ocl_wall_ns();
        run_steps(l, variant, &phases);
        CLUSTER_CHECK(MPI_Barrier(MPI_COMM_WORLD));
        if (run > 0) stencil_runs_add(runs, ocl_wall_ns() - begin, &phases);
        if (l->s.rows > 0)
            OCL_CHECK(clEnqueueReadBuffer(l->env.queue, l->d_u[p->steps % 2], CL_TRUE,
                                          share_bytes(&l->s, l->s.halo),
                                          share_bytes(&l->s, l->s.rows), l->s.end, 0, NULL, NULL));
        share_gather(&l->s, &l->c, p);
        if (l->report)
            ocl_answers_add_host(&runs->answers, l->s.whole, p->height * share_bytes(&l->s, 1));
    }
    if (l->report)
        stencil_report_row(l->report, p, STENCIL_VARIANTS[variant], runs,
                           (const float *const[]){ l->s.whole, l->ref });
}

// --- the parts of main

// What every rank does alone.
static void prepare(lesson *l)
{
    const ocl_env *env = &l->env;
    const plate *p = &l->set.plate;
    l->s = share_open(&l->c, env, p, l->set.halo);
    cl_int err;
    l->items =
        ocl_is_cpu(env->device) ? 1 : ocl_smaller(GPU_ITEMS, ocl_local_limit(env->device, 0));
    cl_program program = ocl_build(env, "mpi_stencil.cl", "-cl-std=CL1.2 -DITEMS=%zu", l->items);
    l->kernel = OCL_CREATE(clCreateKernel(program, "mpi_stencil", &err));
    OCL_CHECK(clReleaseProgram(program));
    const cl_int sizes[] = { (cl_int)p->width, (cl_int)p->height,
                             (cl_int)l->s.first - (cl_int)l->s.halo };
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(l->kernel, 2 + i, sizeof(cl_int), &sizes[i]));
    for (int i = 0; i < 2; i++)
        l->d_u[i] =
            ocl_buffer(env, CL_MEM_READ_WRITE, share_bytes(&l->s, l->s.rows + 2 * l->s.halo), NULL);
}

static void release(lesson *l)
{
    for (int i = 1; i >= 0; i--)
        OCL_CHECK(clReleaseMemObject(l->d_u[i]));
    OCL_CHECK(clReleaseKernel(l->kernel));
    share_close(&l->env, &l->s);
    ocl_close(&l->env);
    free(l->ref);
}

int main(int argc, char **argv)
{
    lesson l = { .c = cluster_start(&argc, &argv) };
    ocl_options opt = stencil_parse(argc, argv, &l.set);
    cluster_set_deadline(l.set.deadline);
    l.env = cluster_open(&l.c, &opt);
    stencil_fit(&opt, &l.env, &l.set.plate);
    prepare(&l);
    cluster_agree();
    cluster_require_same(&l.c, stencil_same(&opt, &l.set), "options");

    if (l.c.rank == 0) l.report = stencil_report_open(&l.env, &l.set, &l.s, l.c.size, &l.ref);
    cluster_wait(MPI_COMM_WORLD);
    cluster_report(&l.c, &l.env, l.report);
    for (int v = WAIT; v <= DEEP; v++)
        if (ocl_wants(&opt, STENCIL_VARIANTS[v])) run_variant(&l, v);

    int status = OCL_EXIT_PASS;
    if (l.report) {
        if (l.c.size > 1) stencil_report_steps(l.report, &l.set.plate, l.runs);
        if (opt.output) plate_picture(&l.set.plate, l.s.whole, opt.output);
        status = ocl_report_close(l.report);
    }
    release(&l);
    return cluster_close(status);
}
