// SPDX-License-Identifier: MIT
//
// copy_rect_overlap - exercise 1 of copy_rect: do two boxes overlap?
//: skeleton
//: // The answer is always "no", so it is wrong for those that do.
//: end
//
//     cmake --build build --target exercise_copy_rect_overlap
//     build/exercises/copy_rect_overlap

#include "ocl.h"

enum { SIDE = 4, PLACES = SIDE * SIDE * SIDE };    // a memory of 4 x 4 x 4 bytes

// Whether two boxes of one size share a byte.  a and b are their origins.
static bool overlap(const size_t a[3], const size_t b[3], const size_t region[3])
{
    //: skeleton
    //: // Exercise 1 of copy_rect: compare the two boxes along each axis.
    //: (void)a, (void)b, (void)region;
    //: return false;
    //: solution
    for (int axis = 0; axis < 3; axis++)
        if (a[axis] + region[axis] <= b[axis] || b[axis] + region[axis] <= a[axis]) return false;
    return true;
    //: end
}

// The slow way: marks the bytes of one box, and looks for a mark in the other one.
static bool overlap_ref(const size_t a[3], const size_t b[3], const size_t region[3])
{
    bool marked[SIDE][SIDE][SIDE] = { { { false } } }, found = false;
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            for (size_t x = 0; x < region[0]; x++)
                marked[a[2] + z][a[1] + y][a[0] + x] = true;
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            for (size_t x = 0; x < region[0]; x++)
                found = found || marked[b[2] + z][b[1] + y][b[0] + x];
    return found;
}

// The coordinates of place i.
static void place(size_t i, size_t at[3])
{
    at[0] = i % SIDE, at[1] = i / SIDE % SIDE, at[2] = i / SIDE / SIDE;
}

static bool fits(const size_t at[3], const size_t region[3])
{
    return at[0] + region[0] <= SIDE && at[1] + region[1] <= SIDE && at[2] + region[2] <= SIDE;
}

int main(void)
{
    size_t a[3], b[3], region[3], count = 0, wrong = 0;
    for (size_t r = 0; r < PLACES; r++) {
        place(r, region);
        for (int axis = 0; axis < 3; axis++)
            region[axis]++;    // 1 to SIDE
        for (size_t i = 0; i < PLACES; i++)
            for (size_t j = 0; j < PLACES; j++) {
                place(i, a), place(j, b);
                if (!fits(a, region) || !fits(b, region)) continue;
                count++;
                wrong += overlap(a, b, region) != overlap_ref(a, b, region);
            }
    }
    printf("%zu of %zu pairs of boxes are right\n", count - wrong, count);
    return wrong ? OCL_EXIT_WRONG : OCL_EXIT_PASS;
}
