// SPDX-License-Identifier: MIT
//
// starpu_matmul - one task: a tile of C = A B, or a tile of C += A B.
//
//     tile of C: rows x columns      tile of A: rows x depth      tile of B: depth x columns
//
// A work-item computes EACH elements of C, one below the other: an element of B serves all of them.
// Dimension 0 goes along a row of C, dimension 1 goes down.  On a device a tile is a buffer without
// gaps between its rows.
//
// EACH    rows per work-item

#ifndef EACH
#error "EACH is not defined"
#endif

kernel void starpu_matmul(global float *restrict c, global const float *restrict a,
                          global const float *restrict b, uint rows, uint columns, uint depth,
                          uint adds)
{
    const size_t column = get_global_id(0), top = get_global_id(1) * EACH;
    if (top >= rows || column >= columns) return;

    // Past the last row a work-item computes this row again and does not store it.
    global const float *from[EACH];
    float sum[EACH];
    for (int r = 0; r < EACH; r++) {
        from[r] = a + min(top + r, (size_t)rows - 1) * depth;
        sum[r] = 0.0f;
    }
    for (size_t i = 0; i < depth; i++) {
        const float factor = b[i * columns + column];
#pragma unroll
        for (int r = 0; r < EACH; r++)
            sum[r] += from[r][i] * factor;
    }
    for (int r = 0; r < EACH; r++)
        if (top + r < rows) {
            global float *to = c + (top + r) * columns + column;
            *to = adds ? *to + sum[r] : sum[r];
        }
}
