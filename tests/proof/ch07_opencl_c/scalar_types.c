// SPDX-License-Identifier: MIT

#include "scalar_types.h"

const scalar_type SCALAR_TYPE[SCALAR_TYPES] = {
    [CHAR] = { "char", 1, true, 0, 0, 0 },
    [UCHAR] = { "uchar", 1, false, 0, 0, 0 },
    [SHORT] = { "short", 2, true, 0, 0, 0 },
    [USHORT] = { "ushort", 2, false, 0, 0, 0 },
    [INT] = { "int", 4, true, 0, 0, 0 },
    [UINT] = { "uint", 4, false, 0, 0, 0 },
    [LONG] = { "long", 8, true, 0, 0, 0 },
    [ULONG] = { "ulong", 8, false, 0, 0, 0 },
    [FLOAT] = { "float", 4, true, 24, -149, 127 },
    [DOUBLE] = { "double", 8, true, 53, -1074, 1023 },
    [HALF] = { "half", 2, true, 11, -24, 15 },
};

const char *const SCALAR_NAMES[] = { "char", "uchar", "short", "ushort", "int",  "uint",
                                     "long", "ulong", "float", "double", "half", NULL };

bool is_integer(const scalar_type *type)
{
    return type->precision == 0;
}

uint64_t bits_mask(const scalar_type *type)
{
    return UINT64_MAX >> (64 - 8 * type->bytes);
}

uint64_t read_bits(const scalar_type *type, const void *array, size_t i)
{
    switch (type->bytes) {
    case 1:
        return ((const uint8_t *)array)[i];
    case 2:
        return ((const uint16_t *)array)[i];
    case 4:
        return ((const uint32_t *)array)[i];
    default:
        return ((const uint64_t *)array)[i];
    }
}

void write_bits(const scalar_type *type, void *array, size_t i, uint64_t bits)
{
    switch (type->bytes) {
    case 1:
        ((uint8_t *)array)[i] = (uint8_t)bits;
        break;
    case 2:
        ((uint16_t *)array)[i] = (uint16_t)bits;
        break;
    case 4:
        ((uint32_t *)array)[i] = (uint32_t)bits;
        break;
    default:
        ((uint64_t *)array)[i] = bits;
    }
}

bool device_has_type(cl_device_id device, size_t type)
{
    switch (type) {
    case DOUBLE:
        return ocl_device_number(device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    case HALF:
        return ocl_has_extension(device, "cl_khr_fp16");
    default:
        return true;
    }
}

const char *type_macros(cl_device_id device)
{
    const bool has_double = device_has_type(device, DOUBLE);
    const bool has_half = device_has_type(device, HALF);
    if (has_double && has_half) return "-DHAVE_DOUBLE -DHAVE_HALF";
    if (has_double) return "-DHAVE_DOUBLE";
    return has_half ? "-DHAVE_HALF" : "";
}
