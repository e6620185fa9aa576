// SPDX-License-Identifier: MIT
//
// lists - chains of pieces with some numbers each, in plain C; and whether addresses make a chain.

#ifndef DEVICE_ADDRESS_LISTS_H
#define DEVICE_ADDRESS_LISTS_H

#include "ocl.h"

enum { MOST_PIECES = 7, MOST_NUMBERS = 63 };    // of a list; of a piece

// List i has the pieces firsts[i] up to firsts[i + 1], and it may be empty.  Piece p has
// the numbers starts[p] up to starts[p + 1], and it may be empty, too.
typedef struct {
    size_t n, pieces, count;    // lists; pieces and numbers of all of them
    cl_uint *firsts, *starts;
    cl_int *numbers;
} lists;

// n lists.  List n / 2 has three pieces, and the one in the middle has MOST_NUMBERS numbers.
lists make_lists(size_t n, uint64_t seed);
void free_lists(lists *l);

// The sum of each list.
void lists_ref(cl_int *sums, const lists *l);

// A piece's address, and the address of the one behind it (0: there is none).
typedef struct {
    cl_ulong address, next;
} link_of_piece;

// A table of what is behind a right head and behind wrong ones, and one row of the report: a walk
// through `links` ends after three pieces, or finds an address that is no piece's, or a circle.
// `heads` has the address of each list's first piece.
void report_walks(ocl_report *report, const lists *l, const link_of_piece *links,
                  const cl_ulong *heads);

#endif
