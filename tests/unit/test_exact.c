// SPDX-License-Identifier: MIT
//
// Unit tests of exact: conversions against those of C, in each rounding mode of the host, and
// numbers worked out by hand.

#include "proof/ch07_opencl_c/exact.h"

#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { CASES = 20000 };
static const int HOST_MODES[] = { FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD };

static uint64_t bits_of_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double random_double(uint64_t i)
{
    const uint64_t random = ocl_random(7, i);
    return ldexp((double)(int64_t)ocl_random(8, i), (int)(random % 300) - 210);
}

// Double to float, as the host rounds it; denormal floats and overflow are among the numbers.
static void test_double_to_float(void **state)
{
    (void)state;
    for (rounding mode = RTE; mode <= RTN; mode++) {
        fesetround(HOST_MODES[mode]);
        for (uint64_t i = 0; i < CASES; i++) {
            volatile double x = random_double(i);
            volatile float want = (float)x;
            uint64_t bits;
            const double copy = x;
            memcpy(&bits, &copy, sizeof bits);
            const uint64_t got =
                exact_to_float(exact_of(&SCALAR_TYPE[DOUBLE], bits), &SCALAR_TYPE[FLOAT], mode);
            fesetround(FE_TONEAREST);
            assert_int_equal(got, bits_of_float(want));
            fesetround(HOST_MODES[mode]);
        }
        fesetround(FE_TONEAREST);
    }
}

// x rounded to a whole number by C.
static double whole_number(double x, rounding mode)
{
    switch (mode) {
    case RTE:
        return nearbyint(x);
    case RTZ:
        return trunc(x);
    case RTP:
        return ceil(x);
    default:
        return floor(x);
    }
}

static void test_double_to_int(void **state)
{
    (void)state;
    for (rounding mode = RTE; mode <= RTN; mode++)
        for (uint64_t i = 0; i < CASES; i++) {
            const double x = ldexp(random_double(i), -40), whole = whole_number(x, mode);
            uint64_t bits;
            memcpy(&bits, &x, sizeof bits);
            bool inside;
            const uint64_t got = exact_to_integer(exact_of(&SCALAR_TYPE[DOUBLE], bits),
                                                  &SCALAR_TYPE[INT], mode, true, &inside);
            const double kept = fmin(fmax(whole, CL_INT_MIN), CL_INT_MAX);
            assert_int_equal(inside, kept == whole);
            assert_int_equal((int32_t)(uint32_t)got, (int32_t)kept);
        }
}

static void test_long_to_float(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        const int64_t x = (int64_t)ocl_random(9, i) >> i % 64;
        const exact number = exact_of(&SCALAR_TYPE[LONG], (uint64_t)x);
        assert_int_equal(exact_to_float(number, &SCALAR_TYPE[FLOAT], RTE), bits_of_float((float)x));
    }
}

static void test_by_hand(void **state)
{
    (void)state;
    const scalar_type *half = &SCALAR_TYPE[HALF];
    assert_true(bits_to_double(half, 0x4200) == 3.0);
    assert_true(bits_to_double(half, 0xc601) == -6.00390625);
    assert_true(bits_to_double(half, 0x0001) == 0x1p-24);
    assert_true(isinf(bits_to_double(half, 0x7c00)) && isnan(bits_to_double(half, 0x7e01)));
    assert_int_equal(double_to_bits(half, 65519.0), 0x7bff);
    assert_int_equal(double_to_bits(half, 65520.0), 0x7c00);
    assert_int_equal(double_to_bits(half, 0x1p-25), 0);    // halfway to the smallest: the even one
    assert_int_equal(double_to_bits(half, -0.0), 0x8000);
    assert_true(is_nan_bits(half, 0xfe00) && !is_nan_bits(half, 0xfc00));
    assert_true(is_denormal_bits(half, 0x83ff) && !is_denormal_bits(half, 0x0400));

    // 300 as a char wraps to 44, and is cut to 127 with saturation.
    bool inside;
    const exact x = exact_of(&SCALAR_TYPE[INT], 300);
    assert_int_equal(exact_to_integer(x, &SCALAR_TYPE[CHAR], RTZ, false, &inside), 44);
    assert_false(inside);
    assert_int_equal(exact_to_integer(x, &SCALAR_TYPE[CHAR], RTZ, true, &inside), 127);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_double_to_float),
                                        cmocka_unit_test(test_double_to_int),
                                        cmocka_unit_test(test_long_to_float),
                                        cmocka_unit_test(test_by_hand) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
