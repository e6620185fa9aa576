// SPDX-License-Identifier: MIT

#include "jpeg_encode.h"

#include "shared/jpeg/entropy.h"
#include "shared/jpeg/jpeg_reference.h"
#include "shared/jpeg/markers.h"

enum { ENLARGED = 4 };    // differences in the picture

// Whether the file says of each component what the frame says.
static bool is_same_frame(const jpeg_file *a, const jpeg_file *b)
{
    bool same = a->width == b->width && a->height == b->height && a->count == b->count &&
                a->colour == b->colour && a->warning_count == 0;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = a->components[i].h == b->components[i].h &&
               a->components[i].v == b->components[i].v &&
               memcmp(a->components[i].quantisation, b->components[i].quantisation,
                      sizeof a->components[i].quantisation) == 0;
    return same;
}

ocl_result jpeg_verify_file(const char *what, ocl_blob bytes, const jpeg_file *frame,
                            const int16_t *coefficients)
{
    jpeg_file file;
    ocl_message why;
    if (!jpeg_read(bytes.data, bytes.bytes, &file, &why)) {
        ocl_warn("%s: the file that was made: %s", what, why.text);
        return ocl_verify_equal(what, 0, 1);
    }
    const size_t values = JPEG_BLOCK * (size_t)frame->blocks;
    int16_t *decoded = ocl_alloc(values * sizeof *decoded);
    if (file.blocks == frame->blocks) jpeg_coefficients_ref(decoded, &file);
    ocl_result result = ocl_verify_bytes(what, decoded, coefficients, values * sizeof *decoded);
    result = ocl_result_both(result, ocl_verify_equal(what, is_same_frame(&file, frame), 1));
    free(decoded);
    jpeg_free(&file);
    return result;
}

ocl_picture jpeg_decoded(ocl_blob bytes)
{
    jpeg_file file;
    ocl_message why;
    if (!jpeg_read(bytes.data, bytes.bytes, &file, &why))
        ocl_exit(OCL_EXIT_WRONG, "the file that was made: %s", why.text);
    int16_t *coefficients = ocl_alloc(JPEG_BLOCK * (size_t)file.blocks * sizeof *coefficients);
    jpeg_answer answer = jpeg_answer_new(&file, coefficients);
    ocl_picture picture = { file.width, file.height, ocl_alloc(4 * answer.pixels) };
    for (size_t i = 0; i < 4 * answer.pixels; i++)
        picture.rgba[i] = (uint8_t)(answer.rgba[i] + 0.5f);
    jpeg_answer_free(&answer);
    free(coefficients);
    jpeg_free(&file);
    return picture;
}

double jpeg_psnr(const ocl_picture *a, const ocl_picture *b)
{
    const size_t values = 4 * (size_t)a->width * a->height;
    double squares = 0.0;
    for (size_t i = 0; i < values; i++) {
        const double difference = a->rgba[i] - b->rgba[i];
        if (i % 4 < 3) squares += difference * difference;
    }
    if (squares == 0.0) return 99.0;
    return 10.0 * log10(255.0 * 255.0 * 0.75 * (double)values / squares);
}

static int luminance(const uint8_t *rgba)
{
    return (299 * rgba[0] + 587 * rgba[1] + 114 * rgba[2] + 500) / 1000;
}

static void write_difference(const ocl_picture *decoded, const ocl_picture *picture,
                             const char *path)
{
    const size_t width = picture->width, height = picture->height;
    ocl_picture both;
    ocl_message why;
    if (!ocl_picture_alloc(&both, 2 * width, height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            const uint8_t *got = decoded->rgba + 4 * (y * width + x);
            const uint8_t *original = picture->rgba + 4 * (y * width + x);
            uint8_t *left = both.rgba + 4 * (y * 2 * width + x), *right = left + 4 * width;
            const int value = 128 + ENLARGED * (luminance(got) - luminance(original));
            memcpy(left, got, 4);
            memset(right, value < 0 ? 0 : value > 255 ? 255 : value, 3);
            right[3] = 255;
        }
    ocl_output_picture(&both, path);
    ocl_picture_free(&both);
}

void jpeg_report_file(ocl_report *report, ocl_blob bytes, const ocl_picture *picture,
                      const char *path)
{
    ocl_picture decoded = jpeg_decoded(bytes);
    const double pixels = (double)picture->width * picture->height;
    ocl_report_fact(report, "file bytes", "%zu", bytes.bytes);
    ocl_report_fact(report, "bits per pixel", "%.3f", 8.0 * (double)bytes.bytes / pixels);
    ocl_report_fact(report, "PSNR in dB", "%.2f", jpeg_psnr(&decoded, picture));
    if (path) write_difference(&decoded, picture, path);
    ocl_picture_free(&decoded);
}

void jpeg_write_file(ocl_blob bytes, const char *path)
{
    const ocl_file_kind kind = { .ending = ocl_ends_with(path, ".jpeg") ? ".jpeg" : ".jpg",
                                 .magic = "\xff\xd8" };
    ocl_message why;
    if (!ocl_can_write_kind(path, kind, &why) ||
        !ocl_write_file(path, bytes.data, bytes.bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}
