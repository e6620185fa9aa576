// SPDX-License-Identifier: MIT
//
// Huffman codes of a JPEG file on the device: from the coefficients of its blocks to its bytes.
//
// A block's codes begin where those of the block before it end.  So each block first writes its
// codes for itself, and says how many bits they are.  The sum of the bits before it is its place.
//
//   code_blocks      one work-item per block: codes into the block's slot, and their bits counted
//   scan_groups      one work-item per count: sums of the counts before it in its work-group
//   scan_sums        one work-group: the same for the sums of the work-groups
//   join_blocks      one work-item per block: its codes to their place
//   count_stuffing   one work-item per chunk of bytes: how many are 0xff
//   (scan_groups, scan_sums)
//   stuff_bytes      one work-item per chunk: its bytes to their place, a 0 behind each 0xff
//
// A block is numbered by its place in the file: MCU after MCU.  The words of a slot, and of the
// joined codes, have the first bit highest.
//
// The host sets:
//
//   GROUP    work-items per work-group of the scans

#ifndef GROUP
#error "the host must build this file with -DGROUP="
#endif

#define ELEMENT uint
#include "jpeg_block.h"
#include "scan_group.h"

enum {
    SLOT_WORDS = 54,    // 64 codes with their values, of at most 27 bits
    CHUNK = 16,         // bytes
    ZEROS_16 = 0xf0,    // a symbol: 16 coefficients of 0
    END_OF_BLOCK = 0
};

typedef struct {
    uint blocks, mcus_x;    // blocks of an MCU, MCUs in a row
    planned_block plan[MAX_MCU_BLOCKS];
    uint codes[4][256];    // [table][symbol]: the code's length << 16 | the code
} coding;

// The coefficients of a planned block of an MCU.
global const short *block_at(global const short *coefficients, global const planned_block *p,
                             uint mcu, uint mcus_x)
{
    const uint mcu_y = mcu / mcus_x, mcu_x = mcu - mcu_y * mcus_x;
    const uint column = mcu_x * p->columns + p->x, row = mcu_y * p->rows + p->y;
    return coefficients + 64 * (p->first_block + (size_t)row * p->blocks_x + column);
}

// The DC coefficient of the component's block before; 0 if there is none.
int dc_before(global const short *coefficients, global const planned_block *p, uint mcu,
              uint mcus_x)
{
    if (p->x > 0 || p->y > 0) return block_at(coefficients, p - 1, mcu, mcus_x)[0];
    if (mcu == 0) return 0;
    return block_at(coefficients, p + p->columns * p->rows - 1, mcu - 1, mcus_x)[0];
}

// Writes bits.  The highest `count` of `bits`, less than 32, are not a whole word yet.
typedef struct {
    ulong bits;
    uint count;
    global uint *next;
} writer;

// Up to 27 bits.
void put_bits(writer *w, uint bits, uint count)
{
    w->count += count;
    w->bits |= (ulong)bits << (64 - w->count);
    if (w->count < 32) return;
    *w->next++ = (uint)(w->bits >> 32);
    w->bits <<= 32;
    w->count -= 32;
}

// The bits of a value: 0 for 0, 1 for -1 and 1, 2 for -3, -2, 2 and 3, ...
uint size_of(int value)
{
    return 32 - clz((int)abs(value));
}

// A code and the value behind it.  A negative value is one less, so that its first bit is 0.
void put_symbol(writer *w, global const uint *codes, uint symbol, int value)
{
    const uint size = symbol & 15, code = codes[symbol];
    const uint bits = (uint)(value < 0 ? value - 1 : value) & ((1u << size) - 1);
    put_bits(w, (code & 0xffff) << size | bits, (code >> 16) + size);
}

// Bit k says whether coefficient k of the file's order is not 0; bit 0, that of DC, is 0.  Most
// coefficients are 0: a loop over these bits takes few steps.
ulong nonzeros_of(global const short *block)
{
    short natural[64];    // registers: the compiler knows all indices
    uint low = 0, high = 0;
#pragma unroll
    for (int i = 0; i < 8; i++)
        vstore8(((global const short8 *)block)[i], i, natural);
#pragma unroll
    for (int k = 1; k < 32; k++)
        low |= (uint)(natural[NATURAL[k]] != 0) << k;
#pragma unroll
    for (int k = 32; k < 64; k++)
        high |= (uint)(natural[NATURAL[k]] != 0) << (k - 32);
    return (ulong)high << 32 | low;
}

kernel void code_blocks(global uint *restrict slots, global uint *restrict bits,
                        global const short *restrict coefficients, global const coding *restrict c,
                        uint count)
{
    const uint n = get_global_id(0);
    if (n >= count) return;
    const uint mcu = n / c->blocks;
    global const planned_block *const p = c->plan + (n - mcu * c->blocks);
    global const short *const block = block_at(coefficients, p, mcu, c->mcus_x);
    global uint *const slot = slots + (size_t)SLOT_WORDS * n;
    writer w = { 0, 0, slot };

    const int difference = block[0] - dc_before(coefficients, p, mcu, c->mcus_x);
    put_symbol(&w, c->codes[p->dc], size_of(difference), difference);

    uint next = 1;    // the coefficient behind the last one that was coded
    for (ulong left = nonzeros_of(block); left != 0; left &= left - 1) {
        const uint k = 63 - (uint)clz(left & -left);
        uint zeros = k - next;
        for (; zeros > 15; zeros -= 16)
            put_symbol(&w, c->codes[p->ac], ZEROS_16, 0);
        const int value = block[NATURAL[k]];
        put_symbol(&w, c->codes[p->ac], zeros << 4 | size_of(value), value);
        next = k + 1;
    }
    if (next < 64) put_symbol(&w, c->codes[p->ac], END_OF_BLOCK, 0);

    *w.next = (uint)(w.bits >> 32);    // the bits behind the last code are 0
    bits[n] = 32 * (uint)(w.next - slot) + w.count;
}

// --- where each piece begins: an exclusive scan of the counts

// places[i] + sums[i / GROUP] is the sum of the counts before i, when scan_sums has run, too.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_groups(global uint *restrict places, global uint *restrict sums,
            global const uint *restrict counts, uint count)
{
    local uint values[GROUP];
    const uint i = get_global_id(0), own = i < count ? counts[i] : 0;
    scan_group(values, own);
    if (i < count) places[i] = values[get_local_id(0)] - own;
    if (get_local_id(0) == GROUP - 1) sums[get_group_id(0)] = values[GROUP - 1];
}

// One work-group.  sums[groups] becomes the sum of all.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void scan_sums(global uint *sums,
                                                                         uint groups)
{
    local uint values[GROUP];
    uint before = 0;
    for (uint first = 0; first < groups; first += GROUP) {
        const uint i = first + get_local_id(0), own = i < groups ? sums[i] : 0;
        scan_group(values, own);
        if (i < groups) sums[i] = before + values[get_local_id(0)] - own;
        before += values[GROUP - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (get_local_id(0) == 0) sums[groups] = before;
}

// --- each block's codes to their place

//     slot      |abcdefgh|ijk.....|                 bits = 11, place = 5
//     words     |.....abc|defghijk|........|
//
// Neighbours share a block's first word and its last one: their bits are added by atomics to words
// that were 0.
kernel void join_blocks(global uint *restrict words, global const uint *restrict slots,
                        global const uint *restrict bits, global const uint *restrict places,
                        global const uint *restrict sums, uint count)
{
    const uint n = get_global_id(0);
    if (n >= count) return;
    global const uint *const slot = slots + (size_t)SLOT_WORDS * n;
    const uint begin = places[n] + sums[n / GROUP], end = begin + bits[n];
    const uint most = 32 * SLOT_WORDS;                                 // bits of a block
    if (begin > n * most || bits[n] == 0 || bits[n] > most) return;    // an earlier command failed
    const uint shift = begin % 32, first = begin / 32, last = (end - 1) / 32;
    ulong left = 0;    // the word of the slot before, and the next one behind it
    for (uint word = first; word <= last; word++) {
        const uint from = word - first;
        left = left << 32 | (32 * from < bits[n] ? slot[from] : 0);
        const uint value = (uint)(left >> shift);
        if (word == first || word == last)
            atomic_or(words + word, value);
        else
            words[word] = value;
    }
    // The bits of the last, incomplete byte of the file are 1.
    if (n + 1 == count && end % 8 > 0)
        atomic_or(words + last, ((1u << (8 - end % 8)) - 1) << (24 - (end - 1) % 32 / 8 * 8));
}

// --- a 0 behind each byte of 0xff, because 0xff begins a marker

uchar byte_at(global const uint *words, uint i)
{
    return (uchar)(words[i / 4] >> (24 - 8 * (i % 4)));
}

kernel void count_stuffing(global uint *restrict counts, global const uint *restrict words,
                           uint bytes)
{
    const uint begin = CHUNK * (uint)get_global_id(0), end = min(begin + CHUNK, bytes);
    if (begin >= bytes) return;
    uint count = 0;
    for (uint i = begin; i < end; i++)
        count += byte_at(words, i) == 0xff;
    counts[get_global_id(0)] = count;
}

kernel void stuff_bytes(global uchar *restrict file, global const uint *restrict words,
                        global const uint *restrict places, global const uint *restrict sums,
                        uint bytes)
{
    const uint chunk = get_global_id(0), begin = CHUNK * chunk, end = min(begin + CHUNK, bytes);
    if (begin >= bytes) return;
    const uint stuffed = places[chunk] + sums[chunk / GROUP];
    if (stuffed > begin) return;    // an earlier command failed
    global uchar *out = file + begin + stuffed;
    for (uint i = begin; i < end; i++) {
        const uchar byte = byte_at(words, i);
        *out++ = byte;
        if (byte == 0xff) *out++ = 0;
    }
}
