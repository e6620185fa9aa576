// SPDX-License-Identifier: MIT
//
// C = A B for GPUs: a work-group makes a tile of C, each work-item a block of it in registers.
//
//   BM, BN       the work-group's tile of C
//   BK           columns of A, and rows of B, that come into local memory in one step
//   TM, TN       the work-item's block of C, in multiples of 4
//   LANES_M      of 32 work-items that run together, how many lie below each other; the others beside
//   SLICES       parts of the sums over k, each made by work-items of its own and added at the end; a power of two
//   PAD          floats between the rows of A's tile in local memory, against bank conflicts
//   BAND         rows of tiles that are made together, so that they find the same columns of B in the cache
//   STAGGER      how many steps apart neighbouring tiles begin on their way along k; 0: all begin with the first
//   LOAD_A, LOAD_B, STORE_A, STORE_B    at which of a step's BK parts the next tiles are fetched and stored
//   PARTS        the last tiles are made in parts; without, they and all that tells them apart are compiled away
//   RAGGED       C's rows are not a multiple of BM, or its columns not one of BN
//
// A and B are whole tiles: matmul_pad makes them so.

#if !defined(BM) || !defined(BN) || !defined(BK) || !defined(TM) || !defined(TN) ||                \
    !defined(LANES_M) || !defined(SLICES) || !defined(PAD) || !defined(BAND) ||                    \
    !defined(STAGGER) || !defined(LOAD_A) || !defined(LOAD_B) || !defined(STORE_A) ||              \
    !defined(STORE_B) || !defined(PARTS) || !defined(RAGGED)
#error "the host must build this file with -D for each of the names above"
#endif

#define LANES_N (32 / LANES_M)
#define TEAMS_N (BN / (LANES_N * TN))                      // teams of 32 work-items beside each other
#define ITEMS (BM / TM * (BN / TN))                        // of a slice
#define SHORT_SIDE (TM < TN ? TM : TN)                     // of the block in registers
#define A_VECTORS (BM * BK / 4 / ITEMS)                    // that a work-item moves in a step
#define B_VECTORS (BK * BN / 4 / ITEMS)                    //
#define A_PITCH (BM + PAD)                                 // of A's tile: [BK][A_PITCH]; B's is [BK][BN]
#define SLICE_FLOATS (2 * BK * (A_PITCH + BN))             // two tiles of A, then two of B

// Row and column of the first element of C's tile with this number.
int2 place_of_tile(int tile, int rows, int columns)
{
    const int band = tile / (BAND * columns), in_band = tile - band * (BAND * columns);
    const int height = min(BAND, rows - band * BAND);    // the last band may be lower
    const int column = in_band / height, row = in_band - column * height;
    return (int2)((band * BAND + row) * BM, column * BN);
}

// Go on to the next tile of A, or of B: from the last one back to the first, which lies `back` before it.  There is
// no branch, for which the loop's other instructions would have to wait.
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

// Four neighbours of a row of A come below each other.
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

// With a constant e, a register.
float element(float4 v, int e)
{
    return e == 0 ? v.x : e == 1 ? v.y : e == 2 ? v.z : v.w;
}

// sum += column of A times row of B.  To and fro along the shorter side of the block: each product shares a factor
// with the one before, which the compiler can keep at the multiplier's input.
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

// A quad: four sums that lie beside each other along the shorter side of the block, neighbours exchanged.
//
// That order is for the registers of GPUs that have them in two banks, even and odd numbers.  A vector that is
// stored takes four registers in a row, and so do the four factors that add_products uses one after the other.
// Exchanged, no sum lies in the bank of its factor.  In order, each does.
#define QUADS (TM * TN / 4)
#define LINE(quad) ((quad) / (SHORT_SIDE / 4))
#define AT(quad, e) ((quad) % (SHORT_SIDE / 4) * 4 + (e))
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

// Adds up the slices' sums in slice 0: in each round the upper half of the slices hands its sums over to the lower
// half, as many quads at a time as the first round has room for in local memory.
void add_slices(float sum[TM][TN], local float4 *room, int slice, int item)
{
    const int most = SLICE_FLOATS / (2 * ITEMS);
    #pragma unroll
    for (int lower = SLICES / 2; lower > 0; lower /= 2)
        #pragma unroll
        for (int first = 0; first < QUADS; first += most) {
            const int end = first + most < QUADS ? first + most : QUADS;
            barrier(CLK_LOCAL_MEM_FENCE);    // nobody needs what is there
            if (slice >= lower && slice < 2 * lower)
                #pragma unroll
                for (int quad = first; quad < end; quad++)
                    room[((quad - first) * lower + slice - lower) * ITEMS + item] = quad_of(sum, quad);
            barrier(CLK_LOCAL_MEM_FENCE);    // the quads are there
            if (slice < lower)
                #pragma unroll
                for (int quad = first; quad < end; quad++)
                    add_quad(sum, quad, room[((quad - first) * lower + slice) * ITEMS + item]);
        }
}

// Four neighbours in rows that are `pitch` apart, as far as they are in the first m rows and n columns.
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

// C has m rows of n, A rows of k, B rows of b_pitch: those of the padded matrices.  C gets alpha times the sums,
// and alpha is 1: with a multiplication before the store the compiler is free to choose registers that do not
// meet in a bank.  Signed sizes and one dimension of work-groups: with unsigned ones and two, NVIDIA's compiler
// made a loop that is a fifth slower.
//
// The last tiles would not fill the device, so those from `whole` on are made in part_count parts: the first one is
// first_steps of the steps along k, each later one later_steps.  A part is a work-group's.  All first parts come first,
// since they are the longest; the others fill the places left.  A part goes to parts[tile - whole][part_count][BM][BN],
// for matmul_add_parts.
kernel __attribute__((reqd_work_group_size(SLICES * ITEMS, 1, 1))) void
matmul_register_blocked(global float *restrict c, global const float *restrict a,
                        global const float *restrict b, int m, int n, int k, int b_pitch,
                        float alpha, global float *restrict parts, int whole, int part_count,
                        int first_steps, int later_steps)
{
    local float4 room[SLICES * SLICE_FLOATS / 4];
    const uint id = get_local_id(0);    // unsigned: Oclgrind cannot do what LLVM makes of a signed remainder
    const int slice = SLICES == 1 ? 0 : id / ITEMS, item = SLICES == 1 ? id : id % ITEMS;
    local float *const a_tiles = (local float *)room + slice * SLICE_FLOATS;
    local float *const b_tiles = a_tiles + 2 * BK * A_PITCH;
    const int rows = (m + BM - 1) / BM, columns = (n + BN - 1) / BN;    // of tiles
    const int group = (int)get_group_id(0);
    const bool in_parts = PARTS && group >= whole;
    const int part = in_parts ? (group - whole) / (rows * columns - whole) : 0;
    const int tile = group - part * (rows * columns - whole);
    const int2 place = place_of_tile(tile, rows, columns);

    // Where it begins along k.  If all began with the first step, a row of tiles would wait for the same part of A, and
    // a column for the same of B, which nobody has read before; so each waits for a part, and finds the rest in the cache.
    const int steps = !in_parts ? k / (BK * SLICES) : part ? later_steps : first_steps;
    const int before = part ? first_steps + (part - 1) * later_steps : 0;
    const int start = (place.x / BM + place.y / BN) * STAGGER % steps;
    const size_t a_step = BK * SLICES, b_step = a_step * b_pitch;
    const size_t a_back = STAGGER ? (steps - 1) * a_step : 0, b_back = STAGGER ? (steps - 1) * b_step : 0;

    // What this work-item moves: neighbours read along the rows of A and of B.
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
        b_from[i] = b + (before + start) * b_step + (size_t)(slice * BK + row) * b_pitch + (place.y + at);
        b_to[i] = row * BN + at;
    }

    // Where its block of C lies.  A team of 32 makes LANES_M x LANES_N blocks, of which each is cut into pieces
    // of 4 x 4 that lie 4 LANES_M rows and 4 LANES_N columns apart: neighbours read neighbouring float4s.
    // The lanes go in a Z, so that any eight in turn read two float4s of A and four of B instead of one
    // and eight: that is how many different addresses local memory serves at a time.
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
    barrier(CLK_LOCAL_MEM_FENCE);    // the first tiles are there

    // While the products of this step's tiles are added, the next ones come into registers, and from there
    // into the other half of local memory.
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
        barrier(CLK_LOCAL_MEM_FENCE);    // the next tiles are there, and this step's are free
        now ^= 1;
    }
    if (SLICES > 1) {
        add_slices(sum, room, slice, item);
        if (slice > 0) return;
    }

    // A tile lies in C, a part of one lies alone.  What is past C's edges, nobody needs of a part, written or not.
    global float *const to = in_parts ? parts + (size_t)((tile - whole) * part_count + part) * (BM * BN) : c;
    const int top = in_parts ? 0 : place.x, left = in_parts ? 0 : place.y, pitch = in_parts ? BN : n;
    #pragma unroll
    for (int i = 0; i < TM; i++) {
        const int row = top + block_m + i / 4 * (4 * LANES_M) + i % 4;
        #pragma unroll
        for (int j = 0; j < TN; j += 4)
            store_four(to, row, left + block_n + j * LANES_N, m, n, pitch,
                       alpha * (float4)(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]));
    }
}

// The tiles of C from `whole` on: the sums of their parts.  A work-item makes four neighbours.
kernel void matmul_add_parts(global float *restrict c, global const float4 *restrict parts, int m, int n,
                             int whole, int part_count)
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

// `to`, with to_rows of to_columns (a multiple of 4), becomes `from`, and zeros beside and below it.  A work-item
// makes four neighbours of a row, dimension 0 goes along the rows.
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
