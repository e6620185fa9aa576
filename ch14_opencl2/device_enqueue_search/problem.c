// SPDX-License-Identifier: MIT

#include "problem.h"

enum { ELEMENTS_PER_ROOT = 4096, STEP = 3 };

void make_circles(cl_uint4 circles[CIRCLES], cl_uint n, uint64_t seed)
{
    for (cl_uint c = 0; c < CIRCLES; c++) {
        circles[c].s[0] = (cl_uint)(ocl_random(seed, 3 * c) % n);
        circles[c].s[1] = (cl_uint)(ocl_random(seed, 3 * c + 1) % n);
        circles[c].s[2] = (cl_uint)(ocl_random(seed, 3 * c + 2) % n) / 2;
        circles[c].s[3] = 0;
    }
}

// The squares of the smallest and of the largest distance from 0 in begin ... begin + 1.
static cl_long smallest_square(cl_long begin)
{
    return begin > 0 ? begin * begin : begin < 0 ? (begin + 1) * (begin + 1) : 0;
}

static cl_long largest_square(cl_long begin)
{
    return begin >= 0 ? (begin + 1) * (begin + 1) : begin * begin;
}

void circles_ref(unsigned char *out, cl_uint n, uint64_t seed)
{
    cl_uint4 circles[CIRCLES];
    make_circles(circles, n, seed);
    for (size_t i = 0; i < (size_t)n * n; i++) {
        out[i] = 0;
        for (int c = 0; c < CIRCLES; c++) {
            const cl_long x = (cl_long)(i % n) - circles[c].s[0];
            const cl_long y = (cl_long)(i / n) - circles[c].s[1], r = circles[c].s[2];
            if (smallest_square(x) + smallest_square(y) <= r * r &&
                largest_square(x) + largest_square(y) >= r * r)
                out[i] = 255;
        }
    }
}

// A circle passes at most two squares for each step to the right and for each step down, and the
// corners.  Corners that it only touches count, too.
cl_uint squares_at_most(cl_uint n, uint64_t seed)
{
    cl_uint4 circles[CIRCLES];
    cl_uint squares = 0;
    make_circles(circles, n, seed);
    for (int c = 0; c < CIRCLES; c++)
        squares += 16 * circles[c].s[2] + 16;
    return squares;
}

void make_parents(cl_uint *parents, size_t elements, uint64_t seed)
{
    for (size_t i = 0; i < elements; i++) {
        const uint64_t number = ocl_random(seed + 1, i);
        const bool is_root = i < STEP || number % ELEMENTS_PER_ROOT == 0;
        parents[i] = (cl_uint)(is_root ? i : i - 1 - number / ELEMENTS_PER_ROOT % STEP);
    }
}

void roots_ref(cl_uint *roots, size_t elements, uint64_t seed)
{
    make_parents(roots, elements, seed);
    for (size_t i = 0; i < elements; i++)
        roots[i] = roots[roots[i]];    // the parent's root is there already
}

// A round doubles how far each element has come.
cl_uint rounds_ref(size_t elements, uint64_t seed)
{
    cl_uint *parents = ocl_alloc(elements * sizeof *parents);
    cl_uint *depths = ocl_alloc(elements * sizeof *depths);
    cl_uint deepest = 0, rounds = 1;
    make_parents(parents, elements, seed);
    for (size_t i = 0; i < elements; i++) {
        depths[i] = parents[i] == i ? 0 : depths[parents[i]] + 1;
        deepest = depths[i] > deepest ? depths[i] : deepest;
    }
    for (cl_uint far = 1; far < deepest; far *= 2)
        rounds++;
    free(depths);
    free(parents);
    return rounds;
}
