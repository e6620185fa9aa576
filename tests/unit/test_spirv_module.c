// SPDX-License-Identifier: MIT
//
// SPIR-V modules, right and wrong, word by word.

#include "spirv_module/module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MODULE(...)       { __VA_ARGS__ }, sizeof((uint32_t[]){ __VA_ARGS__ })
#define OP(number, words) ((uint32_t)(words) << 16 | (number))
#define HEADER            0x07230203, 0x00010100, 0x0006000e, 9, 0
#define MODEL             OP(14, 3), 2, 2
#define ENTRY             OP(15, 5), 6, 3, 0x6c6c6966, 0     // "fill", id 3
#define OTHER(id)         OP(15, 5), 6, id, 0x74736574, 0    // "test"
#define BODY              OP(54, 5), 1, 3, 0, 2, OP(253, 1), OP(56, 1)

enum { MAX_WORDS = 32 };

typedef struct {
    uint32_t words[MAX_WORDS];
    size_t bytes;
    const char *message;
} spirv_case;

static const spirv_case BAD[] = {
    { MODULE(0), "byte 0: not SPIR-V" },
    { MODULE(0x43425844, 1, 2, 3, 4, 5), "byte 0: not SPIR-V" },
    { { 0x07230203 }, 0, "byte 0: not SPIR-V" },
    { { 0x07230203 }, 3, "byte 0: not SPIR-V" },
    { MODULE(0x03022307, 0x00000100, 0, 9, 0), "byte 0: SPIR-V of the other byte order" },
    { MODULE(0x07230203), "byte 4: cut off" },
    { { HEADER, MODEL, 0 }, 33, "byte 33: cut off" },
    { MODULE(0x07230203, 0x00010100, 0, 9), "byte 16: cut off" },
    { MODULE(0x07230203, 0x10001, 0, 9, 0), "byte 4: 0x00010001 is no version" },
    { MODULE(0x07230203, 0x00000500, 0, 9, 0), "byte 4: 0x00000500 is no version" },
    { MODULE(0x07230203, 0x00010000, 0, 9, 1), "byte 16: an instruction schema, 1" },
    { MODULE(HEADER), "byte 20: the end, and no memory model" },
    { MODULE(HEADER, OP(17, 2), 6), "byte 28: the end, and no memory model" },
    { MODULE(HEADER, 17, 6, MODEL), "byte 20: an instruction of 0 words, 5 are left" },
    { MODULE(HEADER, MODEL, OP(71, 9), 1, 1, 0), "byte 32: an instruction of 9 words, 4 are left" },
    { MODULE(HEADER, OP(17, 3), 6, 6, MODEL), "byte 20: malformed capability" },
    { MODULE(HEADER, MODEL, MODEL), "byte 32: a second or malformed memory model" },
    { MODULE(HEADER, OP(14, 2), 2), "byte 20: a second or malformed memory model" },
    { MODULE(HEADER, OP(14, 3), 0, 1), "byte 20: memory model 1: not made for OpenCL" },
    { MODULE(HEADER, OP(14, 3), 0, 2), "byte 20: addressing model 0" },
    { MODULE(HEADER, MODEL, OP(15, 1)), "byte 32: an entry point without a name" },
    { MODULE(HEADER, MODEL, OP(15, 2), 6), "byte 32: an entry point without a name" },
    { MODULE(HEADER, MODEL, OP(15, 3), 6, 3), "byte 32: an entry point without a name" },
    { MODULE(HEADER, MODEL, OP(15, 4), 6, 3, 0x6c6c6966),
      "byte 32: an entry point without a name" },
    { MODULE(HEADER, MODEL, OP(15, 5), 0, 3, 0x6c6c6966, 0), "\"fill\" is no OpenCL kernel" },
    { MODULE(HEADER, MODEL, OP(15, 5), 0, 3, 0x5b1b0a61, 0), "\"a??[\" is no OpenCL kernel" },
    { MODULE(HEADER, MODEL, OP(15, 5), 6, 9, 0x6c6c6966, 0), "id 9 is not below the bound, 9" },
    { MODULE(HEADER, MODEL), "byte 32: the end, and no kernel" },
    { MODULE(HEADER, MODEL, ENTRY), "byte 52: the end, with 0 functions for 1 kernels" },
    { MODULE(HEADER, MODEL, ENTRY, OP(54, 5), 1, 3, 0, 2), "byte 72: the end in a function" },
    { MODULE(HEADER, MODEL, ENTRY, OP(54, 4), 1, 3, 0), "byte 52: a function in a function, or" },
    { MODULE(HEADER, MODEL, OP(54, 5), 1, 3, 0, 2, BODY), "byte 52: a function in a function" },
    { MODULE(HEADER, MODEL, OP(56, 1)), "byte 32: the end of no function" },
    { MODULE(HEADER, MODEL, ENTRY, OP(54, 5), 1, 4, 0, 2, OP(56, 1)), "0 functions for 1 kernels" },
    { MODULE(HEADER, MODEL, ENTRY, OTHER(4), BODY), "byte 100: the end, with 1 functions for 2" },
    { MODULE(HEADER, MODEL, ENTRY, BODY, BODY), "byte 80: a second function for id 3" },
    { MODULE(HEADER, MODEL, ENTRY, OTHER(4), BODY, BODY), "byte 100: a second function for id 3" },
};

static bool parse(const spirv_case *c, size_t bytes, spirv_module *module, ocl_message *why)
{
    return spirv_parse((const unsigned char *)c->words, bytes, module, why);
}

static void bad_modules_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        spirv_module module;
        ocl_message why = { "" };
        if (parse(&BAD[i], BAD[i].bytes, &module, &why)) fail_msg("module %zu is taken", i);
        if (!strstr(why.text, BAD[i].message))
            fail_msg("module %zu: \"%s\" in place of \"%s\"", i, why.text, BAD[i].message);
    }
}

static const spirv_case GOOD = {
    MODULE(HEADER, OP(17, 2), 6, OP(17, 2), 4711, MODEL, ENTRY, OP(71, 4), 5, 1, 42, BODY), NULL
};

static void a_module_is_described(void **state)
{
    (void)state;
    spirv_module m;
    ocl_message why;
    assert_true(parse(&GOOD, GOOD.bytes, &m, &why));
    assert_int_equal(m.version, 11);
    assert_int_equal(m.generator, 0x0006000e);
    assert_int_equal(m.bound, 9);
    assert_int_equal(m.address_bits, 64);
    assert_int_equal(m.instruction_count, 8);
    assert_int_equal(m.capability_count, 2);
    assert_string_equal(spirv_capability_name(m.capabilities[0]), "Kernel");
    assert_null(spirv_capability_name(m.capabilities[1]));
    assert_int_equal(m.kernel_count, 1);
    assert_string_equal(m.kernels[0], "fill");
    assert_true(spirv_has_kernel(&m, "fill"));
    assert_false(spirv_has_kernel(&m, "fil"));
    assert_int_equal(m.constant_count, 1);
    assert_true(spirv_has_constant(&m, 42));
    assert_false(spirv_has_constant(&m, 0));
    assert_int_equal(m.constants[0], 42);
}

static void two_names_may_be_of_one_function(void **state)
{
    (void)state;
    static const spirv_case twins = { MODULE(HEADER, MODEL, ENTRY, OTHER(3), BODY), NULL };
    spirv_module m;
    ocl_message why;
    assert_true(parse(&twins, twins.bytes, &m, &why));
    assert_int_equal(m.kernel_count, 2);
    assert_true(spirv_has_kernel(&m, "fill") && spirv_has_kernel(&m, "test"));
}

// 255 characters are taken, and 256 are not.
static void a_long_name(void **state)
{
    (void)state;
    enum { NAME_WORDS = SPIRV_NAME / 4 };
    for (size_t more = 0; more < 2; more++) {
        const size_t count = 3 + NAME_WORDS + more;
        const uint32_t start[] = { HEADER, MODEL, OP(15, count), 6, 3 }, body[] = { BODY };
        uint32_t words[11 + NAME_WORDS + 1 + 8] = { 0 };
        memcpy(words, start, sizeof start);
        for (size_t i = 0; i < NAME_WORDS; i++)
            words[11 + i] = 0x64636261;    // "abcd"
        words[11 + NAME_WORDS - 1 + more] = more ? 0 : 0x636261;
        memcpy(words + 8 + count, body, sizeof body);
        const size_t bytes = (8 + count) * sizeof *words + sizeof body;
        spirv_module m;
        ocl_message why = { "" };
        const bool taken = spirv_parse((const unsigned char *)words, bytes, &m, &why);
        assert_true(taken == (more == 0));
        if (taken) assert_int_equal(strlen(m.kernels[0]), SPIRV_NAME - 1);
        if (!taken) assert_non_null(strstr(why.text, "byte 32: an entry point without a name, or"));
    }
}

static void a_module_cut_off_is_refused(void **state)
{
    (void)state;
    for (size_t bytes = 0; bytes < GOOD.bytes; bytes++) {
        spirv_module module;
        ocl_message why = { "" };
        if (parse(&GOOD, bytes, &module, &why)) fail_msg("%zu bytes are taken for all", bytes);
        assert_true(why.text[0] != '\0');
    }
}

static void lists_end_but_counts_go_on(void **state)
{
    (void)state;
    enum { MANY = SPIRV_MAX_LISTED + 3 };
    static const uint32_t start[] = { HEADER, MODEL }, end[] = { ENTRY, BODY };
    uint32_t words[8 + 2 * MANY + 12];
    memcpy(words, start, sizeof start);
    for (size_t i = 0; i < MANY; i++) {
        words[8 + 2 * i] = OP(17, 2);
        words[9 + 2 * i] = (uint32_t)i;
    }
    memcpy(words + 8 + 2 * MANY, end, sizeof end);
    spirv_module m;
    ocl_message why;
    assert_true(spirv_parse((const unsigned char *)words, sizeof words, &m, &why));
    assert_int_equal(m.capability_count, MANY);
    assert_int_equal(m.capabilities[SPIRV_MAX_LISTED - 1], SPIRV_MAX_LISTED - 1);
    assert_int_equal(m.kernel_count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_modules_are_refused),
        cmocka_unit_test(a_module_is_described),
        cmocka_unit_test(two_names_may_be_of_one_function),
        cmocka_unit_test(a_long_name),
        cmocka_unit_test(a_module_cut_off_is_refused),
        cmocka_unit_test(lists_end_but_counts_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
