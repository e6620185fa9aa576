// SPDX-License-Identifier: MIT
//
// Exercise 3 of expect_assume: two steps of an odd number at once.

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
        bool odd = x % 2 == 1;
        x = odd ? (3 * x + 1) / 2 : x / 2;
        //: skeleton
        //: steps++;    // Exercise 3 of expect_assume: how many steps were this?
        //: solution
        steps += odd ? 2 : 1;
        //: end
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
    for (uint k = 0; k < length; k++) {
        int own = x[(size_t)k * rows + i];
        if (IS_RARE(own < 0))
            sum += steps_to_one((uint)-own);
        else
            sum += (uint)own;
    }
    sums[i] = sum;
}
