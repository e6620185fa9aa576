// SPDX-License-Identifier: MIT
//
// data_types_bytes - exercise 2 of data_types: the same numbers without a struct.
//
//     build/bin/data_types -k build/exercises/data_types_bytes.cl
//
// Work-item i reads parcel i: pieces, a uchar; grams, a uint; price, a ushort.

kernel void data_types(global ulong *restrict out, global const uchar *restrict in, uint n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    //: skeleton
    //: // Exercise 2 of data_types: this is right without gaps between the fields.
    //: const size_t size = 7, grams_at = 1, price_at = 5;
    //: solution
    const size_t size = 12, grams_at = 4, price_at = 8;
    //: end
    global const uchar *p = in + size * i;
    const uint grams = as_uint(vload4(0, p + grams_at));
    const ushort price = as_ushort(vload2(0, p + price_at));
    out[i] = (ulong)p[0] * grams * price;
}
