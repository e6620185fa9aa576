// SPDX-License-Identifier: MIT

#include "canny_reference.h"

#include "ocl.h"

// The picture goes on past its edges with its outermost pixels.
static int pixel(const uint8_t *grey, canny_extent e, int x, int y)
{
    x = x < 0 ? 0 : x < e.width ? x : e.width - 1;
    y = y < 0 ? 0 : y < e.height ? y : e.height - 1;
    return grey[(size_t)y * (size_t)e.width + (size_t)x];
}

static void blur_ref(uint8_t *smooth, const uint8_t *grey, canny_extent e)
{
    static const int WEIGHTS[] = { 1, 4, 6, 4, 1 };
    for (int y = 0; y < e.height; y++)
        for (int x = 0; x < e.width; x++) {
            int sum = 128;
            for (int k = 0; k < 25; k++)
                sum +=
                    WEIGHTS[k % 5] * WEIGHTS[k / 5] * pixel(grey, e, x + k % 5 - 2, y + k / 5 - 2);
            *smooth++ = (uint8_t)(sum / 256);
        }
}

// Sobel: to the right and downwards.  There is no slope outside of the picture.
static cl_int2 slope_ref(const uint8_t *smooth, canny_extent e, int x, int y)
{
    cl_int2 slope = { { 0, 0 } };
    if (x < 0 || x >= e.width || y < 0 || y >= e.height) return slope;
    for (int i = -1; i <= 1; i++) {
        const int weight = i == 0 ? 2 : 1;
        slope.s[0] += weight * (pixel(smooth, e, x + 1, y + i) - pixel(smooth, e, x - 1, y + i));
        slope.s[1] += weight * (pixel(smooth, e, x + i, y + 1) - pixel(smooth, e, x + i, y - 1));
    }
    return slope;
}

static int square(cl_int2 slope)
{
    return slope.s[0] * slope.s[0] + slope.s[1] * slope.s[1];
}

static void thin_ref(uint8_t *edges, const uint8_t *smooth, canny_extent e, int weak, int strong)
{
    const double flat = sqrt(2.0) - 1.0;    // of 22.5 degrees
    for (int y = 0; y < e.height; y++)
        for (int x = 0; x < e.width; x++) {
            const cl_int2 slope = slope_ref(smooth, e, x, y);
            const int right = slope.s[0], down = slope.s[1];
            int i = (right < 0) == (down < 0) ? 1 : -1, j = 1;    // along the slope, or against it
            if (abs(right) < flat * abs(down)) i = 0;
            if (abs(down) < flat * abs(right)) i = 1, j = 0;
            const int here = square(slope);
            const bool steepest = here > square(slope_ref(smooth, e, x - i, y - j)) &&
                                  here >= square(slope_ref(smooth, e, x + i, y + j));
            *edges++ = !steepest || here < weak * weak ? CANNY_NONE
                       : here < strong * strong        ? CANNY_WEAK
                                                       : CANNY_STRONG;
        }
}

// From each strong pixel to the weak ones beside it, and so on.  Returns how many became strong.
size_t canny_flood_ref(uint8_t *edges, canny_extent e)
{
    const size_t n = (size_t)e.width * (size_t)e.height;
    size_t *stack = ocl_alloc(n * sizeof *stack), height = 0, changed = 0;
    for (size_t i = 0; i < n; i++)
        if (edges[i] == CANNY_STRONG) stack[height++] = i;
    while (height > 0) {
        const size_t at = stack[--height];
        const int x = (int)(at % (size_t)e.width), y = (int)(at / (size_t)e.width);
        for (int k = 0; k < 9; k++) {
            const int i = x + k % 3 - 1, j = y + k / 3 - 1;
            if (i < 0 || i >= e.width || j < 0 || j >= e.height) continue;
            const size_t beside = (size_t)j * (size_t)e.width + (size_t)i;
            if (edges[beside] != CANNY_WEAK) continue;
            edges[beside] = CANNY_STRONG;
            stack[height++] = beside;
            changed++;
        }
    }
    free(stack);
    return changed;
}

void canny_thin_ref(uint8_t *edges, const uint8_t *grey, canny_extent e, int weak, int strong)
{
    uint8_t *smooth = ocl_alloc((size_t)e.width * (size_t)e.height);
    blur_ref(smooth, grey, e);
    thin_ref(edges, smooth, e, weak, strong);
    free(smooth);
}

size_t canny_ref(uint8_t *edges, const uint8_t *grey, canny_extent e, int weak, int strong)
{
    canny_thin_ref(edges, grey, e, weak, strong);
    return canny_flood_ref(edges, e);
}
