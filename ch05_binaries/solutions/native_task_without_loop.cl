// SPDX-License-Identifier: MIT
//
// Exercise 5 of native_task: two steps per round.

enum { DIMENSIONS, GLOBAL_SIZE, LOCAL_SIZE, GROUPS, GLOBAL_ID, OFFSET };

// x[i] = 31 * x[i - 1] + x[i] + 1, with x[-1] = 0, for i from 0 to n - 1.  shape: the index space,
// as the work-item sees it.
kernel void native_task_chain(global uint *restrict x, global ulong *restrict shape, ulong n)
{
    shape[DIMENSIONS] = get_work_dim();
    shape[GLOBAL_SIZE] = get_global_size(0);
    shape[LOCAL_SIZE] = get_local_size(0);
    shape[GROUPS] = get_num_groups(0);
    shape[GLOBAL_ID] = get_global_id(0);
    shape[OFFSET] = get_global_offset(0);

    uint last = 0;
    ulong i = 0;
    for (; i + 1 < n; i += 2) {
        uint step = x[i] + 1;
        //: skeleton
        //: x[i] = 31 * last + step;
        //: // Here: x[i + 1], without a wait for x[i].
        //: last = x[i + 1];
        //: solution
        uint two_steps = 31 * step + x[i + 1] + 1;
        x[i] = 31 * last + step;
        last = 31 * 31 * last + two_steps;
        x[i + 1] = last;
        //: end
    }
    if (i < n) x[i] = 31 * last + x[i] + 1;
}
