// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a small picture with options, or as coefficients.  What is encoded must
// be decoded to the same coefficients, without a warning.

#include "shared/jpeg_encode/jpeg_encode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

// Width, height, sampling and kind of the data, quality, restart interval, tables.
enum { HEADER = 6, MAX_SIDE = 24, MOST = 1023 };

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_jpeg_encode: %s\n", what);
    abort();
}

// Byte i of the data behind the header, which begins again at its end.
static uint8_t byte_at(const uint8_t *data, size_t bytes, size_t i)
{
    return data[HEADER + i % (bytes - HEADER)];
}

// The coefficients of a picture that has these bytes.
static void encode_picture(int16_t *coefficients, const jpeg_file *frame, const uint8_t *data,
                           size_t bytes)
{
    uint8_t rgba[4 * MAX_SIDE * MAX_SIDE];
    for (size_t i = 0; i < 4 * (size_t)frame->width * frame->height; i++)
        rgba[i] = byte_at(data, bytes, i);
    jpeg_wanted wanted = jpeg_wanted_new(frame, rgba);
    for (size_t i = 0; i < wanted.count; i++) {
        demand(fabs(wanted.integer[i] - wanted.exact[i]) <= 0.75, "the integer DCT is wrong");
        coefficients[i] = wanted.integer[i];
    }
    jpeg_wanted_free(&wanted);
}

// The bytes as coefficients, those beyond the limits on the limits.
static void take_coefficients(int16_t *coefficients, const jpeg_file *frame, const uint8_t *data,
                              size_t bytes)
{
    for (size_t i = 0; i < JPEG_BLOCK * (size_t)frame->blocks; i++) {
        const int wide = byte_at(data, bytes, 2 * i) << 8 | byte_at(data, bytes, 2 * i + 1);
        const int value = (int16_t)wide / (1 << byte_at(data, bytes, 3 * i) % 16);
        coefficients[i] = (int16_t)(value < -MOST ? -MOST : value > MOST ? MOST : value);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    if (bytes <= HEADER) return 0;
    const jpeg_encoding encoding = { .sampling = data[2] % 4,
                                     .quality = 1 + data[3] % 100,
                                     .restart = data[4] % 8,
                                     .optimise = data[5] % 2 == 1 };
    jpeg_file frame = jpeg_frame(1 + data[0] % MAX_SIDE, 1 + data[1] % MAX_SIDE, &encoding);
    int16_t *coefficients = ocl_alloc(JPEG_BLOCK * (size_t)frame.blocks * sizeof *coefficients);
    if (data[2] & 0x80)
        take_coefficients(coefficients, &frame, data, bytes);
    else
        encode_picture(coefficients, &frame, data, bytes);

    jpeg_coder *coder = jpeg_coder_open(&frame, coefficients);
    if (encoding.optimise)
        for (uint32_t rows = 0; rows < frame.mcus_y;)
            rows = jpeg_coder_count(coder, rows + 1);
    for (uint32_t rows = 0; rows < frame.mcus_y;)
        rows = jpeg_coder_rows(coder, rows + 1);
    demand(jpeg_verify_file("fuzz", jpeg_coder_end(coder), &frame, coefficients).pass,
           "not decoded to what was encoded");
    jpeg_coder_close(coder);
    free(coefficients);
    return 0;
}
