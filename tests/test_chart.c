// SPDX-License-Identifier: MIT
//
// Unit tests of draw, font, axis and chart: what is where in the picture.

#include "axis.h"
#include "chart.h"
#include "font.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const ocl_colour WHITE = { 255, 255, 255 }, RED = { 200, 30, 30 }, BLUE = { 20, 60, 220 },
                        GREEN = { 30, 150, 60 };

static ocl_picture blank(size_t width, size_t height)
{
    ocl_picture image;
    ocl_message why;
    assert_true(ocl_picture_alloc(&image, width, height, &why));
    ocl_draw_box(&image, 0, 0, (int)width, (int)height, WHITE);
    return image;
}

static bool is_at(const ocl_picture *image, int x, int y, ocl_colour colour)
{
    const uint8_t *pixel = image->rgba + 4 * ((size_t)y * image->width + (size_t)x);
    return pixel[0] == colour.r && pixel[1] == colour.g && pixel[2] == colour.b;
}

// The pixels of exactly this colour.
typedef struct {
    int count, left, right, top, bottom;    // first and last column and row
} extent;

static extent find_between(const ocl_picture *image, ocl_colour colour, int from, int to)
{
    extent e = { 0, INT_MAX, -1, INT_MAX, -1 };
    for (int y = 0; y < (int)image->height; y++)
        for (int x = from; x < to; x++) {
            if (!is_at(image, x, y, colour)) continue;
            e.count++;
            if (x < e.left) e.left = x;
            if (x > e.right) e.right = x;
            if (y < e.top) e.top = y;
            if (y > e.bottom) e.bottom = y;
        }
    return e;
}

static extent find(const ocl_picture *image, ocl_colour colour)
{
    return find_between(image, colour, 0, (int)image->width);
}

static size_t image_bytes(const ocl_picture *image)
{
    return 4 * (size_t)image->width * image->height;
}

static void assert_near(double value, double expected, double bound)
{
    if (!(fabs(value - expected) <= bound)) fail_msg("%g is not %g +- %g", value, expected, bound);
}

static void test_glyphs_differ(void **state)
{
    (void)state;
    uint64_t glyphs[96] = { 0 };
    for (int c = 0; c < 96; c++)
        for (int row = 0; row < OCL_FONT_ROWS; row++)
            for (int column = 0; column < OCL_FONT_WIDTH; column++)
                glyphs[c] = 2 * glyphs[c] + ocl_font_dot((char)(' ' + c), column, row);
    for (int a = 0; a < 96; a++)
        for (int b = 0; b < a; b++)
            if (glyphs[a] == glyphs[b]) fail_msg("'%c' looks like '%c'", ' ' + a, ' ' + b);

    const char *const others = "\n\t\x01\x7f\x80\xff";
    for (const char *c = others; *c; c++)
        assert_true(ocl_font_dot(*c, 0, 0) && ocl_font_dot(*c, 4, 6) && !ocl_font_dot(*c, 2, 3));
}

static void test_text_size(void **state)
{
    (void)state;
    ocl_picture image = blank(100, 60);
    ocl_draw_text(&image, 10, 20, 3, RED, "HT");
    extent e = find(&image, RED);
    assert_int_equal(e.left, 10);
    assert_int_equal(e.right, 10 + 11 * 3 - 1);
    assert_int_equal(e.top, 20);
    assert_int_equal(e.bottom, 20 + 7 * 3 - 1);
    assert_int_equal(e.count, (17 + 11) * 9);    // dots of an H and of a T
    ocl_picture_free(&image);

    image = blank(100, 60);
    ocl_draw_text(&image, 10, 20, 1, RED, "gjpqy");
    assert_int_equal(find(&image, RED).bottom, 20 + 9 - 1);
    ocl_draw_text(&image, 0, 0, 0, BLUE, "nothing");
    ocl_draw_text(&image, 0, 0, -1, BLUE, "nothing");
    ocl_draw_text(&image, 0, 0, 1, BLUE, "");
    assert_int_equal(find(&image, BLUE).count, 0);
    ocl_picture_free(&image);
}

static void test_text_up_is_turned(void **state)
{
    (void)state;
    ocl_picture level = blank(80, 80), up = blank(80, 80);
    ocl_draw_text(&level, 5, 10, 2, RED, "GB/s");
    ocl_draw_text_up(&up, 10, 80 - 5, 2, RED, "GB/s");
    assert_true(find(&level, RED).count > 100);
    for (int y = 0; y < 80; y++)
        for (int x = 0; x < 80; x++)
            assert_int_equal(is_at(&level, x, y, RED), is_at(&up, y, 79 - x, RED));
    ocl_picture_free(&level);
    ocl_picture_free(&up);
}

static void draw_all(ocl_picture *image, int x, int y)
{
    ocl_draw_text(image, x, y, 2, RED, "Clip gy");
    ocl_draw_text_up(image, x, y, 2, BLUE, "Clip gy");
    ocl_draw_box(image, x - 9, y + 3, 14, 5, GREEN);
    ocl_tint_box(image, x - 3, y - 2, 12, 20, BLUE, 0.5);
    ocl_draw_line(image, x - 20, y - 7, x + 30, y + 9, GREEN);
    ocl_draw_stroke(image, x + 4.5, y + 2.25, x + 4.5, y + 2.25, 9.5, RED);
}

// A picture and the middle of one three times as large must be the same, wherever is drawn.
static void test_clips_at_all_edges(void **state)
{
    (void)state;
    enum { WIDTH = 40, HEIGHT = 24 };
    for (int y = -60; y < HEIGHT + 60; y += 7)
        for (int x = -100; x < WIDTH + 40; x += 9) {
            ocl_picture small = blank(WIDTH, HEIGHT), large = blank(3 * WIDTH, 3 * HEIGHT);
            draw_all(&small, x, y);
            draw_all(&large, x + WIDTH, y + HEIGHT);
            for (size_t row = 0; row < HEIGHT; row++)
                assert_memory_equal(small.rgba + 4 * row * WIDTH,
                                    large.rgba + 4 * ((row + HEIGHT) * 3 * WIDTH + WIDTH),
                                    4 * WIDTH);
            ocl_picture_free(&small);
            ocl_picture_free(&large);
        }
}

static void test_far_positions(void **state)
{
    (void)state;
    const int far[] = { INT_MIN, INT_MAX, -1000000000, 1000000000 };
    ocl_picture image = blank(9, 9);
    ocl_draw_line(&image, NAN, 0, 5, 5, BLUE);
    ocl_draw_line(&image, 0, 0, INFINITY, 5, BLUE);
    ocl_draw_line(&image, -INFINITY, 0, INFINITY, 5, BLUE);
    ocl_draw_line(&image, -DBL_MAX, 0, DBL_MAX, 5, BLUE);
    ocl_draw_line(&image, 4, 4, 1e200, 4, BLUE);
    ocl_draw_line(&image, 1e100, 1e100, 2e100, 1e100, BLUE);
    assert_int_equal(find(&image, WHITE).count, 81);

    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            ocl_draw_text(&image, far[i], far[j], INT_MAX, RED, "far");
            ocl_draw_text_up(&image, far[i], far[j], INT_MAX, RED, "far");
            ocl_draw_box(&image, far[i], far[j], 5, INT_MIN, RED);
            ocl_tint_box(&image, far[i], far[j], -1, INT_MAX, RED, 1.0);
        }
    ocl_draw_box(&image, -5, -5, INT_MAX, INT_MAX, GREEN);
    assert_int_equal(find(&image, GREEN).count, 81);
    ocl_draw_line(&image, -1e6, 4, 1e6, 4, BLUE);
    assert_int_equal(find(&image, BLUE).count, 18);
    ocl_picture_free(&image);
}

static void test_line_coverage(void **state)
{
    (void)state;
    ocl_picture image = blank(60, 60);
    ocl_draw_line(&image, 10, 20, 40, 20, (ocl_colour){ 0, 0, 0 });
    for (int x = 10; x < 40; x++)
        for (int y = 15; y < 25; y++)
            assert_int_equal(image.rgba[4 * (y * 60 + x)], y == 19 || y == 20 ? 0 : 255);
    ocl_picture_free(&image);

    // The ink of a line is its area: length times width, and the round ends.
    const double ends[][4] = { { 10, 20, 40, 45 }, { 50, 7.3, 9.1, 12 }, { 30, 10, 30.4, 50 } };
    for (size_t i = 0; i < 3; i++) {
        const double *e = ends[i];
        image = blank(60, 60);
        ocl_draw_line(&image, e[0], e[1], e[2], e[3], (ocl_colour){ 0, 0, 0 });
        double ink = 0.0;
        for (size_t k = 0; k < 3600; k++)
            ink += (255 - image.rgba[4 * k]) / 255.0;
        double area = 2.0 * hypot(e[2] - e[0], e[3] - e[1]) + acos(-1.0);
        assert_near(ink, area, 0.03 * area);
        ocl_picture_free(&image);
    }
}

static void test_tints_mix(void **state)
{
    (void)state;
    ocl_picture image = blank(4, 1);
    ocl_tint_box(&image, 0, 0, 3, 1, (ocl_colour){ 255, 0, 0 }, 1.0);
    ocl_tint_box(&image, 1, 0, 3, 1, (ocl_colour){ 0, 255, 0 }, 1.0);
    assert_true(is_at(&image, 0, 0, (ocl_colour){ 255, 0, 0 }));
    assert_true(is_at(&image, 1, 0, (ocl_colour){ 0, 0, 0 }));
    assert_true(is_at(&image, 3, 0, (ocl_colour){ 0, 255, 0 }));
    ocl_tint_box(&image, 3, 0, 1, 1, (ocl_colour){ 0, 0, 0 }, 0.2);
    assert_true(is_at(&image, 3, 0, (ocl_colour){ 0, 204, 0 }));
    ocl_picture_free(&image);
}

static void test_palette(void **state)
{
    (void)state;
    for (size_t a = 0; a < 8; a++) {
        ocl_colour x = ocl_palette(a), again = ocl_palette(a + 8);
        assert_memory_equal(&x, &again, sizeof x);
        for (size_t b = 0; b < a; b++) {
            ocl_colour y = ocl_palette(b);
            assert_memory_not_equal(&x, &y, sizeof x);
        }
    }
}

// The labels of an axis over these values, joined by blanks.
static const char *labels_of(char *out, bool logarithmic, bool round_ends, const double *values,
                             size_t count)
{
    ocl_axis axis = ocl_axis_new(logarithmic);
    for (size_t i = 0; i < count; i++)
        ocl_axis_include(&axis, values[i]);
    ocl_axis_finish(&axis, 6, 0.0, round_ends);
    out[0] = 0;
    for (size_t i = 0; i < axis.tick_count; i++) {
        if (!axis.ticks[i].label[0]) continue;
        if (out[0]) strcat(out, " ");
        strcat(out, axis.ticks[i].label);
    }
    return out;
}

static void test_axis_labels(void **state)
{
    (void)state;
    static const struct {
        bool logarithmic, round_ends;
        size_t count;
        double values[5];
        const char *labels;
    } CASES[] = {
        { false, true, 2, { 0, 9.7 }, "0 2 4 6 8 10" },
        { false, false, 2, { 0.5, 9.7 }, "2 4 6 8" },
        { false, true, 2, { -0.3, 0.6 }, "-0.4 -0.2 0 0.2 0.4 0.6" },
        { false, true, 2, { 0, 255 }, "0 50 100 150 200 250 300" },
        { false, true, 2, { 0, 2.3e6 }, "0 0.5e6 1e6 1.5e6 2e6 2.5e6" },
        { false, true, 2, { 0, 4.1e-30 }, "0 1e-30 2e-30 3e-30 4e-30 5e-30" },
        { false, true, 2, { -1e30, 1e30 }, "-1e30 -0.5e30 0 0.5e30 1e30" },
        { false, true, 2, { 1000000, 1000004 }, "1e6 1.000001e6 1.000002e6 1.000003e6 1.000004e6" },
        { false, true, 0, { 0 }, "0 0.2 0.4 0.6 0.8 1" },
        { false, true, 2, { 0, 0 }, "0 0.2 0.4 0.6 0.8 1" },
        { false, true, 1, { 8 }, "4 6 8 10 12" },
        { false, true, 3, { 1, NAN, INFINITY }, "0.4 0.6 0.8 1 1.2 1.4 1.6" },
        { true, true, 3, { 1024, 65536, 1048576 }, "1K 4K 16K 64K 256K 1M" },
        { true, true, 2, { 1, 8 }, "1 2 4 8" },
        { true, true, 2, { 0.5, 2 }, "2^-1 1 2" },
        { true, true, 1, { 4096 }, "2K 4K 8K" },
        { true, true, 3, { 1e-4, 3, 900 }, "1e-4 0.01 1 100" },
        { true, true, 2, { 3, 70 }, "2 5 10 20 50 100" },
        { true, true, 2, { 30, 31 }, "20 50" },
        { true, true, 1, { 10 }, "1 2 5 10 20 50 100" },
        { true, true, 3, { 3, 0, -5 }, "2 5" },
        { true, true, 0, { 0 }, "1 2 5 10" },
        { true, true, 2, { 1e-300, 1e300 }, "1e-300 1e-200 1e-100 1 1e100 1e200 1e300" },
    };
    char text[OCL_TICKS * sizeof((ocl_tick *)NULL)->label];
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_string_equal(labels_of(text, CASES[i].logarithmic, CASES[i].round_ends,
                                      CASES[i].values, CASES[i].count),
                            CASES[i].labels);
}

static double random_unit(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

// Whatever the range: ticks ascend inside the axis, and each label is its tick's value.
static void test_axis_any_range(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        double size = pow(10.0, 600.0 * random_unit(&seed) - 300.0);
        double centre = random_unit(&seed) < 0.3 ? 0.0 : size * (2.0 * random_unit(&seed) - 1.0);
        double spread = pow(10.0, -12.0 * random_unit(&seed)) * size;
        double values[2] = { centre, centre + spread * (2.0 * random_unit(&seed) - 1.0) };
        ocl_axis axis = ocl_axis_new(random_unit(&seed) < 0.5);
        ocl_axis_include(&axis, values[0]);
        ocl_axis_include(&axis, values[1]);
        ocl_axis_finish(&axis, (int)(20.0 * random_unit(&seed)), 0.0, random_unit(&seed) < 0.5);

        assert_true(axis.low < axis.high);
        assert_in_range(axis.tick_count, 1, OCL_TICKS);
        double before = -1.0;
        for (size_t i = 0; i < axis.tick_count; i++) {
            const ocl_tick *tick = &axis.ticks[i];
            assert_true(tick->at > before && tick->at > -1e-3 && tick->at < 1.0 + 1e-3);
            before = tick->at;
            if (!tick->label[0] || strpbrk(tick->label, "^KMGTPE")) continue;
            char *end;
            double value = strtod(tick->label, &end);
            assert_int_equal(*end, 0);
            assert_near(ocl_axis_at(&axis, value), tick->at, 1e-4);
        }
        for (int i = 0; i < 2; i++) {
            if (!ocl_axis_takes(&axis, values[i])) continue;
            assert_near(ocl_axis_at(&axis, values[i]), 0.5, 0.5 + 1e-3);
        }
    }
}

static ocl_picture draw_bars(const ocl_chart *chart)
{
    ocl_picture image;
    ocl_message why;
    assert_true(ocl_draw_bars(&image, chart, &why));
    return image;
}

static ocl_picture draw_curves(const ocl_chart *chart)
{
    ocl_picture image;
    ocl_message why;
    assert_true(ocl_draw_curves(&image, chart, &why));
    return image;
}

static void test_bar_heights(void **state)
{
    (void)state;
    const double a[] = { 1, 8, 2, 4, 0 }, b[] = { 5, 7, 3, 0.5 };
    const ocl_series series[] = { { .y = a, .count = 5, .colour = RED },
                                  { .y = b, .count = 4, .colour = BLUE } };
    ocl_chart chart = { .series = series, .series_count = 2 };
    ocl_picture image = draw_bars(&chart);
    assert_int_equal(image.width, 960);
    assert_int_equal(image.height, 540);

    // The highest bar reaches the axis' end, 8, and so gives the scale: from the x axis, whose line
    // is darker, to a grid line.
    extent all = find(&image, RED);
    assert_true(is_at(&image, all.left - 5, all.bottom + 1, (ocl_colour){ 110, 110, 110 }));
    assert_true(is_at(&image, all.left - 5, all.top, (ocl_colour){ 222, 222, 222 }));
    double unit = (all.bottom + 1 - all.top) / 8.0;
    assert_true(unit > 40.0);
    int at = all.left;
    double pitch = 0.0;
    for (int i = 0; i < 4; i++) {
        extent red = find_between(&image, RED, at, at + 100);
        extent blue = find_between(&image, BLUE, at, at + 180);
        assert_int_equal(red.bottom, all.bottom);
        assert_near(red.bottom + 1 - red.top, a[i] * unit, 1.0);
        assert_near(blue.bottom + 1 - blue.top, b[i] * unit, 1.0);
        assert_int_equal(blue.left, red.right + 1);
        assert_int_equal(red.count, (red.right + 1 - red.left) * (red.bottom + 1 - red.top));
        if (i == 0) pitch = find_between(&image, RED, red.right + 1, 500).left - red.left;
        at = (int)lround(red.left + pitch) - 1;
    }
    assert_near(pitch, image.width / 5.0, 20.0);
    ocl_picture_free(&image);
}

static void test_negative_bars_hang(void **state)
{
    (void)state;
    const double a[] = { 2, -1 };
    const ocl_series series = { .y = a, .count = 2, .colour = RED };
    ocl_chart chart = { .series = &series, .series_count = 1 };
    ocl_picture image = draw_bars(&chart);
    extent up = find_between(&image, RED, 0, 480), down = find_between(&image, RED, 480, 960);
    assert_int_equal(down.top, up.bottom + 1);
    assert_near(down.bottom + 1 - down.top, (up.bottom + 1 - up.top) / 2.0, 1.0);
    ocl_picture_free(&image);
}

static void test_logarithmic_bars(void **state)
{
    (void)state;
    const double a[] = { 1, 10, 100, 0, -3 };
    const ocl_series series = { .y = a, .count = 5, .colour = RED };
    ocl_chart chart = { .series = &series, .series_count = 1, .log_y = true };
    ocl_picture image = draw_bars(&chart);
    int left = find(&image, RED).left, tops[3];
    extent first = find_between(&image, RED, left, left + 50);
    assert_true(first.bottom - first.top > 10);
    int pitch = find_between(&image, RED, first.right + 60, 960).left - left;
    for (int i = 0; i < 3; i++)
        tops[i] = find_between(&image, RED, left + i * pitch, left + i * pitch + 50).top;
    assert_true(tops[0] - tops[1] > 50);
    assert_near(tops[1] - tops[2], tops[0] - tops[1], 1.0);
    assert_true(find(&image, RED).right < left + 3 * pitch);
    ocl_picture_free(&image);
}

static void test_histogram(void **state)
{
    (void)state;
    double counts[3][256];
    for (int i = 0; i < 256; i++) {
        counts[0][i] = 100.0 * i / 255.0;
        counts[1][i] = 50.0;
        counts[2][i] = i < 128 ? 25.0 : 0.0;
    }
    const ocl_series series[] = { { .label = NULL, .y = counts[0], .count = 256, .colour = RED },
                                  { .label = NULL, .y = counts[1], .count = 256, .colour = GREEN },
                                  { .label = NULL, .y = counts[2], .count = 256, .colour = BLUE } };
    ocl_chart chart = { .series = series, .series_count = 3 };
    ocl_picture image = draw_bars(&chart);

    // All three outlines are there, over the whole width, at the heights of their values.
    extent red = find(&image, RED), green = find(&image, GREEN), blue = find(&image, BLUE);
    double height = blue.bottom + 1 - red.top;
    assert_near(blue.bottom + 1 - green.top, 0.50 * height, 1.0);
    assert_near(blue.bottom + 1 - blue.top, 0.25 * height, 1.0);
    assert_int_equal(green.left, blue.left);
    assert_near(blue.right - blue.left, (green.right - green.left) / 2.0, 2.0);
    for (int x = green.left; x <= green.right; x++) {
        extent column = find_between(&image, RED, x, x + 1);
        if (column.count == 0) continue;    // where the others' outlines cross
        double expected = height * (x - green.left) / (green.right - green.left);
        assert_near(blue.bottom + 1 - column.top, expected, 3.0);
    }

    // Inside, the three inks mix to something darker than each alone.
    int x = (green.left + blue.right) / 2 + 20, y = blue.top + 5;
    const uint8_t *mixed = image.rgba + 4 * ((size_t)y * image.width + (size_t)x);
    const uint8_t *alone = mixed + 4 * (green.right - 10 - x);
    assert_true(mixed[0] < alone[0] && alone[0] < 255 && alone[1] < 255);
    ocl_picture_free(&image);
}

static void test_more_bars_than_pixels(void **state)
{
    (void)state;
    enum { BARS = 100003, SPIKES = 7 };
    double *counts = calloc(BARS, sizeof *counts);
    assert_non_null(counts);
    for (int i = 0; i < BARS; i++)
        counts[i] = 5.0;
    for (int i = 0; i < SPIKES; i++)
        counts[BARS * i / SPIKES + 1234] = 100.0;
    const ocl_series series = { .y = counts, .count = BARS, .colour = RED };
    ocl_chart chart = { .series = &series, .series_count = 1, .width = 400, .height = 300 };
    ocl_picture image = draw_bars(&chart);
    extent e = find(&image, RED);
    int spikes = 0;
    for (int x = e.left; x <= e.right; x++)
        spikes += is_at(&image, x, e.top, RED);
    assert_int_equal(spikes, SPIKES);
    ocl_picture_free(&image);
    free(counts);
}

// The mean row of a colour in one column, -1 if it is not there.
static double row_in(const ocl_picture *image, ocl_colour colour, int x)
{
    double sum = 0.0;
    int count = 0;
    for (int y = 0; y < (int)image->height; y++)
        if (is_at(image, x, y, colour)) {
            sum += y + 0.5;
            count++;
        }
    return count ? sum / count : -1.0;
}

static void test_curves_cross(void **state)
{
    (void)state;
    double x[101], up[101], down[101];
    for (int i = 0; i <= 100; i++) {
        x[i] = i;
        up[i] = i;
        down[i] = 50.0 - 0.5 * i;    // meets the other at 33.3
    }
    const ocl_series series[] = { { .x = x, .y = up, .count = 101, .colour = RED },
                                  { .x = x, .y = down, .count = 101, .colour = BLUE } };
    ocl_chart chart = { .series = series, .series_count = 2, .width = 1000, .height = 600 };
    ocl_picture image = draw_curves(&chart);
    extent red = find(&image, RED);
    double width = red.right - red.left, height = red.bottom - red.top;
    for (int column = red.left + 3; column < red.right - 3; column++) {
        double share = (column + 0.5 - red.left) / width;
        double a = row_in(&image, RED, column), b = row_in(&image, BLUE, column);
        if (a > 0.0 && fabs(share - 1.0 / 3.0) > 0.02)
            assert_near(a, red.bottom - height * share, 2.0);
        if (b > 0.0) assert_near(b, red.bottom - height * (0.5 - 0.5 * share), 2.0);
        if (a > 0.0 && b > 0.0 && fabs(share - 1.0 / 3.0) > 0.02)
            assert_int_equal(a > b, share < 1.0 / 3.0);
    }
    ocl_picture_free(&image);
}

static void test_power_law_is_straight(void **state)
{
    (void)state;
    double x[21], y[21];
    for (int i = 0; i <= 20; i++) {
        x[i] = exp2(i + 10);
        y[i] = 1e-9 * x[i] * sqrt(x[i]);
    }
    const ocl_series series = { .x = x, .y = y, .count = 21, .colour = RED };
    ocl_chart chart = { .series = &series, .series_count = 1, .log_x = true, .log_y = true };
    ocl_picture image = draw_curves(&chart);
    extent e = find(&image, RED);
    assert_true(e.right - e.left > 600 && e.bottom - e.top > 300);
    double slope = (row_in(&image, RED, e.right - 20) - row_in(&image, RED, e.left + 20)) /
                   (e.right - e.left - 40);
    for (int column = e.left + 20; column < e.right - 20; column++)
        assert_near(row_in(&image, RED, column),
                    row_in(&image, RED, e.left + 20) + slope * (column - e.left - 20), 3.0);
    ocl_picture_free(&image);
}

static void test_left_out_interrupts(void **state)
{
    (void)state;
    const double with[] = { 1, 2, NAN, 3, 1, INFINITY, 2, -INFINITY };
    const double without[] = { 1, 2, 1e301, 3, 1, NAN, 2 };
    ocl_series series = { .y = with, .count = 8, .colour = RED };
    ocl_chart chart = { .series = &series, .series_count = 1 };
    ocl_picture a = draw_curves(&chart);
    series.y = without;
    series.count = 7;
    ocl_picture b = draw_curves(&chart);
    assert_memory_equal(a.rgba, b.rgba, image_bytes(&a));

    // Six intervals: a line over two of them, a marker alone at the end.
    extent e = find(&a, RED);
    int columns = 0;
    for (int x = e.left; x <= e.right; x++)
        columns += row_in(&a, RED, x) > 0.0;
    assert_near(columns, (e.right - e.left) * 2.0 / 6.0, 30.0);
    ocl_picture_free(&a);
    ocl_picture_free(&b);
}

static void test_limit_line(void **state)
{
    (void)state;
    const double a[] = { 5, 20 };
    const ocl_series series = { .y = a, .count = 2, .colour = RED };
    ocl_chart chart = { .series = &series, .series_count = 1, .line = 100.0 };
    ocl_picture image = draw_bars(&chart);

    // The row with most dark pixels is the dashed line: 6 of 10 parts.
    const ocl_colour ink = { 40, 40, 40 };
    int row = 0, most = 0;
    for (int y = 0; y < (int)image.height; y++) {
        int dark = 0;
        for (int x = 0; x < (int)image.width; x++)
            dark += is_at(&image, x, y, ink);
        if (dark > most) {
            most = dark;
            row = y;
        }
    }
    assert_near(most, 0.6 * 900, 30.0);
    extent low = find_between(&image, RED, 0, 480), high = find_between(&image, RED, 480, 960);
    double unit = (high.bottom + 1 - row) / 100.0;
    assert_near(high.bottom + 1 - high.top, 20 * unit, 2.0);
    assert_near(low.bottom + 1 - low.top, 5 * unit, 2.0);
    ocl_picture_free(&image);

    chart.line = NAN;
    ocl_picture without = draw_bars(&chart);
    chart.line = 0.0;
    ocl_picture none = draw_bars(&chart);
    assert_memory_equal(without.rgba, none.rgba, image_bytes(&none));
    ocl_picture_free(&without);
    ocl_picture_free(&none);
}

static void test_long_names_make_room(void **state)
{
    (void)state;
    const double a[] = { 1, 2, 3 };
    const char *const brief[] = { "one", NULL, "three" };
    const char *const lengthy[] = { "one", "a name that is far too long to be written", "three" };
    const ocl_series series = { .y = a, .count = 3, .colour = RED };
    ocl_chart chart = { .series = &series, .series_count = 1, .names = brief };
    ocl_picture level = draw_bars(&chart);
    chart.names = lengthy;
    ocl_picture up = draw_bars(&chart);
    int by = find(&level, RED).bottom - find(&up, RED).bottom;
    assert_in_range(by, 100, 540 / 3);
    ocl_picture_free(&level);
    ocl_picture_free(&up);
}

static void test_legend_and_texts(void **state)
{
    (void)state;
    const double a[] = { 1, 1 };
    ocl_series series = { .y = a, .count = 2, .colour = RED };
    ocl_chart chart = { .series = &series, .series_count = 1 };
    ocl_picture plain = draw_curves(&chart);
    series.label = "label";
    ocl_picture labelled = draw_curves(&chart);
    assert_true(find(&labelled, RED).top < find(&plain, RED).top);
    assert_true(find_between(&labelled, RED, 0, 300).count >
                find_between(&plain, RED, 0, 300).count + 100);
    ocl_picture_free(&labelled);

    // Titles are centred.
    chart = (ocl_chart){ .title = "HIIIH" };
    ocl_picture image = draw_curves(&chart);
    extent e = { 0, INT_MAX, -1, 0, 0 };
    for (int x = 0; x < (int)image.width; x++)
        for (int y = 0; y < 45; y++)
            if (is_at(&image, x, y, (ocl_colour){ 40, 40, 40 })) {
                if (x < e.left) e.left = x;
                if (x > e.right) e.right = x;
            }
    assert_near(e.left + e.right, (double)image.width, 2.0);
    ocl_picture_free(&image);
    ocl_picture_free(&plain);
}

static void test_same_bytes_twice(void **state)
{
    (void)state;
    double y[256];
    for (int i = 0; i < 256; i++)
        y[i] = fmod(i * 37.5, 101.0);
    const ocl_series series[] = { { "a", NULL, y, 256, RED }, { "b", NULL, y, 200, BLUE } };
    ocl_chart chart = { .title = "title",
                        .x_label = "x",
                        .y_label = "y",
                        .series = series,
                        .series_count = 2,
                        .line = 70.0,
                        .line_label = "limit" };
    ocl_picture bars[2], curves[2];
    for (int i = 0; i < 2; i++) {
        bars[i] = draw_bars(&chart);
        curves[i] = draw_curves(&chart);
    }
    assert_memory_equal(bars[0].rgba, bars[1].rgba, image_bytes(&bars[0]));
    assert_memory_equal(curves[0].rgba, curves[1].rgba, image_bytes(&curves[0]));
    assert_memory_not_equal(bars[0].rgba, curves[0].rgba, image_bytes(&bars[0]));
    for (int i = 0; i < 2; i++) {
        ocl_picture_free(&bars[i]);
        ocl_picture_free(&curves[i]);
    }
}

static void test_refuses_sizes(void **state)
{
    (void)state;
    const uint32_t sizes[][2] = { { 40, 30 },     { 239, 160 },        { 240, 159 },
                                  { 16385, 200 }, { 300, UINT32_MAX }, { 1, 0 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        ocl_chart chart = { .width = sizes[i][0], .height = sizes[i][1] };
        ocl_picture image = { 0 };
        ocl_message why = { "" };
        assert_false(ocl_draw_bars(&image, &chart, &why));
        assert_non_null(strstr(why.text, "240x160"));
        assert_null(image.rgba);
        why.text[0] = 0;
        assert_false(ocl_draw_curves(&image, &chart, &why));
        assert_non_null(strstr(why.text, "240x160"));
    }
}

static void assert_opaque(const ocl_picture *image)
{
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        if (image->rgba[4 * i + 3] != 255) fail_msg("pixel %zu is transparent", i);
}

// Whatever the values: a picture, no crash (the sanitizers see the rest).
static void test_any_values(void **state)
{
    (void)state;
    static const struct {
        size_t count;
        double values[6];
    } SETS[] = {
        { 0, { 0 } },
        { 1, { 0 } },
        { 1, { -7 } },
        { 1, { NAN } },
        { 6, { 0, 0, 0, 0, 0, 0 } },
        { 6, { NAN, INFINITY, -INFINITY, NAN, NAN, NAN } },
        { 6, { 1e30, 2e30, -3e30, 0, 1e29, 5 } },
        { 6, { 1e-30, 2e-30, 3e-30, 0, 1e-31, 5e-30 } },
        { 6, { DBL_MAX, -DBL_MAX, 1e300, -1e300, DBL_MIN, DBL_TRUE_MIN } },
        { 6, { DBL_TRUE_MIN, 2 * DBL_TRUE_MIN, DBL_MIN, 0, -DBL_MIN, 1e-307 } },
        { 6, { 1, 1 + DBL_EPSILON, 1, 1 - DBL_EPSILON, 1, 1 } },
        { 6, { 1e15, 1e15 + 1, 1e15 + 2, 1e15 + 3, 1e15, 1e15 } },
        { 6, { -5, -4, -4.5, -6, NAN, 3 } },
        { 6, { 1e-300, 1e300, 1, 1e150, 1e-150, 2 } },
    };
    enum { COUNT = sizeof SETS / sizeof SETS[0] };
    static const uint32_t SIZES[][2] = { { 240, 160 }, { 0, 0 }, { 5000, 161 }, { 241, 900 } };
    const char *const names[6] = { "", NULL, "c", "\xc3\xa9t\xc3\xa9", "an endless, endless name",
                                   "f" };
    for (size_t i = 0; i < COUNT * COUNT * 4 * 8; i++) {
        const size_t a = i % COUNT, b = i / COUNT % COUNT, mode = i / COUNT / COUNT % 8;
        const uint32_t *size = SIZES[i / COUNT / COUNT / 8];
        if (size[0] != 240 && (a + b + mode) % 9 != 0) continue;    // large ones are slow
        const size_t count = SETS[a].count < SETS[b].count ? SETS[a].count : SETS[b].count;
        const ocl_series series[] = {
            { "first", SETS[b].values, SETS[a].values, count, RED },
            { NULL, NULL, SETS[b].values, SETS[b].count, BLUE },
        };
        ocl_chart chart = { .title = mode & 1 ? "A title that is much longer than the picture" : "",
                            .x_label = mode & 2 ? "x" : NULL,
                            .y_label = mode & 1 ? NULL : "y",
                            .series = series,
                            .series_count = mode == 5 ? 0 : 2,
                            .log_x = mode & 1,
                            .log_y = (mode & 2) != 0,
                            .names = mode & 4 && count == 6 ? names : NULL,
                            .line = SETS[b].values[mode % 6],
                            .line_label = "the limit",
                            .width = size[0],
                            .height = size[1] };
        ocl_picture image = draw_bars(&chart);
        assert_opaque(&image);
        ocl_picture_free(&image);
        image = draw_curves(&chart);
        assert_opaque(&image);
        ocl_picture_free(&image);
    }
}

static void test_many_series(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    double y[COUNT];
    ocl_series series[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        y[i] = (double)i;
        series[i] = (ocl_series){ "some series", NULL, y, COUNT - i, ocl_palette(i) };
    }
    ocl_chart chart = { .series = series,
                        .series_count = COUNT,
                        .width = 240,
                        .height = 160,
                        .y_label = "a long label of the axis",
                        .x_label = "another long label" };
    ocl_picture image = draw_curves(&chart);
    assert_true(find(&image, ocl_palette(COUNT - 1)).count > 0);
    ocl_picture_free(&image);
    image = draw_bars(&chart);
    ocl_picture_free(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_glyphs_differ),
        cmocka_unit_test(test_text_size),
        cmocka_unit_test(test_text_up_is_turned),
        cmocka_unit_test(test_clips_at_all_edges),
        cmocka_unit_test(test_far_positions),
        cmocka_unit_test(test_line_coverage),
        cmocka_unit_test(test_tints_mix),
        cmocka_unit_test(test_palette),
        cmocka_unit_test(test_axis_labels),
        cmocka_unit_test(test_axis_any_range),
        cmocka_unit_test(test_bar_heights),
        cmocka_unit_test(test_negative_bars_hang),
        cmocka_unit_test(test_logarithmic_bars),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_more_bars_than_pixels),
        cmocka_unit_test(test_curves_cross),
        cmocka_unit_test(test_power_law_is_straight),
        cmocka_unit_test(test_left_out_interrupts),
        cmocka_unit_test(test_limit_line),
        cmocka_unit_test(test_long_names_make_room),
        cmocka_unit_test(test_legend_and_texts),
        cmocka_unit_test(test_same_bytes_twice),
        cmocka_unit_test(test_refuses_sizes),
        cmocka_unit_test(test_any_values),
        cmocka_unit_test(test_many_series),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
