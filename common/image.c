// SPDX-License-Identifier: MIT

#include "image.h"

#include "bmp.h"
#include "pnm.h"
#include "system.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#ifdef OCL_HAVE_PNG
#include <png.h>
#endif

bool ocl_image_alloc(ocl_image *image, size_t width, size_t height, ocl_message *why)
{
    if (width == 0 || height == 0)
        return ocl_refuse(why, "a picture of %zu x %zu pixels is empty", width, height);
    bool fits = width <= UINT32_MAX && height <= UINT32_MAX && width <= PTRDIFF_MAX / 4 / height;
    uint8_t *rgba = fits ? calloc(width * height, 4) : NULL;
    if (!rgba) return ocl_refuse(why, "no memory for a picture of %zu x %zu pixels", width, height);
    *image = (ocl_image){ (uint32_t)width, (uint32_t)height, rgba };
    return true;
}

void ocl_image_free(ocl_image *image)
{
    free(image->rgba);
    *image = (ocl_image){ 0 };
}

#ifdef OCL_HAVE_PNG
// Deflate makes at most 1032 bytes of one, so that a small file cannot ask for much memory.
static bool can_hold_pixels(const png_image *png, size_t bytes)
{
    uint64_t pixels = (uint64_t)png->width * png->height;
    return pixels / 8 / 1032 <= bytes;    // one bit a pixel at least
}

static bool png_decode(ocl_image *image, const uint8_t *data, size_t bytes, ocl_message *why)
{
    png_image png = { .version = PNG_IMAGE_VERSION };
    if (!png_image_begin_read_from_memory(&png, data, bytes))
        return ocl_refuse(why, "libpng: %s", png.message);
    png.format = PNG_FORMAT_RGBA;
    png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;    // what a file of 16 bits holds when it does not say
    bool ok = can_hold_pixels(&png, bytes) ||
              ocl_refuse(why, "%u x %u pixels cannot come from a PNG file of %zu bytes", png.width,
                         png.height, bytes);
    ok = ok && ocl_image_alloc(image, png.width, png.height, why);
    if (ok && !png_image_finish_read(&png, NULL, image->rgba, 0, NULL)) {
        ocl_image_free(image);
        ok = ocl_refuse(why, "libpng: %s", png.message);
    }
    png_image_free(&png);
    return ok;
}

static bool png_encode(const ocl_image *image, uint8_t **data, size_t *bytes, ocl_message *why)
{
    png_image png = { .version = PNG_IMAGE_VERSION,
                      .width = image->width,
                      .height = image->height,
                      .format = PNG_FORMAT_RGBA };
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    uint8_t *file = malloc(size);
    if (!file) return ocl_refuse(why, "no memory for a PNG file of up to %zu bytes", size);
    if (!png_image_write_to_memory(&png, file, &size, 0, image->rgba, 0, NULL)) {
        free(file);
        return ocl_refuse(why, "libpng: %s", png.message);
    }
    *data = file;
    *bytes = size;
    return true;
}
#else
static bool png_decode(ocl_image *image, const uint8_t *data, size_t bytes, ocl_message *why)
{
    (void)image, (void)data, (void)bytes;
    return ocl_refuse(why, "built without PNG: install libpng-dev and build again");
}

static bool png_encode(const ocl_image *image, uint8_t **data, size_t *bytes, ocl_message *why)
{
    (void)image, (void)data, (void)bytes;
    return ocl_refuse(why, "built without PNG: install libpng-dev and build again");
}
#endif

static bool begins_with(const uint8_t *data, size_t bytes, const char *magic)
{
    return bytes >= strlen(magic) && memcmp(data, magic, strlen(magic)) == 0;
}

bool ocl_image_decode(ocl_image *image, const uint8_t *data, size_t bytes, ocl_message *why)
{
    if (begins_with(data, bytes, "BM")) return ocl_bmp_decode(image, data, bytes, why);
    if (begins_with(data, bytes, "P")) return ocl_pnm_decode(image, data, bytes, why);
    if (begins_with(data, bytes, "\x89PNG")) return png_decode(image, data, bytes, why);
    return ocl_refuse(why, "no BMP, PBM, PGM, PPM or PNG file");
}

bool ocl_image_read(ocl_image *image, const char *path, ocl_message *why)
{
    unsigned char *data;
    size_t bytes;
    if (!ocl_read_file(path, &data, &bytes, why)) return false;
    ocl_message reason;
    bool ok = ocl_image_decode(image, data, bytes, &reason);
    free(data);
    return ok || ocl_refuse(why, "%s: %s", path, reason.text);
}

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), ending_length = strlen(ending);
    if (length < ending_length) return false;
    path += length - ending_length;
    for (; *path; path++, ending++)
        if (tolower((unsigned char)*path) != *ending) return false;
    return true;
}

static bool is_opaque(const ocl_image *image)
{
    size_t bytes = (size_t)image->width * image->height * 4;
    for (size_t i = 3; i < bytes; i += 4)
        if (image->rgba[i] != 255) return false;
    return true;
}

static bool encode_for(const char *path, const ocl_image *image, uint8_t **data, size_t *bytes,
                       ocl_message *why)
{
    if (ends_with(path, ".bmp")) return ocl_bmp_encode(image, !is_opaque(image), data, bytes, why);
    if (ends_with(path, ".ppm")) return ocl_pnm_encode(image, false, data, bytes, why);
    if (ends_with(path, ".pgm")) return ocl_pnm_encode(image, true, data, bytes, why);
    if (ends_with(path, ".png")) return png_encode(image, data, bytes, why);
    return ocl_refuse(why, "the name does not end in .bmp, .ppm, .pgm or .png");
}

bool ocl_image_write(const ocl_image *image, const char *path, ocl_message *why)
{
    uint8_t *data;
    size_t bytes;
    ocl_message reason;
    if (!encode_for(path, image, &data, &bytes, &reason))
        return ocl_refuse(why, "%s: cannot write: %s", path, reason.text);
    bool ok = ocl_write_file(path, data, bytes, why);
    free(data);
    return ok;
}
