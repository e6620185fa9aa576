// SPDX-License-Identifier: MIT
//
// The host's half of the regressions: files of points, and the curve that follows from sums.

#include "shared/regression.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define TEXT(text) text, sizeof text - 1

static void test_files_that_are_right(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes, n;
    } good[] = {
        { TEXT("1,2"), 1 },
        { TEXT("1,2\n"), 1 },
        { TEXT("x,y\n1,2\n"), 1 },
        { TEXT("# 9,9\n\n \"x\" , \"y\"\r\n# 8,8\r\n1\t, 2 \r\n\r\n3,4"), 2 },
        { TEXT("1,2\n#\n-0.5e1,+7\n"), 2 },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        xy_points p;
        ocl_message why;
        assert_true(xy_parse(&p, good[i].text, good[i].bytes, &why));
        assert_int_equal(p.n, good[i].n);
        assert_true(p.x[0] == 1.0 && p.y[0] == 2.0);
        xy_free(&p);
    }
}

static void test_files_that_are_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
        const char *message;
    } bad[] = {
        { TEXT(""), "there is no point" },
        { TEXT("x,y\n"), "there is no point" },
        { TEXT("1,2\nx,y\n"), "line 2: x: " },
        { TEXT("x,2\n"), "line 1: x: " },
        { TEXT("1,y\n"), "line 1: y: " },
        { TEXT("x,y\nx,y\n"), "line 2: x: " },
        { TEXT("# a\n\n1 2\n"), "line 3: there is no comma" },
        { TEXT("1,2\n1,2,3\n"), "line 2: there are more than two columns" },
        { TEXT("1,\n"), "line 1: y: a number is missing" },
        { TEXT(",1\n"), "line 1: x: a number is missing" },
        { TEXT("1,2\n1,nan\n"), "line 2: y: " },
        { TEXT("1,2\n1,inf\n"), "line 2: y: " },
        { TEXT("1,2\n1,2e100\n"), "line 2: y: 2e100 is larger than 1e100" },
        { TEXT("1,2\n1,2\0003\n"), "line 2: y: a 0 byte is no number" },
        { TEXT("1,2\n1,"
               "0000000000000000000000000000000000000000000000000000000000000000\n"),
          "line 2: y: a number has more than 63 letters" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        xy_points p;
        ocl_message why;
        assert_false(xy_parse(&p, bad[i].text, bad[i].bytes, &why));
        if (!strstr(why.text, bad[i].message)) fail_msg("%zu: %s", i, why.text);
        assert_int_equal(p.n, 0);
    }
}

static xy_points load(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/../data/%s", TESTS_FOLDER, name);
    xy_points p;
    ocl_message why;
    if (!xy_load(&p, path, &why)) fail_msg("%s", why.text);
    return p;
}

// What NIST certifies: coefficients, deviations, R squared, residual standard deviation.
static void check_certified(const char *name, int degree, const double *want)
{
    xy_points p = load(name);
    const ls_fit ref = ls_reference(degree, &p);
    for (int i = 0; i <= degree; i++) {
        assert_true(ls_digits(ref.a[i], want[i]) > 12.0);
        assert_true(ls_digits(ref.deviation[i], want[degree + 1 + i]) > 12.0);
    }
    assert_true(ls_digits(ref.r2, want[2 * degree + 2]) > 12.0);
    assert_true(ls_digits(ref.residual, want[2 * degree + 3]) > 12.0);
    xy_free(&p);
}

static void test_certified(void **state)
{
    (void)state;
    const double norris[] = { -0.262323073774029,   1.00211681802045,  0.232818234301152,
                              0.429796848199937e-3, 0.999993745883712, 0.884796396144373 };
    const double pontius[] = { 0.673565789473684e-3, 0.732059160401003e-6, -0.316081871345029e-14,
                               0.107938612033077e-3, 0.157817399981659e-9, 0.486652849992036e-16,
                               0.999999900178537,    0.205177424076185e-3 };
    check_certified("norris.csv", 1, norris);
    check_certified("pontius.csv", 2, pontius);
}

// Anscombe's four sets look alike in their numbers: two digits after the point agree.
static void test_anscombe(void **state)
{
    (void)state;
    const char *const names[] = { "anscombe_1.csv", "anscombe_2.csv", "anscombe_3.csv",
                                  "anscombe_4.csv" };
    for (int i = 0; i < 4; i++) {
        xy_points p = load(names[i]);
        const ls_fit ref = ls_reference(1, &p);
        assert_int_equal(p.n, 11);
        assert_true(fabs(ref.a[0] - 3.0) < 0.005 && fabs(ref.a[1] - 0.5) < 0.0005);
        assert_true(fabs(ref.r2 - 0.67) < 0.005);
        xy_free(&p);
    }
}

// y = 5 - 3 x + 2 x^2 without noise, in any frame.
static void test_exact_parabola(void **state)
{
    (void)state;
    double x[] = { -2.0, 0.0, 1.0, 3.0, 7.0 }, y[5];
    const xy_points p = { .x = x, .y = y, .n = 5 };
    for (int i = 0; i < 5; i++)
        y[i] = 5.0 - 3.0 * x[i] + 2.0 * x[i] * x[i];
    const ls_fit ref = ls_reference(2, &p);
    const double want[] = { 5.0, -3.0, 2.0 };
    for (int i = 0; i < 3; i++)
        assert_true(ls_digits(ref.a[i], want[i]) > 13.0);
    assert_true(ref.r2 > 1.0 - 1e-15 && ref.residual < 1e-13);
    for (int i = 0; i < 5; i++)
        assert_true(fabsl(ls_at(&ref, x[i]) - y[i]) < 1e-12L);
}

static void test_points_without_a_curve(void **state)
{
    (void)state;
    double x[] = { 0.1, 0.1, 0.1, 0.3 }, y[] = { 1.0, 2.0, 4.0, 3.0 };
    const xy_points p = { .x = x, .y = y, .n = 4 };
    assert_int_equal(xy_distinct(&p, 3), 2);
    assert_int_equal(xy_distinct(&p, 1), 1);
    const ls_fit line = ls_reference(1, &p), parabola = ls_reference(2, &p);
    assert_true(ls_is_determined(&line));
    assert_false(ls_is_determined(&parabola));
}

// Without spare points there are no deviations, with equal y no R squared.
static void test_numbers_that_are_not_defined(void **state)
{
    (void)state;
    double x[] = { 1.0, 2.0, 3.0 }, y[] = { 4.0, 4.0, 4.0 };
    const ls_fit two = ls_reference(1, &(xy_points){ .x = x, .y = y, .n = 2 });
    assert_true(isnan(two.residual) && isnan(two.deviation[0]) && isnan(two.r2));
    const ls_fit three = ls_reference(1, &(xy_points){ .x = x, .y = y, .n = 3 });
    assert_true(three.residual < 1e-15 && isnan(three.r2));
    assert_true(three.a[0] == 4.0 && three.a[1] == 0.0);
}

// Sums in another frame give the same curve; sums that are off by some rounding stay within the
// bound, and sums that are off by more do not.
static void test_bound(void **state)
{
    (void)state;
    enum { N = 500 };
    double x[N], y[N];
    const xy_points p = { .x = x, .y = y, .n = N };
    for (size_t i = 0; i < N; i++) {
        x[i] = 100.0 + (double)(ocl_random(1, i) >> 32) * 0x1p-32;
        y[i] = x[i] + (double)(ocl_random(2, i) >> 32) * 0x1p-32;
    }
    for (int degree = 1; degree <= 2; degree++) {
        const ls_fit ref = ls_reference(degree, &p);
        const ls_range range = ls_find_range(&p);
        const ls_frame frame = ls_sample_frame(&p);
        ls_sums sums = { .power = { N } };
        for (size_t i = 0; i < N; i++) {
            const long double u = (x[i] - frame.x0) * frame.scale_x;
            const long double v = (y[i] - frame.y0) * frame.scale_y;
            for (int k = 1; k <= 2 * degree; k++)
                sums.power[k] += powl(u, k);
            for (int k = 0; k <= degree; k++)
                sums.with_v[k] += powl(u, k) * v;
            sums.vv += v * v;
        }
        float errors[LS_ERRORS];
        ls_fit fit = ls_solve(degree, &frame, &sums);
        ls_errors(errors, &fit, &ref, &range);
        for (int i = 0; i < LS_ERRORS; i++)
            assert_true(errors[i] <= ls_bound(&ref, &frame, 1e-17, &range));

        sums.with_v[1] *= 1.0L + 1e-6L;
        fit = ls_solve(degree, &frame, &sums);
        ls_errors(errors, &fit, &ref, &range);
        assert_true(errors[0] <= ls_bound(&ref, &frame, 1e-6, &range));
        assert_true(errors[0] > ls_bound(&ref, &frame, 1e-10, &range));

        // Around 0 such sums say nothing.
        const ls_frame plain = { .scale_x = 1.0L, .scale_y = 1.0L };
        assert_true(ls_bound(&ref, &plain, 1e-4, &range) == 1.0);
    }
}

static void test_two_planes_of_floats(void **state)
{
    (void)state;
    const double values[] = { 0.1, -1e30, 12345678.9, 0.0, 1e-10 };
    size_t bytes;
    float *packed = regression_pack(PAIRS, values, 5, &bytes);
    const size_t plane = regression_plane(5);
    assert_int_equal(bytes, 2 * plane * sizeof(float));
    for (size_t i = 0; i < 5; i++) {
        const double both = (double)packed[i] + (double)packed[i + plane];
        assert_true(fabs(both - values[i]) <= fabs(values[i]) * 0x1p-48);
    }
    free(packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_that_are_right),
        cmocka_unit_test(test_files_that_are_wrong),
        cmocka_unit_test(test_certified),
        cmocka_unit_test(test_anscombe),
        cmocka_unit_test(test_exact_parabola),
        cmocka_unit_test(test_points_without_a_curve),
        cmocka_unit_test(test_numbers_that_are_not_defined),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_two_planes_of_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
