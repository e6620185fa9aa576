// SPDX-License-Identifier: MIT

#include "reference.h"

typedef struct {
    uint8_t c[4];    // red, green, blue, alpha
} pixel;

static pixel *row_of(const ocl_picture *picture, size_t y)
{
    return (pixel *)picture->rgba + y * picture->width;
}

ocl_picture picture_like(const ocl_picture *picture)
{
    ocl_picture made;
    ocl_message why;
    if (!ocl_picture_alloc(&made, picture->width, picture->height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return made;
}

static pixel smear(pixel before, pixel own)
{
    for (size_t k = 0; k < 4; k++)
        own.c[k] = (uint8_t)((7 * before.c[k] + own.c[k] + 4) / 8);
    return own;
}

void smear_ref(ocl_picture *ref, const ocl_picture *picture)
{
    const size_t width = picture->width;
    for (size_t y = 0; y < picture->height; y++) {
        const pixel *in = row_of(picture, y);
        pixel *out = row_of(ref, y);
        out[0] = smear(in[0], in[0]);
        for (size_t x = 1; x < width; x++)
            out[x] = smear(out[x - 1], in[x]);
        for (size_t x = width - 1; x > 0; x--)
            out[x - 1] = smear(out[x], out[x - 1]);
    }
}

// Darker first.  Pixels with the same light are ordered by red, green, blue and alpha.
static int compare(const void *a, const void *b)
{
    const uint8_t *p = ((const pixel *)a)->c, *q = ((const pixel *)b)->c;
    const int light_p = 54 * p[0] + 183 * p[1] + 19 * p[2];
    const int light_q = 54 * q[0] + 183 * q[1] + 19 * q[2];
    return light_p != light_q ? light_p - light_q : memcmp(p, q, 4);
}

void sort_ref(ocl_picture *ref, const ocl_picture *picture, size_t segment)
{
    memcpy(ref->rgba, picture->rgba, (size_t)4 * picture->width * picture->height);
    for (size_t y = 0; y < ref->height; y++)
        for (size_t x = 0; x < ref->width; x += segment)
            qsort(row_of(ref, y) + x, ocl_smaller(segment, ref->width - x), sizeof(pixel), compare);
}

static bool equal(pixel a, pixel b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

ocl_result shift_verify(const ocl_picture *out, const ocl_picture *picture, size_t group,
                        shift_counts *counts)
{
    ocl_result result = { .pass = true };
    memset(counts, 0, sizeof *counts);
    pixel *want = ocl_alloc(picture->width * sizeof *want);
    for (size_t y = 0; y < picture->height; y++) {
        const pixel *got = row_of(out, y), *in = row_of(picture, y);
        want[0] = in[0];
        for (size_t x = 1; x < picture->width; x++) {
            want[x] = in[x - 1];
            if (x % group != 0) continue;
            const bool by_one = equal(got[x], in[x - 1]);
            counts->firsts++;
            counts->by_one += by_one;
            counts->by_two += !by_one && x > 1 && equal(got[x], in[x - 2]);
            want[x] = got[x];    // compared with nothing
        }
        result = ocl_result_both(
            result, ocl_verify_bytes("moved", got, want, picture->width * sizeof *want));
    }
    free(want);
    return result;
}
