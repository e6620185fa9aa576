// SPDX-License-Identifier: MIT
//
// Unit tests of threads and locks.

#include "ocl.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { THREADS = 8, ROUNDS = 10000 };

typedef struct {
    ocl_mutex *mutex;
    size_t count, calls[THREADS];
} counter;

static void add(void *data, size_t thread)
{
    counter *c = data;
    c->calls[thread]++;
    for (int k = 0; k < ROUNDS; k++) {
        ocl_mutex_lock(c->mutex);
        c->count++;
        ocl_mutex_unlock(c->mutex);
    }
}

static void test_threads(void **state)
{
    (void)state;
    counter c = { .mutex = ocl_mutex_new() };
    ocl_run_threads(THREADS, add, &c);
    assert_int_equal(c.count, THREADS * ROUNDS);
    for (size_t t = 0; t < THREADS; t++)
        assert_int_equal(c.calls[t], 1);
    ocl_run_threads(0, add, &c);
    assert_int_equal(c.count, THREADS * ROUNDS);
    ocl_mutex_free(c.mutex);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_threads) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
