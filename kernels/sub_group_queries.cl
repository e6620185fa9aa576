// SPDX-License-Identifier: MIT
//
// Each work-item of one work-group says where it is: told[5 * i] to told[5 * i + 4] get its
// sub-group, its place in there, the number of sub-groups, the size of the largest, and the number
// of sub-groups in a work-group that is not cut at the end of the NDRange.

kernel void sub_group_queries_tell(global uint *restrict told)
{
    size_t i = get_global_id(0);
    told[5 * i] = get_sub_group_id();
    told[5 * i + 1] = get_sub_group_local_id();
    told[5 * i + 2] = get_num_sub_groups();
    told[5 * i + 3] = get_max_sub_group_size();
    told[5 * i + 4] = get_enqueued_num_sub_groups();
}
