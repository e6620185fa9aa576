// SPDX-License-Identifier: MIT
//
// C = A B for row-major matrices of floats: C has m rows of n, A has m rows of k, B has k rows of
// n.
//
//                          column
//                  +---------#---------+
//                  |         #         |
//                  |    B    #         |  k rows
//                  |         #         |
//                  +---------#---------+
//     +--------+   +---------|---------+
//     |   A    |   |    C    |         |  m rows
// row |########|   |---------o         |
//     +--------+   +-------------------+    o is the sum of k products: # of A times # of B
//         k                  n
//
// Ten kernels, and each changes one thing in an earlier one.  After naive they are for GPUs;
// matmul_ladder_cpu.cl has the ladder for CPUs.
//
// Dimension 0 of the NDRange goes along the rows of C, dimension 1 goes down.  The NDRange may be
// larger than C: work-items past the edges store nothing.
//
// The host sets:
//
//   COLUMNS    coalesced_row: elements of C per work-item
//   PIECE      local_a, local_a_coalesced: elements of A in local memory
//   TILE       tiled: side of the tiles
//   SIDE       more_work, wider_loads: side of the tiles, a multiple of 4
//   WORK       more_work, wider_loads: elements of C per work-item; wider_loads needs 4
//   BLOCK      register_block, prefetch: rows and columns of C per work-group
//   DEPTH      register_block, prefetch: length of the tiles along k, a multiple of 4
//   EACH       register_block, prefetch: rows and columns of C per work-item, a multiple of 4
//   ALIGNED    n and k are multiples of 4, so that every row begins at a multiple of 16 bytes
//   ONLY_NAIVE not set, or: without the kernels behind naive

#if !defined(COLUMNS) || !defined(PIECE) || !defined(TILE) || !defined(SIDE) || !defined(WORK) || \
    !defined(BLOCK) || !defined(DEPTH) || !defined(EACH) || !defined(ALIGNED)
#error "the host must build this file with -D for each of the names above"
#endif

// --- naive: one element of C per work-item.  Each product needs two loads.

kernel void matmul_naive(global float *restrict c, global const float *restrict a,
                         global const float *restrict b, uint m, uint n, uint k)
{
    size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= m || column >= n) return;
    float sum = 0.0f;
    for (size_t i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}

#ifndef ONLY_NAIVE    // the others take seconds to compile, and a CPU does not run them

// --- coalesced_row: COLUMNS elements of a row per work-item.  One load of A serves all of them.
//
//     C   | 0 1 2 ... | 0 1 2 ... | 0 1 2 ... | 0 1 2 ... |     numbers: the work-items of a group
//
// The elements of a work-item are one group apart.  At any moment neighbours read neighbours of B,
// so that their loads are coalesced.

kernel void matmul_coalesced_row(global float *restrict c, global const float *restrict a,
                                 global const float *restrict b, uint m, uint n, uint k)
{
    const size_t items = get_local_size(0), row = get_global_id(1);
    const size_t first = get_group_id(0) * items * COLUMNS + get_local_id(0);
    if (row >= m) return;

    // Past the end of the row a work-item computes the last element again and does not store it.
    size_t column[COLUMNS];
    float sum[COLUMNS];
    for (int j = 0; j < COLUMNS; j++) {
        column[j] = min(first + j * items, (size_t)n - 1);
        sum[j] = 0.0f;
    }
    for (size_t i = 0; i < k; i++) {
        const float factor = a[row * k + i];
#pragma unroll
        for (int j = 0; j < COLUMNS; j++)
            sum[j] += factor * b[i * n + column[j]];
    }
    for (int j = 0; j < COLUMNS; j++)
        if (first + j * items < n) c[row * n + column[j]] = sum[j];
}

// --- vector4: four neighbours of a row per work-item, in loads of 16 bytes.
//
//     A row    [i i+1 i+2 i+3]    one load       C  [. . . .]  += a.x * row i     of B
//     B rows i to i+3             four loads                   += a.y * row i + 1 of B  ...
//
// Five loads serve 16 products.

float4 load_4(global const float *from)
{
#if ALIGNED
    return *(global const float4 *)from;
#else
    return vload4(0, from);
#endif
}

kernel void matmul_vector4(global float *restrict c, global const float *restrict a,
                           global const float *restrict b, uint m, uint n, uint k)
{
    const size_t column = 4 * get_global_id(0), row = get_global_id(1);
    if (row >= m || column >= n) return;
    global const float *a_row = a + row * k;
    if (column + 4 > n) {    // fewer than four are left: one by one
        for (size_t j = column; j < n; j++) {
            float sum = 0.0f;
            for (size_t i = 0; i < k; i++)
                sum += a_row[i] * b[i * n + j];
            c[row * n + j] = sum;
        }
        return;
    }
    global const float *at = b + column;
    float4 sum = 0.0f;
    size_t i = 0;
    for (; i + 4 <= k; i += 4, at += 4 * (size_t)n) {
        const float4 factor = load_4(a_row + i);
        sum += factor.x * load_4(at);
        sum += factor.y * load_4(at + n);
        sum += factor.z * load_4(at + 2 * (size_t)n);
        sum += factor.w * load_4(at + 3 * (size_t)n);
    }
    for (; i < k; i++, at += n)
        sum += a_row[i] * load_4(at);
    vstore4(sum, 0, c + row * n + column);
}

// --- local_a: as naive, but the row of A comes from local memory.
//
//     A row   |#### PIECE ####|               |     a work-group computes elements of one row of C:
//                     |                             all its work-items need the same row of A
//                     v  copied once per group
//     local   |################|
//
// Each work-item copies a run of the piece.  Neighbours read addresses that are far apart: the
// loads are not coalesced.

// The sum, plus `count` elements of A times those of a column of B.
float add_products(float sum, local const float *a, global const float *b, uint n, uint count)
{
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i * n];
    return sum;
}

kernel void matmul_local_a(global float *restrict c, global const float *restrict a,
                           global const float *restrict b, uint m, uint n, uint k)
{
    local float piece[PIECE];
    const size_t column = get_global_id(0), row = get_global_id(1);
    const uint item = get_local_id(0), items = get_local_size(0);
    global const float *at = b + min(column, (size_t)n - 1);    // all must reach the barriers
    float sum = 0.0f;
    for (uint first = 0; first < k; first += PIECE) {
        const uint count = min((uint)PIECE, k - first), run = (count + items - 1) / items;
        for (uint i = item * run; i < min((item + 1) * run, count); i++)
            piece[i] = a[row * k + first + i];
        barrier(CLK_LOCAL_MEM_FENCE);    // the piece is complete
        sum = add_products(sum, piece, at + first * (size_t)n, n, count);
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read it
    }
    if (column < n) c[row * n + column] = sum;
}

// --- local_a_coalesced: the same, but neighbours copy neighbours.
//
//     local_a               | 0 0 0 0 1 1 1 1 2 2 2 2 ... |     which work-item copies the element
//     local_a_coalesced     | 0 1 2 3 4 ... 0 1 2 3 4 ... |

kernel void matmul_local_a_coalesced(global float *restrict c, global const float *restrict a,
                                     global const float *restrict b, uint m, uint n, uint k)
{
    local float piece[PIECE];
    const size_t column = get_global_id(0), row = get_global_id(1);
    global const float *at = b + min(column, (size_t)n - 1);
    float sum = 0.0f;
    for (uint first = 0; first < k; first += PIECE) {
        const uint count = min((uint)PIECE, k - first);
        for (uint i = get_local_id(0); i < count; i += get_local_size(0))
            piece[i] = a[row * k + first + i];
        barrier(CLK_LOCAL_MEM_FENCE);    // the piece is complete
        sum = add_products(sum, piece, at + first * (size_t)n, n, count);
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read it
    }
    if (column < n) c[row * n + column] = sum;
}

// --- tiled: a work-group computes TILE x TILE elements of C from tiles of A and B in local memory.
//
//                   B   +----+----+----+
//                       |    |####|    |      Step by step, the tile of A moves to the right
//                       |    |  | |    |      and the tile of B moves down.
//                       |    |  v |    |
//     A +----+----+     +----+----+----+      A work-item copies one element of each tile.  Each
//       |    |    |     |    |    |    |      element in local memory serves TILE work-items.
//       |####| -> |     |    |tile|    |
//       |    |    |     |    |of C|    |      Outside of A and B, the tiles are filled with zeros.
//       +----+----+     +----+----+----+

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
matmul_tiled(global float *restrict c, global const float *restrict a,
             global const float *restrict b, uint m, uint n, uint k)
{
    local float a_tile[TILE][TILE], b_tile[TILE][TILE];
    const size_t column = get_global_id(0), row = get_global_id(1);
    const uint x = get_local_id(0), y = get_local_id(1);
    float sum = 0.0f;
    for (uint first = 0; first < k; first += TILE) {
        a_tile[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        b_tile[y][x] = first + y < k && column < n ? b[(first + y) * (size_t)n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);    // the tiles are complete
#pragma unroll
        for (int i = 0; i < TILE; i++)
            sum += a_tile[y][i] * b_tile[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read them
    }
    if (row < m && column < n) c[row * n + column] = sum;
}

// --- more_work: as tiled, but WORK elements of a column of C per work-item.
//
//       tile of C, SIDE 32, WORK 4         the elements of work-item (x, y) are 8 rows apart
//       +-----------------+
//     y |       #         |                One load from b_tile serves four products, so that four
//       |                 |                products need 5 loads from local memory instead of 8.
// y + 8 |       #         |
//       |                 |                The work-group has as many work-items as before, and its
// y + 16|       #         |                tile is four times as large: elements come from global
//       |                 |                memory half as often.
// y + 24|       #         |
//       +-------x---------+

#define ROWS (SIDE / WORK)    // rows between the elements of a work-item; also rows of work-items

kernel __attribute__((reqd_work_group_size(SIDE, ROWS, 1))) void
matmul_more_work(global float *restrict c, global const float *restrict a,
                 global const float *restrict b, uint m, uint n, uint k)
{
    local float a_tile[SIDE][SIDE], b_tile[SIDE][SIDE];
    const uint x = get_local_id(0), y = get_local_id(1);
    const size_t column = get_global_id(0);
    const size_t top = get_global_offset(1) * WORK + get_group_id(1) * SIDE;    // of the tile of C
    float sum[WORK] = { 0.0f };
    for (uint first = 0; first < k; first += SIDE) {
        for (uint i = y; i < SIDE; i += ROWS) {
            const size_t row = top + i, b_row = first + i;
            a_tile[i][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
            b_tile[i][x] = b_row < k && column < n ? b[b_row * n + column] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // the tiles are complete
#pragma unroll
        for (int i = 0; i < SIDE; i++) {
            const float factor = b_tile[i][x];
#pragma unroll
            for (int w = 0; w < WORK; w++)
                sum[w] += a_tile[y + w * ROWS][i] * factor;
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read them
    }
    for (int w = 0; w < WORK; w++) {
        const size_t row = top + y + w * ROWS;
        if (row < m && column < n) c[row * n + column] = sum[w];
    }
}

// --- wider_loads: as more_work, but A and B move as float4.
//
//     a_tile, b_tile   | 0 | 1 | 2 | ... | 7 |     which work-item copies the float4: one of each
//                      | 8 | 9 | ...              tile, where more_work copies four floats of each
//
// A's factors also come out of local memory as float4, for four steps along k.  Sixteen products
// need 8 loads from local memory instead of 20.

// Four neighbours of a row; zeros outside of the matrix.
float4 load_4_inside(global const float *matrix, size_t row, uint column, uint rows, uint columns)
{
    if (row >= rows || column >= columns) return 0.0f;
    global const float *from = matrix + row * columns + column;
    if (column + 4 <= columns) return load_4(from);
    return (float4)(from[0], column + 1 < columns ? from[1] : 0.0f,
                    column + 2 < columns ? from[2] : 0.0f, 0.0f);
}

kernel __attribute__((reqd_work_group_size(SIDE, ROWS, 1))) void
matmul_wider_loads(global float *restrict c, global const float *restrict a,
                   global const float *restrict b, uint m, uint n, uint k)
{
    local float4 a_tile[SIDE][SIDE / 4], b_tile[SIDE][SIDE / 4];
    const uint x = get_local_id(0), y = get_local_id(1), item = y * SIDE + x;
    const uint i = item / (SIDE / 4), j = item % (SIDE / 4);    // the float4 that it copies
    const size_t column = get_global_id(0), left = get_group_id(0) * SIDE;
    const size_t top = get_global_offset(1) * WORK + get_group_id(1) * SIDE;
    float sum[WORK] = { 0.0f };
    for (uint first = 0; first < k; first += SIDE) {
        a_tile[i][j] = load_4_inside(a, top + i, first + 4 * j, m, k);
        b_tile[i][j] = load_4_inside(b, first + i, left + 4 * j, k, n);
        barrier(CLK_LOCAL_MEM_FENCE);    // the tiles are complete
        local const float *b_column = (local const float *)b_tile + x;
#pragma unroll
        for (int v = 0; v < SIDE / 4; v++, b_column += 4 * SIDE) {
            const float b0 = b_column[0], b1 = b_column[SIDE];
            const float b2 = b_column[2 * SIDE], b3 = b_column[3 * SIDE];
#pragma unroll
            for (int w = 0; w < WORK; w++) {
                const float4 factor = a_tile[y + w * ROWS][v];
                sum[w] += factor.x * b0;
                sum[w] += factor.y * b1;
                sum[w] += factor.z * b2;
                sum[w] += factor.w * b3;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read them
    }
    for (int w = 0; w < WORK; w++) {
        const size_t row = top + y + w * ROWS;
        if (row < m && column < n) c[row * n + column] = sum[w];
    }
}

// --- register_block: as wider_loads, but a work-item computes EACH x EACH elements in private
// memory.
//
//       b_tile, one row      [0123]....[0123]....        BLOCK 8, EACH 4: 2 x 2 work-items
//
//       a_tile, one column
//          0  ------------>  ####.... work-item (0, 0) has rows 0, 2, 4, 6
//          .                 ........ and columns 0 to 3: 16 sums, which stay in registers.
//          0  ------------>  ####....
//          .                 ........ For 16 products it loads 4 numbers of A and 4 of B.
//          0  ------------>  ####....
//          .                 ........ With EACH 8: 64 products from 8 and 8 numbers.
//          0  ------------>  ####....
//          .                 ........

#define ACROSS  (BLOCK / EACH)    // work-items along each side
#define ITEMS   (ACROSS * ACROSS)
#define A_PITCH (DEPTH / 4)            // float4s per row of a_tile, which has BLOCK rows
#define B_PITCH (BLOCK / 4)            // float4s per row of b_tile, which has DEPTH rows
#define VECTORS (BLOCK * DEPTH / 4)    // of each tile

// The rows and columns of C before the block of this work-group.
size_t rows_above(void)
{
    return get_global_offset(1) * EACH + get_group_id(1) * BLOCK;
}

size_t columns_before(void)
{
    return get_group_id(0) * BLOCK;
}

// The float4 with this number of the tile of A that begins with column `first`.
float4 load_a(global const float *a, uint number, uint first, uint m, uint k)
{
    const size_t row = rows_above() + number / A_PITCH;
    return load_4_inside(a, row, first + number % A_PITCH * 4, m, k);
}

// The float4 with this number of the tile of B that begins with row `first`.
float4 load_b(global const float *b, uint number, uint first, uint k, uint n)
{
    const uint column = columns_before() + number % B_PITCH * 4;
    return load_4_inside(b, (size_t)first + number / B_PITCH, column, k, n);
}

// With a constant e this is a register.
float element(float4 v, int e)
{
    return e == 0 ? v.x : e == 1 ? v.y : e == 2 ? v.z : v.w;
}

// Adds the products of the tiles to the sums of this work-item.
void add_tiles(float4 sum[EACH][EACH / 4], local const float4 *a_tile, local const float4 *b_tile)
{
    const uint x = get_local_id(0), y = get_local_id(1);
#pragma unroll
    for (int i = 0; i < DEPTH; i += 4) {
        float4 a4[EACH];
#pragma unroll
        for (int r = 0; r < EACH; r++)
            a4[r] = a_tile[(y + r * ACROSS) * A_PITCH + i / 4];
#pragma unroll
        for (int e = 0; e < 4; e++)
#pragma unroll
            for (int j = 0; j < EACH / 4; j++) {
                const float4 b4 = b_tile[(i + e) * B_PITCH + x + j * ACROSS];
#pragma unroll
                for (int r = 0; r < EACH; r++)
                    sum[r][j] += element(a4[r], e) * b4;
            }
    }
}

void store_block(global float *c, float4 sum[EACH][EACH / 4], uint m, uint n)
{
#pragma unroll
    for (int r = 0; r < EACH; r++)
#pragma unroll
        for (int j = 0; j < EACH / 4; j++) {
            const size_t row = rows_above() + get_local_id(1) + r * ACROSS;
            const size_t column = columns_before() + 4 * (get_local_id(0) + j * ACROSS);
            if (row < m && column + 4 <= n)
                vstore4(sum[r][j], 0, c + row * n + column);
            else if (row < m)
                for (int e = 0; e < 4 && column + e < n; e++)
                    c[row * n + column + e] = element(sum[r][j], e);
        }
}

kernel __attribute__((reqd_work_group_size(ACROSS, ACROSS, 1))) void
matmul_register_block(global float *restrict c, global const float *restrict a,
                      global const float *restrict b, uint m, uint n, uint k)
{
    local float4 a_tile[VECTORS], b_tile[VECTORS];
    const uint item = get_local_id(1) * ACROSS + get_local_id(0);
    float4 sum[EACH][EACH / 4] = { { 0.0f } };
    for (uint first = 0; first < k; first += DEPTH) {
        for (uint v = item; v < VECTORS; v += ITEMS) {
            a_tile[v] = load_a(a, v, first, m, k);
            b_tile[v] = load_b(b, v, first, k, n);
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // the tiles are complete
        add_tiles(sum, a_tile, b_tile);
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read them
    }
    store_block(c, sum, m, n);
}

// --- prefetch: as register_block, but the next tiles are on their way while these are used.
//
//     register_block   | load 0 | multiply 0 | load 1 | multiply 1 | load 2 | multiply 2 |
//
//     prefetch         | load 0 | multiply 0 | multiply 1 | multiply 2 |          time ->
//                               | load 1     | load 2     |
//
// A load from global memory takes hundreds of cycles.  A work-item asks for its float4s of the next
// tiles, multiplies, and only then needs them.  They wait in private memory until all work-items
// have read the tiles in local memory.

kernel __attribute__((reqd_work_group_size(ACROSS, ACROSS, 1))) void
matmul_prefetch(global float *restrict c, global const float *restrict a,
                global const float *restrict b, uint m, uint n, uint k)
{
    local float4 a_tile[VECTORS], b_tile[VECTORS];
    const uint item = get_local_id(1) * ACROSS + get_local_id(0);
    float4 a_next[VECTORS / ITEMS], b_next[VECTORS / ITEMS];
    float4 sum[EACH][EACH / 4] = { { 0.0f } };
#pragma unroll
    for (int v = 0; v < VECTORS / ITEMS; v++) {
        a_next[v] = load_a(a, item + v * ITEMS, 0, m, k);
        b_next[v] = load_b(b, item + v * ITEMS, 0, k, n);
    }
    for (uint first = 0; first < k; first += DEPTH) {
#pragma unroll
        for (int v = 0; v < VECTORS / ITEMS; v++) {
            a_tile[item + v * ITEMS] = a_next[v];
            b_tile[item + v * ITEMS] = b_next[v];
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // the tiles are complete
#pragma unroll
        for (int v = 0; v < VECTORS / ITEMS; v++) {    // past the end of k: zeros
            a_next[v] = load_a(a, item + v * ITEMS, first + DEPTH, m, k);
            b_next[v] = load_b(b, item + v * ITEMS, first + DEPTH, k, n);
        }
        add_tiles(sum, a_tile, b_tile);
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read them
    }
    store_block(c, sum, m, n);
}

#endif
