// SPDX-License-Identifier: MIT

#include "input_image.h"

#include <stdlib.h>

ocl_image ocl_input_image(const ocl_options *options, size_t pattern, const char *default_file)
{
    if (options->input && options->size_given)
        ocl_exit(OCL_EXIT_USAGE, "--input and --size: the picture is either read or made");

    ocl_image image;
    ocl_message why;
    bool ok;
    if (options->size_given) {
        ok = ocl_image_pattern(&image, (ocl_pattern)pattern, options->n[0], options->n[1],
                               options->seed, &why);
    } else if (options->input) {
        ok = ocl_image_read(&image, options->input, &why);
    } else {
        char *path = ocl_find_data(default_file);
        ok = path ? ocl_image_read(&image, path, &why)
                  : ocl_refuse(&why, "%s is not in data/ beside the program; set OCL_SAMPLES_DATA",
                               default_file);
        free(path);
    }
    if (!ok) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return image;
}

// Pixels as double: the product of two extents may be more than a size_t holds.
static void require_room(cl_device_id device, double pixels)
{
    if (pixels > UINT32_MAX)
        ocl_exit(OCL_EXIT_USAGE, "%.0f pixels are more than a 32-bit counter counts (%.0f)", pixels,
                 (double)UINT32_MAX);
    ocl_require_memory(device, 4.0 * pixels, 4.0 * pixels, 4.0 * pixels);
}

ocl_image ocl_counted_image(const ocl_env *env, size_t pattern, const char *default_file)
{
    const ocl_options *options = env->options;
    if (options->size_given)
        require_room(env->device, (double)options->n[0] * (double)options->n[1]);
    ocl_image image = ocl_input_image(options, pattern, default_file);
    require_room(env->device, (double)image.width * image.height);
    return image;
}
