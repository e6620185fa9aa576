// SPDX-License-Identifier: MIT

#include "drawing.h"

enum { SCALE = 6, CELL_WIDTH = 15 * SCALE, CELL_HEIGHT = 10 * SCALE, GLYPH_ROWS = 5 };

// Three bits per row.
static const unsigned char GLYPHS[DIGITS][GLYPH_ROWS] = {
    { 7, 5, 5, 5, 7 }, { 2, 6, 2, 2, 7 }, { 7, 1, 7, 4, 7 }, { 7, 1, 7, 1, 7 }, { 5, 5, 7, 1, 1 },
    { 7, 4, 7, 1, 7 }, { 7, 4, 7, 5, 7 }, { 7, 1, 2, 2, 2 }, { 7, 5, 7, 5, 7 }, { 7, 5, 7, 1, 7 },
};

typedef struct {
    uint8_t red, green, blue;
} colour;

// A square of SCALE x SCALE pixels at column x and row y of such squares.
static void fill_square(ocl_picture *picture, const size_t at[2], colour c)
{
    for (size_t y = at[1]; y < at[1] + SCALE; y++)
        for (size_t x = at[0]; x < at[0] + SCALE; x++) {
            uint8_t *pixel = picture->rgba + 4 * (y * picture->width + x);
            pixel[0] = c.red;
            pixel[1] = c.green;
            pixel[2] = c.blue;
        }
}

static void draw_image(ocl_picture *picture, const size_t corner[2], const image *x)
{
    for (size_t p = 0; p < IMAGE_PIXELS; p++) {
        const size_t at[2] = { corner[0] + p % IMAGE_SIDE * SCALE,
                               corner[1] + p / IMAGE_SIDE * SCALE };
        const uint8_t grey = (uint8_t)(255 - 15 * x->pixels[p]);
        fill_square(picture, at, (colour){ grey, grey, grey });
    }
}

static void draw_glyph(ocl_picture *picture, const size_t corner[2], int digit, colour c)
{
    for (size_t row = 0; row < GLYPH_ROWS; row++)
        for (size_t bit = 0; bit < 3; bit++) {
            const size_t at[2] = { corner[0] + (IMAGE_SIDE + 1 + bit) * SCALE,
                                   corner[1] + (row + 1) * SCALE };
            if (GLYPHS[digit][row] >> (2 - bit) & 1) fill_square(picture, at, c);
        }
}

void draw_digits(const image *const *images, const int *read, size_t count, const char *path)
{
    static const colour RIGHT = { 0, 140, 60 }, WRONG = { 210, 30, 30 };
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, DRAWN_COLUMNS * CELL_WIDTH, DRAWN_ROWS * CELL_HEIGHT, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    memset(picture.rgba, 255, 4 * (size_t)picture.width * picture.height);
    for (size_t i = 0; i < count && i < DRAWN; i++) {
        const size_t corner[2] = { i % DRAWN_COLUMNS * CELL_WIDTH + SCALE,
                                   i / DRAWN_COLUMNS * CELL_HEIGHT + SCALE };
        draw_image(&picture, corner, images[i]);
        draw_glyph(&picture, corner, read[i], read[i] == images[i]->digit ? RIGHT : WRONG);
    }
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}
