// SPDX-License-Identifier: MIT
//
// mutable_assertions_kept_skeleton - exercise 3 of mutable_assertions: is the promise kept?
//
//     cp ch14_opencl2/solutions/mutable_assertions_kept_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

// The size of a launch in one dimension, in work-items: of all of it, and of a work-group.
typedef struct {
    size_t global, local;
} size;

// Whether a launch that was recorded with one size may become the other one.
static bool is_kept(size recorded, size changed)
{
    // Exercise 3 of mutable_assertions: these are work-items.
    return changed.global <= recorded.global;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "mutable_assertions_kept_skeleton",
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
