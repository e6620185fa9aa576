// SPDX-License-Identifier: MIT

#include "drivers.h"

// docs/portability.md has the texts.
static const struct {
    unsigned platforms;
    const char *format;
} KNOWN[] = {
    { OCL_POCL | OCL_POCL_6 | OCL_NVIDIA,
      "%v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu" },
    { OCL_RUSTICL | OCL_RUSTICL_26, "%v2hhd" },
    { OCL_RUSTICL | OCL_RUSTICL_26, "%v4hd" },
    { OCL_RUSTICL | OCL_RUSTICL_26, "%v2ld" },
    { OCL_RUSTICL | OCL_RUSTICL_26, "%v4lu" },
    { OCL_RUSTICL | OCL_RUSTICL_26, "%v2lx" },
    { OCL_OCLGRIND, "%hhd" },
    { OCL_OCLGRIND, "%hhu" },
    { OCL_OCLGRIND, "%hhx" },
    { OCL_OCLGRIND, "%hd" },
    { OCL_OCLGRIND, "%hu" },
    { OCL_OCLGRIND, "%hx" },
};

// With an infinite number or a NaN among those that they print.
static const char *const WIDTHS[] = { "%8g|", "%7.2v4hlf", "%8.2v8hf|" };

void require_printf_here(cl_device_id device)
{
    if (ocl_known_platform(device) & OCL_POCL_REMOTE)
        ocl_exit(OCL_EXIT_SKIP, "PoCL-Remote prints on the standard output of the server");
}

bool driver_prints_otherwise(cl_device_id device, const char *format)
{
    const unsigned platform = ocl_known_platform(device);
    if (strchr(format, 'v') && ocl_is_pocl_for_i386(device)) return true;    // wrong components
    const bool forgets_widths = ocl_is_intel_for_windows(device);
    for (size_t i = 0; forgets_widths && i < sizeof WIDTHS / sizeof WIDTHS[0]; i++)
        if (strcmp(WIDTHS[i], format) == 0) return true;
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (KNOWN[i].platforms & platform && strcmp(KNOWN[i].format, format) == 0) return true;
    return false;
}

bool driver_says_success(cl_device_id device, cl_int returned)
{
    const unsigned platform = ocl_known_platform(device);
    return returned == 0 || platform == OCL_OCLGRIND ||
           (platform & (OCL_INTEL | OCL_NVIDIA) && returned > 0);
}

const char *driver_fails_at_overflow(cl_device_id device)
{
    const unsigned platform = ocl_known_platform(device);
    if (platform & (OCL_RUSTICL | OCL_RUSTICL_26))
        return "this driver ends the program when the buffer is full";
    if (ocl_is_pocl_for_i386(device)) return "this driver loses all lines, and printf returns 0";
    if (platform == OCL_NVIDIA) return "this driver loses lines, and no call of printf returns -1";
    return NULL;
}

bool driver_survives_forbidden(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_RUSTICL;
}
