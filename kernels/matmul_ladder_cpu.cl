// SPDX-License-Identifier: MIT
//
// C = A B for CPUs, after naive of matmul_ladder.cl, which shows the matrices.  Five kernels, and
// each adds one idea to the one before.
//
// A core works through the work-items of a group one after the other, those of dimension 0 first,
// and has vector registers of 4, 8 or 16 floats.  So a work-item computes whole vectors, and
// dimension 0 goes down the rows of C: the next work-item needs the same columns of B, which are
// still in the cache.  Dimension 1 goes along the rows.
//
//     C   +---+---+---+---+---+
//         | 0 | 4 |           |     The first work-items, numbered in the order in which a core
//         | 1 | 5 |    ...    |     computes them.  Work-items past the edges store nothing.
//         | 2 | 6 |           |
//         | 3 | 7 |           |
//         +---+---+---+---+---+
//
// At the right edge a vector may reach past the row: there it takes numbers from the next row of B.
// Their sums are not stored.  Behind the last row of B the host leaves room for COLUMNS numbers.
//
// The host sets:
//
//   VECTOR, LOAD, STORE    the device's vector of floats: float16, vload16, vstore16
//   ROWS                   cpu_rows and later: rows of C per work-item
//   AHEAD                  cpu_prefetch: how many steps before its use a row of B is asked for

#if !defined(VECTOR) || !defined(LOAD) || !defined(STORE) || !defined(ROWS) || !defined(AHEAD)
#error "the host must build this file with -D for each of the names above"
#endif

#include "prefetch.h"

#define WIDTH vec_step(VECTOR)    // floats in a vector

// Stores a vector in a row of C that has so many columns left.
void store_inside(VECTOR sum, global float *c, size_t columns)
{
    if (columns >= WIDTH) {
        STORE(sum, 0, c);
        return;
    }
    float one_by_one[WIDTH];
    STORE(sum, 0, one_by_one);
    for (size_t j = 0; j < columns; j++)
        c[j] = one_by_one[j];
}

// --- cpu_vectors: a vector of neighbours in a row of C per work-item.
//
//                                B  +---------------------+
//                                   |    [0123456789....] |  row i
//                                   |                     |
//     A  +-------------+            +---------------------+
//    row |      o      |  ------>   |    [0123456789....] |  row of C:  sum += o * vector
//        +-------------+            +---------------------+
//            a[i]
//
// One instruction makes WIDTH products.  It uses all of a vector that one load brings; naive uses
// one number of it.

kernel void matmul_cpu_vectors(global float *restrict c, global const float *restrict a,
                               global const float *restrict b, uint m, uint n, uint k)
{
    const size_t row = get_global_id(0), column = get_global_id(1) * WIDTH;
    if (row >= m || column >= n) return;
    VECTOR sum = 0.0f;
    for (size_t i = 0; i < k; i++)
        sum += a[row * k + i] * LOAD(0, b + i * n + column);
    store_inside(sum, c + row * n + column, n - column);
}

// --- cpu_rows: ROWS such vectors below each other per work-item.
//
//                    B   [vector]      loaded once
//
//     A  row 0    o -->  [sum  0]      sum 0 += o * vector
//        row 1    o -->  [sum  1]      sum 1 += o * vector
//        ...                           ...
//        row 13   o -->  [sum 13]
//
// A load of B serves ROWS products instead of one.  And a core begins an addition before the last
// one has ended, if it does not need its result: the ROWS sums do not need each other.  With a
// single sum each addition waits for the one before.

// The rows of A from `top` on.  Below A the last row is taken again; those sums are not stored.
void find_rows(global const float *a_row[ROWS], global const float *a, size_t top, uint m, uint k)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        a_row[r] = a + min(top + r, (size_t)m - 1) * k;
}

kernel void matmul_cpu_rows(global float *restrict c, global const float *restrict a,
                            global const float *restrict b, uint m, uint n, uint k)
{
    const size_t top = get_global_id(0) * ROWS, column = get_global_id(1) * WIDTH;
    if (top >= m || column >= n) return;
    global const float *a_row[ROWS];
    find_rows(a_row, a, top, m, k);

    VECTOR sum[ROWS] = { 0.0f };
    for (size_t i = 0; i < k; i++) {
        const VECTOR factor = LOAD(0, b + i * n + column);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            sum[r] += a_row[r][i] * factor;
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        if (top + r < m) store_inside(sum[r], c + (top + r) * n + column, n - column);
}

// --- cpu_block: as cpu_rows, but two vectors beside each other.
//
//                    B   [ left ][ right]      loaded once
//
//     A  row 0    o -->  [sum   ][sum   ]      Each number of A serves two products: 28 products
//        row 1    o -->  [sum   ][sum   ]      need 14 numbers of A and two vectors of B, instead
//        ...                                   of 28 and two.
//        row 13   o -->  [sum   ][sum   ]
//
// With 14 rows these are 28 sums and two vectors of B, and a core with AVX-512 has 32 registers.
// More sums would not fit: they would be stored and loaded again in each step.

#define COLUMNS (2 * WIDTH)    // of a block

void store_block(global float *c, const VECTOR sum[ROWS][2], size_t rows, size_t columns, uint n)
{
#pragma unroll
    for (size_t r = 0; r < ROWS; r++)
        if (r < rows) {
            store_inside(sum[r][0], c + r * n, columns);
            if (columns > WIDTH) store_inside(sum[r][1], c + r * n + WIDTH, columns - WIDTH);
        }
}

kernel void matmul_cpu_block(global float *restrict c, global const float *restrict a,
                             global const float *restrict b, uint m, uint n, uint k)
{
    const size_t top = get_global_id(0) * ROWS, column = get_global_id(1) * COLUMNS;
    if (top >= m || column >= n) return;
    global const float *a_row[ROWS];
    find_rows(a_row, a, top, m, k);

    VECTOR sum[ROWS][2] = { { 0.0f } };
    for (size_t i = 0; i < k; i++) {
        global const float *row = b + i * n + column;
        const VECTOR left = LOAD(0, row), right = LOAD(1, row);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            sum[r][0] += a_row[r][i] * left;
            sum[r][1] += a_row[r][i] * right;
        }
    }
    store_block(c + top * n + column, sum, m - top, n - column, n);
}

// --- cpu_packed: as cpu_block, but B has been copied into panels.
//
//     B                                     panels
//     +-------+-------+-------+             +-------+
//     | row 0 |       |       |             | row 0 |     In B the next row of a block is n numbers
//     | row 1 |       |       |             | row 1 |     away: on another page of memory, if n is
//     | row 2 |       |       |    ---->    | row 2 |     large, and in the same few places of the
//     +-------+-------+-------+             +-------+     cache, if n is a multiple of 1024.  In a
//      panel 0 panel 1 panel 2              | row 0 |     panel it is the next in memory.
//      COLUMNS                              | row 1 |
//                                           | row 2 |     The copy takes k n steps, the product
//                                           +-------+     m k n.

// A work-item copies one row of a panel: dimension 0 goes down, dimension 1 counts the panels.
kernel void matmul_cpu_pack(global float *restrict panels, global const float *restrict b, uint n,
                            uint k)
{
    const size_t i = get_global_id(0), panel = get_global_id(1);
    if (i >= k || panel * COLUMNS >= n) return;
    global const float *from = b + i * n + panel * COLUMNS;
    global float *to = panels + (panel * k + i) * COLUMNS;
    STORE(LOAD(0, from), 0, to);
    STORE(LOAD(1, from), 1, to);
}

kernel void matmul_cpu_packed(global float *restrict c, global const float *restrict a,
                              global const float *restrict panels, uint m, uint n, uint k)
{
    const size_t top = get_global_id(0) * ROWS, column = get_global_id(1) * COLUMNS;
    if (top >= m || column >= n) return;
    global const float *a_row[ROWS];
    find_rows(a_row, a, top, m, k);
    global const float *row = panels + column * k;

    VECTOR sum[ROWS][2] = { { 0.0f } };
    for (size_t i = 0; i < k; i++, row += COLUMNS) {
        const VECTOR left = LOAD(0, row), right = LOAD(1, row);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            sum[r][0] += a_row[r][i] * left;
            sum[r][1] += a_row[r][i] * right;
        }
    }
    store_block(c + top * n + column, sum, m - top, n - column, n);
}

// --- cpu_prefetch: as cpu_packed, but each step asks for the row of the panel that is needed AHEAD
// steps later.
//
//     panel   | row i: used now | ... | row i + AHEAD: asked for |
//
// A panel does not fit the nearest cache, and the next one needs some ten cycles.  A row that was
// asked for in time is already near.

kernel void matmul_cpu_prefetch(global float *restrict c, global const float *restrict a,
                                global const float *restrict panels, uint m, uint n, uint k)
{
    const size_t top = get_global_id(0) * ROWS, column = get_global_id(1) * COLUMNS;
    if (top >= m || column >= n) return;
    global const float *a_row[ROWS];
    find_rows(a_row, a, top, m, k);
    global const float *row = panels + column * k;

    VECTOR sum[ROWS][2] = { { 0.0f } };
    for (size_t i = 0; i < k; i++, row += COLUMNS) {
        const VECTOR left = LOAD(0, row), right = LOAD(1, row);
        PREFETCH(row + AHEAD * COLUMNS);
        PREFETCH(row + AHEAD * COLUMNS + WIDTH);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            sum[r][0] += a_row[r][i] * left;
            sum[r][1] += a_row[r][i] * right;
        }
    }
    store_block(c + top * n + column, sum, m - top, n - column, n);
}
