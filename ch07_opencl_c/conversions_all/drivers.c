// SPDX-License-Identifier: MIT

#include "drivers.h"

enum { LARGEST_HALF = 65504 };

bool driver_rounds_integers(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_RUSTICL;
}

bool driver_rounds_floats(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}

static bool needs_rounding(size_t from, size_t to)
{
    if (from == LONG || from == ULONG) return to == DOUBLE;
    return (from == FLOAT || from == DOUBLE) && (is_integer(&SCALAR_TYPE[to]) || to < from);
}

bool driver_misconverts(cl_device_id device, size_t from, size_t to, const exact *x)
{
    const bool double_to_less = from == DOUBLE && (to == FLOAT || to == HALF);
    switch (ocl_known_platform(device)) {
    case OCL_POCL:
        return ocl_is_pocl_for_i386(device) && needs_rounding(from, to);
    case OCL_OCLGRIND:
        return !is_integer(&SCALAR_TYPE[from]) && is_integer(&SCALAR_TYPE[to]);
    case OCL_INTEL:
        return to == UINT && x->kind == EXACT_NAN;
    case OCL_NVIDIA:
        return x->kind == EXACT_NAN && is_integer(&SCALAR_TYPE[to]) &&
               (from == DOUBLE || to == LONG || to == ULONG);
    case OCL_RUSTICL:
        return double_to_less ||
               (to == HALF && is_integer(&SCALAR_TYPE[from]) && x->magnitude > LARGEST_HALF);
    case OCL_RUSTICL_26:
        return double_to_less;
    default:
        return false;
    }
}
