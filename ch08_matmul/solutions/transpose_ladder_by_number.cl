// SPDX-License-Identifier: MIT
//
// Exercise 6 of transpose_ladder: work-items counted row by row.
//
// out[x][y] = in[y][x]: a matrix of rows x cols becomes one of cols x rows.  Both matrices lie row
// after row, without gaps.  An element is any four bytes.
//
// A launch may cover only a part of the matrix, below other parts.  get_global_id(1) counts from
// the top of the matrix, but get_group_id(1) counts from the top of the part: the kernels with
// tiles add get_global_offset(1).
//
// The host sets
//     SIDE           tiled, padded: side of the tile, and of the work-group
//     TILE           blocked and later: side of the tile, 16, 32 or 64
//     ROWS           blocked: rows of work-items in a work-group
//     VECTOR_ROWS    vector, ordered: the same
//     ORDER, BAND    ordered: which work-group takes which tile

#if !defined(SIDE) || !defined(TILE) || !defined(ROWS) || !defined(VECTOR_ROWS) || \
    !defined(ORDER) || !defined(BAND)
#error "the host must build this file with -D for each of the macros above"
#endif

// --- coalesced_reads: work-item (x, y) moves in[y][x].
//
//     in   | 0 1 2 3 ...|  one line          out   0
//                                                  1   a line each
//                                                  2
//
// Neighbouring work-items read neighbouring elements: a line of memory is read once for all of
// them.  Their writes are a whole row of `out` apart.

kernel void transpose_coalesced_reads(global uint *restrict out, global const uint *restrict in,
                                      ulong rows, ulong cols)
{
    size_t k = get_global_id(1) * get_global_size(0) + get_global_id(0);    // of `in`
    //: skeleton
    //: if (k < rows * cols) out[k] = in[k];
    //: solution
    if (k < rows * cols) out[k % cols * rows + k / cols] = in[k];
    //: end
}

// --- coalesced_writes: work-item (y, x) moves in[y][x].
//
//     in   0                                 out   | 0 1 2 3 ...|  one line
//          1   a line each
//          2
//
// The reverse: neighbouring work-items write neighbouring elements.  Their reads are a whole row of
// `in` apart.

kernel void transpose_coalesced_writes(global uint *restrict out, global const uint *restrict in,
                                       ulong rows, ulong cols)
{
    size_t y = get_global_id(0), x = get_global_id(1);
    if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}

// --- tiled: a work-group turns a tile of SIDE x SIDE elements in local memory.
//
//     in      x0                         tile                          out    y0
//         +---------------+                                               +-----------+
//         |               |                                               |           |
//     y0  |   a b c d     |   row by    a b c d     column by         x0  |   a e i m |
//         |   e f g h     |   row       e f g h     column, as            |   b f j n |
//         |   i j k l     |   ------>   i j k l     rows of `out`         |   c g k o |
//         |   m n o p     |             m n o p     ------------>         |   d h l p |
//         +---------------+                                               |           |
//                                                                         +-----------+
//
// Each work-item copies one element into the tile, and another one out of it.  Neighbours read
// neighbours of a row of `in`, and write neighbours of a row of `out`.  Only the tile is read by
// columns.

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
transpose_tiled(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint tile[SIDE][SIDE];
    size_t x0 = get_group_id(0) * SIDE, y0 = get_group_id(1) * SIDE + get_global_offset(1);
    size_t item = get_local_id(0), row = get_local_id(1);
    if (x0 + item < cols && y0 + row < rows) tile[row][item] = in[(y0 + row) * cols + x0 + item];
    barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
    if (x0 + row < cols && y0 + item < rows) out[(x0 + row) * rows + y0 + item] = tile[item][row];
}

// --- padded: as tiled, but each row of the tile ends with an unused element.
//
//     tiled       padded        which memory bank an element is in, where there are four
//
//     0 1 2 3     0 1 2 3 -
//     0 1 2 3     1 2 3 0 -     tiled: a column lies in one bank, which serves one work-item after
//     0 1 2 3     2 3 0 1 -     the other.  padded: it lies in all banks, which serve all
//     0 1 2 3     3 0 1 2 -     work-items at once.

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
transpose_padded(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint tile[SIDE][SIDE + 1];
    size_t x0 = get_group_id(0) * SIDE, y0 = get_group_id(1) * SIDE + get_global_offset(1);
    size_t item = get_local_id(0), row = get_local_id(1);
    if (x0 + item < cols && y0 + row < rows) tile[row][item] = in[(y0 + row) * cols + x0 + item];
    barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
    if (x0 + row < cols && y0 + item < rows) out[(x0 + row) * rows + y0 + item] = tile[item][row];
}

// --- blocked: as padded, but a work-item moves TILE / ROWS elements of a column.
//
//     tile, ROWS 2    0 1 2 3 4 5 6 7     which work-item copies the element
//                     8 9 . . . . . .
//                     0 1 2 3 4 5 6 7     The loads of a work-item are in flight together.  And the
//                     8 9 . . . . . .     tile may be larger than a work-group with one work-item
//                     ...                 per element.

kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1))) void
transpose_blocked(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint tile[TILE][TILE + 1];
    size_t x0 = get_group_id(0) * TILE;
    size_t y0 = (get_group_id(1) + get_global_offset(1) / ROWS) * TILE;
    size_t item = get_local_id(0);
#pragma unroll
    for (uint k = 0; k < TILE; k += ROWS) {
        size_t row = get_local_id(1) + k;
        if (x0 + item < cols && y0 + row < rows)
            tile[row][item] = in[(y0 + row) * cols + x0 + item];
    }
    barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
#pragma unroll
    for (uint k = 0; k < TILE; k += ROWS) {
        size_t row = get_local_id(1) + k;
        if (x0 + row < cols && y0 + item < rows)
            out[(x0 + row) * rows + y0 + item] = tile[item][row];
    }
}

// --- vector: all loads and stores are vectors of four.
//
//     a b c d       a e i m
//     e f g h       b f j n     A work-item turns 4 x 4 elements in registers.  The work-group
//     i j k l  -->  c g k o     exchanges the turned vectors in local memory.
//     m n o p       d h l p

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

// Moves the tile whose first element is in column at.x and row at.y of `in`.  shape: the rows and
// columns of `in`.
//
// The place of a vector in its row of the tile is its number XOR a quarter of the row's number.  So
// neighbouring work-items use different memory banks, both when they store below each other and
// when they load side by side.  With a TILE of 16 there are only four places for eight neighbours:
// two of them meet.
void move_tile(global uint *restrict out, global const uint *restrict in, ulong2 shape, ulong2 at,
               local uint4 (*tile)[TILE / 4])
{
    const ulong rows = shape.x, cols = shape.y;
    size_t x0 = at.x, y0 = at.y, item = get_local_id(0);
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
    barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
#pragma unroll
    for (uint k = 0; k < TILE; k += VECTOR_ROWS) {
        size_t x = get_local_id(1) + k;
        if (x0 + x < cols)
            store_4(tile[x][item ^ (x / 4)], out + (x0 + x) * rows, y0 + 4 * item, rows);
    }
}

kernel __attribute__((reqd_work_group_size(TILE / 4, VECTOR_ROWS, 1))) void
transpose_vector(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint4 tile[TILE][TILE / 4];    // [column of in][row of in / 4, XORed]
    size_t x = get_group_id(0), y = get_group_id(1) + get_global_offset(1) / VECTOR_ROWS;
    move_tile(out, in, (ulong2)(rows, cols), (ulong2)(x * TILE, y * TILE), tile);
}

// --- ordered: as vector, but the work-groups take the tiles in another order.
//
//     the number of the work-group that takes the tile:
//
//     vector               ORDER 1               ORDER 2, BAND 2
//     0  1  2  3           0  3  6  9            0  2  4  6
//     4  5  6  7          10  1  4  7            1  3  5  7
//     8  9 10 11           8 11  2  5            8  9 10 11
//
// Work-groups begin more or less in the order of their numbers.  So the order decides which parts
// of memory are busy at the same time.  Along the diagonals (ORDER 1) the next work-group has
// another row of `in` and another row of `out`.  In bands (ORDER 2) it has a neighbour in both.

uint2 tile_position(ulong rows)
{
    uint x = (uint)get_group_id(0);
    uint y = (uint)(get_group_id(1) + get_global_offset(1) / VECTOR_ROWS);
    uint wide = (uint)get_num_groups(0), high = (uint)((rows + TILE - 1) / TILE);
    uint number = y * wide + x;
#if ORDER == 1
    uint diagonal = number / high;
    y = number - diagonal * high;    // the rest of the division
    x = (diagonal + y) % wide;
#else
    uint top = number / (BAND * wide) * BAND, height = min((uint)BAND, high - top);
    uint within = number - top * wide;
    x = within / height;
    y = top + within - x * height;
#endif
    return (uint2)(x, y);
}

kernel __attribute__((reqd_work_group_size(TILE / 4, VECTOR_ROWS, 1))) void
transpose_ordered(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint4 tile[TILE][TILE / 4];
    uint2 at = tile_position(rows);
    move_tile(out, in, (ulong2)(rows, cols), (ulong2)((ulong)at.x * TILE, (ulong)at.y * TILE),
              tile);
}
