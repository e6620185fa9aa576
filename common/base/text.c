// SPDX-License-Identifier: MIT

#include "text.h"

#include "system/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

ocl_printable ocl_make_printable(const void *text, size_t bytes)
{
    ocl_printable shown;
    const size_t room = sizeof shown.text - 1, length = bytes < room ? bytes : room;
    for (size_t i = 0; i < length; i++) {
        const char c = ((const char *)text)[i];
        shown.text[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    shown.text[length] = '\0';
    return shown;
}

json_t *ocl_json_text(const char *text)
{
    json_t *string = json_string(text);
    if (string) return string;
    size_t length = strlen(text);
    char *ascii = ocl_alloc(length + 1);
    for (size_t i = 0; i <= length; i++)
        ascii[i] = (unsigned char)text[i] < 128 ? text[i] : '?';
    string = json_string(ascii);
    free(ascii);
    return string;
}

bool ocl_ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), ending_length = strlen(ending);
    if (length < ending_length) return false;
    path += length - ending_length;
    for (; *path; path++, ending++)
        if (tolower((unsigned char)*path) != *ending) return false;
    return true;
}
