// SPDX-License-Identifier: MIT
//
// Unit tests of timeline: boxes where the spans are, and what is refused.

#include "timeline.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const char *const LANES[] = { "queue", "device" }, *const KINDS[] = { "write", "kernel" };

static ocl_timeline two_lanes(const ocl_span *spans, size_t count)
{
    return (ocl_timeline){ .title = "A title",
                           .lanes = LANES,
                           .lane_count = 2,
                           .kinds = KINDS,
                           .kind_count = 2,
                           .spans = spans,
                           .span_count = count };
}

// First and last column of a colour in the half of the picture that has lane 0 or lane 1.
typedef struct {
    int first, last, top;
} extent;

static extent find(const ocl_picture *image, ocl_colour colour, int from_row)
{
    extent e = { -1, -1, -1 };
    for (int y = from_row; y < (int)image->height; y++)
        for (int x = 0; x < (int)image->width; x++) {
            const uint8_t *p = image->rgba + 4 * ((size_t)y * image->width + (size_t)x);
            if (p[0] != colour.r || p[1] != colour.g || p[2] != colour.b) continue;
            if (e.first < 0 || x < e.first) e.first = x;
            if (x > e.last) e.last = x;
            if (e.top < 0) e.top = y;
        }
    return e;
}

enum { BELOW_LEGEND = 60 };

static void test_spans_are_where_their_times_are(void **state)
{
    (void)state;
    const ocl_span spans[] = { { NULL, 0, 0, 5e9, 5e9 + 1000.0 },
                               { NULL, 1, 1, 5e9 + 1000.0, 5e9 + 4000.0 } };
    const ocl_timeline timeline = two_lanes(spans, 2);
    ocl_picture image;
    ocl_message why;
    assert_true(ocl_draw_timeline(&image, &timeline, &why));
    const extent a = find(&image, ocl_palette(0), BELOW_LEGEND),
                 b = find(&image, ocl_palette(1), BELOW_LEGEND);
    assert_int_equal(a.last + 1, b.first);    // one ends where the other begins
    assert_in_range(b.last - b.first + 1, 3 * (a.last - a.first + 1) - 4,
                    3 * (a.last - a.first + 1) + 4);
    assert_true(b.top > a.top);
    ocl_picture_free(&image);
}

static void test_a_span_without_length_is_seen(void **state)
{
    (void)state;
    const ocl_span spans[] = { { NULL, 0, 0, 0.0, 1e6 }, { "label", 1, 1, 5e5, 5e5 } };
    const ocl_timeline timeline = two_lanes(spans, 2);
    ocl_picture image;
    ocl_message why;
    assert_true(ocl_draw_timeline(&image, &timeline, &why));
    const extent e = find(&image, ocl_palette(1), BELOW_LEGEND);
    assert_true(e.first >= 0);
    assert_int_equal(e.first, e.last);
    ocl_picture_free(&image);
}

static void test_all_spans_at_one_time(void **state)
{
    (void)state;
    const ocl_span span = { "x", 0, 0, 7.0, 7.0 };
    const ocl_timeline timeline = two_lanes(&span, 1);
    ocl_picture image;
    ocl_message why;
    assert_true(ocl_draw_timeline(&image, &timeline, &why));
    ocl_picture_free(&image);
}

static void refuse(ocl_span span, size_t lanes, uint32_t width)
{
    ocl_timeline timeline = two_lanes(&span, 1);
    timeline.lane_count = lanes;
    timeline.width = width;
    ocl_picture image;
    ocl_message why = { "" };
    assert_false(ocl_draw_timeline(&image, &timeline, &why));
    assert_true(why.text[0]);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    const ocl_span good = { NULL, 0, 0, 0.0, 1.0 };
    refuse(good, 0, 0);
    refuse(good, 1, 100);
    refuse(good, 1, 20000);
    refuse(good, 1000000, 0);
    refuse((ocl_span){ NULL, 2, 0, 0.0, 1.0 }, 2, 0);
    refuse((ocl_span){ NULL, 0, 2, 0.0, 1.0 }, 2, 0);
    refuse((ocl_span){ NULL, 0, 0, 2.0, 1.0 }, 2, 0);
    refuse((ocl_span){ NULL, 0, 0, 0.0, INFINITY }, 2, 0);
    refuse((ocl_span){ NULL, 0, 0, (double)NAN, 1.0 }, 2, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spans_are_where_their_times_are),
        cmocka_unit_test(test_a_span_without_length_is_seen),
        cmocka_unit_test(test_all_spans_at_one_time),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
