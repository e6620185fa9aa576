// SPDX-License-Identifier: MIT
//
// Unit tests of programs: includes and #line directives, and whether the device's compiler then
// names the right file and line.

#include "list.h"
#include "program_info.h"
#include "programs.h"
#include "source.h"
#include "system/memory.h"
#include "system/paths.h"
#include "system/write_file.h"
#include "test_child.h"

#include <stdint.h>

// The tests' files lie in a folder beside this program.
typedef struct {
    const char *program;
    char *folder;
    cl_device_id device;    // NULL: there is none
} place;

static char *path_of(const place *p, const char *name)
{
    return ocl_join_path(p->folder, name);
}

static void write_bytes(const place *p, const char *name, const char *text, size_t bytes)
{
    char *path = path_of(p, name);
    ocl_message why;
    if (!ocl_write_file(path, text, bytes, &why)) fail_msg("%s", why.text);
    free(path);
}

static void write_text(const place *p, const char *name, const char *text)
{
    write_bytes(p, name, text, strlen(text));
}

static bool read(const place *p, const char *name, char **source, ocl_message *why)
{
    char *path = path_of(p, name);
    bool ok = ocl_read_source(path, source, why);
    free(path);
    return ok;
}

static void check_source(const place *p, const char *name, const char *want)
{
    char *source;
    ocl_message why;
    if (!read(p, name, &source, &why)) fail_msg("%s", why.text);
    assert_string_equal(source, want);
    free(source);
}

static void check_refused(const place *p, const char *name, const char *const texts[])
{
    char *source;
    ocl_message why = { "" };
    if (read(p, name, &source, &why)) fail_msg("%s was read:\n%s", name, source);
    for (size_t i = 0; texts[i]; i++)
        if (!strstr(why.text, texts[i])) fail_msg("no '%s' in '%s'", texts[i], why.text);
}

static void test_plain(void **state)
{
    write_text(*state, "plain.cl", "a\nb\n");
    check_source(*state, "plain.cl", "#line 1 \"plain.cl\"\na\nb\n");
    write_text(*state, "plain.cl", "a\n\n\nb");
    check_source(*state, "plain.cl", "#line 1 \"plain.cl\"\na\n\n\nb\n");
    write_text(*state, "plain.cl", "");
    check_source(*state, "plain.cl", "#line 1 \"plain.cl\"\n");
    char text[700], want[800];    // of every length, so that the end lies anywhere in the buffer
    for (size_t length = 1; length < sizeof text; length++) {
        memset(text, 'x', length);
        text[length] = '\0';
        snprintf(want, sizeof want, "#line 1 \"plain.cl\"\n%s\n", text);
        write_text(*state, "plain.cl", text);
        check_source(*state, "plain.cl", want);
    }
    write_text(*state, "plain.cl", "\n");
    check_source(*state, "plain.cl", "#line 1 \"plain.cl\"\n\n");
}

static void test_line_ends_of_windows(void **state)
{
    write_text(*state, "windows.h", "one\r\ntwo\r\n");
    write_text(*state, "windows.cl", "\xef\xbb\xbf#include \"windows.h\"\r\nthree\r\n");
    check_source(*state, "windows.cl",
                 "#line 1 \"windows.cl\"\n#line 1 \"windows.h\"\none\r\ntwo\r\n"
                 "#line 2 \"windows.cl\"\nthree\r\n");
}

static void test_nested(void **state)
{
    write_text(*state, "inner.h", "inner");    // no newline at its end
    write_text(*state, "outer.h", "before\n#include \"inner.h\"\nafter\n");
    write_text(*state, "nested.cl", "first\n#include \"outer.h\"\nlast\n");
    check_source(*state, "nested.cl",
                 "#line 1 \"nested.cl\"\nfirst\n"
                 "#line 1 \"outer.h\"\nbefore\n"
                 "#line 1 \"inner.h\"\ninner\n"
                 "#line 3 \"outer.h\"\nafter\n"
                 "#line 3 \"nested.cl\"\nlast\n");
}

static void test_twice(void **state)
{
    write_text(*state, "inner.h", "inner\n");
    write_text(*state, "twice.cl", "#include \"inner.h\"\n#include \"inner.h\"");
    check_source(*state, "twice.cl",
                 "#line 1 \"twice.cl\"\n#line 1 \"inner.h\"\ninner\n#line 2 \"twice.cl\"\n"
                 "#line 1 \"inner.h\"\ninner\n#line 3 \"twice.cl\"\n");
}

// Beside the including file first, then in include/ beside it.
static void test_places(void **state)
{
    char *beside = path_of(*state, "shared.h");
    remove(beside);    // of an earlier run
    free(beside);
    write_text(*state, "include/shared.h", "from include\n");
    write_text(*state, "include/deeper.h", "#include \"shared.h\"\n");
    write_text(*state, "places.cl", "#include \"shared.h\"\n");
    check_source(
        *state, "places.cl",
        "#line 1 \"places.cl\"\n#line 1 \"shared.h\"\nfrom include\n#line 2 \"places.cl\"\n");
    write_text(*state, "places.cl", "#include \"deeper.h\"\n");
    check_source(*state, "places.cl",
                 "#line 1 \"places.cl\"\n#line 1 \"deeper.h\"\n#line 1 \"shared.h\"\nfrom include\n"
                 "#line 2 \"deeper.h\"\n#line 2 \"places.cl\"\n");
    write_text(*state, "shared.h", "from beside\n");
    write_text(*state, "places.cl", "#include \"shared.h\"\n");
    check_source(
        *state, "places.cl",
        "#line 1 \"places.cl\"\n#line 1 \"shared.h\"\nfrom beside\n#line 2 \"places.cl\"\n");
    write_text(*state, "places.cl", "#include \"include/shared.h\"\n");
    check_source(
        *state, "places.cl",
        "#line 1 \"places.cl\"\n#line 1 \"shared.h\"\nfrom include\n#line 2 \"places.cl\"\n");
}

// `PROGRAM source FILE`: prints the file's source, or why there is none.
static int print_source(const char *path)
{
    char *source;
    ocl_message why;
    if (!ocl_read_source(path, &source, &why)) {
        printf("%s", why.text);
        return OCL_EXIT_USAGE;
    }
    printf("%s", source);
    free(source);
    return OCL_EXIT_PASS;
}

// A copy of a kernel file finds its headers among the installed ones, unless there are nearer ones.
static void test_copied_file(void **state)
{
    const place *p = *state;
    char variables[400], arguments[400];
    snprintf(variables, sizeof variables, "OCL_SAMPLES_KERNELS='%s/installed'", p->folder);
    snprintf(arguments, sizeof arguments, "source '%s/copied.cl'", p->folder);
    write_text(p, "installed/include/outer.hcl", "#include \"inner.hcl\"\nfar outer\n");
    write_text(p, "installed/include/inner.hcl", "far inner\n");
    write_text(p, "copied.cl", "#include \"outer.hcl\"\n");

    outcome result;
    run_child(&result, p->program, variables, arguments);
    assert_int_equal(result.status, OCL_EXIT_PASS);
    assert_non_null(strstr(result.text, "far inner\n"));
    assert_non_null(strstr(result.text, "far outer\n"));

    write_text(p, "include/outer.hcl", "#include \"inner.hcl\"\nnear outer\n");
    run_child(&result, p->program, variables, arguments);
    assert_non_null(strstr(result.text, "far inner\n"));
    assert_non_null(strstr(result.text, "near outer\n"));
    char *near = path_of(p, "include/outer.hcl");
    remove(near);
    free(near);

    run_child(&result, p->program, "OCL_SAMPLES_KERNELS=/nonexistent", arguments);
    assert_int_equal(result.status, OCL_EXIT_PASS);
    assert_non_null(strstr(result.text, "#error \"outer.hcl is neither beside this file, nor in "));
}

// How an #include may be written, and what only looks like one.
static void test_spellings(void **state)
{
    static const char *const spellings[] = { "#include \"inner.h\"", "#include\"inner.h\"",
                                             "  #  include   \"inner.h\"  // why",
                                             "\t#\tinclude\t\"inner.h\"" };
    write_text(*state, "inner.h", "inner\n");
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        write_text(*state, "spelling.cl", spellings[i]);
        check_source(
            *state, "spelling.cl",
            "#line 1 \"spelling.cl\"\n#line 1 \"inner.h\"\ninner\n#line 2 \"spelling.cl\"\n");
    }
    static const char *const others[] = {
        "// #include \"missing.h\"",
        "#include <missing.h>",
        "#include MISSING",
        "#included \"missing.h\"",
        "#include_next \"missing.h\"",
        "x #include \"missing.h\"",
        "#include \"missing.h",
        "include \"missing.h\"",
        "\"#include \\\"missing.h\\\"\"",
        "#define INCLUDE \"missing.h\"",
        "#include",
        "#",
        "#\ninclude \"inner.h\"",
        "#include\n\"inner.h\"",
        "#pragma\nonce",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char want[128];
        snprintf(want, sizeof want, "#line 1 \"spelling.cl\"\n%s\n", others[i]);
        write_text(*state, "spelling.cl", others[i]);
        check_source(*state, "spelling.cl", want);
    }
}

// Whether the program can be built; *log, malloc'ed, is what the compiler says.
static bool builds(cl_device_id device, const char *source, char **log)
{
    cl_int err;
    cl_context context = OCL_CREATE(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
    cl_program program = OCL_CREATE(clCreateProgramWithSource(context, 1, &source, NULL, &err));
    const bool ok = clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS;
    size_t bytes;
    OCL_CHECK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes));
    *log = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, *log, NULL));
    (*log)[bytes] = '\0';
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseContext(context));
    return ok;
}

// The compiler takes the file, or refuses it with this text; NULL: it takes it.
static void check_built(const place *p, const char *file, const char *complaint)
{
    if (!p->device) skip();
    char *source, *log;
    ocl_message why;
    if (!read(p, file, &source, &why)) fail_msg("%s", why.text);
    const bool ok = builds(p->device, source, &log);
    if (ok != !complaint || (complaint && !strstr(log, complaint)))
        fail_msg("%s: %s in\n%s\nof\n%s", file, complaint ? complaint : "a mistake", log, source);
    free(log);
    free(source);
}

// A header that is not there is a mistake where the compiler would read it.
static void test_left_out(void **state)
{
    static const char *const texts[] = {
        "/* a\n#include \"missing.h\"\n*/\n",
        "/* a */ /*\n#include \"missing.h\" */\n",
        "#if 0\n#include \"missing.h\"\n#endif\n",
        ("#if 0 // no\n#ifdef A\n#else\n#include \"missing.h\"\n#endif\n"
         "#include \"missing.h\"\n#endif\n"),
        "  # if 0\n#include \"missing.h\"\n#else\n\n#endif\n",
        "#ifdef A\n#include \"missing.h\"\n#endif\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_text(*state, "left_out.cl", texts[i]);
        check_built(*state, "left_out.cl", NULL);
    }
    static const char *const read_on[] = {
        "#if 0\n#else\n#include \"missing.h\"\n#endif\n",
        "#if 0\n#endif\n#include \"missing.h\"\n",
        "#if 01\n#include \"missing.h\"\n#endif\n",
        "// /*\n#include \"missing.h\"\n",
    };
    for (size_t i = 0; i < sizeof read_on / sizeof read_on[0]; i++) {
        write_text(*state, "left_out.cl", read_on[i]);
        check_built(*state, "left_out.cl", "missing.h is neither beside this file, nor in ");
    }
    write_text(*state, "lacking.h", "\n\n#include \"missing.h\"\n");
    write_text(*state, "lacking.cl", "\n#include \"lacking.h\"\n");
    check_built(*state, "lacking.cl", "lacking.h:3");
}

// Guarded headers may include each other, and each counts once, however many paths lead to it.
static void test_guards(void **state)
{
    write_text(*state, "left.h",
               "// left\n#ifndef L\n#define L\n#include \"right.h\"\nint left(void) { return 1; }\n"
               "#endif\n");
    write_text(*state, "right.h",
               "#ifndef R\n#define R\n#include \"left.h\"\nint right(void) { return 2; }\n"
               "#endif // R\n");
    write_text(*state, "guards.cl",
               "#include \"left.h\"\n#include \"right.h\"\n#include \"left.h\"\n");
    check_built(*state, "guards.cl", NULL);

    for (int i = 0; i < 8; i++) {    // 2^8 paths lead to the last one
        char name[32], text[200];
        snprintf(name, sizeof name, "diamond%d.h", i);
        snprintf(text, sizeof text,
                 "#ifndef D%d\n#define D%d\n#include \"diamond%d.h\"\n"
                 "#include \"diamond%d.h\"\n#endif\n",
                 i, i, i + 1, i + 1);
        write_text(*state, name, text);
    }
    write_text(*state, "diamond8.h", "// once\n  # pragma  once\nint last(void) { return 3; }\n");
    check_built(*state, "diamond0.h", NULL);
    write_text(*state, "diamond8.h", "int last(void) { return nonsense; }\n");
    check_built(*state, "diamond0.h", "diamond8.h:1");
    write_text(*state, "diamond8.h", "#pragma once\n\nint last(void) { return nonsense; }\n");
    check_built(*state, "diamond0.h", "diamond8.h:3");

    // An #if may have left it out: the guard decides.
    write_text(*state, "once.h", "#pragma once\nint once(void) { return 4; }\n");
    write_text(*state, "maybe.cl",
               "#ifdef A\n#include \"once.h\"\n#endif\n#include \"once.h\"\n#include \"once.h\"\n"
               "int more(void) { return once(); }\n");
    check_built(*state, "maybe.cl", NULL);
    write_text(*state, "once.h", "int once(void) { return 4; }\n");
    check_built(*state, "maybe.cl", "once.h:1");
}

// What a comment holds stays there, also when a header would end the comment.
static void test_comments(void **state)
{
    write_text(*state, "licensed.h", "/* a licence */\nint licensed(void) { return nonsense; }\n");
    static const char *const texts[] = {
        "/*\n#include \"licensed.h\"\n*/\n",
        "char c = '\"'; /* don't\n#include \"licensed.h\"\n*/\n",
        "/* one */ /* two // */ int x; /*\n#include \"licensed.h\"\n*/\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char want[200];
        snprintf(want, sizeof want, "#line 1 \"commented.cl\"\n%s", texts[i]);
        write_text(*state, "commented.cl", texts[i]);
        check_source(*state, "commented.cl", want);
    }
    write_text(*state, "inner.h", "inner\n");
    static const char *const read_on[] = { "// /*", "/* a */", "\"/*\"", "\"\\\" /*\"",
                                           "'\"' '\\\\' //" };
    for (size_t i = 0; i < sizeof read_on / sizeof read_on[0]; i++) {
        char text[100], want[200];
        snprintf(text, sizeof text, "%s\n#include \"inner.h\"\n", read_on[i]);
        snprintf(want, sizeof want,
                 "#line 1 \"commented.cl\"\n%s\n#line 1 \"inner.h\"\ninner\n"
                 "#line 3 \"commented.cl\"\n",
                 read_on[i]);
        write_text(*state, "commented.cl", text);
        check_source(*state, "commented.cl", want);
    }
    write_text(*state, "fine.h", "int fine(void) { return 1; }\n");
    write_text(
        *state, "commented.cl",
        "#include \"fine.h\" /* it has\n one function */\nint more(void) { return fine(); }\n");
    check_built(*state, "commented.cl", NULL);
    write_text(
        *state, "commented.cl",
        "#include \"fine.h\" /* it has\n one function */\nint more(void) { return nonsense; }\n");
    check_built(*state, "commented.cl", "commented.cl:3");
}

// A #pragma once that the compiler does not see neither guards nor hides what follows.
static void test_once_that_is_left_out(void **state)
{
    static const char *const texts[] = {
        "/*\n#pragma once\n*/\nint f(void) { return 5; }\n",
        "#if 0\n#pragma once\n#endif\nint f(void) { return 5; }\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_text(*state, "left_once.h", texts[i]);
        write_text(*state, "left_once.cl",
                   "#include \"left_once.h\"\nint g(void) { return f(); }\n");
        check_built(*state, "left_once.cl", NULL);
        write_text(*state, "left_once.cl", "#include \"left_once.h\"\n#include \"left_once.h\"\n");
        check_built(*state, "left_once.cl", "left_once.h:4");
    }
}

static void test_names_are_escaped(void **state)
{
    write_text(*state, "a \"b\\c.cl", "text\n");
    check_source(*state, "a \"b\\c.cl", "#line 1 \"a \\\"b\\\\c.cl\"\ntext\n");
}

static void test_refused(void **state)
{
    check_refused(*state, "none.cl", (const char *[]){ "none.cl", "cannot open", NULL });
    check_refused(*state, ".", (const char *[]){ "cannot read", NULL });

    write_text(*state, "itself.cl", "#include \"itself.cl\"\n");
    check_built(*state, "itself.cl", "headers include each other without an end");
    write_text(*state, "wide.cl",
               "#include \"wide.cl\"\n#include \"wide.cl\"\n#include \"wide.cl\"\n");
    check_refused(*state, "wide.cl", (const char *[]){ "wide.cl", "bytes with its headers", NULL });

    write_bytes(*state, "binary.cl", "ab\0cd\n", 6);
    check_refused(*state, "binary.cl",
                  (const char *[]){ "binary.cl", "a 0 byte at offset 2", NULL });
    write_text(*state, "around.cl", "#include \"binary.cl\"\n");
    check_refused(*state, "around.cl",
                  (const char *[]){ "binary.cl", "a 0 byte at offset 2", NULL });
}

// As deep as it goes, and longer than any first guess of a buffer's size.
static void test_large(void **state)
{
    char name[32], line[64];
    for (int depth = 0; depth < 16; depth++) {
        snprintf(name, sizeof name, "deep%d.h", depth);
        snprintf(line, sizeof line, "#include \"deep%d.h\"\n", depth + 1);
        write_text(*state, name, line);
    }
    enum { LINES = 20000 };
    char *text = ocl_alloc(LINES * 3 + 1);
    for (int i = 0; i < LINES; i++)
        memcpy(text + 3 * i, "xy\n", 4);
    write_text(*state, "deep16.h", text);
    char *source;
    ocl_message why;
    if (!read(*state, "deep0.h", &source, &why)) fail_msg("%s", why.text);
    assert_non_null(strstr(source, text));
    assert_non_null(strstr(source, "#line 1 \"deep16.h\"\nxy\n"));
    free(source);
    free(text);
}

static void test_compiler_names_the_line(void **state)
{
    const place *p = *state;
    if (!p->device) skip();
    write_text(p, "good.h", "// one\n// two\nfloat twice(float x) { return 2.0f * x; }\n");
    write_text(p, "mistaken.h", "// one\n// two\nfloat half_of(float x) { return nonsense; }\n");

    write_text(p, "mistaken.cl",
               "#include \"good.h\"\n\n#include \"mistaken.h\"\n"
               "kernel void f(global float *a) { a[0] = half_of(a[1]); }\n");
    check_built(p, "mistaken.cl", "mistaken.h:3");
    write_text(p, "mistaken.cl",
               "#include \"good.h\"\n\n\n#include \"good.h\"  // defined twice\n");
    check_built(p, "mistaken.cl", "good.h:3");
    write_text(p, "mistaken.cl",
               "// one\n#include \"good.h\"\n// three\n// four\n"
               "kernel void f(global float *a) { a[0] = nonsense; }\n");
    check_built(p, "mistaken.cl", "mistaken.cl:5");
}

int main(int argc, char **argv)
{
    if (argc > 2) return print_source(argv[2]);
    char folder[1000], include[1024];
    snprintf(folder, sizeof folder, "%s.files", argv[0]);
    static const char *const folders[] = { "include", "installed/include" };
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(include, sizeof include, "%s/%s", folder, folders[i]);
        if (!ocl_make_folder(include)) ocl_exit(OCL_EXIT_USAGE, "cannot make %s", include);
    }
    cl_device_id *devices;
    cl_uint count = ocl_all_devices(&devices);
    place p = { argv[0], folder, count > 0 ? devices[0] : NULL };
    free(devices);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_plain, &p),
        cmocka_unit_test_prestate(test_line_ends_of_windows, &p),
        cmocka_unit_test_prestate(test_nested, &p),
        cmocka_unit_test_prestate(test_twice, &p),
        cmocka_unit_test_prestate(test_places, &p),
        cmocka_unit_test_prestate(test_copied_file, &p),
        cmocka_unit_test_prestate(test_spellings, &p),
        cmocka_unit_test_prestate(test_left_out, &p),
        cmocka_unit_test_prestate(test_guards, &p),
        cmocka_unit_test_prestate(test_comments, &p),
        cmocka_unit_test_prestate(test_once_that_is_left_out, &p),
        cmocka_unit_test_prestate(test_names_are_escaped, &p),
        cmocka_unit_test_prestate(test_refused, &p),
        cmocka_unit_test_prestate(test_large, &p),
        cmocka_unit_test_prestate(test_compiler_names_the_line, &p),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
