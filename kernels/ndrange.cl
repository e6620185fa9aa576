// SPDX-License-Identifier: MIT
//
// Every work-item writes down what the id functions tell it.
//
// ids[function][dimension][place], functions in the order of the stores below, three dimensions each, and
// after these one row of get_work_dim.  A work-item's place is its number in the index space, x first,
// counted from 0: the offset moves the global ids, not the places.

kernel void ndrange(global ulong *restrict ids, ulong places)
{
    ulong place = 0;
    for (int d = 2; d >= 0; d--)
        place = place * get_global_size(d) + get_global_id(d) - get_global_offset(d);
    if (place >= places) return;    // only if the functions are wrong

    ulong function = 3 * places;    // from one function's values to the next one's
    for (int d = 0; d < 3; d++) {
        global ulong *at = ids + d * places + place;
        at[0 * function] = get_global_id(d);
        at[1 * function] = get_local_id(d);
        at[2 * function] = get_group_id(d);
        at[3 * function] = get_num_groups(d);
        at[4 * function] = get_global_size(d);
        at[5 * function] = get_local_size(d);
        at[6 * function] = get_global_offset(d);
    }
    ids[7 * function + place] = get_work_dim();
}
