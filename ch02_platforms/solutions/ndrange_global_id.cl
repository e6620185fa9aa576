// SPDX-License-Identifier: MIT
//
// Exercise 3 of ndrange: the global ids, made of the work-group and the place in it.

// What a work-item knows about its place.  ndrange.c has the same struct.
typedef struct {
    uint group_x, group_y;    // its work-group
    uint local_x, local_y;    // its place in the work-group
} place;

kernel void ndrange(global place *restrict places)
{
    //: skeleton
    //: // Here: these are the same for all work-items of a work-group.
    //: const size_t x = get_group_id(0) * get_local_size(0);
    //: const size_t y = get_group_id(1) * get_local_size(1);
    //: solution
    const size_t x = get_group_id(0) * get_local_size(0) + get_local_id(0);
    const size_t y = get_group_id(1) * get_local_size(1) + get_local_id(1);
    //: end
    global place *own = &places[y * get_global_size(0) + x];    // row after row
    own->group_x = get_group_id(0);
    own->group_y = get_group_id(1);
    own->local_x = get_local_id(0);
    own->local_y = get_local_id(1);
}
