// SPDX-License-Identifier: MIT

#include "jpeg.h"

#include <stdarg.h>

const uint8_t JPEG_NATURAL[JPEG_BLOCK] = { 0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18,
                                           11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
                                           13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43,
                                           36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45,
                                           38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63 };

void jpeg_warn(jpeg_file *file, uint32_t at, const char *format, ...)
{
    if (file->warning_count++ >= JPEG_MAX_WARNINGS) return;
    jpeg_warning *warning = &file->warnings[file->warning_count - 1];
    warning->at = at;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(warning->text, sizeof warning->text, format, arguments);
    va_end(arguments);
}

void jpeg_free(jpeg_file *file)
{
    free(file->segments);
    free(file->data);
    *file = (jpeg_file){ 0 };
}
