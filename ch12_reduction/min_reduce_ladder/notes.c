// SPDX-License-Identifier: MIT

#include "min_reduce_ladder/notes.h"

void check_notes(ocl_report *report, const ocl_env *env, cl_mem d_notes, const reduce_division *d)
{
    const uint64_t vectors = env->options->n[0] / 4, items = d->groups * d->local;
    const uint64_t each = (vectors + items - 1) / items;
    const uint64_t ref[NOTES] = { d->groups, items,
                                  d->contiguous && each < vectors ? each : vectors,
                                  d->contiguous ? 1 : items };
    cl_ulong notes[NOTES];
    OCL_CHECK(
        clEnqueueReadBuffer(env->queue, d_notes, CL_TRUE, 0, sizeof notes, notes, 0, NULL, NULL));
    ocl_table table = ocl_table_open(report, "notes of the kernel",
                                     "work-groups, work-items, end of the first share, stride");
    ocl_table_row(&table, "%llu %llu %llu %llu", (unsigned long long)notes[0],
                  (unsigned long long)notes[1], (unsigned long long)notes[2],
                  (unsigned long long)notes[3]);
    ocl_report_result(report, "notes", ocl_verify_u64("notes", notes, ref, NOTES));
}
