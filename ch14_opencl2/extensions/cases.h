// SPDX-License-Identifier: MIT
//
// cases - lists to search, and functions to fetch.

#ifndef EXTENSIONS_CASES_H
#define EXTENSIONS_CASES_H

#include "ocl.h"

// A list, a name, and whether the name is in the list.
typedef struct {
    const char *list, *name;
    bool listed;
} search_case;

extern const search_case SEARCH_CASES[];    // ends with an empty row

// A function, and the extension that it belongs to.
typedef struct {
    const char *name, *extension;
    bool by_loader;    // the loader answers, Khronos' with NULL: not counted
} function_case;

extern const function_case FUNCTION_CASES[];    // ends with an empty row

#endif
