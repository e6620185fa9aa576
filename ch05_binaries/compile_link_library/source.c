// SPDX-License-Identifier: MIT

#include "source.h"

char *read_part(const ocl_options *options, const char *name, bool replaceable, size_t *bytes)
{
    static const ocl_file_form form = { .text = "OpenCL C", .most = 16 << 20 };
    ocl_options own = *options;
    if (!replaceable) own.kernel = NULL;
    char *path = ocl_find_kernel(&own, name);
    unsigned char *data;
    ocl_message why;
    if (!ocl_read_file_as(path, &form, &data, bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(path);
    return (char *)data;
}
