// SPDX-License-Identifier: MIT
//
// jpeg_encode - what the two encoders share: what a file will say, its coder on the host, the
// answer in plain C, the options.
//
//     jpeg_file frame = jpeg_frame(width, height, &encoding);
//     jpeg_coder *coder = jpeg_coder_open(&frame, coefficients);
//     for (uint32_t rows = 0; rows < frame.mcus_y;) rows = jpeg_coder_rows(coder, rows + band);
//     ocl_blob file = jpeg_coder_end(coder);
//     jpeg_coder_close(coder);
//
// For tables that suit the picture, jpeg_coder_count comes first.

#ifndef JPEG_ENCODE_H
#define JPEG_ENCODE_H

#include "shared/jpeg/jpeg.h"

// --- 1. what a file will say of a picture, before anything of it is coded

enum { JPEG_MAX_SIDE = 65535 };    // of a picture: 16 bits of the file

// How many samples of Cb and Cr there are: for 2 x 2 pixels one, for 2 x 1 one, one per pixel,
// none.
typedef enum { JPEG_420, JPEG_422, JPEG_444, JPEG_GREY_ONLY } jpeg_sampling;
extern const char *const JPEG_SAMPLINGS[];    // "420", ...; ended by NULL

typedef struct {
    size_t sampling;    // jpeg_sampling
    size_t quality;     // 1 to 100
    size_t restart;     // MCUs per restart interval, up to 65535; 0: no intervals
    bool optimise;      // Huffman tables made for this picture
} jpeg_encoding;

// The frame: one scan of all components, with the standard's Huffman tables.  Its tables are
// huffman[2 * kind + ac].  The sides are 1 to JPEG_MAX_SIDE.  Nothing in it has to be freed.
jpeg_file jpeg_frame(uint32_t width, uint32_t height, const jpeg_encoding *encoding);

// --- 2. the host's half: from the coefficients of a picture to the bytes of a file

// A coder for this frame.  `coefficients` has JPEG_BLOCK * frame->blocks values in natural order,
// which may still be made: a call below uses those of its rows.  DC coefficients are -1024 to 1023,
// the others -1023 to 1023, which no DCT of 8-bit samples exceeds.  Frame and coefficients must
// outlive the coder.
typedef struct jpeg_coder jpeg_coder;
jpeg_coder *jpeg_coder_open(jpeg_file *frame, const int16_t *coefficients);
void jpeg_coder_close(jpeg_coder *coder);

// Counts the symbols of the MCUs up to the first `rows` rows.  Returns how many rows are counted:
// `rows`, or mcus_y if that is less.  When all of them are, the frame gets the best tables for
// them, and jpeg_coder_rows codes with these.
uint32_t jpeg_coder_count(jpeg_coder *coder, uint32_t rows);

// Codes the MCUs up to the first `rows` rows, behind the markers of the file.  Returns how many
// rows are coded: `rows`, or mcus_y if that is less.
uint32_t jpeg_coder_rows(jpeg_coder *coder, uint32_t rows);

// Ends the file after the last row.  Its bytes belong to the coder.
ocl_blob jpeg_coder_end(jpeg_coder *coder);

// --- 3. the answer in plain C: from pixels to coefficients
//
//   1. Colour (JFIF 1.02), rounded to 8 bits: Y = 0.299 R + 0.587 G + 0.114 B and so on.
//   2. Subsampling: the mean of the pixels that a sample stands for.  Halves are rounded up and
//      down in turn, as libjpeg does.  Behind the picture's edge its last pixel goes on.
//   3. The DCT of a block of samples - 128 by its definition (A.3.3), in double precision.
//   4. Each coefficient divided by its step.
//
// A block that has no pixel of the picture has the DC coefficient of its neighbour, and no others.
// It costs few bits, and nobody sees it.

// The coefficients of a picture, JPEG_BLOCK * blocks values in natural order.
typedef struct {
    size_t count;
    float *exact;        // not rounded
    int16_t *integer;    // of libjpeg's slow integer DCT, quantised
} jpeg_wanted;

// Free it with jpeg_wanted_free.
jpeg_wanted jpeg_wanted_new(const jpeg_file *frame, const uint8_t *rgba);
void jpeg_wanted_free(jpeg_wanted *wanted);

// The DCT of a block of samples - 128: by the definition; in integers, times 8, as libjpeg's slow
// one.
void jpeg_dct_ref(double coefficients[JPEG_BLOCK], const double shifted[JPEG_BLOCK]);
void jpeg_dct_integer(int32_t coefficients[JPEG_BLOCK], const int32_t shifted[JPEG_BLOCK]);

// Compares a device's coefficients.  If it calculates in integers, they must be equal.  Else they
// may be 1/2 from the exact ones, and a little more: a sum of 64 products, of at most 2048
// together, errs by less than 66 * 2048 * 2^-24.
ocl_result jpeg_verify_coefficients(const char *what, const int16_t *got, const jpeg_wanted *wanted,
                                    bool in_integers);

// --- 4. a file that was just made is read again

// The decoder of this chapter reads the file.  It must find the frame and every coefficient, and
// nothing to warn of.
ocl_result jpeg_verify_file(const char *what, ocl_blob bytes, const jpeg_file *frame,
                            const int16_t *coefficients);

// How alike two pictures are: 10 log10(255^2 / mean square of the differences of R, G and B), in
// dB.  Equal ones: 99.
double jpeg_psnr(const ocl_picture *a, const ocl_picture *b);

// The picture in the file; to be freed with ocl_picture_free.
ocl_picture jpeg_decoded(ocl_blob bytes);

// Reports the file's bytes and how much it has lost.  `path`, if it is not NULL, becomes a picture:
// the file decoded, and beside it 128 + 4 * (decoded - picture), the luminance alone.
void jpeg_report_file(ocl_report *report, ocl_blob bytes, const ocl_picture *picture,
                      const char *path);

// Writes it; exits with OCL_EXIT_USAGE and the reason when it cannot.
void jpeg_write_file(ocl_blob bytes, const char *path);

// --- 5. the options of the two programs, and their picture

typedef struct {
    ocl_options options;
    jpeg_encoding encoding;
    size_t pattern, band;
    const char *difference;    // a picture of what the file has lost; or NULL
} jpeg_settings;

jpeg_settings jpeg_settings_parse(int argc, char **argv, const char *const *variants);

// The picture of the options.  Exits with OCL_EXIT_USAGE when a side is too long for a JPEG file,
// or when device or host have no memory for it.
ocl_picture jpeg_settings_picture(const ocl_env *env, const jpeg_settings *settings);

// The problem line of the report.
void jpeg_settings_report(ocl_report *report, const jpeg_settings *settings,
                          const jpeg_file *frame);

#endif
