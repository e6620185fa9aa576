// SPDX-License-Identifier: MIT
//
// Every work-item writes down what the id functions tell it, a struct a dimension.
//
// ids[place][dimension]: a work-item's place is its number in the index space, x first, counted from
// 0.  The offset moves the global ids, not the places.

typedef struct {
    ulong global_id, local_id, group_id, num_groups;
    ulong global_size, local_size, global_offset, work_dim;
} ndrange_ids;

kernel void ndrange(global ndrange_ids *ids, ulong places)
{
    ulong place = 0;
    for (int d = 2; d >= 0; d--)
        place = place * get_global_size(d) + get_global_id(d) - get_global_offset(d);
    if (place >= places) return;    // only if the functions are wrong

    for (int d = 0; d < 3; d++) {
        global ndrange_ids *own = &ids[3 * place + d];
        own->global_id = get_global_id(d);
        own->local_id = get_local_id(d);
        own->group_id = get_group_id(d);
        own->num_groups = get_num_groups(d);
        own->global_size = get_global_size(d);
        own->local_size = get_local_size(d);
        own->global_offset = get_global_offset(d);
        own->work_dim = get_work_dim();
    }
}
