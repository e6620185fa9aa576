// SPDX-License-Identifier: MIT

#include "source.h"

#include "growing.h"
#include "system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INCLUDE_DEPTH = 16 };

// Says where the next line comes from, so that the compiler's messages name the right place.
static void append_line_directive(ocl_growing *b, size_t line, const char *file)
{
    char number[48];
    snprintf(number, sizeof number, "#line %zu \"", line);
    ocl_append_text(b, number);
    for (; *file; file++) {
        if (*file == '"' || *file == '\\') ocl_append(b, "\\", 1);
        ocl_append(b, file, 1);
    }
    ocl_append_text(b, "\"\n");
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// The file that a line `#include "FILE"` names, malloc'ed; NULL when the line is something else.
static char *included_file(const char *line, size_t length)
{
    char *copy = ocl_alloc(length + 1);
    memcpy(copy, line, length);
    copy[length] = '\0';
    char *name = NULL;
    char *at = copy + strspn(copy, " \t");
    if (*at == '#') {
        at += 1 + strspn(at + 1, " \t");
        if (strncmp(at, "include", 7) == 0) {
            at += 7 + strspn(at + 7, " \t");
            char *close = *at == '"' ? strchr(at + 1, '"') : NULL;
            if (close) {
                *close = '\0';
                name = ocl_alloc((size_t)(close - at));
                memcpy(name, at + 1, (size_t)(close - at));
            }
        }
    }
    free(copy);
    return name;
}

// The path of the file `name` that the file at `path` includes, malloc'ed: beside that file, in
// include/ beside it, or in include/ of the installed kernels.  NULL when it is in none of them.
static char *find_include(const char *path, const char *name)
{
    size_t folder = (size_t)(base_name(path) - path);
    static const char *const places[] = { "", "include/" };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        ocl_growing candidate = { 0 };
        ocl_append(&candidate, path, folder);
        ocl_append_text(&candidate, places[i]);
        ocl_append_text(&candidate, name);
        FILE *there = fopen(candidate.text, "rb");
        if (there) {
            fclose(there);
            return candidate.text;
        }
        free(candidate.text);
    }
    char *shared = ocl_join_path("include", name);
    char *found = ocl_find_shared("OCL_SAMPLES_KERNELS", "kernels", shared);
    free(shared);
    return found;
}

// What is made of a file and of all that it includes.
typedef struct {
    ocl_growing text;
    int depth;    // of the #include that is being followed
    ocl_message *why;
} expansion;

static bool append_source(expansion *out, const char *path);

// Appends the file `name`, which line `line` of the file at `path` includes.
static bool append_include(expansion *out, const char *path, const char *name, size_t line)
{
    if (out->depth == MAX_INCLUDE_DEPTH)
        return ocl_refuse(out->why, "%s:%zu: #include \"%s\" is nested more than %d deep", path,
                          line, name, MAX_INCLUDE_DEPTH);
    char *found = find_include(path, name);
    if (!found)
        return ocl_refuse(out->why,
                          "%s:%zu: cannot find \"%s\" beside this file, in include/ there, or in "
                          "include/ of the installed kernels",
                          path, line, name);
    out->depth++;
    const bool ok = append_source(out, found);
    out->depth--;
    free(found);
    return ok;
}

static bool append_lines(expansion *out, const char *path, const char *text)
{
    append_line_directive(&out->text, 1, base_name(path));
    size_t number = 1;
    for (const char *line = text; *line; number++) {
        const size_t length = strcspn(line, "\n");
        char *name = included_file(line, length);
        if (name) {
            const bool ok = append_include(out, path, name, number);
            free(name);
            if (!ok) return false;
            append_line_directive(&out->text, number + 1, base_name(path));
        } else {
            ocl_append(&out->text, line, length);
            ocl_append(&out->text, "\n", 1);
        }
        line += length + (line[length] == '\n');
    }
    return true;
}

static bool append_source(expansion *out, const char *path)
{
    unsigned char *text;
    size_t bytes;
    if (!ocl_read_file(path, &text, &bytes, out->why)) return false;
    const size_t mark = bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;    // of UTF-8
    const bool ok = strlen((char *)text) == bytes
                        ? append_lines(out, path, (char *)text + mark)
                        : ocl_refuse(out->why, "%s: not a text file: it holds a 0 byte", path);
    free(text);
    return ok;
}

bool ocl_read_source(const char *path, char **source, ocl_message *why)
{
    expansion out = { .why = why };
    const bool ok = append_source(&out, path);
    if (ok)
        *source = out.text.text;
    else
        free(out.text.text);
    return ok;
}

char *ocl_find_kernel(const ocl_options *options, const char *name)
{
    if (options->kernel) {
        char *path = ocl_alloc(strlen(options->kernel) + 1);
        strcpy(path, options->kernel);
        return path;
    }
    char *path = ocl_find_shared("OCL_SAMPLES_KERNELS", "kernels", name);
    if (!path)
        ocl_exit(OCL_EXIT_USAGE,
                 "cannot find the kernel file %s; name it with --kernel, or its folder with "
                 "OCL_SAMPLES_KERNELS",
                 name);
    return path;
}

char *ocl_load_source(const ocl_options *options, const char *name)
{
    char *path = ocl_find_kernel(options, name);
    char *source;
    ocl_message why;
    if (!ocl_read_source(path, &source, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (options->verbose) ocl_warn("kernel file %s", path);
    free(path);
    return source;
}
