// SPDX-License-Identifier: MIT

#include "utf8.h"

#include <stdbool.h>
#include <string.h>

size_t ocl_letter_bytes(const void *text, size_t left)
{
    const unsigned char *at = text;
    if (left == 0) return 0;
    if (at[0] < 0x80) return at[0] >= ' ' && at[0] != 0x7f;
    const size_t bytes = at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (bytes == 0 || bytes > left) return 0;
    for (size_t i = 1; i < bytes; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    // The second byte has the bits that tell what is too long, a surrogate, too large, a control.
    const bool wrong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
                       (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f) ||
                       at[0] > 0xf4 || (at[0] == 0xc2 && at[1] < 0xa0);
    return wrong ? 0 : bytes;
}

void ocl_copy_letters(char *to, size_t room, const char *text)
{
    const size_t length = strlen(text);
    size_t used = 0;
    while (used < length) {
        const size_t letter = ocl_letter_bytes(text + used, length - used);
        const size_t bytes = letter ? letter : 1;
        if (used + bytes >= room) break;
        memcpy(to + used, text + used, bytes);
        used += bytes;
    }
    to[used] = '\0';
}
