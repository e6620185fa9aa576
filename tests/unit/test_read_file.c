// SPDX-License-Identifier: MIT
//
// Unit tests of read_file: what has no end is not read to its end.

#include "system/read_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char NAME[] = "test_read_file.tmp", ENDLESS[] = "/dev/zero";

static void write_file(const char *content, size_t bytes)
{
    FILE *file = fopen(NAME, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
}

// Reads `path`, which must be refused with a reason that has this text in it.
static void check_refused(const char *path, const ocl_file_form *form, const char *text)
{
    unsigned char *data;
    size_t bytes;
    ocl_message why;
    assert_false(ocl_read_file_as(path, form, &data, &bytes, &why));
    if (!strstr(why.text, path) || !strstr(why.text, text))
        fail_msg("'%s' has not both of '%s' and '%s'", why.text, path, text);
}

static void check_read(const char *path, const ocl_file_form *form, size_t wanted)
{
    unsigned char *data;
    size_t bytes;
    ocl_message why;
    if (!ocl_read_file_as(path, form, &data, &bytes, &why)) fail_msg("%s", why.text);
    assert_int_equal(bytes, wanted);
    assert_int_equal(data[bytes], 0);
    free(data);
}

static void test_text(void **state)
{
    (void)state;
    const ocl_file_form text = { .text = "a poem" };
    check_refused(ENDLESS, &text, "a 0 byte at offset 0");
    write_file("one\0two", 7);
    check_refused(NAME, &text, "a 0 byte at offset 3); wanted is a poem");
    write_file("\xff\xfe"
               "1\0",
               4);
    check_refused(NAME, &text, "UTF-16");
    write_file("\xfe\xff", 2);
    check_refused(NAME, &text, "UTF-16");
    write_file("one\n", 4);
    check_read(NAME, &text, 4);
    write_file("", 0);
    check_read(NAME, &text, 0);
}

// The last byte is the only 0, in each of the pieces that are read at a time.
static void test_late_zero(void **state)
{
    (void)state;
    const ocl_file_form text = { .text = "a poem" };
    for (size_t bytes = (1 << 16) - 2; bytes <= 1 << 18; bytes += bytes < 1 << 16 ? 1 : 65537) {
        char *content = malloc(bytes);
        assert_non_null(content);
        memset(content, 'x', bytes);
        write_file(content, bytes);
        check_read(NAME, &text, bytes);
        content[bytes - 1] = '\0';
        write_file(content, bytes);
        check_refused(NAME, &text, "a 0 byte");
        free(content);
    }
}

static void test_most(void **state)
{
    (void)state;
    check_refused(ENDLESS, &(ocl_file_form){ .most = 1 << 20 }, "more than 1048576 bytes");
    write_file("12345", 5);
    check_read(NAME, &(ocl_file_form){ .most = 5 }, 5);
    check_refused(NAME, &(ocl_file_form){ .most = 4 }, "more than 4 bytes");
}

// The begin of what begins otherwise, for the decoder, which refuses it.
static void test_magics(void **state)
{
    (void)state;
    const char *const magics[] = { "P", "BM", NULL };
    const ocl_file_form form = { .magics = magics };
    const size_t begin = (1 << 16) - 1, large = 1 << 18;
    check_read(ENDLESS, &form, begin);
    char *content = malloc(large);
    assert_non_null(content);
    memset(content, 'x', large);
    write_file(content, large);
    check_read(NAME, &form, begin);
    memcpy(content, "BM", 2);
    write_file(content, large);
    check_read(NAME, &form, large);
    free(content);
    write_file("B", 1);
    check_read(NAME, &form, 1);
}

static void test_no_file(void **state)
{
    (void)state;
    remove(NAME);
    check_refused(NAME, &(ocl_file_form){ 0 }, "cannot open");
    check_refused(".", &(ocl_file_form){ 0 }, "cannot read");
}

static int remove_file(void **state)
{
    (void)state;
    remove(NAME);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),    cmocka_unit_test(test_late_zero),
        cmocka_unit_test(test_most),    cmocka_unit_test(test_magics),
        cmocka_unit_test(test_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, remove_file);
}
