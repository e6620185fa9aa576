// SPDX-License-Identifier: MIT
//
// A filter with a 3 x 3 window, for CPUs.  Work-item (0, k) makes the rows ROWS * k to
// ROWS * k + ROWS - 1 from left to right, two rows at a time, a vector of pixels at a time:
//
//          left | middle | right      row y - 1 \
//          left | middle | right      row y      \  column_pair: each column of these four rows
//          left | middle | right      row y + 1  /  becomes a column of row y, one of row y + 1
//          left | middle | right      row y + 2 /
//
//          left, middle, right columns  ->  pixel_of  ->  the pixels of `middle`
//
// Then `middle` becomes `left`, and `right` becomes `middle`: each column is computed once.  The
// neighbours of a vector's pixels come out of these vectors and not out of memory.
//
// The file that includes this one gives the same functions as for filter_strips.h.  The host sets
// ROWS, an even number, and VECTORS to 1.  The rows of the buffers begin on multiples of 64 bytes,
// and whole vectors of a row are written, up to the next such multiple.

#include "stream.h"
#ifdef PLAIN_STORES    // for a comparison
#undef STREAM
#define STREAM(value, address) (*(address) = (value))
#endif

// What is loaded at once.  Bytes are split into the even and the odd ones: nothing has to move from
// lane to lane for that, nor to put them together again.  With WHOLE_BYTES (filter_bytes.h) they
// stay as they are.
#if FORMAT == 2
typedef float16 chunk;
#define PER_CHUNK 1    // vectors of lanes
#elif WHOLE_BYTES
typedef uint16 chunk;
#define PER_CHUNK 1
#else
typedef ushort16 chunk;
#define PER_CHUNK 2
#endif
#define CHUNK_BYTES ((int)sizeof(chunk))

// The lanes of a, then those of b: 16 of them, from the last one, or two, of a on; and up to the
// first one, or two, of b.
#define LAST1(a, b)  ((lanes)((a).sf, (b).s01234567, (b).s89ab, (b).scd, (b).se))
#define LAST2(a, b)  ((lanes)((a).sef, (b).s01234567, (b).s89ab, (b).scd))
#define FIRST1(a, b) ((lanes)((a).s12345678, (a).s9abc, (a).sde, (a).sf, (b).s0))
#define FIRST2(a, b) ((lanes)((a).s23456789, (a).sabcd, (a).sef, (b).s01))

// Four rows, from their first chunk on.  `keep` has all bits for a row of the picture, else none:
// only BORDER 2 uses it.
typedef struct {
    global const chunk *row[4];
    uint keep[4];
} band_rows;

// The columns of a chunk in two rows.
typedef struct {
    lanes upper[PER_CHUNK][PARTS], lower[PER_CHUNK][PARTS];
} band_columns;

band_columns columns_of(chunk above, chunk first, chunk second, chunk below)
{
    band_columns c;
#if PER_CHUNK == 1
    lanes four[4] = { above, first, second, below };
    column_pair(c.upper[0], c.lower[0], four);
#else
    const ushort low = 0xff, shift = 8;
    lanes even[4] = { above & low, first & low, second & low, below & low };
    lanes odd[4] = { above >> shift, first >> shift, second >> shift, below >> shift };
    column_pair(c.upper[0], c.lower[0], even);
    column_pair(c.upper[1], c.lower[1], odd);
#endif
    return c;
}

// BORDER 2: a row outside of the picture becomes zero.
chunk kept(chunk c, uint keep)
{
#if BORDER != 2
    return c;
#elif FORMAT == 2
    return as_float16(as_uint16(c) & keep);
#elif WHOLE_BYTES
    return c & keep;
#else
    return c & (ushort)keep;
#endif
}

band_columns columns_at(const band_rows *r, int i)
{
    return columns_of(kept(r->row[0][i], r->keep[0]), r->row[1][i], kept(r->row[2][i], r->keep[2]),
                      kept(r->row[3][i], r->keep[3]));
}

// A chunk of the border beside the pixel at index x of a row.
chunk beside(global const chunk *row, int x)
{
    pixel p = ((global const pixel *)row)[x];
#if BORDER == 2
    return (chunk)(0);
#elif FORMAT == 2
    return (chunk)(p);
#elif WHOLE_BYTES && FORMAT == 1
    return (chunk)(p * 0x01010101u);
#elif WHOLE_BYTES
    return (chunk)(as_uint(p));
#elif FORMAT == 1
    return (chunk)(p * 0x0101);
#else
    return as_ushort16((uint8)(as_uint(p)));
#endif
}

band_columns columns_beside(const band_rows *r, int x)
{
    return columns_of(kept(beside(r->row[0], x), r->keep[0]), beside(r->row[1], x),
                      kept(beside(r->row[2], x), r->keep[2]),
                      kept(beside(r->row[3], x), r->keep[3]));
}

// The columns of a chunk of which the first `left` bytes are in the picture; the others become the
// border's.
band_columns closed(band_columns c, const band_columns *border, int left)
{
#if FORMAT == 2
    const int16 byte = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * 4;
    int16 outside[1] = { byte >= left };
#elif WHOLE_BYTES
    const int16 byte = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * 4;
    int16 inside = min(max(left - byte, (int16)(0)), (int16)(4));    // bytes of each four
    uint16 mask = select((uint16)UINT_MAX << as_uint16(8 * inside), (uint16)0, inside == 4);
#else
    const short16 byte = (short16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * (short)2;
    short bound = clamp(left, 0, CHUNK_BYTES);
    short16 outside[2] = { byte >= bound, byte + (short)1 >= bound };
#endif
#pragma unroll
    for (int k = 0; k < PER_CHUNK; k++)
#pragma unroll
        for (int p = 0; p < PARTS; p++) {
#if FORMAT != 2 && WHOLE_BYTES
            c.upper[k][p] = (c.upper[k][p] & ~mask) | (border->upper[k][p] & mask);
            c.lower[k][p] = (c.lower[k][p] & ~mask) | (border->lower[k][p] & mask);
#else
            c.upper[k][p] = select(c.upper[k][p], border->upper[k][p], outside[k]);
            c.lower[k][p] = select(c.lower[k][p], border->lower[k][p], outside[k]);
#endif
        }
    return c;
}

// The neighbours of a chunk's pixels are in the lanes beside, or two lanes away.  Grey pixels: the
// even ones are the neighbours of the odd ones.
chunk pixels_of(const lanes left[PER_CHUNK][PARTS], const lanes middle[PER_CHUNK][PARTS],
                const lanes right[PER_CHUNK][PARTS])
{
    lanes before[PER_CHUNK][PARTS], after[PER_CHUNK][PARTS];
#pragma unroll
    for (int p = 0; p < PARTS; p++) {
#if FORMAT == 2
        before[0][p] = LAST1(left[0][p], middle[0][p]);
        after[0][p] = FIRST1(middle[0][p], right[0][p]);
#elif WHOLE_BYTES
        before[0][p] = LAST1(left[0][p], middle[0][p]);
        after[0][p] = FIRST1(middle[0][p], right[0][p]);
#if FORMAT == 1
        const uint16 top = 0xff000000, bottom = 0x000000ff;
        before[0][p] = rotate((middle[0][p] & ~top) | (before[0][p] & top), (uint16)(8));
        after[0][p] = rotate((middle[0][p] & ~bottom) | (after[0][p] & bottom), (uint16)(24));
#endif
#elif FORMAT == 1
        before[0][p] = LAST1(left[1][p], middle[1][p]);
        before[1][p] = middle[0][p];
        after[0][p] = middle[1][p];
        after[1][p] = FIRST1(middle[0][p], right[0][p]);
#else
        before[0][p] = LAST2(left[0][p], middle[0][p]);
        before[1][p] = LAST2(left[1][p], middle[1][p]);
        after[0][p] = FIRST2(middle[0][p], right[0][p]);
        after[1][p] = FIRST2(middle[1][p], right[1][p]);
#endif
    }
#if PER_CHUNK == 1
    return pixel_of(before[0], middle[0], after[0]);
#else
    return pixel_of(before[0], middle[0], after[0]) | pixel_of(before[1], middle[1], after[1])
                                                          << (ushort)8;
#endif
}

// `source` is the chunk of the input.
void store_chunk(global chunk *to, chunk result, chunk source)
{
#if FORMAT == 0 && KEEP_ALPHA
    const uint8 alpha = 0xff000000;
    result = (result & ~as_ushort16(alpha)) | (source & as_ushort16(alpha));
#endif
    STREAM(result, to);
}

// No `restrict` here: NVIDIA's compiler cannot inline such a function with vector stores.
void make_band(global pixel *out, global const pixel *in, int4 shape)
{
    const int per_chunk = sizeof(chunk) / sizeof(pixel);
    int first_row = ROWS * (int)get_global_id(1), last = shape.y - 1;
    if (get_global_id(0) > 0 || first_row > last) return;
    int end_row = min(first_row + ROWS, shape.y);
    int bytes = shape.x * (int)sizeof(pixel), chunks = (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
    size_t pitch = shape.z / per_chunk;
    global const chunk *from = (global const chunk *)in + shape.w / per_chunk;
    global chunk *to = (global chunk *)out + shape.w / per_chunk;

    for (int y = first_row; y < end_row; y += 2) {
        int above = max(y - 1, 0), second = min(y + 1, last), below = min(y + 2, last);
        band_rows rows = {
            { from + above * pitch, from + y * pitch, from + second * pitch, from + below * pitch },
            { y > 0 ? UINT_MAX : 0, UINT_MAX, y < last ? UINT_MAX : 0, y + 1 < last ? UINT_MAX : 0 }
        };
        bool two = y < last;
        global chunk *upper = to + y * pitch, *lower = to + second * pitch;
        band_columns beyond = columns_beside(&rows, shape.x - 1);
        band_columns left = columns_beside(&rows, 0);
        band_columns middle = closed(columns_at(&rows, 0), &beyond, bytes), right;
        for (int i = 0; i < chunks; i++) {
            if (i + 2 < chunks)
                right = columns_at(&rows, i + 1);
            else
                right = closed(columns_at(&rows, min(i + 1, chunks - 1)), &beyond,
                               bytes - CHUNK_BYTES * (i + 1));
            store_chunk(upper + i, pixels_of(left.upper, middle.upper, right.upper),
                        rows.row[1][i]);
            if (two)
                store_chunk(lower + i, pixels_of(left.lower, middle.lower, right.lower),
                            rows.row[2][i]);
            left = middle;
            middle = right;
        }
    }
}
