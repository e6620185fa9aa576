// SPDX-License-Identifier: MIT

#include "job.h"

job job_open(const ocl_options *opt, size_t pieces, cl_device_id device)
{
    job j = { .n = opt->n[0] };
    j.piece_n = ocl_divide_up(j.n, pieces);
    j.pieces = ocl_divide_up(j.n, j.piece_n);
    const double piece_bytes = sizeof *j.x * (double)j.piece_n;
    ocl_require_memory(device, piece_bytes, 2.0 * piece_bytes,
                       3.0 * sizeof *j.x * (double)j.n + piece_bytes);
    j.state = ocl_alloc(j.pieces);
    j.y = ocl_alloc(j.n * sizeof *j.y);
    j.x = ocl_alloc(j.n * sizeof *j.x);
    j.ref = ocl_alloc(j.n * sizeof *j.ref);
    ocl_fill_u32(j.x, j.n, opt->seed);
    return j;
}

void job_close(job *j)
{
    free(j->ref);
    free(j->x);
    free(j->y);
    free(j->state);
}

void lost_device_ref(uint32_t *y, const uint32_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        y[i] = 0;
        for (uint64_t v = x[i]; v > 1; v = v % 2 == 0 ? v / 2 : 3 * v + 1)
            y[i]++;
    }
}

void job_begin(job *j)
{
    memset(j->y, 0xff, j->n * sizeof *j->y);
    memset(j->state, PIECE_OPEN, j->pieces);
    j->done = 0;
}

bool job_is_blank(const job *j)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->y[i] != UINT32_MAX) return false;
    return true;
}

size_t job_next(const job *j)
{
    size_t piece = 0;
    while (piece < j->pieces && j->state[piece] != PIECE_OPEN)
        piece++;
    return piece;
}

size_t job_first(const job *j, size_t piece)
{
    return piece * j->piece_n;
}

size_t job_count(const job *j, size_t piece)
{
    return ocl_smaller(j->piece_n, j->n - job_first(j, piece));
}

void job_keep(job *j, size_t piece, const uint32_t *answer)
{
    memcpy(j->y + job_first(j, piece), answer, job_count(j, piece) * sizeof *answer);
    j->state[piece] = PIECE_DONE;
    j->done++;
}
