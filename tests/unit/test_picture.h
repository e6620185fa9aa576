// SPDX-License-Identifier: MIT
//
// What the tests of the picture readers share: a file built in memory beside what it shows, and
// decoding it from an allocation of just its size, where the address sanitizer sees a byte too far.

#ifndef TEST_PICTURE_H
#define TEST_PICTURE_H

#include "picture_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_FILE = 1 << 14, MAX_RGBA = 1 << 12 };

typedef struct {
    uint8_t data[MAX_FILE];
    size_t bytes;
    uint32_t width, height;
    uint8_t rgba[MAX_RGBA];
} test_file;

// Little-endian, at the end.
static inline void put(test_file *file, uint32_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        file->data[file->bytes++] = (uint8_t)(value >> 8 * i);
}

// Overwrites bytes that are there already.
static inline void patch(test_file *file, size_t at, uint32_t value, unsigned bytes)
{
    size_t end = file->bytes;
    file->bytes = at;
    put(file, value, bytes);
    file->bytes = end;
}

static inline unsigned hex_digit(char c)
{
    return (unsigned)(strchr("0123456789abcdef", c) - "0123456789abcdef");
}

// Appends the bytes of hexadecimal text, in which spaces count nothing.
static inline size_t read_hex(uint8_t *out, const char *hex)
{
    size_t bytes = 0;
    for (; *hex; hex += *hex == ' ' ? 1 : 2)
        if (*hex != ' ') out[bytes++] = (uint8_t)(hex_digit(hex[0]) << 4 | hex_digit(hex[1]));
    return bytes;
}

static inline bool decode(ocl_picture *image, const uint8_t *data, size_t bytes, ocl_message *why)
{
    uint8_t *copy = malloc(bytes ? bytes : 1);
    assert_non_null(copy);
    memcpy(copy, data, bytes);
    *why = (ocl_message){ "" };
    bool ok = ocl_picture_decode(image, bytes ? copy : copy + 1, bytes, why);
    free(copy);
    return ok;
}

// Whatever the answer: it must be a picture or a reason, and nothing read or written outside.
static inline bool decode_any(const uint8_t *data, size_t bytes)
{
    ocl_picture image;
    ocl_message why;
    bool ok = decode(&image, data, bytes, &why);
    if (ok)
        ocl_picture_free(&image);
    else
        assert_true(why.text[0] != '\0');
    return ok;
}

static inline void assert_image(const char *name, const ocl_picture *image, uint32_t width,
                                uint32_t height, const uint8_t *rgba)
{
    if (image->width != width || image->height != height)
        fail_msg("%s: %u x %u, not %u x %u", name, image->width, image->height, width, height);
    for (size_t i = 0; i < (size_t)width * height * 4; i++)
        if (image->rgba[i] != rgba[i])
            fail_msg("%s, %u x %u: byte %zu of pixel %zu is %u, not %u", name, width, height, i % 4,
                     i / 4, image->rgba[i], rgba[i]);
}

static inline void assert_shows(const char *name, const test_file *file)
{
    ocl_picture image;
    ocl_message why;
    if (!decode(&image, file->data, file->bytes, &why)) fail_msg("%s: %s", name, why.text);
    assert_image(name, &image, file->width, file->height, file->rgba);
    ocl_picture_free(&image);
}

static inline void assert_refused(const uint8_t *data, size_t bytes, const char *part)
{
    ocl_picture image;
    ocl_message why;
    if (decode(&image, data, bytes, &why)) fail_msg("read, instead of: %s", part);
    if (!strstr(why.text, part)) fail_msg("\"%s\" lacks \"%s\"", why.text, part);
}

#endif
