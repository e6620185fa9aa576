// SPDX-License-Identifier: MIT
//
// Unit tests of printable: every byte, every length around the longest.

#include "text.h"

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
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_escape_sequence),
        cmocka_unit_test(test_every_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
