// SPDX-License-Identifier: MIT

#include "image_objects.h"

enum { CHANNELS = 4 };
static const size_t EXTENT[3] = { 37, 23, 1 };

// Colours are R, G, B, A whatever the format's order; numbers of the kind that the format holds.
static const cl_float FRACTIONS[CHANNELS] = { 0.093f, 0.5f, 1.5f, -0.25f };
static const cl_float EXACT[CHANNELS] = { 0.5f, -2.0f, 1.0f, 0.25f };    // in a half, too
static const cl_int SIGNED[CHANNELS] = { -70000, -5, 100, 70000 };
static const cl_uint UNSIGNED[CHANNELS] = { 0, 200, 70000, 0xffffff01 };    // no float

// A number c of the colour is stored as the integer next to c * scale, at least `least` and at most `most`.
// Next to it: section 8.3 of the specification lets a driver be off by 0.6.
typedef struct {
    image_pixel pixel;
    const char *name;
    unsigned channels;
    unsigned char component[CHANNELS];    // of the colour, by channel in memory
    const void *colour;
    double scale, least, most, bound;
    unsigned excused;    // platforms known not to saturate; Intel's runtime: not from 2^31 on
} fill_format;

#define IN_ORDER   \
    CHANNELS,      \
    {              \
        0, 1, 2, 3 \
    }
#define FORMAT(order, type, bytes) { { CL_##order, CL_##type }, bytes }, #order " " #type
static const fill_format FORMATS[] = {
    // clang-format off
    { FORMAT(RGBA, UNORM_INT8, 4), IN_ORDER, FRACTIONS, 255, 0, 255, 0.6, 0 },
    { FORMAT(BGRA, UNORM_INT8, 4), 4, { 2, 1, 0, 3 }, FRACTIONS, 255, 0, 255, 0.6, 0 },
    { FORMAT(R, UNORM_INT8, 1), 1, { 0 }, FRACTIONS, 255, 0, 255, 0.6, 0 },
    { FORMAT(A, UNORM_INT8, 1), 1, { 3 }, FRACTIONS, 255, 0, 255, 0.6, 0 },
    { FORMAT(RGBA, SNORM_INT8, 4), IN_ORDER, FRACTIONS, 127, -128, 127, 0.6, OCL_OCLGRIND },
    { FORMAT(RGBA, UNORM_INT16, 8), IN_ORDER, FRACTIONS, 65535, 0, 65535, 0.6, 0 },
    { FORMAT(RGBA, SIGNED_INT8, 4), IN_ORDER, SIGNED, 1, -128, 127, 0, OCL_OCLGRIND },
    { FORMAT(RGBA, SIGNED_INT16, 8), IN_ORDER, SIGNED, 1, -32768, 32767, 0, OCL_OCLGRIND },
    { FORMAT(RGBA, SIGNED_INT32, 16), IN_ORDER, SIGNED, 1, -70000, 70000, 0, 0 },
    { FORMAT(RGBA, UNSIGNED_INT8, 4), IN_ORDER, UNSIGNED, 1, 0, 255, 0, OCL_OCLGRIND | OCL_INTEL },
    { FORMAT(RGBA, UNSIGNED_INT16, 8), IN_ORDER, UNSIGNED, 1, 0, 65535, 0, OCL_OCLGRIND | OCL_INTEL },
    { FORMAT(RGBA, UNSIGNED_INT32, 16), IN_ORDER, UNSIGNED, 1, 0, 4294967295.0, 0, 0 },
    { FORMAT(RGBA, HALF_FLOAT, 8), IN_ORDER, EXACT, 1, -2, 2, 0, 0 },
    { FORMAT(RGBA, FLOAT, 16), IN_ORDER, EXACT, 1, -2, 2, 0, 0 },
    // clang-format on
};

// The number that a channel of a pixel holds, before any scale.  A half must be a normal number.
static double image_fill_decode(cl_channel_type type, const unsigned char *pixel, unsigned channel)
{
    union {
        cl_char c[16];
        cl_uchar uc[16];
        cl_short s[8];
        cl_ushort us[8];
        cl_int i[4];
        cl_uint ui[4];
        cl_float f[4];
    } as;
    memcpy(&as, pixel, sizeof as);
    switch (type) {
    case CL_SNORM_INT8:
    case CL_SIGNED_INT8:
        return as.c[channel];
    case CL_UNORM_INT8:
    case CL_UNSIGNED_INT8:
        return as.uc[channel];
    case CL_SIGNED_INT16:
        return as.s[channel];
    case CL_UNORM_INT16:
    case CL_UNSIGNED_INT16:
        return as.us[channel];
    case CL_SIGNED_INT32:
        return as.i[channel];
    case CL_UNSIGNED_INT32:
        return as.ui[channel];
    case CL_FLOAT:
        return as.f[channel];
    default: {    // CL_HALF_FLOAT: a sign, 5 bits of exponent, 10 bits of fraction
        const unsigned half = as.us[channel];
        const double size = ldexp(1024 + (half & 1023), (int)(half >> 10 & 31) - 25);
        return half >> 15 ? -size : size;
    }
    }
}

static double image_fill_want(const fill_format *format, unsigned channel)
{
    const unsigned c = format->component[channel];
    double number;
    if (format->colour == SIGNED)
        number = SIGNED[c];
    else if (format->colour == UNSIGNED)
        number = UNSIGNED[c];
    else
        number = ((const cl_float *)format->colour)[c];
    return fmin(fmax(number * format->scale, format->least), format->most);
}

// Fills a part of an image; the rest must keep what it had.
static ocl_result image_fill_check(const ocl_env *env, const fill_format *format, uint64_t seed)
{
    image_box box = image_box_new(env, &IMAGE_KINDS[KIND_2D], format->pixel, CL_MEM_COPY_HOST_PTR,
                                  EXTENT, seed);
    const image_part part = image_box_draw(&box, box.extent, seed), all = image_box_all(&box);
    OCL_CHECK(clEnqueueFillImage(env->queue, box.image, format->colour, part.origin, part.region, 0,
                                 NULL, NULL));

    unsigned char *pixels = ocl_alloc(box.bytes + 16);    // the last pixel is decoded as 16 bytes
    OCL_CHECK(clEnqueueReadImage(env->queue, box.image, CL_TRUE, all.origin, all.region, 0, 0,
                                 pixels, 0, NULL, NULL));
    const size_t count = part.region[0] * part.region[1] * format->channels;
    // Differences from what is wanted: floats do not tell one large integer from the next.
    cl_float *off = ocl_alloc(count * sizeof *off), *zeros = ocl_alloc(count * sizeof *zeros);
    for (size_t y = 0, i = 0; y < part.region[1]; y++)
        for (size_t x = 0; x < part.region[0]; x++)
            for (unsigned c = 0; c < format->channels; c++, i++) {
                const size_t at =
                    ocl_rect_offset(part.place, part.size, x * format->pixel.bytes, y, 0);
                const double got =
                    image_fill_decode(format->pixel.format.image_channel_data_type, pixels + at, c);
                off[i] = (cl_float)(got - image_fill_want(format, c));
                zeros[i] = 0.0f;
            }
    // PoCL 3.1 drops the fraction.
    const bool drops = format->bound > 0 && ocl_known_platform(env->device) == OCL_POCL;
    ocl_result check = ocl_verify_f32(format->name, off, zeros, count, drops ? 1.0 : format->bound);
    ocl_rect_copy(pixels, part.place, box.want, part.place, part.size);
    check = ocl_result_both(
        check, ocl_verify_bytes("pixels beside those filled", pixels, box.want, box.bytes));
    free(zeros);
    free(off);
    free(pixels);
    image_box_free(&box);
    return check;
}

void image_fill_formats(const ocl_env *env, ocl_report *report, uint64_t seed)
{
    const unsigned platform = ocl_known_platform(env->device);
    if (platform == OCL_POCL)
        ocl_report_print(report,
                         "PoCL 3.1 drops the fraction: the bound is 1 where it should be 0.6\n");
    for (size_t i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++) {
        const cl_image_format format = FORMATS[i].pixel.format;
        char name[64];
        snprintf(name, sizeof name, "filled, %s", FORMATS[i].name);
        if (!ocl_has_image_format(env, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, format))
            ocl_report_print(report, "%s: left out, the device has no such images\n", name);
        else if (FORMATS[i].excused & platform)
            ocl_report_print(report, "%s: left out, this driver does not saturate as it should\n",
                             name);
        else
            ocl_report_result(report, name, image_fill_check(env, &FORMATS[i], seed));
    }
}
