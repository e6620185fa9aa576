// SPDX-License-Identifier: MIT

#include "draw.h"
#include "font.h"

#include <math.h>
#include <string.h>

// Moves a pixel's colour by `share` (0 to 1) of the way to another.
static void blend(uint8_t *pixel, ocl_colour colour, double share)
{
    const uint8_t goal[4] = { colour.r, colour.g, colour.b, 255 };
    for (int i = 0; i < 4; i++)
        pixel[i] = (uint8_t)lround(pixel[i] + share * (goal[i] - pixel[i]));
}

static uint8_t *pixel_at(ocl_picture *picture, int64_t x, int64_t y)
{
    return picture->rgba + 4 * ((size_t)y * picture->width + (size_t)x);
}

// The part of a box that lies inside the picture; 64 bits because dots of huge text are boxes too.
typedef struct {
    int64_t left, top, right, bottom;
} area;

static area clip(const ocl_picture *picture, int64_t x, int64_t y, int64_t width, int64_t height)
{
    area a = { x, y, x + width, y + height };
    if (a.left < 0) a.left = 0;
    if (a.top < 0) a.top = 0;
    if (a.right > picture->width) a.right = picture->width;
    if (a.bottom > picture->height) a.bottom = picture->height;
    return a;
}

static void fill(ocl_picture *picture, area a, ocl_colour colour)
{
    const uint8_t pixel[4] = { colour.r, colour.g, colour.b, 255 };
    for (int64_t y = a.top; y < a.bottom; y++)
        for (int64_t x = a.left; x < a.right; x++)
            memcpy(pixel_at(picture, x, y), pixel, sizeof pixel);
}

void ocl_draw_box(ocl_picture *picture, int x, int y, int width, int height, ocl_colour colour)
{
    fill(picture, clip(picture, x, y, width, height), colour);
}

void ocl_tint_box(ocl_picture *picture, int x, int y, int width, int height, ocl_colour colour,
                  double strength)
{
    const uint8_t ink[3] = { colour.r, colour.g, colour.b };
    area a = clip(picture, x, y, width, height);
    for (int64_t row = a.top; row < a.bottom; row++)
        for (int64_t column = a.left; column < a.right; column++) {
            uint8_t *pixel = pixel_at(picture, column, row);
            for (int i = 0; i < 3; i++)
                pixel[i] = (uint8_t)lround(pixel[i] * (1.0 - strength * (255 - ink[i]) / 255.0));
        }
}

static void draw_glyph(ocl_picture *picture, int64_t x, int64_t y, int64_t scale, bool up,
                       ocl_colour colour, char character)
{
    for (int row = 0; row < OCL_FONT_ROWS; row++)
        for (int column = 0; column < OCL_FONT_WIDTH; column++) {
            if (!ocl_font_dot(character, column, row)) continue;
            int64_t dot_x = up ? x + row * scale : x + column * scale;
            int64_t dot_y = up ? y - (column + 1) * scale : y + row * scale;
            fill(picture, clip(picture, dot_x, dot_y, scale, scale), colour);
        }
}

void ocl_draw_text(ocl_picture *picture, int x, int y, int scale, ocl_colour colour,
                   const char *text)
{
    int64_t advance = (int64_t)scale * (OCL_FONT_WIDTH + 1);
    for (int64_t left = x; *text && left < picture->width; left += advance)
        draw_glyph(picture, left, y, scale, false, colour, *text++);
}

void ocl_draw_text_up(ocl_picture *picture, int x, int y, int scale, ocl_colour colour,
                      const char *text)
{
    int64_t advance = (int64_t)scale * (OCL_FONT_WIDTH + 1);
    for (int64_t bottom = y; *text && bottom > 0; bottom -= advance)
        draw_glyph(picture, x, bottom, scale, true, colour, *text++);
}

void ocl_draw_line(ocl_picture *picture, double x0, double y0, double x1, double y1,
                   ocl_colour colour)
{
    ocl_draw_stroke(picture, x0, y0, x1, y1, 2.0, colour);
}

// The nearest of the pixel edges 0 to `end`.
static int64_t edge(double position, uint32_t end)
{
    return (int64_t)fmin(fmax(position, 0.0), end);
}

void ocl_draw_stroke(ocl_picture *picture, double x0, double y0, double x1, double y1, double width,
                     ocl_colour colour)
{
    double dx = x1 - x0, dy = y1 - y0;
    double length2 = dx * dx + dy * dy;
    if (!isfinite(length2)) return;

    // Only pixels whose centre is at most `reach` from the line can be touched.
    double reach = 0.5 * width + 0.5;
    int64_t left = edge(floor(fmin(x0, x1) - reach), picture->width);
    int64_t top = edge(floor(fmin(y0, y1) - reach), picture->height);
    int64_t right = edge(ceil(fmax(x0, x1) + reach), picture->width);
    int64_t bottom = edge(ceil(fmax(y0, y1) + reach), picture->height);

    for (int64_t y = top; y < bottom; y++)
        for (int64_t x = left; x < right; x++) {
            double px = (double)x + 0.5 - x0, py = (double)y + 0.5 - y0;
            double along = length2 > 0.0 ? (px * dx + py * dy) / length2 : 0.0;
            along = fmin(fmax(along, 0.0), 1.0);
            double off_x = px - along * dx, off_y = py - along * dy;
            double coverage = reach - sqrt(off_x * off_x + off_y * off_y);
            if (coverage > 0.0) blend(pixel_at(picture, x, y), colour, fmin(coverage, 1.0));
        }
}

ocl_colour ocl_palette(size_t index)
{
    static const ocl_colour COLOURS[] = {
        { 0, 114, 178 },      // blue
        { 213, 94, 0 },       // vermillion
        { 0, 158, 115 },      // bluish green
        { 204, 121, 167 },    // reddish purple
        { 230, 159, 0 },      // orange
        { 86, 180, 233 },     // sky blue
        { 0, 0, 0 },          // black
        { 240, 228, 66 },     // yellow
    };
    return COLOURS[index % (sizeof COLOURS / sizeof COLOURS[0])];
}
