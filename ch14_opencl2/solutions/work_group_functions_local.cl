// SPDX-License-Identifier: MIT
//
// Exercise 2 of work_group_functions: the sum in local memory, as in OpenCL 1.2.

kernel void work_group_functions(global uint *restrict sums, global const uint *restrict x, ulong n)
{
    local uint sum;
    size_t i = get_global_id(0);
    uint value = i < n ? x[i] : 0;
    if (get_local_id(0) == 0) sum = 0;
    //: skeleton
    //: // Here: all add their values to the sum.  When may they begin, and when are all done?
    //: solution
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, value);
    barrier(CLK_LOCAL_MEM_FENCE);
    //: end
    if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}
