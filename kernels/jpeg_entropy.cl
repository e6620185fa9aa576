// SPDX-License-Identifier: MIT
//
// Huffman decoding on the device: from the entropy-coded data of a JPEG file to coefficients.
//
// Where a code begins is known only when the code before it has been decoded.  Two ways to begin in
// many places at once:
//
//   jpeg_intervals      The file has restart markers: behind each one, decoding begins afresh.  One
//                       work-item decodes one interval.
//   jpeg_synchronise    The data is cut into subsequences.  Each work-item begins with a guess.  A
//   jpeg_add_up         wrong guess soon falls into step with the right codes: Huffman codes
//   jpeg_write          synchronise themselves.
//
//     data      |--- subsequence 0 ---|--- subsequence 1 ---|--- subsequence 2 ---|
//     round 0    right ------------->a|guess ------------->b|guess ------------->c|
//     round 1                         |a ------------->b    |b ----------------->d|   a, b: not as
//     round 2                         |                     |      (a led to b)   |   guessed
//
// An item decodes again while the state that its left neighbour ended in is not the one that it
// began with.  When no state changes any more, all are right: the first one is, and each next one
// follows from the one before.  There are as many rounds as the data needs, up to a limit.  Beyond
// it, jpeg_finish decodes the rest one after another: data that never falls into step would take as
// many rounds as there are work-groups, each over nearly all of the data.
//
// Then sums over the subsequences tell where the blocks of each one belong, and what the DC
// coefficients before them add up to.  A last pass decodes once more and writes.
//
// The host sets:
//
//   GROUP          work-items per work-group
//   ADD_UP_GROUP   work-items of jpeg_add_up
//   LEAD           a guess is the state after so many bits before the subsequence
//   LOOKUP_BITS    see jpeg_bits.h
//   JUMP_BITS

#if !defined(GROUP) || !defined(ADD_UP_GROUP) || !defined(LEAD)
#error "the host must build this file with -DGROUP= -DADD_UP_GROUP= -DLEAD="
#endif

#include "jpeg_bits.h"

enum { MAX_MCU_BLOCKS = 10, MAX_TABLES = 8, MAX_COMPONENTS = 4 };

// A block of an MCU: its tables, its component's number in the scan, its place within the MCU, how
// many blocks of the component an MCU has, and where the component's blocks are.
typedef struct {
    uint dc, ac, component;
    uint x, y, columns, rows;
    uint first_block, blocks_x;
} planned_block;

typedef struct {
    uint tables, blocks, mcus_x;    // tables in use, blocks of an MCU, MCUs in a row
    planned_block plan[MAX_MCU_BLOCKS];
    code_table codes[MAX_TABLES];
} scan;

// Data that can be decoded on its own; begin and end count bits.
typedef struct {
    uint begin, end;
    uint first_subsequence;
    uint first_mcu, blocks;
} segment;

typedef struct {
    uint begin, segment;
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

// What all decoding needs.  Lookups and jumps are copies in local memory.
typedef struct {
    global const uint *data;
    constant scan *scan;
    local const uint *lookups;
    local const ushort *jumps;
} decoder;

void copy_lookups(local uint *lookups, global const uint *from, constant scan *s)
{
    for (uint i = get_local_id(0); i < s->tables << LOOKUP_BITS; i += GROUP)
        lookups[i] = from[i];
}

void copy_tables(local uint *lookups, local ushort *jumps, global const uint *all_lookups,
                 global const ushort *all_jumps, constant scan *s)
{
    copy_lookups(lookups, all_lookups, s);
    for (uint i = get_local_id(0); i < s->tables << JUMP_BITS; i += GROUP)
        jumps[i] = all_jumps[i];
}

uint end_of(global const subsequence *subsequences, global const segment *segments, uint i,
            uint count)
{
    const uint s = subsequences[i].segment;
    return i + 1 < count && subsequences[i + 1].segment == s ? subsequences[i + 1].begin
                                                             : segments[s].end;
}

// Goes over the symbols that begin between the boundaries `begin` and `end`.  Returns the state at
// `end`; adds up what begins in between.  Only DC coefficients are worked out.
uint skim(const decoder *d, uint begin, uint end, uint state, result *met)
{
    uint block = STATE_BLOCK(state), k = STATE_K(state);
    reader r = reader_at(d->data, begin + STATE_OVER(state));
    int left = (int)(end - begin - STATE_OVER(state));
    constant planned_block *plan = d->scan->plan + block;
    uint dc = plan->dc, ac = plan->ac, blocks = 0;
    int4 sums = 0, mask = (int4)(0, 1, 2, 3) == (int)plan->component;
    while (left > 0) {
        refill(&r);
        const uint jump = d->jumps[(ac << JUMP_BITS) + (uint)(r.bits >> (64 - JUMP_BITS))];
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
// flags[1] counts those that have changed.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
jpeg_synchronise(global result *restrict results, global uint *group_exits, global uint *flags,
                 global const uint *restrict data, constant scan *s,
                 global const uint *restrict all_lookups, global const ushort *restrict all_jumps,
                 global const segment *restrict segments,
                 global const subsequence *restrict subsequences, uint count, uint round,
                 local uint *lookups, local ushort *jumps)
{
    local uint exits[GROUP], changes;
    const uint i = get_global_id(0), item = get_local_id(0), group = get_group_id(0);
    const uint first = group * GROUP, last = min(first + GROUP, count) - 1;
    global uint *const new_exits = group_exits + round % 2 * get_num_groups(0);
    global const uint *const old_exits = group_exits + (1 - round % 2) * get_num_groups(0);

    // A later round has nothing to do when the group before ends as it did.
    if (round > 0 && (segments[subsequences[first].segment].first_subsequence == first ||
                      old_exits[group - 1] == results[first].start)) {
        if (item == 0) new_exits[group] = old_exits[group];
        return;
    }
    copy_tables(lookups, jumps, all_lookups, all_jumps, s);
    if (item == 0) changes = 0;
    // Global memory, too: `results` is read above and written below.
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    const decoder d = { data, s, lookups, jumps };
    const subsequence own = subsequences[min(i, last)];
    const uint end = end_of(subsequences, segments, min(i, last), count);
    const bool inside = i < count;
    const bool known = !inside || segments[own.segment].first_subsequence == i;
    const bool needed = inside && end != segments[own.segment].end;    // its exit
    result r = { 0 };
    bool again = needed;
    if (round > 0) {
        if (inside) r = results[i];
        again = needed && item == 0;
        if (item == 0) r.start = old_exits[group - 1];
    } else if (LEAD > 0 && !known) {
        const uint before = min((uint)LEAD, own.begin - segments[own.segment].begin);
        r.start = skim(&d, own.begin - before, own.begin, 0, &r);
    }
    for (uint step = 1;; step++) {
        if (again) r.exit = skim(&d, own.begin, end, r.start, &r);
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
        const bool changed = round > 0 ? r.exit != old_exits[group] : get_num_groups(0) > 1;
        if (changed) atomic_inc(&flags[1]);
    }
}

// For data that does not fall into step: a work-item goes along a segment, and decodes again what
// begins with another state than the subsequence before ends in.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
jpeg_finish(global result *restrict results, global const uint *restrict data, constant scan *s,
            global const uint *restrict all_lookups, global const ushort *restrict all_jumps,
            global const segment *restrict segments,
            global const subsequence *restrict subsequences, uint count, uint segment_count,
            local uint *lookups, local ushort *jumps)
{
    copy_tables(lookups, jumps, all_lookups, all_jumps, s);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint i = get_global_id(0);
    if (i >= segment_count) return;

    const decoder d = { data, s, lookups, jumps };
    const uint first = segments[i].first_subsequence;
    const uint end = i + 1 < segment_count ? segments[i + 1].first_subsequence : count;
    uint exit = results[first].exit;
    for (uint k = first + 1; k < end; k++) {
        result r = results[k];
        if (r.start != exit) {
            r.start = exit;
            r.exit = skim(&d, subsequences[k].begin, end_of(subsequences, segments, k, count),
                          r.start, &r);
            results[k] = r;
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
    const uint item = get_local_id(0), share = (count + ADD_UP_GROUP - 1) / ADD_UP_GROUP;
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

constant uchar NATURAL[64] = { 0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                               12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                               35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                               58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63 };

void copy_natural(local uchar *natural)
{
    for (uint i = get_local_id(0); i < 64; i += GROUP)
        natural[i] = NATURAL[i];
}

// Writes the blocks of a segment that begin before `end`, as a whole, from block n of the segment
// on.  dc: the sums of the DC differences so far.  Returns the number of the block behind the last
// one.  flags[0] becomes 1 when a block is not whole.
uint write_blocks(global short *coefficients, global uint *flags, const decoder *d,
                  local const uchar *natural, reader r, uint end, segment seg, uint n, int dc[4])
{
    constant scan *const s = d->scan;
    const uint mcu = seg.first_mcu + n / s->blocks;
    uint block = n % s->blocks, x = mcu % s->mcus_x, y = mcu / s->mcus_x;
    for (; n < seg.blocks && position_of(&r, d->data) < end; n++) {
        constant planned_block *const p = s->plan + block;
        const size_t place =
            (size_t)(y * p->rows + p->y) * p->blocks_x + x * p->columns + p->x + p->first_block;
        global short *const out = coefficients + 64 * place;
        for (int i = 0; i < 8; i++)
            ((global short8 *)out)[i] = 0;

        refill(&r);
        uint symbol = next_symbol(&r, d->lookups, s->codes, p->dc, false);
        dc[p->component] += value_of(&r, symbol);
        out[0] = (short)dc[p->component];
        skip(&r, LOOKUP_TAKES(symbol));
        for (uint k = 1; k < 64; k++) {
            refill(&r);
            symbol = next_symbol(&r, d->lookups, s->codes, p->ac, true);
            k += LOOKUP_RUN(symbol);
            if (k < 64) out[natural[k]] = (short)value_of(&r, symbol);
            skip(&r, LOOKUP_TAKES(symbol));
        }
        if (position_of(&r, d->data) > seg.end) atomic_max(&flags[0], 1);
        if (++block == s->blocks) {
            block = 0;
            if (++x == s->mcus_x) x = 0, y++;
        }
    }
    return n;
}

// A work-item writes the blocks that begin in its subsequence.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
jpeg_write(global short *restrict coefficients, global uint *flags,
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

    const decoder d = { data, s, lookups, 0 };
    const segment seg = segments[subsequences[i].segment];
    const result before = results[i], base = results[seg.first_subsequence];
    const uint end = end_of(subsequences, segments, i, count);
    reader r = reader_at(data, subsequences[i].begin + STATE_OVER(before.start));
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
    const uint behind = write_blocks(coefficients, flags, &d, natural, r, end, seg,
                                     before.blocks - base.blocks, dc);
    if (end == seg.end && behind < seg.blocks) atomic_max(&flags[0], 1);
}

// A work-item writes the blocks of a segment.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
jpeg_intervals(global short *restrict coefficients, global uint *flags,
               global const uint *restrict data, constant scan *s,
               global const uint *restrict all_lookups, global const segment *restrict segments,
               uint count, local uint *lookups)
{
    local uchar natural[64];
    copy_lookups(lookups, all_lookups, s);
    copy_natural(natural);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint i = get_global_id(0);
    if (i >= count) return;

    const decoder d = { data, s, lookups, 0 };
    const segment seg = segments[i];
    int dc[MAX_COMPONENTS] = { 0 };
    const uint behind = write_blocks(coefficients, flags, &d, natural, reader_at(data, seg.begin),
                                     seg.end, seg, 0, dc);
    if (behind < seg.blocks) atomic_max(&flags[0], 1);
}
