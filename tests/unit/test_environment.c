// SPDX-License-Identifier: MIT
//
// Paths in a variable of the environment.

#define _XOPEN_SOURCE 700

#include "system/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *added(const char *before, const char *path)
{
    unsetenv("OCL_TEST_PATHS");
    if (before) setenv("OCL_TEST_PATHS", before, 1);
    assert_true(ocl_add_to_path_list("OCL_TEST_PATHS", path));
    return getenv("OCL_TEST_PATHS");
}

static void test_added(void **state)
{
    (void)state;
    assert_string_equal(added(NULL, "/a/b.so"), "/a/b.so");
    assert_string_equal(added("", "/a/b.so"), "/a/b.so");
    assert_string_equal(added("/c.so", "/a/b.so"), "/c.so:/a/b.so");
    assert_string_equal(added("/a/b.so.1", "/a/b.so"), "/a/b.so.1:/a/b.so");
    assert_string_equal(added("/x/a/b.so", "/a/b.so"), "/x/a/b.so:/a/b.so");
}

static void test_not_twice(void **state)
{
    (void)state;
    assert_string_equal(added("/a/b.so", "/a/b.so"), "/a/b.so");
    assert_string_equal(added("/c.so:/a/b.so", "/a/b.so"), "/c.so:/a/b.so");
    assert_string_equal(added("/a/b.so:/c.so", "/a/b.so"), "/a/b.so:/c.so");
    assert_string_equal(added(":/a/b.so:", "/a/b.so"), ":/a/b.so:");
}

static void test_set(void **state)
{
    (void)state;
    assert_true(ocl_set_variable("OCL_TEST_PATHS", "1"));
    assert_true(ocl_set_variable("OCL_TEST_PATHS", "2"));
    assert_string_equal(getenv("OCL_TEST_PATHS"), "2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_added),
        cmocka_unit_test(test_not_twice),
        cmocka_unit_test(test_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
