// SPDX-License-Identifier: MIT
//
// Huffman decoding on the device, also where nothing says where a code begins.
//
// The data is cut into subsequences.  Each work-item begins with a guess.  A wrong guess soon falls
// into step with the right codes: Huffman codes synchronise themselves.
//
//     data      |--- subsequence 0 ---|--- subsequence 1 ---|--- subsequence 2 ---|
//     round 0    right ------------->a|guess ------------->b|guess ------------->c|
//     round 1                         |a ------------->b    |b ----------------->d|   a, b: not as
//     round 2                         |                     |      (a led to b)   |   guessed
//
//   jpeg_synchronise    An item decodes again while the state that its left neighbour ended in is
//                       not the one that it began with.  When no state changes any more, all are
//                       right: the first one is, and each next one follows from the one before.
//   jpeg_finish         Data that never falls into step would take as many rounds as there are
//                       work-groups, each over nearly all of the data.  So there is a limit.
//                       Beyond it, one item per segment decodes what is left, in turn.
//   jpeg_add_up         Sums over the subsequences tell where the blocks of each one belong, and
//                       what the DC coefficients before them add up to.
//   jpeg_write          A last pass decodes once more and writes.
//
// The host sets:
//
//   GROUP          work-items per work-group
//   ADD_UP_GROUP   work-items of jpeg_add_up
//   LEAD           a guess is the state after so many bits before the subsequence
//   LOOKUP_BITS    see jpeg_lookup.h
//   JUMP_BITS      bits that a table's jump goes over, at most

#if !defined(ADD_UP_GROUP) || !defined(LEAD) || !defined(JUMP_BITS)
#error "the host must build this file with -DADD_UP_GROUP= -DLEAD= -DJUMP_BITS="
#endif

#include "jpeg_lookup.h"

// A jump: goes over the AC coefficients whose symbols are whole in the next JUMP_BITS bits, at most
// up to the end of the block.  0: not one is.  Else ends << 15 | coefficients << 8 | bits.
#define JUMP_ENDS(jump)  ((jump) >> 15)
#define JUMP_COUNT(jump) ((jump) >> 8 & 127)
#define JUMP_TAKES(jump) ((jump)&255)

// The data from bit `begin` to bit `end`; its segment, and the first subsequence of that segment.
typedef struct {
    uint begin, end;
    uint segment, first;
} subsequence;

// Of a subsequence: the states in which it begins and ends, the blocks that begin in it, and the
// sums of their DC differences, per component.  After jpeg_add_up, blocks and dc are those of all
// subsequences before it.
typedef struct {
    uint start, exit;
    uint blocks;
    int dc[MAX_COMPONENTS];
} result;

// A state at a boundary of subsequences: the next symbol begins `over` bits behind the boundary; it
// is for coefficient k of this block of an MCU.  State 0 is that of a segment's begin.
#define STATE(over, block, k) ((over) | (block) << 8 | (k) << 16)
#define STATE_OVER(state)     ((state)&255)
#define STATE_BLOCK(state)    ((state) >> 8 & 255)
#define STATE_K(state)        ((state) >> 16)

void copy_tables(local uint *lookups, local ushort *jumps, global const uint *all_lookups,
                 global const ushort *all_jumps, constant scan *s)
{
    copy_lookups(lookups, all_lookups, s);
    for (uint i = get_local_id(0); i < s->tables << JUMP_BITS; i += GROUP)
        jumps[i] = all_jumps[i];
}

// Goes over the symbols that begin between the boundaries `begin` and `end`.  Returns the state at
// `end`; adds up what begins in between.  Only DC coefficients are worked out.
uint skim(const decoder *d, local const ushort *jumps, uint begin, uint end, uint state,
          result *met)
{
    uint block = STATE_BLOCK(state), k = STATE_K(state);
    reader r = reader_at(d->data, begin + STATE_OVER(state));
    int left = (int)(end - begin - STATE_OVER(state));    // bits
    constant planned_block *plan = d->scan->plan + block;
    uint dc = plan->dc, ac = plan->ac;
    uint blocks = 0;
    int4 sums = 0;
    int4 mask = (int4)(0, 1, 2, 3) == (int)plan->component;
    while (left > 0) {
        refill(&r);
        const uint jump = jumps[(ac << JUMP_BITS) + (uint)(r.bits >> (64 - JUMP_BITS))];
        bool ends = JUMP_ENDS(jump);
        if (k > 0 && jump != 0 && k + JUMP_COUNT(jump) + ends <= 64 &&
            (int)JUMP_TAKES(jump) <= left) {
            skip(&r, JUMP_TAKES(jump));
            left -= (int)JUMP_TAKES(jump);
            k += JUMP_COUNT(jump);
            ends = ends || k == 64;
        } else {
            const uint symbol = next_symbol(&r, d->lookups, d->scan->codes, k > 0 ? ac : dc, k > 0);
            if (k == 0) {
                sums += mask & value_of(&r, symbol);
                blocks++;
            }
            skip(&r, LOOKUP_TAKES(symbol));
            left -= (int)LOOKUP_TAKES(symbol);
            k += LOOKUP_RUN(symbol) + 1;
            ends = k >= 64;
        }
        if (ends) {
            k = 0;
            block = block + 1 == d->scan->blocks ? 0 : block + 1;
            plan = d->scan->plan + block;
            dc = plan->dc;
            ac = plan->ac;
            mask = (int4)(0, 1, 2, 3) == (int)plan->component;
        }
    }
    met->blocks = blocks;
    vstore4(sums, 0, met->dc);
    return STATE((uint)-left, block, k);
}

// One round for a work-group's subsequences, repeated until their states agree.  group_exits[2][]
// are the states in which the last subsequence of each group ends: of this round and of the last.
// *changed counts those that are not as before.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
jpeg_synchronise(global result *restrict results, global uint *group_exits, global uint *changed,
                 global const uint *restrict data, constant scan *s,
                 global const uint *restrict all_lookups, global const ushort *restrict all_jumps,
                 global const subsequence *restrict subsequences, uint count, uint round,
                 local uint *lookups, local ushort *jumps)
{
    local uint exits[GROUP];
    local uint changes;
    const uint i = get_global_id(0), item = get_local_id(0), group = get_group_id(0);
    const uint first = group * GROUP, last = min(first + GROUP, count) - 1;
    global uint *const new_exits = group_exits + round % 2 * get_num_groups(0);
    global const uint *const old_exits = group_exits + (1 - round % 2) * get_num_groups(0);

    // A later round has nothing to do when the group before ends as it did.
    if (round > 0 &&
        (subsequences[first].first == first || old_exits[group - 1] == results[first].start)) {
        if (item == 0) new_exits[group] = old_exits[group];
        return;
    }
    copy_tables(lookups, jumps, all_lookups, all_jumps, s);
    if (item == 0) changes = 0;
    // Global memory, too: `results` is read above and written below.
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    const decoder d = { data, s, lookups, 0 };
    const subsequence own = subsequences[min(i, last)];
    const bool inside = i < count;
    const bool known = !inside || own.first == i;    // its start
    // Its exit is needed when the next subsequence begins with it.
    const bool needed = i + 1 < count && subsequences[i + 1].first == own.first;
    result r = { 0 };
    bool again = needed;
    if (round > 0) {
        if (inside) r = results[i];
        again = needed && item == 0;
        if (item == 0) r.start = old_exits[group - 1];
    } else if (LEAD > 0 && !known) {
        const uint before = min((uint)LEAD, own.begin - subsequences[own.first].begin);
        r.start = skim(&d, jumps, own.begin - before, own.begin, 0, &r);
    }
    for (uint step = 1;; step++) {
        if (again) r.exit = skim(&d, jumps, own.begin, own.end, r.start, &r);
        exits[item] = r.exit;
        barrier(CLK_LOCAL_MEM_FENCE);
        const bool moved = !known && item > 0 && exits[item - 1] != r.start;
        if (moved) {
            r.start = exits[item - 1];
            atomic_max(&changes, step);
        }
        again = moved && needed;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (changes != step) break;
    }
    if (inside) results[i] = r;
    if (i == last) {
        new_exits[group] = r.exit;
        const bool moved = round > 0 ? r.exit != old_exits[group] : get_num_groups(0) > 1;
        if (moved) atomic_inc(changed);
    }
}

// For data that does not fall into step: the work-item of a segment's first subsequence goes along
// the segment.  It decodes again what begins with another state than the one before ends in.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
jpeg_finish(global result *restrict results, global const uint *restrict data, constant scan *s,
            global const uint *restrict all_lookups, global const ushort *restrict all_jumps,
            global const subsequence *restrict subsequences, uint count, local uint *lookups,
            local ushort *jumps)
{
    copy_tables(lookups, jumps, all_lookups, all_jumps, s);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint first = get_global_id(0);
    if (first >= count || subsequences[first].first != first) return;

    const decoder d = { data, s, lookups, 0 };
    uint exit = results[first].exit;
    for (uint i = first + 1; i < count && subsequences[i].first == first; i++) {
        result r = results[i];
        if (r.start != exit) {
            r.start = exit;
            r.exit = skim(&d, jumps, subsequences[i].begin, subsequences[i].end, r.start, &r);
            results[i] = r;
        }
        exit = r.exit;
    }
}

// results[i].blocks and .dc become the sums over all subsequences before i.  One work-group; each
// item has a share of the subsequences.
kernel __attribute__((reqd_work_group_size(ADD_UP_GROUP, 1, 1))) void
jpeg_add_up(global result *restrict results, uint count)
{
    local uint blocks[ADD_UP_GROUP];
    local int4 dc[ADD_UP_GROUP];
    const uint item = get_local_id(0);
    const uint share = (count + ADD_UP_GROUP - 1) / ADD_UP_GROUP;
    const uint begin = min(item * share, count), end = min(begin + share, count);
    uint own_blocks = 0;
    int4 own_dc = 0;
    for (uint i = begin; i < end; i++) {
        own_blocks += results[i].blocks;
        own_dc += vload4(0, results[i].dc);
    }
    blocks[item] = own_blocks;
    dc[item] = own_dc;
    for (uint step = 1; step < ADD_UP_GROUP; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint left_blocks = item >= step ? blocks[item - step] : 0;
        const int4 left_dc = item >= step ? dc[item - step] : (int4)0;
        barrier(CLK_LOCAL_MEM_FENCE);
        blocks[item] += left_blocks;
        dc[item] += left_dc;
    }
    uint blocks_before = blocks[item] - own_blocks;
    int4 dc_before = dc[item] - own_dc;
    for (uint i = begin; i < end; i++) {
        const uint more_blocks = results[i].blocks;
        const int4 more_dc = vload4(0, results[i].dc);
        results[i].blocks = blocks_before;
        vstore4(dc_before, 0, results[i].dc);
        blocks_before += more_blocks;
        dc_before += more_dc;
    }
}

// A work-item writes the blocks that begin in its subsequence.  *damaged becomes 1 when the data
// ends too early.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
jpeg_write(global short *restrict coefficients, global uint *damaged,
           global const result *restrict results, global const uint *restrict data,
           constant scan *s, global const uint *restrict all_lookups,
           global const segment *restrict segments, global const subsequence *restrict subsequences,
           uint count, local uint *lookups)
{
    local uchar natural[64];
    copy_lookups(lookups, all_lookups, s);
    copy_natural(natural);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint i = get_global_id(0);
    if (i >= count) return;

    const decoder d = { data, s, lookups, natural };
    const subsequence own = subsequences[i];
    const segment whole = segments[own.segment];
    const result before = results[i], base = results[own.first];
    reader r = reader_at(data, own.begin + STATE_OVER(before.start));

    // The rest of a block that began earlier belongs to the item before.
    for (uint k = STATE_K(before.start); k > 0 && k < 64; k++) {
        refill(&r);
        const uint symbol =
            next_symbol(&r, lookups, s->codes, s->plan[STATE_BLOCK(before.start)].ac, true);
        k += LOOKUP_RUN(symbol);
        skip(&r, LOOKUP_TAKES(symbol));
    }

    int dc[MAX_COMPONENTS];
    for (int c = 0; c < MAX_COMPONENTS; c++)
        dc[c] = before.dc[c] - base.dc[c];
    const uint behind =
        write_blocks(coefficients, damaged, &d, r, own.end, whole, before.blocks - base.blocks, dc);
    if (own.end == whole.end && behind < whole.blocks) atomic_max(damaged, 1);
}
