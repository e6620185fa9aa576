// SPDX-License-Identifier: MIT
//
// utf8 - the letters of a text that somebody else wrote.

#ifndef OCL_UTF8_H
#define OCL_UTF8_H

#include <stddef.h>

// How many of the `left` bytes at `at` are its first letter, if this is UTF-8 and no control
// character; else 0.
size_t ocl_letter_bytes(const void *at, size_t left);

// Copies as many letters as there is room for; the last one is not cut in two.
void ocl_copy_letters(char *to, size_t room, const char *text);

#endif
