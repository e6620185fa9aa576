// SPDX-License-Identifier: MIT
//
// C = A B for GPUs: a work-group computes a tile of C, and a work-item computes a block of the tile
// in registers.  The host has padded A and B to whole tiles with matmul_pad.
//
//             B  +-------+-------+-------+      tile of A: BM rows, BK columns
//                |       | BK x BN       |      tile of B: BK rows, BN columns
//                |       |       |       |      tile of C: BM rows, BN columns
//      A         +-------+-------+-------+
//     +---+---+  |       |       |       |      In each of the k / BK steps, the next tiles of A
//     |BM |   |  |       |BM x BN|       |      and B come into local memory while the products
//     |xBK|   |  |       |       |       |      of the present tiles are added.
//     +---+---+  +-------+-------+-------+
//
// The host sets:
//
//   BM, BN       rows and columns of the tile of C
//   BK           columns of A, and rows of B, per step
//   TM, TN       rows and columns of the block of a work-item, multiples of 4
//   LANES_M      32 work-items run together (a team): LANES_M blocks below each other, 32 / LANES_M
//                beside each other
//   SLICES       slices of the sums over k, a power of two.  Each has work-items of its own; then
//                the slices are added
//   PAD          unused floats after each row of the tile of A in local memory: no bank conflicts
//   BAND         rows of tiles that are computed at about the same time, so that they find the same
//                columns of B in the cache
//   STAGGER      neighbouring tiles begin this many steps apart along k; 0: all begin with the
//                first step
//   LOAD_A, LOAD_B, STORE_A, STORE_B
//                a step has BK parts.  In these parts the next tiles are loaded from global memory
//                and stored to local memory
//   PARTS        1: the last tiles are computed in parts; 0: the kernel has no code for parts
//   RAGGED       1: C has rows that are not a multiple of BM, or columns that are not one of BN

#if !defined(BM) || !defined(BN) || !defined(BK) || !defined(TM) || !defined(TN) ||   \
    !defined(LANES_M) || !defined(SLICES) || !defined(PAD) || !defined(BAND) ||       \
    !defined(STAGGER) || !defined(LOAD_A) || !defined(LOAD_B) || !defined(STORE_A) || \
    !defined(STORE_B) || !defined(PARTS) || !defined(RAGGED)
#error "the host must build this file with -D for each of the names above"
#endif

#define LANES_N      (32 / LANES_M)
#define TEAMS_N      (BN / (LANES_N * TN))    // teams beside each other in a tile
#define ITEMS        (BM / TM * (BN / TN))    // work-items of a slice
#define SHORT_SIDE   (TM < TN ? TM : TN)      // of the block in registers
#define A_VECTORS    (BM * BK / 4 / ITEMS)    // that a work-item moves per step
#define B_VECTORS    (BK * BN / 4 / ITEMS)
#define A_PITCH      (BM + PAD)    // the tile of A is [BK][A_PITCH], that of B is [BK][BN]
#define SLICE_FLOATS (2 * BK * (A_PITCH + BN))    // two tiles of A, then two of B

// Row and column of the first element of the tile of C with this number.
int2 place_of_tile(int tile, int rows, int columns)
{
    const int band = tile / (BAND * columns), in_band = tile - band * (BAND * columns);
    const int height = min(BAND, rows - band * BAND);    // the last band may be lower
    const int column = in_band / height, row = in_band - column * height;
    return (int2)((band * BAND + row) * BM, column * BN);
}

// These load the next tile of A, or of B.  After the last tile comes the first, which lies `back`
// before it. There is no branch: the other instructions of the loop would have to wait for it.
void load_a(float4 *loaded, global const float **from, size_t step, size_t back, bool more)
{
#pragma unroll
    for (int i = 0; i < A_VECTORS; i++) {
        from[i] = more ? from[i] + step : from[i] - back;
        loaded[i] = *(global const float4 *)from[i];
    }
}

void load_b(float4 *loaded, global const float **from, size_t step, size_t back, bool more)
{
#pragma unroll
    for (int i = 0; i < B_VECTORS; i++) {
        from[i] = more ? from[i] + step : from[i] - back;
        loaded[i] = *(global const float4 *)from[i];
    }
}

// Four neighbours of a row of A are stored below each other.
void store_a(local float *tile, const int *to, const float4 *loaded)
{
#pragma unroll
    for (int i = 0; i < A_VECTORS; i++) {
        local float *at = tile + to[i];
        at[0] = loaded[i].x;
        at[A_PITCH] = loaded[i].y;
        at[2 * A_PITCH] = loaded[i].z;
        at[3 * A_PITCH] = loaded[i].w;
    }
}

void store_b(local float *tile, const int *to, const float4 *loaded)
{
#pragma unroll
    for (int i = 0; i < B_VECTORS; i++)
        *(local float4 *)(tile + to[i]) = loaded[i];
}

// With a constant e this is a register.
float element(float4 v, int e)
{
    return e == 0 ? v.x : e == 1 ? v.y : e == 2 ? v.z : v.w;
}

// sum += column of A times row of B.  The products are computed in snake order: forwards along one
// line of the block, backwards along the next.  Each product then shares a factor with the product
// before it, and the GPU does not have to read that factor from the registers again.
void add_products(float sum[TM][TN], local const float *a, local const float *b)
{
    float4 a4[TM / 4], b4[TN / 4];
#pragma unroll
    for (int i = 0; i < TM / 4; i++)
        a4[i] = *(local const float4 *)(a + i * 4 * LANES_M);
#pragma unroll
    for (int j = 0; j < TN / 4; j++)
        b4[j] = *(local const float4 *)(b + j * 4 * LANES_N);
#pragma unroll
    for (int e = 0; e < TM * TN; e++) {
        const int line = e / SHORT_SIDE, at = e % SHORT_SIDE;
        const int turned = line % 2 ? SHORT_SIDE - 1 - at : at;
        const int i = TN > TM ? turned : line, j = TN > TM ? line : turned;
        sum[i][j] = fma(element(b4[j / 4], j % 4), element(a4[i / 4], i % 4), sum[i][j]);
    }
}

// A quad is four sums that lie beside each other along the shorter side of the block, with
// neighbours exchanged: sums 1, 0, 3, 2.
//
// The reason is a GPU whose registers lie in two banks, those with even and those with odd numbers.
// A vector that is stored occupies four registers in a row.  So do the four factors that
// add_products uses one after the other.  With neighbours exchanged, a sum and its factor lie in
// different banks, and can be read together.  In the plain order they lie in the same bank.
#define QUADS        (TM * TN / 4)
#define LINE(quad)   ((quad) / (SHORT_SIDE / 4))
#define AT(quad, e)  ((quad) % (SHORT_SIDE / 4) * 4 + (e))
#define SUM(quad, e) sum[TN > TM ? AT(quad, e) : LINE(quad)][TN > TM ? LINE(quad) : AT(quad, e)]

float4 quad_of(float sum[TM][TN], int quad)
{
    return (float4)(SUM(quad, 1), SUM(quad, 0), SUM(quad, 3), SUM(quad, 2));
}

void add_quad(float sum[TM][TN], int quad, float4 other)
{
    SUM(quad, 1) += other.x;
    SUM(quad, 0) += other.y;
    SUM(quad, 3) += other.z;
    SUM(quad, 2) += other.w;
}

// Adds the sums of all slices in slice 0.  In each round, the upper half of the slices passes its
// sums to the lower half through local memory.  It passes as many quads at a time as the first
// round has room for.
void add_slices(float sum[TM][TN], local float4 *room, int slice, int item)
{
    const int most = SLICE_FLOATS / (2 * ITEMS);
#pragma unroll
    for (int lower = SLICES / 2; lower > 0; lower /= 2)
#pragma unroll
        for (int first = 0; first < QUADS; first += most) {
            const int end = first + most < QUADS ? first + most : QUADS;
            barrier(CLK_LOCAL_MEM_FENCE);    // all have read what is there
            if (slice >= lower && slice < 2 * lower)
#pragma unroll
                for (int quad = first; quad < end; quad++)
                    room[((quad - first) * lower + slice - lower) * ITEMS + item] =
                        quad_of(sum, quad);
            barrier(CLK_LOCAL_MEM_FENCE);    // the quads are there
            if (slice < lower)
#pragma unroll
                for (int quad = first; quad < end; quad++)
                    add_quad(sum, quad, room[((quad - first) * lower + slice) * ITEMS + item]);
        }
}

// Stores four neighbours.  Rows are `pitch` apart.  Elements outside of the first m rows and n
// columns are not stored.
void store_four(global float *to, int row, int column, int m, int n, int pitch, float4 four)
{
#if RAGGED
    if (row < m)
        for (int e = 0; e < 4; e++)
            if (column + e < n) to[(size_t)row * pitch + column + e] = element(four, e);
#else
    *(global float4 *)(to + (size_t)row * pitch + column) = four;
#endif
}

// C has m rows of n.  The padded A has rows of k, the padded B has rows of b_pitch.
//
// Two details are for NVIDIA's compiler.  C gets alpha times the sums, and alpha is 1: with a
// multiplication before the store, the compiler is free to choose registers that do not meet in a
// bank.  Sizes are signed, and work-groups have one dimension: with unsigned sizes and two
// dimensions the loop was a fifth slower.
//
// The last tiles alone would not fill the device.  So the tiles from number `whole` on are computed
// in part_count parts, with a work-group for each part.  The first part has first_steps of the
// steps along k, each other part has later_steps.  The work-groups of all first parts come first,
// since they take longest; the others fill the places that are left.  A part goes to parts[tile -
// whole][part_count][BM][BN], and matmul_add_parts adds the parts.
kernel __attribute__((reqd_work_group_size(SLICES * ITEMS, 1, 1))) void
matmul_register_blocked(global float *restrict c, global const float *restrict a,
                        global const float *restrict b, int m, int n, int k, int b_pitch,
                        float alpha, global float *restrict parts, int whole, int part_count,
                        int first_steps, int later_steps)
{
    local float4 room[SLICES * SLICE_FLOATS / 4];
    const uint id =
        get_local_id(0);    // unsigned: Oclgrind cannot run what LLVM makes of a signed remainder
    const int slice = SLICES == 1 ? 0 : id / ITEMS, item = SLICES == 1 ? id : id % ITEMS;
    local float *const a_tiles = (local float *)room + slice * SLICE_FLOATS;
    local float *const b_tiles = a_tiles + 2 * BK * A_PITCH;
    const int rows = (m + BM - 1) / BM, columns = (n + BN - 1) / BN;    // of tiles
    const int group = (int)get_group_id(0);
    const bool in_parts = PARTS && group >= whole;
    const int part = in_parts ? (group - whole) / (rows * columns - whole) : 0;
    const int tile = group - part * (rows * columns - whole);
    const int2 place = place_of_tile(tile, rows, columns);

    // The first step of this work-group.  If all began with step 0, all tiles of a row would wait
    // for the same part of A, and all tiles of a column for the same part of B, in every step.
    // When they begin at different steps, each waits for a few parts and finds the others in the
    // cache.
    const int steps = !in_parts ? k / (BK * SLICES) : part ? later_steps : first_steps;
    const int before = part ? first_steps + (part - 1) * later_steps : 0;
    const int start = (place.x / BM + place.y / BN) * STAGGER % steps;
    const size_t a_step = BK * SLICES, b_step = a_step * b_pitch;
    const size_t a_back = STAGGER ? (steps - 1) * a_step : 0,
                 b_back = STAGGER ? (steps - 1) * b_step : 0;

    // The float4s that this work-item moves.  Neighbours read along the rows of A and of B.
    global const float *a_from[A_VECTORS], *b_from[B_VECTORS];
    int a_to[A_VECTORS], b_to[B_VECTORS];
    for (int i = 0; i < A_VECTORS; i++) {
        const uint vector = item + i * ITEMS;
        const int row = vector / (BK / 4), at = vector % (BK / 4) * 4;
        a_from[i] = a + (before + start) * a_step + (size_t)(place.x + row) * k + (slice * BK + at);
        a_to[i] = at * A_PITCH + row;
    }
    for (int i = 0; i < B_VECTORS; i++) {
        const uint vector = item + i * ITEMS;
        const int row = vector / (BN / 4), at = vector % (BN / 4) * 4;
        b_from[i] =
            b + (before + start) * b_step + (size_t)(slice * BK + row) * b_pitch + (place.y + at);
        b_to[i] = row * BN + at;
    }

    // The block of this work-item.  A team of 32 computes LANES_M x LANES_N blocks.  Each block is
    // cut into pieces of 4 x 4 elements, which lie 4 LANES_M rows and 4 LANES_N columns apart:
    // neighbours read neighbouring float4s.  The work-items of a team are placed in the blocks
    // along a Z.  So any eight neighbours read two float4s of A and four of B, instead of one and
    // eight.  Local memory serves eight at a time, and needs fewer cycles for fewer different
    // addresses.
    const int lane = (uint)item % 32, team = (uint)item / 32;
    const int lane_m = lane % 2 + 2 * (lane / (2 * LANES_N)), lane_n = lane / 2 % LANES_N;
    const int block_m = team / TEAMS_N * (LANES_M * TM) + lane_m * 4;
    const int block_n = team % TEAMS_N * (LANES_N * TN) + lane_n * 4;

    float sum[TM][TN];
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++)
            sum[i][j] = 0.0f;

    float4 a_loaded[A_VECTORS], b_loaded[B_VECTORS];
    load_a(a_loaded, a_from, 0, 0, false);
    load_b(b_loaded, b_from, 0, 0, false);
    store_a(a_tiles, a_to, a_loaded);
    store_b(b_tiles, b_to, b_loaded);
    barrier(CLK_LOCAL_MEM_FENCE);    // the first tiles are complete

    // While the products of the present tiles are added, the next tiles come into registers, and
    // from there into the other half of local memory.
    int now = 0, at = start;
#pragma unroll 1
    for (int step = 0; step < steps; step++) {
        const bool more = (STAGGER ? at : step) + 1 < steps;
        at = more ? at + 1 : 0;
#pragma unroll
        for (int i = 0; i < BK; i++) {
            if (i == LOAD_A) load_a(a_loaded, a_from, a_step, a_back, more);
            if (i == LOAD_B) load_b(b_loaded, b_from, b_step, b_back, more);
            if (i == STORE_A) store_a(a_tiles + (now ^ 1) * (BK * A_PITCH), a_to, a_loaded);
            if (i == STORE_B) store_b(b_tiles + (now ^ 1) * (BK * BN), b_to, b_loaded);
            add_products(sum, a_tiles + now * (BK * A_PITCH) + block_m + i * A_PITCH,
                         b_tiles + now * (BK * BN) + block_n + i * BN);
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // the next tiles are complete, the present ones are read
        now ^= 1;
    }
    if (SLICES > 1) {
        add_slices(sum, room, slice, item);
        if (slice > 0) return;
    }

    // A whole tile goes to C.  A part goes to a place of its own; elements past the edges of C are
    // not needed there.
    global float *const to =
        in_parts ? parts + (size_t)((tile - whole) * part_count + part) * (BM * BN) : c;
    const int top = in_parts ? 0 : place.x, left = in_parts ? 0 : place.y,
              pitch = in_parts ? BN : n;
#pragma unroll
    for (int i = 0; i < TM; i++) {
        const int row = top + block_m + i / 4 * (4 * LANES_M) + i % 4;
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            store_four(to, row, left + block_n + j * LANES_N, m, n, pitch,
                       alpha * (float4)(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]));
    }
}

// Adds the parts of the tiles from `whole` on.  A work-item computes four neighbours.
kernel void matmul_add_parts(global float *restrict c, global const float4 *restrict parts, int m,
                             int n, int whole, int part_count)
{
    const int rows = (m + BM - 1) / BM, columns = (n + BN - 1) / BN;    // of tiles
    const uint vectors = BM * BN / 4;                                   // of a tile
    const uint nth = get_global_id(0) / vectors, at = get_global_id(0) % vectors;
    const int tile = whole + (int)nth;
    if (tile >= rows * columns) return;
    const int2 place = place_of_tile(tile, rows, columns);
    float4 sum = 0.0f;
    for (int part = 0; part < part_count; part++)
        sum += parts[((size_t)nth * part_count + part) * vectors + at];
    store_four(c, place.x + at / (BN / 4), place.y + at % (BN / 4) * 4, m, n, n, sum);
}

// Copies `from`, rows x columns, into `to`, to_rows x to_columns, with zeros beside and below it.
// to_columns is a multiple of 4.  A work-item writes four neighbours of a row; dimension 0 goes
// along the rows.
kernel void matmul_pad(global float4 *restrict to, global const float *restrict from, uint to_rows,
                       uint to_columns, uint rows, uint columns)
{
    const uint at = get_global_id(0) * 4;
    if (at >= to_columns) return;
    for (uint row = get_global_id(1); row < to_rows; row += get_global_size(1)) {
        float four[4];
        for (int e = 0; e < 4; e++)
            four[e] = row < rows && at + e < columns ? from[(size_t)row * columns + at + e] : 0.0f;
        to[((size_t)row * to_columns + at) / 4] = vload4(0, four);
    }
}
