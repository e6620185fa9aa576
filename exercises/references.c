// SPDX-License-Identifier: MIT
//
// references - the right answers, in plain C.  Each has the name that `reference` of run.txt gives.

#include "exercise.h"

#define IN(type, name)   const type *name = exercise_in(e, #name)
#define WANT(type, name) type *name = exercise_want(e, #name)

static void saxpy(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    const float a = (float)exercise_value(e, "a");
    for (size_t i = 0; i < e->n; i++)
        y[i] = a * x[i] + y[i];
}

// Element i is i * i.
static void squares(const exercise *e)
{
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = (uint32_t)(i * i);
}

static void twice(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = 2 * x[i];
}

static void transpose(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    for (size_t r = 0; r < e->h; r++)
        for (size_t c = 0; c < e->w; c++)
            y[c * e->h + r] = x[r * e->w + c];
}

// One sum for each work-group.
static void sum_groups(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, sums);
    memset(sums, 0, e->groups * sizeof *sums);
    for (size_t i = 0; i < e->n; i++)
        sums[i / e->local[0]] += x[i];
}

static void histogram(const exercise *e)
{
    IN(unsigned char, x);
    WANT(uint32_t, hist);
    for (size_t i = 0; i < e->n; i++)
        hist[x[i]]++;
}

static void neighbours(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = x[i > 0 ? i - 1 : 0] + x[i] + x[i + 1 < e->n ? i + 1 : i];
}

static void in_steps(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, y);
    const uint64_t step = (uint64_t)exercise_value(e, "step");
    for (size_t i = 0; i < e->n; i++)
        y[i] = x[i * step % e->n];
}

// rint rounds halves to the even number.
static void to_bytes(const exercise *e)
{
    IN(float, x);
    WANT(unsigned char, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = (unsigned char)fmin(fmax(rint((double)x[i]), 0), 255);
}

static const struct {
    const char *name;
    void (*run)(const exercise *e);
} REFERENCES[] = { { "saxpy", saxpy },           { "squares", squares },
                   { "twice", twice },           { "transpose", transpose },
                   { "sum_groups", sum_groups }, { "histogram", histogram },
                   { "neighbours", neighbours }, { "in_steps", in_steps },
                   { "to_bytes", to_bytes } };

bool exercise_reference(const exercise *e, const char *name)
{
    for (size_t i = 0; i < sizeof REFERENCES / sizeof *REFERENCES; i++)
        if (strcmp(REFERENCES[i].name, name) == 0) {
            REFERENCES[i].run(e);
            return true;
        }
    return false;
}
