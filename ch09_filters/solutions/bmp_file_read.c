// SPDX-License-Identifier: MIT
//
// bmp_file_read - exercise 2 of bmp_file: the pixels of a BMP file.
//: skeleton
//: // They are missing: the picture stays black.
//: end
//
//     cmake --build build --target exercise_bmp_file_read
//     build/exercises/bmp_file_read

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
    //: skeleton
    //:
    //: // Exercise 2 of bmp_file: fill out->rgba, which has four bytes R, G, B, A for each pixel and
    //: // its rows from the top.  The field at byte 10 says where the pixels begin.  Alpha is 255.
    //: solution
    const size_t row_bytes = ocl_round_up(3 * (size_t)out->width, 4);
    for (size_t y = 0; y < out->height; y++) {
        const uint8_t *row = file + get(file + 10, 4) + (out->height - 1 - y) * row_bytes;
        for (size_t x = 0; x < out->width; x++) {
            uint8_t *pixel = out->rgba + 4 * (y * out->width + x);
            for (int channel = 0; channel < 3; channel++)
                pixel[channel] = row[3 * x + 2 - (size_t)channel];
            pixel[3] = 255;
        }
    }
    //: end
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
