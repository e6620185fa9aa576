// SPDX-License-Identifier: MIT
//
// C = A B for row-major matrices of floats: C has m rows of n, A m rows of k, B k rows of n.
//
// Six rungs, each a small step from an earlier one.  Dimension 0 of the NDRange goes along the rows of C:
// neighbouring work-items read neighbours of B and write neighbours of C.  The NDRange may be larger than C.

#if !defined(COLUMNS) || !defined(PIECE) || !defined(TILE) || !defined(ALIGNED)
#error "the host must build this file with -DCOLUMNS= -DPIECE= -DTILE= -DALIGNED="
#endif

// A work-item makes an element of C: for each product it reads an element of A and one of B.
kernel void matmul_naive(global float *restrict c, global const float *restrict a,
                         global const float *restrict b, uint m, uint n, uint k)
{
    const size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= m || column >= n) return;
    global const float *a_row = a + row * k;
    float sum = 0.0f;
    for (size_t i = 0; i < k; i++)
        sum += a_row[i] * b[i * n + column];
    c[row * n + column] = sum;
}

// A work-item makes COLUMNS elements of a row, a work-group's width apart, so that the group still reads
// runs of B.  An element of A is read once for all of them.
kernel void matmul_coalesced_row(global float *restrict c, global const float *restrict a,
                                 global const float *restrict b, uint m, uint n, uint k)
{
    const size_t items = get_local_size(0), row = get_global_id(1);
    const size_t first = get_group_id(0) * items * COLUMNS + get_local_id(0);
    if (row >= m) return;

    // Past the row's end a work-item makes the last element again, and does not store it.
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

// One load of 16 bytes where every row begins at a multiple of 16.
float4 load_4(global const float *from)
{
#if ALIGNED
    return *(global const float4 *)from;
#else
    return vload4(0, from);
#endif
}

// A work-item makes four neighbours of a row: four products each of one load of A and four of B.
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

// The products of `count` elements of A and of a column of B, added to the sum.
float add_products(float sum, local const float *a, global const float *b, uint n, uint count)
{
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i * n];
    return sum;
}

// A work-group makes elements of one row of C; it reads the row of A from local memory, into which it
// copies PIECE elements at a time.  Here each work-item copies a run of them, so that neighbours
// read addresses far apart.
kernel void matmul_local_a(global float *restrict c, global const float *restrict a,
                           global const float *restrict b, uint m, uint n, uint k)
{
    local float piece[PIECE];
    const size_t column = get_global_id(0), row = get_global_id(1);
    const uint item = get_local_id(0), items = get_local_size(0);
    global const float *at = b + min(column, (size_t)n - 1);    // all have to reach the barriers
    float sum = 0.0f;
    for (uint first = 0; first < k; first += PIECE) {
        const uint count = min((uint)PIECE, k - first), run = (count + items - 1) / items;
        for (uint i = item * run; i < min((item + 1) * run, count); i++)
            piece[i] = a[row * k + first + i];
        barrier(CLK_LOCAL_MEM_FENCE);    // all is copied
        sum = add_products(sum, piece, at + first * (size_t)n, n, count);
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read it
    }
    if (column < n) c[row * n + column] = sum;
}

// The same, but at any moment neighbours copy neighbours.
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
        barrier(CLK_LOCAL_MEM_FENCE);    // all is copied
        sum = add_products(sum, piece, at + first * (size_t)n, n, count);
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read it
    }
    if (column < n) c[row * n + column] = sum;
}

// A work-group makes TILE x TILE elements of C, and takes as much of A and of B at a time into local memory:
// there each element serves TILE work-items.  Outside of A and B are zeros.
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
        barrier(CLK_LOCAL_MEM_FENCE);    // both are copied
        #pragma unroll
        for (int i = 0; i < TILE; i++)
            sum += a_tile[y][i] * b_tile[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read them
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
