// SPDX-License-Identifier: MIT
//
// Exercise 4 of ndrange: the work-group and the place in it, made of the global ids.

// What a work-item knows about its place.  ndrange.c has the same struct.
typedef struct {
    uint group_x, group_y;    // its work-group
    uint local_x, local_y;    // its place in the work-group
} place;

kernel void ndrange(global place *restrict places)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    global place *own = &places[y * get_global_size(0) + x];    // row after row
    //: skeleton
    //: // Here: this would be right if a work-group were one work-item.
    //: own->group_x = x;
    //: own->group_y = y;
    //: own->local_x = 0;
    //: own->local_y = 0;
    //: solution
    own->group_x = x / get_local_size(0);
    own->group_y = y / get_local_size(1);
    own->local_x = x % get_local_size(0);
    own->local_y = y % get_local_size(1);
    //: end
}
