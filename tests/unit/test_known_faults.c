// SPDX-License-Identifier: MIT
//
// Unit tests of known_faults: whom an excuse is for, and whom it is not for.

#include "attributes.h"
#include "known_faults.h"
#include "list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_versions(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int major;
        unsigned platform;
    } cases[] = {
        { "Portable Computing Language", 1, OCL_POCL },
        { "Portable Computing Language", 5, OCL_POCL },
        { "Portable Computing Language", 6, OCL_POCL_6 },
        { "Portable Computing Language", 7, OCL_POCL_7 },
        { "Portable Computing Language", 8, 0 },
        { "rusticl", 24, 0 },
        { "rusticl", 25, OCL_RUSTICL },
        { "rusticl", 26, OCL_RUSTICL_26 },
        { "rusticl", 27, 0 },
        { "NVIDIA CUDA", 580, OCL_NVIDIA },
        { "Intel(R) OpenCL", 2026, OCL_INTEL },
        { "Intel(R) OpenCL Graphics", 2026, 0 },
        { "Oclgrind", 21, OCL_OCLGRIND },
        { "oclgrind", 21, 0 },
        { "", 0, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(ocl_platform_of(cases[i].name, cases[i].major), cases[i].platform);
}

// Two rows of one name are for different drivers, and a name with a * hides no other one.
static void test_rows_do_not_overlap(void **state)
{
    (void)state;
    for (const ocl_fault *a = OCL_FAULTS; a->name; a++)
        for (unsigned bit = 1; bit != 0; bit <<= 1) {
            if (!(a->drivers & bit)) continue;
            if (ocl_fault_of(bit, a->name) != a) fail_msg("%s: two rows for %#x", a->name, bit);
        }
}

static void test_rows_are_whole(void **state)
{
    (void)state;
    const unsigned all = OCL_OCLGRIND | OCL_NVIDIA | OCL_POCL | OCL_INTEL | OCL_POCL_6 |
                         OCL_RUSTICL | OCL_POCL_7 | OCL_RUSTICL_26 | OCL_POCL_REMOTE | OCL_POCL_5 |
                         OCL_POCL_LOCAL | OCL_POCL_6_LOCAL | OCL_POCL_I386 | OCL_INTEL_WINDOWS;
    size_t rows = 0;
    for (const ocl_fault *row = OCL_FAULTS; row->name; row++, rows++) {
        const bool refused = strncmp(row->name, "refused: ", strlen("refused: ")) == 0;
        if (!*row->name || !row->drivers || row->drivers & ~all || !row->samples ||
            (refused ? !row->wants : !row->does))
            fail_msg("row %zu, %s, lacks something", rows, row->name);
    }
    assert_true(rows > 100);
}

static bool excused(unsigned drivers, const char *name)
{
    return ocl_fault_of(drivers, name) != NULL;
}

static void test_drivers(void **state)
{
    (void)state;
    assert_true(excused(OCL_POCL_6, "local variables of a kernel"));
    assert_true(excused(OCL_POCL | OCL_POCL_5, "local variables of a kernel"));
    assert_false(excused(OCL_POCL, "local variables of a kernel"));
    assert_false(excused(OCL_RUSTICL, "local variables of a kernel"));
    assert_false(excused(0, "local variables of a kernel"));
    // What PoCL 3.1 does here it does not do behind PoCL-Remote.
    assert_true(excused(OCL_POCL | OCL_POCL_LOCAL, "release of sub-devices"));
    assert_false(excused(OCL_POCL | OCL_POCL_7 | OCL_POCL_REMOTE, "release of sub-devices"));
    // The same case has other words for another driver.
    assert_string_not_equal(ocl_fault_of(OCL_INTEL, "a positive number from printf")->does,
                            ocl_fault_of(OCL_NVIDIA, "a positive number from printf")->does);
}

static void test_names(void **state)
{
    (void)state;
    assert_true(excused(OCL_OCLGRIND, "printf of %hd"));
    assert_false(excused(OCL_OCLGRIND, "printf of %h"));
    assert_false(excused(OCL_OCLGRIND, "printf of %hdd"));
    assert_false(excused(OCL_OCLGRIND, ""));
    assert_true(excused(OCL_INTEL, "unlisted __opencl_c_ext_fp16_global_atomic_add"));
    assert_false(excused(OCL_INTEL, "unlisted __opencl_c_ext_image_raw10_raw12"));
    assert_false(excused(OCL_NVIDIA, "unlisted __opencl_c_ext_fp16_global_atomic_add"));
    assert_true(excused(OCL_POCL_REMOTE, "version -cl-std=CL3.0"));
    assert_false(excused(OCL_POCL_REMOTE, "option -cl-std=CL3.0"));
}

static void test_device(void **state)
{
    cl_device_id device = *state;
    const unsigned drivers = ocl_fault_drivers(device);
    assert_int_equal(drivers & 0xffff, ocl_known_platform(device));
    for (const ocl_fault *row = OCL_FAULTS; row->name; row++) {
        const ocl_fault *found = ocl_fault_of(drivers, row->name);
        const char *words = ocl_known_fault(device, "%s", row->name);
        assert_true((found != NULL) == (words != NULL));
        if (found && found->does) assert_string_equal(words, found->does);
    }
    assert_null(ocl_known_fault(device, "%d is no case of the table", 1));
}

int main(void)
{
    cl_device_id *devices;
    if (ocl_all_devices(&devices) == 0) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),       cmocka_unit_test(test_rows_do_not_overlap),
        cmocka_unit_test(test_rows_are_whole), cmocka_unit_test(test_drivers),
        cmocka_unit_test(test_names),          cmocka_unit_test_prestate(test_device, devices[0]),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(devices);
    return failed;
}
