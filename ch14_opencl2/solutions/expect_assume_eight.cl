// SPDX-License-Identifier: MIT
//
// Exercise 4 of expect_assume: eight numbers per round.

// Where the compiler knows no hints, they are left out: the answer stays the same.
#if defined(EXPECT) && defined(cl_khr_expect_assume)
#define IS_RARE(condition) __builtin_expect(condition, 0)
#else
#define IS_RARE(condition) (condition)
#endif

#if defined(ASSUME) && defined(cl_khr_expect_assume)
#define IS_ALWAYS(condition) __builtin_assume(condition)
#else
#define IS_ALWAYS(condition)
#endif

// How many steps lead from x to 1: half of an even number, three times an odd one plus 1.
uint steps_to_one(uint x)
{
    uint steps = 0;
    while (x > 1 && steps < 1000) {
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        steps++;
    }
    return steps;
}

// Number k of row i is x[k * rows + i].  `length` is a multiple of 8, and at least 8.
kernel void expect_assume_sum(global uint *restrict sums, global const int *restrict x, uint length,
                              uint rows)
{
    size_t i = get_global_id(0);
    if (i >= rows) return;
    IS_ALWAYS(length >= 8);
    IS_ALWAYS(length % 8 == 0);
    uint sum = 0;
    //: skeleton
    //: for (uint k = 0; k < length; k += 8) {
    //:     uint j = 0;    // Exercise 4 of expect_assume: only the first of eight.
    //:     int own = x[(size_t)(k + j) * rows + i];
    //:     sum += own < 0 ? steps_to_one((uint)-own) : (uint)own;
    //: }
    //: solution
    for (uint k = 0; k < length; k += 8)
        for (uint j = 0; j < 8; j++) {
            int own = x[(size_t)(k + j) * rows + i];
            if (IS_RARE(own < 0))
                sum += steps_to_one((uint)-own);
            else
                sum += (uint)own;
        }
    //: end
    sums[i] = sum;
}
