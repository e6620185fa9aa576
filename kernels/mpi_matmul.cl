// SPDX-License-Identifier: MIT
//
// C += A B, where A is a panel of few columns and B is one of few rows.
//
//                       B  +----------------+
//                          |                |  depth
//                          +----------------+
//          A  +-----+   C  +----------------+
//             |     |      |                |
//             |     |      |                |  a multiple of TILE rows
//             |     |      |                |
//             +-----+      +----------------+
//              depth           columns, a multiple of TILE
//
// `depth` is a multiple of STEP.  The host has filled A and B up with zeros: the kernels have no
// edges.  `adds` is 0 for the first panel, whose product replaces what C holds.
//
// There are two forms, both from matmul.cl and matmul_cpu.cl.  The host sets for both:
//
//   TILE, STEP    see above
//
// for GPUs:
//
//   EACH          rows and columns of C per work-item: 8
//
// for CPUs:
//
//   VECTOR, LOAD, STORE    the device's vector of floats: float16, vload16, vstore16
//   ROWS                   rows of C that are in registers at the same time; it divides TILE

#if !defined(TILE) || !defined(STEP)
#error "TILE or STEP is not defined"
#endif

#ifdef EACH

// --- for GPUs: a work-group computes a tile of C, a work-item EACH x EACH elements of it.
//
// The elements of a work-item are in two halves, HALF rows and HALF columns apart: neighbours read
// neighbours in local memory.

#define HALF  (TILE / 2)
#define SIDE  (TILE / EACH)    // work-items of a work-group in each dimension
#define ITEMS (SIDE * SIDE)
#define PAD   4    // floats behind each row of the tile of A: no bank conflicts

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
mpi_matmul(global float *restrict c, global const float *restrict a, global const float *restrict b,
           uint columns, uint depth, uint adds)
{
    local float a_tile[STEP][TILE + PAD], b_tile[STEP][TILE];    // that of A is turned
    const size_t x = get_local_id(0), y = get_local_id(1), item = y * SIDE + x;
    const size_t left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    float4 sum[EACH][2];
    for (int i = 0; i < EACH; i++)
        sum[i][0] = sum[i][1] = 0.0f;

    for (size_t k = 0; k < depth; k += STEP) {
        for (size_t v = item; v < TILE * STEP / 4; v += ITEMS) {
            const size_t row = v / (STEP / 4), i = v % (STEP / 4) * 4;
            const float4 four = vload4(0, a + (top + row) * depth + k + i);
            a_tile[i][row] = four.x;
            a_tile[i + 1][row] = four.y;
            a_tile[i + 2][row] = four.z;
            a_tile[i + 3][row] = four.w;
        }
        for (size_t v = item; v < TILE * STEP / 4; v += ITEMS) {
            const size_t i = v / (TILE / 4), column = v % (TILE / 4) * 4;
            vstore4(vload4(0, b + (k + i) * columns + left + column), 0, &b_tile[i][column]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (size_t i = 0; i < STEP; i++) {
            const float4 b_left = vload4(x, b_tile[i]), b_right = vload4(x, b_tile[i] + HALF);
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const float factor = a_tile[i][e / 4 * HALF + y * 4 + e % 4];
                sum[e][0] += factor * b_left;
                sum[e][1] += factor * b_right;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // the tiles have been read
    }
    for (int e = 0; e < EACH; e++)
        for (int half_ = 0; half_ < 2; half_++) {
            const size_t row = top + e / 4 * HALF + y * 4 + e % 4;
            global float *to = c + row * columns + left + half_ * HALF + x * 4;
            vstore4(adds ? vload4(0, to) + sum[e][half_] : sum[e][half_], 0, to);
        }
}

#else

// --- for CPUs: a work-item computes TILE rows of two vectors each, ROWS of them at a time.  The
// rows of B that it needs stay in the cache.

#if !defined(VECTOR) || !defined(LOAD) || !defined(STORE) || !defined(ROWS)
#error "VECTOR, LOAD, STORE or ROWS is not defined"
#endif

#define WIDTH vec_step(VECTOR)

kernel void mpi_matmul(global float *restrict c, global const float *restrict a,
                       global const float *restrict b, uint columns, uint depth, uint adds)
{
    const size_t left = get_global_id(1) * 2 * WIDTH, top = get_global_id(0) * TILE;
    for (size_t row = top; row < top + TILE; row += ROWS) {
        VECTOR sum[ROWS][2];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            sum[r][0] = sum[r][1] = 0.0f;
        for (size_t i = 0; i < depth; i++) {
            const VECTOR b_left = LOAD(0, b + i * columns + left);
            const VECTOR b_right = LOAD(1, b + i * columns + left);
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                const float factor = a[(row + r) * depth + i];
                sum[r][0] += factor * b_left;
                sum[r][1] += factor * b_right;
            }
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            global float *to = c + (row + r) * columns + left;
            STORE(adds ? LOAD(0, to) + sum[r][0] : sum[r][0], 0, to);
            STORE(adds ? LOAD(1, to) + sum[r][1] : sum[r][1], 1, to);
        }
    }
}

#endif
