// SPDX-License-Identifier: MIT

#include "share.h"

#include <stdlib.h>

size_t share_bytes(const plate_share *s, size_t rows)
{
    return rows * s->width * sizeof(float);
}

size_t share_edge(const plate_share *s, int side, size_t count)
{
    return side == UP ? s->halo : s->halo + s->rows - count;
}

size_t share_halo(const plate_share *s, int side, size_t count)
{
    return side == UP ? s->halo - count : s->halo + s->rows;
}

void share_reach(const plate_share *s, const plate *p, size_t reach, size_t *begin, size_t *count)
{
    const size_t up = ocl_smaller(reach, s->first);
    const size_t down = ocl_smaller(reach, p->height - s->first - s->rows);
    *begin = s->halo - up;
    *count = up + s->rows + down;
}

static void require_room(const plate_share *s, const cluster *c, const ocl_env *env, const plate *p)
{
    const double part = (double)share_bytes(s, s->rows + 2 * s->halo);
    const double messages = 4.0 * (double)share_bytes(s, s->halo);
    const double whole = (double)p->height * (double)share_bytes(s, 1);
    if ((double)s->halo * (double)s->width > INT32_MAX)    // MPI counts with an int
        ocl_exit(OCL_EXIT_USAGE, "--halo: %zu rows of %zu cells; at most %d cells are sent",
                 s->halo, s->width, INT32_MAX);
    ocl_require_memory(env->device, part, 2.0 * part + messages,
                       2.0 * part + messages + (c->rank == 0 ? 6.0 * whole : 0.0));
}

plate_share share_open(const cluster *c, const ocl_env *env, const plate *p, size_t halo)
{
    const size_t ranks = (size_t)c->size, k = (size_t)c->rank, h = p->height;
    const size_t smallest = h / ranks > 0 ? h / ranks : 1;
    plate_share s = { .first = cluster_first(h, ranks, k),
                      .rows = cluster_first(h, ranks, k + 1) - cluster_first(h, ranks, k),
                      .width = p->width,
                      .halo = ocl_smaller(halo, smallest) };
    require_room(&s, c, env, p);
    const bool has_rows = s.rows > 0;
    s.neighbour[UP] = has_rows && s.first > 0 ? c->rank - 1 : MPI_PROC_NULL;
    s.neighbour[DOWN] = has_rows && s.first + s.rows < h ? c->rank + 1 : MPI_PROC_NULL;

    s.begin = ocl_alloc(share_bytes(&s, s.rows + 2 * s.halo));
    for (size_t row = 0; row < s.rows + 2 * s.halo; row++)
        if (s.first + row >= s.halo && s.first + row < s.halo + h)    // the plate has this row
            plate_row(p, s.first + row - s.halo, s.begin + row * s.width);
    for (int side = UP; side <= DOWN; side++) {
        s.out[side] = pinned_open(env, share_bytes(&s, s.halo));
        s.in[side] = pinned_open(env, share_bytes(&s, s.halo));
    }
    s.end = ocl_alloc(share_bytes(&s, s.rows + 1));
    if (c->rank == 0) s.whole = ocl_alloc(share_bytes(&s, h));
    return s;
}

void share_close(const ocl_env *env, plate_share *s)
{
    free(s->whole);
    free(s->end);
    for (int side = UP; side <= DOWN; side++) {
        pinned_close(env, &s->in[side]);
        pinned_close(env, &s->out[side]);
    }
    free(s->begin);
}

void share_begin(const plate_share *s, const ocl_env *env, const cl_mem d_u[2], size_t run)
{
    const size_t bytes = share_bytes(s, s->rows + 2 * s->halo);
    ocl_poison_write(env->queue, d_u[1], bytes, run);
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, d_u[0], CL_TRUE, 0, bytes, s->begin, 0, NULL, NULL));
}

void share_gather(const plate_share *s, const cluster *c, const plate *p)
{
    const size_t ranks = (size_t)c->size;
    int *counts = ocl_alloc(2 * ranks * sizeof *counts), *places = counts + ranks;
    MPI_Datatype row;
    for (size_t k = 0; k < ranks; k++) {
        places[k] = (int)cluster_first(p->height, ranks, k);
        counts[k] = (int)cluster_first(p->height, ranks, k + 1) - places[k];
    }
    CLUSTER_CHECK(MPI_Type_contiguous((int)s->width, MPI_FLOAT, &row));
    CLUSTER_CHECK(MPI_Type_commit(&row));
    CLUSTER_CHECK(
        MPI_Gatherv(s->end, (int)s->rows, row, s->whole, counts, places, row, 0, MPI_COMM_WORLD));
    CLUSTER_CHECK(MPI_Type_free(&row));
    free(counts);
}
