// SPDX-License-Identifier: MIT

#include "headers.h"

enum { SOI = 0xd8, APP0 = 0xe0, DQT = 0xdb, SOF0 = 0xc0, DHT = 0xc4, DRI = 0xdd, SOS = 0xda };

static void put8(ocl_growing *file, unsigned value)
{
    const uint8_t byte = (uint8_t)value;
    ocl_append(file, &byte, 1);
}

// Words of 16 bits are big-endian.
static void put16(ocl_growing *file, unsigned value)
{
    put8(file, value >> 8);
    put8(file, value);
}

// A marker, and the length of what follows, the two bytes of the length included.
static void put_marker(ocl_growing *file, unsigned code, unsigned bytes)
{
    put16(file, 0xff00 | code);
    if (bytes > 0) put16(file, bytes + 2);
}

// Cb and Cr share the tables of number 1.
static void put_quantisation(ocl_growing *file, const jpeg_file *f)
{
    for (unsigned i = 0; i < f->count && i < 2; i++) {
        put_marker(file, DQT, 1 + JPEG_BLOCK);
        put8(file, i);
        for (int k = 0; k < JPEG_BLOCK; k++)
            put8(file, f->components[i].quantisation[JPEG_NATURAL[k]]);
    }
}

static void put_frame(ocl_growing *file, const jpeg_file *f)
{
    put_marker(file, SOF0, 6 + 3 * f->count);
    put8(file, 8);    // bits per sample
    put16(file, f->height);
    put16(file, f->width);
    put8(file, f->count);
    for (unsigned i = 0; i < f->count; i++) {
        put8(file, f->components[i].id);
        put8(file, (unsigned)f->components[i].h << 4 | f->components[i].v);
        put8(file, i > 0);    // its quantisation table
    }
}

static void put_huffman(ocl_growing *file, const jpeg_file *f)
{
    for (unsigned i = 0; i < f->tables; i++) {
        const jpeg_huffman *table = &f->huffman[i];
        unsigned symbols = 0;
        for (int length = 0; length < 16; length++)
            symbols += table->counts[length];
        put_marker(file, DHT, 17 + symbols);
        put8(file, i % 2 << 4 | i / 2);    // DC or AC, and its number
        ocl_append(file, table->counts, sizeof table->counts);
        ocl_append(file, table->symbols, symbols);
    }
}

static void put_scan(ocl_growing *file, const jpeg_file *f)
{
    put_marker(file, SOS, 4 + 2 * f->count);
    put8(file, f->count);
    for (unsigned i = 0; i < f->count; i++) {
        put8(file, f->components[i].id);
        put8(file, i > 0 ? 0x11 : 0x00);    // its tables of DC and of AC
    }
    put8(file, 0);    // all coefficients: of the others, only progressive files make use
    put8(file, JPEG_BLOCK - 1);
    put8(file, 0);
}

void jpeg_append_headers(ocl_growing *file, const jpeg_file *f)
{
    // JFIF 1.01; pixels are square; no small picture.
    static const uint8_t jfif[] = { 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0 };
    put_marker(file, SOI, 0);
    put_marker(file, APP0, sizeof jfif);
    ocl_append(file, jfif, sizeof jfif);
    put_quantisation(file, f);
    put_frame(file, f);
    put_huffman(file, f);
    if (f->scans[0].restart_interval > 0) {
        put_marker(file, DRI, 2);
        put16(file, f->scans[0].restart_interval);
    }
    put_scan(file, f);
}

static const uint8_t END_OF_IMAGE[] = { 0xff, 0xd9 };

ocl_blob jpeg_codes_of(const jpeg_file *frame, ocl_blob file)
{
    ocl_growing headers = { .text = NULL };
    jpeg_append_headers(&headers, frame);
    const ocl_blob codes = { (const uint8_t *)file.data + headers.bytes,
                             file.bytes - headers.bytes - sizeof END_OF_IMAGE };
    free(headers.text);
    return codes;
}

ocl_blob jpeg_file_of(const jpeg_file *frame, ocl_blob codes)
{
    ocl_growing file = { .text = NULL };
    jpeg_append_headers(&file, frame);
    ocl_append(&file, codes.data, codes.bytes);
    ocl_append(&file, END_OF_IMAGE, sizeof END_OF_IMAGE);
    return (ocl_blob){ file.text, file.bytes };
}
