// SPDX-License-Identifier: MIT
//
// Exercise 2 of hash_table: steps of 1, 2, 3, ... slots.
//: skeleton
//: // So far only `insert` takes them.
//: end

enum { EMPTY = 0 };

// Where the search for a key begins: similar keys are far apart.  (A step of MurmurHash3.)
uint hash(uint key)
{
    key ^= key >> 16;
    key *= 0x85ebca6bu;
    key ^= key >> 13;
    key *= 0xc2b2ae35u;
    return key ^ key >> 16;
}

// A key goes into the first slot from its hash on that has this key already, or no key.  One of
// many work-items gets an empty slot: atomic_cmpxchg writes only where EMPTY still is, and returns
// what was there before.
kernel void insert(global uint *restrict table, global uint *restrict counts,
                   global const uint *restrict keys, uint n, uint slots)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint key = keys[i];
    for (uint probe = 0; probe < slots; probe++) {
        uint slot = (hash(key) + probe * (probe + 1) / 2) & (slots - 1);
        uint before = atomic_cmpxchg(&table[slot], EMPTY, key);
        if (before == EMPTY || before == key) {
            atomic_inc(&counts[slot]);
            return;
        }
    }
}

// Nothing is written to the table any more, so this needs no atomics.
kernel void look_up(global uint *restrict found, global const uint *restrict table,
                    global const uint *restrict counts, global const uint *restrict queries, uint n,
                    uint slots)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint key = queries[i], count = 0;
    for (uint probe = 0; probe < slots; probe++) {
        //: skeleton
        //: // Here: `insert` has larger steps now.  Where has a search to look?
        //: uint slot = (hash(key) + probe) & (slots - 1);
        //: solution
        uint slot = (hash(key) + probe * (probe + 1) / 2) & (slots - 1);
        //: end
        count = counts[slot];    // an empty slot has counted nothing
        if (table[slot] == key || table[slot] == EMPTY) break;
    }
    found[i] = count;
}
