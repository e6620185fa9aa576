// SPDX-License-Identifier: MIT
//
// sobel_buffer --variant differences --kernel build/exercises/sobel_buffer_local.cl
//
// Both passes in one kernel: the halves stay in local memory.
//: skeleton
//: // Work-item (x, y) makes pixel (x, y).  The halves are missing, so the picture is black.
//: solution
// Work-item (x, y) makes pixel (x, y), and before that the halves of some pixels, also of the rows
// above and below the work-group.
//: end
// The host's work-groups are at most 32 x 8.

#define MAX_WIDTH  32
#define MAX_HEIGHT 8

int4 pixel_at(global const uchar4 *in, int2 size, int x, int y)
{
    return convert_int4(in[(size_t)clamp(y, 0, size.y - 1) * size.x + clamp(x, 0, size.x - 1)]);
}

kernel void sobel_buffer_differences(global uchar4 *restrict out, global const uchar4 *restrict in,
                                     int2 size)
{
    local short4 differences[MAX_HEIGHT + 2][MAX_WIDTH], sums[MAX_HEIGHT + 2][MAX_WIDTH];
    int column = get_local_id(0), row = get_local_id(1), height = get_local_size(1);
    int x = get_global_id(0), y = get_global_id(1), first_y = y - row - 1;
    //: skeleton
    //: for (int r = row; r < height + 2; r += height) {
    //:     // Exercise 1 of sobel_buffer: the halves of pixel (x, first_y + r), from the pixels west
    //:     // and east of it.  Then all halves must be there before a work-item reads them.
    //:     differences[r][column] = 0;
    //:     sums[r][column] = 0;
    //: }
    //: solution
    for (int r = row; r < height + 2; r += height) {
        int4 west = pixel_at(in, size, x - 1, first_y + r);
        int4 middle = pixel_at(in, size, x, first_y + r);
        int4 east = pixel_at(in, size, x + 1, first_y + r);
        differences[r][column] = convert_short4(east - west);
        sums[r][column] = convert_short4(west + 2 * middle + east);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    //: end
    if (x >= size.x || y >= size.y) return;
    int4 gx = convert_int4(differences[row][column]) +
              2 * convert_int4(differences[row + 1][column]) +
              convert_int4(differences[row + 2][column]);
    int4 gy = convert_int4(sums[row + 2][column]) - convert_int4(sums[row][column]);
    size_t at = (size_t)y * size.x + x;
    int4 squares = min(gx * gx + gy * gy, (int4)(255 * 255));
    uchar4 result = convert_uchar4(sqrt(convert_float4(squares)) + 0.5f);
    result.w = in[at].w;
    out[at] = result;
}
