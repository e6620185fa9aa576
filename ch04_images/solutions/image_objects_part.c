// SPDX-License-Identifier: MIT
//
// image_objects_part - exercise 2 of image_objects: read a part of an image.
//: skeleton
//: // The answer is missing: `part` stays full of zeros.
//: end
//
//     cmake --build build --target exercise_image_objects_part
//     build/exercises/image_objects_part

#include "ocl.h"

enum { WIDTH = 13, HEIGHT = 7 };                      // of the image
enum { LEFT = 4, TOP = 2, COLUMNS = 5, ROWS = 3 };    // of the part

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_objects_part",
                              .summary = "A part of an image.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);

    cl_uchar4 pixels[HEIGHT][WIDTH], part[ROWS][COLUMNS] = { 0 }, ref[ROWS][COLUMNS];
    ocl_fill_bytes(pixels, sizeof pixels, 1);
    for (size_t y = 0; y < ROWS; y++)
        for (size_t x = 0; x < COLUMNS; x++)
            ref[y][x] = pixels[TOP + y][LEFT + x];
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_mem image =
        ocl_image_2d(&env, CL_MEM_READ_ONLY, format, (const size_t[]){ WIDTH, HEIGHT }, pixels);

    //: skeleton
    //: // Exercise 2 of image_objects: read the part of `image` into `part`, and nothing else.
    //: solution
    const size_t origin[3] = { LEFT, TOP, 0 }, region[3] = { COLUMNS, ROWS, 1 };
    OCL_CHECK(
        clEnqueueReadImage(env.queue, image, CL_TRUE, origin, region, 0, 0, part, 0, NULL, NULL));
    //: end

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "part", ocl_verify_bytes("part", part, ref, sizeof ref));
    OCL_CHECK(clReleaseMemObject(image));
    ocl_close(&env);
    return ocl_report_close(report);
}
