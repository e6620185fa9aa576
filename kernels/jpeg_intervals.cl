// SPDX-License-Identifier: MIT
//
// Huffman decoding on the device: from the entropy-coded data of a JPEG file to coefficients.
//
// Where a code begins is known only when the code before it has been decoded.  But behind a restart
// marker a code begins at a byte, and the DC coefficients are predicted from 0.  So work-item i
// decodes interval i, from its first bit to its last one:
//
//     data        |-- interval 0 --|-- interval 1 --|-- interval 2 --| ...
//     work-item    0 ------------->  1 ------------->  2 ------------->
//     picture     |  MCU 0 to 31   |  MCU 32 to 63  |  MCU 64 to 95  | ...
//
// include/jpeg_scan.h says what the structures hold.

#include "jpeg_scan.h"

// The symbol of the next code, which has up to 16 bits.  Bits that begin no code count as symbol 0
// of 16 bits.
uint next_symbol(reader *r, constant code_table *table)
{
    const uint next = (uint)(r->bits >> 48);
    uint length = 1;
    while (length <= 16 && next >= table->limit[length])
        length++;
    skip(r, min(length, 16u));
    return length <= 16 ? table->symbols[(int)(next >> (16 - length)) + table->offset[length]] : 0;
}

// The next `size` bits as a coefficient (F.2.2.1 of the standard): half of the numbers that they
// can be stand for negative coefficients.
int next_value(reader *r, uint size)
{
    if (size == 0) return 0;
    const int bits = (int)(r->bits >> (64 - size));
    skip(r, size);
    return bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

// *damaged becomes 1 when the data ends too early.
kernel void jpeg_intervals_plain(global short *restrict coefficients, global uint *damaged,
                                 global const uint *restrict data, constant scan *s,
                                 global const segment *restrict intervals, uint count)
{
    const uint i = get_global_id(0);
    if (i >= count) return;

    const segment own = intervals[i];
    reader r = reader_at(data, own.begin);
    int dc[MAX_COMPONENTS] = { 0 };
    uint n = 0;
    for (; n < own.blocks && position_of(&r, data) < own.end; n++) {
        const uint mcu = own.first_mcu + n / s->blocks;
        constant planned_block *const p = s->plan + n % s->blocks;
        global short *const out = coefficients + 64 * place_of(p, mcu % s->mcus_x, mcu / s->mcus_x);
        for (int k = 1; k < 64; k++)
            out[k] = 0;

        // The DC coefficient: what it differs from the block before.
        refill(&r);
        dc[p->component] += next_value(&r, next_symbol(&r, s->codes + p->dc) & 15);
        out[0] = (short)dc[p->component];

        // The others: so many zeros, then a coefficient of so many bits.
        for (uint k = 1; k < 64; k++) {
            refill(&r);
            const uint symbol = next_symbol(&r, s->codes + p->ac);
            const uint zeros = symbol >> 4, size = symbol & 15;
            if (size == 0 && zeros < 15) break;    // the end of the block
            k += zeros;
            const short value = (short)next_value(&r, size);
            if (k < 64) out[NATURAL[k]] = value;
        }
        if (position_of(&r, data) > own.end) atomic_max(damaged, 1);
    }
    if (n < own.blocks) atomic_max(damaged, 1);
}
