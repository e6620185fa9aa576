// SPDX-License-Identifier: MIT
//
// Pictures: what is written is read back, patterns, the real files.

#include "pattern.h"
#include "picture_file.h"
#include "system/installed.h"
#include "system/paths.h"
#include "system/read_file.h"
#include "test_picture.h"

#include <stdio.h>

static void test_other_files(void **state)
{
    (void)state;
    assert_refused((const uint8_t *)"", 0, "no BMP, PBM, PGM, PPM or PNG file");
    assert_refused((const uint8_t *)"B", 1, "no BMP, PBM, PGM, PPM or PNG file");
    assert_refused((const uint8_t *)"\xff\xd8\xff\xe0", 4, "no BMP, PBM, PGM, PPM or PNG file");
    assert_refused((const uint8_t *)"\x89PNG\r\n\x1a\n", 8, "libpng");
}

// False for PNG when built without libpng: then every such file is refused with the same words.
// Lists of files have it last.
static bool can_read(const char *path)
{
    ocl_picture image;
    ocl_message why;
    return !strstr(path, "png") ||
           ocl_picture_decode(&image, (const uint8_t *)"\x89PNG", 4, &why) ||
           !strstr(why.text, "built without PNG");
}

static ocl_picture make_noise(size_t width, size_t height, bool opaque)
{
    ocl_picture image;
    ocl_message why;
    assert_true(
        ocl_picture_pattern(&image, OCL_NOISE, (ocl_pattern_size){ width, height, 42 }, &why));
    for (size_t i = 3; opaque && i < 4 * width * height; i += 4)
        image.rgba[i] = 255;
    return image;
}

static void make_grey(ocl_picture *image)
{
    for (uint8_t *p = image->rgba; p < image->rgba + 4 * image->width * image->height; p += 4)
        p[0] = p[1] = p[2] = (uint8_t)((299 * p[0] + 587 * p[1] + 114 * p[2] + 500) / 1000);
}

static void test_round_trips(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        bool alpha, grey;
    } files[] = {
        { "test_image.bmp", true, false },  { "test_image_opaque.BMP", false, false },
        { "test_image.Ppm", false, false }, { "test_image.pgm", false, true },
        { "test_image.png", true, false },
    };
    for (size_t f = 0; f < sizeof files / sizeof files[0] && can_read(files[f].path); f++)
        for (size_t width = 1; width <= 9; width++)
            for (size_t height = 1; height <= 3; height++) {
                ocl_message why;
                ocl_picture image = make_noise(width, height, !files[f].alpha), again;
                if (!ocl_picture_write(&image, files[f].path, &why)) fail_msg("%s", why.text);
                if (!ocl_picture_read(&again, files[f].path, &why)) fail_msg("%s", why.text);
                if (files[f].grey) make_grey(&image);
                assert_image(files[f].path, &again, image.width, image.height, image.rgba);
                ocl_picture_free(&image);
                ocl_picture_free(&again);
                assert_int_equal(remove(files[f].path), 0);
            }
}

// Alpha is written when there is something to keep.
static void test_bmp_depth(void **state)
{
    (void)state;
    const char *path = "test_image_depth.bmp";
    for (int opaque = 0; opaque <= 1; opaque++) {
        ocl_message why;
        ocl_picture image = make_noise(5, 3, true);
        if (!opaque) image.rgba[4 * 15 - 1] = 254;
        unsigned char *data;
        size_t bytes;
        assert_true(ocl_picture_write(&image, path, &why));
        assert_true(ocl_read_file(path, &data, &bytes, &why));
        assert_int_equal(data[28], opaque ? 24 : 32);    // biBitCount
        free(data);
        ocl_picture_free(&image);
        assert_int_equal(remove(path), 0);
    }
}

static void assert_not_written(const ocl_picture *image, const char *path, const char *part)
{
    ocl_message why;
    assert_false(ocl_picture_write(image, path, &why));
    if (!strstr(why.text, part) || strncmp(why.text, path, strlen(path)) != 0)
        fail_msg("\"%s\" lacks \"%s\" or \"%s\"", why.text, path, part);
}

static void test_failing_writes(void **state)
{
    (void)state;
    const char *path = "test_image_old.bmp";
    ocl_message why;
    ocl_picture image = make_noise(5, 3, false), again;
    image.rgba[3] = 0;    // the first pixel already says that alpha must be written
    assert_true(ocl_picture_write(&image, path, &why));

    const ocl_picture huge = { 65536, 65536, image.rgba };    // refused before the second
    assert_not_written(&huge, path, "65536 x 65536 pixels are too many for a BMP file");
    assert_not_written(&image, "test_image.xyz", "does not end in .bmp, .ppm, .pgm or .png");
    assert_not_written(&image, "bmp", "does not end in .bmp, .ppm, .pgm or .png");
    assert_not_written(&image, "no_such_folder/test_image.bmp", "cannot write");
    if (!can_read("png")) assert_not_written(&image, "test_image.png", "install libpng-dev");
    assert_true(ocl_picture_read(&again, path, &why));
    assert_image(path, &again, 5, 3, image.rgba);
    ocl_picture_free(&again);
    ocl_picture_free(&image);
    assert_int_equal(remove(path), 0);
}

static void test_alloc(void **state)
{
    (void)state;
    ocl_picture image;
    ocl_message why;
    assert_false(ocl_picture_alloc(&image, 0, 1, &why));
    assert_non_null(strstr(why.text, "a picture of 0 x 1 pixels is empty"));
    assert_false(ocl_picture_alloc(&image, 1, 0, &why));
    static const size_t large[] = { SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 4 + 1, UINT32_MAX };
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        assert_false(ocl_picture_alloc(&image, large[i], large[i], &why));
        assert_non_null(strstr(why.text, "no memory for a picture of"));
    }
    assert_true(ocl_picture_alloc(&image, 3, 2, &why));
    assert_image("empty", &image, 3, 2, (uint8_t[24]){ 0 });
    ocl_picture_free(&image);
    assert_null(image.rgba);
}

static void test_patterns(void **state)
{
    (void)state;
    static const size_t sizes[][2] = { { 1, 1 }, { 7, 1 }, { 1, 7 }, { 31, 17 } };
    assert_string_equal(OCL_PATTERNS[OCL_NOISE], "noise");
    assert_string_equal(OCL_PATTERNS[OCL_GRADIENT], "gradient");
    assert_string_equal(OCL_PATTERNS[OCL_CONSTANT], "constant");
    assert_string_equal(OCL_PATTERNS[OCL_PHOTO], "photo");
    assert_null(OCL_PATTERNS[OCL_PHOTO + 1]);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int p = OCL_NOISE; p <= OCL_CONSTANT; p++) {
            ocl_picture image;
            ocl_message why;
            assert_true(ocl_picture_pattern(
                &image, (ocl_pattern)p, (ocl_pattern_size){ sizes[s][0], sizes[s][1], 3 }, &why));
            assert_int_equal(image.width, sizes[s][0]);
            assert_int_equal(image.height, sizes[s][1]);
            ocl_picture_free(&image);
        }
}

static void test_pattern_content(void **state)
{
    (void)state;
    ocl_picture image;
    ocl_message why;
    assert_true(ocl_picture_pattern(&image, OCL_CONSTANT, (ocl_pattern_size){ 5, 4, 3 }, &why));
    for (size_t i = 4; i < 80; i++)
        assert_int_equal(image.rgba[i], image.rgba[i - 4]);
    ocl_picture_free(&image);

    assert_true(ocl_picture_pattern(&image, OCL_GRADIENT, (ocl_pattern_size){ 5, 3, 3 }, &why));
    static const uint8_t corners[4][4] = {
        { 0, 0, 255, 255 }, { 255, 0, 128, 128 }, { 0, 255, 128, 128 }, { 255, 255, 0, 255 }
    };
    static const size_t at[4] = { 0, 4, 10, 14 };
    for (size_t i = 0; i < 4; i++)
        assert_memory_equal(image.rgba + 4 * at[i], corners[i], 4);
    ocl_picture_free(&image);

    ocl_picture other;
    assert_true(ocl_picture_pattern(&image, OCL_NOISE, (ocl_pattern_size){ 5, 3, 3 }, &why));
    assert_true(ocl_picture_pattern(&other, OCL_NOISE, (ocl_pattern_size){ 5, 3, 4 }, &why));
    assert_memory_not_equal(image.rgba, other.rgba, 60);
    ocl_picture_free(&image);
    ocl_picture_free(&other);
}

// 255 times a row's number may not fit 32 bits.
static void test_long_gradient(void **state)
{
    (void)state;
    ocl_message why;
    for (int high = 0; high <= 1; high++) {
        const size_t length = UINT32_MAX / 255 + 2, last = length - 1;
        ocl_picture image;
        assert_true(ocl_picture_pattern(
            &image, OCL_GRADIENT, (ocl_pattern_size){ high ? 1 : length, high ? length : 1, 0 },
            &why));
        assert_int_equal(image.rgba[4 * (last / 2) + (size_t)high], 127);
        assert_int_equal(image.rgba[4 * last + (size_t)high], 255);
        ocl_picture_free(&image);
    }
}

static uint64_t fnv1a(const uint8_t *data, size_t bytes)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
    return hash;
}

// The hashes are of the RGBA bytes as Pillow decodes the files that data/README.md names.
static void test_photographs(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t width, height;
        uint64_t hash;
    } photos[] = {
        { "astronaut.bmp", 512, 512, UINT64_C(0xf58a2e035245a225) },
        { "chelsea.bmp", 451, 300, UINT64_C(0x8751f7e0b13eaba2) },
        { "coffee.bmp", 600, 400, UINT64_C(0xc468747334432d18) },
        { "rocket.bmp", 640, 427, UINT64_C(0xf093d96c83566c05) },
        { "hubble_deep_field.bmp", 1000, 872, UINT64_C(0xe1384c2d0878033c) },
    };
    for (size_t i = 0; i < sizeof photos / sizeof photos[0]; i++) {
        ocl_message why;
        char *path = ocl_find_data(photos[i].name, &why);
        if (!path) skip();
        ocl_picture image;
        if (!ocl_picture_read(&image, path, &why)) fail_msg("%s", why.text);
        free(path);
        assert_int_equal(image.width, photos[i].width);
        assert_int_equal(image.height, photos[i].height);
        assert_true(fnv1a(image.rgba, (size_t)image.width * image.height * 4) == photos[i].hash);
        ocl_picture_free(&image);
    }
}

static void test_photo_pattern(void **state)
{
    (void)state;
    ocl_picture photo, image;
    ocl_message why;
    char *path = ocl_find_data("astronaut.bmp", &why);
    if (!path) {
        assert_false(ocl_picture_pattern(&image, OCL_PHOTO, (ocl_pattern_size){ 5, 3, 1 }, &why));
        assert_non_null(strstr(why.text, "OCL_SAMPLES_DATA"));
        skip();
    }
    assert_true(ocl_picture_read(&photo, path, &why));
    free(path);

    // At its own height each pixel is one of the photograph's, mirrored beyond its right edge.
    uint32_t width = photo.width * 2 + 3, height = photo.height;
    assert_true(
        ocl_picture_pattern(&image, OCL_PHOTO, (ocl_pattern_size){ width, height, 1 }, &why));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint32_t inside = x % (2 * photo.width);
            uint32_t from = inside < photo.width ? inside : 2 * photo.width - 1 - inside;
            assert_memory_equal(image.rgba + 4 * ((size_t)y * width + x),
                                photo.rgba + 4 * ((size_t)y * photo.width + from), 4);
        }
    ocl_picture_free(&image);

    // Twice as high, pixel (2x + 1, 2y + 1) is 9, 3, 3 and 1 sixteenths of the four around it.
    assert_true(ocl_picture_pattern(&image, OCL_PHOTO,
                                    (ocl_pattern_size){ 2 * photo.width, 2 * height, 1 }, &why));
    for (size_t y = 0; y + 1 < height; y++)
        for (size_t i = 0; i < 4 * ((size_t)photo.width - 1); i++) {
            const uint8_t *p = photo.rgba + y * photo.width * 4 + i, *q = p + 4 * photo.width;
            uint32_t sum = 9u * p[0] + 3u * p[4] + 3u * q[0] + q[4];
            size_t at = ((2 * y + 1) * image.width + 2 * (i / 4) + 1) * 4 + i % 4;
            assert_int_equal(image.rgba[at], (sum + 8) / 16);
        }
    ocl_picture_free(&image);

    assert_true(ocl_picture_pattern(&image, OCL_PHOTO, (ocl_pattern_size){ 3, 1, 1 }, &why));
    ocl_picture_free(&image);
    ocl_picture_free(&photo);
}

static char *test_data_path(const char *name)
{
    return ocl_join_path(TESTS_FOLDER "/data", name);
}

static bool read_test_data(ocl_picture *image, const char *name, ocl_message *why)
{
    char *path = test_data_path(name);
    bool ok = ocl_picture_read(image, path, why);
    if (!ok && strncmp(why->text, path, strlen(path)) != 0) fail_msg("no path: %s", why->text);
    free(path);
    return ok;
}

// Each shows the same six pixels, or the first of them (tests/data/README.md).
static const char *const GOOD_FILES[] = { "3x2.bmp",    "os2.bmp",      "rle4.bmp",  "rle8.bmp",
                                          "rgb565.bmp", "top_down.bmp", "alpha.bmp", "3x2.ppm",
                                          "plain.ppm",  "1x1.bmp",      "3x2.png" };
enum { GOOD_FILE_COUNT = sizeof GOOD_FILES / sizeof GOOD_FILES[0] };

static void test_good_files(void **state)
{
    (void)state;
    static const uint8_t rgba[] = { 255, 0,   0, 255, 0,   255, 0,   255, 0, 0, 255, 255,
                                    255, 255, 0, 255, 255, 255, 255, 255, 0, 0, 0,   255 };
    for (size_t i = 0; i < GOOD_FILE_COUNT && can_read(GOOD_FILES[i]); i++) {
        ocl_picture image;
        ocl_message why;
        if (!read_test_data(&image, GOOD_FILES[i], &why)) fail_msg("%s", why.text);
        bool one = strcmp(GOOD_FILES[i], "1x1.bmp") == 0;
        assert_image(GOOD_FILES[i], &image, one ? 1 : 3, one ? 1 : 2, rgba);
        ocl_picture_free(&image);
    }
}

// 16 bits per channel are scaled to 8, not cut, in interlaced files, too.
static void test_png_of_16_bits(void **state)
{
    (void)state;
    static const char *const files[] = { "rgba16.png", "rgba16_interlaced.png" };
    uint8_t want[5 * 7 * 4];
    for (uint32_t i = 0; i < 5 * 7; i++) {
        const uint32_t x = i % 7, y = i / 7;
        const uint32_t channels[] = { x * 9001 + y * 77, 65535u - x * 5003 - y * 911,
                                      x * y * 3001 + 123, 40000 + x * 1234 + y * 999 };
        for (int c = 0; c < 4; c++)
            want[4 * i + (uint32_t)c] =
                (uint8_t)(((channels[c] & 65535u) * 255u + 32767u) / 65535u);
    }
    for (size_t i = 0; i < 2 && can_read(files[i]); i++) {
        ocl_picture image;
        ocl_message why;
        if (!read_test_data(&image, files[i], &why)) fail_msg("%s", why.text);
        assert_image(files[i], &image, 7, 5, want);
        ocl_picture_free(&image);
    }
}

// Cut at every byte, and with every byte spoiled.
static void test_damaged_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < GOOD_FILE_COUNT && can_read(GOOD_FILES[i]); i++) {
        unsigned char *data;
        size_t bytes;
        ocl_message why;
        char *path = test_data_path(GOOD_FILES[i]);
        if (!ocl_read_file(path, &data, &bytes, &why)) fail_msg("%s", why.text);
        free(path);
        for (size_t at = 0; at < bytes; at++) {
            decode_any(data, at);
            for (unsigned bit = 0; bit < 8; bit++) {
                data[at] ^= (unsigned char)(1 << bit);
                decode_any(data, bytes);
                data[at] ^= (unsigned char)(1 << bit);
            }
        }
        free(data);
    }
}

static void test_bad_files(void **state)
{
    (void)state;
    const char *const bad[][2] = {
        { "truncated.bmp", "2 rows of 12 bytes from bfOffBits 54 on go past the end" },
        { "bad_offset.bmp", "bfOffBits 54000 points past the end of the file (78 bytes)" },
        { "bad_rle.bmp", "a run writes outside of the picture" },
        { "zero_width.bmp", "biWidth is 0" },
        { "huge.bmp", "biWidth 2147483647, biHeight 2147483647" },
        { "truncated.ppm", "need 2 times 9 bytes, the file has 17" },
        { "README.md", "no BMP, PBM, PGM, PPM or PNG file" },
        { "no_such_file.bmp", "cannot open" },
        { "huge.png", can_read("png") ? "100000 x 100000 pixels cannot come from a PNG file of"
                                      : "install libpng-dev" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ocl_picture image;
        ocl_message why;
        if (read_test_data(&image, bad[i][0], &why)) fail_msg("%s was read", bad[i][0]);
        if (!strstr(why.text, bad[i][1])) fail_msg("%s", why.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_files),     cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_bmp_depth),       cmocka_unit_test(test_failing_writes),
        cmocka_unit_test(test_alloc),           cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_pattern_content), cmocka_unit_test(test_long_gradient),
        cmocka_unit_test(test_photographs),     cmocka_unit_test(test_photo_pattern),
        cmocka_unit_test(test_good_files),      cmocka_unit_test(test_png_of_16_bits),
        cmocka_unit_test(test_damaged_files),   cmocka_unit_test(test_bad_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
