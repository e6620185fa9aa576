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
        { TEXT("\xef\xbb\xbf"
               "1,2\n"),
          1 },    // a byte order mark
        { TEXT("\xef\xbb\xbfx,y\r\n1,2\r\n"), 1 },
        { TEXT("nano,infected\n1,2\n"), 1 },
        { TEXT("\"\",\"x\",\"y\"\n\"1\",\"1\",\"2\"\n"), 1 },    // as R writes it
        { TEXT("x;y\r1,0;2,0\r"), 1 },
        { TEXT("1 2\n"), 1 },
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

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
        const char *x, *y;
    } files[] = {
        { TEXT("speed,dist\n1,2\n"), "speed", "dist" },
        { TEXT("# a,b\n \"speed of cars\" , d\r\n1,2\n"), "speed of cars", "d" },
        { TEXT("1,2\n3,4\n"), "", "" },
        { TEXT("\"\",a123456789012345678901234567890123\n1,2\n"), "",
          "a123456789012345678901234567890" },
        { TEXT("Gr\xc3\xb6\xc3\x9f"
               "e,a12345678901234567890123456789\xc3\xb6\n1,2\n"),
          "Gr\xc3\xb6\xc3\x9f"
          "e",
          "a12345678901234567890123456789" },
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        xy_points p;
        ocl_message why;
        assert_true(xy_parse(&p, files[i].text, files[i].bytes, &why));
        assert_string_equal(p.names[0], files[i].x);
        assert_string_equal(p.names[1], files[i].y);
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
        { TEXT("x,y\nx,y\n"), "line 1: x: " },    // no header: no numbers follow
        { TEXT("x,y\n1,y\n"), "line 2: y: " },
        { TEXT("x,y,z\n1,2\n"), "line 1: it should have two columns and has 3" },
        { TEXT("xy\n1,2\n"), "line 2: it should have two columns and has 1" },
        { TEXT("nan,nan\n1,2\n"), "line 1: x: expected a number" },
        { TEXT("nan,inf\n1,2\n"), "line 1: x: expected a number" },
        { TEXT("1e400,1e400\n1,2\n"), "line 1: x: expected a number" },
        { TEXT("1.5x,-.5y\n1,2\n"), "line 1: x: expected a number" },
        { TEXT("\xef\xbb\xbf"
               "1.5x,2\n1,2\n"),
          "line 1: x: expected a number" },
        { TEXT("# a\n\n1_2\n"), "line 3: it should have two columns and has 1" },
        { TEXT("1,2\n1,2,3\n"), "line 2: it should have two columns and has 3" },
        { TEXT("1,\n"), "line 1: y: a number is missing" },
        { TEXT(",1\n"), "line 1: x: a number is missing" },
        { TEXT("1,2\n1,nan\n"), "line 2: y: " },
        { TEXT("1,2\n1,inf\n"), "line 2: y: " },
        { TEXT("1,2\n1,2e100\n"), "line 2: y: 2e100 is larger than 1e100" },
        { TEXT("1,2\n1,2\0003\n"), "line 2: there is a 0 byte in a field" },
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
    const ls_range range = ls_find_range(&p);
    assert_true(ls_is_determined(&line, &range));
    assert_false(ls_is_determined(&parabola, &range));
}

// Nothing is rounded: the equations have no solution at all, and the coefficients are NaN.
static void test_exactly_no_curve(void **state)
{
    (void)state;
    double x[] = { 0.0, 0.0, 2.0, 2.0 }, y[] = { 1.0, 2.0, 4.0, 3.0 };
    const xy_points p = { .x = x, .y = y, .n = 4 };
    const ls_fit line = ls_reference(1, &p), parabola = ls_reference(2, &p);
    const ls_range range = ls_find_range(&p);
    assert_true(ls_is_determined(&line, &range));
    assert_true(isnan(parabola.b[0]));
    assert_false(ls_is_determined(&parabola, &range));
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

// As many digits as the limit leaves.
static void test_shown_digits(void **state)
{
    (void)state;
    static const struct {
        double value, limit;
        const char *text;
    } cases[] = {
        { -664.229037083968, 0.115, "-664" },
        { -664.229037083968, 0.0, "-664.229037083968" },
        { 1.25, 1e-20, "1.25" },
        { 0.00010793861234, 1.7e-14, "0.0001079386123" },
        { 9.99999, 0.4, "1e+01" },
        { 0.5, 2.0, "< 2.6e+00" },
        { 0.0, 1e-9, "< 1.1e-09" },
        { 0.5, (double)INFINITY, "unknown" },
        { (double)NAN, (double)INFINITY, "unknown" },
        { 0.5, (double)NAN, "none" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(ls_show(cases[i].value, cases[i].limit).text, cases[i].text);
}

// Which points the numbers of a rung can hold.
static void test_what_numbers_hold(void **state)
{
    (void)state;
    const regression_shape shape = { .group = 64,
                                     .lanes = 16,
                                     .width = 16,
                                     .rows = 256,
                                     .double_rows = 1024,
                                     .local = 1,
                                     .fp64 = true };
    static const struct {
        double x, y;          // the largest
        int degree, first;    // the first rung that holds them
    } cases[] = {
        { 1.0, 1.0, 2, BOOK },          { 1e8, 1.0, 2, BOOK },     { 1e10, 1.0, 2, CENTRED },
        { 1e10, 1.0, 1, BOOK },         { 1.0, 1e20, 1, CENTRED }, { 1e-7, 1.0, 2, BOOK },
        { 1e-8, 1.0, 2, CENTRED },      { 1e-8, 1.0, 1, BOOK },    { 1.0, 1e-15, 1, CENTRED },
        { 1e-30, 1.0, 1, DOUBLES },     { 1e38, 1.0, 1, DOUBLES }, { 1.0, 1e-30, 1, DOUBLES },
        { 1e-200, 1e-200, 2, DOUBLES },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double x[] = { -0.5 * cases[i].x, 0.25 * cases[i].x, cases[i].x };
        double y[] = { 0.25 * cases[i].y, cases[i].y, -0.5 * cases[i].y };
        const xy_points p = { .x = x, .y = y, .n = 3 };
        for (int v = BOOK; v < RUNGS; v++) {
            const regression_rung rung = regression_rung_of(v, &shape, &p);
            const bool fits = !regression_too_much(v, cases[i].degree, &rung, &p);
            assert_int_equal(fits, v >= cases[i].first);
        }
    }
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
            assert_true(errors[i] <= ls_find_limits(&ref, &frame, 1e-17, &range).curve);

        sums.with_v[1] *= 1.0L + 1e-6L;
        fit = ls_solve(degree, &frame, &sums);
        ls_errors(errors, &fit, &ref, &range);
        assert_true(errors[0] <= ls_find_limits(&ref, &frame, 1e-6, &range).curve);
        assert_true(errors[0] > ls_find_limits(&ref, &frame, 1e-10, &range).curve);

        // Around 0 such sums say nothing.
        const ls_frame plain = { .scale_x = 1.0L, .scale_y = 1.0L };
        assert_true(ls_find_limits(&ref, &plain, 1e-4, &range).curve == 1.0);
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
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_files_that_are_wrong),
        cmocka_unit_test(test_certified),
        cmocka_unit_test(test_anscombe),
        cmocka_unit_test(test_exact_parabola),
        cmocka_unit_test(test_points_without_a_curve),
        cmocka_unit_test(test_exactly_no_curve),
        cmocka_unit_test(test_numbers_that_are_not_defined),
        cmocka_unit_test(test_shown_digits),
        cmocka_unit_test(test_what_numbers_hold),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_two_planes_of_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
