// SPDX-License-Identifier: MIT
//
// When the driver's threads are kept apart: only if all cores may be used, and never against the
// user's wish.

#define _XOPEN_SOURCE 700

#include "ocl.h"
#include "system/threads.h"
#include "test_child.h"

#include <unistd.h>

static bool allowed(const char *text, long cores)
{
    char path[] = "/tmp/test_driver_threads_XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *status = fdopen(file, "w");
    fputs(text, status);
    fclose(status);
    const bool result = ocl_all_cores_allowed(path, cores);
    remove(path);
    return result;
}

static void test_all_cores(void **state)
{
    (void)state;
    assert_true(allowed("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\nMems:\t0\n", 2));
    assert_true(allowed("Cpus_allowed_list:\t0-127\n", 128));
    assert_true(allowed("Cpus_allowed_list:\t0\n", 1));
}

static void test_some_cores(void **state)
{
    (void)state;
    assert_false(allowed("Cpus_allowed_list:\t0-1\n", 4));
    assert_false(allowed("Cpus_allowed_list:\t4-7\n", 4));
    assert_false(allowed("Cpus_allowed_list:\t0-2,4\n", 4));
    assert_false(allowed("Cpus_allowed_list:\t1\n", 1));
    assert_false(allowed("Name:\tx\n", 1));
    assert_false(allowed("", 1));
    assert_false(ocl_all_cores_allowed("/nowhere/status", 1));
}

static const char *parsed(bool host_works)
{
    char *argv[] = { "test", NULL };
    const ocl_about about = {
        .name = "test", .accepts = "d", .extents = 1, .host_works = host_works
    };
    ocl_parse(1, argv, &about, (ocl_options){ .repeat = 1 });
    return getenv("POCL_AFFINITY");
}

static void test_the_user_decides(void **state)
{
    (void)state;
    setenv("POCL_AFFINITY", "0", 1);
    assert_string_equal(parsed(false), "0");
}

static void test_the_host_works(void **state)
{
    (void)state;
    unsetenv("POCL_AFFINITY");
    assert_null(parsed(true));
}

static void test_default(void **state)
{
    (void)state;
    unsetenv("POCL_AFFINITY");
    const char *value = parsed(false);
    if (ocl_all_cores_allowed("/proc/self/status", sysconf(_SC_NPROCESSORS_ONLN)))
        assert_string_equal(value, "1");
    else
        assert_null(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_cores),        cmocka_unit_test(test_some_cores),
        cmocka_unit_test(test_the_user_decides), cmocka_unit_test(test_the_host_works),
        cmocka_unit_test(test_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
