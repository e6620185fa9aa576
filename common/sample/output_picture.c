// SPDX-License-Identifier: MIT

#include "output_picture.h"

#include "picture_file.h"

void ocl_output_picture(const ocl_picture *picture, const char *path)
{
    ocl_message why;
    if (!ocl_picture_write(picture, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}
