// SPDX-License-Identifier: MIT

#include "labels.h"

#include <string.h>

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

static void draw(ocl_picture *picture, int x, int y, const char *text, bool up)
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

void label_across(ocl_picture *picture, int x, int y, const char *text)
{
    draw(picture, x, y, text, false);
}

void label_up(ocl_picture *picture, int x, int y, const char *text)
{
    draw(picture, x, y, text, true);
}
