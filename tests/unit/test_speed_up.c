// SPDX-License-Identifier: MIT
//
// Amdahl's and Gustafson's laws, and fits.

#include "ocl.h"
#include "sample/speed_up.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_points_are_powers_of_two_and_the_last(void **state)
{
    (void)state;
    ocl_speed_up curve = { .count = 0 };
    ocl_speed_up_points(&curve, 6);
    const double want[] = { 1.0, 2.0, 4.0, 6.0 };
    assert_int_equal(curve.count, 4);
    assert_memory_equal(curve.units, want, sizeof want);
    ocl_speed_up_points(&curve, 1);
    assert_int_equal(curve.count, 1);
}

// Times that follow the law exactly give back its serial fraction.
static void test_finds_the_fraction_of_exact_times(void **state)
{
    (void)state;
    ocl_speed_up curve = { .setup_ns = 30.0 };
    ocl_speed_up_points(&curve, 64);
    for (size_t k = 0; k < curve.count; k++)
        curve.same_ns[k] = 20.0 + 80.0 / curve.units[k];
    assert_true(fabs(ocl_speed_up_fitted(&curve) - 0.2) < 1e-12);
    assert_true(fabs(ocl_speed_up_measured(&curve) - 0.3) < 1e-12);
}

// No line through one point; no negative fraction where more units do more than their share.
static void test_fraction_stays_from_0_to_1(void **state)
{
    (void)state;
    ocl_speed_up curve = { .count = 1, .units = { 1.0 }, .same_ns = { 5.0 } };
    assert_true(ocl_speed_up_fitted(&curve) == 0.0);
    curve = (ocl_speed_up){ .count = 2, .units = { 1.0, 2.0 }, .same_ns = { 10.0, 4.0 } };
    assert_true(ocl_speed_up_fitted(&curve) == 0.0);
    curve.same_ns[1] = 11.0;
    assert_true(ocl_speed_up_fitted(&curve) == 1.0);
}

// The book's example: a serial part and a parallel part of one unit of time each.
static void test_laws_of_the_books_example(void **state)
{
    (void)state;
    const double p[] = { 2.0, 4.0, 8.0 }, amdahl[] = { 4.0 / 3.0, 1.6, 16.0 / 9.0 },
                 gustafson[] = { 1.5, 2.5, 4.5 };
    for (size_t k = 0; k < 3; k++) {
        assert_true(fabs(ocl_amdahl(0.5, p[k]) - amdahl[k]) < 1e-12);
        assert_true(fabs(ocl_gustafson(0.5, p[k]) - gustafson[k]) < 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_laws_of_the_books_example),
        cmocka_unit_test(test_points_are_powers_of_two_and_the_last),
        cmocka_unit_test(test_finds_the_fraction_of_exact_times),
        cmocka_unit_test(test_fraction_stays_from_0_to_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
