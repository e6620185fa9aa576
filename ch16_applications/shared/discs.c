// SPDX-License-Identifier: MIT

#include "discs.h"

enum { APART = DIAMETER + RADIUS };    // the places at first

// Each somewhere in its place of a lattice.  The places are taken in no order.
discs discs_make(size_t n, uint64_t seed)
{
    const size_t across = (size_t)ceil(sqrt((double)n)), bytes = n * sizeof(cl_int2);
    discs d = { n, (int)across * APART, 0, ocl_alloc(bytes), ocl_alloc(bytes), ocl_alloc(bytes) };
    d.cells = d.side / DIAMETER;
    for (size_t i = 0; i < n; i++) {
        const size_t k = i * 7919 % (across * across);    // a prime, so each place once
        const size_t lattice[2] = { k % across, k / across };
        for (int c = 0; c < 2; c++) {
            const uint64_t random = ocl_random(seed, 2 * i + (uint64_t)c);
            d.at[i].s[c] = (int)lattice[c] * APART + RADIUS + (int)(random % RADIUS);
            d.velocity[i].s[c] = (int)((random >> 32) % (2 * FASTEST + 1)) - FASTEST;
        }
    }
    return d;
}

void discs_step(discs *d)
{
    memset(d->force, 0, d->n * sizeof *d->force);
    for (size_t i = 0; i < d->n; i++)
        for (size_t j = 0; j < i; j++) {
            const int x = d->at[i].s[0] - d->at[j].s[0], y = d->at[i].s[1] - d->at[j].s[1];
            if (abs(x) >= DIAMETER || abs(y) >= DIAMETER) continue;
            const int closer = DIAMETER * DIAMETER - x * x - y * y;
            if (closer <= 0) continue;
            const int push[2] = { x * closer / SOFTNESS, y * closer / SOFTNESS };
            for (int c = 0; c < 2; c++) {
                d->force[i].s[c] += push[c];
                d->force[j].s[c] -= push[c];
            }
        }
    const int low = RADIUS, high = d->side - RADIUS;
    for (size_t i = 0; i < d->n; i++)
        for (int c = 0; c < 2; c++) {
            int *at = &d->at[i].s[c], *velocity = &d->velocity[i].s[c];
            *velocity += d->force[i].s[c];
            *at += *velocity;
            if (*at >= low && *at <= high) continue;
            *velocity = -*velocity;
            *at = *at < low ? 2 * low - *at : 2 * high - *at;
            *at = *at < low ? low : *at > high ? high : *at;
        }
}

void discs_draw(const discs *d, const char *path)
{
    enum { SIDE = 600 };    // pixels
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, SIDE, SIDE, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        picture.rgba[4 * i + 3] = 255;
    const double scale = (double)SIDE / d->side, radius = RADIUS * scale;
    for (size_t i = 0; i < d->n; i++) {
        const double x = d->at[i].s[0] * scale, y = d->at[i].s[1] * scale;
        const double speed = hypot(d->velocity[i].s[0], d->velocity[i].s[1]) / (1.5 * FASTEST);
        const double red = 255.0 * fmin(speed, 1.0);
        for (int row = (int)(y - radius); row <= (int)(y + radius); row++)
            for (int column = (int)(x - radius); column <= (int)(x + radius); column++) {
                if (row < 0 || row >= SIDE || column < 0 || column >= SIDE) continue;
                if (hypot(column + 0.5 - x, row + 0.5 - y) > radius) continue;
                uint8_t *pixel = &picture.rgba[4 * (row * SIDE + column)];
                pixel[0] = (uint8_t)red;
                pixel[1] = 120;
                pixel[2] = (uint8_t)(255.0 - red);
            }
    }
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}

void discs_free(discs *d)
{
    free(d->at);
    free(d->velocity);
    free(d->force);
}
