// SPDX-License-Identifier: MIT

#include "text.h"

#include "system/memory.h"
#include "utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

ocl_printable ocl_make_printable(const void *text, size_t bytes)
{
    ocl_printable shown;
    size_t used = 0;
    for (const char *at = text, *end = at + bytes; at < end;) {
        const size_t letter = ocl_letter_bytes(at, (size_t)(end - at)), taken = letter ? letter : 1;
        if (used + taken >= sizeof shown.text) break;
        memcpy(shown.text + used, letter ? at : "?", taken);
        used += taken;
        at += taken;
    }
    shown.text[used] = '\0';
    return shown;
}

json_t *ocl_json_text(const char *text)
{
    json_t *string = json_string(text);
    if (string) return string;
    const size_t length = strlen(text);
    char *clean = ocl_alloc(length + 1);
    memcpy(clean, text, length + 1);
    for (size_t i = 0, bytes; i < length; i += bytes) {
        bytes = ocl_letter_bytes(text + i, length - i);
        if (bytes == 0 && (unsigned char)text[i] >= 0x80) clean[i] = '?';
        if (bytes == 0) bytes = 1;
    }
    string = json_string(clean);
    free(clean);
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
