// SPDX-License-Identifier: MIT
//
// info - what platforms and devices answer about themselves: judged, printed, kept for --json.
//
// A row of a table (platform_table.h, device_table.h) says everything about one attribute.
// platform_attributes and device_attributes walk through such a table and ask; each answer goes to
// info_add.

#ifndef INFO_H
#define INFO_H

#include "ocl.h"

// The type of an attribute, or of its elements.
typedef enum {
    INFO_TEXT,             // char[]
    INFO_WORDS,            // char[], names between blanks or semicolons
    INFO_BOOL,             // cl_bool
    INFO_UINT,             // cl_uint
    INFO_ULONG,            // cl_ulong
    INFO_SIZE,             // size_t
    INFO_ID,               // cl_uint, printed in hex
    INFO_BYTE,             // cl_uchar, printed in hex
    INFO_STRING,           // const char *, a text that belongs to the driver
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
    // "1.2": that version of OpenCL introduced it.  "3.1, cl_x": older devices may have it as an
    // extension.  "cl_x": only the extension has it.
    const char *since;
    info_type type;
    size_t count;              // elements; 0: the answer says how many
    const info_name *names;    // of values, of bits, or (with BOOL and UINT) of the elements
    const char *unit;          // NULL: a plain number; "B" for bytes
} info_row;

// For the first columns of a row and of a table of names: the name and the header's value for it.
#define NAMED(name) #name, name

// The runtime's answer to a query.  `data` is malloc'ed; after it comes a 0 byte, not counted in
// `bytes`.
typedef struct {
    cl_int status;
    size_t bytes;
    unsigned char *data;
} info_answer;

// The attributes of one platform or device.  In JSON an attribute is one of these: null when it is
// not answered; a number, boolean or text; an array of these; {"number", "names"} for a bit-field;
// {"number", "version"}, with "name" where it has one, for a version; an object where the elements
// have names; else the bytes in hex.
typedef struct {
    ocl_report *report;      // where they are printed
    const char *kind;        // "platform" or "device"
    unsigned number;         // in the loader's order, from 0
    const char *name;        // of the platform or device
    const char *platform;    // of a device the platform's name; NULL for a platform
    int version;             // of OpenCL, as 10 * major + minor
    const char *part;        // show only attributes with this in their name, unless NULL
    bool answered;           // show only what is answered
    const char *theme;       // of the attribute shown last; set by info_begin, as what follows
    ocl_result result;       // the version's attributes are answered, answers have the right size
    json_t *all, *shown;     // JSON objects, by name
    json_t *features;        // of OpenCL C, by name (features.h); NULL for a platform
} info_list;

// Prints the heading.  The caller has set the members up to `answered`.
void info_begin(info_list *list);

// Judges the answer, prints it if it is to be shown, adds it to the JSON and frees its data.
void info_add(info_list *list, const info_row *row, info_answer answer);

// Reports list->result as a row, keeps the list for --json and frees its own data.
void info_end(info_list *list);

// The start of a line: the heading, unless it is that of the line before; name and version.
void info_print_theme(info_list *list, const char *theme);
void info_print_name(const info_list *list, const char *name, const char *since);

#endif
