// SPDX-License-Identifier: MIT

#include "source.h"

#include "blob.h"
#include "growing.h"
#include "system/files.h"
#include "system/installed.h"
#include "system/memory.h"
#include "system/paths.h"
#include "system/read_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How deep headers include each other, how long the text becomes, how long a header's name is.
enum { MAX_DEPTH = 16, MAX_BYTES = 16 << 20, MAX_NAME = 256 };

// Says where the next line comes from, so that the compiler's messages name the right place.
static void append_line_directive(ocl_growing *out, size_t line, const char *path)
{
    ocl_append_format(out, "#line %zu \"", line);
    for (const char *c = ocl_file_name(path); *c; c++) {
        if (*c == '"' || *c == '\\') ocl_append(out, "\\", 1);
        ocl_append(out, c, 1);
    }
    ocl_append_text(out, "\"\n");
}

// Whether a line is the directive of the format, which begins with " # " and ends with %n.
static bool is_directive(const char *line, const char *format, char value[MAX_NAME])
{
    if (line[strspn(line, " \t")] != '#') return false;
    char alone[2 * MAX_NAME];    // sscanf takes the end of a line for a blank
    snprintf(alone, sizeof alone, "%.*s", (int)strcspn(line, "\n"), line);
    int used = 0;
    return sscanf(alone, format, value, &used) == 1 && used;
}

// The path of the file `name` that the file at `path` includes, malloc'ed; NULL: it is nowhere.
static char *find_include(const char *path, const char *name)
{
    char *folder = ocl_folder_of(path), *shared = ocl_join_path("include", name), *found = NULL;
    const char *const near[] = { name, shared };
    for (int i = 0; i < 2 && !found; i++) {
        char *candidate = ocl_join_path(folder, near[i]);
        if (ocl_is_readable_file(candidate)) found = candidate;
        if (!found) free(candidate);
    }
    ocl_message ignored;
    if (!found) found = ocl_find_shared("OCL_SAMPLES_KERNELS", "kernels", shared, &ignored);
    if (!found) found = ocl_find_installed("kernels", shared);
    free(shared);
    free(folder);
    return found;
}

// Whether a comment is open behind a line, before which it is `open` or not.
static bool leaves_comment(const char *line, bool open)
{
    char quote = '\0';
    for (const char *c = line; *c && *c != '\n'; c++) {
        const bool pair = c[1] && c[1] != '\n';
        if (open) {
            if (strncmp(c, "*/", 2) != 0) continue;
            open = false;
            c++;
        } else if (quote) {
            if (*c == quote) quote = '\0';
            if (*c == '\\' && pair) c++;
        } else if (strncmp(c, "//", 2) == 0) {
            break;
        } else if (strncmp(c, "/*", 2) == 0) {
            open = true;
            c++;
        } else if (*c == '"' || *c == '\'') {
            quote = *c;
        }
    }
    return open;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

static bool is_once(const char *line)
{
    char value[MAX_NAME];
    return is_directive(line, " # pragma %255s%n", value) && strcmp(value, "once") == 0;
}

static bool has_once(const char *text)
{
    bool in_comment = false;
    for (const char *line = text; *line; line = next_line(line)) {
        if (!in_comment && is_once(line)) return true;
        in_comment = leaves_comment(line, in_comment);
    }
    return false;
}

// Appends a file and what it includes.  What is not there becomes an #error of the compiler, which
// knows whether the line counts: it may be under #if 0, or within the guard of a header that
// includes itself.  A line in a comment stays: the file that it names may end the comment.  A guard
// around the file takes the place of #pragma once, which defines its macro where it counts.
static bool append_file(ocl_growing *out, const char *path, int depth, ocl_message *why)
{
    static const ocl_file_form form = { .text = "OpenCL C", .most = MAX_BYTES };
    unsigned char *text;
    size_t bytes, number = 1;
    if (!ocl_read_file_as(path, &form, &text, &bytes, why)) return false;
    const char *line = (char *)text;
    if (strncmp(line, "\xef\xbb\xbf", 3) == 0) line += 3;    // the mark of UTF-8
    const unsigned long long id = ocl_hash(OCL_HASH_START, text, bytes);
    bool ok = true, in_comment = false;
    const bool is_guarded = has_once(line);
    if (is_guarded) ocl_append_format(out, "#ifndef ONCE_%llx\n", id);
    append_line_directive(out, 1, path);
    for (; ok && *line; number++, line = next_line(line)) {
        char value[MAX_NAME];
        const bool was_in_comment = in_comment;
        in_comment = leaves_comment(line, in_comment);
        if (!was_in_comment && is_directive(line, " # include \"%255[^\"\n]\"%n", value)) {
            char *found = find_include(path, value);
            if (!found)
                ocl_append_format(out,
                                  "#error \"%.99s is neither beside this file, nor in include/ "
                                  "there or of the installed kernels\"\n",
                                  value);
            else if (depth == MAX_DEPTH)
                ocl_append_text(out, "#error \"headers include each other without an end\"\n");
            else
                ok = append_file(out, found, depth + 1, why);
            free(found);
        } else if (!was_in_comment && is_once(line)) {
            ocl_append_format(out, "#define ONCE_%llx%s\n", id, in_comment ? " /*" : "");
            continue;
        } else {
            ocl_append(out, line, strcspn(line, "\n"));
            ocl_append_text(out, "\n");
            continue;
        }
        append_line_directive(out, in_comment ? number : number + 1, path);
        if (in_comment) ocl_append_text(out, "/*\n");    // which the line has begun
    }
    if (is_guarded) ocl_append_text(out, "#endif\n");
    free(text);
    if (ok && out->bytes > MAX_BYTES)
        return ocl_refuse(why, "%s: more than %d bytes with its headers", path, MAX_BYTES);
    return ok;
}

bool ocl_read_source(const char *path, char **source, ocl_message *why)
{
    ocl_growing out = { 0 };
    const bool ok = append_file(&out, path, 0, why);
    if (!ok) free(out.text);
    *source = ok ? out.text : NULL;
    return ok;
}

static bool ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), end = strlen(ending);
    return length >= end && strcmp(name + length - end, ending) == 0;
}

// A sample's second kernel file.
static bool is_second(const char *name)
{
    return ends_with(name, "_fast.cl") || ends_with(name, "_cpu.cl");
}

char *ocl_find_kernel(const ocl_options *options, const char *name)
{
    const bool one = !ocl_wants(options, "all");
    if (options->kernel && (one || is_second(options->kernel) == is_second(name))) {
        char *path = ocl_alloc(strlen(options->kernel) + 1);
        strcpy(path, options->kernel);
        return path;
    }
    ocl_message why;
    char *path = ocl_find_shared("OCL_SAMPLES_KERNELS", "kernels", name, &why);
    if (!path) ocl_exit(OCL_EXIT_USAGE, "%s, or the kernel file itself with --kernel", why.text);
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
