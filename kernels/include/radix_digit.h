// SPDX-License-Identifier: MIT
//
// radix_digit.h - a work-group sorts a tile by a digit, in local memory.  Numbers with the same
// digit keep their order.
//
// A work-item has ITEMS neighbouring numbers of the tile.  The work-group sorts by the lower half
// of the digit, then by the upper one.  Such a part of the digit has few values:
//
//     count      how many numbers of each value does each work-item have?
//     scan       where does each work-item put its first number of each value?
//     move       each work-item puts its numbers there, one after the other
//
// A work-item has counters of its own.  So there are no atomics, and no work-item waits for another
// one because both have the same value.  The scan takes the counters in this order:
//
//     value 0: work-item 0, 1, 2, ...    value 1: work-item 0, 1, 2, ...
//
// A counter has 16 bits, and two share a word: those of value v and of value v + ROWS.  So one scan
// of the words scans the lower values and, at the same time, the upper ones.
//
// The host sets DIGIT_BITS, the bits of a digit, 4 or 8, and the macros of keys.h and radix_tile.h.
// A tile has fewer than 65536 numbers.

#include "radix_tile.h"

#if !defined(DIGIT_BITS)
#error "the host must build this file with -DDIGIT_BITS="
#endif

#if TILE > 65535
#error "a counter has 16 bits: a tile must have fewer than 65536 numbers"
#endif

#define DIGITS (1u << DIGIT_BITS)

// A work-group of one work-item has room for the counters of a whole digit.
#if GROUP == 1
#define PART_BITS DIGIT_BITS
#else
#define PART_BITS 4
#endif
#define ROWS (1 << (PART_BITS - 1))    // of words, one per work-item in each row

// A word is left out behind each 32: that is GROUP / 32 words in a row.  There is room for 32 or
// more of them, so that all rows begin at the same memory bank.  Then neighbouring work-items use
// different banks in a row, and also if each has a piece of ROWS neighbouring words.
#if GROUP < 32
#define ROW_ROOM GROUP
#elif GROUP < 1024
#define ROW_ROOM (GROUP + 32)
#else
#define ROW_ROOM (GROUP + GROUP / 32)
#endif

typedef struct {
    union {
        uint words[ROWS * ROW_ROOM];
        ushort halves[2 * ROWS * ROW_ROOM];    // little endian: the lower value has the first half
    } of;
    uint room[2 * GROUP];
    uint lower;    // how many numbers have one of the lower values
} part_counts;

// Where word i is, counted row by row.
int word_place(uint i)
{
    return i / GROUP * ROW_ROOM + i % GROUP + i % GROUP / 32;
}

// Which half is the counter of the part in the lowest bits of `number`; `word` is the work-item's
// word in row 0.
int counter_of(int word, uint number)
{
    return 2 * word + (int)(number % ROWS * (2 * ROW_ROOM) + number / ROWS % 2);
}

// Up to 15 numbers are counted in a register, with four bits per value.
void count_part(local part_counts *c, const uint *own, uint shift)
{
    int word = word_place(get_local_id(0));
#if PART_BITS == 4 && ITEMS < 16
    ulong counts = 0;
    FOR_EACH_KEY (k)
        counts += 1ul << (own[k] >> shift & 15) * 4;
    uint low = (uint)counts, high = (uint)(counts >> 32);
    for (int row = 0; row < ROWS; row++)
        c->of.words[word + row * ROW_ROOM] = (low >> 4 * row & 15) | (high >> 4 * row & 15) << 16;
#else
    for (int row = 0; row < ROWS; row++)
        c->of.words[word + row * ROW_ROOM] = 0;
    for (uint k = 0; k < ITEMS; k++)
        c->of.halves[counter_of(word, own[k] >> shift)]++;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Each count becomes the place of the first number.  The upper values come behind all lower ones.
void scan_part(local part_counts *c)
{
    uint item = get_local_id(0), counts[ROWS], sum = 0;
    int first = word_place(item * ROWS);
    for (int k = 0; k < ROWS; k++)
        sum += counts[k] = c->of.words[first + k];
    uint before = sum_before(c->room, sum);
    if (item == GROUP - 1) c->lower = (before + sum) & 0xffff;
    barrier(CLK_LOCAL_MEM_FENCE);
    before += c->lower << 16;
    for (int k = 0; k < ROWS; k++) {
        c->of.words[first + k] = before;
        before += counts[k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

void sort_by_part(local uint *tile, local part_counts *c, uint shift)
{
    uint item = get_local_id(0), own[ITEMS];
    local uint *piece = tile + item * ITEMS;
    int word = word_place(item);
    FOR_EACH_KEY (k)
        own[k] = piece[k];
    count_part(c, own, shift);
    scan_part(c);
    FOR_EACH_KEY (k)
        tile[c->of.halves[counter_of(word, own[k] >> shift)]++] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Sorts the tile by the digit in the lowest bits of its numbers.
void sort_by_digit(local uint *tile, local part_counts *c)
{
    sort_by_part(tile, c, 0);
#if DIGIT_BITS > PART_BITS
    sort_by_part(tile, c, PART_BITS);
#endif
}

// Where numbers with this digit, or with a higher one, begin in the sorted tile: a binary search.
uint find_digit(local const uint *tile, uint digit)
{
    uint first = 0;
    _Pragma("unroll") for (uint step = 1u << 15; step > 0; step /= 2)
    {
        uint next = first + step;
        if (next <= TILE && (tile + first)[step - 1] % DIGITS < digit) first = next;
    }
    return first;
}
