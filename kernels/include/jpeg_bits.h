// SPDX-License-Identifier: MIT
//
// bits - the entropy-coded data of a JPEG file as a row of bits, and the symbols in it.
//
// The host sets:
//
//   LOOKUP_BITS    bits that a table's lookup tells a symbol from
//   JUMP_BITS      bits that a table's jump goes over, at most

#if !defined(LOOKUP_BITS) || !defined(JUMP_BITS)
#error "the host must build this file with -DLOOKUP_BITS= -DJUMP_BITS="
#endif

// The codes of a Huffman table.  A code has the first length for which the next 16 bits of the
// data, as a number, are less than limit[length].  It is the code of
// symbols[(number >> (16 - length)) + offset[length]].
typedef struct {
    uint limit[17];
    int offset[17];
    uchar symbols[256];
} code_table;

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

// A jump: goes over the AC coefficients whose symbols are whole in the next JUMP_BITS bits, at most
// up to the end of the block.  0: not one is.  Else ends << 15 | coefficients << 8 | bits.
#define JUMP_ENDS(jump)  ((jump) >> 15)
#define JUMP_COUNT(jump) ((jump) >> 8 & 127)
#define JUMP_TAKES(jump) ((jump)&255)

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
