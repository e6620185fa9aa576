// SPDX-License-Identifier: MIT
//
// out[x][y] = in[y][x] for CPUs: a matrix of rows x cols becomes one of cols x rows, through
// registers.  Both matrices lie row after row, without gaps.  An element is any four bytes.
//
//     in                              registers                       out
//     16 rows of 16 elements   --->   16 vectors, turned in    --->   16 rows of 16 elements
//     | block | next block | ...      four rounds
//
// A work-item moves a strip, block by block.  So each line of memory is read once and written once.
//
// The host sets
//     STRIP_COLS, STRIP_ROWS    the columns and rows of `in` that a work-item moves
//     PART_COLS                 the columns that it turns at a time in local memory
//     AHEAD                     how many rows ahead it prefetches; 0: it does not

#if !defined(STRIP_COLS) || !defined(STRIP_ROWS) || !defined(PART_COLS) || !defined(AHEAD)
#error "the host must build this file with -D for each of the macros above"
#endif

#include "prefetch.h"
#include "stream.h"

// --- 16 x 16 elements in registers

// The first halves of a and b, and the second halves: elements of a and b alternate.
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

// Transposes 16 x 16 elements: rows become columns.  Number the 256 elements in one line.  A round
// of zips moves element i to place 2 i mod 255.  Four rounds move it to 16 i mod 255, which is its
// place in the transposed block.
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

// --- strips

// Moves a strip of width x height elements where each row of `out` begins a cache line.  Then the
// rows of a turned block are whole lines, which can be stored past the caches.  shape: the
// rows and columns of `in`.
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
    const size_t top = get_global_id(1) * STRIP_ROWS, height = min((ulong)STRIP_ROWS, rows - top);
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
