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

const contraction_case CONTRACTION_CASES[CONTRACTIONS] = {
    { "pragmas_unsaid", "no pragma", true, true },
    { "pragmas_on", "FP_CONTRACT ON", true, true },
    { "pragmas_off", "FP_CONTRACT OFF", false, true },
    [TWO_EXPRESSIONS] = { "pragmas_two", "two expressions", false, true },
    { "pragmas_fma", "fma(x, y, z), FP_CONTRACT OFF", true, false },
};

sums sums_open(size_t n, uint64_t seed)
{
    sums s = { .n = n };
    float **const arrays[] = { &s.x, &s.y, &s.z, &s.once, &s.twice, &s.out, &s.want };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        *arrays[i] = ocl_alloc(n * sizeof(float));
    ocl_fill_f32(s.x, n, 0.5f, 2.0f, seed);
    ocl_fill_f32(s.y, n, 0.5f, 2.0f, seed + 1);
    ocl_fill_f32(s.z, n, -2.0f, -0.5f, seed + 2);
    for (size_t i = 0; i < n; i++) {
        // A double holds the product exactly, and these sums, too: of 50 bits at most.  Not fmaf(),
        // which some C libraries round twice.
        const double product = (double)s.x[i] * s.y[i];
        s.once[i] = (float)(product + s.z[i]);
        s.twice[i] = (float)((double)(float)product + s.z[i]);
    }
    return s;
}

void sums_close(sums *s)
{
    float *const arrays[] = { s->x, s->y, s->z, s->once, s->twice, s->out, s->want };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
}

roundings sums_count(const sums *s)
{
    roundings r = { 0 };
    for (size_t i = 0; i < s->n; i++) {
        const bool once = s->out[i] == s->once[i], twice = s->out[i] == s->twice[i];
        r.alike += once && twice;
        r.once += once && !twice;
        r.twice += twice && !once;
    }
    return r;
}

ocl_result sums_verify(sums *s, size_t index, bool once_allowed)
{
    const contraction_case *c = &CONTRACTION_CASES[index];
    const bool may_be_once = c->once || once_allowed;
    for (size_t i = 0; i < s->n; i++) {
        const bool once = may_be_once && (!c->twice || s->out[i] == s->once[i]);
        s->want[i] = once ? s->once[i] : s->twice[i];
    }
    return ocl_verify_f32(c->code, s->out, s->want, s->n, 0.0);
}
