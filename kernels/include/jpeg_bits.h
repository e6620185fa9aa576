// SPDX-License-Identifier: MIT
//
// bits - the entropy-coded data of a JPEG file as a row of bits, read from any bit on.

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
