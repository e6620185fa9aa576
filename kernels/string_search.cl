// SPDX-License-Identifier: MIT
//
// string_search - all places where one of many words begins, with a work-item per place.
//
// The tree: next[LETTERS * node + letter] is the node below `node`, and ends[node] is 1 + the word
// that ends there.  0 is none.  Node 0 is the root.

enum { LETTERS = 256 };    // all values of a byte

typedef struct {
    uint place, word;
} match;

// From its place on, a work-item goes down the tree with each letter, until no word goes on so.
// *matches counts all matches, and the first `room` of them are stored, in any order.
kernel void string_search(global match *restrict list, global uint *restrict matches, uint room,
                          global const uchar *restrict text, global const uint *restrict next,
                          global const uint *restrict ends, uint n)
{
    uint node = 0;
    for (uint place = get_global_id(0), i = place; i < n; i++) {
        node = next[LETTERS * node + text[i]];
        if (node == 0) break;
        if (ends[node] == 0) continue;
        uint k = atomic_inc(matches);
        if (k < room) list[k] = (match){ place, ends[node] - 1 };
    }
}
