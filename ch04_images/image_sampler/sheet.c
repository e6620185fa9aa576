// SPDX-License-Identifier: MIT

#include "sheet.h"

enum { HEADING = 20, GAP = 6, SQUARE = 5 };    // in pixels

// --- lower-case letters, '_' and blanks in black dots

// Nine letters side by side, 5 x 9 dots each.
enum { ACROSS = 9, WIDTH = 5, ROWS = 9, ADVANCE = WIDTH + 1 };
static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz_";
static const char *const DOTS[3 * ROWS] = {
    //  a     b     c     d     e     f     g     h     i
    "..... #.... ..... ....# ..... ..##. ..... #.... ..#..",
    "..... #.... ..... ....# ..... .#..# ..... #.... .....",
    ".###. #.##. .###. .##.# .###. .#... .#### #.##. .##..",
    "....# ##..# #.... #..## #...# ###.. #...# ##..# ..#..",
    ".#### #...# #.... #...# ##### .#... #...# #...# ..#..",
    "#...# #...# #...# #...# #.... .#... #...# #...# ..#..",
    ".#### ####. .###. .#### .###. .#... .#### #...# .###.",
    "..... ..... ..... ..... ..... ..... ....# ..... .....",
    "..... ..... ..... ..... ..... ..... .###. ..... .....",
    //  j     k     l     m     n     o     p     q     r
    "...#. #.... .##.. ..... ..... ..... ..... ..... .....",
    "..... #.... ..#.. ..... ..... ..... ..... ..... .....",
    "..##. #..#. ..#.. ##.#. #.##. .###. ####. .#### #.##.",
    "...#. #.#.. ..#.. #.#.# ##..# #...# #...# #...# ##..#",
    "...#. ##... ..#.. #.#.# #...# #...# #...# #...# #....",
    "...#. #.#.. ..#.. #...# #...# #...# #...# #...# #....",
    "...#. #..#. .###. #...# #...# .###. ####. .#### #....",
    "#..#. ..... ..... ..... ..... ..... #.... ....# .....",
    ".##.. ..... ..... ..... ..... ..... #.... ....# .....",
    //  s     t     u     v     w     x     y     z     _
    "..... .#... ..... ..... ..... ..... ..... ..... .....",
    "..... .#... ..... ..... ..... ..... ..... ..... .....",
    ".###. ###.. #...# #...# #...# #...# #...# ##### .....",
    "#.... .#... #...# #...# #...# .#.#. #...# ...#. .....",
    ".###. .#... #...# #...# #.#.# ..#.. #...# ..#.. .....",
    "....# .#..# #..## .#.#. #.#.# .#.#. #...# .#... .....",
    "####. ..##. .##.# ..#.. .#.#. #...# .#### ##### .....",
    "..... ..... ..... ..... ..... ..... ....# ..... #####",
    "..... ..... ..... ..... ..... ..... .###. ..... .....",
};

static bool is_dot(const char *letter, int column, int row)
{
    const int at = (int)(letter - LETTERS);
    return DOTS[at / ACROSS * ROWS + row][at % ACROSS * ADVANCE + column] == '#';
}

// Dots outside of the picture are left out.
static void set_black(ocl_picture *picture, int x, int y)
{
    if (x < 0 || y < 0 || (uint32_t)x >= picture->width || (uint32_t)y >= picture->height) return;
    uint8_t *pixel = &picture->rgba[4 * ((size_t)y * picture->width + (size_t)x)];
    pixel[0] = pixel[1] = pixel[2] = 0;
}

// Six pixels per letter.  (x, y) is the top left corner of the text; of a text that reads upwards,
// the bottom left one.
static void write_text(ocl_picture *picture, int x, int y, const char *text, bool up)
{
    for (int start = 0; *text; text++, start += ADVANCE) {
        const char *letter = strchr(LETTERS, *text);
        if (!letter) continue;    // a blank
        for (int row = 0; row < ROWS; row++)
            for (int column = 0; column < WIDTH; column++) {
                const int along = start + column;
                if (is_dot(letter, column, row))
                    set_black(picture, up ? x + row : x + along, up ? y - along - 1 : y + row);
            }
    }
}

// --- the sheet

static int cell_x(const sampler_views *views, size_t column)
{
    return HEADING + (int)(column * (views->width + GAP));
}

static int cell_y(const sampler_views *views, size_t row)
{
    return HEADING + (int)(row * (SAMPLER_VIEWS * views->height + GAP));
}

bool sampler_sheet_alloc(ocl_picture *sheet, const sampler_views *views, ocl_message *why)
{
    const int width = cell_x(views, SAMPLER_COLUMNS), height = cell_y(views, SAMPLER_ROWS);
    if (!ocl_picture_alloc(sheet, (size_t)width, (size_t)height, why)) return false;
    memset(sheet->rgba, 255, (size_t)4 * sheet->width * sheet->height);
    for (size_t i = 0; i < SAMPLER_COLUMNS; i++)
        write_text(sheet, cell_x(views, i), GAP, SAMPLER_COLUMN_NAMES[i], false);
    for (size_t i = 0; i < SAMPLER_ROWS; i++)
        write_text(sheet, GAP, cell_y(views, i + 1) - GAP, SAMPLER_ROW_NAMES[i], true);
    return true;
}

static bool is_readable(const sampler_views *views, const sampler_mode *mode, size_t view, size_t x,
                        size_t y)
{
    const double width = views->picture->width, height = views->picture->height;
    const double u = sampler_view_point(view, x, views->width, width);
    const double v = sampler_view_point(view, y, views->height, height);
    return mode->addressing != CL_ADDRESS_NONE || (u > 0.0 && u < width && v > 0.0 && v < height);
}

// The border is black where it is transparent, so that colours are already multiplied by alpha.
void sampler_sheet_draw(ocl_picture *sheet, const sampler_views *views, const sampler_mode *mode,
                        const float *samples)
{
    const size_t left = (size_t)cell_x(views, sampler_mode_column(mode));
    const size_t top = (size_t)cell_y(views, sampler_mode_row(mode));
    for (size_t y = 0; y < SAMPLER_VIEWS * views->height; y++)
        for (size_t x = 0; x < views->width; x++) {
            const float paper = (x / SQUARE + y / SQUARE) % 2 == 0 ? 0.8f : 1.0f;
            const bool readable = is_readable(views, mode, y / views->height, x, y % views->height);
            const float *sample = &samples[4 * (y * views->width + x)];
            uint8_t *pixel = &sheet->rgba[4 * ((top + y) * sheet->width + left + x)];
            for (int c = 0; c < 3; c++) {
                const float colour = readable ? sample[c] + (1.0f - sample[3]) * paper : paper;
                pixel[c] = (uint8_t)lrintf(255.0f * fminf(fmaxf(colour, 0.0f), 1.0f));
            }
        }
}
