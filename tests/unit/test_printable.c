// SPDX-License-Identifier: MIT
//
// Unit tests of printable: every byte, every length around the longest, letters of UTF-8.

#include "text.h"
#include "utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_every_byte(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        const char text[] = { 'a', (char)byte, 'b' };
        const char want[] = { 'a', byte >= 0x20 && byte < 0x7f ? (char)byte : '?', 'b', '\0' };
        assert_string_equal(ocl_make_printable(text, sizeof text).text, want);
    }
}

static void test_escape_sequence(void **state)
{
    (void)state;
    assert_string_equal(ocl_make_printable("a\n\x1b[2Jb", 7).text, "a??[2Jb");
}

static void test_letters(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } texts[] = {
        { "Gr\xc3\xb6\xc3\x9f"
          "e",
          "Gr\xc3\xb6\xc3\x9f"
          "e" },
        { "Gr\xf6\xdf"
          "e",
          "Gr??e" },                                       // Latin-1
        { "\xe2\x82\xac \xe2\x82", "\xe2\x82\xac ??" },    // the last letter is cut off
        { "\xf0\x9f\x98\x80\xff", "\xf0\x9f\x98\x80?" },
        { "\xc0\x80 \xed\xa0\x80", "?? ???" },    // too long, a surrogate
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_string_equal(ocl_make_printable(texts[i].text, strlen(texts[i].text)).text,
                            texts[i].want);
        json_t *json = ocl_json_text(texts[i].text);
        assert_string_equal(json_string_value(json), texts[i].want);
        json_decref(json);
    }
}

// A letter that does not fit is left out whole.
static void test_last_letter(void **state)
{
    (void)state;
    char text[300], name[8];
    memset(text, 'a', sizeof text);
    memcpy(text + sizeof((ocl_printable *)0)->text - 2, "\xc3\xb6", 3);
    const ocl_printable shown = ocl_make_printable(text, strlen(text));
    assert_int_equal(strlen(shown.text), sizeof shown.text - 2);
    ocl_copy_letters(name, sizeof name, "123456\xc3\xb6");
    assert_string_equal(name, "123456");
    ocl_copy_letters(name, sizeof name, "12345\xc3\xb6");
    assert_string_equal(name, "12345\xc3\xb6");
}

// A byte past the end of the text would be an x.
static void test_every_length(void **state)
{
    (void)state;
    enum { ROOM = sizeof((ocl_printable *)0)->text - 1, MAX = 2 * ROOM };
    char text[MAX];
    for (size_t length = 0; length < MAX; length++) {
        memset(text, 'x', sizeof text);
        memset(text, '.', length);
        const ocl_printable shown = ocl_make_printable(text, length);
        assert_int_equal(strlen(shown.text), length < ROOM ? length : ROOM);
        assert_null(strchr(shown.text, 'x'));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_byte),   cmocka_unit_test(test_escape_sequence),
        cmocka_unit_test(test_every_length), cmocka_unit_test(test_letters),
        cmocka_unit_test(test_last_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
