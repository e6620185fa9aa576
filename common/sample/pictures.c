// SPDX-License-Identifier: MIT

#include "pictures.h"

#include "buffer.h"
#include "picture_file.h"
#include "system/installed.h"

#include <stdlib.h>

static ocl_picture read_or_make(const ocl_options *options, size_t pattern,
                                const char *default_file)
{
    if (options->input && options->size_given)
        ocl_exit(OCL_EXIT_USAGE, "--input and --size: the picture is either read or made");
    if (options->seed_given && !options->size_given && !options->about.seeds_more)
        ocl_exit(OCL_EXIT_USAGE, "--seed has no effect without --size; see --help");

    ocl_picture picture;
    ocl_message why;
    bool ok;
    if (options->size_given) {
        ok = ocl_picture_pattern(&picture, (ocl_pattern)pattern,
                                 (ocl_pattern_size){ options->n[0], options->n[1], options->seed },
                                 &why);
    } else if (options->input) {
        ok = ocl_picture_read(&picture, options->input, &why);
    } else {
        char *path = ocl_find_data(default_file, &why);
        ok = path && ocl_picture_read(&picture, path, &why);
        free(path);
    }
    if (!ok) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return picture;
}

// `pixels` is a double: the product of two extents may not fit a size_t.
static void require_room(cl_device_id device, double pixels)
{
    if (pixels > UINT32_MAX)
        ocl_exit(OCL_EXIT_USAGE, "%.0f pixels are more than a 32-bit counter counts (%.0f)", pixels,
                 (double)UINT32_MAX);
    ocl_require_memory(device, 4.0 * pixels, 4.0 * pixels, 4.0 * pixels);
}

ocl_picture ocl_input_picture(const ocl_env *env, size_t pattern, const char *default_file)
{
    const ocl_options *options = env->options;
    if (options->size_given)
        require_room(env->device, (double)options->n[0] * (double)options->n[1]);
    ocl_picture picture = read_or_make(options, pattern, default_file);
    require_room(env->device, (double)picture.width * picture.height);
    return picture;
}

void ocl_output_picture(const ocl_picture *picture, const char *path)
{
    ocl_message why;
    if (!ocl_picture_write(picture, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}
