// SPDX-License-Identifier: MIT
//
// bmp_file_read_skeleton - exercise 2 of bmp_file: the pixels of a BMP file.  They are missing:
// the picture stays black.
//
//     cp ch09_filters/solutions/bmp_file_read_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"
#include "picture/picture_file.h"

// A number of so many bytes, the lowest first.
static uint32_t get(const uint8_t *at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint32_t)at[i] << 8 * i;
    return value;
}

// The pixels of a file with 24 bits a pixel that is not compressed.
static void read_bmp(ocl_picture *out, const uint8_t *file)
{
    ocl_message why;
    if (get(file, 2) != ('B' | 'M' << 8) || get(file + 28, 2) != 24 || get(file + 30, 4) != 0)
        ocl_exit(OCL_EXIT_USAGE, "this is another kind of file");
    if (!ocl_picture_alloc(out, get(file + 18, 4), get(file + 22, 4), &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    // Exercise 2 of bmp_file: fill out->rgba, which has four bytes R, G, B, A for each pixel and
    // its rows from the top.  The field at byte 10 says where the pixels begin.  Alpha is 255.
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bmp_file_read",
                              .summary = "The pixels of a BMP file.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_message why;
    ocl_picture out, ref;
    uint8_t *file = NULL;
    size_t bytes;
    char *path = ocl_find_data("rocket.bmp", &why);
    if (!path || !ocl_read_file(path, &file, &bytes, &why) || !ocl_picture_read(&ref, path, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    read_bmp(&out, file);

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "pixels", ocl_verify_picture("pixels", &out, &ref, 0));
    ocl_picture_free(&out);
    ocl_picture_free(&ref);
    free(file);
    free(path);
    return ocl_report_close(report);
}
