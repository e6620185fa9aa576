// SPDX-License-Identifier: MIT
//
// Which variants are left out so that a run ends in time.

#include "ocl.h"
#include "test_child.h"

static const char *const VARIANTS[] = { "slow", "fast", "last", NULL };
static const ocl_about ABOUT = {
    .name = "test_pace", .accepts = "dV", .extents = 1, .variants = VARIANTS
};
static const double SECOND_NS = 1e9;

typedef struct {
    ocl_options options;
    ocl_env env;
    ocl_report *report;
    ocl_pace pace;
} fixture;

// A run with --size and these repeats, for this variant; NULL: all.
static int set_up(void **state)
{
    fixture *f = ocl_alloc(sizeof *f);
    f->options = (ocl_options){ .about = ABOUT, .repeat = 3, .quiet = true, .size_given = true };
    f->env = ocl_open(&f->options);
    f->report = ocl_report_open(&f->options, f->env.device);
    f->pace = ocl_pace_open(&f->env);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    ocl_report_close(f->report);
    ocl_close(&f->env);
    free(f);
    return 0;
}

static size_t notes(const fixture *f)
{
    return json_array_size(json_object_get(ocl_report_details(f->report), "notes"));
}

static void test_slow_is_left_out(void **state)
{
    fixture *f = *state;
    assert_false(ocl_pace_allows(&f->pace, f->report, "slow", 100.0 * SECOND_NS));
    assert_int_equal(notes(f), 1);
    assert_true(ocl_pace_allows(&f->pace, f->report, "fast", 0.1 * SECOND_NS));
    assert_false(ocl_pace_allows(&f->pace, f->report, "last", 100.0 * SECOND_NS));
    assert_int_equal(notes(f), 2);
}

// However long the program has worked before, the first variant has its time.
static void test_first_has_its_time(void **state)
{
    fixture *f = *state;
    f->pace.end_ns = ocl_wall_ns() - 10.0 * SECOND_NS;
    assert_false(ocl_pace_allows(&f->pace, f->report, "slow", 5.0 * SECOND_NS));
    assert_true(ocl_pace_allows(&f->pace, f->report, "fast", 4.0 * SECOND_NS));
    assert_false(ocl_pace_allows(&f->pace, f->report, "last", 4.0 * SECOND_NS));
}

// A report without a row would fail.
static void test_last_runs_when_no_other_did(void **state)
{
    fixture *f = *state;
    assert_false(ocl_pace_allows(&f->pace, f->report, "slow", 100.0 * SECOND_NS));
    assert_false(ocl_pace_allows(&f->pace, f->report, "fast", 100.0 * SECOND_NS));
    assert_int_equal(notes(f), 2);
    assert_true(ocl_pace_allows(&f->pace, f->report, "last", 20.0 * SECOND_NS));
    assert_int_equal(notes(f), 3);
}

// `PROGRAM minutes`: no variant ends in half a minute.
static int ask_for_minutes(void)
{
    fixture *f;
    void *state;
    set_up(&state);
    f = state;
    ocl_set_program_name("child");
    ocl_pace_allows(&f->pace, f->report, "slow", 1000.0 * SECOND_NS);
    ocl_pace_allows(&f->pace, f->report, "fast", 50.0 * SECOND_NS);
    ocl_pace_allows(&f->pace, f->report, "last", 100.0 * SECOND_NS);
    printf("it runs\n");
    return tear_down(&state);
}

static void test_minutes_are_refused(void **state)
{
    outcome result;
    run_child(&result, *state, "", "minutes");
    assert_int_equal(result.status, OCL_EXIT_USAGE);
    assert_string_equal(result.text,
                        "child: no variant ends in 30 s with this size: ask for one (-V fast takes "
                        "about 50 s), or try a smaller size\n");
}

static void test_wanted_variant_runs(void **state)
{
    fixture *f = *state;
    f->options.variant = "slow";
    assert_true(ocl_pace_allows(&f->pace, f->report, "slow", 100.0 * SECOND_NS));
    assert_int_equal(notes(f), 0);
}

static void test_default_size_runs(void **state)
{
    fixture *f = *state;
    f->options.size_given = false;
    assert_true(ocl_pace_allows(&f->pace, f->report, "slow", 100.0 * SECOND_NS));
}

static size_t runs_of(const fixture *f, double least_ns)
{
    return ocl_pace_runs(&f->pace, f->report, "fast", least_ns);
}

// When the time is over, fast variants still run, once or a few times.
static void test_late(void **state)
{
    fixture *f = *state;
    f->pace.end_ns = ocl_wall_ns() - SECOND_NS;
    f->pace.any_allowed = true;
    assert_false(ocl_pace_allows(&f->pace, f->report, "slow", SECOND_NS));
    assert_true(ocl_pace_allows(&f->pace, f->report, "fast", 0.1 * SECOND_NS));
    f->env.opened_ns = ocl_wall_ns() - 20.0 * SECOND_NS;
    assert_int_equal(runs_of(f, 0.125 * SECOND_NS), 2);
    assert_int_equal(runs_of(f, SECOND_NS), 1);
}

// The time for the runs is one second.  So long takes half of the time that a variant needs at
// least: the other half is the warm-up.
static void test_runs(void **state)
{
    fixture *f = *state;
    assert_int_equal(runs_of(f, 0.0), 3);
    assert_int_equal(runs_of(f, SECOND_NS), 2);
    assert_int_equal(runs_of(f, 0.1 * SECOND_NS), 3);
    assert_int_equal(runs_of(f, 100.0 * SECOND_NS), 1);
    assert_int_equal(notes(f), 0);
}

// What --repeat asks for is done, or a line says that it is not.
static void test_fewer_runs_are_told_once(void **state)
{
    fixture *f = *state;
    f->options.repeat_given = true;
    assert_int_equal(runs_of(f, 0.1 * SECOND_NS), 3);
    assert_int_equal(notes(f), 0);
    assert_int_equal(runs_of(f, SECOND_NS), 2);
    assert_int_equal(notes(f), 1);
    assert_int_equal(runs_of(f, 2.0 * SECOND_NS), 1);
    assert_int_equal(notes(f), 1);
}

// --variant and --repeat together: the user has decided.
static void test_wanted_runs_are_done(void **state)
{
    fixture *f = *state;
    f->options.repeat_given = true;
    f->options.variant = "slow";
    assert_true(ocl_pace_allows(&f->pace, f->report, "slow", 0.0));
    assert_int_equal(runs_of(f, 100.0 * SECOND_NS), 3);
    assert_int_equal(notes(f), 0);
}

// Each work-item counts itself.
static const char SOURCE[] = "kernel void probe(global uint *count, uint n)\n"
                             "{\n"
                             "    if (get_global_id(0) < n) atomic_inc(count);\n"
                             "}\n";

// Launches the estimate; gives how many work-items have run.
static cl_uint count_items(const fixture *f, bool share, double *least_ns)
{
    const char *source = SOURCE;
    const size_t items = 8 << 20, local = 64;
    const cl_uint n = (cl_uint)items;
    cl_int err;
    cl_program program = clCreateProgramWithSource(f->env.context, 1, &source, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(program, 1, &f->env.device, NULL, NULL, NULL), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "probe", &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_uint count = 0;
    cl_mem d_count = ocl_buffer(&f->env, CL_MEM_READ_WRITE, sizeof count, &count);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_count, &d_count), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof n, &n), CL_SUCCESS);

    const ocl_range_2d range = { .global = { items, 1 }, .local = { local, 1 } };
    *least_ns = share ? ocl_pace_estimate_share(&f->pace, kernel, &range, 1, n)
                      : ocl_pace_estimate(&f->pace, kernel, &range);
    assert_int_equal(
        clEnqueueReadBuffer(f->env.queue, d_count, CL_TRUE, 0, sizeof count, &count, 0, NULL, NULL),
        CL_SUCCESS);
    clReleaseMemObject(d_count);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return count;
}

static void test_estimate_launches_a_part(void **state)
{
    fixture *f = *state;
    double least_ns;
    const cl_uint count = count_items(f, false, &least_ns);
    assert_true(count > 0 && count < 8 << 20);
    assert_true(least_ns > 0.0);
}

static void test_estimate_of_a_share(void **state)
{
    fixture *f = *state;
    double least_ns;
    assert_int_equal(count_items(f, true, &least_ns), 2 << 20);    // two runs over 1 Mi of 8 Mi
    assert_true(least_ns > 0.0);
}

static void test_no_estimate_when_one_variant_runs(void **state)
{
    fixture *f = *state;
    f->options.variant = "slow";
    double least_ns;
    assert_int_equal(count_items(f, false, &least_ns), 0);
    assert_true(!(least_ns > 0.0));
    assert_int_equal(count_items(f, true, &least_ns), 0);
}

int main(int argc, char **argv)
{
    if (argc > 1) return ask_for_minutes();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_slow_is_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_first_has_its_time, set_up, tear_down),
        cmocka_unit_test_prestate(test_minutes_are_refused, argv[0]),
        cmocka_unit_test_setup_teardown(test_last_runs_when_no_other_did, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wanted_variant_runs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_default_size_runs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_late, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_runs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_fewer_runs_are_told_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wanted_runs_are_done, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_estimate_launches_a_part, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_estimate_of_a_share, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_estimate_when_one_variant_runs, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
