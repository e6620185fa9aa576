// SPDX-License-Identifier: MIT
//
// info_columns - the last four columns of a row of a table: type, elements, names, unit.

#ifndef INFO_COLUMNS_H
#define INFO_COLUMNS_H

#include "info.h"

#define TEXT                INFO_TEXT, 0, NULL, NULL
#define WORDS               INFO_WORDS, 0, NULL, NULL
#define BOOL                INFO_BOOL, 1, NULL, NULL
#define UINT                INFO_UINT, 1, NULL, NULL
#define UINT_IN(unit)       INFO_UINT, 1, NULL, unit
#define ID                  INFO_ID, 1, NULL, NULL
#define ULONG               INFO_ULONG, 1, NULL, NULL
#define ULONG_IN(unit)      INFO_ULONG, 1, NULL, unit
#define SIZE                INFO_SIZE, 1, NULL, NULL
#define SIZE_IN(unit)       INFO_SIZE, 1, NULL, unit
#define SIZES               INFO_SIZE, 0, NULL, NULL
#define STRINGS             INFO_STRING, 0, NULL, NULL
#define BYTES(count)        INFO_BYTE, count, NULL, NULL
#define HANDLE              INFO_HANDLE, 1, NULL, NULL
#define HANDLES             INFO_HANDLE, 0, NULL, NULL
#define VERSION             INFO_VERSION, 1, NULL, NULL
#define NAMED_VERSIONS      INFO_NAMED_VERSION, 0, NULL, NULL
#define ONE_OF(names)       INFO_ENUM, 1, names, NULL
#define LIST_OF(names)      INFO_ENUM, 0, names, NULL
#define FLAGS(names)        INFO_FLAGS, 1, names, NULL
#define FLAGS_LIST(names)   INFO_FLAGS, 0, names, NULL
#define PROPERTIES(names)   INFO_PROPERTY, 0, names, NULL
#define FIELDS(type, names) type, sizeof(names) / sizeof(names)[0], names, NULL

#endif
