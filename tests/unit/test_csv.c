// SPDX-License-Identifier: MIT
//
// Tables as Excel, LibreOffice, R and Python write them, and tables that are broken.

#include "csv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TEXT(text) text, sizeof text - 1

typedef struct {
    const char *text;
    size_t bytes;
    const char *want;    // header, then rows: "a|b/1|2/"; without a header "/1|2/"
} table;

static const table TABLES[] = {
    // The ends of lines: of Unix, of Windows, of Excel's "CSV (Macintosh)"; and no end at all.
    { TEXT("x,y\n1,2\n3,4\n"), "x|y/1|2/3|4/" },
    { TEXT("x,y\r\n1,2\r\n3,4\r\n"), "x|y/1|2/3|4/" },
    { TEXT("x,y\r1,2\r3,4\r"), "x|y/1|2/3|4/" },
    { TEXT("x,y\r\r1,2\n\n\r\n3,4"), "x|y/1|2/3|4/" },
    // R: write.csv, write.csv2, write.table, and the latter with other separators.
    { TEXT("\"\",\"x\",\"y\",\"kind\"\n\"1\",1,2,\"red\"\n\"2\",3,4,\"blue\"\n"),
      "x|y|kind/1|2|red/3|4|blue/" },
    { TEXT("\"\";\"x\";\"y\"\n\"1\";1,5;2\n\"2\";3;4\n"), "x|y/1,5|2/3|4/" },
    { TEXT("\"x\" \"y\"\n\"1\" 1 2\n\"second row\" 3 4\n"), "x|y/1|2/3|4/" },
    { TEXT("\"x\"\t\"y\"\n\"1\"\t1\t2\n"), "x|y/1|2/" },
    { TEXT("\"x\",\"y\"\n\"1\",1,2\n"), "x|y/1|2/" },
    // Python: csv.writer, with QUOTE_ALL, excel_tab; pandas with and without its index.
    { TEXT("x,y,kind\r\n1.5,2,\"Rome, Italy\"\r\n3,4,\"say \"\"hi\"\"\"\r\n"),
      "x|y|kind/1.5|2|Rome, Italy/3|4|say \"hi\"/" },
    { TEXT("\"x\",\"y\"\r\n\"1\",\"2\"\r\n"), "x|y/1|2/" },
    { TEXT("x\ty\tcity\r\n1\t2\tRome, Italy\r\n3\t4\tNew York\r\n"),
      "x|y|city/1|2|Rome, Italy/3|4|New York/" },
    { TEXT(",x,y,kind\n0,1,2,red\n1,3,4,blue\n"), "x|y|kind/1|2|red/3|4|blue/" },
    // Excel: CSV UTF-8, with semicolons where a comma begins the fraction; two lines in a cell.
    { TEXT("\xef\xbb\xbf"
           "Gr\xc3\xb6\xc3\x9f"
           "e;y\r\n1,5;2\r\n"),
      "Gr\xc3\xb6\xc3\x9f"
      "e|y/1,5|2/" },
    { TEXT("1,2,\"two\nlines\"\r\n3,4,\"a\r\nb\"\r\n"), "/1|2|two\nlines/3|4|a\r\nb/" },
    // LibreOffice with a comma in numbers and between fields.
    { TEXT("x,y\n\"1,5\",2\n"), "x|y/1,5|2/" },
    // By hand: blanks, comments, quotes inside of a field, aligned columns.
    { TEXT("# a, b\n\n \"x\" , y\n  # more\n 1 ,\t2 \n"), "x|y/1|2/" },
    { TEXT("x,y\n5\" pipe,2\n"), "x|y/5\" pipe|2/" },
    { TEXT(" -1 0  1\n-2\t0\t2 \n"), "/-1|0|1/-2|0|2/" },
    { TEXT("1\t2\tNew York\n"), "/1|2|New York/" },
    { TEXT("\" red \",1\n"), "/red|1/" },
    // What is no header, and no name of a row.
    { TEXT("x,y\nu,v\n"), "/x|y/u|v/" },
    { TEXT("x,,y\n1,2,3\n"), "/x||y/1|2|3/" },
    { TEXT("x,y\n0,1,2\n"), "/x|y/0|1|2/" },
    { TEXT(",y\n1,2\n"), "|y/1|2/" },
    { TEXT("nan,Inf\n1,2\n"), "/nan|Inf/1|2/" },
    { TEXT("1.5x,-.5y\n1,2\n"), "/1.5x|-.5y/1|2/" },
    { TEXT("nano,infected\n1,2\n"), "nano|infected/1|2/" },
    { TEXT("x,y\n"), "x|y/" },
    { TEXT(",\n1,2,\n"), "/|/1|2|/" },
    { TEXT(""), "/" },
    { TEXT("\xef\xbb\xbf"), "/" },
    { TEXT("# x\r"), "/" },
};

static void add(char *all, size_t room, const char *field, bool first)
{
    const size_t used = strlen(all);
    snprintf(all + used, room - used, "%s%s", first ? "" : "|", field);
}

static void test_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof TABLES / sizeof TABLES[0]; i++) {
        char got[256] = "";
        ocl_csv csv;
        ocl_message why;
        ocl_csv_open(&csv, TABLES[i].text, TABLES[i].bytes);
        const size_t names = csv.header.count - (csv.row_names && !*csv.header.field[0]);
        for (size_t k = 0; csv.header.count && k < names; k++)
            add(got, sizeof got, ocl_csv_heading(&csv, k), k == 0);
        add(got, sizeof got, "/", true);
        while (ocl_csv_next(&csv, &why)) {
            for (size_t k = 0; k < csv.count; k++)
                add(got, sizeof got, csv.field[k], k == 0);
            add(got, sizeof got, "/", true);
        }
        assert_string_equal(why.text, "");
        assert_string_equal(got, TABLES[i].want);
        ocl_csv_close(&csv);
    }
}

static void test_broken(void **state)
{
    (void)state;
    static const table BROKEN[] = {
        { TEXT("1,2\n3,\"4\n5,6\n"), "line 2: a quote is not closed" },
        { TEXT("\"x,y\n1,2\n"), "line 1: a quote is not closed" },
        { TEXT("x,y\n\"1,2\n"), "line 2: a quote is not closed" },
        { TEXT("1,\"two\nlines\"\n3,\"4\" 5\n"), "line 3: there is text behind a field in quotes" },
        { TEXT("1,2\r\r3,4\0005\r"), "line 3: there is a 0 byte in a field" },
        { TEXT("1,\"2"), "line 1: a quote is not closed" },
        { TEXT("1,\""), "line 1: a quote is not closed" },
    };
    for (size_t i = 0; i < sizeof BROKEN / sizeof BROKEN[0]; i++) {
        ocl_csv csv;
        ocl_message why;
        ocl_csv_open(&csv, BROKEN[i].text, BROKEN[i].bytes);
        while (ocl_csv_next(&csv, &why))
            assert_true(csv.count > 0);
        assert_string_equal(why.text, BROKEN[i].want);
        assert_false(ocl_csv_next(&csv, &why));
        ocl_csv_close(&csv);
    }
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
        const char *message;
    } numbers[] = {
        { "\" 1.50 \",2", 1.5, "" },
        { "1,5;2", 1.5, "" },
        { "1.5;2", 1.5, "" },
        { "\"1,5\",2", 0.0, "'1,5' has a comma; write 1.5" },
        { "\"1,234.5\",2", 0.0, "expected a number such as 2.5, not '1,234.5'" },
        { "1,2,3;2", 0.0, "expected a number such as 2.5, not '1,2,3'" },
        { ",2", 0.0, "a number is missing" },
        { "NA,2", 0.0, "expected a number such as 2.5, not 'NA'" },
        { "0000000000000000000000000000000000000000000000000000000000000000,2", 0.0,
          "a number has more than 63 letters" },
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        ocl_csv csv;
        ocl_message why;
        double value = 0.0;
        ocl_csv_open(&csv, numbers[i].text, strlen(numbers[i].text));
        assert_true(ocl_csv_next(&csv, &why));
        const bool ok = ocl_csv_number(&csv, 0, &value, &why);
        assert_int_equal(ok, !numbers[i].message[0]);
        if (!ok) assert_string_equal(why.text, numbers[i].message);
        if (ok) assert_true(value == numbers[i].value);
        ocl_csv_close(&csv);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests_name("test_csv", tests, NULL, NULL);
}
