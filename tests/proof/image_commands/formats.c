// SPDX-License-Identifier: MIT

#include "formats.h"

#include "proof/ch04_images/box.h"

enum { CHANNELS = 4 };
static const size_t EXTENT[3] = { 37, 23, 1 };

// A colour is red, green, blue and alpha for every channel order.  Its numbers have the type that
// the format holds.
static const cl_float FRACTIONS[CHANNELS] = { 0.093f, 0.5f, 1.5f, -0.25f };
static const cl_float EXACT[CHANNELS] = { 0.5f, -2.0f, 1.0f, 0.25f };    // exact as half
static const cl_int SIGNED[CHANNELS] = { -70000, -5, 100, 70000 };
static const cl_uint UNSIGNED[CHANNELS] = { 0, 200, 70000, 0xffffff01 };    // not exact as float

// A number c of the colour is stored as the integer nearest to c * scale, clamped to least ...
// most.  Section 8.3 of the specification allows an error of 0.6.
typedef struct {
    const char *name;
    cl_image_format format;
    size_t bytes;    // of a pixel
    unsigned channels;
    unsigned char component[CHANNELS];    // which number of the colour a channel in memory holds
    const void *colour;
    double scale, least, most, bound;
} fill_format;

static const fill_format FORMATS[] = {
    // clang-format off
    { .name = "RGBA UNORM_INT8", .format = { CL_RGBA, CL_UNORM_INT8 },
      .bytes = 4, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = FRACTIONS, .scale = 255, .least = 0, .most = 255, .bound = 0.6 },
    { .name = "BGRA UNORM_INT8", .format = { CL_BGRA, CL_UNORM_INT8 },
      .bytes = 4, .channels = 4, .component = { 2, 1, 0, 3 },
      .colour = FRACTIONS, .scale = 255, .least = 0, .most = 255, .bound = 0.6 },
    { .name = "R UNORM_INT8", .format = { CL_R, CL_UNORM_INT8 },
      .bytes = 1, .channels = 1, .component = { 0 },
      .colour = FRACTIONS, .scale = 255, .least = 0, .most = 255, .bound = 0.6 },
    { .name = "A UNORM_INT8", .format = { CL_A, CL_UNORM_INT8 },
      .bytes = 1, .channels = 1, .component = { 3 },
      .colour = FRACTIONS, .scale = 255, .least = 0, .most = 255, .bound = 0.6 },
    { .name = "RGBA SNORM_INT8", .format = { CL_RGBA, CL_SNORM_INT8 },
      .bytes = 4, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = FRACTIONS, .scale = 127, .least = -128, .most = 127, .bound = 0.6 },
    { .name = "RGBA UNORM_INT16", .format = { CL_RGBA, CL_UNORM_INT16 },
      .bytes = 8, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = FRACTIONS, .scale = 65535, .least = 0, .most = 65535, .bound = 0.6 },
    { .name = "RGBA SIGNED_INT8", .format = { CL_RGBA, CL_SIGNED_INT8 },
      .bytes = 4, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = SIGNED, .scale = 1, .least = -128, .most = 127 },
    { .name = "RGBA SIGNED_INT16", .format = { CL_RGBA, CL_SIGNED_INT16 },
      .bytes = 8, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = SIGNED, .scale = 1, .least = -32768, .most = 32767 },
    { .name = "RGBA SIGNED_INT32", .format = { CL_RGBA, CL_SIGNED_INT32 },
      .bytes = 16, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = SIGNED, .scale = 1, .least = -70000, .most = 70000 },
    { .name = "RGBA UNSIGNED_INT8", .format = { CL_RGBA, CL_UNSIGNED_INT8 },
      .bytes = 4, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = UNSIGNED, .scale = 1, .least = 0, .most = 255 },
    { .name = "RGBA UNSIGNED_INT16", .format = { CL_RGBA, CL_UNSIGNED_INT16 },
      .bytes = 8, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = UNSIGNED, .scale = 1, .least = 0, .most = 65535 },
    { .name = "RGBA UNSIGNED_INT32", .format = { CL_RGBA, CL_UNSIGNED_INT32 },
      .bytes = 16, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = UNSIGNED, .scale = 1, .least = 0, .most = 4294967295.0 },
    { .name = "RGBA HALF_FLOAT", .format = { CL_RGBA, CL_HALF_FLOAT },
      .bytes = 8, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = EXACT, .scale = 1, .least = -2, .most = 2 },
    { .name = "RGBA FLOAT", .format = { CL_RGBA, CL_FLOAT },
      .bytes = 16, .channels = 4, .component = { 0, 1, 2, 3 },
      .colour = EXACT, .scale = 1, .least = -2, .most = 2 },
    // clang-format on
};

// The number in one channel of a pixel, before any scale.  A half must be a normal number.
static double decode(cl_channel_type type, const unsigned char *pixel, unsigned channel)
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

static double wanted(const fill_format *format, unsigned channel)
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

// Fills a part of an image.  All other pixels must stay as they were.
static ocl_result verify_fill(const ocl_env *env, const fill_format *format, uint64_t seed)
{
    image_box box = image_box_new(env, &IMAGE_KINDS[KIND_2D], format->bytes, EXTENT, seed);
    box.image = ocl_image_2d(env, CL_MEM_READ_WRITE, format->format, EXTENT, box.ref);
    const image_part part = image_box_draw(&box, box.extent, seed), all = image_box_all(&box);
    OCL_CHECK(clEnqueueFillImage(env->queue, box.image, format->colour, part.origin, part.region, 0,
                                 NULL, NULL));

    unsigned char *pixels = ocl_alloc(box.bytes + 16);    // the last pixel is decoded as 16 bytes
    OCL_CHECK(clEnqueueReadImage(env->queue, box.image, CL_TRUE, all.origin, all.region, 0, 0,
                                 pixels, 0, NULL, NULL));
    const size_t count = part.region[0] * part.region[1] * format->channels;
    // The differences are compared with 0: as floats, two large integers may be equal.
    cl_float *off = ocl_alloc(count * sizeof *off), *zeros = ocl_alloc(count * sizeof *zeros);
    for (size_t y = 0, i = 0; y < part.region[1]; y++)
        for (size_t x = 0; x < part.region[0]; x++)
            for (unsigned c = 0; c < format->channels; c++, i++) {
                const size_t at = ocl_rect_offset(part.place, part.size, x * format->bytes, y, 0);
                const double got = decode(format->format.image_channel_data_type, pixels + at, c);
                off[i] = (cl_float)(got - wanted(format, c));
                zeros[i] = 0.0f;
            }
    const bool cuts = format->bound > 0 && ocl_known_fault(env->device, "fractions of a fill");
    ocl_result result = ocl_verify_f32(format->name, off, zeros, count, cuts ? 1.0 : format->bound);
    ocl_rect_copy(pixels, part.place, box.ref, part.place, part.size);
    result = ocl_result_both(
        result, ocl_verify_bytes("pixels beside those filled", pixels, box.ref, box.bytes));
    free(zeros);
    free(off);
    free(pixels);
    image_box_free(&box);
    return result;
}

void image_command_formats(const ocl_env *env, ocl_report *report, uint64_t seed)
{
    if (ocl_known_fault(env->device, "fractions of a fill"))
        ocl_report_note(report,
                        "this driver cuts fractions off: the bound is 1 where it should be 0.6");
    for (size_t i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "filled, %s", FORMATS[i].name);
        if (!ocl_has_image_format(env, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, FORMATS[i].format))
            ocl_report_note(report, "%s: left out, this device has no such images", name);
        else if (ocl_known_fault(env->device, "fill of %s", FORMATS[i].name))
            ocl_report_note(report, "%s: left out, this driver does not clamp the colour", name);
        else
            ocl_report_result(report, name, verify_fill(env, &FORMATS[i], seed));
    }
}
