// SPDX-License-Identifier: MIT
//
// Unit tests of timing: the best and the median of any number of runs, and the time between events
// whose stamps this program makes up.

#include "timing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    size_t runs;
    double ns[6], best, median;
} sample;

static const sample SAMPLES[] = {
    { 0, { 0 }, 0, 0 },
    { 1, { 7 }, 7, 7 },
    { 2, { 8, 3 }, 3, 5.5 },
    { 3, { 9, 1, 4 }, 1, 4 },
    { 3, { 1, 9, 4 }, 1, 4 },
    { 4, { 40, 10, 30, 20 }, 10, 25 },
    { 5, { 5, 5, 5, 1, 9 }, 1, 5 },
    { 6, { 6, 5, 4, 3, 2, 1 }, 1, 3.5 },
    { 3, { 0.25, 0.75, 0.5 }, 0.25, 0.5 },    // less than 1 apart
};

static void test_best_and_median(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof SAMPLES / sizeof SAMPLES[0]; s++) {
        ocl_times times = { .ns = { 99 }, .runs = 0 };
        for (size_t i = 0; i < SAMPLES[s].runs; i++)
            ocl_times_add(&times, SAMPLES[s].ns[i]);
        assert_true(ocl_best_ns(&times) == SAMPLES[s].best);
        assert_true(ocl_median_ns(&times) == SAMPLES[s].median);
    }
}

static void test_order_is_kept(void **state)
{
    (void)state;
    ocl_times times = { .runs = 0 };
    const double ns[] = { 3, 1, 2 };
    for (size_t i = 0; i < 3; i++)
        ocl_times_add(&times, ns[i]);
    ocl_median_ns(&times);
    assert_int_equal(times.runs, 3);
    assert_memory_equal(times.ns, ns, sizeof ns);
}

// The thousandth run still counts, and what comes after it does not.
static void test_full(void **state)
{
    (void)state;
    ocl_times times = { .runs = 0 };
    for (int i = OCL_MAX_REPEAT; i > 0; i--)
        ocl_times_add(&times, i);
    assert_int_equal(times.runs, OCL_MAX_REPEAT);
    assert_true(ocl_best_ns(&times) == 1.0);
    assert_true(ocl_median_ns(&times) == 500.5);
    ocl_times_add(&times, 0.5);
    assert_int_equal(times.runs, OCL_MAX_REPEAT);
    assert_true(ocl_best_ns(&times) == 1.0);
}

// --- events, in the place of the OpenCL library's

struct _cl_event {
    cl_ulong start, end;
};

cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event *events)
{
    return count == 1 && events[0] ? CL_SUCCESS : CL_INVALID_EVENT;
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t bytes,
                                           void *value, size_t *bytes_returned)
{
    (void)bytes_returned;
    assert_int_equal(bytes, sizeof(cl_ulong));
    assert_true(what == CL_PROFILING_COMMAND_START || what == CL_PROFILING_COMMAND_END);
    memcpy(value, what == CL_PROFILING_COMMAND_START ? &event->start : &event->end, bytes);
    return CL_SUCCESS;
}

// To the nanosecond, also where a device counts the time of day: as double, 7 apart is 0 or 256
// there.
static void test_event_ns(void **state)
{
    (void)state;
    static const cl_ulong origins[] = { 0, 1, UINT64_C(1765432109876543210), UINT64_MAX - 1000 };
    for (size_t i = 0; i < sizeof origins / sizeof origins[0]; i++) {
        struct _cl_event first = { origins[i], origins[i] + 7 };
        struct _cl_event last = { origins[i] + 9, origins[i] + 1000 };
        assert_true(ocl_event_ns(&first, &first) == 7.0);
        assert_true(ocl_event_ns(&first, &last) == 1000.0);
        assert_true(ocl_event_ns(&last, &first) == -2.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_and_median),
        cmocka_unit_test(test_order_is_kept),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_event_ns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
