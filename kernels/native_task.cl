// SPDX-License-Identifier: MIT
//
// Work for one work-item: each result depends on the one before.

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
    for (ulong i = 0; i < n; i++) {
        last = 31 * last + x[i] + 1;
        x[i] = last;
    }
}
