// SPDX-License-Identifier: MIT

#include "printable.h"

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
