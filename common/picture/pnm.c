// SPDX-License-Identifier: MIT

#include "pnm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *start, *at, *end;
    char kind;    // the digit of P1 to P6
    uint32_t width, height, max;
} pnm;

static bool is_bitmap(const pnm *p)
{
    return p->kind == '1' || p->kind == '4';
}

static bool is_plain(const pnm *p)
{
    return p->kind <= '3';
}

static uint32_t channel_count(const pnm *p)
{
    return p->kind == '3' || p->kind == '6' ? 3 : 1;
}

static bool is_space(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

// A comment goes from # to the end of its line.
static void skip_space(pnm *p)
{
    bool comment = false;
    for (; p->at < p->end; p->at++) {
        uint8_t c = *p->at;
        if (c == '#')
            comment = true;
        else if (c == '\n' || c == '\r')
            comment = false;
        else if (!comment && !is_space(c))
            return;
    }
}

static bool read_number(pnm *p, const char *what, uint32_t limit, uint32_t *value, ocl_message *why)
{
    skip_space(p);
    if (p->at == p->end) return ocl_refuse(why, "the file ends before its %s", what);
    if (!is_digit(*p->at))
        return ocl_refuse(why, "byte %td is 0x%02x, not a digit of the %s", p->at - p->start,
                          *p->at, what);
    uint64_t number = 0;
    for (; p->at < p->end && is_digit(*p->at); p->at++) {
        number = 10 * number + (*p->at - '0');
        if (number > limit) return ocl_refuse(why, "the %s is larger than %u", what, limit);
    }
    *value = (uint32_t)number;
    return true;
}

static bool read_header(pnm *p, ocl_message *why)
{
    if (p->end - p->at < 2 || p->at[0] != 'P' || p->at[1] < '1' || p->at[1] > '6')
        return ocl_refuse(why, "the file does not begin with P1 to P6");
    p->kind = (char)p->at[1];
    p->at += 2;

    if (!read_number(p, "width", INT32_MAX, &p->width, why) ||
        !read_number(p, "height", INT32_MAX, &p->height, why))
        return false;
    p->max = 1;
    if (!is_bitmap(p) && !read_number(p, "maximum", UINT16_MAX, &p->max, why)) return false;
    if (p->width == 0 || p->height == 0 || p->max == 0)
        return ocl_refuse(why, "the %s is 0",
                          p->width == 0    ? "width"
                          : p->height == 0 ? "height"
                                           : "maximum");
    if (p->at < p->end && *p->at == '#')    // right behind the last digit: its end is the blank
        while (p->at < p->end && *p->at != '\n' && *p->at != '\r')
            p->at++;
    if (p->at == p->end || !is_space(*p->at))
        return ocl_refuse(why, "no white space after the header, at byte %td", p->at - p->start);
    p->at++;    // one blank only: the next byte may be a raw sample
    return true;
}

// A plain sample has at least one byte.
static bool check_pixels(const pnm *p, ocl_message *why)
{
    uint64_t samples = (uint64_t)p->width * channel_count(p);
    uint64_t row_bytes = p->kind == '4'                 ? (samples + 7) / 8
                         : !is_plain(p) && p->max > 255 ? 2 * samples
                                                        : samples;
    uint64_t left = (uint64_t)(p->end - p->at);
    return row_bytes <= left / p->height ||
           ocl_refuse(why, "%u x %u pixels need %u times %llu bytes, the file has %llu", p->width,
                      p->height, p->height, (unsigned long long)row_bytes,
                      (unsigned long long)left);
}

// The next sample, of column x.  check_pixels has made sure that all raw samples are there.
static bool read_sample(pnm *p, uint32_t x, uint32_t *value, ocl_message *why)
{
    switch (p->kind) {
    case '1':    // blanks between bits are optional; 1 is black
        skip_space(p);
        if (p->at == p->end || (*p->at != '0' && *p->at != '1'))
            return ocl_refuse(why, "byte %td is not the bit 0 or 1", p->at - p->start);
        *value = '1' - *p->at++;
        return true;
    case '4':
        *value = ~*p->at >> (7 - x % 8) & 1;
        if (x % 8 == 7 || x == p->width - 1) p->at++;
        return true;
    case '2':
    case '3':
        return read_number(p, "sample", p->max, value, why);
    default:
        *value = *p->at++;
        if (p->max > 255) *value = *value << 8 | *p->at++;
        return *value <= p->max ||
               ocl_refuse(why, "the sample %u before byte %td is larger than %u", *value,
                          p->at - p->start, p->max);
    }
}

static bool decode_samples(pnm *p, ocl_picture *picture, ocl_message *why)
{
    uint32_t channels = channel_count(p);
    uint8_t *rgba = picture->rgba;
    for (uint32_t y = 0; y < p->height; y++) {
        for (uint32_t x = 0; x < p->width; x++, rgba += 4) {
            for (uint32_t c = 0; c < channels; c++) {
                uint32_t value;
                if (!read_sample(p, x, &value, why)) return false;
                if (p->max != 255) value = (255 * value + p->max / 2) / p->max;
                rgba[c] = (uint8_t)value;
            }
            if (channels == 1) rgba[1] = rgba[2] = rgba[0];
            rgba[3] = 255;
        }
    }
    return true;
}

bool ocl_pnm_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why)
{
    pnm p = { .start = data, .at = data, .end = data + bytes };
    if (!read_header(&p, why) || !check_pixels(&p, why) ||
        !ocl_picture_alloc(picture, p.width, p.height, why))
        return false;
    bool ok = decode_samples(&p, picture, why);
    if (!ok) ocl_picture_free(picture);
    return ok;
}

bool ocl_pnm_encode(const ocl_picture *picture, bool grey, uint8_t **data, size_t *bytes,
                    ocl_message *why)
{
    char header[64];
    size_t header_bytes = (size_t)snprintf(header, sizeof header, "P%d\n%u %u\n255\n", grey ? 5 : 6,
                                           picture->width, picture->height);
    size_t pixels = (size_t)picture->width * picture->height;
    size_t total = header_bytes + pixels * (grey ? 1 : 3);
    uint8_t *file = malloc(total);
    if (!file) return ocl_refuse(why, "no memory for a PNM file of %zu bytes", total);

    memcpy(file, header, header_bytes);
    uint8_t *out = file + header_bytes;
    for (const uint8_t *rgba = picture->rgba; rgba < picture->rgba + 4 * pixels; rgba += 4) {
        if (grey) {
            *out++ = (uint8_t)((299u * rgba[0] + 587u * rgba[1] + 114u * rgba[2] + 500) / 1000);
        } else {
            memcpy(out, rgba, 3);
            out += 3;
        }
    }
    *data = file;
    *bytes = total;
    return true;
}
