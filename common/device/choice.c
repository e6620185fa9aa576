// SPDX-License-Identifier: MIT

#include "choice.h"

#include "attributes.h"
#include "errors.h"
#include "list.h"
#include "number.h"
#include "pocl_cache.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool equal_ignoring_case(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i])) return false;
    return true;
}

static bool contains_ignoring_case(const char *text, const char *part, size_t length)
{
    for (size_t room = strlen(text); room >= length; room--, text++)
        if (equal_ignoring_case(text, part, length)) return true;
    return false;
}

enum { BY_PLATFORM, BY_DEVICE, NO_MATCH };

static int match_names(cl_device_id device, const char *wish, size_t length)
{
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    char *platform = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_NAME);
    const int match = contains_ignoring_case(platform, wish, length) ? BY_PLATFORM
                      : contains_ignoring_case(name, wish, length)   ? BY_DEVICE
                                                                     : NO_MATCH;
    free(platform);
    free(name);
    return match;
}

static int match_wish(cl_device_id device, const char *wish, size_t length)
{
    static const char *const types[] = { "cpu", "gpu", "accelerator" };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strlen(types[i]) == length && equal_ignoring_case(types[i], wish, length))
            return strcmp(ocl_type_name(device), types[i]) == 0 ? BY_DEVICE : NO_MATCH;
    return match_names(device, wish, length);
}

static bool all_digits(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

static int default_device(const cl_device_id *devices, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++)
        if (ocl_device_number(devices[i], CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) return (int)i;
    return count > 0 ? 0 : -1;
}

// How fast a device promises to be, beside others of its type.  A GPU's unit has more lanes than a
// CPU's.
static double promise(cl_device_id device)
{
    const double units = (double)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const double mhz = (double)ocl_device_number(device, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    const bool gpu = ocl_device_number(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU;
    return units * mhz * (gpu ? 1e6 : 1.0);
}

static int best_device(const cl_device_id *devices, cl_uint count)
{
    int best = -1;
    for (cl_uint i = 0; i < count; i++) {
        const double more = best < 0 ? 1.0 : promise(devices[i]) - promise(devices[best]);
        if (more > 0.0 ||
            (more == 0.0 && ocl_device_number(devices[i], CL_DEVICE_GLOBAL_MEM_SIZE) >
                                ocl_device_number(devices[best], CL_DEVICE_GLOBAL_MEM_SIZE)))
            best = (int)i;
    }
    return best;
}

int ocl_match_device(const cl_device_id *devices, cl_uint count, const char *wish)
{
    if (!wish) return default_device(devices, count);
    if (strcmp(wish, "best") == 0) return best_device(devices, count);
    ocl_message ignored;
    uint64_t number;
    if (all_digits(wish))
        return ocl_parse_seed(wish, &number, &ignored) && number < count ? (int)number : -1;

    size_t length = strlen(wish), nth = 1;
    const char *colon = strrchr(wish, ':');
    if (colon && all_digits(colon + 1)) {
        if (!ocl_parse_count(colon + 1, &nth, &ignored)) return -1;
        length = (size_t)(colon - wish);
    }
    // On an Intel CPU "intel" is in the device's name of every driver: that of the platform comes
    // first.
    for (int match = BY_PLATFORM; length > 0 && match < NO_MATCH; match++)
        for (cl_uint i = 0; i < count; i++)
            if (match_wish(devices[i], wish, length) == match && --nth == 0) return (int)i;
    return -1;
}

cl_device_id ocl_choose_device(const cl_device_id *devices, cl_uint count, const char *wish)
{
    if (count == 0) ocl_exit_no_device();
    int chosen = ocl_match_device(devices, count, wish);
    if (chosen < 0)
        ocl_exit(OCL_EXIT_USAGE, "no device is '%s' (--device, OCL_DEVICE); see --list", wish);
    ocl_look_at_pocl_cache(devices[chosen]);
    return devices[chosen];
}
