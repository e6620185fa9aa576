// SPDX-License-Identifier: MIT
//
// What parcels cost: pieces times grams times price.  Work-item i reads parcel i.

// The fields and their order are those of data_types.c.
typedef struct {
    uchar pieces;
    uint grams;      // per piece
    ushort price;    // cents per gram
} parcel;

kernel void data_types(global ulong *restrict out, global const parcel *restrict in, uint n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const parcel p = in[i];
    out[i] = (ulong)p.pieces * p.grams * p.price;
}
