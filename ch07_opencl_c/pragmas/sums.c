// SPDX-License-Identifier: MIT

#include "sums.h"

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
