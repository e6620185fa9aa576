// SPDX-License-Identifier: MIT
//
// atomics_list --variant exchange --kernel build/exercises/atomics_list_ends.cl
//
// A work-group first joins its nodes to a list of its own, in local memory.
//: skeleton
//: // Then one work-item puts the whole list before the others.  This last step is missing.
//: solution
// Then one work-item puts the whole list before the others: its last node gets what was the head,
// its first node is the new head.  That is one atomic in global memory per work-group.
//: end

kernel void atomics_list_exchange(global uint *restrict next, global uint *head, ulong n)
{
    local uint group_head, group_end;
    if (get_local_id(0) == 0) group_head = END;
    barrier(CLK_LOCAL_MEM_FENCE);

    size_t i = get_global_id(0);
    if (i < n) {
        uint behind = atomic_xchg(&group_head, (uint)i);
        if (behind == END)
            group_end = i;    // one work-item only: the first one
        else
            next[i] = behind;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    //: skeleton
    //: // Exercise 4 of atomics_list: work-item 0 puts the nodes from group_head to group_end before
    //: // the head.
    //: solution
    if (get_local_id(0) == 0 && i < n) next[group_end] = atomic_xchg(head, group_head);
    //: end
}
