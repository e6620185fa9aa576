// SPDX-License-Identifier: MIT
//
// fences_broken_other_group without its mistake, and without a second kernel.
//: skeleton
//: // The first difference of each group is missing.
//: end
//
//     build/bin/fences -V broken_other_group
//                      -k build/exercises/fences_other_group.cl
//
// LOCAL   work-items per work-group

#ifndef LOCAL
#error "the host must build this file with -DLOCAL=<work-items per work-group>"
#endif

uint fences_value(global const uint *x, ulong n, size_t i)
{
    return i < n ? x[i] * x[i] + 1 : 0;
}

// out[i] is value i minus value i - 1.  The first work-item of a group needs a value of the group
// before, and no barrier waits for another group.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_broken_other_group(global uint *restrict out, global const uint *restrict x, ulong n,
                          global uint *restrict value)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    value[i] = fences_value(x, n, i);
    barrier(CLK_GLOBAL_MEM_FENCE);
    //: skeleton
    //: // Exercise 3 of fences: where does the first work-item of a group get this value from?
    //: const uint before = l > 0 ? value[i - 1] : 0;
    //: solution
    uint before = 0;
    if (l > 0)
        before = value[i - 1];    // of this group
    else if (i > 0)
        before = fences_value(x, n, i - 1);
    //: end
    if (i < n) out[i] = value[i] - before;
}
