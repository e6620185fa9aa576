// SPDX-License-Identifier: MIT
//
// Tables of points with classes, right and wrong.

#include "shared/knn/knn_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define TEXT(text) text, sizeof text - 1

typedef struct {
    const char *text;
    size_t bytes, rows, features, classes;
    double last;    // the last number
} good_table;

typedef struct {
    const char *text;
    size_t bytes;
    const char *message;
} bad_table;

static const good_table GOOD[] = {
    { TEXT("1,a"), 1, 1, 1, 1.0 },
    { TEXT("x,class\n1,a\n"), 1, 1, 1, 1.0 },
    { TEXT("# first\n\n x , y , class \r\n1,2,a\r\n  # more\n-3,4e2,b\r\n"), 2, 2, 2, 400.0 },
    { TEXT("1,2,a\n3,4,b\n5,6,a\n \t\n"), 3, 2, 2, 6.0 },
    { TEXT("1e18,-1e18,two words\n"), 1, 2, 1, -1e18 },
    { TEXT("\xef\xbb\xbf"
           "1,2,a\n"),
      1, 2, 1, 2.0 },    // a byte order mark
    { TEXT("\xef\xbb\xbfx,y,class\n1,2,a\n"), 1, 2, 1, 2.0 },
    { TEXT("1700000010,a\n1700000011,b\n"), 2, 1, 2, 1700000011.0 },
    { TEXT("nano,information,class\n1,2,a\n"), 1, 2, 1, 2.0 },
    // A name in quotes is the same name.  R has names of rows; Excel may write semicolons.
    { TEXT("x,y,class\r\n1,2,red\r\n3,4,\"red\"\r\n"), 2, 2, 1, 4.0 },
    { TEXT("\"\",\"x\",\"class\"\n\"1\",5,\"a\"\n\"2\",6,\"b, c\"\n"), 2, 1, 2, 6.0 },
    { TEXT("x;y;class\r1,5;2,5;a\r"), 1, 2, 1, 2.5 },
};

static const bad_table BAD[] = {
    { TEXT(""), "there are no rows" },
    { TEXT("# 1,a\n"), "there are no rows" },
    { TEXT("x,y,class\n"), "there are no rows" },
    { TEXT("nan,1,a\n2,2,b\n"), "line 1: expected a number" },
    { TEXT("NaN,a\n2,b\n"), "line 1: expected a number" },
    { TEXT("-inf,a\n2,b\n"), "line 1: expected a number" },
    { TEXT("1e400,1,a\n2,2,b\n"), "line 1: expected a number" },
    { TEXT("1.5x,1,a\n2,2,b\n"), "line 1: expected a number" },
    { TEXT("+.5x,a\n2,b\n"), "line 1: expected a number" },
    { TEXT("x,1,a\n2,2,b\n"), "line 1: expected a number" },
    { TEXT("x,class\n2,2,b\n"), "line 1: expected a number" },
    { TEXT("x,y,class\nu,v,a\n"), "line 1: expected a number" },
    { TEXT("1\n"), "line 1: write numbers and a class" },
    { TEXT("1,2,a\n1,b\n"), "line 2: it has 2 fields, and the first row has 3" },
    { TEXT("1,2,a\n\n1,2,3,b\n"), "line 3: it has 4 fields" },
    { TEXT("1,a\nx,b\n"), "line 2: expected a number" },
    { TEXT("1,x,a\n"), "line 1: expected a number" },
    { TEXT("1,nan,a\n"), "line 1: expected a number" },
    { TEXT("2e18,a\n"), "line 1: 2e18 is larger than 1e+18" },
    { TEXT("1,,a\n"), "line 1: a number is missing" },
    { TEXT("1,2,\n"), "line 1: the name of a class is missing" },
    { TEXT("1,a\0b\n"), "line 1: there is a 0 byte" },
    { TEXT("1,0123456789012345678901234567890123456789012345678901234567890123\n"),
      "line 1: the name of a class has more than 63 bytes" },
    { TEXT("\"1,a\n"), "line 1: a quote is not closed" },
    { TEXT("0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
           "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,a\n"),
      "line 1: more than 64 numbers" },
};

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        const good_table *g = &GOOD[i];
        knn_table t;
        ocl_message why = { "" };
        assert_true(knn_table_parse(&t, g->text, g->bytes, &why));
        assert_int_equal(t.rows, g->rows);
        assert_int_equal(t.features, g->features);
        assert_int_equal(t.classes, g->classes);
        assert_true(t.values[t.rows * t.features - 1] == g->last);
        assert_int_equal(t.labels[0], 0);
        knn_table_free(&t);
    }
}

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        knn_table t;
        ocl_message why = { "" };
        assert_false(knn_table_parse(&t, BAD[i].text, BAD[i].bytes, &why));
        if (!strstr(why.text, BAD[i].message))
            fail_msg("'%s' lacks '%s'", why.text, BAD[i].message);
        assert_null(t.values);
    }
}

static void test_too_many_classes(void **state)
{
    (void)state;
    ocl_growing text = { 0 };
    for (int c = 0; c <= MAX_CLASSES; c++) {
        char row[32];
        snprintf(row, sizeof row, "1,%d\n", c);
        ocl_append_text(&text, row);
    }
    knn_table t;
    ocl_message why = { "" };
    assert_false(knn_table_parse(&t, text.text, text.bytes, &why));
    assert_non_null(strstr(why.text, "line 257: more than 256 classes"));
    free(text.text);
}

static void test_features(void **state)
{
    (void)state;
    static const char *const WRONG[] = { "1", "1,", ",1", "0,1", "1,4", "1,2,3", "x,y", "1 ,2" };
    knn_table t;
    ocl_message why = { "" };
    assert_true(knn_table_parse(&t, TEXT("1,2,3,a\n4,5,6,b\n"), &why));
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        why.text[0] = '\0';
        assert_false(knn_table_keep(&t, WRONG[i], &why));
        assert_true(why.text[0] != '\0');
    }
    assert_true(knn_table_keep(&t, "3,1", &why));
    assert_int_equal(t.features, 2);
    const double want[] = { 3.0, 1.0, 6.0, 4.0 };
    assert_memory_equal(t.values, want, sizeof want);
    knn_table_free(&t);
    assert_true(knn_table_parse(&t, TEXT("1,a\n"), &why));
    assert_false(knn_table_keep(&t, "1,1", &why));
    assert_string_equal(t.headings[0], "");
    knn_table_free(&t);
    assert_true(knn_table_parse(&t, TEXT("length,width,height,kind\n1,2,3,a\n"), &why));
    assert_string_equal(t.headings[2], "height");
    assert_true(knn_table_keep(&t, "3,1", &why));
    assert_string_equal(t.headings[0], "height");
    assert_string_equal(t.headings[1], "length");
    knn_table_free(&t);
}

static knn_table read_table(const char *path)
{
    ocl_message why = { "" };
    unsigned char *text;
    size_t bytes;
    assert_true(ocl_read_file(path, &text, &bytes, &why));
    knn_table t;
    if (!knn_table_parse(&t, (const char *)text, bytes, &why)) fail_msg("%s: %s", path, why.text);
    free(text);
    return t;
}

// The same four points, as other programs write them.
static void test_programs(void **state)
{
    (void)state;
    static const char *const NAMES[] = { "python.csv",          "python_all_quoted.csv",
                                         "python_tabs.csv",     "r_write_csv.csv",
                                         "r_write_csv2.csv",    "r_write_table.txt",
                                         "pandas.csv",          "excel_utf8.csv",
                                         "excel_macintosh.csv", "libreoffice.csv" };
    static const double VALUES[] = { 1.0, 2.0, 3.0, 4.5, 5.0, 6.0, 7.0, 8.25 };
    static const uint32_t LABELS[] = { 0, 1, 1, 2 };
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/data/tables/%s", TESTS_FOLDER, NAMES[i]);
        knn_table t = read_table(path);
        assert_int_equal(t.rows, 4);
        assert_int_equal(t.features, 2);
        assert_int_equal(t.classes, 3);
        assert_memory_equal(t.values, VALUES, sizeof VALUES);
        assert_memory_equal(t.labels, LABELS, sizeof LABELS);
        assert_string_equal(t.names[0], "Gr\xc3\xb6\xc3\x9f"
                                        "e, gro\xc3\x9f");
        assert_string_equal(t.names[2], "5\" pipe");
        assert_string_equal(t.headings[1], "y");
        knn_table_free(&t);
    }
}

// Fisher's table, with the 35th and the 38th flower as he printed them.
static void test_iris(void **state)
{
    (void)state;
    knn_table t = read_table(TESTS_FOLDER "/../data/iris.csv");
    assert_int_equal(t.rows, 150);
    assert_int_equal(t.features, 4);
    assert_int_equal(t.classes, 3);
    const double want[2][4] = { { 4.9, 3.1, 1.5, 0.2 }, { 4.9, 3.6, 1.4, 0.1 } };
    assert_memory_equal(t.values + 4 * 34, want[0], sizeof want[0]);
    assert_memory_equal(t.values + 4 * 37, want[1], sizeof want[1]);
    assert_string_equal(t.names[t.labels[149]], "virginica");
    knn_table_free(&t);
}

// Points like those of the book's figure: 6, 15 and 1 of the 22 points nearest to (0, 0) are of the
// classes a, b and c.
static void test_three_classes(void **state)
{
    (void)state;
    enum { K = 22 };
    knn_table t = read_table(TESTS_FOLDER "/../data/three_classes.csv");
    assert_int_equal(t.features, 2);
    assert_int_equal(t.classes, 3);
    size_t votes[3] = { 0 };
    for (size_t i = 0; i < t.rows; i++) {
        const double distance = hypot(t.values[2 * i], t.values[2 * i + 1]);
        size_t nearer = 0;
        for (size_t j = 0; j < t.rows; j++)
            nearer += hypot(t.values[2 * j], t.values[2 * j + 1]) < distance;
        if (nearer < K) votes[t.labels[i]]++;
    }
    const size_t want[3] = { 6, 15, 1 };
    assert_memory_equal(votes, want, sizeof want);
    assert_string_equal(t.names[0], "a");
    assert_string_equal(t.names[1], "b");
    knn_table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_iris),
        cmocka_unit_test(test_three_classes),
        cmocka_unit_test(test_features),
        cmocka_unit_test(test_too_many_classes),
    };
    return cmocka_run_group_tests_name("test_knn_table", tests, NULL, NULL);
}
