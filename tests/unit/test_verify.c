// SPDX-License-Identifier: MIT
//
// Unit tests of verify: what each comparison lets pass, what it reports, and what it prints.

#include "verify.h"

#include "test_child.h"

#include <float.h>
#include <limits.h>
#include <math.h>

enum { COMPARISONS = 4 };

static const float INF = INFINITY;

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void assert_check(ocl_result check, size_t mismatches, double error, size_t worst)
{
    assert_int_equal(check.mismatches, mismatches);
    assert_true(same(check.error, error));
    assert_int_equal(check.worst, worst);
    assert_true(check.pass == (mismatches == 0));
}

static void test_equal_arrays_pass(void **state)
{
    (void)state;
    const float f[] = { 0.0f, -1.5f, 3e38f, 1e-45f };
    const uint32_t u32[] = { 0, 1, UINT32_MAX };
    const uint64_t u64[] = { 0, 1, UINT64_MAX };
    uint8_t rgba[] = { 0, 127, 128, 255 };
    const ocl_picture image = { 1, 1, rgba };
    assert_check(ocl_verify_f32("f32", f, f, 4, 0.0), 0, 0.0, 0);
    assert_check(ocl_verify_f32_ulp("ulp", f, f, 4, 0.0), 0, 0.0, 0);
    assert_check(ocl_verify_u32("u32", u32, u32, 3), 0, 0.0, 0);
    assert_check(ocl_verify_u64("u64", u64, u64, 3), 0, 0.0, 0);
    assert_check(ocl_verify_bytes("bytes", rgba, rgba, 4), 0, 0.0, 0);
    assert_check(ocl_verify_picture("image", &image, &image, 0), 0, 0.0, 0);
    assert_check(ocl_verify_equal("equal", LLONG_MIN, LLONG_MIN), 0, 0.0, 0);

    ocl_result check = ocl_verify_f32("f32", f, f, 4, 0.25);
    assert_int_equal(check.count, 4);
    assert_true(check.bound == 0.25);
    assert_int_equal(ocl_verify_picture("image", &image, &image, 3).count, 4);
}

static void test_nothing_compared_does_not_pass(void **state)
{
    (void)state;
    const float f = 1.0f;
    const uint32_t u32 = 1;
    const uint64_t u64 = 1;
    assert_false(ocl_verify_f32("f32", &f, &f, 0, 1.0).pass);
    assert_false(ocl_verify_f32_ulp("ulp", &f, &f, 0, 1.0).pass);
    assert_false(ocl_verify_u32("u32", &u32, &u32, 0).pass);
    assert_false(ocl_verify_u64("u64", &u64, &u64, 0).pass);
    assert_false(ocl_verify_bytes("bytes", &f, &f, 0).pass);
}

static void test_bounds(void **state)
{
    (void)state;
    const float want[] = { 1.0f, 8.0f, -8.0f, 0.0f }, above = nextafterf(8.5f, INF);
    const float at[] = { 1.25f, 8.5f, -7.5f, -0.5f }, over[] = { 1.0f, above, -8.0f, 0.0f };
    assert_check(ocl_verify_f32("at the bound", at, want, 4, 0.5), 0, 0.5, 1);
    assert_check(ocl_verify_f32("above it", over, want, 4, 0.5), 1, (double)above - 8.0, 1);
    assert_check(ocl_verify_f32("bound 0", at, want, 4, 0.0), 4, 0.5, 1);
    assert_false(ocl_verify_f32("NaN for a bound", want, want, 4, (double)NAN).pass);
}

// Each element has a bound of its own; what is reported is what is worst in its bound.
static void test_bounds_of_elements(void **state)
{
    (void)state;
    const float want[] = { 1.0f, 8.0f, 0.0f }, bounds[] = { 0.25f, 4.0f, 0.0f };
    const float good[] = { 1.125f, 7.0f, 0.0f }, bad[] = { 1.5f, 5.0f, 0.0f };
    const float not [] = { 1.0f, NAN, 0.5f };
    const ocl_result passed = ocl_verify_f32_each("good", good, want, 3, bounds);
    const ocl_result failed = ocl_verify_f32_each("bad", bad, want, 3, bounds);
    assert_check(passed, 0, 0.125, 0);
    assert_true(passed.bound == 0.25);
    assert_check(failed, 1, 0.5, 0);
    assert_true(failed.bound == 0.25);
    assert_check(ocl_verify_f32_each("NaN", not, want, 3, bounds), 2, (double)NAN, 1);
    assert_check(ocl_verify_f32_each("bound 0", not +2, want + 2, 1, bounds + 2), 1, 0.5, 0);
}

// Got and wanted, and how many floats apart they are.
static void test_ulp(void **state)
{
    (void)state;
    const float least = nextafterf(0.0f, 1.0f);
    const struct {
        float got, want;
        double ulp;
    } cases[] = {
        { 1.0f, 1.0f, 0 },
        { nextafterf(1.0f, 2.0f), 1.0f, 1 },
        { nextafterf(1.0f, 0.0f), 1.0f, 1 },
        { nextafterf(-1.0f, 0.0f), -1.0f, 1 },
        { 2.0f, 1.0f, 8388608 },
        { 0.0f, -0.0f, 0 },
        { least, 0.0f, 1 },
        { least, -0.0f, 1 },
        { least, -least, 2 },
        { FLT_MAX, INF, 1 },
        { INF, -INF, 2.0 * 0x7f800000 },
        { NAN, NAN, 0 },    // wanted, and got
        { -NAN, NAN, 0 },
        { NAN, 1.0f, (double)NAN },
        { 1.0f, NAN, (double)NAN },
        { INF, NAN, (double)NAN },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        // The NaN behind them is right; zeros would be wrong there.
        const float got[] = { cases[i].got, NAN }, want[] = { cases[i].want, NAN };
        double ulp = cases[i].ulp;
        size_t bad = isnan(ulp) ? 2u : 0u;    // no bound is met then
        assert_check(ocl_verify_f32_ulp("ulp", got, want, 2, ulp), bad, ulp, 0);
        assert_check(ocl_verify_f32_ulp("ulp", want, got, 2, ulp), bad, ulp, 0);
        if (ulp > 0) assert_check(ocl_verify_f32_ulp("ulp", got, want, 2, ulp - 1), 1, ulp, 0);
    }
    assert_false(ocl_verify_f32_ulp("ulp", &cases[14].got, &cases[14].want, 1, DBL_MAX).pass);
}

// Values that are no ordinary numbers, against a bound that any number would meet.
static void test_not_numbers(void **state)
{
    (void)state;
    const struct {
        float got, want;
        size_t mismatches;
        double error;
    } cases[] = {
        { NAN, 1.0f, 1, (double)NAN },
        { 1.0f, NAN, 1, (double)NAN },
        { NAN, NAN, 1, (double)NAN },
        { INF, INF, 0, 0.0 },
        { -INF, -INF, 0, 0.0 },
        { INF, -INF, 1, (double)INFINITY },
        { INF, 1.0f, 1, (double)INFINITY },
        { 1.0f, INF, 1, (double)INFINITY },
        { NAN, INF, 1, (double)NAN },
        { -0.0f, 0.0f, 0, 0.0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const float got[] = { cases[i].got, INF }, want[] = { cases[i].want, INF };
        assert_check(ocl_verify_f32("f32", got, want, 2, DBL_MAX), cases[i].mismatches,
                     cases[i].error, 0);
    }
}

// Wherever it stands, the first NaN is the worst element and NaN the error.
static void test_nan_stays_the_worst(void **state)
{
    (void)state;
    const float want[5] = { 0 };
    for (size_t first = 0; first < 5; first++) {
        float got[5] = { 1, 9, 2, 9, 3 };
        got[first] = NAN;
        got[4] = NAN;
        assert_check(ocl_verify_f32("NaN", got, want, 5, 1.5), got[0] == 1 ? 4 : 5, (double)NAN,
                     first);
    }
}

static void test_integers(void **state)
{
    (void)state;
    const uint32_t a32[] = { 5, 0, UINT32_MAX }, b32[] = { 5, UINT32_MAX, UINT32_MAX - 1 };
    assert_check(ocl_verify_u32("u32", a32, b32, 3), 2, UINT32_MAX, 1);
    assert_check(ocl_verify_u32("u32", b32, a32, 3), 2, UINT32_MAX, 1);

    // Neighbours that are one and the same double.
    const uint64_t a64[] = { UINT64_MAX, 0, UINT64_C(1) << 62 };
    const uint64_t b64[] = { UINT64_MAX - 1, 0, (UINT64_C(1) << 62) + 3 };
    assert_check(ocl_verify_u64("u64", a64, b64, 3), 2, 3.0, 2);
    assert_check(ocl_verify_u64("u64", b64, a64, 3), 2, 3.0, 2);

    const uint8_t a8[] = { 0, 7, 255 }, b8[] = { 255, 7, 254 };
    assert_check(ocl_verify_bytes("bytes", a8, b8, 3), 2, 255.0, 0);
    assert_check(ocl_verify_bytes("bytes", a8 + 1, b8 + 1, 1), 0, 0.0, 0);

    assert_check(ocl_verify_equal("equal", -3, 4), 1, 7.0, 0);
    assert_check(ocl_verify_equal("equal", LLONG_MAX, LLONG_MAX - 1), 1, 1.0, 0);
    assert_check(ocl_verify_equal("equal", LLONG_MIN, LLONG_MAX), 1, (double)UINT64_MAX, 0);
}

static void test_images(void **state)
{
    (void)state;
    uint8_t a[24] = { 0 }, b[24] = { 0 };
    const ocl_picture got = { 3, 2, a }, want = { 3, 2, b }, narrow = { 2, 2, b },
                      low = { 3, 1, b };
    a[0] = b[0] = 9;
    a[5] = 2;
    b[22] = 3;
    assert_check(ocl_verify_picture("image", &got, &want, 3), 0, 3.0, 22);
    assert_check(ocl_verify_picture("image", &got, &want, 2), 1, 3.0, 22);
    assert_check(ocl_verify_picture("image", &got, &want, 1), 2, 3.0, 22);
    assert_false(ocl_verify_picture("image", &got, &narrow, 255).pass);
    assert_false(ocl_verify_picture("image", &got, &low, 255).pass);
}

static void test_both(void **state)
{
    (void)state;
    const ocl_result small = { 3, 0, 0.5, 1.0, 2, true }, large = { 4, 1, 2.0, 1.5, 1, false };
    const ocl_result nan = { 5, 2, (double)NAN, 0.5, 4, false };
    ocl_result both = ocl_result_both(small, large);
    assert_int_equal(both.count, 7);
    assert_true(both.bound == 1.5);
    assert_check(both, 1, 2.0, 1);
    assert_check(ocl_result_both(large, small), 1, 2.0, 1);
    assert_check(ocl_result_both(small, small), 0, 0.5, 2);
    assert_check(ocl_result_both(nan, large), 3, (double)NAN, 4);
    assert_check(ocl_result_both(large, nan), 3, (double)NAN, 4);
    assert_false(ocl_result_both(small, (ocl_result){ .pass = false }).pass);
}

// --- what is printed, by this program run once more

static int print_mismatches(void)
{
    const uint32_t want[9] = { 0 }, got[9] = { 0, 11, 12, 0, 14, 15, 16, 17, 18 };
    uint8_t a[24] = { 0 }, b[24] = { 0 };
    const ocl_picture image = { 3, 2, a }, other = { 3, 2, b }, turned = { 2, 3, b };
    const float f[] = { 0.1f, NAN }, zeros[6] = { 0 }, grid[6] = { 0, 0, 0, 0, 0, 7 };
    b[22] = 200;
    ocl_set_program_name("me");
    ocl_verify_u32("many", got, want, 9);
    ocl_verify_u32("five", got, want, 7);
    ocl_verify_f32("f", f + 1, f, 1, 0.05);
    ocl_verify_picture("image", &image, &other, 9);
    ocl_verify_picture("image", &image, &turned, 9);
    ocl_verify_grid_u8("grey", a, b, (ocl_grid){ 5, 4 });
    ocl_verify_grid_u8("grey", a, b, (ocl_grid){ 6, 4 });
    ocl_verify_grid_f32("floats", grid, zeros, (ocl_grid){ 2, 3 }, 0.5);
    ocl_verify_equal("one fact", -5, 6);
    ocl_verify_u32("none", want, want, 9);
    return 0;
}

static void test_messages(void **state)
{
    outcome o;
    run_child(&o, *state, "", "mismatches");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.text, "me: many[1]: got 11, wanted 0\n"
                                "me: many[2]: got 12, wanted 0\n"
                                "me: many[4]: got 14, wanted 0\n"
                                "me: many[5]: got 15, wanted 0\n"
                                "me: many[6]: got 16, wanted 0\n"
                                "me: many: 7 of 9 differ by more than 0\n"
                                "me: five[1]: got 11, wanted 0\n"
                                "me: five[2]: got 12, wanted 0\n"
                                "me: five[4]: got 14, wanted 0\n"
                                "me: five[5]: got 15, wanted 0\n"
                                "me: five[6]: got 16, wanted 0\n"
                                "me: five: 5 of 7 differ by more than 0\n"
                                "me: f[0]: got nan, wanted 0.100000001\n"
                                "me: f: 1 of 1 differ by more than 0.05\n"
                                "me: image at x 2, y 1, B: got 0, wanted 200\n"
                                "me: image: 1 of 24 differ by more than 9\n"
                                "me: image: got 3x2 pixels, wanted 2x3\n"
                                "me: grey at x 4, y 3: got 0, wanted 200\n"
                                "me: grey: 1 of 24 differ by more than 0\n"
                                "me: floats at x 1, y 2: got 7, wanted 0\n"
                                "me: floats: 1 of 6 differ by more than 0.5\n"
                                "me: one fact: got -5, wanted 6\n"
                                "me: one fact: 1 of 1 differ by more than 0\n");
}

// A comparison that lets zeros pass ends the program, unless zeros are right.
static int compare_loosely(const char *which)
{
    const float want[] = { 0.1f, -0.3f, 0.0f }, bounds[] = { 0.5f, 0.25f, 0.0f };
    const float wide[] = { 0.5f, INF, 0.0f };
    uint8_t black[] = { 0, 0, 0, 2 };
    const ocl_picture picture = { 1, 1, black };
    ocl_set_program_name("me");
    ocl_verify_f32("zeros are right", want + 2, want + 2, 1, 0.5);
    ocl_verify_f32("tight", want, want, 3, 0.25);
    ocl_verify_f32_each("tight", want, want, 3, bounds);
    ocl_verify_picture("picture", &picture, &picture, 1);
    if (strcmp(which, "loose") == 0) ocl_verify_f32("loose", want, want, 3, 0.5);
    if (strcmp(which, "each") == 0) ocl_verify_f32_each("each", want, want, 3, wide);
    if (strcmp(which, "ulp") == 0) ocl_verify_f32_ulp("ulp", want, want, 3, 4e9);
    if (strcmp(which, "pixel") == 0) ocl_verify_picture("pixel", &picture, &picture, 2);
    return 0;
}

static void test_loose_bounds(void **state)
{
    static const char *const cases[][2] = {
        { "none", "" },
        { "loose", "me: loose: no answer is wrong here: zeros differ by 0.3 at most, and the bound "
                   "allows that; take another size or other values\n" },
        { "each", "me: each: no answer is wrong here: zeros differ by 0.3 at most, and each "
                  "element's bound allows that; take another size or other values\n" },
        { "ulp", "me: ulp: no answer" },
        { "pixel", "me: pixel: no answer" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        outcome o;
        run_child(&o, *state, "", cases[i][0]);
        assert_int_equal(o.status, i == 0 ? OCL_EXIT_PASS : OCL_EXIT_USAGE);
        assert_int_equal(strncmp(o.text, cases[i][1], strlen(cases[i][1])), 0);
    }
}

// One digit a comparison: 1 where it passes.
static int print_spoiled(void)
{
    const float f[] = { 1.0f, 2.0f, 3.0f };
    const uint32_t u[] = { 1, 2, 3 };
    ocl_result checks[COMPARISONS];
    checks[0] = ocl_verify_f32("f", f, f, 3, 0.5);
    checks[1] = ocl_verify_equal("fact", 5, 5);
    checks[2] = ocl_verify_u32("u", u, u, 3);
    checks[3] = ocl_verify_f32_ulp("ulp", f, f, 3, 1e9);
    for (size_t i = 0; i < COMPARISONS; i++)
        printf("%d", checks[i].pass && checks[i].mismatches == 0 && checks[i].error == 0.0);
    printf("\n");
    return 0;
}

static void test_spoil(void **state)
{
    const struct {
        const char *variables, *passes, *says;
    } cases[] = {
        { "OCL_SAMPLES_SPOIL=1", "0111\n", "comparison 1 is spoiled" },
        { "OCL_SAMPLES_SPOIL=2", "1011\n", "comparison 2 is spoiled" },
        { "OCL_SAMPLES_SPOIL=3", "1101\n", "comparison 3 is spoiled" },
        { "OCL_SAMPLES_SPOIL=4", "1110\n", "comparison 4 is spoiled" },
        { "OCL_SAMPLES_SPOIL=5", "1111\n", NULL },
        { "OCL_SAMPLES_SPOIL=0", "1111\n", NULL },
        { "OCL_SAMPLES_SPOIL=", "1111\n", NULL },
        { "OCL_SAMPLES_SPOIL=x", "1111\n", NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        outcome o;
        run_child(&o, *state, cases[i].variables, "spoiled");
        assert_int_equal(o.status, 0);
        assert_non_null(strstr(o.text, cases[i].passes));
        const char *says = strstr(o.text, "spoiled");
        assert_true(cases[i].says ? says && strstr(o.text, cases[i].says) : !says);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "mismatches") == 0) return print_mismatches();
    if (argc == 2 && strcmp(argv[1], "spoiled") == 0) return print_spoiled();
    if (argc == 2) return compare_loosely(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_arrays_pass),
        cmocka_unit_test(test_nothing_compared_does_not_pass),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_bounds_of_elements),
        cmocka_unit_test(test_ulp),
        cmocka_unit_test(test_not_numbers),
        cmocka_unit_test(test_nan_stays_the_worst),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_both),
        cmocka_unit_test_prestate(test_messages, argv[0]),
        cmocka_unit_test_prestate(test_loose_bounds, argv[0]),
        cmocka_unit_test_prestate(test_spoil, argv[0]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
