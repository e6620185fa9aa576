// SPDX-License-Identifier: MIT
//
// What the device can do is measured and remembered, and measured again when it is old.  A sample
// that is much faster is wrong.

#include "ocl.h"

#include "remembered_limits.h"
#include "system/process.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const ocl_about ABOUT = { .name = "test_remembered_limits", .accepts = "dr", .extents = 1 };

static const ocl_limits LOW = { 1e-3, 2e-3, 3e-3, 1e9 }, HIGH = { 1e9, 1e9, 1e9, 1e-3 };

static void test_open_fills_the_limits(void **state)
{
    const ocl_env *own = *state;
    const ocl_limits *limits = &own->limits;
    assert_true(limits->copy_gbs > 0 && limits->read_gbs > 0);
    assert_true(limits->fma_gflops > 0 && limits->launch_us > 0);
    const ocl_remembered_limits remembered = ocl_recall_limits(own);
    assert_memory_equal(limits, &remembered.best, sizeof *limits);
}

static void test_best_of_measurements_is_kept(void **state)
{
    (void)state;
    ocl_remembered_limits remembered = { .measured = 0 };
    ocl_add_limits(&remembered, &(ocl_limits){ 1, 20, 300, 40 }, 5);
    ocl_add_limits(&remembered, &(ocl_limits){ 10, 2, 3000, 4 }, 6);
    const ocl_limits best = { 10, 20, 3000, 4 };
    assert_memory_equal(&remembered.best, &best, sizeof best);
    assert_true(remembered.measured == 2 && remembered.last_s == 6);
}

static void test_text_of_the_cache(void **state)
{
    (void)state;
    const ocl_remembered_limits limits = { { 10.5, 0.1, 1e9, 1e-3 }, 3, 1790000000 };
    char text[OCL_LIMITS_TEXT];
    ocl_print_limits(text, &limits);
    ocl_remembered_limits again;
    assert_true(ocl_parse_limits(text, &again));
    assert_memory_equal(&again, &limits, sizeof limits);
    assert_true(ocl_parse_limits("0x1.5p+3 0.5 300 0x1p-10 2 1790000000", &again));
    const ocl_remembered_limits written = { { 10.5, 0.5, 300, 0x1p-10 }, 2, 1790000000 };
    assert_memory_equal(&again, &written, sizeof written);
    assert_false(ocl_parse_limits("", &again));
    assert_false(ocl_parse_limits("1 2 3 4 5", &again));
    assert_memory_equal(&again, &written, sizeof written);    // as it was
}

static void test_when_limits_are_settled(void **state)
{
    (void)state;
    const time_t then = 1000000;
    ocl_remembered_limits remembered = { .measured = 0 };
    assert_false(ocl_are_limits_settled(&remembered, then));
    for (int i = 1; i < OCL_LIMITS_ENOUGH; i++) {
        ocl_add_limits(&remembered, &LOW, then);
        assert_true(ocl_are_limits_settled(&remembered, then));
        assert_true(ocl_are_limits_settled(&remembered, then + OCL_LIMITS_APART_S - 1));
        assert_false(ocl_are_limits_settled(&remembered, then + OCL_LIMITS_APART_S));
        assert_false(ocl_are_limits_settled(&remembered, then - 1));
    }
    ocl_add_limits(&remembered, &LOW, then);
    assert_true(ocl_are_limits_settled(&remembered, then + 1000 * OCL_LIMITS_APART_S));
}

// What a sample is told when so much is remembered.
static ocl_limits limits_after(const ocl_env *own, const ocl_remembered_limits *remembered)
{
    ocl_remember_limits(own, remembered);
    ocl_env env = *own;
    ocl_get_limits(&env);
    return env.limits;
}

// The limits of a busy machine are measured again by a later program, and the highest are kept.
static void test_low_limits_do_not_stay(void **state)
{
    const ocl_env *own = *state;
    const ocl_remembered_limits before = ocl_recall_limits(own);
    const time_t now = time(NULL), long_ago = now - 2 * OCL_LIMITS_APART_S;
    const ocl_remembered_limits new_one = { LOW, 1, now }, old = { LOW, 1, long_ago },
                                highest = { HIGH, 1, long_ago },
                                settled = { LOW, OCL_LIMITS_ENOUGH, long_ago };
    assert_true(limits_after(own, &new_one).copy_gbs == LOW.copy_gbs);
    assert_true(limits_after(own, &settled).copy_gbs == LOW.copy_gbs);
    assert_true(limits_after(own, &highest).copy_gbs == HIGH.copy_gbs);

    const ocl_limits again = limits_after(own, &old);
    assert_true(again.copy_gbs > LOW.copy_gbs && again.read_gbs > LOW.read_gbs);
    assert_true(again.fma_gflops > LOW.fma_gflops && again.launch_us < LOW.launch_us);
    const ocl_remembered_limits after = ocl_recall_limits(own);
    assert_true(after.measured == 2 && after.last_s >= now);
    ocl_remember_limits(own, &before);
}

// A sample without rates does not wait for them.
static void test_samples_without_rates_need_no_limits(void **state)
{
    const ocl_env *own = *state;
    ocl_options options = *own->options;
    options.about.accepts = "d";
    ocl_env env = *own;
    env.options = &options;
    env.limits = (ocl_limits){ 0 };
    ocl_get_limits(&env);
    assert_true(env.limits.copy_gbs == 0.0);
}

// The status of a sample with one row: so much work in ten milliseconds.
static int status_of(const ocl_env *own, double work, const char *unit, double limit)
{
    ocl_options options = *own->options;
    options.quiet = true;
    ocl_env env = *own;
    env.options = &options;
    const ocl_times times = { .runs = 1, .ns = { 1e7 } };
    const ocl_result right = { .count = 1, .pass = true };
    ocl_report *report = ocl_report_open(&options, own->device);
    ocl_trial t = ocl_trial_open(&env, "row", NULL, 0);
    t.times = times;
    ocl_trial_report(&t, report, &(ocl_work){ .amount = work, .unit = unit, .limit = limit },
                     right);
    return ocl_report_close(report);
}

// More operations or bytes than the device can do are no record.  Either the limit was measured on
// a busy machine, or the data were in a cache, or the kernel does not do its work.
static void test_too_fast(void **state)
{
    const ocl_env *own = *state;
    const ocl_limits limits = own->limits;
    const double possible = 0.5e7 * limits.fma_gflops, bytes = ocl_device_limits_bytes(own->device);
    assert_int_equal(status_of(own, possible, "GFLOP/s", limits.fma_gflops), OCL_EXIT_PASS);
    assert_int_equal(status_of(own, possible, "GFLOP/s", 0.01 * limits.fma_gflops), OCL_EXIT_PASS);
    assert_int_equal(status_of(own, 1e3 * possible, "GFLOP/s", limits.fma_gflops), OCL_EXIT_WRONG);
    assert_int_equal(status_of(own, 1e3 * possible, "TFLOP/s", 1e-3 * limits.fma_gflops),
                     OCL_EXIT_WRONG);
    assert_int_equal(status_of(own, 1e3 * possible, "GFLOP/s", 0.0), OCL_EXIT_PASS);
    assert_int_equal(status_of(own, 0.99 * bytes, "GB/s", 0.001), OCL_EXIT_PASS);
    assert_int_equal(status_of(own, 1e6 * bytes, "GB/s", limits.copy_gbs), OCL_EXIT_WRONG);
}

// A row of so much work in ten milliseconds, judged where cache and program know low limits.
static ocl_row judged_on_low_limits(const ocl_env *own, cl_ulong measured, double work,
                                    const char *unit)
{
    const ocl_remembered_limits low = { LOW, measured, (cl_long)time(NULL) };
    ocl_remember_limits(own, &low);
    ocl_env env = *own;
    ocl_get_limits(&env);
    static const ocl_times times = { .runs = 1, .ns = { 1e7 } };
    ocl_row row = { .name = "row",
                    .times = &times,
                    .work = work,
                    .unit = unit,
                    .limit = strstr(unit, "FLOP") ? env.limits.fma_gflops : env.limits.copy_gbs,
                    .result = { .count = 1, .pass = true } };
    ocl_judge_rate(&env, &row);
    if (row.doubted > 0.0) ocl_settle_rates(&env, &row, 1);
    return row;
}

// What is above its limit was in a cache, or its limit was measured on a busy machine: then it is
// measured again, once.
static void test_limits_are_measured_again(void **state)
{
    const ocl_env *own = *state;
    const ocl_remembered_limits before = ocl_recall_limits(own);
    const cl_ulong enough = OCL_LIMITS_ENOUGH;
    const double least = 1e7 * 1.1 * LOW.copy_gbs;    // so many bytes in ten milliseconds
    const ocl_row cached = judged_on_low_limits(own, enough, least, "GB/s");
    assert_true(cached.in_cache && cached.limit == LOW.copy_gbs && cached.result.pass);
    assert_true(ocl_recall_limits(own).measured == enough);

    const ocl_row young = judged_on_low_limits(own, 1, least, "GB/s");
    assert_true(young.limit > LOW.copy_gbs && young.result.pass);
    assert_true(ocl_recall_limits(own).measured == 2);

    const ocl_row busy = judged_on_low_limits(own, enough, 1e5 * own->limits.fma_gflops, "GFLOP/s");
    assert_true(!busy.in_cache && busy.result.pass);
    assert_true(busy.limit > LOW.fma_gflops);
    assert_true(isfinite(ocl_row_share(&busy, 0.1 * busy.limit)));
    assert_true(isnan(ocl_row_share(&busy, 1.1 * busy.limit)));

    assert_true(ocl_recall_limits(own).measured == enough + 1);
    ocl_remember_limits(own, &before);
}

static size_t measured(const ocl_env *own)
{
    return (size_t)ocl_recall_limits(own).measured;
}

// Rows launch nothing: the limits are measured again once, at the end, for all rows in doubt; their
// shares are then of the new limits.
static void test_measured_once_at_the_end(void **state)
{
    const ocl_env *own = *state;
    const ocl_remembered_limits before = ocl_recall_limits(own);
    const ocl_remembered_limits low = { LOW, OCL_LIMITS_ENOUGH, (cl_long)time(NULL) };
    ocl_remember_limits(own, &low);
    ocl_options options = *own->options;
    options.quiet = true;
    ocl_env env = *own;
    env.options = &options;
    ocl_get_limits(&env);
    ocl_report *report = ocl_report_open(&options, own->device);
    const ocl_work work = { 1e5 * own->limits.fma_gflops, "GFLOP/s", env.limits.fma_gflops };
    for (int row = 0; row < 3; row++) {
        ocl_trial t = ocl_trial_open(&env, "row", NULL, 0);
        t.times = (ocl_times){ .runs = 1, .ns = { 1e7 } };
        ocl_trial_report(&t, report, &work, (ocl_result){ .count = 1, .pass = row < 2 });
    }
    assert_int_equal(measured(own), OCL_LIMITS_ENOUGH);
    json_t *rows = json_incref(ocl_report_rows(report));
    for (size_t row = 0; row < 3; row++)
        assert_true(json_is_null(json_object_get(json_array_get(rows, row), "of_limit")));
    assert_int_equal(ocl_report_close(report), OCL_EXIT_WRONG);    // the third was wrong before
    assert_int_equal(measured(own), OCL_LIMITS_ENOUGH + 1);
    for (size_t row = 0; row < 3; row++) {
        const json_t *share = json_object_get(json_array_get(rows, row), "of_limit");
        assert_true(row < 2 ? json_real_value(share) > 0.0 : json_is_null(share));
    }
    json_decref(rows);
    ocl_remember_limits(own, &before);
}

// The key has the platform of the device, also for an environment that was put together without it.
static void test_key_has_the_devices_platform(void **state)
{
    const ocl_env *own = *state;
    cl_device_id *devices;
    const cl_uint count = ocl_all_devices(&devices);
    for (cl_uint i = 0; i < count; i++) {
        const ocl_env whole = { .options = own->options,
                                .platform = ocl_device_platform(devices[i]),
                                .device = devices[i] };
        const ocl_env part = { .options = own->options, .device = devices[i] };
        const ocl_remembered_limits before = ocl_recall_limits(&whole);
        const ocl_remembered_limits low = { LOW, 100 + i, (cl_long)time(NULL) };
        ocl_remember_limits(&part, &low);
        assert_true(ocl_recall_limits(&whole).measured == 100 + i);
        ocl_remember_limits(&whole, &before);
    }
    free(devices);
}

// A default size follows what the device can do; a size that was asked for stays.
static void test_default_sizes_fit(void **state)
{
    const ocl_env *own = *state;
    const double short_ns = 1e6, long_ns = 200e6;
    const ocl_pass fits[] = { { .bytes = short_ns * own->limits.read_gbs },
                              { .operations = short_ns * own->limits.fma_gflops },
                              { .transfers = 1e4 } };
    const ocl_pass too_long[] = { { .bytes = long_ns * own->limits.read_gbs },
                                  { .operations = long_ns * own->limits.fma_gflops },
                                  { .transfers = 1e15 } };
    for (int i = 0; i < 3; i++) {
        ocl_options options = *own->options;
        options.n[0] = 1 << 20;
        ocl_fit_default_size(own, &options, fits[i]);
        assert_true(options.n[0] == 1 << 20);
        options.size_given = true;
        ocl_fit_default_size(own, &options, too_long[i]);
        assert_true(options.n[0] == 1 << 20);
        options.size_given = false;
        ocl_fit_default_size(own, &options, too_long[i]);
        assert_true(options.n[0] < 1 << 19 && options.n[0] > 0);
    }
}

int main(int argc, char **argv)
{
    // No other program may find limits that no device has.
    char cache[1024];
    snprintf(cache, sizeof cache, "%s.cache", argv[0]);
    if (!ocl_set_variable("OCL_SAMPLES_CACHE", cache)) return EXIT_FAILURE;

    const ocl_options options = ocl_parse(argc, argv, &ABOUT, (ocl_options){ .n = { 1 } });
    ocl_env env = ocl_open(&options);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_open_fills_the_limits, &env),
        cmocka_unit_test(test_best_of_measurements_is_kept),
        cmocka_unit_test(test_text_of_the_cache),
        cmocka_unit_test(test_when_limits_are_settled),
        cmocka_unit_test_prestate(test_low_limits_do_not_stay, &env),
        cmocka_unit_test_prestate(test_samples_without_rates_need_no_limits, &env),
        cmocka_unit_test_prestate(test_too_fast, &env),
        cmocka_unit_test_prestate(test_limits_are_measured_again, &env),
        cmocka_unit_test_prestate(test_measured_once_at_the_end, &env),
        cmocka_unit_test_prestate(test_key_has_the_devices_platform, &env),
        cmocka_unit_test_prestate(test_default_sizes_fit, &env),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    ocl_close(&env);
    return failures;
}
