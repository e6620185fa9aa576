// SPDX-License-Identifier: MIT
//
// Matrix Market files, right and wrong.

#include "shared/matrix_market/matrix_market.h"
#include "shared/roads.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define HEAD "%%MatrixMarket matrix coordinate "

typedef struct {
    const char *text;
    size_t rows, count, width;
    float sum;    // of all values, each times its column (from 1)
} good_file;

static const good_file GOOD[] = {
    { HEAD "real general\n3 3 4\n1 1 2.5\n2 1 -1\n3 3 0.5\n1 3 7\n", 3, 4, 2, 24.0f },
    { HEAD "real symmetric\n2 2 2\n1 1 4\n2 1 -1\n", 2, 3, 2, 1.0f },
    { HEAD "integer skew-symmetric\n2 2 1\n2 1 3", 2, 2, 1, -3.0f },
    { HEAD "pattern general\r\n% more\r\n\r\n2 2 1\r\n 2\t2 \r\n", 2, 1, 1, 2.0f },
    { "%%MATRIXMARKET Matrix COORDINATE Real General\n1 1 1\n1 1 1e3\n", 1, 1, 1, 1000.0f },
    { HEAD "real general\n5 5 0\n", 5, 0, 0, 0.0f },
    { HEAD "real general\n1 1 2\n1 1 1\n1 1 2\n", 1, 2, 2, 3.0f },    // twice: both count
};

typedef struct {
    const char *text, *message;
} bad_file;

static const bad_file BAD[] = {
    { "", "it does not begin with %%MatrixMarket matrix and three words" },
    { "1 1 1\n", "it does not begin with %%MatrixMarket matrix and three words" },
    { "%%MatrixMarket matrix array real general\n",
      "line 1: coordinate is wanted; this matrix is not sparse" },
    { HEAD "complex general\n", "line 1: numbers are real, integer or pattern" },
    { HEAD "real hermitian\n", "line 1: it is general, symmetric or skew-symmetric" },
    { HEAD "real general\n", "it has no line with its size" },
    { HEAD "real general\n3 3\n", "line 2: rows, columns and entries are wanted" },
    { HEAD "real general\n3 4 1\n", "line 2: 3 rows and 4 columns; it must be square" },
    { HEAD "real general\n0 0 0\n", "line 2: 0 rows and 0 columns; it must be square" },
    { HEAD "real general\n-3 3 1\n", "line 2: -3 is not a number from 0 to 4194304" },
    { HEAD "real general\n3 3 2\n1 1 1\n", "it ends after 1 of 2 entries" },
    { HEAD "real general\n3 3 1\n1 1 1\n2 2 1\n", "line 4: more than 1 entries" },
    { HEAD "real general\n3 3 1\n1 1\n", "line 3: row, column and value are wanted" },
    { HEAD "pattern general\n3 3 1\n1 1 1\n", "line 3: row, column are wanted" },
    { HEAD "real general\n3 3 1\n4 1 1\n", "line 3: 4 is not a number from 0 to 3" },
    { HEAD "real general\n3 3 1\n0 1 1\n", "line 3: rows begin with 1" },
    { HEAD "real general\n3 3 1\n1 1 1e30\n", "line 3: 1e30 is larger than 1e18" },
    { HEAD "real symmetric\n3 3 1\n1 2 1\n", "line 3: above the diagonal of a symmetric matrix" },
};

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        matrix a;
        ocl_message why;
        assert_true(matrix_market_parse(&a, GOOD[i].text, strlen(GOOD[i].text), &why));
        assert_int_equal(a.rows, GOOD[i].rows);
        assert_int_equal(a.count, GOOD[i].count);
        assert_int_equal(a.width, GOOD[i].width);
        float sum = 0.0f;
        for (size_t k = 0; k < a.count; k++)
            sum += a.values[k] * (float)(a.columns[k] + 1);
        assert_true(sum == GOOD[i].sum);
        matrix_free(&a);
    }
}

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        matrix a;
        ocl_message why;
        assert_false(matrix_market_parse(&a, BAD[i].text, strlen(BAD[i].text), &why));
        assert_string_equal(why.text, BAD[i].message);
        matrix_free(&a);
    }
}

// The file of data/: a network of power lines, symmetric, 1138 rows.
static void test_bus(void **state)
{
    (void)state;
    ocl_message why;
    matrix a;
    assert_true(matrix_market_load(&a, TESTS_FOLDER "/../data/1138_bus.mtx", &why));
    assert_int_equal(a.rows, 1138);
    assert_int_equal(a.count, 2 * 2596 - 1138);
    assert_int_equal(a.width, 18);
    assert_true(a.values[0] == 1474.779f);
    matrix_free(&a);
}

// Comments that name rows, and comments that do not.
static void test_names(void **state)
{
    (void)state;
    static const char TEXT[] = "%%MatrixMarket\n% row 2: b\x1b[m\r\n% row 4: none\n% row 0: none\n"
                               "%row 1: none\n% row 1 none\n% row 18446744073709551617: none\n"
                               "% row 3: last";
    row_names names = row_names_parse(TEXT, sizeof TEXT - 1, 3);
    assert_null(names.of[0]);
    assert_string_equal(names.of[1], "b?[m");
    assert_string_equal(names.of[2], "last");
    row_names_free(&names);
    names = row_names_parse("% row 1: ", 9, 3);
    assert_null(names.of);
    row_names_free(&names);
}

// The roads of Minnesota: every name is there, and two towns have no way to the others.
static void test_minnesota(void **state)
{
    (void)state;
    ocl_message why;
    country c;
    assert_true(country_load(&c, TESTS_FOLDER "/../data/minnesota.mtx", &why));
    assert_int_equal(c.towns, 2642);
    assert_int_equal(c.roads, 2 * 3303);
    assert_int_equal(c.longest, 707);
    uint32_t *way = ocl_alloc(c.towns * sizeof *way);
    dijkstra(way, &c);
    size_t named = 0, unknown = 0;
    for (size_t t = 0; t < c.towns; t++) {
        named += c.names.of[t] != NULL;
        unknown += way[t] == UNKNOWN;
    }
    assert_int_equal(named, 11);
    assert_int_equal(unknown, 2);
    assert_string_equal(c.names.of[428], "Duluth");
    assert_int_equal(way[428], 2449);
    free(way);
    country_free(&c);
}

// Whole numbers are added exactly where no row is longer than 2^18.
static void test_bounds(void **state)
{
    (void)state;
    uint32_t first[] = { 0, 1 }, column = 0;
    float value = 8.0f, bound;
    const float x = 8.0f;
    matrix a = { 1, 1, 1 << 18, first, &column, &value };
    matrix_bounds(&bound, &a, &x);
    assert_true(bound == 0.0f);
    a.width++;
    matrix_bounds(&bound, &a, &x);
    assert_true(bound > 0.0f && bound < 64.0f);
    a.width = 1;
    value = 0.5f;
    matrix_bounds(&bound, &a, &x);
    assert_true(bound > 0.0f && bound < 4.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),      cmocka_unit_test(test_bad),
        cmocka_unit_test(test_bus),       cmocka_unit_test(test_names),
        cmocka_unit_test(test_minnesota), cmocka_unit_test(test_bounds)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
