// SPDX-License-Identifier: MIT
//
// Exercise 2 of stereo_bands: the difference by max and min.
//
// RADIUS   of the window that is compared, in pixels
// SHIFTS   0 to SHIFTS - 1 are tried
//
//     - - - - -     The window goes down by a row.  The row that comes in (+) is added to the sums
//     . . . . .     of its columns, and the row that goes out (-) is taken away.  These sums are
//     . . . . .     kept for each shift.  The sum of a window is that of 2 RADIUS + 1 columns.
//     . . . . .
//     . . . . .
//     + + + + +

#if !defined(RADIUS) || !defined(SHIFTS)
#error "the host must build this file with -D for each of the macros above"
#endif

typedef uchar16 __attribute__((aligned(1))) loose_uchar16;

// PAD: numbers before each row, and behind it; ROWS: those of a window, and the one that goes out.
enum { PAD = 32, ROWS = 2 * RADIUS + 2 };

// Row y of a picture, in numbers of 16 bits.  It goes on past its edges with its outermost pixels.
void copy_row(global ushort *to, global const uchar *in, int y, int width, int height)
{
    global const uchar *row = in + (size_t)clamp(y, 0, height - 1) * width;
    int x = 0;
    for (; x + 16 <= width; x += 16)
        vstore16(convert_ushort16(*(global const loose_uchar16 *)(row + x)), 0, to + x);
    for (; x < width; x++)
        to[x] = row[x];
    for (int k = 1; k <= PAD; k++) {
        to[-k] = row[0];
        to[width - 1 + k] = row[width - 1];
    }
}

ushort16 difference(global const ushort *left, global const ushort *right)
{
    ushort16 a = vload16(0, left), b = vload16(0, right);
    //: skeleton
    //: return a - b;    // what if b is larger?
    //: solution
    return max(a, b) - min(a, b);
    //: end
}

// A row of both pictures comes in, another one goes out.
void slide(global ushort *sums, global const ushort *left_in, global const ushort *right_in,
           global const ushort *left_out, global const ushort *right_out, int width, int length)
{
    for (int x = -RADIUS; x < width + RADIUS; x += 16)
        for (int d = 0; d < SHIFTS; d++) {
            global ushort *sum = sums + d * length + x;
            ushort16 comes = difference(left_in + x, right_in + x - d);
            ushort16 goes = difference(left_out + x, right_out + x - d);
            vstore16(vload16(0, sum) + comes - goes, 0, sum);
        }
}

// Of 16 windows from column x on, the best shift of each.
ushort16 best_shifts(global const ushort *sums, int x, int length)
{
    ushort16 least = USHRT_MAX, best = 0;
    for (int d = 0; d < SHIFTS; d++) {
        ushort16 sum = 0;
        for (int i = -RADIUS; i <= RADIUS; i++)
            sum += vload16(0, sums + d * length + x + i);
        best = sum < least ? (ushort16)d : best;
        least = min(least, sum);
    }
    return best;
}

// At first all rows that are kept are 0: they do not differ, and may go out.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
stereo_bands(global uchar *restrict shift, global const uchar *restrict left,
             global const uchar *restrict right, int width, int height, int band,
             global ushort *restrict kept)
{
    int begin = get_global_id(0) * band, end = min(begin + band, height);
    int length = (width + 15) / 16 * 16 + 2 * PAD, all = (2 * ROWS + SHIFTS) * length;
    kept += get_global_id(0) * (size_t)all;
    for (int i = 0; i < all; i++)
        kept[i] = 0;
    global ushort *lefts = kept + PAD, *rights = lefts + ROWS * length;
    global ushort *sums = rights + ROWS * length;

    for (int y = begin - RADIUS; y < end + RADIUS; y++) {
        int in = (y + ROWS) % ROWS * length, out = (y + ROWS + 1) % ROWS * length;
        copy_row(lefts + in, left, y, width, height);
        copy_row(rights + in, right, y, width, height);
        slide(sums, lefts + in, rights + in, lefts + out, rights + out, width, length);
        if (y < begin + RADIUS) continue;

        global uchar *to = shift + (size_t)(y - RADIUS) * width;
        for (int x = 0; x < width; x += 16) {
            uchar16 best = convert_uchar16(best_shifts(sums, x, length));
            uchar lanes[16];
            vstore16(best, 0, lanes);
            int pixels_left = min(width - x, 16);
            if (pixels_left == 16)
                *(global loose_uchar16 *)(to + x) = best;
            else
                for (int k = 0; k < pixels_left; k++)
                    to[x + k] = lanes[k];
        }
    }
}
