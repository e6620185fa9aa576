// SPDX-License-Identifier: MIT

#include "ref.h"

// OpenCL gives no bound for a linear filter.  A GPU may keep 8 bits of a weight and cut the others
// off.  In a volume it may round the products of three weights, too.  A place on a ray is a float:
// PLACE is more than it can be off, as far as a ray leads.  RESULT is for the mean itself.
static const double WEIGHT = 0x1p-8, PRODUCTS = 0x1p-9, PLACE = 0x1p-11, RESULT = 0x1p-15;

typedef struct {
    double value, off;    // off: how far from it a device may be
} number;

// A number of the volume, 0 to 1, and 0 outside.
static double texel(const scan *s, long x, long y, long z)
{
    const long side = (long)s->v.side;
    if (x < 0 || y < 0 || z < 0 || x >= side || y >= side || z >= side) return 0.0;
    return s->volume[(z * side + y) * side + x] / 255.0;
}

// The mean of the eight numbers around a place; a nearer one counts more.  A weight that is off
// moves the mean by this part of the way from the least to the most of the eight, for each axis.
static number density(const scan *s, const double at[3])
{
    long whole[3];
    double part[3];
    for (int c = 0; c < 3; c++) {
        if (!(at[c] > -1.0 && at[c] < (double)s->v.side)) return (number){ 0.0, 0.0 };
        whole[c] = (long)(at[c] + 1.0) - 1;    // rounded down
        part[c] = at[c] - (double)whole[c];
    }
    double mean = 0.0, least = 1.0, most = 0.0;
    for (int k = 0; k < 8; k++) {
        const int x = k & 1, y = k >> 1 & 1, z = k >> 2;
        const double there = texel(s, whole[0] + x, whole[1] + y, whole[2] + z);
        mean += there * (x ? part[0] : 1.0 - part[0]) * (y ? part[1] : 1.0 - part[1]) *
                (z ? part[2] : 1.0 - part[2]);
        least = fmin(least, there);
        most = fmax(most, there);
    }
    const double range = most - least;
    const double off = (3.0 * (WEIGHT + PLACE) + PRODUCTS) * range + RESULT * most;
    return (number){ mean, off + (range > 0.0 ? 3.0 * s->step : 0.0) };
}

// The colour of a density.  Two neighbours of the table have a line between them.  A density that
// is off moves along this line, and maybe along the next one: as far as the steepest of them goes.
static void colour(const scan *s, number density, number found[4])
{
    const double at = density.value * (COLOURS - 1), off = density.off * (COLOURS - 1) + WEIGHT;
    const int first = (int)fmax(at - off, 0.0), last = (int)fmin(at + off, COLOURS - 2);
    const int here = (int)fmin(at, COLOURS - 2);
    for (int c = 0; c < 4; c++) {
        const double low = s->colours[here][c] / 255.0, high = s->colours[here + 1][c] / 255.0;
        double steepest = 0.0;
        for (int k = first; k <= last; k++)
            steepest = fmax(steepest, abs(s->colours[k + 1][c] - s->colours[k][c]) / 255.0);
        found[c].value = low + (at - here) * (high - low);
        found[c].off = off * steepest + RESULT * found[c].value + (steepest > 0.0 ? s->step : 0.0);
    }
}

// How light a place is: 0.2 to 1.  The change of the density is a vector that is off by at most
// `off`.  Divided by its length + 0.1 it is off by at most off / (the least length + 0.1).
static number lit(const scan *s, const double at[3])
{
    double to_light = 0.0, lights = 0.0, squares = 0.0, off_squares = 0.0;
    for (int c = 0; c < 3; c++) {
        double ahead[3] = { at[0], at[1], at[2] }, behind[3] = { at[0], at[1], at[2] };
        ahead[c] += 1.0;
        behind[c] -= 1.0;
        const number a = density(s, ahead), b = density(s, behind);
        const double change = a.value - b.value, light = (double)s->v.light.s[c];
        to_light -= change * light;
        lights += light * light;
        squares += change * change;
        off_squares += (a.off + b.off) * (a.off + b.off);
    }
    const double length = sqrt(squares), off = sqrt(off_squares);
    return (number){ 0.6 + 0.4 * to_light / sqrt(lights) / (length + 0.1),
                     0.4 * off / (fmax(length - off, 0.0) + 0.1) };
}

// Pixel i.  A step that is off in what it keeps changes what is seen of all behind it, which is 0
// to 1.  One that is off in its colour changes that alone.  Both count as far as light passes.
static void ray(float *seen, float *bounds, const scan *s, size_t i)
{
    const view *v = &s->v;
    const double column = (double)(i % v->width), row = (double)(i / v->width);
    double sum[4] = { 0.0 }, off[4] = { 0.0 };
    for (size_t step = 0; step < v->steps && sum[3] < 0.996; step++) {
        double at[3];
        for (int c = 0; c < 3; c++)
            at[c] = (double)v->start.s[c] + column * (double)v->right.s[c] +
                    row * (double)v->down.s[c] + (double)step * (double)v->forward.s[c];
        number here[4];
        colour(s, density(s, at), here);
        const number keeps = here[3];
        if (keeps.value + keeps.off == 0.0) continue;
        const number light = lit(s, at);
        const double passes = 1.0 - sum[3];
        for (int c = 0; c < 3; c++) {
            sum[c] += passes * keeps.value * light.value * here[c].value;
            off[c] += passes * (keeps.off + keeps.value * (light.off + here[c].off));
        }
        sum[3] += passes * keeps.value;
        off[3] += passes * keeps.off;
    }
    for (int c = 0; c < 4; c++) {
        seen[c] = (float)sum[c];
        bounds[c] =
            (float)(off[c] + 0.0041);    // one of both may stop, with 0.004 of the light left
    }
}

void volume_render_image_ref(float *picture, float *bounds, const scan *s)
{
    for (size_t i = 0; i < s->v.width * s->v.height; i++)
        ray(picture + 4 * i, bounds + 4 * i, s, i);
}
