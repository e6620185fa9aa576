// SPDX-License-Identifier: MIT
//
// lookup - decodes Huffman codes with tables that tell a symbol from the next bits of the data.
//
// The tables are in local memory: each symbol is one access at a place that nobody knows before.
//
// The host sets:
//
//   GROUP          work-items per work-group
//   LOOKUP_BITS    bits that a table's lookup tells a symbol from

#if !defined(GROUP) || !defined(LOOKUP_BITS)
#error "the host must build this file with -DGROUP= -DLOOKUP_BITS="
#endif

#include "jpeg_scan.h"

// A lookup: what the next LOOKUP_BITS bits say.  0: their code is longer.  Else
// value << 16 | run << 9 | size << 5 | bits, where
//     bits     of the code and of the coefficient behind it
//     size     bits of the coefficient that the lookup does not know; 0: the coefficient is `value`
//     run      coefficients of 0 before this one; END_OF_BLOCK: no further coefficients
#define END_OF_BLOCK         64
#define LOOKUP_VALUE(lookup) ((int)(lookup) >> 16)
#define LOOKUP_RUN(lookup)   ((lookup) >> 9 & 127)
#define LOOKUP_SIZE(lookup)  ((lookup) >> 5 & 15)
#define LOOKUP_TAKES(lookup) ((lookup)&31)

// What a lookup would say if it knew all codes.  Bits that begin no code count as symbol 0 of 16
// bits.
uint look_further(constant code_table *table, uint next, bool ac)
{
    uint length = LOOKUP_BITS + 1, symbol = 0;
    while (length <= 16 && next >= table->limit[length])
        length++;
    if (length <= 16) symbol = table->symbols[(int)(next >> (16 - length)) + table->offset[length]];
    const uint size = symbol & 15;
    const uint run = !ac ? 0 : size == 0 && symbol != 0xf0 ? END_OF_BLOCK : symbol >> 4;
    return run << 9 | size << 5 | (min(length, 16u) + size);
}

uint next_symbol(const reader *r, local const uint *lookups, constant code_table *tables,
                 uint table, bool ac)
{
    const uint lookup = lookups[(table << LOOKUP_BITS) + (uint)(r->bits >> (64 - LOOKUP_BITS))];
    return lookup != 0 ? lookup : look_further(tables + table, (uint)(r->bits >> 48), ac);
}

// The coefficient of a symbol whose bits are not skipped yet (F.2.2.1 of the standard).
int value_of(const reader *r, uint lookup)
{
    const uint size = LOOKUP_SIZE(lookup);
    if (size == 0) return LOOKUP_VALUE(lookup);
    const ulong behind_code = r->bits << (LOOKUP_TAKES(lookup) - size);
    const int bits = (int)(behind_code >> (64 - size));
    return bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

// What decoding needs.  `lookups` and `natural` are copies in local memory.
typedef struct {
    global const uint *data;
    constant scan *scan;
    local const uint *lookups;
    local const uchar *natural;
} decoder;

// All work-items of a group call these, and then wait at a barrier.
void copy_lookups(local uint *lookups, global const uint *all_lookups, constant scan *s)
{
    for (uint i = get_local_id(0); i < s->tables << LOOKUP_BITS; i += GROUP)
        lookups[i] = all_lookups[i];
}

void copy_natural(local uchar *natural)
{
    for (uint i = get_local_id(0); i < 64; i += GROUP)
        natural[i] = NATURAL[i];
}

// Writes the blocks of a segment that begin before `end`, as a whole, from block n of the segment
// on.  dc: the sums of the DC differences so far.  Returns the number of the block behind the last
// one.  *damaged becomes 1 when a block is not whole.
uint write_blocks(global short *coefficients, global uint *damaged, const decoder *d, reader r,
                  uint end, segment own, uint n, int dc[MAX_COMPONENTS])
{
    constant scan *const s = d->scan;
    const uint mcu = own.first_mcu + n / s->blocks;
    uint block = n % s->blocks;
    uint x = mcu % s->mcus_x;
    uint y = mcu / s->mcus_x;
    for (; n < own.blocks && position_of(&r, d->data) < end; n++) {
        constant planned_block *const p = s->plan + block;
        global short *const out = coefficients + 64 * place_of(p, x, y);
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
            if (k < 64) out[d->natural[k]] = (short)value_of(&r, symbol);
            skip(&r, LOOKUP_TAKES(symbol));
        }
        if (position_of(&r, d->data) > own.end) atomic_max(damaged, 1);
        if (++block == s->blocks) {
            block = 0;
            if (++x == s->mcus_x) {
                x = 0;
                y++;
            }
        }
    }
    return n;
}
