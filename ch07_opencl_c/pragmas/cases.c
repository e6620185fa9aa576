// SPDX-License-Identifier: MIT

#include "cases.h"

const extension_case EXTENSION_CASES[PRAGMA_EXTENSIONS] = {
    { "all : disable", false, false, ACCEPTED },
    { "all : enable", false, false, REFUSED },
    { "cl_khr_fp64 : enable", true, true, ACCEPTED },
    { "cl_khr_fp64 : disable", true, false, ACCEPTED },
    { "cl_khr_fp64 : disable / cl_khr_fp64 : enable", true, true, ACCEPTED },
    { "all : disable / cl_khr_fp64 : enable", true, true, ACCEPTED },
    { "cl_khr_fp64 : enable / cl_khr_fp64 : disable", true, true, REFUSED },
    { "cl_khr_fp64 : enable / all : disable", true, true, REFUSED },
    { "cl_khr_fp64 : all", true, false, UNSAID },
    { "cl_khr_fp64 enable", true, false, UNSAID },
    { "cl_khr_no_such_name : enable", false, false, REFUSED },
    { "cl_khr_no_such_name : disable", false, false, ACCEPTED },
};

char *extension_program(const extension_case *c)
{
    ocl_growing text = { 0 };
    const char *second = strchr(c->text, '/');
    const size_t first = second ? (size_t)(second - c->text) : strlen(c->text);
    ocl_append_format(&text, "#pragma OPENCL EXTENSION %.*s\n", (int)first, c->text);
    if (second) ocl_append_format(&text, "#pragma OPENCL EXTENSION %s\n", second + 1);
    ocl_append_format(&text, "kernel void pragmas_extension(global int *out)\n{\n    %s\n}\n",
                      c->uses_double ? "double d = out[0]; out[0] = (int)(d * 2);" : "out[0] = 1;");
    return text.text;
}

const other_case OTHER_CASES[PRAGMA_OTHERS] = {
    { "#pragma no_such_pragma", ACCEPTED },
    { "#pragma no_such_pragma OFF", ACCEPTED },
    { "#pragma OPENCL NO_SUCH_NAME ON", UNSAID },
    { "#pragma OPENCL FP_CONTRACT MAYBE", UNSAID },
    { "#pragma STDC FP_CONTRACT OFF", UNSAID },
    { "_Pragma(\"OPENCL FP_CONTRACT OFF\")", UNSAID },
    { "out[0] = 1; / #pragma OPENCL FP_CONTRACT OFF", UNSAID },
    { "#pragma unroll / for (int i = 0; i < 4; i++) out[i] = i;", ACCEPTED },
    { "#pragma unroll 2 / for (int i = 0; i < 4; i++) out[i] = i;", ACCEPTED },
    { "#pragma unroll / out[0] = 1;", UNSAID },
};

char *other_program(const other_case *c)
{
    ocl_growing text = { 0 };
    const char *second = strstr(c->text, " / ");
    const size_t first = second ? (size_t)(second - c->text) : strlen(c->text);
    ocl_append_format(&text, "kernel void pragmas_other(global int *out)\n{\n%.*s\n%s\n}\n",
                      (int)first, c->text, second ? second + 3 : "");
    return text.text;
}
