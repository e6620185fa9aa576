// SPDX-License-Identifier: MIT
//
// Exercise 3 of string_search: one atomic on the global counter per work-group.
//: skeleton
//: // So far each work-group begins at the start of the list.
//: end

enum { LETTERS = 256 };    // all values of a byte

typedef struct {
    uint place, word;
} match;

kernel void string_search(global match *restrict list, global uint *restrict matches, uint room,
                          global const uchar *restrict text, global const uint *restrict next,
                          global const uint *restrict ends, uint n)
{
    // The work-group counts its matches in local memory.  `k` of them are those of others.
    local uint group_matches, group_begin;
    if (get_local_id(0) == 0) group_matches = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint place = get_global_id(0), own = 0, node = 0;
    for (uint i = place; i < n && (node = next[LETTERS * node + text[i]]) != 0; i++)
        if (ends[node] != 0) own++;
    uint k = atomic_add(&group_matches, own);
    barrier(CLK_LOCAL_MEM_FENCE);

    //: skeleton
    //: // Here: where does the room of this work-group begin, and who else must know how much it takes?
    //: if (get_local_id(0) == 0) group_begin = 0;
    //: solution
    // One work-item asks for the room of all.
    if (get_local_id(0) == 0) group_begin = atomic_add(matches, group_matches);
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    k += group_begin;

    // The same way once more, to write.
    node = 0;
    for (uint i = place; i < n && (node = next[LETTERS * node + text[i]]) != 0; i++) {
        if (ends[node] == 0) continue;
        if (k < room) list[k] = (match){ place, ends[node] - 1 };
        k++;
    }
}
