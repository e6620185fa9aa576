// SPDX-License-Identifier: MIT
//
// radix_votes.h - who has the same digit?  By votes, on an NVIDIA GPU, without local memory.
//
// A team is the 32 work-items that such a GPU runs together (a warp).  In PTX, the assembly
// language of these GPUs, each of them can ask all others a yes-or-no question ("Parallel Thread
// Execution ISA": vote.sync.ballot, bar.warp.sync).  OpenCL C 1.2 has nothing like it.  One vote
// per bit of the digit tells a work-item who has the same digit:
//
//     digits          2    0    2    3         (a team of four)
//     upper bit       1    0    1    1         vote: 1101 (the last work-item's bit on the left)
//     lower bit       0    0    0    1         vote: 1000
//     my upper bit    1101 0010 1101 1101      who has it, too
//     my lower bit    0111 0111 0111 1000
//     my digit        0101 0010 0101 1000      both
//
// PTX can also compare whole digits (match.any.sync).  But on an NVIDIA H200 this takes longer the
// more different digits there are: the scatter of 16 Mi random keys takes 181 us with it, 99 with
// votes, and 112 with masks.
//
// radix_rank.h includes this file; radix_masks.h has the same functions.  GROUP must be a multiple
// of 32.

typedef struct {
    uint none;
} row_room;

void clear_rows(local row_room *r)
{
}

// As barrier(CLK_LOCAL_MEM_FENCE), but for a team.
void row_barrier(void)
{
    __asm__ volatile("bar.warp.sync 0xffffffff;" : : : "memory");
}

// A bit for each work-item of the team whose `bit` is not 0.
uint vote(uint bit)
{
    uint votes;
    __asm__ volatile("{\n\t"
                     ".reg .pred yes;\n\t"
                     "setp.ne.u32 yes, %1, 0;\n\t"
                     "vote.sync.ballot.b32 %0, yes, 0xffffffff;\n\t"
                     "}"
                     : "=r"(votes)
                     : "r"(bit));
    return votes;
}

// A bit for each key of the team's row that has the same digit as this work-item's.
uint find_same(local row_room *r, uint row, uint digit)
{
    uint same = 0xffffffff;
    row_barrier();    // the counts of the row before are complete
    _Pragma("unroll") for (uint b = 0; b < DIGIT_BITS; b++)
    {
        uint bit = digit >> b & 1, votes = vote(bit);
        same &= bit ? votes : ~votes;
    }
    return same;
}

void forget_same(local row_room *r, uint row, uint digit)
{
}
