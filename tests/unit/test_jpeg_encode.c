// SPDX-License-Identifier: MIT
//
// The tables, the coder and the references of jpeg_encode.

#include "shared/jpeg_encode/jpeg_encode.h"
#include "shared/jpeg_encode/tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { FILES = 200, MAX_SIDE = 70, MOST = 1023 };

static size_t roll(uint64_t seed, uint64_t dice, size_t sides)
{
    return (size_t)(ocl_random(seed, dice) % sides);
}

// Quality 50 is the standard's table, 100 has steps of 1, 1 the largest ones.
static void qualities_scale_the_steps(void **state)
{
    (void)state;
    uint16_t steps[3][JPEG_BLOCK];
    jpeg_scaled_steps(steps[0], JPEG_LUMA, 50);
    assert_int_equal(steps[0][0], 16);
    assert_int_equal(steps[0][1], 11);
    assert_int_equal(steps[0][8], 12);
    assert_int_equal(steps[0][63], 99);
    jpeg_scaled_steps(steps[0], JPEG_CHROMA, 75);    // half, rounded up
    assert_int_equal(steps[0][0], 9);
    assert_int_equal(steps[0][9], 11);
    for (int kind = 0; kind < 2; kind++) {
        jpeg_scaled_steps(steps[1], (jpeg_kind)kind, 100);
        jpeg_scaled_steps(steps[2], (jpeg_kind)kind, 1);
        for (int i = 0; i < JPEG_BLOCK; i++) {
            assert_int_equal(steps[1][i], 1);
            assert_int_equal(steps[2][i], 255);
        }
    }
}

// Bits of all symbols together; checks that the codes are a prefix code that spares the code of 1
// bits only.
static uint64_t coded_bits(const jpeg_huffman *table, const uint32_t counts[256])
{
    uint64_t bits = 0, taken = 0;    // the latter in codes of 16 bits
    size_t at = 0;
    bool has_code[256] = { false };
    for (unsigned length = 1; length <= 16; length++)
        for (unsigned i = 0; i < table->counts[length - 1]; i++) {
            const uint8_t symbol = table->symbols[at++];
            assert_false(has_code[symbol]);
            has_code[symbol] = true;
            bits += (uint64_t)length * counts[symbol];
            taken += 1u << (16 - length);
        }
    assert_true(taken < 1u << 16);
    for (int i = 0; i < 256; i++)
        assert_true(has_code[i] == (counts[i] > 0));
    return bits;
}

// Not worse than Shannon's limit plus one bit per symbol, where no code needs more than 16 bits.
static void tables_are_made_to_measure(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        uint32_t counts[256] = { 0 };
        const size_t symbols = 1 + roll(seed, 0, 256);
        double all = 0.0, limit = 0.0;
        for (size_t i = 0; i < symbols; i++) {
            const size_t at = seed % 3 == 0 ? i : roll(seed, 1 + i, 256);
            counts[at] = 1 + (uint32_t)roll(seed, 300 + i, (size_t)1 << roll(seed, 600 + i, 12));
        }
        for (int i = 0; i < 256; i++)
            all += counts[i];
        for (int i = 0; i < 256; i++)
            if (counts[i] > 0) limit += counts[i] * (log2(all / counts[i]) + 1.0);
        jpeg_huffman table;
        jpeg_optimal_huffman(&table, counts);
        assert_true((double)coded_bits(&table, counts) <= limit + 16.0);
    }
}

// Each symbol is as frequent as all rarer ones together: of 30 symbols, the rarest would need 30
// bits.  The codes are shortened to 16 bits.
static void long_codes_are_shortened(void **state)
{
    (void)state;
    uint32_t counts[256] = { 0 };
    for (int i = 0; i < 30; i++)
        counts[i] = 1u << i;
    jpeg_huffman table;
    jpeg_optimal_huffman(&table, counts);
    coded_bits(&table, counts);
    assert_int_equal(table.counts[0], 1);
    assert_true(table.counts[15] > 0);
}

// Random coefficients, sparse ones and the largest ones, in pictures of any size.
static void coefficients_come_back(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FILES; seed++) {
        const jpeg_encoding encoding = { .sampling = roll(seed, 0, 4),
                                         .quality = 1 + roll(seed, 1, 100),
                                         .restart = roll(seed, 2, 3) * roll(seed, 3, 20),
                                         .optimise = roll(seed, 4, 2) == 1 };
        jpeg_file frame = jpeg_frame(1 + (uint32_t)roll(seed, 5, MAX_SIDE),
                                     1 + (uint32_t)roll(seed, 6, MAX_SIDE), &encoding);
        const size_t values = JPEG_BLOCK * (size_t)frame.blocks;
        int16_t *coefficients = ocl_alloc(values * sizeof *coefficients);
        const size_t rare = 1 + roll(seed, 7, 90);
        const int most = 1 << roll(seed, 8, 11);
        for (size_t i = 0; i < values; i++) {
            const int value = (int)roll(seed, 100 + 2 * i, (size_t)(2 * most + 1)) - most;
            const bool is_zero = roll(seed, 101 + 2 * i, rare) > 0;
            coefficients[i] = (int16_t)(is_zero         ? 0
                                        : value < -MOST ? -MOST
                                        : value > MOST  ? MOST
                                                        : value);
        }
        jpeg_coder *coder = jpeg_coder_open(&frame, coefficients);
        const uint32_t band = 1 + (uint32_t)roll(seed, 9, 4);
        if (encoding.optimise)
            for (uint32_t rows = 0; rows < frame.mcus_y;)
                rows = jpeg_coder_count(coder, rows + band);
        for (uint32_t rows = 0; rows < frame.mcus_y;)
            rows = jpeg_coder_rows(coder, rows + band);
        assert_true(jpeg_verify_file("file", jpeg_coder_end(coder), &frame, coefficients).pass);
        jpeg_coder_close(coder);
        free(coefficients);
    }
}

// A flat block has a DC coefficient alone; a product of cosines has one coefficient.
static void the_dct_is_the_definition(void **state)
{
    (void)state;
    double in[JPEG_BLOCK], out[JPEG_BLOCK];
    for (int i = 0; i < JPEG_BLOCK; i++)
        in[i] = 10.0;
    jpeg_dct_ref(out, in);
    assert_true(fabs(out[0] - 80.0) < 1e-12);
    const double pi = acos(-1.0);
    for (int i = 0; i < JPEG_BLOCK; i++)    // u = 5, v = 3
        in[i] = cos((2 * (i % 8) + 1) * 5 * pi / 16.0) * cos((2 * (i / 8) + 1) * 3 * pi / 16.0);
    jpeg_dct_ref(out, in);
    for (int i = 0; i < JPEG_BLOCK; i++)
        assert_true(fabs(out[i] - (i == 8 * 3 + 5 ? 4.0 : 0.0)) < 1e-12);
}

// 8 times the exact coefficients.  The rows are rounded to 1/4 of sqrt(8) times a coefficient: by
// 1/8 of that at most, and a column adds up eight of them with factors of at most 1/2.  That makes
// 8 * 8 * 1/2 * 1/8 / sqrt(8) in the unit of the result; its own rounding adds 1/2.
static void the_integer_dct_is_near(void **state)
{
    (void)state;
    const double bound = 4.0 / sqrt(8.0) + 0.5 + 0.1;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        double in[JPEG_BLOCK], exact[JPEG_BLOCK];
        int32_t whole[JPEG_BLOCK], out[JPEG_BLOCK];
        for (size_t i = 0; i < JPEG_BLOCK; i++) {
            const int any = (int)roll(seed, i, 256) - 128, end = any < 0 ? -128 : 127;
            whole[i] = seed % 2 ? any : end;
            in[i] = whole[i];
        }
        jpeg_dct_ref(exact, in);
        jpeg_dct_integer(out, whole);
        for (int i = 0; i < JPEG_BLOCK; i++)
            assert_true(fabs(out[i] - 8.0 * exact[i]) <= bound);
    }
}

static void psnr_is_that_of_the_formula(void **state)
{
    (void)state;
    uint8_t a[] = { 10, 20, 30, 255, 40, 50, 60, 255 }, b[] = { 10, 20, 30, 0, 43, 54, 60, 0 };
    const ocl_picture first = { 2, 1, a }, second = { 2, 1, b };
    assert_true(fabs(jpeg_psnr(&first, &second) - 10.0 * log10(65025.0 * 6.0 / 25.0)) < 1e-9);
    assert_true(jpeg_psnr(&first, &first) > 98.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(qualities_scale_the_steps),   cmocka_unit_test(tables_are_made_to_measure),
        cmocka_unit_test(long_codes_are_shortened),    cmocka_unit_test(coefficients_come_back),
        cmocka_unit_test(the_dct_is_the_definition),   cmocka_unit_test(the_integer_dct_is_near),
        cmocka_unit_test(psnr_is_that_of_the_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
