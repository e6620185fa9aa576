// SPDX-License-Identifier: MIT
//
// Exercise 2 of string_search: four places per work-item.
//: skeleton
//: // Some words are not found.
//: end

enum { LETTERS = 256 };    // all values of a byte

typedef struct {
    uint place, word;
} match;

kernel void string_search(global match *restrict list, global uint *restrict matches, uint room,
                          global const uchar *restrict text, global const uint *restrict next,
                          global const uint *restrict ends, uint n)
{
    uint begin = 4 * get_global_id(0), end = min(begin + 4, n);
    for (uint place = begin; place < end; place++) {
        uint node = 0;
        //: skeleton
        //: // Here: how far does a word reach that begins in this part?
        //: for (uint i = place; i < end; i++) {
        //:     node = next[LETTERS * node + text[i]];
        //:     if (node == 0) break;
        //:     if (ends[node] == 0) continue;
        //:     uint k = atomic_inc(matches);
        //:     if (k < room) list[k] = (match){ place, ends[node] - 1 };
        //: }
        //: solution
        for (uint i = place; i < n; i++) {
            node = next[LETTERS * node + text[i]];
            if (node == 0) break;
            if (ends[node] == 0) continue;
            uint k = atomic_inc(matches);
            if (k < room) list[k] = (match){ place, ends[node] - 1 };
        }
        //: end
    }
}
