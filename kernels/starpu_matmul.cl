// SPDX-License-Identifier: MIT
//
// starpu_matmul - one task: a tile of C = A B, or a tile of C += A B.
//
//     tile of C: rows x columns      tile of A: rows x depth      tile of B: depth x columns
//
// A work-item computes blocks of EACH x WIDTH elements of C: they stay in registers, and a vector
// of B serves all rows of the block.  Dimension 0 goes along a row of C, dimension 1 goes down.  On
// a device a tile is a buffer without gaps between its rows.
//
//     EACH     rows of a block
//     WIDTH    columns of a block: the device's vector, 16 for instance; 1 for GPUs

#if !defined(EACH) || !defined(WIDTH)
#error "EACH or WIDTH is not defined"
#endif

#if WIDTH == 1
#define VECTOR          float
#define LOAD(from)      (*(from))
#define STORE(what, to) (*(to) = (what))
#else
#define PASTE(x, y)     x##y
#define NAME(x, y)      PASTE(x, y)
#define VECTOR          NAME(float, WIDTH)
#define LOAD(from)      NAME(vload, WIDTH)(0, from)
#define STORE(what, to) NAME(vstore, WIDTH)(what, 0, to)
#endif

// A tile that is narrower than a vector.
void multiply_narrow(global float *restrict c, global const float *restrict a,
                     global const float *restrict b, uint rows, uint columns, uint depth, uint adds)
{
    for (size_t row = get_global_id(1); row < rows; row += get_global_size(1))
        for (size_t column = 0; column < columns; column++) {
            float sum = 0.0f;
            for (size_t i = 0; i < depth; i++)
                sum += a[row * depth + i] * b[i * columns + column];
            global float *to = c + row * columns + column;
            *to = adds ? *to + sum : sum;
        }
}

kernel void starpu_matmul(global float *restrict c, global const float *restrict a,
                          global const float *restrict b, uint rows, uint columns, uint depth,
                          uint adds)
{
    const size_t own = get_global_id(0) * WIDTH;
    if (own >= columns) return;
    if (columns < WIDTH) {
        multiply_narrow(c, a, b, rows, columns, depth, adds);
        return;
    }
    // The last vector of a row ends with the row.  Another work-item has its first elements.
    const size_t left = min(own, (size_t)columns - WIDTH), skip = own - left;

    for (size_t top = get_global_id(1) * EACH; top < rows; top += get_global_size(1) * EACH) {
        // Past the last row a block has this row again and does not store it.
        global const float *from[EACH];
        VECTOR sum[EACH];
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            from[r] = a + min(top + r, (size_t)rows - 1) * depth;
            sum[r] = 0.0f;
        }
        for (size_t i = 0; i < depth; i++) {
            const VECTOR factor = LOAD(b + i * columns + left);
#pragma unroll
            for (int r = 0; r < EACH; r++)
                sum[r] += from[r][i] * factor;
        }
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            global float *to = c + (top + r) * columns + left;
            if (top + r >= rows) continue;
            if (skip == 0) {
                STORE(adds ? LOAD(to) + sum[r] : sum[r], to);
                continue;
            }
            float last[WIDTH];
            STORE(sum[r], last);
            for (size_t e = skip; e < WIDTH; e++)
                to[e] = adds ? to[e] + last[e] : last[e];
        }
    }
}
