// SPDX-License-Identifier: MIT
//
// Unit tests of answers: fingerprints tell any two answers apart, and a run with another answer
// makes its row fail.

#define _XOPEN_SOURCE 700    // setenv

#include "report.h"
#include "system/memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BYTES = 203, BITS = 8 * BYTES };

static const ocl_about ABOUT = { .name = "test_answers", .accepts = "d", .extents = 1 };

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void assert_all_different(uint64_t *prints, size_t count)
{
    qsort(prints, count, sizeof *prints, compare);
    for (size_t i = 1; i < count; i++)
        assert_true(prints[i - 1] != prints[i]);
}

// One bit, any two neighbouring bits, and the signs of any two floats.
static void test_bits(void **state)
{
    (void)state;
    unsigned char data[BYTES] = { 0 };
    uint64_t prints[2 * BITS];
    size_t count = 0;
    for (size_t bit = 0; bit < BITS; bit++) {
        data[bit / 8] ^= (unsigned char)(1 << bit % 8);
        prints[count++] = ocl_fingerprint(data, BYTES);
        data[bit / 8] = 0;
    }
    for (size_t i = 0; i < BYTES / 4; i++)
        for (size_t k = i + 1; k < BYTES / 4 && count < 2 * BITS; k++) {
            data[4 * i + 3] = data[4 * k + 3] = 0x80;
            prints[count++] = ocl_fingerprint(data, BYTES);
            data[4 * i + 3] = data[4 * k + 3] = 0;
        }
    assert_all_different(prints, count);
}

// What is cut off, and what changes places.
static void test_lengths_and_places(void **state)
{
    (void)state;
    unsigned char data[BYTES] = { 0 };
    uint64_t prints[BYTES + BYTES / 8];
    size_t count = 0;
    for (size_t bytes = 0; bytes < BYTES; bytes++)
        prints[count++] = ocl_fingerprint(data, bytes);
    for (size_t i = 0; i + 8 <= BYTES; i += 8) {
        data[i] = 1;
        prints[count++] = ocl_fingerprint(data, BYTES);
        data[i] = 0;
    }
    assert_all_different(prints, count);
}

static ocl_answers runs_of(const int *answers, size_t count)
{
    ocl_answers runs = { .count = 0 };
    for (size_t i = 0; i < count; i++)
        ocl_answers_add_host(&runs, &answers[i], sizeof answers[i]);
    return runs;
}

static int status_of(const int *answers, size_t count)
{
    const ocl_options options = { .about = ABOUT, .quiet = true };
    const ocl_answers runs = runs_of(answers, count);
    ocl_report *report = ocl_report_open(&options, NULL);
    ocl_report_result(report, "row", ocl_verify_answers("row", &runs));
    return ocl_report_close(report);
}

static void test_verdict(void **state)
{
    (void)state;
    const int same[] = { 7, 7, 7, 7 }, odd[] = { 7, 7, 8, 7 }, first[] = { 8, 7, 7, 7 },
              last[] = { 7, 7, 7, 8 };
    assert_int_equal(status_of(same, 4), OCL_EXIT_PASS);
    assert_int_equal(status_of(same, 1), OCL_EXIT_PASS);
    assert_int_equal(status_of(same, 0), OCL_EXIT_PASS);
    assert_int_equal(status_of(odd, 4), OCL_EXIT_WRONG);
    assert_int_equal(status_of(first, 4), OCL_EXIT_WRONG);
    assert_int_equal(status_of(last, 4), OCL_EXIT_WRONG);
    const ocl_answers runs = runs_of(odd, 4);
    assert_int_equal(runs.count, 4);
    assert_int_equal(runs.different, 1);
    assert_int_equal(runs.odd, 2);
}

// Runs 0 and 1 find a NaN and a number: a kernel that skips what is no NaN is noticed.
static void test_poison(void **state)
{
    (void)state;
    unsigned char bytes[sizeof(float)];
    for (size_t run = 0; run < 10; run++) {
        float value;
        memset(bytes, ocl_poison_byte(run), sizeof bytes);
        memcpy(&value, bytes, sizeof value);
        assert_true((isnan(value) != 0) == (run % 2 == 0));
        assert_true(!(fabsf(value) < 1e20f));
        assert_true(ocl_poison_byte(run) != ocl_poison_byte(run + 1));
    }
}

// Another poison for programs that run a kernel once.
static void test_other_poison(void **state)
{
    (void)state;
    const unsigned char next = ocl_poison_byte(1);
    assert_int_equal(setenv("OCL_SAMPLES_POISON", "1", 1), 0);
    assert_int_equal(ocl_poison_byte(0), next);
    unsigned char *memory = ocl_alloc(1);
    assert_int_equal(memory[0], next);
    free(memory);
    assert_int_equal(unsetenv("OCL_SAMPLES_POISON"), 0);
    assert_int_equal(ocl_poison_byte(0), 0xff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),         cmocka_unit_test(test_lengths_and_places),
        cmocka_unit_test(test_verdict),      cmocka_unit_test(test_poison),
        cmocka_unit_test(test_other_poison),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
