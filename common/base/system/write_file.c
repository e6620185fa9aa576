// SPDX-License-Identifier: MIT

#include "system/write_file.h"

#include "system/files.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

// Whether the file is empty, or begins as those of the kind do.
static bool begins_so(const char *path, const char *magic)
{
    char begin[32];
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    const size_t wanted = strlen(magic);
    const size_t bytes = fread(begin, 1, wanted < sizeof begin ? wanted : sizeof begin, file);
    const bool failed = ferror(file);
    fclose(file);
    return !failed && memcmp(begin, magic, bytes) == 0;
}

bool ocl_can_write_kind(const char *path, ocl_file_kind kind, ocl_message *why)
{
    const bool regular = ocl_is_readable_file(path);
    if (ocl_is_there(path) && !regular) return ocl_can_write_file(path, why);    // /dev/stdout
    if (!ocl_ends_with(path, kind.ending))
        return ocl_refuse(why, "%s: cannot write: its name should end in %s", path, kind.ending);
    if (regular && !begins_so(path, kind.magic))
        return ocl_refuse(why, "%s: cannot write: it is a file of another kind; remove it first",
                          path);
    return ocl_can_write_file(path, why);
}
