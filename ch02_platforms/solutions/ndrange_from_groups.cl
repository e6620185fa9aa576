// SPDX-License-Identifier: MIT
//
// Exercise 5 of ndrange_spaces: the global id, made of the group and the place in it.
//
// Every work-item writes what the id functions tell it: one struct per dimension.
//
// ids[item][dimension], where item is the number of the work-item in the index space, counted from
// 0 along x first.  An offset changes the global ids, not these numbers.

typedef struct {
    ulong global_id, local_id, group_id, num_groups;
    ulong global_size, local_size, global_offset, work_dim;
} space_ids;

void tell(global space_ids *own, uint d)
{
    //: skeleton
    //: own->global_id = get_group_id(d) * get_local_size(d);    // Here: what is missing?
    //: solution
    own->global_id = get_group_id(d) * get_local_size(d) + get_local_id(d) + get_global_offset(d);
    //: end
    own->local_id = get_local_id(d);
    own->group_id = get_group_id(d);
    own->num_groups = get_num_groups(d);
    own->global_size = get_global_size(d);
    own->local_size = get_local_size(d);
    own->global_offset = get_global_offset(d);
    own->work_dim = get_work_dim();
}

kernel void ndrange_spaces(global space_ids *ids, ulong items)
{
    ulong item = 0;
    for (int d = 2; d >= 0; d--)
        item = item * get_global_size(d) + get_global_id(d) - get_global_offset(d);
    if (item >= items) return;    // true only if the functions are wrong

    // No loop over the dimensions: docs/portability.md says why.
    tell(&ids[3 * item], 0);
    tell(&ids[3 * item + 1], 1);
    tell(&ids[3 * item + 2], 2);
}
