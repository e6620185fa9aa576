// SPDX-License-Identifier: MIT
//
// C = A B for CPUs: a work-item computes whole rows of C, block after block, with the sums of a
// block in vector registers.  It works on a slice of the products along k for all its rows, and
// then on the next slice.
//
//     packed A             packed B                    C
//     panels of ROWS       the panel of COLUMNS in     blocks of ROWS x COLUMNS, downwards; each
//                          use, and the next one       slice is added to the ones before
//     +--+                 +--------+                  +--+--
//     |##| numbers --+---> |########| vectors  --->    |##|     ROWS * VECTORS sums
//     |  | broadcast       |        |                  +--+
//     |  |                 |        |                  |  |
//     +--+                 +--------+                  +--+--
//
// The host sets:
//
//   WIDTH      floats in a vector
//   VECTORS    vectors beside each other in a block
//   ROWS       rows of a block; the registers must hold ROWS * VECTORS sums, VECTORS vectors of B
//              and one of A
//   AHEAD      factors are prefetched this many products before their use; 0: they are not
//
// A is packed into panels of ROWS rows, B into panels of COLUMNS columns.  So the factors of a
// block follow one another in memory.  Where A or B ends, there are zeros.  PITCH is ROWS rounded
// up to whole vectors:
//
//     packed_a[work-item][part][depth][PITCH]     the panels of a part
//     packed_b[work-item][2][depth][COLUMNS]      the panel in use, and the next one

#if !defined(WIDTH) || !defined(VECTORS) || !defined(ROWS) || !defined(AHEAD)
#error "the host must build this file with -DWIDTH= -DVECTORS= -DROWS= -DAHEAD="
#endif

#include "prefetch.h"

#define COLUMNS          (VECTORS * WIDTH)
#define PITCH            ((ROWS + WIDTH - 1) / WIDTH * WIDTH)
#define JOIN(a, b)       a##b
#define JOIN_VALUE(a, b) JOIN(a, b)
#define LOAD             JOIN_VALUE(vload, WIDTH)
#define STORE            JOIN_VALUE(vstore, WIDTH)
typedef JOIN_VALUE(float, WIDTH) vector;

// The elements of a and b in turn: a[0], b[0], a[1], b[1] and so on.
#define RIFFLE_4(a, b) (float4)((a).s0, (b).s0, (a).s1, (b).s1)
#define RIFFLE_8(a, b) (float8)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3)
#define RIFFLE_16(a, b)                                                                       \
    (float16)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3, (a).s4, (b).s4, \
              (a).s5, (b).s5, (a).s6, (b).s6, (a).s7, (b).s7)
#define RIFFLE JOIN_VALUE(RIFFLE_, WIDTH)

// Transposes a square of WIDTH vectors.  In each round the elements of the first half of the
// vectors alternate with those of the second half.  After log2(WIDTH) rounds rows have become
// columns.
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

// Packs a slice of a panel of A: `depth` products along k of ROWS rows, or of `rows` rows where A
// ends.
void pack_a(global float *restrict packed, global const float *restrict a, size_t rows, uint k,
            uint depth)
{
    size_t i = 0;
    for (; i + WIDTH <= depth; i += WIDTH)
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
    for (; i < depth; i++)
        for (size_t row = 0; row < ROWS; row++)
            packed[i * PITCH + row] = row < rows ? a[row * k + i] : 0.0f;
}

// Packs the rows from `begin` to `end` of a panel of B, where B has `columns` columns left.
void pack_b(global float *restrict packed, global const float *restrict b, size_t columns, uint n,
            size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (columns >= COLUMNS)
#pragma unroll
            for (int v = 0; v < VECTORS; v++)
                ((global vector *)packed)[i * VECTORS + v] = LOAD(v, b + i * n);
        else
            for (size_t j = 0; j < COLUMNS; j++)
                packed[i * COLUMNS + j] = j < columns ? b[i * n + j] : 0.0f;
}

// Prefetches `rows` rows of a panel of B or of a block of C; the first begins at `first`.
void fetch_rows(global const float *first, size_t rows, uint n)
{
    for (size_t row = 0; row < rows; row++)
#pragma unroll
        for (int v = 0; v < VECTORS; v++)
            PREFETCH(first + row * n + v * WIDTH);
}

// Computes a slice of a block of C, where C has `rows` rows and `columns` columns left.  Adds it to
// what C holds, or stores it when it is the first slice.
__attribute__((noinline)) void make_block(global float *c, global const float *restrict a,
                                          global const float *restrict b, size_t rows,
                                          size_t columns, uint n, uint depth, bool add)
{
    vector sum[ROWS][VECTORS];
#pragma unroll
    for (int row = 0; row < ROWS; row++)
#pragma unroll
        for (int v = 0; v < VECTORS; v++)
            sum[row][v] = 0.0f;
    fetch_rows(c, ROWS, n);

    for (uint i = 0; i < depth; i++) {
        PREFETCH(a + AHEAD * PITCH);
        vector factor[VECTORS];
#pragma unroll
        for (int v = 0; v < VECTORS; v++) {
            PREFETCH(b + AHEAD * COLUMNS + v * WIDTH);
            factor[v] = ((global const vector *)b)[v];
        }
#pragma unroll
        for (int row = 0; row < ROWS; row++)
#pragma unroll
            for (int v = 0; v < VECTORS; v++)
                sum[row][v] = fma((vector)a[row], factor[v], sum[row][v]);
        a += PITCH;
        b += COLUMNS;
    }

    if (rows >= ROWS && columns >= COLUMNS) {
#pragma unroll
        for (int row = 0; row < ROWS; row++, c += n)
#pragma unroll
            for (int v = 0; v < VECTORS; v++)
                STORE(add ? LOAD(v, c) + sum[row][v] : sum[row][v], v, c);
        return;
    }
    float edge[ROWS][COLUMNS];
#pragma unroll
    for (int row = 0; row < ROWS; row++)
#pragma unroll
        for (int v = 0; v < VECTORS; v++)
            STORE(sum[row][v], v, edge[row]);
    for (size_t row = 0; row < min(rows, (size_t)ROWS); row++, c += n)
        for (size_t j = 0; j < min(columns, (size_t)COLUMNS); j++)
            c[j] = add ? c[j] + edge[row][j] : edge[row][j];
}

// Computes a slice of `depth` products for `panels` panels of rows of C, where C has `rows` rows
// left.  It packs its slice of A first.  Then it goes through the panels of B.  Each stays in the
// cache of the core while all blocks below each other in C use it.  Before each block it packs some
// rows of the next panel, which were prefetched one block earlier.
void make_panels(global float *c, global float *restrict packed_a, global float *restrict packed_b,
                 global const float *restrict a, global const float *restrict b, size_t rows,
                 uint n, uint k, uint depth, uint panels, bool add)
{
    for (size_t panel = 0; panel < panels; panel++)
        pack_a(packed_a + panel * PITCH * depth, a + panel * ROWS * k, rows - panel * ROWS, k,
               depth);

    const size_t share = (depth + panels - 1) / panels;
    global float *now = packed_b, *then = now + COLUMNS * depth;
    pack_b(now, b, n, n, 0, depth);
    for (size_t column = 0; column < n; column += COLUMNS) {
        const size_t next = column + COLUMNS;
        for (size_t panel = 0; panel < panels; panel++) {
            if (next < n) {
                const size_t begin = panel * share, end = min(begin + share, (size_t)depth);
                pack_b(then, b + next, n - next, n, begin, end);
                fetch_rows(b + next + end * n, min(share, depth - end), n);
            }
            make_block(c + panel * ROWS * n + column, packed_a + panel * PITCH * depth, now,
                       rows - panel * ROWS, n - column, n, depth, add);
        }
        global float *const used = now;
        now = then;
        then = used;
    }
}

// A work-item computes `panels` panels of rows of C, `part` of them at a time, from slices of
// `depth` products.  It packs A and B into the same memory again and again, which therefore stays
// in the cache.  Without the hint Intel's compiler makes vectors of several work-items, and needs
// three times as long.
kernel __attribute__((vec_type_hint(vector))) void
matmul_cpu_blocked(global float *restrict c, global float *restrict packed_a,
                   global float *restrict packed_b, global const float *restrict a,
                   global const float *restrict b, uint m, uint n, uint k, uint panels, uint part,
                   uint depth)
{
    const size_t item = get_global_id(0), begin = item * panels;
    const size_t end = min(begin + panels, ((size_t)m + ROWS - 1) / ROWS);
    packed_a += item * part * PITCH * depth;
    packed_b += item * 2 * COLUMNS * depth;
    for (size_t first = begin; first < end; first += part)
        for (size_t i = 0; i < k; i += depth)
            make_panels(c + first * ROWS * n, packed_a, packed_b, a + first * ROWS * k + i,
                        b + i * n, m - first * ROWS, n, k, min((size_t)depth, k - i),
                        min((size_t)part, end - first), i > 0);
}
