// SPDX-License-Identifier: MIT
//
// scan - what the kernels know of a scan of a JPEG file, and its data as a row of bits.
//
// A scan is a row of MCUs.  An MCU is a row of blocks, the same kinds of blocks in the same order
// each time: `plan` has them.  shared/jpeg/plan.h has the same structures for the host.

#include "jpeg_block.h"

enum { MAX_TABLES = 8, MAX_COMPONENTS = 4 };

// The codes of a Huffman table.  A code has the first length for which the next 16 bits of the
// data, as a number, are less than limit[length].  It is the code of
// symbols[(number >> (16 - length)) + offset[length]].
typedef struct {
    uint limit[17];
    int offset[17];
    uchar symbols[256];
} code_table;

typedef struct {
    uint tables, blocks, mcus_x;    // tables in use, blocks of an MCU, MCUs in a row
    planned_block plan[MAX_MCU_BLOCKS];
    code_table codes[MAX_TABLES];
} scan;

// A restart interval, or the whole scan: data that can be decoded on its own.  begin and end count
// bits.
typedef struct {
    uint begin, end;
    uint first_mcu, blocks;
} segment;

// The number of a planned block of the MCU in column x and row y.
size_t place_of(constant planned_block *p, uint x, uint y)
{
    const uint column = x * p->columns + p->x, row = y * p->rows + p->y;
    return p->first_block + (size_t)row * p->blocks_x + column;
}

// The next bits of the data are the highest ones of `bits`; `count` of them are valid.
typedef struct {
    ulong bits;
    int count;
    global const uint *next;    // the word behind the valid bits
} reader;

uint big_endian(uint word)
{
    return as_uint(as_uchar4(word).s3210);
}

reader reader_at(global const uint *data, uint bit)
{
    reader r;
    r.bits = (ulong)big_endian(data[bit / 32]) << 32 | big_endian(data[bit / 32 + 1]);
    r.bits <<= bit % 32;
    r.count = 64 - (int)(bit % 32);
    r.next = data + bit / 32 + 2;
    return r;
}

// Afterwards more than 32 bits are valid.  A symbol has at most 31.
void refill(reader *r)
{
    if (r->count > 32) return;
    r->bits |= (ulong)big_endian(*r->next++) << (32 - r->count);
    r->count += 32;
}

void skip(reader *r, uint bits)
{
    r->bits <<= bits;
    r->count -= (int)bits;
}

uint position_of(const reader *r, global const uint *data)
{
    return (uint)(r->next - data) * 32 - (uint)r->count;
}
