// SPDX-License-Identifier: MIT
//
// mutable_assertions_kept - exercise 3 of mutable_assertions: is the promise kept?
//
//     cmake --build build --target exercise_mutable_assertions_kept
//     build/exercises/mutable_assertions_kept

#include "ocl.h"

// The size of a launch in one dimension, in work-items: of all of it, and of a work-group.
typedef struct {
    size_t global, local;
} size;

// Whether a launch that was recorded with one size may become the other one.
static bool is_kept(size recorded, size changed)
{
    //: skeleton
    //: // Exercise 3 of mutable_assertions: these are work-items.
    //: return changed.global <= recorded.global;
    //: solution
    return ocl_divide_up(changed.global, changed.local) <=
           ocl_divide_up(recorded.global, recorded.local);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "mutable_assertions_kept",
                              .summary = "Is the promise kept?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // 8 work-groups of 8 were recorded.  The last change ends with a small one, which counts, too.
    const size recorded = { 64, 8 };
    const size changes[] = { { 32, 8 }, { 64, 8 }, { 72, 8 }, { 128, 16 }, { 32, 2 }, { 65, 8 } };
    const cl_uint want[] = { 1, 1, 0, 1, 0, 0 };
    cl_uint got[6];
    for (int i = 0; i < 6; i++)
        got[i] = is_kept(recorded, changes[i]);
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "kept", ocl_verify_u32("kept", got, want, 6));
    return ocl_report_close(report);
}
