// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_crashes_on(cl_device_id device, const char *name, size_t count)
{
    static const struct {
        const char *name;
        size_t from;
        unsigned platforms;
    } crashes[] = {
        { "cases of a switch", 1023, OCL_RUSTICL },
        { "parameters of a function", 127, OCL_RUSTICL_26 },
        { "letters of a string", 65536, OCL_RUSTICL | OCL_RUSTICL_26 },
    };
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        if (strcmp(crashes[i].name, name) == 0 && count >= crashes[i].from)
            return crashes[i].platforms & ocl_known_platform(device);
    return false;
}
