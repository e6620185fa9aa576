// SPDX-License-Identifier: MIT

#include "formats.h"

#define ROW(suffix, type, image, reads, bytes)                                                 \
    {                                                                                          \
#suffix, { GL_RGBA##suffix, GL_RG##suffix, GL_R##suffix }, type, image, #image, reads, \
                   bytes                                                                       \
    }

const format TABLE[FORMATS] = {
    ROW(8, GL_UNSIGNED_BYTE, CL_UNORM_INT8, FLOATS, 1),
    ROW(8_SNORM, GL_BYTE, CL_SNORM_INT8, FLOATS, 1),
    ROW(16, GL_UNSIGNED_SHORT, CL_UNORM_INT16, FLOATS, 2),
    ROW(16_SNORM, GL_SHORT, CL_SNORM_INT16, FLOATS, 2),
    ROW(8I, GL_BYTE, CL_SIGNED_INT8, INTS, 1),
    ROW(16I, GL_SHORT, CL_SIGNED_INT16, INTS, 2),
    ROW(32I, GL_INT, CL_SIGNED_INT32, INTS, 4),
    ROW(8UI, GL_UNSIGNED_BYTE, CL_UNSIGNED_INT8, UINTS, 1),
    ROW(16UI, GL_UNSIGNED_SHORT, CL_UNSIGNED_INT16, UINTS, 2),
    ROW(32UI, GL_UNSIGNED_INT, CL_UNSIGNED_INT32, UINTS, 4),
    ROW(16F, GL_HALF_FLOAT, CL_HALF_FLOAT, FLOATS, 2),
    ROW(32F, GL_FLOAT, CL_FLOAT, FLOATS, 4),
};

const size_t CHANNELS[ORDERS] = { 4, 2, 1 };
const cl_channel_order IMAGE_ORDERS[ORDERS] = { CL_RGBA, CL_RG, CL_R };

GLenum format_order(const format *f, int order)
{
    static const GLenum NORMAL[ORDERS] = { GL_RGBA, GL_RG, GL_RED };
    static const GLenum INTEGER[ORDERS] = { GL_RGBA_INTEGER, GL_RG_INTEGER, GL_RED_INTEGER };
    return f->reads == FLOATS ? NORMAL[order] : INTEGER[order];
}

void format_fill(void *texels, const format *f, size_t channels, size_t count, uint64_t seed)
{
    const size_t numbers = channels * count;
    if (f->type == GL_FLOAT) {
        ocl_fill_f32(texels, numbers, 0, 1, seed);
        return;
    }
    ocl_fill_bytes(texels, numbers * f->bytes, seed);
    if (f->type == GL_HALF_FLOAT)
        for (size_t i = 0; i < numbers; i++)
            ((cl_ushort *)texels)[i] &= 0x3bff;    // no sign, and an exponent below that of 1
    if (f->image == CL_SNORM_INT8)
        for (size_t i = 0; i < numbers; i++)
            if (((cl_char *)texels)[i] == -128) ((cl_char *)texels)[i] = -127;
}

// A half between 0 and 1.
static double half_value(cl_ushort bits)
{
    const int exponent = bits >> 10, fraction = bits & 0x3ff;
    return exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
}

static float float_of(const format *f, const void *texels, size_t i)
{
    switch (f->image) {
    case CL_UNORM_INT8:
        return (float)(((const cl_uchar *)texels)[i] / 255.0);
    case CL_SNORM_INT8:
        return (float)fmax(((const cl_char *)texels)[i] / 127.0, -1);
    case CL_UNORM_INT16:
        return (float)(((const cl_ushort *)texels)[i] / 65535.0);
    case CL_SNORM_INT16:
        return (float)fmax(((const cl_short *)texels)[i] / 32767.0, -1);
    case CL_HALF_FLOAT:
        return (float)half_value(((const cl_ushort *)texels)[i]);
    default:
        return ((const cl_float *)texels)[i];
    }
}

static cl_uint integer_of(const format *f, const void *texels, size_t i)
{
    switch (f->image) {
    case CL_SIGNED_INT8:
        return (cl_uint)((const cl_char *)texels)[i];
    case CL_SIGNED_INT16:
        return (cl_uint)((const cl_short *)texels)[i];
    case CL_UNSIGNED_INT8:
        return ((const cl_uchar *)texels)[i];
    case CL_UNSIGNED_INT16:
        return ((const cl_ushort *)texels)[i];
    default:
        return ((const cl_uint *)texels)[i];
    }
}

void format_ref(void *numbers, const format *f, size_t channels, size_t count, const void *texels)
{
    for (size_t i = 0; i < 4 * count; i++) {
        const size_t c = i % 4, at = i / 4 * channels + c;
        if (f->reads == FLOATS)
            ((cl_float *)numbers)[i] = c < channels ? float_of(f, texels, at) : c == 3;
        else
            ((cl_uint *)numbers)[i] = c < channels ? integer_of(f, texels, at) : c == 3;
    }
}

ocl_result format_verify(const char *what, const format *f, const void *got, const void *ref,
                         size_t count)
{
    if (f->reads == FLOATS) return ocl_verify_f32(what, got, ref, 4 * count, ldexp(1, -22));
    return ocl_verify_u32(what, got, ref, 4 * count);
}
