// SPDX-License-Identifier: MIT
//
// Unit tests of ocl_output_counts: the table line by line, and the chart's data.

#include "ocl.h"
#include "sample/output_chart.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const char FILE_NAME[] = "test_output_counts.csv";    // in the test's working directory

// No two alike, the largest that there are.
static void fill(uint32_t counts[OCL_RGB_COUNTS])
{
    for (uint32_t i = 0; i < OCL_RGB_COUNTS; i++)
        counts[i] = UINT32_MAX - i;
}

static void test_csv(void **state)
{
    (void)state;
    uint32_t counts[OCL_RGB_COUNTS];
    fill(counts);
    ocl_output_counts_csv(counts, FILE_NAME);

    FILE *stream = fopen(FILE_NAME, "r");
    assert_non_null(stream);
    char line[64];
    assert_non_null(fgets(line, sizeof line, stream));
    assert_string_equal(line, "bin,red,green,blue\n");
    for (uint32_t bin = 0; bin < 256; bin++) {
        char want[64];
        snprintf(want, sizeof want, "%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", bin,
                 UINT32_MAX - bin, UINT32_MAX - 256 - bin, UINT32_MAX - 512 - bin);
        assert_non_null(fgets(line, sizeof line, stream));
        assert_string_equal(line, want);
    }
    assert_null(fgets(line, sizeof line, stream));
    fclose(stream);
    assert_int_equal(remove(FILE_NAME), 0);
}

static void test_chart(void **state)
{
    (void)state;
    uint32_t counts[OCL_RGB_COUNTS];
    fill(counts);
    const ocl_about about = { .name = "about", .accepts = "d", .extents = 1 };
    const ocl_options options = { .about = about, .quiet = true };
    ocl_report *report = ocl_report_open(&options, NULL);
    ocl_output_counts(report, counts, "test_output_counts.gp");
    unsigned char *script;
    size_t bytes;
    ocl_message why;
    assert_true(ocl_read_file("test_output_counts.gp", &script, &bytes, &why));
    assert_non_null(strstr((char *)script, "$series0 << EOD\n0 4294967295\n1 4294967294\n"));
    assert_non_null(strstr((char *)script, "title 'blue'"));
    assert_non_null(strstr((char *)script, "set yrange [0:*]"));    // no end stands out
    free(script);
    assert_int_equal(remove("test_output_counts.gp"), 0);
    ocl_report_close(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_chart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
