// SPDX-License-Identifier: MIT
//
// Unit tests of random: known numbers, any part in any order, ranges, an even spread.

#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 1 << 16 };

// The first numbers of SplitMix64 from the states 0 and 1234567, by another implementation.
static void test_known_numbers(void **state)
{
    (void)state;
    const uint64_t from_0[] = { UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0x6e789e6aa1b965f4),
                                UINT64_C(0x06c45d188009454f) };
    const uint64_t from_1234567[] = { UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                      UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                      UINT64_C(16408922859458223821) };
    for (uint64_t i = 0; i < 3; i++)
        assert_true(ocl_random(0, i) == from_0[i]);
    for (uint64_t i = 0; i < 5; i++)
        assert_true(ocl_random(1234567, i) == from_1234567[i]);
}

static void test_fills_are_functions_of_seed_and_index(void **state)
{
    (void)state;
    float f[9];
    uint32_t u[9];
    uint8_t bytes[19];
    ocl_fill_f32(f, 9, -2.0f, 6.0f, 77);
    ocl_fill_u32(u, 9, 77);
    ocl_fill_bytes(bytes, sizeof bytes, 77);
    for (uint64_t i = 0; i < 9; i++) {
        uint64_t bits = ocl_random(77, i);
        assert_true(f[i] == -2.0f + 8.0f * ((float)(bits >> 40) / 16777216.0f));
        assert_int_equal(u[i], bits >> 32);
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        assert_int_equal(bytes[i], ocl_random(77, i / 8) >> 8 * (i % 8) & 0xff);
}

static void test_nothing_past_the_end(void **state)
{
    (void)state;
    uint8_t bytes[16];
    for (size_t count = 0; count < 12; count++) {
        memset(bytes, 0xa5, sizeof bytes);
        ocl_fill_bytes(bytes, count, 3);
        for (size_t i = count; i < sizeof bytes; i++)
            assert_int_equal(bytes[i], 0xa5);
    }
    float f[2] = { 5.0f, 5.0f };
    uint32_t u[2] = { 5, 5 };
    ocl_fill_f32(f, 1, 0.0f, 1.0f, 3);
    ocl_fill_u32(u, 1, 3);
    assert_true(f[1] == 5.0f);
    assert_int_equal(u[1], 5);
}

static void test_range_and_spread(void **state)
{
    float *x = *state;
    const struct {
        float low, high;
    } ranges[] = { { 0.0f, 1.0f },   { -1.0f, 1.0f },           { 100.0f, 101.0f },
                   { 5.0f, 5.0f },   { 3.0f, -3.0f },           { -3e38f, 3e38f },
                   { 0.0f, 1e-44f }, { 16777216.f, 16777218.f } };
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        double low = ranges[r].low, high = ranges[r].high, sum = 0.0;
        size_t below_quarter = 0;
        ocl_fill_f32(x, COUNT, ranges[r].low, ranges[r].high, r);
        for (size_t i = 0; i < COUNT; i++) {
            assert_true(x[i] >= (low < high ? low : high) && x[i] <= (low < high ? high : low));
            sum += ((double)x[i] - low) / COUNT;
            below_quarter += (double)x[i] < low + 0.25 * (high - low);
        }
        if (r >= 3) continue;    // the others are degenerate or too coarse to be even
        assert_true(sum > 0.49 * (high - low) && sum < 0.51 * (high - low));
        assert_true(below_quarter > COUNT * 24 / 100 && below_quarter < COUNT * 26 / 100);
    }
}

// Each bit is 0 half of the time, and neighbouring seeds have nothing in common.
static void test_bits(void **state)
{
    (void)state;
    size_t ones[64] = { 0 }, equal[64] = { 0 };
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t a = ocl_random(1, i), b = ocl_random(2, i);
        for (int bit = 0; bit < 64; bit++) {
            ones[bit] += a >> bit & 1;
            equal[bit] += (a ^ ~b) >> bit & 1;
        }
    }
    for (int bit = 0; bit < 64; bit++) {
        assert_true(ones[bit] > COUNT * 49 / 100 && ones[bit] < COUNT * 51 / 100);
        assert_true(equal[bit] > COUNT * 49 / 100 && equal[bit] < COUNT * 51 / 100);
    }
}

static int make_array(void **state)
{
    *state = malloc(COUNT * sizeof(float));
    return *state ? 0 : -1;
}

static int free_array(void **state)
{
    free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_numbers),
        cmocka_unit_test(test_fills_are_functions_of_seed_and_index),
        cmocka_unit_test(test_nothing_past_the_end),
        cmocka_unit_test_setup_teardown(test_range_and_spread, make_array, free_array),
        cmocka_unit_test(test_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
