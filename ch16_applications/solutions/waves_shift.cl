// SPDX-License-Identifier: MIT
//
// Exercise 2 of waves: a division by 4 as a shift.

kernel void waves(global int *restrict next, global const int *restrict now,
                  global const int *restrict before, global const uchar *restrict wall, ulong width,
                  ulong height)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;

    size_t i = y * width + x;
    int here = now[i];
    int left = x > 0 ? now[i - 1] : here, right = x < width - 1 ? now[i + 1] : here;
    int above = y > 0 ? now[i - width] : here, below = y < height - 1 ? now[i + width] : here;
    int pull = left + right + above + below - 4 * here;
    //: skeleton
    //: int quarter = pull >> 2;    // Here: where the pull is negative, this is 1 less than pull / 4.
    //: solution
    int quarter = (pull + (pull < 0 ? 3 : 0)) >> 2;
    //: end
    next[i] = wall[i] ? 0 : 2 * here - before[i] + quarter;
}
