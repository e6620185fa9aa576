// SPDX-License-Identifier: MIT
//
// info - one attribute of a platform or device: asked, judged, turned into JSON, printed.
//
// A row of a table says all there is to know about an attribute; platform_info and device_info walk
// such tables.

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

// What the runtime said; `data` is malloc'ed, with a 0 byte after it that `bytes` does not count.
typedef struct {
    cl_int status;
    size_t bytes;
    unsigned char *data;
} info_answer;

// Asks the device, or, when that is NULL, the platform.
info_answer info_ask(cl_platform_id platform, cl_device_id device, const info_row *row);
void info_free(info_answer *answer);

// Whether the answer can be right or wrong for OpenCL of this version (10 * major + minor): the
// version has the attribute, or Khronos' specification has it and it is answered.  Vendors are free.
bool info_is_judged(const info_row *row, const info_answer *answer, int version);

// The attribute is answered, with as many bytes as its type has.
ocl_check info_check(const info_row *row, const info_answer *answer);

// The value: null when not answered; a number, boolean or text; an array of these where there are
// several; {"number", "names"} for a bit-field, {"number", "version"} with or without "name" for a
// version; an object where the elements have names; else the bytes in hex.
json_t *info_json(const info_row *row, const info_answer *answer);

// The number that the object of attributes has under this name, of a version its number; 0 if none.
json_int_t info_number(const json_t *attributes, const char *name);

// The attribute, a version, is `version` (10 * major + minor).
ocl_check info_check_version(const json_t *attributes, const char *name, int version);

// Every name listed by the attribute is also listed by the one called NAME_WITH_VERSION.
ocl_check info_check_names(const json_t *attributes, const char *name);

// Prints the attribute: name, version, value, or why there is none.
void info_print(ocl_report *report, const info_row *row, const info_answer *answer,
                const json_t *value);

#endif
