// SPDX-License-Identifier: MIT

#include "system/installed.h"

#include "system/files.h"
#include "system/paths.h"

#include <stdlib.h>

// FOLDER/NAME if that is a readable file, else NULL.
static char *readable_in(const char *folder, const char *name)
{
    char *path = ocl_join_path(folder, name);
    if (ocl_is_readable_file(path)) return path;
    free(path);
    return NULL;
}

// ROOT/FOLDER/NAME if that is a readable file, else NULL.
static char *readable_below(const char *root, const char *folder, const char *name)
{
    char *where = ocl_join_path(root, folder);
    char *found = readable_in(where, name);
    free(where);
    return found;
}

char *ocl_find_installed(const char *folder, const char *name)
{
    char *found = NULL, *executable = ocl_executable_path();
    if (executable) {
        char *programs = ocl_folder_of(executable);
        char *share = ocl_join_path(programs, "../share/opencl-samples");
        found = readable_below(share, folder, name);
        if (!found) found = readable_below(programs, folder, name);
        free(share);
        free(programs);
    }
    free(executable);
    return found ? found : readable_below(OCL_SHARE, folder, name);
}

char *ocl_find_shared(const char *variable, const char *folder, const char *name, ocl_message *why)
{
    const char *wish = getenv(variable);
    const bool given = wish && *wish;
    char *found = given ? readable_in(wish, name) : ocl_find_installed(folder, name);
    if (!found && !given)
        ocl_refuse(why, "cannot find %s beside the program; name its folder with %s", name,
                   variable);
    else if (!found && !ocl_is_folder(wish))
        ocl_refuse(why, "%s=%s: there is no such folder", variable, wish);
    else if (!found)
        ocl_refuse(why, "%s=%s: there is no readable file %s in this folder", variable, wish, name);
    return found;
}

char *ocl_find_data(const char *name, ocl_message *why)
{
    return ocl_find_shared("OCL_SAMPLES_DATA", "data", name, why);
}
