// SPDX-License-Identifier: MIT
//
// csv - the lines of a text with commas, and their fields.
//
// Lines that are empty or begin with # are left out, and so is a byte order mark before the first
// line.  The first line that is left may be a header: no field of it is a number, and the line
// after it has as many fields and has numbers.

#ifndef CSV_H
#define CSV_H

#include "ocl.h"

// A piece of the text, without blanks around it.
typedef struct {
    const char *at, *end;
} csv_piece;

typedef struct {
    csv_piece text;
    size_t number;    // of the line, from 1
} csv_line;

// What is left of the text.
typedef struct {
    const char *at, *end;
    size_t number;       // of the next line
    csv_piece header;    // a line of names before the first line; without one, `at` is NULL
} csv_lines;

// The lines of a text, without its header.
csv_lines csv_open(const char *text, size_t bytes);

// Takes the next line; false when there is none.
bool csv_next(csv_lines *lines, csv_line *line);

// Takes the next field of a line and leaves the rest of it; false when there is none.
bool csv_next_field(csv_piece *rest, csv_piece *field);

// The same for a header: the field without its quotes, and no more of it than there is room for.
// "" when there is none.
void csv_next_name(csv_piece *rest, char *name, size_t room);

// The number that a field is.  False, with why, when it is none: no text, more than 63 letters, not
// finite.
bool csv_number(csv_piece field, double *value, ocl_message *why);

#endif
