// SPDX-License-Identifier: MIT
//
// labels - lower-case letters, '_' and blanks in black dots, for the heads of a contact sheet.

#ifndef LABELS_H
#define LABELS_H

#include "picture.h"

// Six pixels per letter from (x, y), its top left corner, to the right.
void label_across(ocl_picture *picture, int x, int y, const char *text);

// A text that reads upwards: (x, y) is its bottom left corner.
void label_up(ocl_picture *picture, int x, int y, const char *text);

#endif
