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
// Memory is slower than this.  So what is needed AHEAD rows later is prefetched, a cache line per
// row and vector.
//
// The file that includes this one gives the same functions as for filter_strips.h.  The host sets
// ROWS, an even number, AHEAD, 0 for no prefetch, and VECTORS to 1.  The rows of the buffers begin
// on multiples of 64 bytes, and whole vectors of a row are written, up to the next such multiple.

#ifndef AHEAD
#error "the host must build this file with -D for each of the macros above"
#endif

#include "prefetch.h"
#include "stream.h"
#ifdef PLAIN_STORES    // for a comparison
#undef STREAM
#define STREAM(value, address) (*(address) = (value))
#endif

// What is loaded at once: 64 bytes.
#if FORMAT == 2
typedef float16 chunk;
#else
typedef uint16 chunk;
#endif
#define CHUNK_BYTES ((int)sizeof(chunk))

// A chunk is PER_WORD vectors of lanes; one if the file of the lanes does not take words apart.
#ifndef PER_WORD
#define PER_WORD 1

void open_word(lanes lane[PER_WORD], chunk c)
{
    lane[0] = c;
}

chunk close_word(const lanes lane[PER_WORD])
{
    return lane[0];
}

#endif

// The last one of a, then 15 of b; 15 of a, then the first one of b.
#define LAST_OF(a, b)  ((lanes)((a).sf, (b).s01234567, (b).s89ab, (b).scd, (b).se))
#define FIRST_OF(a, b) ((lanes)((a).s12345678, (a).s9abc, (a).sde, (a).sf, (b).s0))

// Four rows, from their first chunk on.  `keep` has all bits for a row of the picture, else none:
// only BORDER 2 uses it.
typedef struct {
    global const chunk *row[4];
    uint keep[4];
} band_rows;

// The columns of a chunk in two rows.
typedef struct {
    lanes upper[PER_WORD][PARTS], lower[PER_WORD][PARTS];
} band_columns;

band_columns columns_of(chunk above, chunk first, chunk second, chunk below)
{
    lanes rows[4][PER_WORD];
    open_word(rows[0], above);
    open_word(rows[1], first);
    open_word(rows[2], second);
    open_word(rows[3], below);
    band_columns c;
#pragma unroll
    for (int k = 0; k < PER_WORD; k++) {
        lanes four[4] = { rows[0][k], rows[1][k], rows[2][k], rows[3][k] };
        column_pair(c.upper[k], c.lower[k], four);
    }
    return c;
}

// BORDER 2: a row outside of the picture becomes zero.
chunk kept(chunk c, uint keep)
{
#if BORDER != 2
    return c;
#elif FORMAT == 2
    return as_float16(as_uint16(c) & keep);
#else
    return c & keep;
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
#elif FORMAT == 1
    return (chunk)(p * 0x01010101u);
#elif FORMAT == 0
    return (chunk)(as_uint(p));
#else
    return (chunk)(p);
#endif
}

band_columns columns_beside(const band_rows *r, int x)
{
    return columns_of(kept(beside(r->row[0], x), r->keep[0]), beside(r->row[1], x),
                      kept(beside(r->row[2], x), r->keep[2]),
                      kept(beside(r->row[3], x), r->keep[3]));
}

// The bits of a chunk of which the first `left` bytes are in the picture; those bits are 1.
uint16 bits_inside(int left)
{
    const int16 byte = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * 4;
    uint16 bytes = as_uint16(clamp(left - byte, (int16)(0), (int16)(4)));    // of each four
    return select(~((uint16)UINT_MAX << 8 * bytes), (uint16)UINT_MAX, bytes == 4);
}

lanes one_of(lanes a, lanes b, uint16 mask)
{
#if FORMAT == 2
    return as_float16((as_uint16(a) & mask) | (as_uint16(b) & ~mask));
#else
    return (a & mask) | (b & ~mask);
#endif
}

// The columns of a chunk of which the first `left` bytes are in the picture; the others become the
// border's.
band_columns closed(band_columns c, const band_columns *border, int left)
{
    uint16 mask[PER_WORD];
#if PER_WORD == 2    // a byte has become 16 bits
    mask[0] = (bits_inside(left) & 0x00ff00ff) * 0x101;
    mask[1] = (bits_inside(left) >> 8 & 0x00ff00ff) * 0x101;
#else
    mask[0] = bits_inside(left);
#endif
#pragma unroll
    for (int k = 0; k < PER_WORD; k++)
#pragma unroll
        for (int p = 0; p < PARTS; p++) {
            c.upper[k][p] = one_of(c.upper[k][p], border->upper[k][p], mask[k]);
            c.lower[k][p] = one_of(c.lower[k][p], border->lower[k][p], mask[k]);
        }
    return c;
}

// Grey pixels 0 1 2 3 are a word, whole or as 0 2 and 1 3.  Each has GREY_BITS.  Within the words,
// the pixels move to the next higher place and to the next lower one; the pixel that leaves a word
// comes from the word beside it.
#define GREY_BITS      (8 * PER_WORD)
#define TOP            (UINT_MAX << (32 - GREY_BITS))
#define BOTTOM         (UINT_MAX >> (32 - GREY_BITS))
#define UP(w, last)    rotate((w & ~TOP) | (last & TOP), (uint16)(GREY_BITS))
#define DOWN(w, first) rotate((w & ~BOTTOM) | (first & BOTTOM), (uint16)(32 - GREY_BITS))

// The neighbours of a chunk's pixels are in the words beside.  Of grey pixels that are taken apart,
// the even ones are the neighbours of the odd ones.
chunk pixels_of(const lanes left[PER_WORD][PARTS], const lanes middle[PER_WORD][PARTS],
                const lanes right[PER_WORD][PARTS])
{
    lanes before[PER_WORD][PARTS], after[PER_WORD][PARTS];
#pragma unroll
    for (int p = 0; p < PARTS; p++) {
#if FORMAT == 1 && PER_WORD == 2
        before[0][p] = UP(middle[1][p], LAST_OF(left[1][p], middle[1][p]));
        before[1][p] = middle[0][p];
        after[0][p] = middle[1][p];
        after[1][p] = DOWN(middle[0][p], FIRST_OF(middle[0][p], right[0][p]));
#elif FORMAT == 1
        before[0][p] = UP(middle[0][p], LAST_OF(left[0][p], middle[0][p]));
        after[0][p] = DOWN(middle[0][p], FIRST_OF(middle[0][p], right[0][p]));
#else
#pragma unroll
        for (int k = 0; k < PER_WORD; k++) {
            before[k][p] = LAST_OF(left[k][p], middle[k][p]);
            after[k][p] = FIRST_OF(middle[k][p], right[k][p]);
        }
#endif
    }
    lanes result[PER_WORD];
#pragma unroll
    for (int k = 0; k < PER_WORD; k++)
        result[k] = pixel_of(before[k], middle[k], after[k]);
    return close_word(result);
}

// `source` is the chunk of the input.
void store_chunk(global chunk *to, chunk result, chunk source)
{
#if FORMAT == 0 && KEEP_ALPHA
    result = (result & 0x00ffffff) | (source & 0xff000000);
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
            PREFETCH(rows.row[2] + AHEAD * pitch + i);
            PREFETCH(rows.row[3] + AHEAD * pitch + i);
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
