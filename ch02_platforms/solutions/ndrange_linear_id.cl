// SPDX-License-Identifier: MIT
//
// ndrange_spaces with get_global_linear_id, which OpenCL C 1.2 does not have.
//: skeleton
//: // It counts along x only.
//: end
//
//     build/bin/ndrange_spaces -k build/exercises/ndrange_linear_id.cl
//
// ids[item][dimension]; linear_id is the number of the work-item in the index space, counted from 0
// along x first.  An offset changes the global ids, not these numbers.

typedef struct {
    ulong global_id, local_id, group_id, num_groups;
    ulong global_size, local_size, global_offset, work_dim;
} space_ids;

void tell(global space_ids *own, uint d)
{
    own->global_id = get_global_id(d);
    own->local_id = get_local_id(d);
    own->group_id = get_group_id(d);
    own->num_groups = get_num_groups(d);
    own->global_size = get_global_size(d);
    own->local_size = get_local_size(d);
    own->global_offset = get_global_offset(d);
    own->work_dim = get_work_dim();
}

//: skeleton
//: // Exercise 2 of ndrange_spaces: count along y and z, too, and mind the offset.
//: ulong linear_id(void)
//: {
//:     return get_global_id(0);
//: }
//: solution
ulong linear_id(void)
{
    ulong item = 0;
    for (int d = 2; d >= 0; d--)
        item = item * get_global_size(d) + get_global_id(d) - get_global_offset(d);
    return item;
}
//: end

kernel void ndrange_spaces(global space_ids *ids, ulong items)
{
    ulong item = linear_id();
    if (item >= items) return;    // true only if linear_id is wrong

    // No loop over the dimensions: docs/portability.md says why.
    tell(&ids[3 * item], 0);
    tell(&ids[3 * item + 1], 1);
    tell(&ids[3 * item + 2], 2);
}
