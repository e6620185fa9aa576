// SPDX-License-Identifier: MIT
//
// histogram_rungs - the variants of histogram_ladder: those of chapter 3, and what lies between them.

#ifndef HISTOGRAM_RUNGS_H
#define HISTOGRAM_RUNGS_H

#include "shared/histogram_launch.h"

enum { HISTOGRAM_RUNG_COUNT = 8 };

// From the first to the last, ended by NULL.
extern const char *const HISTOGRAM_RUNGS[];

// As histogram_prepare, for the rung with that number.  The job's program is made from histogram_ladder.cl.
histogram_launch histogram_prepare_rung(const histogram_job *job, int rung);

#endif
