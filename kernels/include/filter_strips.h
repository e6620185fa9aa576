// SPDX-License-Identifier: MIT
//
// A filter with a 3 x 3 window, for GPUs.  A work-item makes 16 bytes of ROWS rows: 4 pixels of
// four channels, 16 grey ones, or 4 floats.  First it loads all it needs, with one word more on
// either side.  Then it makes two rows at a time:
//
//          word | 16 bytes | word      row y - 1 \
//          word | 16 bytes | word      row y      \  column_pair: each column of these four rows
//          word | 16 bytes | word      row y + 1  /  becomes a column of row y, one of row y + 1
//          word | 16 bytes | word      row y + 2 /
//
//          left, middle, right columns  ->  pixel_of  ->  a pixel
//
// So what a column gives is computed once for the three windows that it is in.  The file that
// includes this one includes filter_pixels.h, and filter_lanes.h or filter_floats.h before, and
// gives
//
//     PARTS        how many numbers describe a column of three pixels: 1, 2 or 3
//     void column_pair(lanes upper[PARTS], lanes lower[PARTS], const lanes rows[4])
//     lanes pixel_of(const lanes left[PARTS], const lanes middle[PARTS], const lanes right[PARTS])
//
//     ANY_ORDER    (or not) 1: pixel_of may take the columns in any order
//     APART        (or not) 1: a lane has a grey pixel and the one 8 further on, so that the
//                  columns beside a lane are the lanes beside it (filter_halves.h)
//     KEEP_ALPHA   (or not) 1: of pixels with four channels the last one stays what it is
//
// The host sets ROWS, an even number.  The rows of the buffers begin on multiples of 64 bytes, with
// 64 bytes more before the first and after the last one.

#if FORMAT == 2
typedef float word;
typedef float4 word4;
#define PER_WORD 1

void open_word(lanes lane[PER_WORD], word w)
{
    lane[0] = w;
}

word close_word(const lanes lane[PER_WORD])
{
    return lane[0];
}

#else
typedef uint word;
typedef uint4 word4;
#endif
#ifndef APART
#define APART 0
#endif
#ifndef ANY_ORDER
#define ANY_ORDER 0
#endif
#define WORDS          4    // of a strip
#define PIXELS         (16 / (int)sizeof(pixel))
#define PIXELS_OF_WORD (PIXELS / WORDS)
#if APART
#define COLUMNS 10
#define FIRST   1    // the column of the first pixel
#define NEXT    1    // from a column to the one beside it
#else
#define COLUMNS ((WORDS + 2) * PER_WORD)
#define FIRST   PER_WORD
#define NEXT    (FORMAT == 1 ? 1 : PER_WORD)
#endif

// A row of a strip: the word before it, its WORDS words, the word after it.
typedef struct {
    word w[WORDS + 2];
} strip_row;

strip_row load_row(global const word *row)
{
    word4 middle = *(global const word4 *)row;
    strip_row r = { { row[-1], middle.x, middle.y, middle.z, middle.w, row[WORDS] } };
    return r;
}

// The word whose pixels are all the border's beside a row that ends with the pixel `end`.
word beside(pixel end)
{
#if BORDER == 2
    return 0;
#elif FORMAT == 1
    return end * 0x01010101u;
#elif FORMAT == 0
    return as_uint(end);
#else
    return end;
#endif
}

// Puts the border to the right of the row's last pixel: `left` pixels of the strip are in the row.
void close_row(strip_row *r, int left, word border)
{
    for (int i = 0; i <= WORDS; i++) {
#if FORMAT == 1
        int keep = clamp(left - 4 * i, 0, 4);
        uint mask = keep == 4 ? UINT_MAX : (1u << 8 * keep) - 1;
        r->w[1 + i] = (r->w[1 + i] & mask) | (border & ~mask);
#else
        if (i >= left) r->w[1 + i] = border;
#endif
    }
}

#if APART

// The byte j of two words, each in both bytes of a half.
#define HALVES_OF(low, high, j) four_bytes(low, high, 0x4400 + 0x1111 * (j))

void unpack(lanes lane[COLUMNS], const strip_row *r)
{
    lane[0] = HALVES_OF(r->w[0], r->w[2], 3);
#pragma unroll
    for (int j = 0; j < 4; j++) {
        lane[1 + j] = HALVES_OF(r->w[1], r->w[3], j);
        lane[5 + j] = HALVES_OF(r->w[2], r->w[4], j);
    }
    lane[9] = HALVES_OF(r->w[3], r->w[5], 0);
}

void pack(word w[WORDS], const lanes lane[COLUMNS])
{
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const lanes *four = &lane[FIRST + 4 * i];
        uint first = four_bytes(four[0], four[1], 0x6240);    // two low bytes, two high ones
        uint second = four_bytes(four[2], four[3], 0x6240);
        w[i] = four_bytes(first, second, 0x5410);
        w[i + 2] = four_bytes(first, second, 0x7632);
    }
}

#else

void unpack(lanes lane[COLUMNS], const strip_row *r)
{
    for (int i = 0; i < WORDS + 2; i++)
        open_word(&lane[PER_WORD * i], r->w[i]);
}

void pack(word w[WORDS], const lanes lane[COLUMNS])
{
    for (int i = 0; i < WORDS; i++)
        w[i] = close_word(&lane[PER_WORD * (i + 1)]);
}

#endif

#if FORMAT == 1 && PER_WORD == 2 && !APART
// The upper half of a, then the lower half of b.
uint between(uint a, uint b)
{
    return as_uint((ushort2)(as_ushort2(a).y, as_ushort2(b).x));
}
#endif

// The column to the left, or to the right, of column i.  With PER_WORD 2, a word of grey pixels 0 1
// 2 3 has the lanes (0 2) and (1 3): the neighbours of the odd pixels are the even ones, those of
// the even pixels are the odd ones of this word and the word beside it.
void column_left(lanes left[PARTS], lanes column[COLUMNS][PARTS], int i)
{
    for (int p = 0; p < PARTS; p++)
#if FORMAT == 1 && PER_WORD == 2 && !APART
        left[p] = i % 2 ? column[i - 1][p] : between(column[i - 1][p], column[i + 1][p]);
#else
        left[p] = column[i - NEXT][p];
#endif
}

void column_right(lanes right[PARTS], lanes column[COLUMNS][PARTS], int i)
{
    for (int p = 0; p < PARTS; p++)
#if FORMAT == 1 && PER_WORD == 2 && !APART
        right[p] = i % 2 ? between(column[i - 1][p], column[i + 1][p]) : column[i + 1][p];
#else
        right[p] = column[i + NEXT][p];
#endif
}

// `source` is the row of the input.  In pairs of neighbours, both pixels begin with the two columns
// that both have: what those two give is computed once.
void store_row(global word *row, lanes column[COLUMNS][PARTS], const strip_row *source)
{
    lanes result[COLUMNS];
#if APART || FORMAT == 2    // elsewhere Intel's compiler crashes on it
#pragma unroll
#endif
    for (int i = FIRST; i < COLUMNS - FIRST; i++) {
        lanes left[PARTS], right[PARTS];
        column_left(left, column, i);
        column_right(right, column, i);
        if (ANY_ORDER && i / NEXT % 2 == 0)
            result[i] = pixel_of(column[i], right, left);
        else
            result[i] = pixel_of(left, column[i], right);
    }
    word w[WORDS];
    pack(w, result);
#if FORMAT == 0 && KEEP_ALPHA
    for (int i = 0; i < WORDS; i++)
        w[i] = (w[i] & 0x00ffffff) | (source->w[i + 1] & 0xff000000);
#endif
    *(global word4 *)row = (word4)(w[0], w[1], w[2], w[3]);
}

void make_strip(global pixel *out, global const pixel *in, int4 shape)
{
    int x = PIXELS * (int)get_global_id(0), y = ROWS * (int)get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    size_t first = (size_t)(shape.w + x) / PIXELS_OF_WORD, pitch = shape.z / PIXELS_OF_WORD;
    global const word *from = (global const word *)in + first;
    global word *to = (global word *)out + first + y * pitch;

    strip_row rows[ROWS + 2];    // y - 1 to y + ROWS
#pragma unroll
    for (int k = 0; k < ROWS + 2; k++)
        rows[k] = load_row(from + clamp(y + k - 1, 0, shape.y - 1) * pitch);

    // The borders.  Few work-items come here.
    if (x == 0)
        for (int k = 0; k < ROWS + 2; k++)
            rows[k].w[0] = beside(in[shape.w + clamp(y + k - 1, 0, shape.y - 1) * (long)shape.z]);
    if (x + PIXELS >= shape.x)
#pragma unroll
        for (int k = 0; k < ROWS + 2; k++) {
            long row = shape.w + clamp(y + k - 1, 0, shape.y - 1) * (long)shape.z;
            close_row(&rows[k], shape.x - x, beside(in[row + shape.x - 1]));
        }
    if (BORDER == 2 && (y == 0 || y + ROWS >= shape.y))
#pragma unroll
        for (int k = 0; k < ROWS + 2; k++)
            if (y + k - 1 < 0 || y + k - 1 >= shape.y)
                for (int i = 0; i < WORDS + 2; i++)
                    rows[k].w[i] = 0;

    lanes lane[4][COLUMNS];
    unpack(lane[0], &rows[0]);
    unpack(lane[1], &rows[1]);
#pragma unroll
    for (int k = 0; k < ROWS; k += 2) {
        unpack(lane[2], &rows[k + 2]);
        unpack(lane[3], &rows[k + 3]);
        lanes upper[COLUMNS][PARTS], lower[COLUMNS][PARTS];
#pragma unroll
        for (int i = 0; i < COLUMNS; i++) {
            lanes four[4] = { lane[0][i], lane[1][i], lane[2][i], lane[3][i] };
            column_pair(upper[i], lower[i], four);
        }
        if (y + k < shape.y) store_row(to + k * pitch, upper, &rows[k + 1]);
        if (y + k + 1 < shape.y) store_row(to + (k + 1) * pitch, lower, &rows[k + 2]);
#pragma unroll
        for (int i = 0; i < COLUMNS; i++) {
            lane[0][i] = lane[2][i];
            lane[1][i] = lane[3][i];
        }
    }
}
