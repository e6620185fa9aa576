// SPDX-License-Identifier: MIT

//
// Unit tests of table: what is printed, and the same facts in the JSON.

#include "table.h"

#include "test_child.h"

#include <math.h>

static const ocl_about ABOUT = { .name = "about", .accepts = "d", .extents = 1 };
static const char *program;

// What two tables, a fact and a note print, or their JSON.
static int print_report(bool json)
{
    const ocl_options options = { .about = ABOUT, .json = json };
    ocl_report *report = ocl_report_open(&options, NULL);
    ocl_table table = ocl_table_open(report, "All files", "name, bytes, ms, Long heading, hex");
    const char *volatile none = NULL;    // volatile: else the compiler sees it and objects
    ocl_table_row(&table, "%-6s %5zu of %6.2f %d %#x", "a", (size_t)12, 1.5, -3, 255u);
    ocl_table_row(&table, "%-6s %5zu of %6.2f %d %#x", none, SIZE_MAX >> 1, (double)NAN, 3, 1u);
    ocl_table again = ocl_table_open(report, "All files", "name, count");
    ocl_table_row(&again, "%s %llu%%", "b", 7ULL);
    ocl_table letters = ocl_table_open(report, "All files", "name, count");
    ocl_table_row(&letters, "%-6s %5d",
                  "Gr\xc3\xb6\xc3\x9f"
                  "e",
                  1);
    ocl_table lengths = ocl_table_open(report, "All files", "long, int");
    ocl_table_row(&lengths, "%ld %d", -5L, 6);
    ocl_report_fact(report, "Error callbacks", "%u", 3u);
    ocl_report_note(report, "%s is left out", "this");
    ocl_report_result(report, "check", (ocl_result){ .count = 1, .pass = true });
    return ocl_report_close(report);
}

static void test_printed(void **state)
{
    (void)state;
    outcome child;
    run_child(&child, program, "", "table");
    assert_int_equal(child.status, OCL_EXIT_PASS);
    assert_non_null(strstr(child.text, "\nname   bytes        ms Long heading hex\n"
                                       "a         12 of   1.50           -3 0xff\n"));
    char largest[64];
    snprintf(largest, sizeof largest, "%zu of      - ", SIZE_MAX >> 1);    // not measured
    assert_non_null(strstr(child.text, largest));
    assert_non_null(strstr(child.text, "\nname count \n   b     7%\n"));
    assert_non_null(strstr(child.text, "\nGr\xc3\xb6\xc3\x9f"
                                       "e      1\n"));
    assert_non_null(strstr(child.text, "\nError callbacks        3\nthis is left out\n"));
}

static void test_json(void **state)
{
    (void)state;
    outcome child;
    run_child(&child, program, "", "json");
    assert_int_equal(child.status, OCL_EXIT_PASS);
    json_t *root = json_loads(child.text, 0, NULL);
    json_t *expected = json_pack("{s:[{s:s, s:i, s:f, s:i, s:i}, {s:n, s:I, s:n, s:i, s:i}, {s:s, "
                                 "s:i}, {s:s, s:i}, {s:i, s:i}], s:i, s:[s]}",
                                 "all_files", "name", "a", "bytes", 12, "ms", 1.5, "long_heading",
                                 -3, "hex", 255, "name", "bytes", (json_int_t)(SIZE_MAX >> 1), "ms",
                                 "long_heading", 3, "hex", 1, "name", "b", "count", 7, "name",
                                 "Gr\xc3\xb6\xc3\x9f"
                                 "e",
                                 "count", 1, "long", -5, "int", 6, "error_callbacks", 3, "notes",
                                 "this is left out");
    assert_non_null(expected);
    assert_true(json_equal(json_object_get(root, "details"), expected));
    json_decref(expected);
    json_decref(root);
}

int main(int argc, char **argv)
{
    if (argc > 1) return print_report(strcmp(argv[1], "json") == 0);
    program = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_printed),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
