// SPDX-License-Identifier: MIT
//
// csv - tables as other programs write them: Excel, LibreOffice, R, Python.
//
// A row ends with LF, CRLF or CR.  The first row says what separates fields: semicolons if it has
// any; else commas; else tabs, where it has names; else blanks and tabs.  Blanks around a field do
// not count.  A field in quotes may have separators and ends of lines in it, and "" is a quote
// there.  Between semicolons 1,5 is the number 1.5.
//
// Lines that are empty or begin with # are left out, and so is a byte order mark.  The first row is
// a header if none of its fields is a number, and the row after it has numbers.  Names of rows are
// left out: a first column without a heading, as R and pandas write it, if two others are there.
//
//     ocl_csv csv;
//     ocl_csv_open(&csv, text, bytes);
//     while (ocl_csv_next(&csv, &why))
//         ... csv.field[0] to csv.field[csv.count - 1] ...

#ifndef OCL_CSV_H
#define OCL_CSV_H

#include "errors.h"

#include <stddef.h>

// Fields of one row, which lie in the copy of the text.
typedef struct {
    char **field;
    size_t count, room;
    bool begins_quoted;    // the first field was in quotes
} ocl_csv_row;

typedef struct {
    char **field;          // of the row, without its name; each ends with a 0
    size_t count, line;    // the fields of the row; its line, from 1

    ocl_csv_row row, header;    // as they were read; without a header it has no fields
    char *text, *at, *end;      // the copy of the text; what is left of it
    size_t next_line;
    const char *wrong;    // why the row cannot be read, or NULL
    char separator;       // ' ' for blanks and tabs
    bool row_names;       // the first field of a row is its name
} ocl_csv;

// Copies the text, and takes its header.  Ends with ocl_csv_close.
void ocl_csv_open(ocl_csv *csv, const char *text, size_t bytes);
void ocl_csv_close(ocl_csv *csv);

// Takes the next row.  False when there is none, with an empty `why`; and when it cannot be read,
// with the line and the reason: a quote that is not closed, text behind one, a 0 byte.
bool ocl_csv_next(ocl_csv *csv, ocl_message *why);

// The heading of a column; "" where there is none.
const char *ocl_csv_heading(const ocl_csv *csv, size_t column);

// The number in a column of the row.  False, with why, when it is none: no text, more than 63
// letters, not finite.
bool ocl_csv_number(const ocl_csv *csv, size_t column, double *value, ocl_message *why);

#endif
