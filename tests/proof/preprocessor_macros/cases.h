// SPDX-License-Identifier: MIT
//
// cases - what is asked of the preprocessor, and what the specification answers.

#ifndef PREPROCESSOR_CASES_H
#define PREPROCESSOR_CASES_H

#include "proof/ch07_opencl_c/language_rules.h"

// The macros of the kernel preprocessor_values, in its order.
enum { OPENCL_VERSION, C_VERSION, VERSION_1_0, VERSION_1_1, VERSION_1_2, VERSION_2_0, VERSION_3_0 };
enum { LITTLE_ENDIAN_MACRO = 7, IMAGES, EMBEDDED, RELAXED, ROUNDING_MODE, KERNEL_EXEC, MACROS };

typedef struct {
    const char *name;
    const char *asked;    // what the host asks to know the value
} macro_case;

extern const macro_case MACRO_CASES[MACROS];

// The values that the specification asks for in a build without options.  `out` has what the device
// says; a macro about which the specification says nothing keeps that.
void wanted_macros(cl_device_id device, const cl_uint out[MACROS], cl_uint want[MACROS]);

// A line of the kernel preprocessor_directives.
typedef struct {
    const char *code;
    cl_uint want;
} directive_case;

enum { DIRECTIVES = 13 };
extern const directive_case DIRECTIVE_CASES[DIRECTIVES];

// Options, and the text that they leave in WORD.
typedef struct {
    const char *option;    // malloc'ed where a folder is in it
    const char *shown;
    const char *want;    // NULL: the specification does not say
} word_case;

// -D and -I in many forms.  The result has WORD_CASES elements; free it with word_cases_free.
enum { WORD_CASES = 23 };
word_case *word_cases(void);
void word_cases_free(word_case *cases);

// Versions of the language; has_language says whether the device must take one.
typedef struct {
    const char *option;
    cl_uint version;    // 0: the specification does not say whether the option exists
} language_case;

enum { LANGUAGES = 9 };
extern const language_case LANGUAGE_CASES[LANGUAGES];

enum { PREPROCESSOR_RULES = 12 };
extern const language_rule PREPROCESSOR_REFUSED[PREPROCESSOR_RULES];

#endif
