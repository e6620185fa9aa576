// SPDX-License-Identifier: MIT

#include "png_file.h"

#include <stdlib.h>
#include <string.h>

#ifdef OCL_HAVE_PNG
#include <png.h>
#include <setjmp.h>

// A file in memory as libpng reads it.
typedef struct {
    const uint8_t *data;
    size_t bytes, at;
    ocl_message *why;    // what libpng complains about
} source;

static void read_bytes(png_structp png, png_bytep to, size_t bytes)
{
    source *from = png_get_io_ptr(png);
    if (bytes > from->bytes - from->at) png_error(png, "the file ends too early");
    memcpy(to, from->data + from->at, bytes);
    from->at += bytes;
}

// libpng's errors come here and must not return.
static void complain(png_structp png, png_const_charp text)
{
    const source *from = png_get_error_ptr(png);
    ocl_refuse(from->why, "libpng: %s", text);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp text)
{
    (void)png, (void)text;
}

// Deflate makes at most 1032 bytes of one byte.  So a small file cannot ask for much memory.
static bool can_hold_pixels(uint32_t width, uint32_t height, size_t bytes)
{
    return (uint64_t)width * height / 8 / 1032 <= bytes;    // a pixel has at least one bit
}

// Any format becomes R, G, B, A with 8 bits each.  16 bits are scaled, not cut.  Colours are taken
// as they are stored: gamma and colour profiles are not looked at.
static void convert_to_rgba(png_structp png, png_infop info)
{
    png_set_scale_16(png);
    png_set_expand(png);    // palettes, fewer than 8 bits, a transparent colour
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
}

// What has to be freed whatever happens between setjmp and the end.
typedef struct {
    png_structp png;
    png_infop info;
    png_bytep *rows;
} reader;

// Fills the picture; libpng's errors come back to setjmp.
static bool read_picture(reader *r, ocl_picture *picture, const source *from)
{
    if (setjmp(png_jmpbuf(r->png))) return false;
    png_read_info(r->png, r->info);
    const uint32_t width = png_get_image_width(r->png, r->info);
    const uint32_t height = png_get_image_height(r->png, r->info);
    if (!can_hold_pixels(width, height, from->bytes))
        return ocl_refuse(from->why, "%u x %u pixels cannot come from a PNG file of %zu bytes",
                          width, height, from->bytes);
    if (!ocl_picture_alloc(picture, width, height, from->why)) return false;
    convert_to_rgba(r->png, r->info);
    r->rows = malloc(height * sizeof *r->rows);
    if (!r->rows) return ocl_refuse(from->why, "no memory for %u rows", height);
    for (uint32_t y = 0; y < height; y++)
        r->rows[y] = picture->rgba + (size_t)4 * width * y;
    png_read_image(r->png, r->rows);
    png_read_end(r->png, NULL);
    return true;
}

// The classic interface of libpng: the simplified one misreads interlaced files of 16 bits
// (https://github.com/pnggroup/libpng/issues/853).
bool ocl_png_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why)
{
    source from = { .data = data, .bytes = bytes, .why = why };
    reader r = { .png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &from, complain,
                                               ignore_warning) };
    if (r.png) r.info = png_create_info_struct(r.png);
    if (!r.info) {
        png_destroy_read_struct(&r.png, NULL, NULL);
        return ocl_refuse(why, "no memory for libpng");
    }
    png_set_read_fn(r.png, &from, read_bytes);
    png_set_user_limits(r.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);    // the memory is the limit
    picture->rgba = NULL;
    const bool ok = read_picture(&r, picture, &from);
    if (!ok) ocl_picture_free(picture);
    free(r.rows);
    png_destroy_read_struct(&r.png, &r.info, NULL);
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
