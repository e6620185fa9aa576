// SPDX-License-Identifier: MIT

#include "cases.h"

const macro_case MACRO_CASES[MACROS] = {
    [OPENCL_VERSION] = { "__OPENCL_VERSION__", "CL_DEVICE_VERSION" },
    [C_VERSION] = { "__OPENCL_C_VERSION__", "CL_DEVICE_OPENCL_C_VERSION" },
    [VERSION_1_0] = { "CL_VERSION_1_0", "(a constant)" },
    [VERSION_1_1] = { "CL_VERSION_1_1", "(a constant)" },
    [VERSION_1_2] = { "CL_VERSION_1_2", "(a constant)" },
    [VERSION_2_0] = { "CL_VERSION_2_0", "(a constant)" },
    [VERSION_3_0] = { "CL_VERSION_3_0", "(a constant)" },
    [LITTLE_ENDIAN_MACRO] = { "__ENDIAN_LITTLE__", "CL_DEVICE_ENDIAN_LITTLE" },
    [IMAGES] = { "__IMAGE_SUPPORT__", "CL_DEVICE_IMAGE_SUPPORT" },
    [EMBEDDED] = { "__EMBEDDED_PROFILE__", "CL_DEVICE_PROFILE" },
    [RELAXED] = { "__FAST_RELAXED_MATH__", "(the option is not given)" },
    [ROUNDING_MODE] = { "__ROUNDING_MODE__", "(gone since OpenCL 1.1)" },
    [KERNEL_EXEC] = { "__kernel_exec", "(1: it is there)" },
};

void wanted_macros(cl_device_id device, const cl_uint out[MACROS], cl_uint want[MACROS])
{
    static const cl_uint versions[] = { 100, 110, 120, 200, 300 };
    memcpy(want, out, MACROS * sizeof *want);
    const cl_uint device_version = 10 * (cl_uint)ocl_device_version(device);
    want[OPENCL_VERSION] = device_version;
    // The constants of the device's version and of those before it.
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++)
        if (versions[i] <= device_version || out[VERSION_1_0 + i] != 0)
            want[VERSION_1_0 + i] = versions[i];
    char *profile = ocl_device_text(device, CL_DEVICE_PROFILE);
    want[LITTLE_ENDIAN_MACRO] = ocl_device_number(device, CL_DEVICE_ENDIAN_LITTLE) != 0;
    want[IMAGES] = ocl_device_number(device, CL_DEVICE_IMAGE_SUPPORT) != 0;
    want[EMBEDDED] = strcmp(profile, "EMBEDDED_PROFILE") == 0;
    want[RELAXED] = 0;
    want[KERNEL_EXEC] = 1;
    for (int version = 10; version < 20; version++)    // without -cl-std: the newest 1.x
        if (ocl_has_language(device, version)) want[C_VERSION] = 10 * (cl_uint)version;
    free(profile);
}

const directive_case DIRECTIVE_CASES[DIRECTIVES] = {
    { "NUMBER, defined as 4 + 3", 7 },
    { "NUMBER * 2", 10 },
    { "TWICE_OPEN(1 + 2), x * 2", 5 },
    { "TWICE(1 + 2), ((x) * 2)", 6 },
    { "JOIN(12, 34), a##b", 1234 },
    { "sizeof of #NUMBER", 7 },
    { "sizeof of # of what NUMBER becomes", 6 },
    { "count, defined as count + 1", 7 },
    { "#if NO_SUCH_NAME == 0", 1 },
    { "#if (-1) > 0u", 1 },
    { "#if (1 << 40) > 0", 1 },
    { "#elif 'A' == 65 && defined(TWICE)", 2 },
    { "#undef, then #define again", 9 },
};

// More than the kernel has room for.
#define SEVENTY_LETTERS "a234567890b234567890c234567890d234567890e234567890f234567890g234567890"

static const word_case DEFINE_CASES[] = {
    { "", "(no option)", "(not defined)" },
    { "-DWORD", "-DWORD", "1" },
    { "-D WORD", "-D WORD", "1" },
    { "-DWORD=", "-DWORD=", "" },
    { "-DWORD=40+2", "-DWORD=40+2", "40+2" },
    { "-DWORD=7 -DWORD=8", "-DWORD=7 -DWORD=8", "8" },
    { "-DWORD=PART -DPART=7", "-DWORD=PART -DPART=7", "7" },
    { "-DWORD=__LINE__", "-DWORD=__LINE__", "1000" },
    { "-DWORD=__FILE__", "-DWORD=__FILE__", "\"renamed.cl\"" },
    { "-DWORD=1\n2", "-DWORD=1<end of line>2", "1" },
    { "-DWORD=" SEVENTY_LETTERS, "-DWORD=a234567...", SEVENTY_LETTERS },
    { "-DWORD=one,two", "-DWORD=one,two", NULL },
    { "-DWORD=\"one\"", "-DWORD=\"one\"", NULL },
    { "-DWORD=\\\"one\\\"", "-DWORD=\\\"one\\\"", NULL },
    { "-DWORD='one'", "-DWORD='one'", NULL },
    { "-DWORD=one two", "-DWORD=one two", NULL },
    { "-DWORD=\"one two\"", "-DWORD=\"one two\"", NULL },
    { "\"-DWORD=one two\"", "\"-DWORD=one two\"", NULL },
    { "-DWORD=one\\ two", "-DWORD=one\\ two", NULL },
};
enum { DEFINES = sizeof DEFINE_CASES / sizeof DEFINE_CASES[0], FOLDERS = WORD_CASES - DEFINES };

static const struct {
    const char *before, *folder, *after, *want;
} FOLDER_CASES[FOLDERS] = {
    { "-I ", "with_i_only", "", "plain" },
    { "-I ", "with a blank", "", NULL },
    { "-I \"", "with a blank", "\"", NULL },
    { "\"-I", "with a blank", "\"", NULL },
};

// The folder of a header of kernels/include that only -I finds; malloc'ed.
static char *header_folder(const char *name)
{
    char file[64];
    snprintf(file, sizeof file, "include/%s/preprocessor_word.h", name);
    ocl_message why;
    char *path = ocl_find_shared("OCL_SAMPLES_KERNELS", "kernels", file, &why);
    if (!path) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    *strrchr(path, '/') = '\0';
    return path;
}

word_case *word_cases(void)
{
    word_case *cases = ocl_alloc(WORD_CASES * sizeof *cases);
    memcpy(cases, DEFINE_CASES, sizeof DEFINE_CASES);
    for (size_t i = 0; i < FOLDERS; i++) {
        const char *before = FOLDER_CASES[i].before, *after = FOLDER_CASES[i].after;
        char *folder = header_folder(FOLDER_CASES[i].folder);
        ocl_growing option = { 0 }, shown = { 0 };
        const char *const parts[] = { "-DWITH_HEADER ", before, folder, after };
        for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++)
            ocl_append_text(&option, parts[p]);
        ocl_append_format(&shown, "%s%s%s", before, FOLDER_CASES[i].folder, after);
        const bool blank = strchr(folder, ' ') != NULL;    // perhaps in front of the name
        cases[DEFINES + i] =
            (word_case){ option.text, shown.text, blank ? NULL : FOLDER_CASES[i].want };
        free(folder);
    }
    return cases;
}

void word_cases_free(word_case *cases)
{
    for (size_t i = DEFINES; i < WORD_CASES; i++) {
        free((char *)cases[i].option);
        free((char *)cases[i].shown);
    }
    free(cases);
}

const language_case LANGUAGE_CASES[LANGUAGES] = {
    { "-cl-std=CL1.0", 0 },   { "-cl-std=CL1.1", 110 }, { "-cl-std=CL1.2", 120 },
    { "-cl-std=CL2.0", 200 }, { "-cl-std=CL3.0", 300 }, { "-cl-std=CL3.1", 310 },
    { "-cl-std=CL9.9", 990 }, { "-cl-std=CLC++", 0 },   { "-cl-std=CLC++2021", 0 },
};

const language_rule PREPROCESSOR_REFUSED[PREPROCESSOR_RULES] = {
    { .rule = "#error ends the build",
      .wrong = "#error stop here",
      .right = "",
      .is_program = true },
    { .rule = "the header is nowhere",
      .wrong = "#include <preprocessor_nowhere.h>",
      .right = "",
      .is_program = true },
    { .rule = "an #if without its end",
      .wrong = "#if 1",
      .right = "#if 1\n#endif",
      .is_program = true },
    { .rule = "an end without its #if", .wrong = "#endif", .right = "", .is_program = true },
    { .rule = "a macro without a name",
      .wrong = "#define",
      .right = "#define A0",
      .is_program = true },
    { .rule = "defined is no name for a macro",
      .wrong = "#define defined 1",
      .right = "#define A1 1",
      .is_program = true },
    { .rule = "# takes an argument of the macro",
      .wrong = "#define A2(x) #y",
      .right = "#define A2(x) #x",
      .is_program = true },
    { .rule = "## stands between two tokens",
      .wrong = "#define A3(x) ## x",
      .right = "#define A3(x) a ## x",
      .is_program = true },
    { .rule = "#if counts with integers only",
      .wrong = "#if 1.5",
      .right = "#if 1\n#endif",
      .is_program = true },
    { .rule = "no directive has this name", .wrong = "#nothing", .right = "#", .is_program = true },
    { .rule = "#line takes a number",
      .wrong = "#line here",
      .right = "#line 500",
      .is_program = true },
    { .rule = "no macro with any number of arguments",
      .wrong = "#define A4(...) 1",
      .right = "#define A4(x) 1",
      .is_program = true },
};
