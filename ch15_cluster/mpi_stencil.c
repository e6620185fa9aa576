// SPDX-License-Identifier: MIT
//
// mpi_stencil - heat spreads in a plate that is shared out by rows: neighbours exchange their edges
// in each step, while the devices compute the rest.
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
// Shows   halos; how a kernel, the bus and the network work at the same time, and what it wins
// Uses    MPI_Isend, MPI_Irecv, MPI_Waitall, MPI_Gatherv; two command-queues, clEnqueueReadBuffer,
//         clEnqueueWriteBuffer, clEnqueueNDRangeKernel with events, clFlush,
//         clEnqueueMarkerWithWaitList, clFinish
// Times   By the clock of rank 0, all steps, from a barrier to a barrier.
// Try     mpiexec -n 2 mpi_stencil -o plate.png; mpiexec -n 2 mpi_stencil --network 500

#include "ocl.h"

#include "mpi_stencil/show.h"
#include "shared/cluster.h"

enum { GPU_ITEMS = 256, MAX_GROUPS = 1 << 16, UP = 0, DOWN = 1 };

// A kernel with all arguments but the two buffers, and how many rows it computes.
typedef struct {
    cl_kernel kernel;
    size_t count;
} some_rows;

typedef struct {
    cluster c;
    stencil_settings set;
    ocl_env env;
    ocl_report *report;           // NULL in all ranks but rank 0
    size_t first, rows, width;    // of this rank
    int neighbour[2];             // the ranks above and below; MPI_PROC_NULL where the plate ends
    cl_command_queue transfers;
    size_t items;    // work-items per work-group, which computes a row
    some_rows edges, interior;
    cl_mem d_u[2];            // rows + 2 rows; each step reads one and writes the other
    float *out[2], *in[2];    // edge rows that are sent, halo rows that are received
    float *begin, *end;      // this rank's rows and halos before the first step; its rows after all
    float *whole, *ref;      // of rank 0: all rows
    stencil_runs runs[2];    // of each variant
} lesson;

// Rows begin, begin + step, ... of this rank: `count` of them.
static some_rows make_rows(const lesson *l, cl_program program, const cl_uint begin_step_count[3])
{
    const cl_uint sizes[] = { (cl_uint)l->width, (cl_uint)l->set.plate.height, (cl_uint)l->first };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "mpi_stencil", &err));
    for (cl_uint i = 0; i < 3; i++) {
        OCL_CHECK(clSetKernelArg(kernel, 2 + i, sizeof(cl_uint), &sizes[i]));
        OCL_CHECK(clSetKernelArg(kernel, 5 + i, sizeof(cl_uint), &begin_step_count[i]));
    }
    return (some_rows){ .kernel = kernel, .count = begin_step_count[2] };
}

// Computes rows of step t.  It begins when the event `after` is complete, if there is one.
static void launch(const lesson *l, const some_rows *rows, size_t t, cl_event after, cl_event *done)
{
    const size_t local = l->items, global = ocl_smaller(rows->count, MAX_GROUPS) * local;
    if (rows->count == 0) return;
    OCL_CHECK(clSetKernelArg(rows->kernel, 0, sizeof(cl_mem), &l->d_u[(t + 1) % 2]));
    OCL_CHECK(clSetKernelArg(rows->kernel, 1, sizeof(cl_mem), &l->d_u[t % 2]));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env.queue, rows->kernel, 1, NULL, &global, &local,
                                     after ? 1 : 0, after ? &after : NULL, done));
}

// The hosts exchange rows with the ranks above and below.
static void exchange(const lesson *l)
{
    MPI_Status statuses[4];
    MPI_Request requests[4];
    const double begin = ocl_wall_ns();
    const int width = (int)l->width;
    for (int side = UP; side <= DOWN; side++) {
        CLUSTER_CHECK(MPI_Irecv(l->in[side], width, MPI_FLOAT, l->neighbour[side], 0,
                                MPI_COMM_WORLD, &requests[side]));
        CLUSTER_CHECK(MPI_Isend(l->out[side], width, MPI_FLOAT, l->neighbour[side], 0,
                                MPI_COMM_WORLD, &requests[2 + side]));
    }
    CLUSTER_CHECK(MPI_Waitall(4, requests, statuses));
    cluster_travel(begin, l->set.network_us);
}

// Reads the edge rows that neighbours need, or writes the halo rows that they have sent.  The queue
// of the transfers is in order: the event of a marker is that of all commands before it.
static void move_rows(const lesson *l, bool to_device, cl_mem d_u, cl_event after, cl_event *done)
{
    const size_t bytes = l->width * sizeof(float);
    const size_t edge[] = { 1, l->rows }, halo[] = { 0, l->rows + 1 };
    for (int side = UP; side <= DOWN; side++) {
        if (l->neighbour[side] == MPI_PROC_NULL) continue;
        if (to_device)
            OCL_CHECK(clEnqueueWriteBuffer(l->transfers, d_u, CL_FALSE, halo[side] * bytes, bytes,
                                           l->in[side], 0, NULL, NULL));
        else
            OCL_CHECK(clEnqueueReadBuffer(l->transfers, d_u, CL_FALSE, edge[side] * bytes, bytes,
                                          l->out[side], after ? 1 : 0, after ? &after : NULL,
                                          NULL));
    }
    if (done) OCL_CHECK(clEnqueueMarkerWithWaitList(l->transfers, 0, NULL, done));
    OCL_CHECK(clFlush(l->transfers));
}

// wait: one thing after the other.
static void step_waiting(lesson *l, size_t t)
{
    const cl_mem d_next = l->d_u[(t + 1) % 2];
    const double begin = ocl_wall_ns();
    launch(l, &l->edges, t, NULL, NULL);
    launch(l, &l->interior, t, NULL, NULL);
    OCL_CHECK(clFinish(l->env.queue));
    const double computed = ocl_wall_ns();
    move_rows(l, false, d_next, NULL, NULL);
    OCL_CHECK(clFinish(l->transfers));
    exchange(l);
    move_rows(l, true, d_next, NULL, NULL);
    OCL_CHECK(clFinish(l->transfers));
    l->runs[WAIT].kernel_ns += computed - begin;
    l->runs[WAIT].halo_ns += ocl_wall_ns() - computed;
}

// overlap: the edges are computed first.  While they travel, the device computes the interior.
// *halos is the event of the halos of the step before, and then of this step.  The interior is
// launched when the edges have been read: a driver may run commands in the order in which they
// come, and the edges would wait for it.
static void step_overlapped(const lesson *l, size_t t, cl_event *halos)
{
    const cl_mem d_next = l->d_u[(t + 1) % 2];
    cl_event edges;
    launch(l, &l->edges, t, *halos, &edges);
    OCL_CHECK(clFlush(l->env.queue));    // the other queue waits for this event
    move_rows(l, false, d_next, edges, NULL);
    OCL_CHECK(clFinish(l->transfers));
    launch(l, &l->interior, t, NULL, NULL);
    OCL_CHECK(clFlush(l->env.queue));
    exchange(l);    // the device is busy
    if (*halos) OCL_CHECK(clReleaseEvent(*halos));
    move_rows(l, true, d_next, NULL, halos);
    OCL_CHECK(clReleaseEvent(edges));
}

// All steps of one run.  A rank without rows has no neighbours, and nothing to do.
static void run_steps(lesson *l, int variant)
{
    cl_event halos = NULL;
    l->runs[variant].kernel_ns = l->runs[variant].halo_ns = 0.0;
    for (size_t t = 0; t < l->set.plate.steps && l->rows > 0; t++) {
        if (variant == WAIT)
            step_waiting(l, t);
        else
            step_overlapped(l, t, &halos);
    }
    OCL_CHECK(clFinish(l->transfers));
    OCL_CHECK(clFinish(l->env.queue));
    if (halos) OCL_CHECK(clReleaseEvent(halos));
}

// Brings the rows of all ranks to rank 0.
static void gather(const lesson *l)
{
    const size_t bytes = l->width * sizeof(float), p = (size_t)l->c.size;
    int *counts = ocl_alloc(2 * p * sizeof *counts), *places = counts + p;
    MPI_Datatype row;
    for (size_t k = 0; k < p; k++) {
        places[k] = (int)cluster_first(l->set.plate.height, p, k);
        counts[k] = (int)cluster_first(l->set.plate.height, p, k + 1) - places[k];
    }
    if (l->rows > 0)
        OCL_CHECK(clEnqueueReadBuffer(l->env.queue, l->d_u[l->set.plate.steps % 2], CL_TRUE, bytes,
                                      l->rows * bytes, l->end, 0, NULL, NULL));
    CLUSTER_CHECK(MPI_Type_contiguous((int)l->width, MPI_FLOAT, &row));
    CLUSTER_CHECK(MPI_Type_commit(&row));
    CLUSTER_CHECK(
        MPI_Gatherv(l->end, (int)l->rows, row, l->whole, counts, places, row, 0, MPI_COMM_WORLD));
    CLUSTER_CHECK(MPI_Type_free(&row));
    free(counts);
}

// The runs of a variant, and its row in the report of rank 0.
static void run_variant(lesson *l, int variant)
{
    const plate *p = &l->set.plate;
    const size_t bytes = (l->rows + 2) * l->width * sizeof(float);
    stencil_runs *runs = &l->runs[variant];
    for (size_t run = 0; run <= l->env.options->repeat; run++) {
        ocl_poison_write(l->env.queue, l->d_u[1], bytes, run);
        OCL_CHECK(clEnqueueWriteBuffer(l->env.queue, l->d_u[0], CL_TRUE, 0, bytes, l->begin, 0,
                                       NULL, NULL));
        CLUSTER_CHECK(MPI_Barrier(MPI_COMM_WORLD));
        const double begin = ocl_wall_ns();
        run_steps(l, variant);
        CLUSTER_CHECK(MPI_Barrier(MPI_COMM_WORLD));
        if (run > 0) ocl_times_add(&runs->times, ocl_wall_ns() - begin);
        gather(l);
        if (l->report)
            ocl_answers_add_host(&runs->answers, l->whole, p->height * p->width * sizeof(float));
    }
    if (l->report)
        stencil_report_row(l->report, p, STENCIL_VARIANTS[variant], runs,
                           (const float *const[]){ l->whole, l->ref });
}

// --- the parts of main

// What every rank does alone.
static void prepare(lesson *l)
{
    const ocl_env *env = &l->env;
    const size_t p = (size_t)l->c.size, k = (size_t)l->c.rank, bytes = l->width * sizeof(float);
    l->first = cluster_first(l->set.plate.height, p, k);
    l->rows = cluster_first(l->set.plate.height, p, k + 1) - l->first;
    const double part = (double)(l->rows + 2) * (double)bytes;
    const double whole = k == 0 ? 6.0 * (double)l->set.plate.height * (double)bytes : 0.0;
    ocl_require_memory(env->device, part, 2.0 * part, 2.0 * part + whole);
    const bool has_rows = l->rows > 0;
    l->neighbour[UP] = has_rows && l->first > 0 ? l->c.rank - 1 : MPI_PROC_NULL;
    l->neighbour[DOWN] =
        has_rows && l->first + l->rows < l->set.plate.height ? l->c.rank + 1 : MPI_PROC_NULL;

    l->begin = ocl_alloc((l->rows + 2) * bytes);
    l->end = ocl_alloc((l->rows + 1) * bytes);
    for (size_t row = 0; row < l->rows + 2; row++)
        if (l->first + row > 0 && l->first + row <= l->set.plate.height)
            plate_row(&l->set.plate, l->first + row - 1, l->begin + row * l->width);
    for (int side = UP; side <= DOWN; side++) {
        l->out[side] = ocl_alloc(bytes);
        l->in[side] = ocl_alloc(bytes);
    }
    cl_int err;
    l->items =
        ocl_is_cpu(env->device) ? 1 : ocl_smaller(GPU_ITEMS, ocl_local_limit(env->device, 0));
    cl_program program = ocl_build(env, "mpi_stencil.cl", "-cl-std=CL1.2 -DITEMS=%zu", l->items);
    const cl_uint rows = (cl_uint)l->rows;
    l->edges = make_rows(l, program, (cl_uint[]){ 1, rows > 1 ? rows - 1 : 1, rows > 1 ? 2 : 1 });
    l->interior = make_rows(l, program, (cl_uint[]){ 2, 1, rows > 2 ? rows - 2 : 0 });
    OCL_CHECK(clReleaseProgram(program));
    l->transfers = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err));
    for (int i = 0; i < 2; i++)
        l->d_u[i] = ocl_buffer(env, CL_MEM_READ_WRITE, (l->rows + 2) * bytes, NULL);
}

static void release(lesson *l)
{
    for (int i = 1; i >= 0; i--)
        OCL_CHECK(clReleaseMemObject(l->d_u[i]));
    OCL_CHECK(clReleaseCommandQueue(l->transfers));
    OCL_CHECK(clReleaseKernel(l->interior.kernel));
    OCL_CHECK(clReleaseKernel(l->edges.kernel));
    ocl_close(&l->env);
    for (int side = UP; side <= DOWN; side++) {
        free(l->in[side]);
        free(l->out[side]);
    }
    free(l->end);
    free(l->begin);
    free(l->whole);
    free(l->ref);
}

int main(int argc, char **argv)
{
    lesson l = { .c = cluster_start(&argc, &argv) };
    ocl_options opt = stencil_parse(argc, argv, &l.set);
    cluster_set_deadline(l.set.deadline);
    l.env = cluster_open(&l.c, &opt);
    l.width = l.set.plate.width;
    prepare(&l);
    cluster_agree();
    cluster_require_same(&l.c, stencil_same(&opt, &l.set), "options");

    if (l.c.rank == 0) {
        const size_t n = l.set.plate.height * l.width;
        l.report = stencil_report_open(&l.env, &l.set, l.c.size, &l.ref);
        l.whole = ocl_alloc(n * sizeof *l.whole);
    }
    cluster_wait(MPI_COMM_WORLD);
    cluster_report(&l.c, &l.env, l.report);
    for (int v = WAIT; v <= OVERLAP; v++)
        if (ocl_wants(&opt, STENCIL_VARIANTS[v])) run_variant(&l, v);

    int status = OCL_EXIT_PASS;
    if (l.report) {
        if (l.c.size > 1) stencil_report_steps(l.report, &l.set.plate, l.runs);
        if (opt.output) plate_picture(&l.set.plate, l.whole, opt.output);
        status = ocl_report_close(l.report);
    }
    release(&l);
    return cluster_close(status);
}
