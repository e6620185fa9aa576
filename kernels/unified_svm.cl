// SPDX-License-Identifier: MIT
//
// Sums of rows that are not equally long.  One work-item per row.

// OpenCL 1.2: row i has the numbers from starts[i] up to starts[i + 1].
kernel void unified_svm_buffer(global int *restrict sums, global const int *restrict x,
                               global const uint *restrict starts, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int sum = 0;
    for (uint k = starts[i]; k < starts[i + 1]; k++)
        sum += x[k];
    sums[i] = sum;
}

#if __OPENCL_C_VERSION__ >= 200
// A row says itself where its numbers are.  The same structure as in unified_svm.c.
typedef struct {
    global const int *numbers;
    ulong count;
} row;

// The numbers are no argument: the kernel reaches them through the rows.
kernel void unified_svm_pointers(global int *restrict sums, global const row *restrict rows, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int sum = 0;
    for (ulong k = 0; k < rows[i].count; k++)
        sum += rows[i].numbers[k];
    sums[i] = sum;
}
#endif
