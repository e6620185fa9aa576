// SPDX-License-Identifier: MIT
//
// NRRD files, right and wrong.

#include "shared/nrrd.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define REST "type: uint8\ndimension: 3\nencoding: raw\n"

static bool parse(uint8_t **volume, size_t *side, const char *text, ocl_message *why)
{
    *why = (ocl_message){ "" };
    return nrrd_parse(volume, side, (const unsigned char *)text, strlen(text), why);
}

static void test_good(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "NRRD0004\n" REST "sizes: 2 2 2\n\nabcdefgh",
        "NRRD0005\r\n# of\r\nkey:=type: x\r\nsizes:\t2  2 2 \r\nspacings: 1 1 1\r\n"
        "encoding: raw\r\ntype: unsigned char\r\n\r\nabcdefgh",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        uint8_t *volume;
        size_t side;
        ocl_message why;
        assert_true(parse(&volume, &side, TEXTS[i], &why));
        assert_int_equal(side, 2);
        assert_memory_equal(volume, "abcdefgh", 8);
        free(volume);
    }
}

typedef struct {
    const char *text, *message;
} bad_file;

static const bad_file BAD[] = {
    { "", "it does not begin with NRRD000" },
    { "P6\n", "it does not begin with NRRD000" },
    { "NRRD0004\n" REST "sizes: 2 2 2\n", "no empty line ends its header" },
    { "NRRD0004\ntype: short\n", "type: uint8 is wanted" },
    { "NRRD0004\nencoding: gzip\n", "encoding: raw is wanted" },
    { "NRRD0004\nsizes: 2 2 3\n", "sizes: three that are alike are wanted, from 2 to 512" },
    { "NRRD0004\nsizes: 2 2\n", "sizes: three that are alike are wanted, from 2 to 512" },
    { "NRRD0004\nsizes: 1 1 1\n", "sizes: three that are alike are wanted, from 2 to 512" },
    { "NRRD0004\nsizes: -2 -2 -2\n", "sizes: three that are alike are wanted, from 2 to 512" },
    { "NRRD0004\nsizes: 18446744073709551618 2 2\n",
      "sizes: three that are alike are wanted, from 2 to 512" },
    { "NRRD0004\nsizes: 2 2 2 2\n", "sizes: more than three" },
    { "NRRD0004\n" REST "\n", "type, sizes and encoding are wanted" },
    { "NRRD0004\n" REST "sizes: 2 2 2\n\nabcdefg", "7 numbers, not 8" },
    { "NRRD0004\n" REST "sizes: 2 2 2\n\nabcdefghi", "9 numbers, not 8" },
};

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        uint8_t *volume;
        size_t side;
        ocl_message why;
        assert_false(parse(&volume, &side, BAD[i].text, &why));
        assert_string_equal(why.text, BAD[i].message);
        assert_null(volume);
    }
}

// The file of data/: 96 x 96 x 96 numbers, and nothing at its corners.
static void test_brain(void **state)
{
    (void)state;
    uint8_t *volume;
    size_t side;
    ocl_message why;
    assert_true(nrrd_load(&volume, &side, TESTS_FOLDER "/../data/brain.nrrd", &why));
    assert_int_equal(side, 96);
    assert_int_equal(volume[0], 0);
    assert_int_equal(volume[side * side * side - 1], 0);
    assert_true(volume[(48 * side + 48) * side + 48] > 0);
    free(volume);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_good), cmocka_unit_test(test_bad),
                                        cmocka_unit_test(test_brain) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
