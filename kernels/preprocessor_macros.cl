// SPDX-License-Identifier: MIT
//
// What the preprocessor makes of macros, directives and build options.  Each kernel has one
// work-item, which writes out what the preprocessor has left.
//
// WORD               any text: preprocessor_text writes its letters
// WITH_HEADER        takes WORD from a header that only -I finds
// WITH_DIRECTIVES    adds preprocessor_directives, about which compilers warn

#ifdef WITH_HEADER
#include <preprocessor_word.h>
#endif

// The macros that the compiler defines, in the order of the host's table; 0: not defined.
kernel void preprocessor_values(global uint *out)
{
    for (int i = 0; i < 13; i++)
        out[i] = 0;
#ifdef __OPENCL_VERSION__
    out[0] = __OPENCL_VERSION__;
#endif
#ifdef __OPENCL_C_VERSION__
    out[1] = __OPENCL_C_VERSION__;
#endif
#ifdef CL_VERSION_1_0
    out[2] = CL_VERSION_1_0;
#endif
#ifdef CL_VERSION_1_1
    out[3] = CL_VERSION_1_1;
#endif
#ifdef CL_VERSION_1_2
    out[4] = CL_VERSION_1_2;
#endif
#ifdef CL_VERSION_2_0
    out[5] = CL_VERSION_2_0;
#endif
#ifdef CL_VERSION_3_0
    out[6] = CL_VERSION_3_0;
#endif
#ifdef __ENDIAN_LITTLE__
    out[7] = __ENDIAN_LITTLE__;
#endif
#ifdef __IMAGE_SUPPORT__
    out[8] = __IMAGE_SUPPORT__;
#endif
#ifdef __EMBEDDED_PROFILE__
    out[9] = __EMBEDDED_PROFILE__;
#endif
#ifdef __FAST_RELAXED_MATH__
    out[10] = __FAST_RELAXED_MATH__;
#endif
#ifdef __ROUNDING_MODE__    // rte or rtz, no number
    out[11] = 1;
#endif
#ifdef __kernel_exec    // takes a size and a type
    out[12] = 1;
#endif
}

// A text made of tokens.  The inner macro makes it of what is written, the outer one of what that
// becomes.
#define TEXT_OF(tokens) #tokens
#define TEXT(tokens)    TEXT_OF(tokens)
#define JOIN(a, b)      a##b
#define TWICE_OPEN(x)   x * 2
#define TWICE(x)        ((x)*2)
#define NUMBER          4 + 3

#ifdef WITH_DIRECTIVES
// What C99 says about directives, in the order of the host's table.
kernel void preprocessor_directives(global uint *out)
{
    out[0] = NUMBER;
    out[1] = NUMBER * 2;
    out[2] = TWICE_OPEN(1 + 2);
    out[3] = TWICE(1 + 2);
    out[4] = JOIN(12, 34);
    out[5] = sizeof TEXT_OF(NUMBER);
    out[6] = sizeof TEXT(NUMBER);
    int count = 6;
#define count count + 1
    out[7] = count;
#undef count
#if NO_SUCH_NAME == 0
    out[8] = 1;
#else
    out[8] = 0;
#endif
#if (-1) > 0u
    out[9] = 1;
#else
    out[9] = 0;
#endif
#if (1 << 40) > 0
    out[10] = 1;
#else
    out[10] = 0;
#endif
#if !defined NUMBER
    out[11] = 0;
#elif 'A' == 65 && defined(TWICE)
    out[11] = 2;
#else
    out[11] = 1;
#endif
#undef NUMBER
#define NUMBER 9
    out[12] = NUMBER;
}
#endif

// The letters of a text, then zeros up to 64 bytes.
void write_letters(global uchar *out, constant const char *text, uint bytes)
{
    for (uint i = 0; i < 64; i++)
        out[i] = i < bytes && i < 63 ? text[i] : 0;
}

// The name that the compiler has for this file.
constant char file_name[] = __FILE__;

#ifdef __kernel_exec    // kernel, with hints: work-groups of 1, vectors of uchar
__kernel_exec(1, uchar)
#else
kernel
#endif
    void preprocessor_file(global uchar *out)
{
    write_letters(out, file_name, sizeof file_name);
}

// What an option has made of WORD.  The next line has the number 1000, in a file of another name.
#ifdef WORD
#line 1000 "renamed.cl"
constant char word[] = TEXT(WORD);
#else
constant char word[] = "(not defined)";
#endif

kernel void preprocessor_text(global uchar *out)
{
    write_letters(out, word, sizeof word);
}
