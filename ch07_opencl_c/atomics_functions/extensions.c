// SPDX-License-Identifier: MIT

#include "extensions.h"

// Of cl_ext_float_atomics, for headers that are older than it.
#ifndef CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#endif
#ifndef CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT (1 << 1)
#endif
#ifndef CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT (1 << 17)
#endif

static const char *const EXTENSIONS[][2] = {
    { "cl_khr_global_int32_base_atomics", "atom_xchg, add, sub, inc, dec, cmpxchg: global" },
    { "cl_khr_global_int32_extended_atomics", "atom_min, max, and, or, xor: global" },
    { "cl_khr_local_int32_base_atomics", "atom_xchg, add, sub, inc, dec, cmpxchg: local" },
    { "cl_khr_local_int32_extended_atomics", "atom_min, max, and, or, xor: local" },
    { "cl_khr_int64_base_atomics", "atom_xchg, add, ... of long and ulong" },
    { "cl_khr_int64_extended_atomics", "atom_min, max, and, or, xor of long and ulong" },
    { "cl_ext_float_atomics", "atomic_fetch_add_explicit of float, and others" },
};

size_t count_functions(cl_device_id device, size_t type, bool is_atom)
{
    if (type == FLOAT) return is_atom ? 0 : FLOAT_FUNCTIONS;
    if (SCALAR_TYPE[type].bytes == 8) {
        if (!is_atom || !ocl_has_extension(device, "cl_khr_int64_base_atomics")) return 0;
        return ocl_has_extension(device, "cl_khr_int64_extended_atomics") ? FUNCTIONS
                                                                          : BASE_FUNCTIONS;
    }
    if (!is_atom) return FUNCTIONS;
    if (!ocl_has_extension(device, "cl_khr_global_int32_base_atomics") ||
        !ocl_has_extension(device, "cl_khr_local_int32_base_atomics"))
        return 0;
    return ocl_has_extension(device, "cl_khr_global_int32_extended_atomics") &&
                   ocl_has_extension(device, "cl_khr_local_int32_extended_atomics")
               ? FUNCTIONS
               : BASE_FUNCTIONS;
}

bool adds_floats(cl_device_id device, bool in_local)
{
    return ocl_has_extension(device, "cl_ext_float_atomics") &&
           ocl_device_number(device, CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT) &
               (in_local ? CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT : CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT);
}

void report_extensions(ocl_report *report, cl_device_id device)
{
    ocl_table table = ocl_table_open(report, "extensions", "extension, here, brings");
    for (size_t k = 0; k < sizeof EXTENSIONS / sizeof *EXTENSIONS; k++)
        ocl_table_row(&table, "%-36s  %-4s  %s", EXTENSIONS[k][0],
                      ocl_has_extension(device, EXTENSIONS[k][0]) ? "yes" : "no", EXTENSIONS[k][1]);
}
