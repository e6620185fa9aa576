// SPDX-License-Identifier: MIT
//
// string_search_pairs - all places where one of many words begins, for CPUs: a work-item has many
// places, one after the other.
//
// The tree is that of string_search.cl: next[LETTERS * node + letter] is the node below `node`, and
// ends[node] is 1 + the word that ends there.  0 is none.  Node 0 is the root.

enum { LETTERS = 256, BATCH = 64, PLACES = 32 };    // PLACES: that `pairs` looks at together

typedef struct {
    uint place, word;
} match;

// --- parts: a work-item keeps its matches, and asks for room in the list for many at a time.

typedef struct {
    global match *list;
    global uint *matches;
    uint room, count;
    match kept[BATCH];
} batch;

// *matches counts all matches, and the first `room` of them are stored, in any order.
void store(batch *b)
{
    uint at = atomic_add(b->matches, b->count);
    for (uint k = 0; k < b->count && at + k < b->room; k++)
        b->list[at + k] = b->kept[k];
    b->count = 0;
}

// Down the tree, until no word goes on so.
void walk(batch *b, uint place, global const uchar *text, global const uint *next,
          global const uint *ends, uint n)
{
    uint node = 0;
    for (uint i = place; i < n; i++) {
        node = next[LETTERS * node + text[i]];
        if (node == 0) break;
        if (ends[node] == 0) continue;
        b->kept[b->count++] = (match){ place, ends[node] - 1 };
        if (b->count == BATCH) store(b);
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
string_search_parts(global match *restrict list, global uint *restrict matches, uint room,
                    global const uchar *restrict text, global const uint *restrict next,
                    global const uint *restrict ends, uint n, uint part)
{
    batch b = { list, matches, room, 0 };
    uint begin = get_global_id(0) * part, end = min(begin + part, n);
    for (uint place = begin; place < end; place++)
        walk(&b, place, text, next, ends, n);
    store(&b);
}

// --- pairs: most pairs of letters begin no word.  A bit for each pair says so, and a work-item
// looks at 32 places before it decides anything.
//
//     text    . t h e n   h e r .
//     bits      1 0 0 0 0 1 0 0        th, he: only from these two places it goes down the tree

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
string_search_pairs(global match *restrict list, global uint *restrict matches, uint room,
                    global const uchar *restrict text, global const uint *restrict next,
                    global const uint *restrict ends, uint n, uint part,
                    global const uint *restrict pairs)
{
    batch b = { list, matches, room, 0 };
    uint begin = get_global_id(0) * part, end = min(begin + part, n), place = begin;
    for (; place + PLACES <= end && place + PLACES < n; place += PLACES) {
        uint begins = 0;
        for (uint k = 0; k < PLACES; k++) {
            uint pair = LETTERS * text[place + k] + text[place + k + 1];
            begins |= (pairs[pair / 32] >> pair % 32 & 1) << k;
        }
        for (; begins != 0; begins &= begins - 1) {       // this takes away the lowest 1
            uint k = popcount((begins & -begins) - 1);    // so many 0 are below it
            walk(&b, place + k, text, next, ends, n);
        }
    }
    for (; place < end; place++)    // the last place has no pair
        walk(&b, place, text, next, ends, n);
    store(&b);
}
