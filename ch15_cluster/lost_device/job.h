// SPDX-License-Identifier: MIT
//
// job - numbers, cut into pieces, and what is known of each piece.

#ifndef LOST_DEVICE_JOB_H
#define LOST_DEVICE_JOB_H

#include "ocl.h"

enum { PIECE_OPEN, PIECE_GIVEN, PIECE_DONE };

typedef struct {
    size_t n, piece_n;       // numbers of all, of a piece; the last one may have fewer
    size_t pieces, done;     // of the job; of them, those that are PIECE_DONE
    unsigned char *state;    // of each piece
    uint32_t *y, *x, *ref;
} job;

// At most so many pieces; x is random.  What is too much for the device ends the program.
job job_open(const ocl_options *opt, size_t pieces, cl_device_id device);
void job_close(job *j);

// y[i]: how many steps of Collatz lead from x[i] to 1.
void lost_device_ref(uint32_t *y, const uint32_t *x, size_t n);

// All pieces are open, and y is blank: 0xff bytes.
void job_begin(job *j);
bool job_is_blank(const job *j);

// The first open piece, or j->pieces.
size_t job_next(const job *j);

// A piece begins at x[job_first] and has job_count numbers.
size_t job_first(const job *j, size_t piece);
size_t job_count(const job *j, size_t piece);

// Its answer is copied into y.
void job_keep(job *j, size_t piece, const uint32_t *answer);

#endif
