// SPDX-License-Identifier: MIT
//
// Exercise 3 of sobel_buffer: the two diagonals serve both gradients.
//
// The magnitude of the gradient of each pixel, channel by channel; alpha, the last one, stays what
// it is.  A picture is a buffer of uchar4, `width` pixels per row, without padding.  Outside of it
// is the nearest pixel.  The result is the nearest integer, at most 255; sobel_filter_ladder.cl
// says why sqrt cannot round it to another one.
//
// Work-item (x, y) makes pixel (x, y) in all kernels.

int4 pixel_at(global const uchar4 *in, int2 size, int x, int y)
{
    return convert_int4(in[(size_t)clamp(y, 0, size.y - 1) * size.x + clamp(x, 0, size.x - 1)]);
}

uchar4 magnitude(int4 gx, int4 gy, uchar alpha)
{
    int4 squares = min(gx * gx + gy * gy, (int4)(255 * 255));
    uchar4 result = convert_uchar4(sqrt(convert_float4(squares)) + 0.5f);
    result.w = alpha;
    return result;
}

// Both gradients are sums over the window; the weights are arguments.
kernel void sobel_buffer_matrices(global uchar4 *restrict out, global const uchar4 *restrict in,
                                  int2 size, constant int *restrict matrix_x,
                                  constant int *restrict matrix_y)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int4 gx = 0, gy = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int4 p = pixel_at(in, size, x + i - 1, y + j - 1);
            gx += matrix_x[3 * j + i] * p;
            gy += matrix_y[3 * j + i] * p;
        }
    size_t at = (size_t)y * size.x + x;
    out[at] = magnitude(gx, gy, in[at].w);
}

// The weights are in global memory, as in the book: any work-item may load any weight.
kernel void sobel_buffer_global(global uchar4 *restrict out, global const uchar4 *restrict in,
                                int2 size, global const int *restrict matrix_x,
                                global const int *restrict matrix_y)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int4 gx = 0, gy = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int4 p = pixel_at(in, size, x + i - 1, y + j - 1);
            gx += matrix_x[3 * j + i] * p;
            gy += matrix_y[3 * j + i] * p;
        }
    size_t at = (size_t)y * size.x + x;
    out[at] = magnitude(gx, gy, in[at].w);
}

// One matrix: the other one is its transpose, so i and j change places in its index.
kernel void sobel_buffer_transpose(global uchar4 *restrict out, global const uchar4 *restrict in,
                                   int2 size, constant int *restrict matrix_x)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int4 gx = 0, gy = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int4 p = pixel_at(in, size, x + i - 1, y + j - 1);
            gx += matrix_x[3 * j + i] * p;
            gy += matrix_x[3 * i + j] * p;
        }
    size_t at = (size_t)y * size.x + x;
    out[at] = magnitude(gx, gy, in[at].w);
}

// The matrix belongs to the program: no argument, and the compiler knows the numbers.
constant int MATRIX_X[3][3] = { { -1, 0, 1 }, { -2, 0, 2 }, { -1, 0, 1 } };

kernel void sobel_buffer_program(global uchar4 *restrict out, global const uchar4 *restrict in,
                                 int2 size)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int4 gx = 0, gy = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int4 p = pixel_at(in, size, x + i - 1, y + j - 1);
            gx += MATRIX_X[j][i] * p;
            gy += MATRIX_X[i][j] * p;
        }
    size_t at = (size_t)y * size.x + x;
    out[at] = magnitude(gx, gy, in[at].w);
}

// The matrix is a variable of each work-item.
kernel void sobel_buffer_private(global uchar4 *restrict out, global const uchar4 *restrict in,
                                 int2 size)
{
    const int matrix_x[3][3] = { { -1, 0, 1 }, { -2, 0, 2 }, { -1, 0, 1 } };
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int4 gx = 0, gy = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int4 p = pixel_at(in, size, x + i - 1, y + j - 1);
            gx += matrix_x[j][i] * p;
            gy += matrix_x[i][j] * p;
        }
    size_t at = (size_t)y * size.x + x;
    out[at] = magnitude(gx, gy, in[at].w);
}

// The weights are in the code: no multiplications but by 2, and none for the zeros.
kernel void sobel_buffer_differences(global uchar4 *restrict out, global const uchar4 *restrict in,
                                     int2 size)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int4 north_west = pixel_at(in, size, x - 1, y - 1), north = pixel_at(in, size, x, y - 1);
    int4 north_east = pixel_at(in, size, x + 1, y - 1), west = pixel_at(in, size, x - 1, y);
    int4 east = pixel_at(in, size, x + 1, y), south_west = pixel_at(in, size, x - 1, y + 1);
    int4 south = pixel_at(in, size, x, y + 1), south_east = pixel_at(in, size, x + 1, y + 1);
    int4 down = south_east - north_west, up = north_east - south_west;    // along the diagonals
    int4 gx = down + up + 2 * (east - west);
    //: skeleton
    //: int4 gy = down + up + 2 * (south - north);
    //: solution
    int4 gy = down - up + 2 * (south - north);
    //: end
    size_t at = (size_t)y * size.x + x;
    out[at] = magnitude(gx, gy, in[at].w);
}

// Both matrices are a column times a row: (1 2 1)^T (-1 0 1) and (-1 0 1)^T (1 2 1).  First the
// rows.  Each pixel has two vectors in `halves`: the differences, for gx, and the sums, for gy.
kernel void sobel_buffer_rows(global short4 *restrict halves, global const uchar4 *restrict in,
                              int2 size)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    size_t at = 2 * ((size_t)y * size.x + x);
    int4 west = pixel_at(in, size, x - 1, y), east = pixel_at(in, size, x + 1, y);
    halves[at] = convert_short4(east - west);
    halves[at + 1] = convert_short4(west + 2 * pixel_at(in, size, x, y) + east);
}

// Then the columns.
kernel void sobel_buffer_columns(global uchar4 *restrict out, global const short4 *restrict halves,
                                 int2 size, global const uchar4 *restrict in)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    size_t at = (size_t)y * size.x + x;
    global const short4 *above = &halves[2 * ((size_t)max(y - 1, 0) * size.x + x)];
    global const short4 *below = &halves[2 * ((size_t)min(y + 1, size.y - 1) * size.x + x)];
    int4 gx = convert_int4(above[0]) + 2 * convert_int4(halves[2 * at]) + convert_int4(below[0]);
    int4 gy = convert_int4(below[1]) - convert_int4(above[1]);
    out[at] = magnitude(gx, gy, in[at].w);
}
