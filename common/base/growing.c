// SPDX-License-Identifier: MIT

#include "growing.h"

#include "system/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ocl_append(ocl_growing *b, const void *data, size_t bytes)
{
    if (b->room - b->bytes <= bytes) {    // keeps one byte for the 0 at the end
        b->room = 2 * (b->bytes + bytes) + 256;
        char *larger = ocl_alloc(b->room);
        if (b->bytes) memcpy(larger, b->text, b->bytes);
        free(b->text);
        b->text = larger;
    }
    memcpy(b->text + b->bytes, data, bytes);
    b->bytes += bytes;
    b->text[b->bytes] = '\0';
}

void ocl_append_text(ocl_growing *b, const char *text)
{
    ocl_append(b, text, strlen(text));
}

void ocl_append_format(ocl_growing *b, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ocl_append_text(b, text);
}
