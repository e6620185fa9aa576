// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a picture file.  What is read must be a whole picture, and come back
// the same from a BMP file of 32 bits.

#include "bmp.h"
#include "picture_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

enum { MAX_COMPARED = 1 << 16 };    // pixels; larger pictures would only take time

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_image: %s\n", what);
    abort();
}

static void check_round_trip(const ocl_picture *image)
{
    uint8_t *file;
    size_t bytes;
    ocl_message why;
    ocl_picture again;
    demand(ocl_bmp_encode(image, true, &file, &bytes, &why), "cannot be written");
    demand(ocl_picture_decode(&again, file, bytes, &why), "cannot be read back");
    demand(again.width == image->width && again.height == image->height, "size changed");
    demand(memcmp(again.rgba, image->rgba, 4 * (size_t)image->width * image->height) == 0,
           "pixels changed");
    ocl_picture_free(&again);
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    ocl_picture image;
    ocl_message why = { "" };
    if (!ocl_picture_decode(&image, data, bytes, &why)) {
        demand(why.text[0] != '\0', "refused without a reason");
        return 0;
    }
    demand(image.width > 0 && image.height > 0, "empty picture");
    if ((uint64_t)image.width * image.height <= MAX_COMPARED) check_round_trip(&image);
    ocl_picture_free(&image);
    return 0;
}
