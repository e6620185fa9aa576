// SPDX-License-Identifier: MIT
//
// profiling_saxpy_proof - what must be true of the stamps, and what has none.

#ifndef PROFILING_SAXPY_PROOF_H
#define PROFILING_SAXPY_PROOF_H

#include "show.h"

// The stamps of a command follow each other, and the command starts after `before`, the command
// before it (NULL: none), has ended.  Stamps within a tick of the clock may come in either order.
ocl_result profiling_saxpy_verify_order(int command, const cl_ulong *stamps, const cl_ulong *before,
                                        double tick_ns);

// The commands ran one after the other.  Together they did not run longer than the host waited for
// them.
ocl_result profiling_saxpy_verify_wall(profiling_saxpy_stamps stamps, double wall_ns,
                                       double tick_ns);

// Events that have no stamps, or none yet, and questions that have no answer.
void profiling_saxpy_refusals(ocl_report *report, const ocl_env *env, cl_command_queue queue);

#endif
