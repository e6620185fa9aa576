// SPDX-License-Identifier: MIT
//
// Which name is meant, and when none is.

#include "similar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const NAMES[] = { "size", "seed", "input", "output", "repeat", "tile", NULL };

static ocl_hint hint_at(const char *typed)
{
    ocl_guess guess = { .typed = ocl_name_of(typed) };
    for (size_t i = 0; NAMES[i]; i++)
        ocl_guess_add(&guess, ocl_name_of(NAMES[i]));
    return ocl_guess_hint(&guess, "--");
}

static void test_similar(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        { "sizee", "size" },        // a letter too many
        { "sze", "size" },          // too few
        { "sise", "size" },         // wrong
        { "szie", "size" },         // swapped
        { "isze", "size" },         // swapped, the first two
        { "siez", "size" },         // swapped, the last two
        { "inptu", "input" },       // nearer than output
        { "rep", "repeat" },        // the beginning
        { "re", "repeat" },         // of two letters
        { "reapeet", "repeat" },    // two edits in seven letters
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const ocl_hint hint = hint_at(cases[i][0]);
        if (!strstr(hint.text, cases[i][1]))
            fail_msg("%s: not %s, but '%s'", cases[i][0], cases[i][1], hint.text);
    }
    assert_string_equal(hint_at("sizee").text, " (did you mean '--size'?)");
}

static void test_not_similar(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "", "s", "x", "xyz", "sxxe", "frobnicate", "a-name-that-is-longer-than-any-option-has",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const ocl_hint hint = hint_at(cases[i]);
        if (hint.text[0]) fail_msg("%s%s", cases[i], hint.text);
    }
}

// A name may be a part of a text.
static void test_lengths_count(void **state)
{
    (void)state;
    ocl_guess guess = { .typed = { "sizee=5", strlen("sizee") } };
    ocl_guess_add(&guess, (ocl_name){ "size MxN: extents", strlen("size") });
    assert_string_equal(ocl_guess_hint(&guess, "").text, " (did you mean 'size'?)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_similar),
        cmocka_unit_test(test_not_similar),
        cmocka_unit_test(test_lengths_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
