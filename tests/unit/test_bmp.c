// SPDX-License-Identifier: MIT
//
// Every kind of BMP file is built in memory, read and compared, then cut at every byte and spoiled
// in every field.

#include "bmp.h"
#include "random.h"
#include "test_picture.h"

enum { RGB, RLE8, RLE4, BITFIELDS, ALPHABITFIELDS = 6 };

typedef struct {
    const char *name;
    uint32_t header, bits, compression, colours;
    uint32_t masks[4];    // as written; red, green, blue, alpha
    bool top_down;
    uint32_t gap;      // bytes between palette and pixels
    bool uncounted;    // bfOffBits does not count the masks behind the header
} bmp_kind;

static const bmp_kind BMP_KINDS[] = {
    { "rgb1", 40, 1, .colours = 2 },
    { "rgb2", 40, 2, .colours = 4 },
    { "rgb2_3_colours", 40, 2, .colours = 3 },
    { "rgb4", 40, 4, .colours = 16 },
    { "rgb8", 40, 8, .colours = 256 },
    { "rgb8_5_colours", 40, 8, .colours = 5 },
    { "rgb8_300_colours", 40, 8, .colours = 300 },
    { "rgb4_gap", 40, 4, .colours = 16, .gap = 7 },
    { "rgb8_top_down", 40, 8, .colours = 256, .top_down = true },
    { "rgb8_v4", 108, 8, .colours = 256 },
    { "os2_1", 12, 1, .colours = 2 },
    { "os2_4", 12, 4, .colours = 16 },
    { "os2_8", 12, 8, .colours = 256 },
    { "os2_8_short_palette", 12, 8, .colours = 200 },
    { "os2_24", 12, 24, .colours = 0 },
    { "os2_v2_short", 16, 4, .colours = 16 },
    { "os2_v2_8", 64, 8, .colours = 256 },
    { "os2_v2_24", 64, 24, .colours = 0 },
    { "os2_v2_32", 64, 32, .colours = 0 },
    { "rgb16", 40, 16, .colours = 0 },
    { "rgb24", 40, 24, .colours = 0 },
    { "rgb32", 40, 32, .colours = 0 },
    { "rgb24_palette", 40, 24, .colours = 9 },
    { "rgb24_top_down", 40, 24, .top_down = true },
    { "rgb24_v5", 124, 24, .colours = 0 },
    { "rgb32_top_down", 40, 32, .top_down = true },
    { "rgb32_v3_unused_masks", 56, 32, .masks = { 0xff, 0xff00, 0xff0000, 0xff000000 } },
    { "bits565", 40, 16, BITFIELDS, .masks = { 0xf800, 0x7e0, 0x1f } },
    { "bits4444", 40, 16, ALPHABITFIELDS, .masks = { 0xf00, 0xf0, 0xf, 0xf000 } },
    { "bits1555", 56, 16, BITFIELDS, .masks = { 0x7c00, 0x3e0, 0x1f, 0x8000 } },
    { "bits565_uncounted", 40, 16, BITFIELDS, .masks = { 0xf800, 0x7e0, 0x1f }, .uncounted = true },
    { "bits4444_uncounted", 40, 16, ALPHABITFIELDS, .masks = { 0xf00, 0xf0, 0xf, 0xf000 },
      .uncounted = true },
    { "bits_v2_uncounted", 52, 32, ALPHABITFIELDS, .masks = { 0xff, 0xff00, 0xff0000, 0xff000000 },
      .uncounted = true },
    { "bits_231", 40, 16, BITFIELDS, .masks = { 0x30, 0xe, 0x1 } },
    { "bits_101112", 40, 32, BITFIELDS, .masks = { 0xffc00000, 0x3ff800, 0x7ff } },
    { "bits_no_green", 40, 32, BITFIELDS, .masks = { 0xffff0000, 0, 0xffff } },
    { "bits_all", 52, 32, BITFIELDS, .masks = { 0xffffffff, 0x7fffffff, 0xfffffffe } },
    { "bits_v2", 52, 32, BITFIELDS, .masks = { 0xff, 0xff00, 0xff0000 } },
    { "bits_v2_alpha", 52, 16, ALPHABITFIELDS, .masks = { 0xf00, 0xf0, 0xf, 0x7000 } },
    { "bits_v3_alpha", 56, 32, BITFIELDS, .masks = { 0xff, 0xff00, 0xff0000, 0x3f000000 } },
    { "bits_v4_alpha", 108, 32, BITFIELDS, .masks = { 0xff0000, 0xff00, 0xff, 0xff000000 } },
    { "bits_v5_alpha", 124, 32, BITFIELDS, .masks = { 0xff000000, 0xff0000, 0xff00, 0xff } },
    { "bits_v5_top_down", 124, 16, BITFIELDS, .masks = { 0x1f, 0x3e0, 0x7c00 }, .top_down = true },
};
enum { BMP_KIND_COUNT = sizeof BMP_KINDS / sizeof BMP_KINDS[0] };

static void put_info_header(test_file *file, const bmp_kind *kind)
{
    put(file, kind->header, 4);
    put(file, file->width, kind->header == 12 ? 2 : 4);
    put(file, kind->top_down ? 0 - file->height : file->height, kind->header == 12 ? 2 : 4);
    put(file, 1, 2);    // biPlanes
    put(file, kind->bits, 2);
    if (kind->header >= 40) {
        put(file, kind->compression, 4);
        put(file, 0, 4);    // biSizeImage
        put(file, 2835, 4);
        put(file, 2835, 4);
        put(file, kind->colours == 256 ? 0 : kind->colours, 4);    // biClrUsed: 0 is all of them
        put(file, 0, 4);
    }
    size_t end = 14 + kind->header;
    if (kind->compression == BITFIELDS && end < 54 + 12) end = 54 + 12;
    if (kind->compression == ALPHABITFIELDS && end < 54 + 16) end = 54 + 16;
    for (int c = 0; c < 4 && file->bytes < end; c++)
        put(file, kind->masks[c], 4);
    while (file->bytes < end)
        put(file, 0, 1);
}

static uint8_t palette_channel(uint32_t colour, uint32_t channel)
{
    return (uint8_t)(ocl_random(7, 4 * colour + channel) >> 20);
}

// The bits of the mask, of 255 when all are set, rounded.
static uint8_t masked(uint32_t pixel, uint32_t mask)
{
    uint64_t value = pixel & mask, max = mask;
    while (max > 0 && max % 2 == 0)
        value /= 2, max /= 2;
    return (uint8_t)(max > 0 ? (510 * value + max) / (2 * max) : 0);
}

static void show(uint8_t *rgba, const bmp_kind *kind, uint32_t pixel)
{
    static const uint32_t masks_24[4] = { 0xff0000, 0xff00, 0xff },
                          masks_16[4] = { 0x7c00, 0x3e0, 0x1f };
    const uint32_t *masks = kind->compression != RGB ? kind->masks
                            : kind->bits == 16       ? masks_16
                                                     : masks_24;
    for (uint32_t c = 0; c < 3; c++)
        rgba[c] = kind->bits <= 8 ? palette_channel(pixel, c) : masked(pixel, masks[c]);
    bool alpha = masks[3] && (kind->header >= 56 || kind->compression == ALPHABITFIELDS);
    rgba[3] = alpha ? masked(pixel, masks[3]) : 255;
}

static uint32_t random_pixel(const bmp_kind *kind, uint32_t x, uint32_t y)
{
    uint64_t bits = ocl_random(kind->bits, 1000 * y + x);
    if (kind->bits == 32) return (uint32_t)bits;
    uint32_t values = 1u << kind->bits;
    bool few = kind->bits <= 8 && kind->colours < values;
    return (uint32_t)(bits % (few ? kind->colours : values));
}

// Row y from the top, the first pixel in the highest bits of a byte.
static void put_row(test_file *file, const bmp_kind *kind, uint32_t y)
{
    size_t start = file->bytes;
    uint32_t byte = 0;
    for (uint32_t x = 0; x < file->width; x++) {
        uint32_t pixel = random_pixel(kind, x, y);
        show(file->rgba + 4 * (y * file->width + x), kind, pixel);
        if (kind->bits >= 8) {
            put(file, pixel, kind->bits / 8);
            continue;
        }
        byte = byte << kind->bits | pixel;
        uint32_t in_byte = 8 / kind->bits, filled = x % in_byte + 1;
        if (filled == in_byte || x + 1 == file->width)
            put(file, byte << kind->bits * (in_byte - filled), 1), byte = 0;
    }
    while ((file->bytes - start) % 4 != 0)
        put(file, 0xee, 1);
}

static void build_bmp(test_file *file, const bmp_kind *kind, uint32_t width, uint32_t height)
{
    *file = (test_file){ .width = width, .height = height };
    put(file, 'B' | 'M' << 8, 2);
    put(file, 0, 4);    // bfSize, which nobody may trust
    put(file, 0, 4);
    put(file, 0, 4);    // bfOffBits, below
    put_info_header(file, kind);
    for (uint32_t i = 0; i < kind->colours; i++) {
        for (uint32_t c = 3; c-- > 0;)
            put(file, palette_channel(i, c), 1);
        if (kind->header != 12) put(file, 0, 1);
    }
    for (uint32_t i = 0; i < kind->gap; i++)
        put(file, 0xdd, 1);
    patch(file, 10, kind->uncounted ? 14 + kind->header : (uint32_t)file->bytes, 4);
    for (uint32_t i = 0; i < height; i++)
        put_row(file, kind, kind->top_down ? i : height - 1 - i);
}

static void test_bmp_kinds(void **state)
{
    (void)state;
    for (size_t k = 0; k < BMP_KIND_COUNT; k++)
        for (uint32_t width = 1; width <= 33; width += width < 10 ? 1 : 23)
            for (uint32_t height = 1; height <= 3; height++) {
                test_file file;
                build_bmp(&file, &BMP_KINDS[k], width, height);
                assert_shows(BMP_KINDS[k].name, &file);
            }
}

static void test_bmp_prefixes(void **state)
{
    (void)state;
    for (size_t k = 0; k < BMP_KIND_COUNT; k++) {
        test_file file;
        build_bmp(&file, &BMP_KINDS[k], 5, 3);
        for (size_t bytes = 0; bytes < file.bytes; bytes++)
            if (decode_any(file.data, bytes)) fail_msg("%s: %zu", BMP_KINDS[k].name, bytes);
    }
}

static void test_bmp_spoiled_fields(void **state)
{
    (void)state;
    static const uint32_t values[] = { 0, 1, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff };
    for (size_t k = 0; k < BMP_KIND_COUNT; k++) {
        test_file good, bad;
        build_bmp(&good, &BMP_KINDS[k], 5, 3);
        for (size_t at = 2; at < 14 + BMP_KINDS[k].header + 16; at += 2)
            for (size_t v = 0; v < sizeof values / sizeof values[0]; v++)
                for (unsigned bytes = 2; bytes <= 4; bytes += 2) {
                    bad = good;
                    patch(&bad, at, values[v], bytes);
                    decode_any(bad.data, bad.bytes);
                }
    }
}

// Headers that contradict themselves, in files that end anywhere.
static void test_bmp_header_mixtures(void **state)
{
    (void)state;
    static const uint32_t headers[] = { 12, 16, 40, 52, 56, 64, 108, 124 };
    static const uint32_t depths[] = { 1, 4, 8, 16, 24, 32 };
    for (size_t h = 0; h < sizeof headers / sizeof headers[0]; h++)
        for (size_t d = 0; d < sizeof depths / sizeof depths[0]; d++)
            for (uint32_t compression = RGB; compression <= ALPHABITFIELDS; compression++)
                for (uint32_t bytes = 26; bytes <= 150; bytes++) {
                    const bmp_kind kind = { "", headers[h], depths[d], compression, .colours = 2 };
                    test_file file;
                    build_bmp(&file, &kind, 1, 1);
                    patch(&file, 10, bytes, 4);
                    decode_any(file.data, bytes);
                    patch(&file, 10, bytes - 4, 4);
                    decode_any(file.data, bytes);
                }
}

static void test_bmp_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        size_t at;
        uint32_t value;
        unsigned bytes;
        const char *message;
    } wrongs[] = {
        { "rgb24", 10, 54000, 4, "bfOffBits 54000 points past the end of the file (102 bytes)" },
        { "rgb24", 10, 53, 4, "bfOffBits 53 points into the headers, which end at 54" },
        { "bits565", 10, 53, 4, "bfOffBits 53 points into the headers, which end at 66" },
        { "bits565", 10, 55, 4, "bfOffBits 55 points into the headers, which end at 66" },
        { "bits565", 10, 65, 4, "bfOffBits 65 points into the headers, which end at 66" },
        { "bits4444", 10, 69, 4, "bfOffBits 69 points into the headers, which end at 70" },
        { "rgb24", 10, 55, 4, "3 rows of 16 bytes from bfOffBits 55 on go past the end" },
        { "rgb24", 14, 41, 4, "biSize is 41" },
        { "rgb24", 14, 108, 4, "within its header (102 bytes, biSize 108)" },
        { "rgb24", 18, 0, 4, "biWidth is 0" },
        { "rgb24", 18, 0xffffffff, 4, "biWidth is negative (-1)" },
        { "rgb24", 18, 0x7fffffff, 4,
          "biWidth 2147483647, biHeight 3: 3 rows of 6442450944 bytes" },
        { "rgb24", 22, 0, 4, "biHeight is 0" },
        { "rgb24", 22, 0x7fffffff, 4, "2147483647 rows of 16 bytes" },
        { "rgb24", 22, 0x80000000, 4, "2147483648 rows of 16 bytes" },
        { "os2_24", 18, 0, 2, "biWidth is 0" },
        { "os2_24", 20, 0, 2, "biHeight is 0" },
        { "os2_24", 22, 2, 2, "biPlanes is 2" },
        { "os2_24", 24, 3, 2, "biBitCount is 3" },
        { "rgb24", 26, 0, 2, "biPlanes is 0" },
        { "rgb24", 28, 48, 2, "biBitCount is 48" },
        { "rgb24", 30, BITFIELDS, 4, "biCompression 3 is not known with 24 bits" },
        { "os2_v2_8", 30, BITFIELDS, 4, "biCompression 3 is not known with 8 bits" },
        { "os2_v2_32", 30, BITFIELDS, 4, "biCompression 3 is not known with 32 bits" },
        { "rgb24", 30, 4, 4, "biCompression 4 is not known" },
        { "rgb8", 30, RLE4, 4, "biCompression 2 is not known with 8 bits" },
        { "rgb8_top_down", 30, RLE8, 4, "biHeight is negative" },
        { "rgb8_5_colours", 46, 2, 4, "the palette has 2" },
        { "rgb8", 10, 54, 4, "bfOffBits 54 leaves no room for the palette" },
        { "rgb4_gap", 10, 54 + 4 * 3, 4, "the palette has 3" },
        { "bits565", 54, 0xf801, 4, "the red mask 0x0000f801 has a gap" },
        { "bits565", 58, 0x1f0000, 4, "the green mask 0x001f0000 does not fit 16 bits" },
        { "bits_v4_alpha", 66, 0xa0000000, 4, "the alpha mask 0xa0000000 has a gap" },
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        size_t k = 0;
        while (strcmp(BMP_KINDS[k].name, wrongs[i].kind) != 0)
            k++;
        test_file file;
        build_bmp(&file, &BMP_KINDS[k], 5, 3);
        patch(&file, wrongs[i].at, wrongs[i].value, wrongs[i].bytes);
        assert_refused(file.data, file.bytes, wrongs[i].message);
    }
}

typedef struct {
    const char *name;
    uint32_t bits, width, height;
    const char *stream;    // in hexadecimal
    const char *result;    // a digit a pixel from the top, '.' for one left out; or the message
} rle_case;

static const rle_case RLE_GOOD[] = {
    { "rle8_runs", 8, 3, 2, "0301 0000 0102 0203 0001", "233111" },
    { "rle8_runs_cross_no_row", 8, 2, 2, "0201 0000 0202 0000 0001", "2211" },
    { "rle8_absolute_odd", 8, 4, 1, "0003 010203 ee 0104 0001", "1234" },
    { "rle8_absolute_even", 8, 4, 1, "0004 01020304 0001", "1234" },
    { "rle8_short_rows", 8, 3, 3, "0101 0000 0000 0202 0001", "22....1.." },
    { "rle8_move", 8, 4, 3, "0101 0002 0101 0102 0002 0001 0103 0001", "...3..2.1..." },
    { "rle8_move_back_of_row", 8, 3, 2, "0002 0201 0101 0001", "..1..." },
    { "rle8_ended_at_once", 8, 2, 2, "0001", "...." },
    { "rle8_trailing", 8, 1, 1, "0105 0001 ffff", "5" },
    { "rle4_runs", 4, 5, 2, "0512 0000 0330 0221 0001", "3032112121" },
    { "rle4_absolute_3", 4, 3, 1, "0003 1230 0001", "123" },
    { "rle4_absolute_4", 4, 5, 1, "0004 1234 0150 0001", "12345" },
    { "rle4_absolute_5", 4, 5, 1, "0005 12345e ee 0001", "12345" },
    { "rle8_run_into_padding", 8, 2, 2, "0401 0000 0402 0001", "2211" },
    { "rle8_absolute_into_padding", 8, 3, 2, "0004 01020305 0000 0302 0001", "222123" },
    { "rle8_padding_has_no_colour", 8, 3, 1, "0004 010203ff 0001", "123" },
    { "rle8_piece_in_padding", 8, 2, 1, "0201 0203 0001", "11" },
    { "rle4_run_into_padding", 4, 5, 2, "0812 0000 0834 0001", "3434312121" },
    { "rle4_absolute_into_padding", 4, 3, 1, "0008 12345678 0001", "123" },
    { "rle4_move", 4, 3, 2, "0110 0002 0101 0120 0001", "..21.." },
};

static const rle_case RLE_BAD[] = {
    { "empty", 8, 2, 1, "", "stop without an end-of-bitmap mark" },
    { "no end", 8, 2, 1, "0201", "stop without an end-of-bitmap mark" },
    { "half a pair", 8, 2, 1, "0201 00", "stop without an end-of-bitmap mark" },
    { "half a move", 8, 2, 1, "0002 01", "stop without an end-of-bitmap mark" },
    { "absolute, cut", 8, 3, 1, "0003 0102", "stop without an end-of-bitmap mark" },
    { "absolute, no padding", 8, 3, 1, "0003 010203", "stop without an end-of-bitmap mark" },
    { "run past the row", 8, 2, 2, "0501 0001", "outside of the picture, at (4, 0)" },
    { "run past a row without padding", 8, 4, 2, "0501 0001", "outside of the picture, at (4, 0)" },
    { "absolute past the row", 8, 2, 2, "0005 0102030405 00 0001", "picture, at (4, 0)" },
    { "RLE4 run past the row", 4, 5, 2, "0912 0001", "outside of the picture, at (8, 0)" },
    { "padding above", 8, 2, 1, "0000 0002 0200 0101 0001", "outside of the picture, at (2, 1)" },
    { "run above", 8, 2, 1, "0000 0101 0001", "outside of the picture, at (0, 1)" },
    { "moved above", 8, 2, 1, "0002 00ff 0101 0001", "outside of the picture, at (0, 255)" },
    { "moved right", 8, 2, 1, "0002 ff00 0101 0001", "outside of the picture, at (255, 0)" },
    { "no such colour", 8, 2, 2, "0106 0001", "pixel (0, 1) has colour 6, the palette has 6" },
    { "no such colour", 4, 2, 2, "0217 0001", "pixel (1, 1) has colour 7, the palette has 6" },
};

static void build_rle(test_file *file, const rle_case *c)
{
    bmp_kind kind = { c->name, 40, c->bits, c->bits == 8 ? RLE8 : RLE4, .colours = 6 };
    build_bmp(file, &kind, c->width, 0);
    file->height = c->height;
    patch(file, 22, c->height, 4);
    file->bytes += read_hex(file->data + file->bytes, c->stream);
}

static void test_rle(void **state)
{
    (void)state;
    const bmp_kind palette = { .bits = 8 };
    for (size_t i = 0; i < sizeof RLE_GOOD / sizeof RLE_GOOD[0]; i++) {
        const rle_case *c = &RLE_GOOD[i];
        test_file file;
        build_rle(&file, c);
        assert_int_equal(strlen(c->result), c->width * c->height);
        for (size_t p = 0; c->result[p]; p++)
            if (c->result[p] != '.') show(file.rgba + 4 * p, &palette, hex_digit(c->result[p]));
        assert_shows(c->name, &file);
    }
}

static void test_rle_refusals(void **state)
{
    (void)state;
    test_file file;
    for (size_t i = 0; i < sizeof RLE_BAD / sizeof RLE_BAD[0]; i++) {
        build_rle(&file, &RLE_BAD[i]);
        assert_refused(file.data, file.bytes, RLE_BAD[i].result);
    }
    build_rle(&file, &RLE_GOOD[0]);
    patch(&file, 18, 8192, 4);
    patch(&file, 22, 8193, 4);
    assert_refused(file.data, file.bytes, "more than 67108864 pixels in a run-length file");
}

static void test_rle_prefixes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof RLE_GOOD / sizeof RLE_GOOD[0]; i++) {
        test_file file;
        build_rle(&file, &RLE_GOOD[i]);
        if (strcmp(RLE_GOOD[i].name, "rle8_trailing") == 0) file.bytes -= 2;
        for (size_t bytes = 0; bytes < file.bytes; bytes++)
            if (decode_any(file.data, bytes)) fail_msg("%s: %zu", RLE_GOOD[i].name, bytes);
    }
}

// As other programs see it: the fields by their offsets.
static void test_bmp_encoded_bytes(void **state)
{
    (void)state;
    static const uint8_t expected_24[] = {
        'B', 'M', 62, 0, 0, 0, 0, 0,  0, 0, 54, 0, 0, 0, 40, 0, 0, 0,  1,  0, 0,
        0,   2,   0,  0, 0, 1, 0, 24, 0, 0, 0,  0, 0, 8, 0,  0, 0, 19, 11, 0, 0,
        19,  11,  0,  0, 0, 0, 0, 0,  0, 0, 0,  0, 7, 6, 5,  0, 3, 2,  1,  0,
    };
    uint8_t rgba[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, *data;
    ocl_picture image = { 1, 2, rgba };
    size_t bytes;
    ocl_message why;
    assert_true(ocl_bmp_encode(&image, false, &data, &bytes, &why));
    assert_int_equal(bytes, sizeof expected_24);
    assert_memory_equal(data, expected_24, bytes);
    free(data);

    assert_true(ocl_bmp_encode(&image, true, &data, &bytes, &why));
    assert_int_equal(bytes, 14 + 108 + 8);
    static const uint8_t start[] = { 'B', 'M', 130, 0, 0, 0, 0, 0, 0, 0, 122, 0, 0, 0, 108 };
    assert_memory_equal(data, start, sizeof start);
    static const uint8_t masks[] = { 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255 };
    assert_memory_equal(data + 54, masks, sizeof masks);
    static const uint8_t pixels[] = { 7, 6, 5, 8, 3, 2, 1, 4 };
    assert_memory_equal(data + 122, pixels, sizeof pixels);
    free(data);
}

static void test_bmp_encode_too_large(void **state)
{
    (void)state;
    uint8_t *data, rgba = 0;    // refused before a pixel is read
    size_t bytes;
    ocl_message why;
    const ocl_picture huge = { 65536, 65536, &rgba };
    for (int alpha = 0; alpha <= 1; alpha++) {
        assert_false(ocl_bmp_encode(&huge, alpha, &data, &bytes, &why));
        assert_non_null(strstr(why.text, "65536 x 65536 pixels are too many for a BMP file"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bmp_kinds),          cmocka_unit_test(test_bmp_prefixes),
        cmocka_unit_test(test_bmp_spoiled_fields), cmocka_unit_test(test_bmp_header_mixtures),
        cmocka_unit_test(test_bmp_refusals),       cmocka_unit_test(test_rle),
        cmocka_unit_test(test_rle_refusals),       cmocka_unit_test(test_rle_prefixes),
        cmocka_unit_test(test_bmp_encoded_bytes),  cmocka_unit_test(test_bmp_encode_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
