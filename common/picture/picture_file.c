// SPDX-License-Identifier: MIT

#include "picture_file.h"

#include "bmp.h"
#include "png_file.h"
#include "pnm.h"
#include "system/read_file.h"
#include "system/write_file.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static const char BMP[] = "BM", PNM[] = "P", PNG[] = "\x89PNG";
static const char *const MAGICS[] = { BMP, PNM, PNG, NULL };

static bool begins_with(const uint8_t *data, size_t bytes, const char *magic)
{
    return bytes >= strlen(magic) && memcmp(data, magic, strlen(magic)) == 0;
}

bool ocl_picture_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why)
{
    if (begins_with(data, bytes, BMP)) return ocl_bmp_decode(picture, data, bytes, why);
    if (begins_with(data, bytes, PNM)) return ocl_pnm_decode(picture, data, bytes, why);
    if (begins_with(data, bytes, PNG)) return ocl_png_decode(picture, data, bytes, why);
    return ocl_refuse(why, "no BMP, PBM, PGM, PPM or PNG file");
}

bool ocl_picture_read(ocl_picture *picture, const char *path, ocl_message *why)
{
    static const ocl_file_form form = { .magics = MAGICS };
    unsigned char *data;
    size_t bytes;
    if (!ocl_read_file_as(path, &form, &data, &bytes, why)) return false;
    ocl_message reason;
    bool ok = ocl_picture_decode(picture, data, bytes, &reason);
    free(data);
    return ok || ocl_refuse(why, "%s: %s", path, reason.text);
}

static bool is_opaque(const ocl_picture *picture)
{
    size_t bytes = (size_t)picture->width * picture->height * 4;
    for (size_t i = 3; i < bytes; i += 4)
        if (picture->rgba[i] != 255) return false;
    return true;
}

static bool encode_for(const char *path, const ocl_picture *picture, uint8_t **data, size_t *bytes,
                       ocl_message *why)
{
    if (ocl_ends_with(path, ".bmp"))
        return ocl_bmp_encode(picture, !is_opaque(picture), data, bytes, why);
    if (ocl_ends_with(path, ".ppm")) return ocl_pnm_encode(picture, false, data, bytes, why);
    if (ocl_ends_with(path, ".pgm")) return ocl_pnm_encode(picture, true, data, bytes, why);
    if (ocl_ends_with(path, ".png")) return ocl_png_encode(picture, data, bytes, why);
    return ocl_refuse(why, "the name does not end in .bmp, .ppm, .pgm or .png");
}

bool ocl_can_write_picture(const char *path, ocl_message *why)
{
    static const char *const endings[] = { ".bmp", ".ppm", ".pgm", ".png" };
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (ocl_ends_with(path, endings[i])) return true;
    return ocl_refuse(why, "%s: the name of a picture ends in .bmp, .ppm, .pgm or .png", path);
}

bool ocl_picture_write(const ocl_picture *picture, const char *path, ocl_message *why)
{
    uint8_t *data;
    size_t bytes;
    ocl_message reason;
    if (!encode_for(path, picture, &data, &bytes, &reason))
        return ocl_refuse(why, "%s: cannot write: %s", path, reason.text);
    bool ok = ocl_write_file(path, data, bytes, why);
    free(data);
    return ok;
}
