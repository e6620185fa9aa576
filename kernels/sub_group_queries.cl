// SPDX-License-Identifier: MIT
//
// Each work-item of one work-group says where it is: told[4 * i] to told[4 * i + 3] get its
// sub-group, its place in there, the number of sub-groups, and the size of the largest.

kernel void sub_group_queries_tell(global uint *restrict told)
{
    size_t i = get_global_id(0);
    told[4 * i] = get_sub_group_id();
    told[4 * i + 1] = get_sub_group_local_id();
    told[4 * i + 2] = get_num_sub_groups();
    told[4 * i + 3] = get_max_sub_group_size();
}
