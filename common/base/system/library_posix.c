// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/library.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void *ocl_library(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_GLOBAL);
}

ocl_function ocl_library_function(void *library, const char *name)
{
    (void)library;    // one of all libraries that were loaded globally: preloaded ones come first
    void *address = dlsym(dlopen(0, RTLD_NOW), name);
    return *(ocl_function *)&address;    // POSIX makes it so; C has no such conversion
}

typedef struct {
    ocl_broken_driver *broken;
    unsigned room, count;
} findings;

static void try_library(findings *f, const char *where, const char *library)
{
    if (dlopen(library, RTLD_LAZY | RTLD_LOCAL)) return;
    if (f->count < f->room) {
        snprintf(f->broken[f->count].where, sizeof f->broken->where, "%s", where);
        snprintf(f->broken[f->count].why, sizeof f->broken->why, "%s", dlerror());
    }
    f->count++;
}

// A file .icd holds the name of a library in its first line.
static void try_file(findings *f, const char *path)
{
    char library[1024] = "";
    FILE *file = fopen(path, "r");
    if (file && fgets(library, sizeof library, file)) library[strcspn(library, "\r\n")] = '\0';
    if (file) fclose(file);
    if (*library) try_library(f, path, library);
}

static bool ends_in_icd(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".icd") == 0;
}

static int is_icd(const struct dirent *entry)
{
    return ends_in_icd(entry->d_name);
}

static void try_folder(findings *f, const char *folder)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_icd, alphasort);
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        try_file(f, path);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

// The variables of ocl-icd and of Khronos' loader.  The second takes no library in OCL_ICD_VENDORS;
// the first takes no OCL_ICD_FILENAMES.
unsigned ocl_broken_drivers(ocl_broken_driver *broken, unsigned room)
{
    findings f = { broken, room, 0 };
    const char *place = getenv("OCL_ICD_VENDORS");
    if (!place || !*place) place = getenv("OPENCL_VENDOR_PATH");
    if (!place || !*place) place = "/etc/OpenCL/vendors";
    struct stat status;
    if (stat(place, &status) == 0 && S_ISDIR(status.st_mode))
        try_folder(&f, place);
    else if (ends_in_icd(place))
        try_file(&f, place);
    else if (strcmp(place, "/etc/OpenCL/vendors") != 0)
        try_library(&f, "OCL_ICD_VENDORS", place);

    const char *names = getenv("OCL_ICD_FILENAMES");
    char library[1024];
    while (names && *names) {
        const size_t length = strcspn(names, ":");
        snprintf(library, sizeof library, "%.*s", (int)length, names);
        if (*library) try_library(&f, "OCL_ICD_FILENAMES", library);
        names += length + (names[length] == ':');
    }
    return f.count;
}
