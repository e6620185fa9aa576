// SPDX-License-Identifier: MIT
//
// Exercise 3 of stereo: the window of the left picture in private memory.
//: skeleton
//: // So far it is one row.
//: end
//
// RADIUS   of the window that is compared, in pixels
// SHIFTS   0 to SHIFTS - 1 are tried

// The picture goes on past its edges with its outermost pixels.
int pixel_at(global const uchar *in, int x, int y, int width, int height)
{
    x = clamp(x, 0, width - 1);
    y = clamp(y, 0, height - 1);
    return in[(size_t)y * width + x];
}

// Work-item (x, y) tries all shifts of its pixel.  The best one has the smallest sum of
// differences; of two equal sums, the smaller shift.
kernel void stereo(global uchar *restrict shift, global const uchar *restrict left,
                   global const uchar *restrict right, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    //: skeleton
    //: // Here: a row is kept, and used for all rows.  The window has 2 * RADIUS + 1 of them.
    //: int here[2 * RADIUS + 1];
    //: for (int i = -RADIUS; i <= RADIUS; i++)
    //:     here[i + RADIUS] = pixel_at(left, x + i, y, width, height);
    //: solution
    // The window of the left picture, which is the same for all shifts.
    int here[2 * RADIUS + 1][2 * RADIUS + 1];
    for (int j = -RADIUS; j <= RADIUS; j++)
        for (int i = -RADIUS; i <= RADIUS; i++)
            here[j + RADIUS][i + RADIUS] = pixel_at(left, x + i, y + j, width, height);
    //: end
    uint least = UINT_MAX;
    int best = 0;
    for (int d = 0; d < SHIFTS; d++) {
        uint sum = 0;
        for (int j = -RADIUS; j <= RADIUS; j++)
            for (int i = -RADIUS; i <= RADIUS; i++)
                //: skeleton
                //: sum += abs(here[i + RADIUS] - pixel_at(right, x + i - d, y + j, width, height));
                //: solution
                sum += abs(here[j + RADIUS][i + RADIUS] -
                           pixel_at(right, x + i - d, y + j, width, height));
        //: end
        if (sum < least) {
            least = sum;
            best = d;
        }
    }
    shift[(size_t)y * width + x] = best;
}
