// SPDX-License-Identifier: MIT
//
// multi_queue_proof - the commands of a run of multi_queue, and whether they kept their order.

#ifndef MULTI_QUEUE_PROOF_H
#define MULTI_QUEUE_PROOF_H

#include "ocl.h"

// In this order: the writes of all parts, their work, the sum, the read.
enum { PARTS = 4, WRITE = 0, WORK = PARTS, SUM = 2 * PARTS, READ, COMMANDS };

// Each part's work starts after its write has ended, the sum after all work, the read after the
// sum.  Stamps within a tick of the clock may come in either order.
ocl_result multi_queue_verify_order(const ocl_stamps stamps[COMMANDS], double tick_ns);

#endif
