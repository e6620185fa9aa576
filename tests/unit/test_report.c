// SPDX-License-Identifier: MIT
//
// Unit tests of report: the table, the JSON, and the verdict.

#include "report.h"
#include "text.h"

#include "test_child.h"

#include <math.h>

static const ocl_about ABOUT = { .name = "about", .accepts = "d", .extents = 1 };

static const ocl_result PASSED = { .count = 9, .error = 0.25, .bound = 0.5, .pass = true };
static const ocl_result FAILED = {
    .count = 9, .mismatches = 2, .error = (double)NAN, .bound = 0.5, .worst = 1
};

// Best 1 ms, median 2 ms.
static ocl_times three_runs(void)
{
    ocl_times times = { .runs = 0 };
    ocl_times_add(&times, 3e6);
    ocl_times_add(&times, 1e6);
    ocl_times_add(&times, 2e6);
    return times;
}

// A report with some of everything, as a sample would make it.
static int print_report(const ocl_options *options, ocl_result last)
{
    const ocl_times times = three_runs(), none = { .runs = 0 };
    ocl_report *report = ocl_report_open(options, NULL);
    ocl_report_count(report, "n", 1000);
    ocl_report_real(report, "alpha", 2.5);
    ocl_report_real(report, "most", (double)INFINITY);
    ocl_report_text(report, "file", "caf\xe9.bmp");
    ocl_report_reference(report, 5e6);
    ocl_report_row(report, &(ocl_row){ "bytes", &times, 4e6, "GB/s", 8.0, .result = PASSED });
    ocl_report_row(report, &(ocl_row){ "pixels", &times, 4e6, "Mpixel/s", 0.0, .result = PASSED });
    ocl_report_print(report, "\nsome %s\n", "text");
    ocl_report_row(report,
                   &(ocl_row){ "operations", &times, 4e9, "TFLOP/s", 4.0, .result = PASSED });
    ocl_report_row(report, &(ocl_row){ "items", &times, 1.0, "item/s", 0.0, .result = PASSED });
    ocl_report_result(report, "a check", PASSED);
    ocl_report_row(report, &(ocl_row){ "not run", &none, 4e6, "GB/s", 8.0, .result = last });
    json_object_set_new(ocl_report_details(report), "bins", json_integer(256));
    return ocl_report_close(report);
}

static int print_as(const char *how)
{
    ocl_options options = { .about = ABOUT };
    options.json = strstr(how, "json") != NULL;
    options.quiet = strstr(how, "quiet") != NULL;
    if (strstr(how, "full") && !freopen("/dev/full", "w", stdout)) return 77;
    if (strstr(how, "beyond")) {
        const ocl_times times = { .runs = 1, .ns = { 1e6 } };
        ocl_report *report = ocl_report_open(&options, NULL);
        ocl_report_row(report,
                       &(ocl_row){ "below", &times, 4e6, "GFLOP/s", 3.9, .result = PASSED });
        ocl_report_row(report, &(ocl_row){ "busy", &times, 4e6, "GFLOP/s", 3.5, .result = PASSED });
        ocl_report_row(report, &(ocl_row){ "cache", &times, 4e6, "GB/s", 3.5, .result = PASSED,
                                           .in_cache = true });
        return ocl_report_close(report);
    }
    if (strstr(how, "long")) {
        static const char *const names[] = { "a name of 23 characters", "short",
                                             "so long a name that no column is left for it" };
        const ocl_times times = { .runs = 1, .ns = { 1e6 } };
        ocl_report *report = ocl_report_open(&options, NULL);
        for (int i = 0; i < 3; i++)
            ocl_report_row(report,
                           &(ocl_row){ names[i], &times, 4e6, "GB/s", 0.0, .result = PASSED });
        ocl_report_result(report, "what is checked, in fortyfive characters here", PASSED);
        return ocl_report_close(report);
    }
    if (strstr(how, "interrupted")) {
        ocl_set_program_name("about");
        ocl_report *report = ocl_report_open(&options, NULL);
        ocl_report_count(report, "n", 5);
        ocl_warn("making the input");
        ocl_report_count(report, "m", 6);
        OCL_TIME_REFERENCE(report, ocl_warn("computing"));
        ocl_report_result(report, "row", PASSED);
        return ocl_report_close(report);
    }
    if (strstr(how, "lacking")) {
        ocl_report *report = ocl_report_open(&options, NULL);
        ocl_report_result(report, "row", strstr(how, "wrong") ? FAILED : PASSED);
        ocl_report_lacking(report, "no such thing");
        return ocl_report_close(report);
    }
    if (strstr(how, "empty")) return ocl_report_close(ocl_report_open(&options, NULL));
    ocl_set_program_name("about");
    return print_report(&options, strstr(how, "failing") ? FAILED : PASSED);
}

static void test_table(void **state)
{
    outcome o;
    run_child(&o, *state, "", "table");
    assert_int_equal(o.status, OCL_EXIT_PASS);
    assert_string_equal(
        o.text,
        "problem    n 1000, alpha 2.5, most inf, file caf\xe9.bmp\n"
        "reference  5.000 ms, serial C on the host\n"
        "\n"
        "variant                   best ms  median ms      rate         of limit  speed-up"
        "     error     bound\n"
        "bytes                      1.0000     2.0000      2.00 GB/s       0.250     2.50x"
        "  2.50e-01  5.00e-01  PASS\n"
        "pixels                     1.0000     2.0000   2000.00 Mpixel/s        -     2.50x"
        "  2.50e-01  5.00e-01  PASS\n"
        "\n"
        "some text\n"
        "\n"
        "variant                   best ms  median ms      rate         of limit  speed-up"
        "     error     bound\n"
        "operations                 1.0000     2.0000      2.00 TFLOP/s    0.500     2.50x"
        "  2.50e-01  5.00e-01  PASS\n"
        "items                      1.0000     2.0000    500.00 item/s         -     2.50x"
        "  2.50e-01  5.00e-01  PASS\n"
        "\n"
        "check                                            compared   mismatches     error     "
        "bound\n"
        "a check                                                 9            0  2.50e-01  5.00e-01"
        "  PASS\n"
        "not run                                                 9            0  2.50e-01  5.00e-01"
        "  PASS\n"
        "\n"
        "PASS\n");

    run_child(&o, *state, "", "table,failing");
    assert_int_equal(o.status, OCL_EXIT_WRONG);
    assert_non_null(strstr(o.text, "      nan  5.00e-01  FAIL\n\nFAIL\n"));

    run_child(&o, *state, "", "table,empty");
    assert_int_equal(o.status, OCL_EXIT_WRONG);
    assert_string_equal(o.text, "\nFAIL\n");
}

// What is printed while the program works does not break a line apart.
static void test_interrupted(void **state)
{
    outcome o;
    run_child(&o, *state, "", "interrupted");
    const char *wanted =
        "about: making the input\nproblem    n 5, m 6\nabout: computing\nreference";
    assert_int_equal(strncmp(o.text, wanted, strlen(wanted)), 0);
}

static void test_quiet(void **state)
{
    outcome o;
    run_child(&o, *state, "", "quiet");
    assert_int_equal(o.status, OCL_EXIT_PASS);
    assert_string_equal(o.text, "");
    run_child(&o, *state, "", "quiet,failing");
    assert_int_equal(o.status, OCL_EXIT_WRONG);
    assert_string_equal(o.text, "");
}

// A result that could not be written is no success.
static void test_output_full(void **state)
{
    outcome o;
    run_child(&o, *state, "", "table,full");
    if (o.status == 77) skip();
    assert_int_equal(o.status, OCL_EXIT_USAGE);
    assert_string_equal(o.text, "about: cannot write to standard output\n");
    run_child(&o, *state, "", "json,full");
    assert_int_equal(o.status, OCL_EXIT_USAGE);
}

// --- JSON

static const json_t *member(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!value) fail_msg("no %s", key);
    return value;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(member(object, key));
    assert_non_null(text);
    return text;
}

static void assert_number(const json_t *object, const char *key, double value)
{
    assert_true(json_is_number(member(object, key)));
    assert_true(fabs(json_number_value(member(object, key)) - value) <= 1e-8 * fabs(value));
}

static void assert_json_null(const json_t *object, const char *key)
{
    assert_true(json_is_null(member(object, key)));
}

static void assert_timed(const json_t *row, const char *name, double rate, const char *unit)
{
    assert_string_equal(text_of(row, "name"), name);
    assert_number(row, "best_ms", 1.0);
    assert_number(row, "median_ms", 2.0);
    assert_number(row, "rate", rate);
    assert_string_equal(text_of(row, "unit"), unit);
    assert_number(row, "error", 0.25);
    assert_number(row, "bound", 0.5);
    assert_true(json_is_true(member(row, "pass")));
}

static void assert_untimed(const json_t *row, const char *name)
{
    assert_string_equal(text_of(row, "name"), name);
    assert_json_null(row, "best_ms");
    assert_json_null(row, "median_ms");
    assert_json_null(row, "rate");
    assert_json_null(row, "unit");
    assert_json_null(row, "of_limit");
    assert_number(row, "bound", 0.5);
}

static json_t *json_of_child(const char *program, const char *how, int status)
{
    outcome o;
    run_child(&o, program, "", how);
    assert_int_equal(o.status, status);
    json_error_t error;
    json_t *root = json_loads(o.text, JSON_REJECT_DUPLICATES, &error);
    if (!root) fail_msg("%s in: %s", error.text, o.text);
    return root;
}

static void test_json(void **state)
{
    json_t *root = json_of_child(*state, "json", OCL_EXIT_PASS);
    assert_string_equal(text_of(root, "sample"), "about");
    assert_true(json_integer_value(member(member(root, "problem"), "n")) == 1000);
    assert_number(member(root, "problem"), "alpha", 2.5);
    assert_json_null(member(root, "problem"), "most");
    assert_string_equal(text_of(member(root, "problem"), "file"), "caf?.bmp");
    assert_number(root, "reference_ms", 5.0);
    assert_number(member(root, "details"), "bins", 256);
    assert_true(json_is_true(member(root, "pass")));

    const json_t *rows = member(root, "variants");
    assert_int_equal(json_array_size(rows), 6);
    assert_timed(json_array_get(rows, 0), "bytes", 2.0, "GB/s");
    assert_number(json_array_get(rows, 0), "of_limit", 0.25);
    assert_timed(json_array_get(rows, 1), "pixels", 2000.0, "Mpixel/s");
    assert_json_null(json_array_get(rows, 1), "of_limit");
    assert_timed(json_array_get(rows, 2), "operations", 2.0, "TFLOP/s");
    assert_timed(json_array_get(rows, 3), "items", 500.0, "item/s");
    assert_untimed(json_array_get(rows, 4), "a check");
    assert_untimed(json_array_get(rows, 5), "not run");
    json_decref(root);
}

static void test_json_of_failures(void **state)
{
    json_t *root = json_of_child(*state, "json,failing", OCL_EXIT_WRONG);
    assert_true(json_is_false(member(root, "pass")));
    const json_t *last = json_array_get(member(root, "variants"), 5);
    assert_json_null(last, "error");
    assert_true(json_is_false(member(last, "pass")));
    json_decref(root);

    root = json_of_child(*state, "json,empty", OCL_EXIT_WRONG);
    assert_int_equal(json_array_size(member(root, "variants")), 0);
    assert_int_equal(json_object_size(member(root, "problem")), 0);
    assert_json_null(root, "reference_ms");
    assert_true(json_object_get(root, "details") == NULL);
    json_decref(root);
}

// A rate above its limit is no share of it: another limit holds.
static void test_above_the_limit(void **state)
{
    outcome o;
    run_child(&o, *state, "", "table,beyond");
    assert_int_equal(o.status, OCL_EXIT_PASS);
    assert_non_null(strstr(o.text, "4.00 GFLOP/s    1.026 "));
    assert_non_null(strstr(o.text, "4.00 GFLOP/s       >1 "));
    assert_non_null(strstr(o.text, "4.00 GB/s       cache "));
    json_t *root = json_of_child(*state, "json,beyond", OCL_EXIT_PASS);
    const json_t *rows = member(root, "variants");
    assert_number(json_array_get(rows, 0), "of_limit", 4.0 / 3.9);
    assert_json_null(json_array_get(rows, 1), "of_limit");
    assert_json_null(json_array_get(rows, 2), "of_limit");
    json_decref(root);
}

// The columns stay in line behind a long name, and the words apart behind a very long one.
static void test_long_names(void **state)
{
    outcome o;
    run_child(&o, *state, "", "table,long");
    assert_int_equal(o.status, OCL_EXIT_PASS);
    assert_non_null(strstr(o.text, "\na name of 23 characters    1.0000     1.0000 "));
    assert_non_null(strstr(o.text, "\nshort                      1.0000     1.0000 "));
    assert_non_null(strstr(o.text, "\nso long a name that no column is left for it 1.0000 "));
    assert_non_null(strstr(o.text, "\nwhat is checked, in fortyfive characters here           9 "));
}

// --- in this process, with nothing printed

static void test_verdict(void **state)
{
    (void)state;
    const ocl_options quiet = { .about = ABOUT, .quiet = true };
    assert_int_equal(ocl_report_close(ocl_report_open(&quiet, NULL)), OCL_EXIT_WRONG);
    for (size_t failing = 0; failing <= 3; failing++) {
        ocl_report *report = ocl_report_open(&quiet, NULL);
        for (size_t row = 0; row < 3; row++)
            ocl_report_result(report, "row", row == failing ? FAILED : PASSED);
        assert_int_equal(json_array_size(ocl_report_rows(report)), 3);
        assert_int_equal(ocl_report_close(report), failing < 3 ? OCL_EXIT_WRONG : OCL_EXIT_PASS);
    }
}

// A run that passes without its subject says SKIP, never PASS.
static void test_lacking(void **state)
{
    outcome result;
    run_child(&result, *state, "", "lacking");
    assert_int_equal(result.status, OCL_EXIT_SKIP);
    assert_non_null(strstr(result.text, "\nSKIP\n"));
    assert_null(strstr(result.text, "\nPASS\n"));
    assert_non_null(strstr(result.text, ": no such thing\n"));
    run_child(&result, *state, "", "lacking_json");
    assert_int_equal(result.status, OCL_EXIT_SKIP);
    assert_non_null(strstr(result.text, "\"skipped\": \"no such thing\""));
    run_child(&result, *state, "", "lacking_wrong");
    assert_int_equal(result.status, OCL_EXIT_WRONG);
    assert_non_null(strstr(result.text, "\nFAIL\n"));
}

// What was not measured, or is no number, is null.
static void test_not_numbers(void **state)
{
    (void)state;
    const ocl_options quiet = { .about = ABOUT, .quiet = true };
    ocl_times no_time = { .runs = 0 };
    ocl_times_add(&no_time, 0.0);
    ocl_report *report = ocl_report_open(&quiet, NULL);
    const ocl_result infinite = { .count = 1, .error = (double)INFINITY, .bound = (double)NAN };
    ocl_report_row(report, &(ocl_row){ "row", &no_time, 1.0, "GB/s", 2.0, .result = infinite });
    const json_t *row = json_array_get(ocl_report_rows(report), 0);
    assert_number(row, "best_ms", 0.0);
    assert_number(row, "rate", 0.0);
    assert_json_null(row, "error");
    assert_json_null(row, "bound");
    assert_int_equal(ocl_report_close(report), OCL_EXIT_WRONG);
}

static void test_json_text(void **state)
{
    (void)state;
    const char *const cases[][2] = {
        { "", "" },
        { "plain", "plain" },
        { "\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xa9" },
        { "\xe9t\xe9", "?t?" },
        { "cut short \xc3", "cut short ?" },
        { "\xff\xfe", "??" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *text = ocl_json_text(cases[i][0]);
        assert_non_null(text);
        assert_string_equal(json_string_value(text), cases[i][1]);
        json_decref(text);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2) return print_as(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_table, argv[0]),
        cmocka_unit_test_prestate(test_above_the_limit, argv[0]),
        cmocka_unit_test_prestate(test_long_names, argv[0]),
        cmocka_unit_test_prestate(test_interrupted, argv[0]),
        cmocka_unit_test_prestate(test_quiet, argv[0]),
        cmocka_unit_test_prestate(test_output_full, argv[0]),
        cmocka_unit_test_prestate(test_json, argv[0]),
        cmocka_unit_test_prestate(test_json_of_failures, argv[0]),
        cmocka_unit_test_prestate(test_lacking, argv[0]),
        cmocka_unit_test(test_verdict),
        cmocka_unit_test(test_not_numbers),
        cmocka_unit_test(test_json_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
