// SPDX-License-Identifier: MIT
//
// mandelbrot_ladder - how many steps each point of the plane takes to run away: step by step, then
// several steps before the question, then many points at the same time.
//
// The host sets
//     BLOCK    steps without a question in between
//     LINES    vectors: lines of 16 pixels that a work-item has

#if !defined(BLOCK) || !defined(LINES)
#error "the host must build this file with -D for each of the macros above"
#endif

#pragma OPENCL FP_CONTRACT OFF    // each product and each sum is rounded, as on the host

// --- plain: a work-item per pixel, the kernel of mandelbrot.

kernel void mandelbrot_plain(global uint *restrict counts, float left, float top, float step,
                             ulong width, ulong height, uint most)
{
    size_t column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    float cx = left + column * step, cy = top - row * step;

    uint n = 0;
    float x = 0, y = 0;
    while (n < most && x * x + y * y <= 4) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
    }
    counts[row * width + column] = n;
}

// --- blocks: BLOCK steps, and then the question.
//
// A point that is more than 2 away never comes back.  So a point that is near after BLOCK steps was
// near all the time.  Another one goes back to where the block began, and counts there step by
// step.  A point far away becomes inf or NaN on the way; both are not <= 4.
//
// Most points that run away do so soon.  For them a block would be wasted: so the first BLOCK steps
// are counted one by one, too.

uint count_in_blocks(float cx, float cy, uint most)
{
    uint n = 0;
    float x = 0, y = 0, xx = 0, yy = 0;
    while (n < BLOCK && n < most && xx + yy <= 4) {
        float xy = x * y;
        x = xx - yy + cx;
        y = fma(2.0f, xy, cy);    // 2 * xy is exact: rounds as the host does
        xx = x * x;
        yy = y * y;
        n++;
    }
    if (n < BLOCK) return n;
    while (n + BLOCK <= most) {
        float block_x = x, block_y = y;
#pragma unroll
        for (int i = 0; i < BLOCK; i++) {
            float xy = x * y;
            x = xx - yy + cx;
            y = fma(2.0f, xy, cy);
            xx = x * x;
            yy = y * y;
        }
        if (!(xx + yy <= 4)) {
            x = block_x;
            y = block_y;
            break;
        }
        n += BLOCK;
    }
    while (n < most && x * x + y * y <= 4) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
    }
    return n;
}

kernel void mandelbrot_blocks(global uint *restrict counts, float left, float top, float step,
                              ulong width, ulong height, uint most)
{
    uint column = get_global_id(0), row = get_global_id(1);    // 64 bits become floats slowly
    if (column >= width || row >= height) return;
    float cx = left + column * step, cy = top - row * step;
    counts[row * width + column] = count_in_blocks(cx, cy, most);
}

// --- vectors: a work-item has LINES lines of 16 pixels, and asks all of them at the same time.
//
//     x          0.1  0.3  1.9  2.8  ...
//     is near     -1   -1    0    0  ...      a comparison of vectors gives -1 where it is true,
//     n            7    7    5    3  ...      so this is subtracted from n
//
// Points that are far go on, but are not counted any more.  The loop ends when all are far.  The
// loop over the lines is unrolled: so x[k] and its like are registers.

kernel void mandelbrot_vectors(global uint *restrict counts, float left, float top, float step,
                               ulong width, ulong height, uint most)
{
    size_t column = get_global_id(0) * 16, row = get_global_id(1) * LINES;
    if (column >= width || row >= height) return;
    const int16 lanes = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    float16 cx = left + convert_float16((int)column + lanes) * step;
    float16 x[LINES], y[LINES], cy[LINES];
    int16 n[LINES], near[LINES];
    for (int k = 0; k < LINES; k++) {
        x[k] = y[k] = 0;
        cy[k] = top - (row + k) * step;
        n[k] = 0;
    }

    for (uint done = 0; done < most; done += BLOCK) {
        int16 any_near = 0;
        uint steps = min(most - done, (uint)BLOCK);
        for (uint i = 0; i < steps; i++)
#pragma unroll
            for (int k = 0; k < LINES; k++) {
                float16 xx = x[k] * x[k], yy = y[k] * y[k];
                near[k] = xx + yy <= 4;
                n[k] -= near[k];
                y[k] = 2 * x[k] * y[k] + cy[k];
                x[k] = xx - yy + cx;
            }
        for (int k = 0; k < LINES; k++)
            any_near |= near[k];
        if (!any(any_near)) break;
    }

    for (int k = 0; k < LINES && row + k < height; k++)
        if (column + 16 <= width)
            vstore16(as_uint16(n[k]), 0, counts + (row + k) * width + column);
        else
            for (int i = 0; column + i < width; i++)
                counts[(row + k) * width + column + i] = ((int *)&n[k])[i];
}
