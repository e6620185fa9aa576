// SPDX-License-Identifier: MIT

#include "system/environment.h"

#include "growing.h"

#include <stdlib.h>
#include <string.h>

static bool has_path(const char *list, const char *path)
{
    for (size_t length; *list; list += length + (list[length] == ';')) {
        length = strcspn(list, ";");
        if (length == strlen(path) && memcmp(list, path, length) == 0) return true;
    }
    return false;
}

// Without a value the variable is gone: Windows knows no empty ones.
bool ocl_set_variable(const char *variable, const char *value)
{
    return _putenv_s(variable, value) == 0;
}

bool ocl_add_to_path_list(const char *variable, const char *path)
{
    const char *list = getenv(variable);
    if (!list || !*list) return ocl_set_variable(variable, path);
    if (has_path(list, path)) return true;
    ocl_growing longer = { 0 };
    ocl_append_text(&longer, list);
    ocl_append_text(&longer, ";");
    ocl_append_text(&longer, path);
    const bool ok = ocl_set_variable(variable, longer.text);
    free(longer.text);
    return ok;
}
