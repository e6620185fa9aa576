// SPDX-License-Identifier: MIT

#include "bmp.h"

#include <stdlib.h>
#include <string.h>

// A file is a file header, an info header of one of several lengths, masks, a palette, and the rows
// of pixels.  Where its fields are, by Microsoft's names; all are little-endian.
enum {
    BF_SIZE = 2,
    BF_OFF_BITS = 10,
    BI_SIZE = 14,
    BI_WIDTH = 18,
    BI_HEIGHT = 22,
    BI_PLANES = 26,
    BI_BIT_COUNT = 28,
    BI_COMPRESSION = 30,
    BI_SIZE_IMAGE = 34,
    BI_X_PELS_PER_METER = 38,
    BI_Y_PELS_PER_METER = 42,
    BI_CLR_USED = 46,
    BI_MASKS = 54,    // inside a V2 to V5 header, after a 40-byte one
    BV4_CS_TYPE = 70,
    BC_WIDTH = 18,    // the 12-byte header's fields are of 16 bits
    BC_HEIGHT = 20,
    BC_PLANES = 22,
    BC_BIT_COUNT = 24
};

// Bytes of the file header and of the info headers.
enum {
    FILE_HEADER = 14,
    CORE_HEADER = 12,         // OS/2 1.x
    OS2_SHORT_HEADER = 16,    // OS/2 2.x up to and with the bit count
    INFO_HEADER = 40,
    V2_HEADER = 52,
    V3_HEADER = 56,
    OS2_HEADER = 64,    // OS/2 2.x
    V4_HEADER = 108,
    V5_HEADER = 124
};

enum { RGB, RLE8, RLE4, BITFIELDS, ALPHABITFIELDS = 6 };    // biCompression

enum {
    // A run-length file may leave pixels out, so a few bytes can ask for a picture of any size.
    // This bounds what is allocated.
    MAX_RLE_PIXELS = 1 << 26,
    PELS_PER_METER = 2835,    // 72 dots per inch
    LCS_SRGB = 0x73524742
};

static const char *const CHANNELS[] = { "red", "green", "blue", "alpha" };

// One channel of a pixel of 16 or 32 bits: (pixel & mask) >> shift, times scale, plus bias.
typedef struct {
    uint32_t mask;
    unsigned shift;
    double scale, bias;
} bmp_channel;

// What the headers say, after it was checked.
typedef struct {
    const uint8_t *file;
    size_t bytes;
    uint32_t header_bytes, width, height, bits, compression;
    bool top_down;
    size_t pixels_at;    // at least the end of headers and masks, at most the end of the file
    uint32_t colours;
    uint8_t palette[256][4];    // R, G, B, A
    bmp_channel channels[4];
} bmp;

static uint32_t get16(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static uint32_t get32(const uint8_t *p)
{
    return get16(p) | get16(p + 2) << 16;
}

static bool is_known_header(uint32_t bytes)
{
    static const uint32_t known[] = { CORE_HEADER, OS2_SHORT_HEADER, INFO_HEADER, V2_HEADER,
                                      V3_HEADER,   OS2_HEADER,       V4_HEADER,   V5_HEADER };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (bytes == known[i]) return true;
    return false;
}

static bool is_run_length(const bmp *b)
{
    return b->compression == RLE8 || b->compression == RLE4;
}

static bool read_size(bmp *b, ocl_message *why)
{
    bool core = b->header_bytes == CORE_HEADER;
    const uint8_t *file = b->file;
    uint32_t width = core ? get16(file + BC_WIDTH) : get32(file + BI_WIDTH);
    uint32_t height = core ? get16(file + BC_HEIGHT) : get32(file + BI_HEIGHT);

    if (width == 0 || height == 0)
        return ocl_refuse(why, "%s is 0", width == 0 ? "biWidth" : "biHeight");
    if (width > INT32_MAX)
        return ocl_refuse(why, "biWidth is negative (%lld)", width - (1LL << 32));
    b->top_down = height > INT32_MAX;    // a negative height
    b->width = width;
    b->height = b->top_down ? 0 - height : height;
    return true;
}

static bool read_format(bmp *b, ocl_message *why)
{
    bool core = b->header_bytes == CORE_HEADER;
    uint32_t planes = get16(b->file + (core ? BC_PLANES : BI_PLANES));
    if (planes != 1) return ocl_refuse(why, "biPlanes is %u, not 1", planes);

    b->bits = get16(b->file + (core ? BC_BIT_COUNT : BI_BIT_COUNT));
    b->compression = b->header_bytes >= INFO_HEADER ? get32(b->file + BI_COMPRESSION) : RGB;
    bool known = false;
    switch (b->bits) {
    case 1:
    case 2:    // of Windows CE
    case 24:
        known = b->compression == RGB;
        break;
    case 4:
        known = b->compression == RGB || b->compression == RLE4;
        break;
    case 8:
        known = b->compression == RGB || b->compression == RLE8;
        break;
    case 16:
    case 32:
        known = b->compression == RGB ||
                (b->header_bytes != OS2_HEADER &&    // in OS/2 files 3 means Huffman coding
                 (b->compression == BITFIELDS || b->compression == ALPHABITFIELDS));
        break;
    default:
        return ocl_refuse(why, "biBitCount is %u; known are 1, 2, 4, 8, 16, 24 and 32", b->bits);
    }
    if (!known)
        return ocl_refuse(why, "biCompression %u is not known with %u bits a pixel", b->compression,
                          b->bits);
    if (b->top_down && is_run_length(b))
        return ocl_refuse(why,
                          "biHeight is negative: a run-length picture goes from the bottom up");
    return true;
}

static uint32_t mask_count(const bmp *b)
{
    if (b->compression == BITFIELDS) return b->header_bytes >= V3_HEADER ? 4 : 3;
    return b->compression == ALPHABITFIELDS ? 4 : 0;
}

static bool read_pixels_at(bmp *b, ocl_message *why)
{
    uint32_t headers = FILE_HEADER + b->header_bytes;
    uint32_t masks = mask_count(b);
    uint32_t pixels_at = get32(b->file + BF_OFF_BITS);
    if (masks > 0 && headers < BI_MASKS + 4 * masks) {    // the header is too short: they follow it
        bool uncounted = pixels_at == headers;            // some writers forget the masks
        headers = BI_MASKS + 4 * masks;
        if (uncounted) pixels_at = headers;
    }
    if (pixels_at < headers)
        return ocl_refuse(why, "bfOffBits %u points into the headers, which end at %u", pixels_at,
                          headers);
    if (pixels_at > b->bytes)
        return ocl_refuse(why, "bfOffBits %u points past the end of the file (%zu bytes)",
                          pixels_at, b->bytes);
    b->pixels_at = pixels_at;
    return true;
}

// Scales the mask's bits to 0 to 255 and rounds.  For a value of n bits, value * 255 / (2^n - 1) is
// never half-way between two integers, and never so near to it that a double rounds to the wrong
// side.
static bool set_channel(bmp *b, int c, uint32_t mask, ocl_message *why)
{
    bmp_channel *channel = &b->channels[c];
    if (mask == 0) {
        *channel = (bmp_channel){ .bias = c == 3 ? 255.0 : 0.0 };
        return true;
    }
    unsigned shift = 0;
    while (!(mask >> shift & 1))
        shift++;
    uint32_t max = mask >> shift;
    if ((max & (max + 1)) != 0)
        return ocl_refuse(why, "the %s mask 0x%08x has a gap", CHANNELS[c], mask);
    if (b->bits == 16 && mask > UINT16_MAX)
        return ocl_refuse(why, "the %s mask 0x%08x does not fit 16 bits", CHANNELS[c], mask);
    *channel = (bmp_channel){ .mask = mask, .shift = shift, .scale = 255.0 / max, .bias = 0.5 };
    return true;
}

static bool read_masks(bmp *b, ocl_message *why)
{
    uint32_t masks[4] = { 0xff0000, 0xff00, 0xff, 0 };
    if (b->bits == 16) memcpy(masks, (uint32_t[4]){ 0x7c00, 0x3e0, 0x1f, 0 }, sizeof masks);
    for (uint32_t c = 0; c < mask_count(b); c++)
        masks[c] = get32(b->file + BI_MASKS + 4 * c);
    for (int c = 0; c < 4; c++)
        if (!set_channel(b, c, masks[c], why)) return false;
    return true;
}

// Some files have a palette that is shorter than the header says (OS/2), or longer than pixels can
// name.  So the room before the pixels counts.
static bool read_palette(bmp *b, ocl_message *why)
{
    bool core = b->header_bytes == CORE_HEADER;
    size_t entry_bytes = core ? 3 : 4;
    size_t palette_at = FILE_HEADER + b->header_bytes;
    size_t room = (b->pixels_at - palette_at) / entry_bytes;
    uint32_t used = b->header_bytes >= INFO_HEADER ? get32(b->file + BI_CLR_USED) : 0;

    b->colours = 1u << b->bits;
    if (used > 0 && used < b->colours) b->colours = used;
    if (room < b->colours) b->colours = (uint32_t)room;
    if (b->colours == 0)
        return ocl_refuse(why, "bfOffBits %zu leaves no room for the palette", b->pixels_at);
    for (uint32_t i = 0; i < b->colours; i++) {
        const uint8_t *bgr = b->file + palette_at + i * entry_bytes;
        memcpy(b->palette[i], (uint8_t[4]){ bgr[2], bgr[1], bgr[0], 255 }, 4);
    }
    return true;
}

static bool read_headers(bmp *b, ocl_message *why)
{
    if (b->bytes < FILE_HEADER + CORE_HEADER)
        return ocl_refuse(why, "the file ends within its header (%zu bytes)", b->bytes);
    if (memcmp(b->file, "BM", 2) != 0) return ocl_refuse(why, "bfType is not \"BM\"");

    b->header_bytes = get32(b->file + BI_SIZE);
    if (!is_known_header(b->header_bytes))
        return ocl_refuse(why, "biSize is %u; known are 12, 16, 40, 52, 56, 64, 108 and 124",
                          b->header_bytes);
    if (b->bytes < FILE_HEADER + b->header_bytes)
        return ocl_refuse(why, "the file ends within its header (%zu bytes, biSize %u)", b->bytes,
                          b->header_bytes);
    if (!read_size(b, why) || !read_format(b, why) || !read_pixels_at(b, why)) return false;
    return b->bits <= 8 ? read_palette(b, why) : read_masks(b, why);
}

// Pixel i of a row with 1, 2, 4 or 8 bits per pixel.  The first pixel is in the highest bits.
static unsigned index_at(const uint8_t *row, uint64_t i, unsigned bits)
{
    uint64_t bit = i * bits;
    unsigned byte = row[bit / 8];
    return byte >> (8 - bits - bit % 8) & ((1u << bits) - 1);
}

// `pixel` counts from the picture's top left.
static bool set_pixel(const bmp *b, ocl_picture *picture, size_t pixel, unsigned index,
                      ocl_message *why)
{
    if (index >= b->colours)
        return ocl_refuse(why, "pixel (%zu, %zu) has colour %u, the palette has %u",
                          pixel % b->width, pixel / b->width, index, b->colours);
    memcpy(picture->rgba + pixel * 4, b->palette[index], 4);
    return true;
}

static bool decode_indexed_row(const bmp *b, ocl_picture *picture, uint32_t y, const uint8_t *row,
                               ocl_message *why)
{
    for (uint32_t x = 0; x < b->width; x++)
        if (!set_pixel(b, picture, (size_t)y * b->width + x, index_at(row, x, b->bits), why))
            return false;
    return true;
}

static void decode_24_bit_row(const bmp *b, uint8_t *rgba, const uint8_t *row)
{
    for (size_t x = 0; x < b->width; x++) {
        rgba[4 * x] = row[3 * x + 2];
        rgba[4 * x + 1] = row[3 * x + 1];
        rgba[4 * x + 2] = row[3 * x];
        rgba[4 * x + 3] = 255;
    }
}

static void decode_masked_row(const bmp *b, uint8_t *rgba, const uint8_t *row)
{
    for (size_t x = 0; x < b->width; x++) {
        uint32_t pixel = b->bits == 16 ? get16(row + 2 * x) : get32(row + 4 * x);
        for (size_t c = 0; c < 4; c++) {
            const bmp_channel *channel = &b->channels[c];
            uint32_t value = (pixel & channel->mask) >> channel->shift;
            rgba[4 * x + c] = (uint8_t)(value * channel->scale + channel->bias);
        }
    }
}

static bool decode_rows(const bmp *b, ocl_picture *picture, ocl_message *why)
{
    size_t row_bytes = ((size_t)b->width * b->bits + 31) / 32 * 4;
    for (uint32_t i = 0; i < b->height; i++) {
        const uint8_t *row = b->file + b->pixels_at + i * row_bytes;
        uint32_t y = b->top_down ? i : b->height - 1 - i;
        uint8_t *rgba = picture->rgba + (size_t)y * b->width * 4;
        if (b->bits == 24)
            decode_24_bit_row(b, rgba, row);
        else if (b->bits > 8)
            decode_masked_row(b, rgba, row);
        else if (!decode_indexed_row(b, picture, y, row, why))
            return false;
    }
    return true;
}

// Where the next pixel of a run-length picture goes: x from the left, y from the bottom.
typedef struct {
    uint64_t x, y;
} bmp_pen;

// Some writers encode a row with its padding to 32 bits.  What is drawn there is dropped.
static bool draw(const bmp *b, ocl_picture *picture, bmp_pen *pen, unsigned index, ocl_message *why)
{
    uint64_t padded_width = ((uint64_t)b->width * b->bits + 31) / 32 * 32 / b->bits;
    if (pen->x >= padded_width || pen->y >= b->height)
        return ocl_refuse(why, "a run writes outside of the picture, at (%llu, %llu) from below",
                          (unsigned long long)pen->x, (unsigned long long)pen->y);
    if (pen->x >= b->width) {
        pen->x++;
        return true;
    }
    const size_t row = b->height - 1 - (size_t)pen->y;
    return set_pixel(b, picture, row * b->width + (size_t)pen->x++, index, why);
}

// Pairs of bytes: (n, colours) draws n pixels with the colours in turn, one with RLE8 and two with
// RLE4; (0, 0) ends a row, (0, 1) the picture; (0, 2) moves by the next two bytes; (0, n) draws the
// n colours that follow, padded to 16 bits.
static bool decode_runs(const bmp *b, ocl_picture *picture, ocl_message *why)
{
    enum { END_OF_ROW, END_OF_PICTURE, MOVE };
    const uint8_t *in = b->file + b->pixels_at, *end = b->file + b->bytes;
    unsigned in_turn = 8 / b->bits;
    bmp_pen pen = { 0, 0 };
    while (end - in >= 2) {
        unsigned run = in[0], escape = in[1];
        const uint8_t *colours = in + 1;
        in += 2;
        if (run > 0) {
            for (unsigned i = 0; i < run; i++)
                if (!draw(b, picture, &pen, index_at(colours, i % in_turn, b->bits), why))
                    return false;
        } else if (escape == END_OF_ROW) {
            pen = (bmp_pen){ 0, pen.y + 1 };
        } else if (escape == END_OF_PICTURE) {
            return true;
        } else if (escape == MOVE) {
            if (end - in < 2) break;
            pen = (bmp_pen){ pen.x + in[0], pen.y + in[1] };
            in += 2;
        } else {
            ptrdiff_t padded = (ptrdiff_t)(escape * b->bits + 15) / 16 * 2;
            if (end - in < padded) break;
            for (unsigned i = 0; i < escape; i++)
                if (!draw(b, picture, &pen, index_at(in, i, b->bits), why)) return false;
            in += padded;
        }
    }
    return ocl_refuse(why, "the run-length data stop without an end-of-bitmap mark");
}

// Called before anything is allocated.
static bool check_pixels(const bmp *b, ocl_message *why)
{
    if (is_run_length(b)) {
        return (uint64_t)b->width * b->height <= MAX_RLE_PIXELS ||
               ocl_refuse(why, "biWidth %u, biHeight %u: more than %d pixels in a run-length file",
                          b->width, b->height, MAX_RLE_PIXELS);
    }
    uint64_t row_bytes = ((uint64_t)b->width * b->bits + 31) / 32 * 4;
    return row_bytes <= (b->bytes - b->pixels_at) / b->height ||
           ocl_refuse(
               why,
               "biWidth %u, biHeight %u: %u rows of %llu bytes from bfOffBits %zu on go past "
               "the end of the file (%zu bytes)",
               b->width, b->height, b->height, (unsigned long long)row_bytes, b->pixels_at,
               b->bytes);
}

bool ocl_bmp_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why)
{
    bmp b = { .file = data, .bytes = bytes };
    if (!read_headers(&b, why) || !check_pixels(&b, why) ||
        !ocl_picture_alloc(picture, b.width, b.height, why))
        return false;
    bool ok = is_run_length(&b) ? decode_runs(&b, picture, why) : decode_rows(&b, picture, why);
    if (!ok) ocl_picture_free(picture);
    return ok;
}

static void put16(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}

static void put32(uint8_t *p, uint32_t value)
{
    put16(p, value);
    put16(p + 2, value >> 16);
}

static void write_headers(uint8_t *file, const ocl_picture *picture, bool alpha, uint32_t headers,
                          uint32_t pixel_bytes)
{
    memcpy(file, "BM", 2);
    put32(file + BF_SIZE, headers + pixel_bytes);
    put32(file + BF_OFF_BITS, headers);
    put32(file + BI_SIZE, headers - FILE_HEADER);
    put32(file + BI_WIDTH, picture->width);
    put32(file + BI_HEIGHT, picture->height);
    put16(file + BI_PLANES, 1);
    put16(file + BI_BIT_COUNT, alpha ? 32 : 24);
    put32(file + BI_COMPRESSION, alpha ? BITFIELDS : RGB);
    put32(file + BI_SIZE_IMAGE, pixel_bytes);
    put32(file + BI_X_PELS_PER_METER, PELS_PER_METER);
    put32(file + BI_Y_PELS_PER_METER, PELS_PER_METER);
    if (!alpha) return;
    put32(file + BI_MASKS, 0xff0000);
    put32(file + BI_MASKS + 4, 0xff00);
    put32(file + BI_MASKS + 8, 0xff);
    put32(file + BI_MASKS + 12, 0xff000000);
    put32(file + BV4_CS_TYPE, LCS_SRGB);
}

bool ocl_bmp_encode(const ocl_picture *picture, bool alpha, uint8_t **data, size_t *bytes,
                    ocl_message *why)
{
    uint32_t headers = FILE_HEADER + (alpha ? V4_HEADER : INFO_HEADER);
    uint32_t pixel_bytes = alpha ? 4 : 3;
    uint64_t row_bytes = ((uint64_t)picture->width * pixel_bytes + 3) / 4 * 4;
    if (row_bytes > (UINT32_MAX - headers) / picture->height)
        return ocl_refuse(why, "%u x %u pixels are too many for a BMP file, which ends at 4 GiB",
                          picture->width, picture->height);

    uint32_t all_rows = (uint32_t)row_bytes * picture->height;
    uint8_t *file = calloc((size_t)headers + all_rows, 1);
    if (!file) return ocl_refuse(why, "no memory for a BMP file of %u bytes", headers + all_rows);
    write_headers(file, picture, alpha, headers, all_rows);
    for (uint32_t y = 0; y < picture->height; y++) {
        uint8_t *out = file + headers + (size_t)(picture->height - 1 - y) * row_bytes;
        const uint8_t *rgba = picture->rgba + (size_t)y * picture->width * 4;
        for (uint32_t x = 0; x < picture->width; x++, out += pixel_bytes, rgba += 4) {
            out[0] = rgba[2];
            out[1] = rgba[1];
            out[2] = rgba[0];
            if (alpha) out[3] = rgba[3];
        }
    }
    *data = file;
    *bytes = (size_t)headers + all_rows;
    return true;
}
