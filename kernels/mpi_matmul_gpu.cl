// SPDX-License-Identifier: MIT
//
// C += A B for GPUs, where A is a panel of few columns and B is one of few rows.
//
//                        B  +--+--+--+--+--+--+
//                           |  |##|  |  |  |  |  depth
//                           +--+--+--+--+--+--+
//           A  +-----+   C  +--+--+--+--+--+--+
//              +-----+      |  |  |  |  |  |  |
//              |#####|      |  |o |  |  |  |  |    A work-group computes one tile of C, TILE x TILE
//              +-----+      |  |  |  |  |  |  |    elements: o.
//              +-----+      +--+--+--+--+--+--+
//               depth
//
// A is in strips of TILE rows, B is in strips of TILE columns.  In both, the TILE elements of the
// first step along k come first, then those of the second step, and so on.  What a work-group needs
// for STEP steps is one piece of memory: neighbours load neighbouring float4s.
//
//     strip of A or B    | step 0 | step 1 | step 2 | ...        each TILE elements
//
// While the products of a piece are added, the next one comes into registers, and from there into
// the other half of local memory.
//
// The host has filled the last strips up with zeros: the kernel has no edges.  C is row-major.
// `adds` is 0 for the first panel, whose product replaces what C holds.  The host sets:
//
//   TILE    see above
//   STEP    depth is a multiple of it
//   HIGH    rows of C per work-item, a multiple of 4
//   WIDE    columns of C per work-item, a multiple of 4

#if !defined(TILE) || !defined(STEP) || !defined(HIGH) || !defined(WIDE)
#error "TILE, STEP, HIGH or WIDE is not defined"
#endif

#define DOWN   (TILE / HIGH)             // work-items below each other
#define ACROSS (TILE / WIDE)             // and beside each other
#define ITEMS  (DOWN * ACROSS)           // of a work-group
#define FOURS  (TILE / 4)                // float4s of a step
#define MOVES  (STEP * FOURS / ITEMS)    // float4s of a piece that a work-item moves

// With a constant e this is a register.
float element(float4 v, int e)
{
    return e == 0 ? v.x : e == 1 ? v.y : e == 2 ? v.z : v.w;
}

// Sizes are signed, and work-groups have one dimension: NVIDIA's compiler makes faster loops so.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
mpi_matmul(global float4 *restrict c, global const float4 *restrict a,
           global const float4 *restrict b, int rows, int columns, int depth, int adds)
{
    local float4 a_pieces[2][STEP * FOURS], b_pieces[2][STEP * FOURS];
    const int item = get_local_id(0), x = item % ACROSS, y = item / ACROSS;
    a += get_group_id(1) * depth * FOURS + item;
    b += get_group_id(0) * depth * FOURS + item;

    // A work-item computes HIGH / 4 times WIDE / 4 blocks of 4 x 4 elements.  Its blocks are 4 DOWN
    // rows and 4 ACROSS columns apart, so that neighbours read neighbours in local memory.
    float4 sum[HIGH][WIDE / 4];
#pragma unroll
    for (int r = 0; r < HIGH; r++)
#pragma unroll
        for (int j = 0; j < WIDE / 4; j++)
            sum[r][j] = 0.0f;

#pragma unroll
    for (int v = 0; v < MOVES; v++) {
        a_pieces[0][v * ITEMS + item] = a[v * ITEMS];
        b_pieces[0][v * ITEMS + item] = b[v * ITEMS];
    }
    barrier(CLK_LOCAL_MEM_FENCE);    // the first pieces are complete

    int now = 0;
    for (int step = 0; step < depth; step += STEP) {
        const int ahead = step + STEP < depth ? STEP * FOURS : 0;    // at the end: the same again
        float4 a_next[MOVES], b_next[MOVES];
        a += ahead;
        b += ahead;
#pragma unroll
        for (int v = 0; v < MOVES; v++) {
            a_next[v] = a[v * ITEMS];
            b_next[v] = b[v * ITEMS];
        }
#pragma unroll
        for (int i = 0; i < STEP; i++) {
            float4 a4[HIGH / 4], b4[WIDE / 4];
#pragma unroll
            for (int e = 0; e < HIGH / 4; e++)
                a4[e] = a_pieces[now][i * FOURS + e * DOWN + y];
#pragma unroll
            for (int j = 0; j < WIDE / 4; j++)
                b4[j] = b_pieces[now][i * FOURS + j * ACROSS + x];
#pragma unroll
            for (int r = 0; r < HIGH; r++)
#pragma unroll
                for (int j = 0; j < WIDE / 4; j++)
                    sum[r][j] += element(a4[r / 4], r % 4) * b4[j];
        }
#pragma unroll
        for (int v = 0; v < MOVES; v++) {
            a_pieces[1 - now][v * ITEMS + item] = a_next[v];
            b_pieces[1 - now][v * ITEMS + item] = b_next[v];
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // the next pieces are complete, the present ones are read
        now = 1 - now;
    }

#pragma unroll
    for (int r = 0; r < HIGH; r++)
#pragma unroll
        for (int j = 0; j < WIDE / 4; j++) {
            const size_t row = get_group_id(1) * TILE + (r / 4 * DOWN + y) * 4 + r % 4;
            const size_t four = get_group_id(0) * FOURS + j * ACROSS + x;
            global float4 *to = c + row * (columns / 4) + four;
            *to = adds ? *to + sum[r][j] : sum[r][j];
        }
}
