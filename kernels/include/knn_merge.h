// SPDX-License-Identifier: MIT
//
// Lists of K keys that become one, within a work-group.
//
// The host sets GROUP, the work-items of such a work-group: a power of two, and 1 on a CPU.

#ifndef GROUP
#error "the host must build this file with -DGROUP="
#endif

// Key j of work-item i is lists[j * GROUP + i].  Of two lists, `a` gets the K smallest keys.
void merge_two(local ulong *lists, uint a, uint b)
{
    ulong merged[K];
    uint from_a = 0, from_b = 0;
    for (int j = 0; j < K; j++) {
        ulong x = lists[from_a * GROUP + a], y = lists[from_b * GROUP + b];
        merged[j] = min(x, y);
        if (x <= y)
            from_a++;
        else
            from_b++;
    }
    for (int j = 0; j < K; j++)
        lists[j * GROUP + a] = merged[j];
}

// The lists of a work-group become one, that of work-item 0, which writes it to `out`.
void merge_group(global ulong *out, local ulong *lists, const ulong *list)
{
    uint item = get_local_id(0);
    for (int j = 0; j < K; j++)
        lists[j * GROUP + item] = list[j];
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) merge_two(lists, item, item + left);
    }
    if (item == 0)
        for (int j = 0; j < K; j++)
            out[j] = lists[j * GROUP];
}

// The K smallest of `count` keys, by one work-group.
void merge_keys(global ulong *list, global const ulong *keys, uint count, local ulong *room)
{
    ulong own[K];
    clear_list(own);
    for (uint i = get_local_id(0); i < count; i += GROUP)
        if (keys[i] < own[K - 1]) insert_key(own, keys[i]);
    merge_group(list, room, own);
}
