// SPDX-License-Identifier: MIT

#include "programs.h"

// `times` copies of a text.
static void repeat(ocl_growing *text, const char *piece, size_t times)
{
    for (size_t i = 0; i < times; i++)
        ocl_append_text(text, piece);
}

// A format with one %zu for each number from 0 to count - 1.
#define EACH(text, count, ...)                \
    for (size_t k = 0; k < (count); k++) {    \
        ocl_append_format(text, __VA_ARGS__); \
    }

static void begin(ocl_growing *text, const char *name)
{
    ocl_append_format(text, "uint %s(uint x)\n{\n", name);
}

static cl_uint write_blocks(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    begin(text, name);
    ocl_append_text(text, "uint r = 0;\n");
    repeat(text, "{ r += x; ", count);
    repeat(text, "}", count);
    ocl_append_text(text, "\nreturn r;\n}\n");
    return (cl_uint)count * x;
}

static cl_uint write_conditions(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    repeat(text, "#if 1\n", count);
    begin(text, name);
    ocl_append_text(text, "return x + 1;\n}\n");
    repeat(text, "#endif\n", count);
    return x + 1;
}

static cl_uint write_arrays(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    begin(text, name);
    ocl_append_text(text, "uint a");
    repeat(text, "[1]", count);
    ocl_append_text(text, ";\na");
    repeat(text, "[0]", count);
    ocl_append_text(text, " = x + 2;\nreturn a");
    repeat(text, "[0]", count);
    ocl_append_text(text, ";\n}\n");
    return x + 2;
}

static cl_uint write_declarators(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    begin(text, name);
    ocl_append_text(text, "uint ");
    repeat(text, "(", count);
    ocl_append_text(text, "r");
    repeat(text, ")", count);
    ocl_append_text(text, " = x + 3;\nreturn r;\n}\n");
    return x + 3;
}

static cl_uint write_parentheses(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    begin(text, name);
    ocl_append_text(text, "return ");
    repeat(text, "(", count);
    ocl_append_text(text, "x");
    repeat(text, " + 1)", count);
    ocl_append_text(text, ";\n}\n");
    return x + (cl_uint)count;
}

// Two names that differ in the last letter only.
static cl_uint write_long_names(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    begin(text, name);
    for (int which = 0; which < 2; which++) {
        ocl_append_text(text, "uint ");
        repeat(text, "n", count - 1);
        ocl_append_format(text, "%d = x * %d;\n", which, 1 + which);
    }
    ocl_append_text(text, "return 3 * ");
    repeat(text, "n", count - 1);
    ocl_append_text(text, "0 + ");
    repeat(text, "n", count - 1);
    ocl_append_text(text, "1;\n}\n");
    return 5 * x;
}

static cl_uint write_externals(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    EACH(text, count, "constant uint %s_%zu = %zu;\n", name, k, k)
    begin(text, name);
    ocl_append_format(text, "return x + %s_%zu;\n}\n", name, count - 1);
    return x + (cl_uint)count - 1;
}

static cl_uint write_variables(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    begin(text, name);
    ocl_append_text(text, "uint v0 = x;\n");
    EACH(text, count - 1, "uint v%zu = v%zu + %zu;\n", k + 1, k, k)
    ocl_append_format(text, "return v%zu;\n}\n", count - 1);
    cl_uint r = x;
    for (size_t k = 0; k < count - 1; k++)
        r += (cl_uint)k;
    return r;
}

static cl_uint write_macros(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    EACH(text, count, "#define %s_%zu %zu\n", name, k, k)
    begin(text, name);
    ocl_append_format(text, "return x + %s_%zu;\n}\n", name, count - 1);
    return x + (cl_uint)count - 1;
}

// What both forms below compute of their arguments x, x + 1, ...
static cl_uint weighted_sum(size_t count, cl_uint x)
{
    cl_uint r = 0;
    for (size_t k = 0; k < count; k++)
        r += (x + (cl_uint)k) * (cl_uint)(k + 1);
    return r;
}

// A function, and a call of it, with that many parameters and arguments.
static cl_uint write_parameters(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    ocl_append_format(text, "uint %s_wide(", name);
    EACH(text, count, "%suint p%zu", k ? ", " : "", k)
    ocl_append_text(text, ")\n{\nreturn 0");
    EACH(text, count, " + p%zu * %zu", k, k + 1)
    ocl_append_text(text, ";\n}\n");
    begin(text, name);
    ocl_append_format(text, "return %s_wide(", name);
    EACH(text, count, "%sx + %zu", k ? ", " : "", k)
    ocl_append_text(text, ");\n}\n");
    return weighted_sum(count, x);
}

static cl_uint write_macro_parameters(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    ocl_append_format(text, "#define %s_WIDE(", name);
    EACH(text, count, "%sp%zu", k ? ", " : "", k)
    ocl_append_text(text, ") (0");
    EACH(text, count, " + p%zu * %zu", k, k + 1)
    ocl_append_text(text, ")\n");
    begin(text, name);
    ocl_append_format(text, "return %s_WIDE(", name);
    EACH(text, count, "%s(x + %zu)", k ? ", " : "", k)
    ocl_append_text(text, ");\n}\n");
    return weighted_sum(count, x);
}

static cl_uint write_long_line(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    static const char piece[] = "r+=x;";
    const size_t pieces = count / (sizeof piece - 1);
    begin(text, name);
    ocl_append_text(text, "uint r = 0;\n");
    repeat(text, piece, pieces);
    repeat(text, " ", count % (sizeof piece - 1));
    ocl_append_text(text, "\nreturn r;\n}\n");
    return (cl_uint)pieces * x;
}

static cl_uint write_literal(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    ocl_append_format(text, "constant char %s_text[] = \"", name);
    repeat(text, "a", count - 1);
    ocl_append_text(text, "z\";\n");
    begin(text, name);
    ocl_append_format(text, "return x + %s_text[%zu] + sizeof %s_text;\n}\n", name, count - 1,
                      name);
    return x + 'z' + (cl_uint)count + 1;
}

static cl_uint write_cases(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    begin(text, name);
    ocl_append_format(text, "switch (x %% %zu) {\n", count);
    EACH(text, count, "case %zu: return x ^ %zu;\n", k, 7 * k + 1)
    ocl_append_text(text, "}\nreturn 0;\n}\n");
    return x ^ (cl_uint)(7 * (x % count) + 1);
}

static cl_uint write_members(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    begin(text, name);
    ocl_append_text(text, "struct {\n");
    EACH(text, count, "uint m%zu;\n", k)
    ocl_append_format(text, "} s;\ns.m0 = x;\ns.m%zu = x + 5;\nreturn s.m0 + s.m%zu;\n}\n",
                      count - 1, count - 1);
    return 2 * x + 5;
}

static cl_uint write_constants(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    ocl_append_text(text, "enum {\n");
    EACH(text, count, "%s_%zu,\n", name, k)
    ocl_append_text(text, "};\n");
    begin(text, name);
    ocl_append_format(text, "return x + %s_%zu;\n}\n", name, count - 1);
    return x + (cl_uint)count - 1;
}

static cl_uint write_nested(ocl_growing *text, const char *name, size_t count, cl_uint x)
{
    begin(text, name);
    repeat(text, "struct { ", count);
    ocl_append_text(text, "uint v; ");
    repeat(text, "} n; ", count - 1);
    ocl_append_text(text, "} s;\ns.");
    repeat(text, "n.", count - 1);
    ocl_append_text(text, "v = x + 6;\nreturn s.");
    repeat(text, "n.", count - 1);
    ocl_append_text(text, "v;\n}\n");
    return x + 6;
}

const translation_limit LIMIT_CASES[TRANSLATION_LIMITS] = {
    { "blocks within each other", 127, 1016, write_blocks },
    { "#if within each other", 63, 504, write_conditions },
    { "dimensions of an array", 12, 96, write_arrays },
    { "parentheses of a declaration", 63, 504, write_declarators },
    { "parentheses of an expression", 63, 504, write_parentheses },
    { "letters of a name that count", 63, 504, write_long_names },
    { "names outside of functions", 4095, 16380, write_externals },
    { "names in one block", 511, 4088, write_variables },
    { "macros", 4095, 16380, write_macros },
    { "parameters of a function", 127, 254, write_parameters },
    { "parameters of a macro", 127, 1016, write_macro_parameters },
    { "letters of a line", 4095, 32760, write_long_line },
    { "letters of a string", 4095, 65536, write_literal },
    { "cases of a switch", 1023, 2046, write_cases },
    { "members of a struct", 1023, 8184, write_members },
    { "constants of an enum", 1023, 8184, write_constants },
    { "structs within each other", 63, 504, write_nested },
};

char *limits_program(const size_t counts[TRANSLATION_LIMITS], cl_uint x,
                     cl_uint want[TRANSLATION_LIMITS])
{
    ocl_growing text = { 0 };
    char name[32];
    for (size_t i = 0; i < TRANSLATION_LIMITS; i++) {
        snprintf(name, sizeof name, "limit_%zu", i);
        want[i] = counts[i] ? LIMIT_CASES[i].write(&text, name, counts[i], x) : 0;
    }
    ocl_append_text(&text, "kernel void limits_text(global uint *out, uint x)\n{\n");
    for (size_t i = 0; i < TRANSLATION_LIMITS; i++)
        ocl_append_format(&text, counts[i] ? "out[%zu] = limit_%zu(x);\n" : "out[%zu] = 0;\n", i,
                          i);
    ocl_append_text(&text, "}\n");
    return text.text;
}

char *long_program(size_t statements, uint64_t seed, cl_uint x, cl_uint want[1])
{
    ocl_growing text = { 0 };
    ocl_append_text(&text, "kernel void limits_text(global uint *out, uint x)\n{\n");
    for (size_t i = 0; i < statements; i++) {
        const cl_uint factor = (cl_uint)ocl_random(seed, i) | 1, shift = 1 + factor % 31;
        ocl_append_format(&text, "x = x * %uu + (x >> %u);\n", factor, shift);
        x = x * factor + (x >> shift);
    }
    ocl_append_text(&text, "out[0] = x;\n}\n");
    want[0] = x;
    return text.text;
}

char *many_kernels_program(size_t kernels)
{
    ocl_growing text = { 0 };
    EACH(&text, kernels,
         "kernel void compiler_limits_%zu(global uint *out, uint x)\n{\nout[0] = x + %zu;\n}\n", k,
         k)
    return text.text;
}
