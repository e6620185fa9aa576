// SPDX-License-Identifier: MIT
//
// Unit tests of named_versions, and of what optional makes of them: lists of devices that this
// program makes up.

#include "named_versions.h"
#include "optional.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_LISTED = 4 };

// A device, in the place of the OpenCL library's.  Each of the three queries gives the same list.
struct _cl_device_id {
    const char *version, *c_version;
    cl_name_version list[MAX_LISTED];
    size_t count;
};

static struct _cl_device_id NEW = { .version = "OpenCL 3.0 made up",
                                    .c_version = "OpenCL C 1.2 made up",
                                    .list = { { CL_MAKE_VERSION(3, 0, 0), "OpenCL C" },
                                              { CL_MAKE_VERSION(1, 2, 7), "OpenCL C" },
                                              { CL_MAKE_VERSION(0, 9, 5), "cl_khr_command_buffer" },
                                              { 0, "__opencl_c_images" } },
                                    .count = 4 };
static struct _cl_device_id EMPTY = { .version = "OpenCL 3.1", .c_version = "OpenCL C 3.1" };
static struct _cl_device_id OLD = { .version = "OpenCL 1.2",
                                    .c_version = "OpenCL C 1.1",
                                    .list = { { CL_MAKE_VERSION(3, 0, 0), "OpenCL C" } },
                                    .count = 1 };

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id d, cl_device_info query, size_t room, void *value,
                                   size_t *needed)
{
    const void *from = d->list;
    size_t bytes = d->count * sizeof d->list[0];
    if (query == CL_DEVICE_VERSION || query == CL_DEVICE_OPENCL_C_VERSION) {
        from = query == CL_DEVICE_VERSION ? d->version : d->c_version;
        bytes = strlen(from) + 1;
    } else if (query != CL_DEVICE_OPENCL_C_ALL_VERSIONS && query != CL_DEVICE_OPENCL_C_FEATURES &&
               query != CL_DEVICE_EXTENSIONS_WITH_VERSION) {
        return CL_INVALID_VALUE;
    }
    if (value && room < bytes) return CL_INVALID_VALUE;
    if (value) memcpy(value, from, bytes);
    if (needed) *needed = bytes;
    return CL_SUCCESS;
}

static void test_whole_list(void **state)
{
    (void)state;
    size_t count;
    cl_name_version *list = ocl_named_versions(&NEW, CL_DEVICE_EXTENSIONS_WITH_VERSION, &count);
    assert_int_equal(count, 4);
    assert_memory_equal(list, NEW.list, sizeof NEW.list);
    free(list);
}

static void test_no_list(void **state)
{
    (void)state;
    const cl_device_id none[] = { &EMPTY, &OLD };
    for (size_t i = 0; i < 2; i++) {
        size_t count = 99;
        assert_null(ocl_named_versions(none[i], CL_DEVICE_OPENCL_C_ALL_VERSIONS, &count));
        assert_int_equal(count, 0);
        assert_false(ocl_has_feature(none[i], "OpenCL C"));
    }
}

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool listed;
        cl_version version;
    } cases[] = {
        { "cl_khr_command_buffer", true, CL_MAKE_VERSION(0, 9, 5) },
        { "__opencl_c_images", true, 0 },                  // listed, with a version of 0
        { "OpenCL C", true, CL_MAKE_VERSION(3, 0, 0) },    // the first of two
        { "cl_khr_command_buffe", false, 0 },
        { "cl_khr_command_buffers", false, 0 },
        { "l_khr_command_buffer", false, 0 },
        { "CL_KHR_COMMAND_BUFFER", false, 0 },
        { "", false, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cl_version version = 99;
        assert_int_equal(
            ocl_lists_name(&NEW, CL_DEVICE_EXTENSIONS_WITH_VERSION, cases[i].name, &version),
            cases[i].listed);
        assert_int_equal(version, cases[i].version);
        assert_int_equal(ocl_has_feature(&NEW, cases[i].name), cases[i].listed);
    }
}

// A list holds for exactly what it lists; without a list the newest version holds for the older
// ones.  The third number of a version does not count.
static void test_languages(void **state)
{
    (void)state;
    for (int version = 10; version < 40; version++) {
        assert_int_equal(ocl_has_language(&NEW, version), version == 12 || version == 30);
        assert_int_equal(ocl_has_language(&OLD, version), version <= 11);
        assert_false(ocl_has_language(&EMPTY, version));
    }
    assert_string_equal(ocl_newest_c(&NEW), "-cl-std=CL3.0");
    assert_string_equal(ocl_newest_c(&OLD), "-cl-std=CL1.2");
}

static void test_newest(void **state)
{
    (void)state;
    assert_string_equal(ocl_newest_c(&NEW), "-cl-std=CL3.0");
    assert_string_equal(ocl_newest_c(&EMPTY), "-cl-std=CL1.2");    // it lists no language
    assert_string_equal(ocl_newest_c(&OLD), "-cl-std=CL1.2");
    assert_true(ocl_has_newer_c(&NEW));
    assert_false(ocl_has_newer_c(&OLD));
    assert_int_equal(ocl_extension_version(&NEW, "cl_khr_command_buffer"),
                     CL_MAKE_VERSION(0, 9, 5));
    assert_int_equal(ocl_extension_version(&NEW, "cl_khr_command_buffers"), 0);
    assert_int_equal(ocl_svm_capabilities(&OLD), 0);    // it is not asked
    assert_false(ocl_has_optional(&OLD, CL_DEVICE_PIPE_SUPPORT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_list), cmocka_unit_test(test_no_list),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_languages),
        cmocka_unit_test(test_newest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
