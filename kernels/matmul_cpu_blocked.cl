// SPDX-License-Identifier: MIT
//
// C = A B for CPUs: a work-item makes whole rows of C, a block at a time in vector registers.
//
//   WIDTH      floats in a vector
//   VECTORS    vectors beside each other in a block
//   ROWS       rows of a block; ROWS * VECTORS sums, VECTORS of B and one of A are to fit the registers
//   AHEAD      rows of B between what is used and what is fetched into the cache; 0: none is
//
// A is packed into panels of ROWS rows, B into panels of COLUMNS columns, so that a block's factors follow one
// another in memory; zeros stand where A or B ends.  PITCH is ROWS rounded up to whole vectors:
//
//     packed_a[work-item][part][k][PITCH]: the panels of a part
//     packed_b[work-item][2][k][COLUMNS]: the panel in use, and the next one

#if !defined(WIDTH) || !defined(VECTORS) || !defined(ROWS) || !defined(AHEAD)
#error "the host must build this file with -DWIDTH= -DVECTORS= -DROWS= -DAHEAD="
#endif

#include "prefetch.h"

#define COLUMNS (VECTORS * WIDTH)
#define PITCH ((ROWS + WIDTH - 1) / WIDTH * WIDTH)
#define JOIN(a, b) a##b
#define JOIN_VALUE(a, b) JOIN(a, b)
#define LOAD JOIN_VALUE(vload, WIDTH)
#define STORE JOIN_VALUE(vstore, WIDTH)
typedef JOIN_VALUE(float, WIDTH) vector;

// The elements of two halves in turn.
#define RIFFLE_4(a, b) (float4)((a).s0, (b).s0, (a).s1, (b).s1)
#define RIFFLE_8(a, b) (float8)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3)
#define RIFFLE_16(a, b)                                                                            \
    (float16)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3, (a).s4, (b).s4,      \
              (a).s5, (b).s5, (a).s6, (b).s6, (a).s7, (b).s7)
#define RIFFLE JOIN_VALUE(RIFFLE_, WIDTH)

// WIDTH vectors, as the rows of a square, become its columns.  As with a pack of cards, the pile's halves are
// riffled together, until every card has been everywhere.
void transpose(vector v[WIDTH])
{
    #pragma unroll
    for (int round = 1; round < WIDTH; round *= 2) {
        vector riffled[WIDTH];
        #pragma unroll
        for (int i = 0; i < WIDTH / 2; i++) {
            riffled[2 * i] = RIFFLE(v[i].lo, v[i + WIDTH / 2].lo);
            riffled[2 * i + 1] = RIFFLE(v[i].hi, v[i + WIDTH / 2].hi);
        }
        #pragma unroll
        for (int i = 0; i < WIDTH; i++)
            v[i] = riffled[i];
    }
}

// A panel of A, which has so many rows left, at most ROWS of which count.
void pack_a(global float *restrict packed, global const float *restrict a, size_t rows, uint k)
{
    size_t i = 0;
    for (; i + WIDTH <= k; i += WIDTH)
        #pragma unroll
        for (size_t first = 0; first < ROWS; first += WIDTH) {
            vector v[WIDTH];
            #pragma unroll
            for (size_t j = 0; j < WIDTH; j++) {
                const size_t row = first + j;
                v[j] = 0.0f;
                if (row < ROWS && row < rows) v[j] = LOAD(0, a + row * k + i);
            }
            transpose(v);
            #pragma unroll
            for (size_t j = 0; j < WIDTH; j++)
                *(global vector *)(packed + (i + j) * PITCH + first) = v[j];
        }
    for (; i < k; i++)
        for (size_t row = 0; row < ROWS; row++)
            packed[i * PITCH + row] = row < rows ? a[row * k + i] : 0.0f;
}

// A row of a panel of B, of which so many columns are left.
void pack_b_row(global float *restrict packed, global const float *restrict b, size_t columns)
{
    if (columns >= COLUMNS)
        #pragma unroll
        for (int v = 0; v < VECTORS; v++)
            ((global vector *)packed)[v] = LOAD(v, b);
    else
        for (size_t j = 0; j < COLUMNS; j++)
            packed[j] = j < columns ? b[j] : 0.0f;
}

// A block of C, where so many rows and columns are left.  Before every `step` products it packs a row of the next
// panel of B, if its number is less than next_rows: number `turn`, and then each step-th after it.  So the
// blocks that use a panel pack the next one together, and memory has time to deliver it.
__attribute__((noinline)) void
make_block(global float *c, global const float *restrict a, global const float *restrict packed_b,
           global float *restrict next_packed, global const float *restrict next, size_t rows,
           size_t columns, uint n, uint k, uint turn, uint step, uint next_rows)
{
    vector sum[ROWS][VECTORS];
    #pragma unroll
    for (int row = 0; row < ROWS; row++)
        #pragma unroll
        for (int v = 0; v < VECTORS; v++)
            sum[row][v] = 0.0f;

    for (uint i = 0; i < k; turn += step) {
        if (turn < next_rows) {
            pack_b_row(next_packed + turn * (size_t)COLUMNS, next + turn * (size_t)n, COLUMNS);
            #pragma unroll
            for (int v = 0; v < VECTORS; v++)
                PREFETCH(next + (turn + step) * (size_t)n + v * WIDTH);
        }
        for (const uint end = min(i + step, k); i < end; i++) {
            vector factor[VECTORS];
            #pragma unroll
            for (int v = 0; v < VECTORS; v++) {
                PREFETCH(packed_b + AHEAD * COLUMNS + v * WIDTH);
                factor[v] = ((global const vector *)packed_b)[v];
            }
            #pragma unroll
            for (int row = 0; row < ROWS; row++)
                #pragma unroll
                for (int v = 0; v < VECTORS; v++)
                    sum[row][v] = fma((vector)a[row], factor[v], sum[row][v]);
            a += PITCH;
            packed_b += COLUMNS;
        }
    }

    if (rows >= ROWS && columns >= COLUMNS) {
        #pragma unroll
        for (int row = 0; row < ROWS; row++)
            #pragma unroll
            for (int v = 0; v < VECTORS; v++)
                STORE(sum[row][v], v, c + row * (size_t)n);
        return;
    }
    float edge[ROWS][COLUMNS];
    #pragma unroll
    for (int row = 0; row < ROWS; row++)
        #pragma unroll
        for (int v = 0; v < VECTORS; v++)
            STORE(sum[row][v], v, edge[row]);
    for (size_t row = 0; row < min(rows, (size_t)ROWS); row++)
        for (size_t j = 0; j < min(columns, (size_t)COLUMNS); j++)
            c[row * n + j] = edge[row][j];
}

// Makes `panels` panels of rows of C, where so many rows are left.  It packs as much of A, then goes through the
// panels of B: each stays in the core's cache while all blocks of a column of C use it.
void make_panels(global float *c, global float *restrict packed_a, global float *restrict packed_b,
                 global const float *restrict a, global const float *restrict b, size_t rows, uint n,
                 uint k, uint panels)
{
    for (size_t panel = 0; panel < panels; panel++)
        pack_a(packed_a + panel * PITCH * k, a + panel * ROWS * k, rows - panel * ROWS, k);

    global float *now = packed_b, *then = now + COLUMNS * k;
    for (size_t i = 0; i < k; i++)
        pack_b_row(now + i * COLUMNS, b + i * n, n);
    for (size_t column = 0; column < n; column += COLUMNS) {
        const size_t next = column + COLUMNS;
        const bool whole = next + COLUMNS <= n;
        for (size_t panel = 0; panel < panels; panel++)
            make_block(c + panel * ROWS * n + column, packed_a + panel * PITCH * k, now, then,
                       b + next, rows - panel * ROWS, n - column, n, k, panel, panels,
                       whole ? k : 0);
        if (!whole && next < n)
            for (size_t i = 0; i < k; i++)
                pack_b_row(then + i * COLUMNS, b + i * n + next, n - next);
        global float *const used = now;
        now = then;
        then = used;
    }
}

// A work-item makes `panels` panels of rows of C, a part of them at a time: where it packs A it has packed A before,
// and finds that memory in the cache.
kernel void matmul_cpu_blocked(global float *restrict c, global float *restrict packed_a,
                               global float *restrict packed_b, global const float *restrict a,
                               global const float *restrict b, uint m, uint n, uint k, uint panels,
                               uint part)
{
    const size_t item = get_global_id(0), begin = item * panels;
    const size_t end = min(begin + panels, ((size_t)m + ROWS - 1) / ROWS);
    for (size_t first = begin; first < end; first += part)
        make_panels(c + first * ROWS * n, packed_a + item * part * PITCH * k,
                    packed_b + item * 2 * COLUMNS * k, a + first * ROWS * k, b, m - first * ROWS, n,
                    k, min((size_t)part, end - first));
}
