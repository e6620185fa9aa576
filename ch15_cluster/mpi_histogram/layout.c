// SPDX-License-Identifier: MIT

#include "layout.h"

#include "picture/picture_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = 512 };    // a PPM header may have comments, up to here

static uint32_t get32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool read_bmp(picture_layout *l, const uint8_t *h, ocl_message *why)
{
    const uint32_t height = get32(h + 22);
    *l = (picture_layout){ .first = get32(h + 10), .width = get32(h + 18), .red = 2 };
    l->height = height > INT32_MAX ? 0 - height : height;    // negative: rows from the top
    l->stride = 3 * l->width / 4 * 4 + (3 * l->width % 4 ? 4 : 0);
    if (get32(h + 14) < 40 || h[28] != 24 || h[29] != 0 || get32(h + 30) != 0)
        return ocl_refuse(why, "it is a BMP file, but not of 24 bits without compression");
    return true;
}

// The next number of a PPM header, after blanks and comments.
static uint32_t next_number(const uint8_t **at, const uint8_t *end)
{
    uint64_t number = 0;
    while (*at < end && (strchr(" \t\r\n", **at) || **at == '#'))
        if (*(*at)++ == '#')
            while (*at < end && **at != '\n')
                ++*at;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
        if (number < UINT32_MAX) number = 10 * number + (uint64_t)(**at - '0');
    return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

static bool read_ppm(picture_layout *l, const uint8_t *h, size_t bytes, ocl_message *why)
{
    const uint8_t *at = h + 2, *end = h + bytes;
    *l = (picture_layout){ .red = 0 };
    l->width = next_number(&at, end);
    l->height = next_number(&at, end);
    if (next_number(&at, end) != 255)
        return ocl_refuse(why, "it is a PPM file, but not of 8 bits per colour");
    if (at < end && *at == '#')    // right behind the last digit: its end is the blank
        while (at < end && *at != '\n' && *at != '\r')
            at++;
    l->stride = 3 * l->width;
    l->first = (uint64_t)(at - h) + 1;
    return true;
}

static bool read_header(picture_layout *l, FILE *file, ocl_message *why)
{
    uint8_t header[HEADER_BYTES + 1] = { 0 };
    const size_t bytes = fread(header, 1, HEADER_BYTES, file);
    if (bytes >= 54 && memcmp(header, "BM", 2) == 0) {
        if (!read_bmp(l, header, why)) return false;
    } else if (memcmp(header, "P6", 2) == 0) {
        if (!read_ppm(l, header, bytes, why)) return false;
    } else {
        return ocl_refuse(why, "it is neither a BMP file nor a raw PPM file (P6)");
    }
    if (l->width == 0 || l->width > INT32_MAX / 4 || l->height == 0)
        return ocl_refuse(why, "its width or height is wrong");
    const uint64_t end = l->first + (uint64_t)l->stride * l->height;
    if (end > INT64_MAX / 2 || fseek(file, (long)end - 1, SEEK_SET) != 0 || fgetc(file) == EOF)
        return ocl_refuse(why, "it ends before its last row");
    return true;
}

picture_layout picture_layout_read(const char *path)
{
    picture_layout layout;
    ocl_message why;
    FILE *file = fopen(path, "rb");
    if (!file) ocl_exit(OCL_EXIT_USAGE, "%s: cannot open it", path);
    const bool ok = read_header(&layout, file, &why);
    fclose(file);
    if (!ok) ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why.text);
    return layout;
}

picture_layout picture_layout_made(const size_t n[2])
{
    if (n[0] > INT32_MAX / 4 || n[1] > INT32_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %dx%d pixels", INT32_MAX / 4, INT32_MAX);
    return (picture_layout){ .width = (uint32_t)n[0],
                             .height = (uint32_t)n[1],
                             .stride = 3 * (uint32_t)n[0] };
}

void picture_make_rows(uint8_t *bytes, const picture_layout *layout, size_t first, size_t rows,
                       uint64_t seed)
{
    const uint64_t begin = (uint64_t)first * layout->stride,
                   count = (uint64_t)rows * layout->stride;
    uint64_t random = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t at = begin + i;
        if (i == 0 || at % 8 == 0) random = ocl_random(seed, at / 8);
        bytes[i] = (uint8_t)(random >> 8 * (at % 8));
    }
}

// --- the answer in plain C, in one rank, and without MPI

static void count_file(uint64_t *counts, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_read(&picture, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    const size_t n = (size_t)picture.width * picture.height;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + picture.rgba[4 * i + c]]++;
    ocl_picture_free(&picture);
}

// One row after the other.  There is no padding, and red comes first.
static void count_made(uint64_t *counts, const picture_layout *layout, uint64_t seed)
{
    uint8_t *row = ocl_alloc(layout->stride);
    for (size_t y = 0; y < layout->height; y++) {
        picture_make_rows(row, layout, y, 1, seed);
        for (size_t i = 0; i < layout->stride; i++)
            counts[256 * (i % 3) + row[i]]++;
    }
    free(row);
}

void histogram_ref(uint64_t counts[OCL_RGB_COUNTS], const picture_layout *layout, const char *path,
                   uint64_t seed)
{
    memset(counts, 0, OCL_RGB_COUNTS * sizeof *counts);
    if (path)
        count_file(counts, path);
    else
        count_made(counts, layout, seed);
}
