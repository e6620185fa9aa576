// SPDX-License-Identifier: MIT
//
// table - what a sample finds besides its rows: written once, printed as a table, kept for --json.
//
//     ocl_table table = ocl_table_open(report, "binaries", "device, bytes, file name");
//     ocl_table_row(&table, "%6u %8zu  %-20s", number, bytes, path);
//
// prints
//
//     device    bytes  file name
//          0     1234  saxpy.bin
//
// and puts {"binaries": [{"device": 0, "bytes": 1234, "file_name": "saxpy.bin"}]} into "details" of
// --json.

#ifndef OCL_TABLE_H
#define OCL_TABLE_H

#include "report.h"

typedef struct {
    ocl_report *report;
    const char *headings;
    json_t *rows;    // borrowed
    bool begun;      // the headings have been printed
} ocl_table;

// A table with these headings, separated by commas.  They are also the keys of its rows in --json:
// in lower case, with '_' for everything except letters and digits.  Both texts must outlive the
// table.  A second table of the same name adds its rows to the first one's in --json.
ocl_table ocl_table_open(ocl_report *report, const char *name, const char *headings);

// A row: a printf format with one conversion per heading, and their values.  The conversions are s,
// d, u, zu, llu, x, f, e and g, with flags, width and precision, but no '*'; a column is at least
// as wide as its heading.  A string may be NULL, and an f may be NaN where nothing was measured:
// "-", and null in --json.  Text between the conversions is printed and not kept.
void ocl_table_row(ocl_table *table, const char *format, ...) OCL_PRINTF(2, 3);

// One fact on a line of its own, the name first; "details": {"name": value} in --json.  The format
// has one conversion, as above.
void ocl_report_fact(ocl_report *report, const char *name, const char *format, ...)
    OCL_PRINTF(3, 4);

#endif
