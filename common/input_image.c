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
