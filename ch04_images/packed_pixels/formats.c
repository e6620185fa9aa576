// SPDX-License-Identifier: MIT

#include "formats.h"

// clang-format off
const packed_format PACKED_FORMATS[PACKED_COUNT] = {
    { .name = "565", .format = { CL_RGB, CL_UNORM_SHORT_565 }, .bytes = 2,
      .bits = { 5, 6, 5, 0 }, .shift = { 11, 5, 0, 0 },
      .macros = "-DPACKED=ushort -DBITS=5,6,5,0 -DSHIFTS=11,5,0,0" },
    { .name = "555", .format = { CL_RGB, CL_UNORM_SHORT_555 }, .bytes = 2,
      .bits = { 5, 5, 5, 0 }, .shift = { 10, 5, 0, 0 },
      .macros = "-DPACKED=ushort -DBITS=5,5,5,0 -DSHIFTS=10,5,0,0" },
    { .name = "101010", .format = { CL_RGB, CL_UNORM_INT_101010 }, .bytes = 4,
      .bits = { 10, 10, 10, 0 }, .shift = { 20, 10, 0, 0 },
      .macros = "-DPACKED=uint -DBITS=10,10,10,0 -DSHIFTS=20,10,0,0" },
    { .name = "8888", .format = { CL_RGBA, CL_UNORM_INT8 }, .bytes = 4,    // not packed, but alike
      .bits = { 8, 8, 8, 8 }, .shift = { 0, 8, 16, 24 },
      .macros = "-DPACKED=uint -DBITS=8,8,8,8 -DSHIFTS=0,8,16,24" },
};
// clang-format on

const char *const PACKED_NAMES[PACKED_COUNT + 1] = { "565", "555", "101010", "8888", NULL };

static uint32_t number(const packed_format *f, const void *packed, size_t i)
{
    return f->bytes == 2 ? ((const uint16_t *)packed)[i] : ((const uint32_t *)packed)[i];
}

void packed_fields(const packed_format *f, const void *packed, size_t i, uint32_t field[4])
{
    for (int c = 0; c < 4; c++)
        field[c] = (number(f, packed, i) >> f->shift[c]) & ((1u << f->bits[c]) - 1);
}

void packed_ref(const packed_format *f, const ocl_picture *picture, void *packed, float *colours)
{
    const size_t pixels = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < pixels; i++) {
        uint32_t all = 0;
        for (int c = 0; c < 4; c++) {
            const double most = (double)((1u << f->bits[c]) - 1);
            const double field = floor(picture->rgba[4 * i + (size_t)c] / 255.0 * most + 0.5);
            all |= (uint32_t)field << f->shift[c];
            colours[4 * i + (size_t)c] = most > 0.0 ? (float)(field / most) : 1.0f;
        }
        if (f->bytes == 2)
            ((uint16_t *)packed)[i] = (uint16_t)all;
        else
            ((uint32_t *)packed)[i] = all;
    }
}

void packed_exact(const packed_format *f, const float *colours, float *exact, size_t pixels)
{
    for (size_t i = 0; i < 4 * pixels; i++)
        exact[i] = colours[i] * (float)((1u << f->bits[i % 4]) - 1);
}

static cl_int attempt(const ocl_env *env, cl_image_format format)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 2,
                                 .image_height = 2 };
    cl_int err;
    cl_mem image = clCreateImage(env->context, CL_MEM_READ_ONLY, &format, &desc, NULL, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(image));
    return err;
}

void packed_report_refusals(ocl_report *report, const ocl_env *env)
{
    // These make such images.
    if (ocl_known_platform(env->device) & (OCL_OCLGRIND | OCL_NVIDIA)) return;
    static const struct {
        const char *name;
        cl_image_format format;
    } tries[] = { { "CL_UNORM_SHORT_565 with four channels", { CL_RGBA, CL_UNORM_SHORT_565 } },
                  { "CL_RGB with a byte per channel", { CL_RGB, CL_UNORM_INT8 } } };
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(report, "refused", "format, answer");
    for (size_t k = 0; k < sizeof tries / sizeof tries[0]; k++) {
        const cl_int err = attempt(env, tries[k].format);
        ocl_table_row(&table, "%-40s %s", tries[k].name, ocl_error_name(err));
        result = ocl_result_both(result, ocl_verify_equal(tries[k].name, err != CL_SUCCESS, true));
    }
    ocl_report_result(report, "formats that do not exist", result);
}
