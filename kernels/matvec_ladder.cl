// SPDX-License-Identifier: MIT
//
// matvec_ladder - y = A x, in three ways.
//
// The number of columns is a multiple of 16: the host has added columns of 0.  So each row begins
// where a vector may begin, and no loop needs to look for the end.
//
// The host sets
//     GROUP    work-items of a work-group of `group`, a power of two

#ifndef GROUP
#error "the host must build this file with -D for the macro above"
#endif

// --- row: a work-item per row, as in matvec.cl.

kernel void matvec_row(global float *restrict y, global const float *restrict a,
                       global const float *restrict x, ulong rows, ulong columns)
{
    size_t row = get_global_id(0);
    if (row >= rows) return;
    global const float *row_of_a = a + row * columns;
    float sum = 0.0f;
    for (ulong i = 0; i < columns; i++)
        sum += row_of_a[i] * x[i];
    y[row] = sum;
}

// --- group: a work-group per row.  Neighbours read neighbouring vectors.  Each work-item has a sum
// of its own; a tree adds them, as in min_reduce.cl.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
matvec_group(global float *restrict y, global const float4 *restrict a,
             global const float4 *restrict x, ulong rows, ulong columns)
{
    local float sums[GROUP];
    uint item = get_local_id(0), length = columns / 4;
    size_t row = get_group_id(0);
    global const float4 *row_of_a = a + row * length;
    float sum = 0.0f;
    for (uint i = item; i < length; i += GROUP)
        sum += dot(row_of_a[i], x[i]);
    sums[item] = sum;

    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);    // the step before is complete
        if (item < left) sums[item] += sums[item + left];
    }
    if (item == 0) y[row] = sums[0];
}

// --- vectors: for CPUs.  A work-item has four rows, and sums of 16 numbers that do not wait for
// each other.  A row past the last one is the last one again.

float total(float16 v)
{
    float8 eight = v.lo + v.hi;
    float4 four = eight.lo + eight.hi;
    return (four.x + four.y) + (four.z + four.w);
}

kernel void matvec_vectors(global float *restrict y, global const float16 *restrict a,
                           global const float16 *restrict x, ulong rows, ulong columns)
{
    size_t first = get_global_id(0) * 4, last = rows - 1, length = columns / 16;
    size_t second = min(first + 1, last), third = min(first + 2, last),
           fourth = min(first + 3, last);
    float16 sum1 = 0.0f, sum2 = 0.0f, sum3 = 0.0f, sum4 = 0.0f;
    for (size_t i = 0; i < length; i++) {
        sum1 += a[first * length + i] * x[i];
        sum2 += a[second * length + i] * x[i];
        sum3 += a[third * length + i] * x[i];
        sum4 += a[fourth * length + i] * x[i];
    }
    y[first] = total(sum1);
    y[second] = total(sum2);
    y[third] = total(sum3);
    y[fourth] = total(sum4);
}
