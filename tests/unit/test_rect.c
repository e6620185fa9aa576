// SPDX-License-Identifier: MIT
//
// Unit tests of rect: offsets and copies worked out by hand, overlap against brute force.

#include "proof/ch03_histogram/rect_moves.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CASES = 500 };

static void test_zero_pitches_are_tight(void **state)
{
    (void)state;
    const size_t region[3] = { 5, 3, 2 };
    ocl_rect rect = ocl_rect_resolve((ocl_rect){ { 0 }, 0, 0 }, region);
    assert_int_equal(rect.row_pitch, 5);
    assert_int_equal(rect.slice_pitch, 15);
    rect = ocl_rect_resolve((ocl_rect){ { 0 }, 8, 0 }, region);
    assert_int_equal(rect.row_pitch, 8);
    assert_int_equal(rect.slice_pitch, 24);
    rect = ocl_rect_resolve((ocl_rect){ { 0 }, 8, 40 }, region);
    assert_int_equal(rect.slice_pitch, 40);
}

static void test_offsets_by_hand(void **state)
{
    (void)state;
    const size_t region[3] = { 3, 2, 2 };
    const ocl_rect rect = { { 1, 2, 3 }, 10, 100 };
    assert_int_equal(ocl_rect_offset(rect, region, 0, 0, 0), 321);
    assert_int_equal(ocl_rect_offset(rect, region, 2, 1, 1), 433);
    assert_int_equal(ocl_rect_room(rect, region), 500);
    const ocl_rect tight = { { 0, 1, 0 }, 0, 0 };
    assert_int_equal(ocl_rect_offset(tight, region, 0, 0, 0), 3);
    assert_int_equal(ocl_rect_room(tight, region), 3 + 12);
}

// Two rows of three out of an 8 x 4 memory, into the lower right corner of a 6 x 3 one.
static void test_copy_by_hand(void **state)
{
    (void)state;
    const char from[] = "abcdefgh"
                        "ijklmnop"
                        "qrstuvwx"
                        "yzABCDEF";
    char to[] = "......"
                "......"
                "......";
    const size_t region[3] = { 3, 2, 1 };
    ocl_rect_copy(to, (ocl_rect){ { 3, 1, 0 }, 6, 0 }, from, (ocl_rect){ { 4, 2, 0 }, 8, 0 },
                  region);
    assert_string_equal(to, "......"
                            "...uvw"
                            "...CDE");
}

// The last column of three slices, tight in the target.
static void test_copy_box_by_hand(void **state)
{
    (void)state;
    const char from[] = "abcdef"
                        "ghijkl"
                        "mnopqr";
    char to[] = "......";
    const size_t region[3] = { 1, 2, 3 };
    ocl_rect_copy(to, (ocl_rect){ { 0 }, 0, 0 }, from, (ocl_rect){ { 2, 0, 0 }, 3, 6 }, region);
    assert_string_equal(to, "cfilor");
}

// A map of the source: marks the bytes of `from` first, then looks for bytes of `beside`.
static bool overlap_by_force(const rect_move *move, ocl_rect beside)
{
    uint8_t *used = calloc(move->from_bytes, 1);
    assert_non_null(used);
    bool overlap = false;
    for (int pass = 0; pass < 2; pass++)
        for (size_t z = 0; z < move->places.region[2]; z++)
            for (size_t y = 0; y < move->places.region[1]; y++)
                for (size_t x = 0; x < move->places.region[0]; x++) {
                    const ocl_rect place = pass == 0 ? move->places.from : beside;
                    const size_t at = ocl_rect_offset(place, move->places.region, x, y, z);
                    assert_true(at < move->from_bytes);
                    overlap = overlap || (pass == 1 && used[at]);
                    if (pass == 0) used[at] = 1;
                }
    free(used);
    return overlap;
}

static void test_overlap_is_exact(void **state)
{
    (void)state;
    int overlapping = 0;
    for (uint64_t i = 0; i < CASES; i++) {
        rect_move move = rect_move_random(NULL, ocl_random(1, i));
        const ocl_rect beside = rect_move_beside(ocl_random(2, i), &move);
        const bool overlap = ocl_rect_overlap(move.places.from, beside, move.places.region);
        assert_int_equal(overlap, overlap_by_force(&move, beside));
        assert_int_equal(overlap, ocl_rect_overlap(beside, move.places.from, move.places.region));
        overlapping += overlap;
        rect_move_free(&move);
    }
    assert_in_range(overlapping, CASES / 10, CASES - CASES / 10);
}

// What OpenCL demands of a legal place, and whole slices in a memory of `bytes` bytes.
static void assert_legal(ocl_rect place, const size_t region[3], size_t bytes)
{
    const ocl_rect full = ocl_rect_resolve(place, region);
    assert_true(full.origin[0] + region[0] <= full.row_pitch);
    assert_true((full.origin[1] + region[1]) * full.row_pitch <= full.slice_pitch);
    assert_int_equal(full.slice_pitch % full.row_pitch, 0);
    assert_true((full.origin[2] + region[2]) * full.slice_pitch <= bytes);
}

// Also that all kinds of places come up.
static void test_random_places_are_legal(void **state)
{
    (void)state;
    int flat = 0, tight_rows = 0, tight_slices = 0, at_zero = 0;
    for (uint64_t i = 0; i < CASES; i++) {
        rect_move move = rect_move_random(NULL, ocl_random(3, i));
        for (int axis = 0; axis < 3; axis++)
            assert_in_range(move.places.region[axis], 1, 32);
        assert_legal(move.places.from, move.places.region, move.from_bytes);
        assert_legal(move.places.to, move.places.region, move.to_bytes);
        assert_legal(rect_move_beside(ocl_random(4, i), &move), move.places.region,
                     move.from_bytes);
        flat += move.places.region[2] == 1;
        tight_rows += move.places.from.row_pitch == 0;
        tight_slices += move.places.from.slice_pitch == 0;
        at_zero += ocl_rect_offset(move.places.from, move.places.region, 0, 0, 0) == 0;
        rect_move_free(&move);
    }
    assert_in_range(flat, CASES / 5, CASES / 2);
    assert_in_range(tight_rows, CASES / 5, CASES / 2);
    assert_in_range(tight_slices, CASES / 5, CASES / 2);
    assert_in_range(at_zero, 1, CASES / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zero_pitches_are_tight),
        cmocka_unit_test(test_offsets_by_hand),
        cmocka_unit_test(test_copy_by_hand),
        cmocka_unit_test(test_copy_box_by_hand),
        cmocka_unit_test(test_overlap_is_exact),
        cmocka_unit_test(test_random_places_are_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
