// SPDX-License-Identifier: MIT
//
// What reaches standard output while it is captured.

#define _XOPEN_SOURCE 700

#include "ocl.h"
#include "system/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

#include <cmocka.h>

// Both ways of a library: C's stdout, and the file behind it.
static void test_both_ways(void **state)
{
    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        ocl_capture *capture = ocl_capture_begin();
        assert_int_equal(ocl_capture_bytes(capture), 0);
        printf("first\n");
        assert_int_equal(ocl_capture_bytes(capture), 6);
        assert_int_equal(write(STDOUT_FILENO, "second", 6), 6);
        size_t bytes;
        char *text = ocl_capture_end(capture, &bytes);
        assert_int_equal(bytes, 12);
        assert_string_equal(text, "first\nsecond");
        free(text);
    }
}

static void test_nothing(void **state)
{
    (void)state;
    size_t bytes;
    char *text = ocl_capture_end(ocl_capture_begin(), &bytes);
    assert_int_equal(bytes, 0);
    assert_string_equal(text, "");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_ways),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
