// SPDX-License-Identifier: MIT

#include "cases.h"

#include <limits.h>

const char *const INT_CODE[INT_ROWS] = {
    "+x",     "-x",        "x + y",        "x - y",
    "x * y",  "x / y",     "x % y",        "z++",
    "z",      "--z",       "~x",           "x & y",
    "x | y",  "x ^ y",     "x << y",       "x >> y",
    "x < y",  "x > y",     "x <= y",       "x >= y",
    "x == y", "x != y",    "!x",           "x && y",
    "x || y", "x ? y : 5", "((void)x, y)", "z += y, ^= x, >>= 1, *= 3",
};

const rule_case RULE_CASES[RULE_COUNT] = {
    { "uchar 200 + uchar 100", 1, { 300 } },
    { "uchar4 200 + uchar4 100", 4, { 44, 44, 44, 44 } },
    { "int4 + short", 4, { 15, 16, 17, 18 } },
    { "int -1 < uint 1", 1, { 0 } },
    { "sizeof(uchar < uchar)", 1, { 4 } },
    { "sizeof(uchar4 < uchar4)", 1, { 4 } },
    { "uchar 200 > uchar 100", 1, { 1 } },
    { "uchar4 200 > uchar4 100", 4, { -1, -1, -1, -1 } },
    { "int4(-1, 0, 1, INT_MIN) ? w : u", 4, { 10, 21, 22, 13 } },
    { "select(u, w, int4(-1, 0, 1, INT_MIN))", 4, { 10, 21, 22, 13 } },
    { "select(20, 10, 1)", 1, { 10 } },
    { "shuffle(w, uint4(3, 3, 0, 1))", 4, { 13, 13, 10, 11 } },
    { "shuffle(w, uint4(7, 4, 5, 6))", 4, { 13, 10, 11, 12 } },
    { "shuffle2(w, u, uint8(0, 4, 1, 5, ...))", 8, { 10, 20, 11, 21, 12, 22, 13, 23 } },
    { "int4 = (1, 2, 3, 5)", 4, { 5, 5, 5, 5 } },
};

const language_rule OPERATORS_REFUSED[OPERATORS_REFUSED_COUNT] = {
    { .rule = "a scalar of higher rank",
      .wrong = "int a = 1; short4 b = 2; short4 c = b + a;",
      .right = "short a = 1; short4 b = 2; short4 c = b + a;" },
    { .rule = "a float beside a vector of int",
      .wrong = "int4 a = 1; float f = 2; int4 c = a + f;",
      .right = "float4 a = 1; int f = 2; float4 c = a + f;" },
    { .rule = "vectors of two types",
      .wrong = "int4 a = 1; uint4 b = 2; int4 c = a + b;",
      .right = "int4 a = 1; uint4 b = 2; int4 c = a + as_int4(b);" },
    { .rule = "vectors of two lengths",
      .wrong = "int4 a = 1; int2 b = 2; int4 c = a + b;",
      .right = "int4 a = 1; int2 b = 2; int2 c = a.xy + b;" },
    { .rule = "no remainder of floats",
      .wrong = "float a = 5, b = 3; float c = a % b;",
      .right = "float a = 5, b = 3; float c = fmod(a, b);" },
    { .rule = "no bits of floats",
      .wrong = "float4 a = 1; float4 b = ~a;",
      .right = "float4 a = 1; int4 b = ~as_int4(a);" },
    { .rule = "no shift of floats",
      .wrong = "float4 a = 1; float4 b = a << 1;",
      .right = "float4 a = 1; float4 b = ldexp(a, 1);" },
    { .rule = "no scalar shifted by a vector",
      .wrong = "int4 a = 1; int4 b = 1 << a;",
      .right = "int4 a = 1; int4 b = (int4)(1) << a;" },
    { .rule = "no scalar condition from a vector",
      .wrong = "int4 a = 1; if (a == 1) out[0] = 1;",
      .right = "int4 a = 1; if (all(a == 1)) out[0] = 1;" },
    { .rule = "a choice as long as its condition",
      .wrong = "int4 a = 1; int2 b = 2; b = a ? b : b;",
      .right = "int4 a = 1; int2 b = 2; b = a.xy ? b : b;" },
};
