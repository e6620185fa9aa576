// SPDX-License-Identifier: MIT
//
// Unit tests of refusal: what counts as refused, on a real device's platform and on one that is
// lenient.

#include "attributes.h"
#include "list.h"
#include "refusal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const ocl_refusal CALLS[] = {
    { "refused", CL_INVALID_VALUE, CL_INVALID_VALUE },
    { "accepted", CL_SUCCESS, CL_INVALID_VALUE },
    { "refused for another reason", CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE },
    { "a region without rows", CL_SUCCESS, CL_INVALID_VALUE },    // a case of the table of faults
};

static bool is_lenient(cl_device_id device)
{
    char *platform = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_NAME);
    bool lenient = strcmp(platform, "Oclgrind") == 0 || strcmp(platform, "NVIDIA CUDA") == 0;
    free(platform);
    return lenient;
}

static void test_all_refused(void **state)
{
    ocl_result check = ocl_verify_refusals(*state, CALLS, 1);
    assert_true(check.pass);
    assert_int_equal(check.count, 1);
}

static void test_any_other_answer_fails(void **state)
{
    ocl_result check = ocl_verify_refusals(*state, CALLS, 3);
    assert_false(check.pass);
    assert_int_equal(check.count, 3);
    assert_int_equal(check.mismatches, 2);
}

// Oclgrind and NVIDIA's driver take it.
static void test_excuse_is_of_one_platform(void **state)
{
    ocl_result check = ocl_verify_refusals(*state, &CALLS[3], 1);
    const bool lenient = is_lenient(*state);
    assert_int_equal(check.pass, lenient);
    assert_int_equal(check.count, lenient ? 0 : 1);
}

// What is printed is in --json, too, also of calls that are excused.
static void test_json(void **state)
{
    static const ocl_about about = { .name = "about", .accepts = "d", .extents = 1 };
    const ocl_options options = { .about = about, .quiet = true };
    ocl_report *report = ocl_report_open(&options, NULL);
    ocl_report_refusals(report, *state, CALLS, 3);
    ocl_report_refusals(report, *state, &CALLS[3], 1);
    const json_t *mistakes = json_object_get(ocl_report_details(report), "mistakes");
    assert_int_equal(json_array_size(mistakes), 4);
    for (size_t i = 0; i < 4; i++) {
        const json_t *row = json_array_get(mistakes, i);
        assert_string_equal(json_string_value(json_object_get(row, "mistake")), CALLS[i].mistake);
        assert_string_equal(json_string_value(json_object_get(row, "answer")),
                            ocl_error_name(CALLS[i].got));
    }
    assert_int_equal(ocl_report_close(report), OCL_EXIT_WRONG);
}

static void test_nothing_to_refuse(void **state)
{
    assert_true(ocl_verify_refusals(*state, CALLS, 0).pass);
}

int main(void)
{
    cl_device_id *devices;
    if (ocl_all_devices(&devices) == 0) return OCL_EXIT_SKIP;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_all_refused, devices[0]),
        cmocka_unit_test_prestate(test_any_other_answer_fails, devices[0]),
        cmocka_unit_test_prestate(test_excuse_is_of_one_platform, devices[0]),
        cmocka_unit_test_prestate(test_nothing_to_refuse, devices[0]),
        cmocka_unit_test_prestate(test_json, devices[0]),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(devices);
    return failed;
}
