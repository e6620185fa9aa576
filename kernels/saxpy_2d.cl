// SPDX-License-Identifier: MIT
//
// a = alpha * b + c on matrices of height rows and width columns.  Rows begin pitch elements apart,
// and pitch > width.  The elements between the end of a row and the next row are padding: no kernel
// touches it.  pitch is a multiple of 4, so that every row can be read as float4s.

// One element per work-item: x is its column, y its row.  The index space is rounded up to whole
// work-groups in both dimensions.
kernel void saxpy_2d_scalar(global float *restrict a, float alpha, global const float *restrict b,
                            global const float *restrict c, ulong height, ulong width, ulong pitch)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;

    size_t i = y * pitch + x;
    a[i] = alpha * b[i] + c[i];
}

// Four elements of a row per work-item.  The work-item after the last whole float4 of a row
// computes the elements that are left.
kernel void saxpy_2d_float4(global float *restrict a, float alpha, global const float *restrict b,
                            global const float *restrict c, ulong height, ulong width, ulong pitch)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (y >= height) return;

    size_t row = y * pitch;
    global float4 *a4 = (global float4 *)(a + row);
    global const float4 *b4 = (global const float4 *)(b + row);
    global const float4 *c4 = (global const float4 *)(c + row);
    if (x < width / 4)
        a4[x] = alpha * b4[x] + c4[x];
    else
        for (size_t tail = 4 * x; tail < width; tail++)
            a[row + tail] = alpha * b[row + tail] + c[row + tail];
}

// A whole row per work-item.
kernel void saxpy_2d_row(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong height, ulong width, ulong pitch)
{
    size_t y = get_global_id(1);
    if (y >= height) return;

    size_t row = y * pitch;
    for (size_t x = 0; x < width; x++)
        a[row + x] = alpha * b[row + x] + c[row + x];
}
