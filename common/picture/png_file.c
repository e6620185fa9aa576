// SPDX-License-Identifier: MIT

#include "png_file.h"

#include <stdlib.h>

#ifdef OCL_HAVE_PNG
#include <png.h>

// Deflate makes at most 1032 bytes of one byte.  So a small file cannot ask for much memory.
static bool can_hold_pixels(const png_image *png, size_t bytes)
{
    uint64_t pixels = (uint64_t)png->width * png->height;
    return pixels / 8 / 1032 <= bytes;    // a pixel has at least one bit
}

bool ocl_png_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why)
{
    png_image png = { .version = PNG_IMAGE_VERSION };
    if (!png_image_begin_read_from_memory(&png, data, bytes))
        return ocl_refuse(why, "libpng: %s", png.message);
    png.format = PNG_FORMAT_RGBA;
    png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;    // the meaning of 16 bits when the file does not say
    bool ok = can_hold_pixels(&png, bytes) ||
              ocl_refuse(why, "%u x %u pixels cannot come from a PNG file of %zu bytes", png.width,
                         png.height, bytes);
    ok = ok && ocl_picture_alloc(picture, png.width, png.height, why);
    if (ok && !png_image_finish_read(&png, NULL, picture->rgba, 0, NULL)) {
        ocl_picture_free(picture);
        ok = ocl_refuse(why, "libpng: %s", png.message);
    }
    png_image_free(&png);
    return ok;
}

bool ocl_png_encode(const ocl_picture *picture, uint8_t **data, size_t *bytes, ocl_message *why)
{
    png_image png = { .version = PNG_IMAGE_VERSION,
                      .width = picture->width,
                      .height = picture->height,
                      .format = PNG_FORMAT_RGBA };
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    uint8_t *file = malloc(size);
    if (!file) return ocl_refuse(why, "no memory for a PNG file of up to %zu bytes", size);
    if (!png_image_write_to_memory(&png, file, &size, 0, picture->rgba, 0, NULL)) {
        free(file);
        return ocl_refuse(why, "libpng: %s", png.message);
    }
    *data = file;
    *bytes = size;
    return true;
}
#else
bool ocl_png_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why)
{
    (void)picture, (void)data, (void)bytes;
    return ocl_refuse(why, "built without PNG: install libpng-dev and build again");
}

bool ocl_png_encode(const ocl_picture *picture, uint8_t **data, size_t *bytes, ocl_message *why)
{
    (void)picture, (void)data, (void)bytes;
    return ocl_refuse(why, "built without PNG: install libpng-dev and build again");
}
#endif
