// SPDX-License-Identifier: MIT

#include "cases.h"

#include <float.h>

float question_number(uint64_t bits)
{
    return 0.5f + 1.5f * (float)(bits >> 40) / (1 << 24);    // from 0.5 up to 2
}

static float number_or_zero(uint64_t bits)
{
    return bits % 4 == 0 ? 0.0f : bits % 4 == 1 ? -0.0f : question_number(bits);
}

static float number_or_nan(uint64_t bits)
{
    return bits % 4 == 0 ? NAN : question_number(bits);
}

// The product or quotient of two floats is computed in double.  Rounded to float it is what an
// exact device gives.
static float product(float x, float y)
{
    return (float)((double)x * y) - 1.0f;
}

static float product_fused(float x, float y)
{
    return (float)((double)x * y - 1.0);    // exact in double: 48 bits, and -1 loses none
}

static float quotient(float x, float y)
{
    return (float)((double)x / y);
}

static float root(float x, float y)
{
    (void)y;
    return (float)sqrt(x);
}

static float tenth(float x, float y)
{
    (void)y;
    return (float)(x * 0.1);
}

static float tenth_single(float x, float y)
{
    (void)y;
    return (float)((double)x * 0.1f);
}

static float denormal(float x, float y)
{
    (void)y;
    return (float)((double)x * FLT_MIN);
}

static float denormal_flushed(float x, float y)
{
    return x < 1.0f ? 0.0f : denormal(x, y);
}

static float sign(float x, float y)
{
    (void)x, (void)y;
    return 1.0f;    // the only negative input is -0, and -0 + 0 is +0
}

static float sign_of_x(float x, float y)
{
    (void)y;
    return signbit(x) ? -1.0f : 1.0f;
}

static float nan_seen(float x, float y)
{
    (void)y;
    return isnan(x) ? 1.0f : 0.0f;
}

static float nan_denied(float x, float y)
{
    (void)x, (void)y;
    return 0.0f;
}

const char *const QUESTION_NAMES[] = { "product", "quotient", "root", "tenth", "denormal",
                                       "sign",    "nan",      "sum",  NULL };

const question_rules QUESTION_RULES[] = {
    [PRODUCT] = { "x * y - 1", question_number, product, product_fused, 3 },
    [QUOTIENT] = { "x / y", question_number, quotient, NULL, 3 },
    [ROOT] = { "sqrt(x)", question_number, root, NULL, 2 },
    [TENTH] = { "x * 0.1", question_number, tenth, tenth_single, 2 },
    [DENORMAL] = { "x * FLT_MIN", question_number, denormal, denormal_flushed, 2 },
    [SIGN] = { "sign of x + 0", number_or_zero, sign, sign_of_x, 2 },
    [NAN_TEST] = { "x != x", number_or_nan, nan_seen, nan_denied, 2 },
    [SUM] = { "x0 + x1 + ...", question_number, NULL, NULL, 1 },
};

// A quotient may be off by 2.5 ULP (since OpenCL 2.0 also with the relaxed options), a square root
// by 3 ULP.  The exact result is rounded itself: at most 3 floats lie between the two.  A sum of k
// positive numbers, added in any order, is off by less than k ULP: two orders are less than 2 k
// apart.
const option_case CASES[CASE_COUNT] = {
    { PRODUCT, "product", "", EITHER, 0 },    // contraction is on
    { PRODUCT, "product uncontracted", "-DNO_CONTRACTION", EXACT, 0 },
    { PRODUCT, "product mad", "-cl-mad-enable", EITHER, 0 },
    { PRODUCT, "product unoptimised", "-cl-opt-disable", EITHER, 0 },
    { QUOTIENT, "quotient", "", EXACT, 3 },
    { QUOTIENT, "quotient rounded", "-cl-fp32-correctly-rounded-divide-sqrt", EXACT, 0 },
    { QUOTIENT, "quotient relaxed", "-cl-fast-relaxed-math", EXACT, 3 },
    { ROOT, "root", "", EXACT, 3 },
    { ROOT, "root rounded", "-cl-fp32-correctly-rounded-divide-sqrt", EXACT, 0 },
    { TENTH, "tenth", "", EXACT, 0 },
    { TENTH, "tenth single", "-cl-single-precision-constant", OTHER, 0 },
    { DENORMAL, "denormal", "", EXACT, 0 },
    { DENORMAL, "denormal flushed", "-cl-denorms-are-zero", EITHER, 0 },
    { DENORMAL, "denormal relaxed", "-cl-fast-relaxed-math", EITHER, 0 },
    { SIGN, "sign", "", EXACT, 0 },
    { SIGN, "sign ignored", "-cl-no-signed-zeros", EITHER, 0 },
    { NAN_TEST, "nan", "", EXACT, 0 },
    { NAN_TEST, "nan finite", "-cl-finite-math-only", EITHER, 0 },
    { NAN_TEST, "nan relaxed", "-cl-fast-relaxed-math", EITHER, 0 },
    { SUM, "sum", "", EXACT, 0 },
    { SUM, "sum unoptimised", "-cl-opt-disable", EXACT, 0 },
    { SUM, "sum unsafe", "-cl-unsafe-math-optimizations", EXACT, ANY_ORDER },
    { SUM, "sum relaxed", "-cl-fast-relaxed-math", EXACT, ANY_ORDER },
};
