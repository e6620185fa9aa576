// SPDX-License-Identifier: MIT
//
// Exercise 3 of canny_bands: the weights of the blur by shifts.
//
//     grey      . . . . #        A row of slopes needs three rows of the smooth picture, a row of
//     smooth      . . # # #      edges three rows of slopes.  So as soon as a row is smooth, the
//     slopes        . . # # #    row above it gets its slopes, and the row above that its edges.
//     edges           . . #      Only three rows of each are kept (#, here of columns).
//
// The rows that are kept have room at both ends: there the picture goes on with its outermost
// pixels.  All numbers are whole, and the edges are those of canny.cl.

typedef uchar16 __attribute__((aligned(1))) loose_uchar16;

enum { PAD = 16, ROWS = 3 };    // PAD: numbers at each end of a row

// The rows of a work-item.  Row y is at y % 3 of its three.
typedef struct {
    global ushort *sums, *smooth;    // sums: one row
    global short *right, *down;
    global int *steep;    // the square of the slope's length; 0 outside of the picture
    int length;           // of a row, with its ends
} kept_rows;

int place(int y, int length)
{
    return (y + ROWS) % ROWS * length;
}

// 16 pixels of a row; fewer at its end.
ushort16 pixels(global const uchar *row, int x, int width)
{
    if (x + 16 <= width) return convert_ushort16(*(global const loose_uchar16 *)(row + x));
    ushort lanes[16];
    for (int k = 0; k < 16; k++)
        lanes[k] = row[min(x + k, width - 1)];
    return vload16(0, lanes);
}

// outer + 4 inner + 6 middle
ushort16 weighted(ushort16 outer, ushort16 inner, ushort16 middle)
{
    //: skeleton
    //: return outer + (inner << (ushort)2) + (middle << (ushort)1);    // 6 is wanted, not 2
    //: solution
    return outer + ((inner + middle) << (ushort)2) + (middle << (ushort)1);
    //: end
}

// The weights 1 4 6 4 1 down, and then across.
void blur_row(kept_rows kept, global const uchar *grey, int y, int width, int height)
{
    global const uchar *row[5];
    for (int j = 0; j < 5; j++)
        row[j] = grey + (size_t)clamp(y + j - 2, 0, height - 1) * width;
    for (int x = 0; x < width; x += 16) {
        ushort16 outer = pixels(row[0], x, width) + pixels(row[4], x, width);
        ushort16 inner = pixels(row[1], x, width) + pixels(row[3], x, width);
        ushort16 middle = pixels(row[2], x, width);
        ushort16 sum = weighted(outer, inner, middle);
        vstore16(sum, 0, kept.sums + x);
    }
    for (int k = 1; k <= 2; k++) {
        kept.sums[-k] = kept.sums[0];
        kept.sums[width - 1 + k] = kept.sums[width - 1];
    }

    global ushort *smooth = kept.smooth + place(y, kept.length);
    for (int x = 0; x < width; x += 16) {
        global const ushort *s = kept.sums + x;
        ushort16 outer = vload16(0, s - 2) + vload16(0, s + 2);
        ushort16 inner = vload16(0, s - 1) + vload16(0, s + 1);
        ushort16 sum = weighted(outer, inner, vload16(0, s));
        vstore16((sum + (ushort)128) >> (ushort)8, 0, smooth + x);
    }
    smooth[-1] = smooth[0];
    smooth[width] = smooth[width - 1];
}

short16 smooth_at(global const ushort *row)
{
    return as_short16(vload16(0, row));
}

// Sobel: to the right and downwards.
void slope_row(kept_rows kept, int y, int width, int height)
{
    global const ushort *above = kept.smooth + place(max(y - 1, 0), kept.length);
    global const ushort *here = kept.smooth + place(y, kept.length);
    global const ushort *below = kept.smooth + place(min(y + 1, height - 1), kept.length);
    int at = place(y, kept.length);
    for (int x = 0; x < width; x += 16) {
        short16 above_left = smooth_at(above + x - 1), above_right = smooth_at(above + x + 1);
        short16 below_left = smooth_at(below + x - 1), below_right = smooth_at(below + x + 1);
        short16 beside = smooth_at(here + x + 1) - smooth_at(here + x - 1);
        short16 between = smooth_at(below + x) - smooth_at(above + x);
        short16 right = above_right - above_left + below_right - below_left + beside + beside;
        short16 down = below_left - above_left + below_right - above_right + between + between;
        vstore16(right, 0, kept.right + at + x);
        vstore16(down, 0, kept.down + at + x);
        int16 r = convert_int16(right), d = convert_int16(down);
        vstore16(r * r + d * d, 0, kept.steep + at + x);
    }
    kept.steep[at + width] = 0;
}

void no_slopes(kept_rows kept, int y)
{
    for (int x = -PAD; x < kept.length - PAD; x += 16)
        vstore16((int16)0, 0, kept.steep + place(y, kept.length) + x);
}

// Across an edge, only its steepest pixel stays.  The strong ones of these 16, or some of them, are
// told by a 2.
int16 edges_of(global const int *above, global const int *row, global const int *below,
               short16 right, short16 down, int weak, int strong)
{
    int16 here = vload16(0, row);
    short16 same = (right ^ down) >> (short)15;    // -1: one of the slopes is below 0
    int16 r = convert_int16(abs(right)), d = convert_int16(abs(down)), both = (r + d) * (r + d);
    int16 is_vertical = both < 2 * d * d, is_level = both < 2 * r * r, rises = convert_int16(same);

    int16 before = rises ? vload16(0, above + 1) : vload16(0, above - 1);
    int16 after = rises ? vload16(0, below - 1) : vload16(0, below + 1);
    before = is_vertical ? vload16(0, above) : before;
    after = is_vertical ? vload16(0, below) : after;
    before = is_level ? vload16(0, row - 1) : before;
    after = is_level ? vload16(0, row + 1) : after;

    int16 is_edge = here > before && here >= after && here >= weak * weak;
    return is_edge & (1 - (here >= strong * strong));
}

// Returns how many pixels of the list are there with those of this row.
uint thin_row(kept_rows kept, global uchar *edges, global uint *list, uint count, int y, int width,
              int weak, int strong)
{
    global const int *above = kept.steep + place(y - 1, kept.length);
    global const int *row = kept.steep + place(y, kept.length);
    global const int *below = kept.steep + place(y + 1, kept.length);
    global const short *right = kept.right + place(y, kept.length);
    global const short *down = kept.down + place(y, kept.length);
    for (int x = 0; x < width; x += 16) {
        uchar16 found = 0;
        if (any(vload16(0, row + x) >= weak * weak))    // most pixels are no edge
            found = convert_uchar16(edges_of(above + x, row + x, below + x, vload16(0, right + x),
                                             vload16(0, down + x), weak, strong));
        uchar lanes[16];
        vstore16(found, 0, lanes);
        int pixels_left = min(width - x, 16);
        if (pixels_left == 16)
            *(global loose_uchar16 *)(edges + x) = found;
        else
            for (int k = 0; k < pixels_left; k++)
                edges[x + k] = lanes[k];
        if (any(found > (uchar)1))
            for (int k = 0; k < pixels_left; k++)
                if (lanes[k] == 2) list[count++] = (uint)y * width + x + k;
    }
    return count;
}

// Vectors reach into both ends of a row.  Left of the picture there is no slope.  What they find
// further out is no part of the answer.
void clear_ends(kept_rows kept)
{
    for (int k = 0; k < 1 + 3 * ROWS; k++) {
        global ushort *row = kept.sums + k * kept.length;
        vstore16((ushort16)0, 0, row - PAD);
        vstore16((ushort16)0, 0, row + kept.length - 2 * PAD);
    }
    for (int k = 0; k < ROWS; k++) {
        vstore16((int16)0, 0, kept.steep + k * kept.length - PAD);
        vstore16((int16)0, 0, kept.steep + (k + 1) * kept.length - 2 * PAD);
    }
}

// All edges of a band, and a list of its strong ones.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
edges_of_band(global uchar *restrict edges, global uint *restrict lists,
              global uint *restrict counts, global ushort *restrict shorts,
              global int *restrict steep, global const uchar *restrict grey, int width, int height,
              int band, int weak, int strong)
{
    int item = get_global_id(0), begin = item * band, end = min(begin + band, height);
    if (begin >= height) return;
    int length = (width + 15) / 16 * 16 + 2 * PAD;
    global ushort *mine = shorts + (size_t)item * (1 + 3 * ROWS) * length + PAD;
    kept_rows kept = {
        mine, mine + length, 0, 0, steep + (size_t)item * ROWS * length + PAD, length
    };
    kept.right = (global short *)(mine + (1 + ROWS) * length);
    kept.down = (global short *)(mine + (1 + 2 * ROWS) * length);

    clear_ends(kept);
    uint count = 0;
    for (int y = begin - 2; y < end + 2; y++) {
        if (y >= 0 && y < height) blur_row(kept, grey, y, width, height);
        int slopes_y = y - 1, edges_y = y - 2;
        if (slopes_y == -1 || slopes_y == height)
            no_slopes(kept, slopes_y);
        else if (slopes_y >= begin - 1)
            slope_row(kept, slopes_y, width, height);
        if (edges_y >= begin)
            count = thin_row(kept, edges + (size_t)edges_y * width, lists + (size_t)begin * width,
                             count, edges_y, width, weak, strong);
    }
    counts[item] = count;
}

// One work-item: from each strong pixel to the weak ones around it, and on from them.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
flood_lists(global uchar *restrict edges, global uint *restrict changed,
            global uint *restrict stack, global const uint *restrict lists,
            global const uint *restrict counts, int width, int height, int band)
{
    uint total = 0, n = (uint)width * height;
    for (int item = 0; item * band < height; item++) {
        global const uint *list = lists + (size_t)item * band * width;
        uint count = min(counts[item], (uint)band * width);
        for (uint i = 0; i < count; i++) {
            uint top = 0;
            stack[top++] = min(list[i], n - 1);    // inside, also if the list is wrong
            while (top > 0) {
                uint at = stack[--top];
                int y = at / width, x = at - y * width;
                for (int v = max(y - 1, 0); v <= min(y + 1, height - 1); v++)
                    for (int u = max(x - 1, 0); u <= min(x + 1, width - 1); u++) {
                        uint beside = (uint)v * width + u;
                        if (edges[beside] != 1) continue;
                        edges[beside] = 2;
                        stack[top++] = beside;
                        total++;
                    }
            }
        }
    }
    *changed = total;
}
