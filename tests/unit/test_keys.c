// SPDX-License-Identifier: MIT
//
// Unit tests of the keys of chapter 11: ranks, their order, patterns, the reference sort.

#include "shared/keys/keys.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void test_ranks_are_in_order(void **state)
{
    (void)state;
    const uint32_t of_type[3][8] = {
        { 0x80000000, 0x80000001, 0xffffffff, 0, 1, 2, 0x7ffffffe, 0x7fffffff },
        { 0, 1, 2, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff },
        { 0xffffffff, bits_of(-INFINITY), bits_of(-1.5f), bits_of(-0.0f), bits_of(0.0f),
          bits_of(1e-44f), bits_of(INFINITY), 0x7fc00000 },
    };
    for (size_t type = 0; type < 3; type++)
        for (size_t order = 0; order < 2; order++) {
            const keys_settings s = { .type = type, .order = order };
            for (size_t i = 0; i < 8; i++) {
                const uint32_t rank = keys_rank(of_type[type][i], &s);
                assert_int_equal(keys_from_rank(rank, &s), of_type[type][i]);
                if (i == 0) continue;
                const uint32_t before = keys_rank(of_type[type][i - 1], &s);
                assert_true(order == KEYS_ASCENDING ? before < rank : before > rank);
            }
        }
}

// By another way than the merge sort: ordered, each value once, each with its key, and the values
// of equal keys rise.
static void check_answer(const keys_data *d)
{
    unsigned char *seen = calloc(d->n, 1);
    assert_non_null(seen);
    for (size_t i = 0; i < d->n; i++) {
        const uint32_t value = d->ref_values[i];
        assert_true(value < d->n && !seen[value]);
        seen[value] = 1;
        assert_int_equal(d->ref_keys[i], d->keys[value]);
        if (i == 0) continue;
        const uint32_t before = keys_rank(d->ref_keys[i - 1], &d->settings);
        const uint32_t rank = keys_rank(d->ref_keys[i], &d->settings);
        assert_true(before <= rank);
        if (before == rank) assert_true(d->ref_values[i - 1] < value);
    }
    free(seen);
}

static void test_reference_sorts(void **state)
{
    (void)state;
    const size_t sizes[] = { 1, 2, 3, 7, 64, 1031 };
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        for (size_t pattern = KEYS_RANDOM; pattern <= KEYS_SKEWED; pattern++)
            for (size_t type = 0; type < 6; type++) {
                const keys_settings s = {
                    .type = type % 3, .order = type / 3, .pattern = pattern, .pairs = true
                };
                keys_data d = keys_make(&s, sizes[k], 5);
                keys_sort_ref(&d);
                check_answer(&d);
                keys_free(&d);
            }
}

static void test_patterns_are_what_they_say(void **state)
{
    (void)state;
    enum { N = 1001 };
    for (size_t type = 0; type < 3; type++)
        for (size_t pattern = KEYS_SORTED; pattern <= KEYS_ORGAN_PIPE; pattern++) {
            const keys_settings s = { .type = type, .pattern = pattern };
            keys_data d = keys_make(&s, N, 9);
            size_t rises = 0, falls = 0;
            for (size_t i = 1; i < N; i++) {
                const uint32_t before = keys_rank(d.keys[i - 1], &s);
                rises += before < keys_rank(d.keys[i], &s);
                falls += before > keys_rank(d.keys[i], &s);
            }
            const size_t want_rises[] = { 0, N - 1, 0, 0, 0, N / 2 };
            const size_t want_falls[] = { 0, 0, N - 1, 0, 0, N / 2 };
            if (pattern == KEYS_TWO) {
                assert_true(rises > N / 5 && rises <= falls + 1 && falls <= rises + 1);
            } else {
                assert_int_equal(rises, want_rises[pattern]);
                assert_int_equal(falls, want_falls[pattern]);
            }
            keys_free(&d);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks_are_in_order),
        cmocka_unit_test(test_reference_sorts),
        cmocka_unit_test(test_patterns_are_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
