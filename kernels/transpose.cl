// SPDX-License-Identifier: MIT
//
// out[x][y] = in[y][x]: a matrix of rows x cols becomes one of cols x rows.  Both matrices lie row
// after row, without gaps.  An element is any four bytes.
//
// The host sets
//     SMALL_TILE              side of the tile of tiled and padded, and of their work-groups
//     TILE                    side of the tile of blocked and vector: 16, 32 or 64
//     ROWS, VECTOR_ROWS       rows of work-items in a work-group of blocked, of vector
//     ORDER, BAND             which work-group takes which tile, see tile_position
//     STRIP_COLS, STRIP_ROWS  the columns and rows of `in` that a work-item of strips moves
//     PART_COLS               the columns that strips turns at a time in local memory
//     AHEAD                   how many rows ahead strips prefetches; 0: it does not

#if !defined(SMALL_TILE) || !defined(TILE) || !defined(ROWS) || !defined(VECTOR_ROWS) || \
    !defined(ORDER) || !defined(BAND) || !defined(STRIP_COLS) || !defined(STRIP_ROWS) || \
    !defined(PART_COLS) || !defined(AHEAD)
#error "the host must build this file with -D for each of the macros above"
#endif

#include "prefetch.h"
#include "stream.h"

// --- from memory to memory: either the reads or the writes are fast

// Work-item (x, y) moves in[y][x].  Neighbouring work-items read neighbouring elements.  Their
// writes are a whole row of `out` apart.
kernel void transpose_naive_reads(global uint *restrict out, global const uint *restrict in,
                                  ulong rows, ulong cols)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}

// Work-item (y, x) moves in[y][x].  Neighbouring work-items write neighbouring elements.  Their
// reads are a whole row of `in` apart.
kernel void transpose_naive_writes(global uint *restrict out, global const uint *restrict in,
                                   ulong rows, ulong cols)
{
    size_t y = get_global_id(0), x = get_global_id(1);
    if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}

// --- through local memory: both reads and writes are fast

// The tile of this work-group, in tiles of side x side: column x, row y.  A work-group has
// group_rows rows of work-items.
//
// Work-groups start more or less in the order of their numbers.  So the order decides which parts
// of memory are busy at the same time:
//   ORDER 0  row by row
//   ORDER 1  along the diagonals: the next work-group has another row of `in` and of `out`, except
//            where a diagonal ends, or where there is only one row or one column of tiles
//   ORDER 2  BAND rows of tiles at a time, column by column: neighbours in `in` and in `out`
//
// A launch may cover only a part of the matrix.  Then get_group_id(1) counts from 0, and the global
// offset has to be added.  get_global_id(1) would give the same row, but hides from the compiler
// that the whole work-group has one tile: a CPU then moves single elements in place of vectors.
uint2 tile_position(ulong rows, uint side, uint group_rows)
{
    uint x = (uint)get_group_id(0), y = (uint)(get_group_id(1) + get_global_offset(1) / group_rows);
    uint wide = (uint)get_num_groups(0), high = (uint)((rows + side - 1) / side);
    uint number = y * wide + x;
#if ORDER == 1
    y = number % high;
    x = (number / high + y) % wide;    // number / high: which of the diagonals
#elif ORDER == 2
    uint top = number / (BAND * wide) * BAND, height = min((uint)BAND, high - top);
    uint within = number - top * wide;
    x = within / height;
    y = top + within % height;
#endif
    return (uint2)(x, y);
}

// The work-group reads a tile by rows and writes it by columns, so neighbouring work-items read and
// write neighbouring elements.  Each work-item moves one element.  The rows of `tile` begin `pitch`
// elements apart.  shape: the rows and columns of `in`.
void turn_tile(global uint *restrict out, global const uint *restrict in, ulong2 shape,
               local uint *tile, uint pitch)
{
    const ulong rows = shape.x, cols = shape.y;
    uint2 at = tile_position(rows, SMALL_TILE, SMALL_TILE);
    size_t x0 = (size_t)at.x * SMALL_TILE, y0 = (size_t)at.y * SMALL_TILE;
    size_t item = get_local_id(0), row = get_local_id(1);
    if (x0 + item < cols && y0 + row < rows)
        tile[row * pitch + item] = in[(y0 + row) * cols + x0 + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x0 + row < cols && y0 + item < rows)
        out[(x0 + row) * rows + y0 + item] = tile[item * pitch + row];
}

// The elements of a column of the tile are SMALL_TILE apart: they all lie in one memory bank.
kernel __attribute__((reqd_work_group_size(SMALL_TILE, SMALL_TILE, 1))) void
transpose_tiled(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint tile[SMALL_TILE * SMALL_TILE];
    turn_tile(out, in, (ulong2)(rows, cols), tile, SMALL_TILE);
}

// Each row ends with an unused element.  So the elements of a column lie in different memory banks.
kernel __attribute__((reqd_work_group_size(SMALL_TILE, SMALL_TILE, 1))) void
transpose_padded(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint tile[SMALL_TILE * (SMALL_TILE + 1)];
    turn_tile(out, in, (ulong2)(rows, cols), tile, SMALL_TILE + 1);
}

// Each work-item moves TILE / ROWS elements.  Its loads are in flight together, and the tile may be
// larger than a work-group with one work-item per element.
kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1))) void
transpose_blocked(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint tile[TILE][TILE + 1];
    uint2 at = tile_position(rows, TILE, ROWS);
    size_t x0 = (size_t)at.x * TILE, y0 = (size_t)at.y * TILE;
    size_t item = get_local_id(0);
#pragma unroll
    for (uint k = 0; k < TILE; k += ROWS) {
        size_t row = get_local_id(1) + k;
        if (x0 + item < cols && y0 + row < rows)
            tile[row][item] = in[(y0 + row) * cols + x0 + item];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < TILE; k += ROWS) {
        size_t row = get_local_id(1) + k;
        if (x0 + row < cols && y0 + item < rows)
            out[(x0 + row) * rows + y0 + item] = tile[item][row];
    }
}

// The four elements that begin at row[x].  The row has `width` elements; past its end they are 0.
uint4 load_4(global const uint *row, size_t x, ulong width)
{
    if (width % 4 == 0)    // all rows are aligned, and no vector crosses the end
        return x < width ? *(global const uint4 *)&row[x] : (uint4)0;
    return (uint4)(x < width ? row[x] : 0, x + 1 < width ? row[x + 1] : 0,
                   x + 2 < width ? row[x + 2] : 0, x + 3 < width ? row[x + 3] : 0);
}

void store_4(uint4 value, global uint *row, size_t x, ulong width)
{
    if (width % 4 == 0) {
        if (x < width) *(global uint4 *)&row[x] = value;
        return;
    }
    if (x < width) row[x] = value.x;
    if (x + 1 < width) row[x + 1] = value.y;
    if (x + 2 < width) row[x + 2] = value.z;
    if (x + 3 < width) row[x + 3] = value.w;
}

// The first halves of a and b, and the second halves: elements of a and b alternate.
uint4 zip_low_4(uint4 a, uint4 b)
{
    return (uint4)(a.x, b.x, a.y, b.y);
}

uint4 zip_high_4(uint4 a, uint4 b)
{
    return (uint4)(a.z, b.z, a.w, b.w);
}

// Transposes 4 x 4 elements: rows become columns.  Number the 16 elements in one line.  A round of
// zips moves element i to place 2 i mod 15.  Two rounds move it to 4 i mod 15, which is its place
// in the transposed block.
void turn_4x4(uint4 *a)
{
#pragma unroll
    for (int round = 0; round < 2; round++) {
        uint4 b[4] = { zip_low_4(a[0], a[2]), zip_high_4(a[0], a[2]), zip_low_4(a[1], a[3]),
                       zip_high_4(a[1], a[3]) };
#pragma unroll
        for (int i = 0; i < 4; i++)
            a[i] = b[i];
    }
}

// All loads and stores are vectors of four.  A work-item turns 4 x 4 elements in registers; the
// work-group exchanges the results as uint4s in local memory.
//
// The place of a vector in its row is its number XOR the number of the vector's row / 4.  So
// neighbouring work-items use different memory banks, both when they store below each other and
// when they load side by side.  With a TILE of 16 there are only four places for eight neighbours:
// two of them meet.
kernel __attribute__((reqd_work_group_size(TILE / 4, VECTOR_ROWS, 1))) void
transpose_vector(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint4 tile[TILE][TILE / 4];    // [column of in][row of in / 4, XORed]
    uint2 at = tile_position(rows, TILE, VECTOR_ROWS);
    size_t x0 = (size_t)at.x * TILE, y0 = (size_t)at.y * TILE;
    size_t item = get_local_id(0);
#pragma unroll
    for (uint k = 0; k < TILE / 4; k += VECTOR_ROWS) {
        size_t four = get_local_id(1) + k;
        uint4 a[4];
#pragma unroll
        for (uint i = 0; i < 4; i++) {
            size_t y = y0 + 4 * four + i;
            a[i] = y < rows ? load_4(in + y * cols, x0 + 4 * item, cols) : (uint4)0;
        }
        turn_4x4(a);
#pragma unroll
        for (uint i = 0; i < 4; i++)
            tile[4 * item + i][four ^ item] = a[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < TILE; k += VECTOR_ROWS) {
        size_t x = get_local_id(1) + k;
        if (x0 + x < cols)
            store_4(tile[x][item ^ (x / 4)], out + (x0 + x) * rows, y0 + 4 * item, rows);
    }
}

// --- through registers: for CPUs

uint16 zip_low_16(uint16 a, uint16 b)
{
    return (uint16)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3, a.s4, b.s4, a.s5, b.s5, a.s6,
                    b.s6, a.s7, b.s7);
}

uint16 zip_high_16(uint16 a, uint16 b)
{
    return (uint16)(a.s8, b.s8, a.s9, b.s9, a.sa, b.sa, a.sb, b.sb, a.sc, b.sc, a.sd, b.sd, a.se,
                    b.se, a.sf, b.sf);
}

// As turn_4x4, with 256 elements: a round moves element i to 2 i mod 255, four rounds to 16 i mod
// 255.
void turn_16x16(uint16 *a)
{
#pragma unroll
    for (int round = 0; round < 4; round++) {
        uint16 b[16];
#pragma unroll
        for (int i = 0; i < 8; i++) {
            b[2 * i] = zip_low_16(a[i], a[i + 8]);
            b[2 * i + 1] = zip_high_16(a[i], a[i + 8]);
        }
#pragma unroll
        for (int i = 0; i < 16; i++)
            a[i] = b[i];
    }
}

// A vector of elements that may be unaligned.
typedef uint16 __attribute__((aligned(4))) loose_uint16;

// Loads a block of 16 x 16 elements, turned, and prefetches the block AHEAD rows below.  Each row
// of the block is read once, as a whole.  So it does no harm if all rows compete for one place in a
// cache.
void take_block(uint16 *a, global const uint *in, ulong cols)
{
#pragma unroll
    for (int i = 0; i < 16; i++)
        a[i] = *(global const loose_uint16 *)&in[i * cols];
#pragma unroll
    for (int i = 0; i < 16; i++)
        PREFETCH(&in[(AHEAD + i) * cols]);
    turn_16x16(a);
}

// Moves a strip of width x height elements where each row of `out` begins a cache line.  Then the
// rows of a turned block are whole lines, which can be stored past the caches.  shape: see
// turn_tile.
void move_lines(global uint *restrict out, global const uint *restrict in, ulong2 shape,
                size_t width, size_t height)
{
    const ulong rows = shape.x, cols = shape.y;
    const size_t whole_width = width - width % 16;
    for (size_t y = 0; y < height; y += 16)
        for (size_t x = 0; x < whole_width; x += 16) {
            uint16 a[16];
            take_block(a, &in[y * cols + x], cols);
#pragma unroll
            for (int j = 0; j < 16; j++)
                STREAM(a[j], (global uint16 *)&out[(x + j) * rows + y]);
        }
    for (size_t x = whole_width; x < width; x++)
        for (size_t y = 0; y < height; y++)
            out[x * rows + y] = in[y * cols + x];
}

// Turns a part of a strip into local memory: part[column][row].  The loops are those of move_lines:
// an OpenCL C 1.2 function takes a pointer to global or one to local memory, not either of them.
void turn_part(local uint (*restrict part)[STRIP_ROWS], global const uint *restrict in, ulong cols,
               size_t width, size_t height)
{
    const size_t whole_width = width - width % 16, whole_height = height - height % 16;
    for (size_t y = 0; y < whole_height; y += 16)
        for (size_t x = 0; x < whole_width; x += 16) {
            uint16 a[16];
            take_block(a, &in[y * cols + x], cols);
#pragma unroll
            for (int j = 0; j < 16; j++)
                *(local uint16 *)&part[x + j][y] = a[j];
        }
    for (size_t y = 0; y < height; y++)
        for (size_t x = y < whole_height ? whole_width : 0; x < width; x++)
            part[x][y] = in[y * cols + x];
}

// Stores `count` elements from out[at] on.  Whole cache lines are stored past the caches.
void put_run(global uint *restrict out, size_t at, local const uint *restrict run, size_t count)
{
    size_t i = 0;
    for (; i < count && (at + i) % 16; i++)
        out[at + i] = run[i];
    for (; i + 16 <= count; i += 16)
        STREAM((uint16)(*(local const loose_uint16 *)&run[i]), (global uint16 *)&out[at + i]);
    for (; i < count; i++)
        out[at + i] = run[i];
}

// A work-item moves a strip of STRIP_ROWS x STRIP_COLS elements.  Where whole lines can be stored
// past the caches, it does so at once.  Elsewhere it turns PART_COLS columns at a time in local
// memory, which a CPU keeps in its cache, and then stores long runs.
kernel void transpose_strips(global uint *restrict out, global const uint *restrict in, ulong rows,
                             ulong cols)
{
    local uint16 room[PART_COLS][STRIP_ROWS / 16];    // its type aligns it for vectors
    local uint(*const part)[STRIP_ROWS] = (local uint(*)[STRIP_ROWS])room;
    const size_t left = get_global_id(0) * STRIP_COLS, right = min(left + STRIP_COLS, (size_t)cols);
    const size_t top = get_global_id(1) * STRIP_ROWS, height = min((size_t)STRIP_ROWS, rows - top);
    in += top * cols;
    if (HAS_STREAM && rows % 16 == 0) {
        move_lines(out + left * rows + top, in + left, (ulong2)(rows, cols), right - left, height);
        return;
    }
    for (size_t x = left; x < right; x += PART_COLS) {
        const size_t width = min((size_t)PART_COLS, right - x);
        turn_part(part, in + x, cols, width, height);
        for (size_t j = 0; j < width; j++)
            put_run(out, (x + j) * rows + top, part[j], height);
    }
}
