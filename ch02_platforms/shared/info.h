// SPDX-License-Identifier: MIT
//
// info - what platforms and devices say of themselves: judged, turned into JSON, printed.
//
// A row of a table says all there is to know about an attribute; platform_info and device_info walk
// such tables and ask.

#ifndef INFO_H
#define INFO_H

#include "ocl.h"

// The type of an attribute, or of its elements.
typedef enum {
    INFO_TEXT,             // char[]
    INFO_WORDS,            // char[] that lists names between blanks or semicolons
    INFO_BOOL,             // cl_bool
    INFO_UINT,             // cl_uint
    INFO_ULONG,            // cl_ulong
    INFO_SIZE,             // size_t
    INFO_ID,               // cl_uint, printed in hex
    INFO_BYTE,             // cl_uchar, printed in hex
    INFO_HANDLE,           // cl_platform_id, cl_device_id
    INFO_ENUM,             // cl_uint, one of `names`
    INFO_PROPERTY,         // intptr_t, one of `names`; 0 ends a list of them
    INFO_FLAGS,            // cl_bitfield, `names` for its bits
    INFO_VERSION,          // cl_version
    INFO_NAMED_VERSION,    // cl_name_version
} info_type;

// A name for a value; a table of these ends with a NULL.
typedef struct {
    const char *name;
    cl_ulong value;
} info_name;

typedef struct {
    const char *theme, *name;
    cl_uint attribute;
    const char *since;    // version of OpenCL, such as "1.2", else the extension that brings it
    info_type type;
    size_t count;              // elements; 0: as many as are answered
    const info_name *names;    // of values, of bits, or (with BOOL and UINT) of the elements
    const char *unit;          // NULL: a bare number; "B" for bytes
} info_row;

// For the first columns of a row and of a table of names: the name and what the header says it is.
#define NAMED(name) #name, name

// What the runtime said of an attribute; `data` is malloc'ed, with a 0 byte after it that `bytes`
// does not count.
typedef struct {
    cl_int status;
    size_t bytes;
    unsigned char *data;
} info_answer;

// The attributes of one platform or device.  In JSON an attribute is null when not answered; a
// number, boolean or text; an array of these; {"number", "names"} for a bit-field; {"number",
// "version"} with or without "name" for a version; an object where the elements have names; else
// the bytes in hex.
typedef struct {
    ocl_report *report;     // where they are printed
    int version;            // of OpenCL, as 10 * major + minor
    const char *part;       // only attributes with this in their name are shown, unless NULL
    bool answered;          // only what is answered is shown
    const char *theme;      // of the attribute shown last
    ocl_result check;       // what the version has is answered, and no answer has a wrong size
    json_t *all, *shown;    // JSON objects, by name
} info_list;

// An empty list.  info_list_free frees its JSON.
info_list info_list_new(ocl_report *report, int version);
void info_list_free(info_list *list);

// Judges the answer, prints it if it is to be shown, adds it to the JSON and frees it.
void info_add(info_list *list, const info_row *row, info_answer answer);

// The number of that attribute, of a version its number; 0 if there is none.
json_int_t info_number(const info_list *list, const char *name);

// The attribute, a version, is the list's.
ocl_result info_check_version(const info_list *list, const char *name);

// Every name listed by the attribute is also listed by the one called NAME_WITH_VERSION.
ocl_result info_check_names(const info_list *list, const char *name);

#endif
