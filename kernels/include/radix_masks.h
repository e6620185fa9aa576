// SPDX-License-Identifier: MIT
//
// radix_masks.h - who has the same digit?  With masks in local memory, on any device.
//
// In a row, each key sets its bit in the mask of its digit:
//
//     digits of the row    2    0    2    3         (a team of four)
//     masks                digit 0: 0010            (the last key's bit on the left)
//                          digit 2: 0101
//                          digit 3: 1000
//
// Rows use two masks in turn, so that one can be cleared while the other is used.
//
// radix_rank.h includes this file; radix_votes.h has the same functions.

typedef struct {
    uint masks[2][TEAMS][DIGITS];
} row_room;

void clear_rows(local row_room *r)
{
    for (uint i = get_local_id(0); i < TEAMS * DIGITS; i += GROUP)
        r->masks[0][i / DIGITS][i % DIGITS] = r->masks[1][i / DIGITS][i % DIGITS] = 0;
}

// Until all have found their bits.
void row_barrier(void)
{
    barrier(CLK_LOCAL_MEM_FENCE);
}

local uint *mask_of(local row_room *r, uint row, uint digit)
{
    return &r->masks[row % 2][get_local_id(0) / TEAM][digit];
}

// A bit for each key of the team's row that has the same digit as this work-item's.
uint find_same(local row_room *r, uint row, uint digit)
{
    local uint *mask = mask_of(r, row, digit);
    atomic_or(mask, 1u << get_local_id(0) % TEAM);
    barrier(CLK_LOCAL_MEM_FENCE);
    return *mask;
}

// One work-item per digit calls it, after row_barrier().
void forget_same(local row_room *r, uint row, uint digit)
{
    *mask_of(r, row, digit) = 0;
}
