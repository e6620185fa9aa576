// SPDX-License-Identifier: MIT
//
// ndrange - each work-item of a rectangle writes where it is: which work-group it belongs to, and
// its place in this work-group.
//
//     get_global_id(0)    which of all work-items, along x: from 0 to get_global_size(0) - 1
//     get_group_id(0)     which work-group
//     get_local_id(0)     which one in its work-group: from 0 to get_local_size(0) - 1
//
// The same functions of 1 tell the numbers along y.

// What a work-item knows about its place.  ndrange.c has the same struct.
typedef struct {
    uint group_x, group_y;    // its work-group
    uint local_x, local_y;    // its place in the work-group
} place;

kernel void ndrange(global place *restrict places)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    global place *own = &places[y * get_global_size(0) + x];    // row after row
    own->group_x = get_group_id(0);
    own->group_y = get_group_id(1);
    own->local_x = get_local_id(0);
    own->local_y = get_local_id(1);
}
