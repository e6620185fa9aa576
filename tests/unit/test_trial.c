// SPDX-License-Identifier: MIT
//
// Unit tests of trial: how often it runs, what it poisons, which time it takes, and what makes its
// row fail.

#include "ocl.h"
#include "test_child.h"

enum { BYTES = 1000 };
static const char *const VARIANTS[] = { "slow", "fast", NULL };

typedef struct {
    ocl_options options;
    ocl_env env;
    ocl_report *report;
    cl_mem d_x;
    unsigned char x[BYTES];
} fixture;

static int set_up(void **state)
{
    fixture *f = ocl_alloc(sizeof *f);
    *f = (fixture){ .options = { .about = { .name = "test_trial",
                                            .accepts = "dV",
                                            .extents = 1,
                                            .variants = VARIANTS },
                                 .repeat = 3,
                                 .quiet = true } };
    f->env = ocl_open(&f->options);
    f->report = ocl_report_open(&f->options, f->env.device);
    for (int i = 0; i < BYTES; i++)
        f->x[i] = (unsigned char)(i % 251);
    f->d_x = ocl_buffer(&f->env, CL_MEM_READ_WRITE, BYTES, NULL);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    clReleaseMemObject(f->d_x);
    ocl_report_close(f->report);
    ocl_close(&f->env);
    free(f);
    return 0;
}

static void write_answer(fixture *f, cl_mem to, cl_event *done)
{
    assert_int_equal(clEnqueueWriteBuffer(f->env.queue, to, CL_TRUE, 0, BYTES, f->x, 0, NULL, done),
                     CL_SUCCESS);
}

static const ocl_result RIGHT = { .count = 1, .pass = true };
static const ocl_work WORK = { .amount = BYTES, .unit = "GB/s" };

static bool passes(ocl_trial *t, fixture *f)
{
    ocl_trial_report(t, f->report, &WORK, RIGHT);
    json_t *rows = ocl_report_rows(f->report);
    json_t *row = json_array_get(rows, json_array_size(rows) - 1);
    assert_string_equal(json_string_value(json_object_get(row, "name")), t->name);
    return json_is_true(json_object_get(row, "pass"));
}

static size_t notes(const fixture *f)
{
    return json_array_size(json_object_get(ocl_report_details(f->report), "notes"));
}

static void test_warm_up_and_repeats(void **state)
{
    fixture *f = *state;
    ocl_trial t = ocl_trial_open(&f->env, "right", f->d_x, BYTES);
    size_t bodies = 0;
    for (; ocl_trial_next(&t); bodies++) {
        assert_int_equal(t.run, bodies);
        write_answer(f, f->d_x, &t.done);
    }
    assert_int_equal(bodies, 4);
    assert_int_equal(t.times.runs, 3);
    assert_int_equal(t.outputs[0].answers.count, 4);
    assert_true(passes(&t, f));
    assert_int_equal(notes(f), 0);
}

// What a body finds in its outputs is never twice the same, and never the answer.
static void test_poison(void **state)
{
    fixture *f = *state;
    unsigned char host[BYTES], found[4][BYTES];
    cl_mem d_scratch = ocl_buffer(&f->env, CL_MEM_READ_WRITE, BYTES, NULL);
    ocl_trial t = ocl_trial_open(&f->env, "right", f->d_x, BYTES);
    ocl_trial_scratch(&t, d_scratch, BYTES);
    ocl_trial_also_host(&t, host, BYTES);
    while (ocl_trial_next(&t)) {
        const cl_mem buffers[] = { f->d_x, d_scratch };
        for (int b = 0; b < 2; b++) {
            unsigned char *bytes = found[t.run];
            clEnqueueReadBuffer(f->env.queue, buffers[b], CL_TRUE, 0, BYTES, bytes, 0, NULL, NULL);
            for (int i = 0; i < BYTES; i++)
                assert_int_equal(bytes[i], ocl_poison_byte(t.run));
        }
        assert_memory_equal(host, found[t.run], BYTES);
        memcpy(host, f->x, BYTES);
        write_answer(f, f->d_x, &t.done);
    }
    assert_memory_not_equal(found[0], found[1], BYTES);
    assert_memory_not_equal(found[1], found[2], 1);
    assert_true(passes(&t, f));    // the scratch buffer still holds poison
    clReleaseMemObject(d_scratch);
}

// An output that is never written has other poison in each run.
static void test_output_that_is_not_written(void **state)
{
    fixture *f = *state;
    unsigned char host[BYTES];
    ocl_trial t = ocl_trial_open(&f->env, "lazy", f->d_x, BYTES);
    ocl_trial_also_host(&t, host, BYTES);
    while (ocl_trial_next(&t))
        write_answer(f, f->d_x, &t.done);
    assert_int_equal(t.outputs[0].answers.different, 0);
    assert_true(t.outputs[1].answers.different > 0);
    assert_false(passes(&t, f));
}

static void test_one_run_differs(void **state)
{
    fixture *f = *state;
    ocl_trial t = ocl_trial_open(&f->env, "race", f->d_x, BYTES);
    while (ocl_trial_next(&t)) {
        f->x[7] = t.run == 2;
        write_answer(f, f->d_x, &t.done);
    }
    assert_int_equal(t.outputs[0].answers.different, 1);
    assert_int_equal(t.outputs[0].answers.odd, 2);
    assert_false(passes(&t, f));
}

static void test_image(void **state)
{
    fixture *f = *state;
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    const size_t extents[] = { 25, 10 }, origin[] = { 0, 0, 0 }, region[] = { 25, 10, 1 };
    if (!ocl_device_number(f->env.device, CL_DEVICE_IMAGE_SUPPORT)) skip();
    cl_mem image = ocl_image_2d(&f->env, CL_MEM_READ_WRITE, format, extents, NULL);
    for (int lazy = 0; lazy < 2; lazy++) {
        ocl_trial t = ocl_trial_open(&f->env, lazy ? "lazy image" : "image", image, 0);
        while (ocl_trial_next(&t)) {
            unsigned char found[BYTES];
            clEnqueueReadImage(f->env.queue, image, CL_TRUE, origin, region, 0, 0, found, 0, NULL,
                               NULL);
            for (int i = 0; i < BYTES; i++)
                assert_int_equal(found[i], ocl_poison_byte(t.run));
            const size_t rows[] = { 25, lazy ? 9 : 10, 1 };
            clEnqueueWriteImage(f->env.queue, image, CL_TRUE, origin, rows, 0, 0, f->x, 0, NULL,
                                &t.done);
        }
        assert_int_equal(passes(&t, f), !lazy);
    }
    clReleaseMemObject(image);
}

static void test_clocks(void **state)
{
    fixture *f = *state;
    double begins[5], inside[4];
    ocl_trial host = ocl_trial_open(&f->env, "host", NULL, 0);
    while (ocl_trial_next(&host)) {
        begins[host.run] = ocl_wall_ns();
        while (ocl_wall_ns() < begins[host.run] + 5e6)    // not counted
            ;
        ocl_trial_start_clock(&host);
        const double start = ocl_wall_ns();
        while (ocl_wall_ns() < start + 1e6)
            ;
        inside[host.run] = ocl_wall_ns() - start;
    }
    begins[4] = ocl_wall_ns();
    assert_int_equal(host.times.runs, 3);
    for (size_t run = 1; run <= 3; run++) {
        assert_true(host.times.ns[run - 1] >= inside[run]);
        assert_true(host.times.ns[run - 1] <= begins[run + 1] - begins[run] - 5e6);
    }

    ocl_trial own = ocl_trial_open(&f->env, "own", NULL, 0);
    while (ocl_trial_next(&own))
        own.host_ns = 100.0 * (double)(own.run + 1);
    assert_true(own.times.ns[0] == 200.0 && own.times.ns[2] == 400.0);

    cl_event first, last;
    ocl_trial span = ocl_trial_open(&f->env, "span", f->d_x, BYTES);
    while (ocl_trial_next(&span)) {
        write_answer(f, f->d_x, &first);
        write_answer(f, f->d_x, &last);
        span.first = first;
        span.done = last;
    }
    assert_int_equal(span.times.runs, 3);
    assert_true(passes(&span, f));
}

// When the ten seconds are over, one timed run is left, and a note says so only where --repeat was
// given.
static void test_late(void **state)
{
    fixture *f = *state;
    f->options.repeat = 100;
    f->env.opened_ns = ocl_wall_ns() - 20e9;
    for (int given = 0; given < 2; given++) {
        f->options.repeat_given = given;
        ocl_trial t = ocl_trial_open(&f->env, "fast", NULL, 0);
        while (ocl_trial_next(&t)) {
            const double begin = ocl_wall_ns();
            while (ocl_wall_ns() < begin + 60e6)
                ;
            t.host_ns = 60e6;
        }
        assert_in_range(t.times.runs, 1, 3);    // 125 ms
        assert_true(passes(&t, f));
        assert_int_equal(notes(f), given);
    }
}

// The user has chosen variant and runs, or there is no variant to choose: all runs are done.
static void test_all_runs_of_a_chosen_variant(void **state)
{
    fixture *f = *state;
    f->options.repeat = 100;
    f->options.repeat_given = true;
    f->env.opened_ns = ocl_wall_ns() - 20e9;
    for (int chosen = 0; chosen < 2; chosen++) {
        f->options.variant = chosen ? "fast" : NULL;
        f->options.about.variants = chosen ? VARIANTS : NULL;
        ocl_trial t = ocl_trial_open(&f->env, "fast", NULL, 0);
        while (ocl_trial_next(&t)) {
            const double begin = ocl_wall_ns();
            while (ocl_wall_ns() < begin + 2e6)
                ;
            t.host_ns = 2e6;
        }
        assert_int_equal(t.times.runs, 100);
    }
    assert_int_equal(notes(f), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_warm_up_and_repeats, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_poison, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_output_that_is_not_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_one_run_differs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_image, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_clocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_late, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_all_runs_of_a_chosen_variant, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
