// SPDX-License-Identifier: MIT
//
// queue_families_choose - exercise 3 of queue_families: which family should copy?
//
//     cmake --build build --target exercise_queue_families_choose
//     build/exercises/queue_families_choose

#include "ocl.h"

// The family that should copy buffers: one that takes no kernels, so the compute units stay free;
// else the first one that copies.  `count` if none of them copies.
static size_t choose(const cl_bitfield *capabilities, size_t count)
{
    size_t chosen = count;
    for (size_t f = 0; f < count; f++) {
        //: skeleton
        //: // Exercise 3 of queue_families: no bit at all stands for everything.
        //: const bool all = false;
        //: solution
        const bool all = capabilities[f] == CL_QUEUE_DEFAULT_CAPABILITIES_INTEL;
        //: end
        const bool copies = all || (capabilities[f] & CL_QUEUE_CAPABILITY_TRANSFER_BUFFER_INTEL);
        const bool launches = all || (capabilities[f] & CL_QUEUE_CAPABILITY_KERNEL_INTEL);
        if (copies && !launches) return f;
        if (copies && chosen == count) chosen = f;
    }
    return chosen;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "queue_families_choose",
                              .summary = "Which family should copy?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // A GPU with a copying part, one without, and a family that copies pictures only.
    const cl_bitfield with[] = { CL_QUEUE_DEFAULT_CAPABILITIES_INTEL,
                                 CL_QUEUE_CAPABILITY_TRANSFER_BUFFER_INTEL };
    const cl_bitfield without[] = { CL_QUEUE_DEFAULT_CAPABILITIES_INTEL };
    const cl_bitfield pictures[] = { CL_QUEUE_CAPABILITY_TRANSFER_IMAGE_INTEL };
    const cl_uint got[] = { (cl_uint)choose(with, 2), (cl_uint)choose(without, 1),
                            (cl_uint)choose(pictures, 1) };
    const cl_uint want[] = { 1, 0, 1 };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "families", ocl_verify_u32("families", got, want, 3));
    return ocl_report_close(report);
}
