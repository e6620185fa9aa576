// SPDX-License-Identifier: MIT
//
// radix_rank.h - where do the keys of a tile go, if a work-group sorts them by one digit, and keys
// with the same digit keep their order?
//
// Each team counts the keys of its piece.  The counts are in this order
//
//     digit 0: team 0, team 1, ...    digit 1: team 0, team 1, ...
//
// so a scan of them gives each team the place of its first key of each digit.
//
// The host sets DIGIT_BITS, the bits of a digit; VOTES, which is 1 on a device for which
// radix_votes.h is made, else 0; and the macros of keys.h and radix_tile.h.

#include "radix_tile.h"

#if !defined(DIGIT_BITS) || !defined(VOTES)
#error "the host must build this file with -DDIGIT_BITS= and -DVOTES="
#endif

#define DIGITS (1u << DIGIT_BITS)
#define TEAMS  (GROUP / TEAM)
#define COLUMN (TEAMS | 1)    // odd, so that neighbours use different memory banks

#if VOTES
#include "radix_votes.h"
#else
#include "radix_masks.h"
#endif

uint digit_of(uint key, uint shift)
{
    return RANK(uint, key) >> shift & (DIGITS - 1);
}

// Local memory of rank_keys.  Once all keys are ranked, there is room for a tile of values in place
// of what the rows need.
typedef struct {
    union {
        row_room rows;
#if PAIRS
        uint values[TILE];
#endif
    } of;
    uint counts[DIGITS * COLUMN];    // that of a team and a digit is at digit * COLUMN + team
    uint room[2 * GROUP];
} rank_room;

void clear_ranks(local rank_room *r)
{
    clear_rows(&r->of.rows);
    for (uint i = get_local_id(0); i < DIGITS * COLUMN; i += GROUP)
        r->counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// found[k] becomes the digit of key k and, in the lower 16 bits, how many keys with this digit the
// team has before it.  In a row, a key must know which others have its digit:
//
//     digits of the row     2 0 2 2        digit 2 has the bits 1101 (the last key's on the left)
//     keys before me        0 0 1 2        the set bits below my own
//
// The first key of each digit then adds the row to the count.
void count_rows(uint *found, const uint *own, local rank_room *r, uint shift)
{
#if GROUP == 1
    for (uint k = 0; k < ITEMS; k++) {
        uint digit = digit_of(own[k], shift);
        found[k] = digit << 16 | r->counts[digit]++;
    }
#else
    uint team = get_local_id(0) / TEAM, lane = get_local_id(0) % TEAM;
    FOR_EACH_KEY (k) {
        uint digit = digit_of(own[k], shift), same = find_same(&r->of.rows, k, digit);
        uint earlier = popcount(same & ((1u << lane) - 1));
        local uint *count = &r->counts[digit * COLUMN + team];
        found[k] = digit << 16 | (*count + earlier);
        row_barrier();
        if (earlier == 0) {
            *count += popcount(same);
            forget_same(&r->of.rows, k, digit);
        }
    }
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
}

// places[k] becomes the place of key k in the tile after a stable sort by the digit at `shift`.
void rank_keys(uint *places, const uint *own, local rank_room *r, uint shift)
{
    uint team = get_local_id(0) / TEAM;
    clear_ranks(r);
    count_rows(places, own, r, shift);
    scan(r->counts, DIGITS * COLUMN, r->room);
    FOR_EACH_KEY (k)
        places[k] = (places[k] & 0xffff) + r->counts[(places[k] >> 16) * COLUMN + team];
}

// Where the keys of a digit begin in the tile, after rank_keys.
uint digit_start(local const rank_room *r, uint digit)
{
    return digit < DIGITS ? r->counts[digit * COLUMN] : TILE;
}
