// SPDX-License-Identifier: MIT

#include "source.h"

#include "blob.h"
#include "growing.h"
#include "system/file_name.h"
#include "system/installed.h"
#include "system/memory.h"
#include "system/paths.h"
#include "system/read_file.h"

#include <ctype.h>
#include <stddef.h>
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

// Where a reader of a file's lines is.
typedef struct {
    const char *next;    // line, not read yet
    char *code;          // of the line before, without comments; room for the longest line
    bool in_comment;     // that goes on in the next line
} line_reader;

// Reads a line into code, blanks in the place of comments.  The length of the line; -1 at the end.
static ptrdiff_t read_line(line_reader *r)
{
    if (!*r->next) return -1;
    const char *line = r->next;
    const size_t length = strcspn(line, "\n");
    char quote = '\0';
    for (size_t i = 0; i < length; i++) {
        const char c = line[i], after = i + 1 < length ? line[i + 1] : '\0';
        r->code[i] = r->in_comment ? ' ' : c;
        if (r->in_comment && c == '*' && after == '/') {
            r->code[++i] = ' ';
            r->in_comment = false;
        } else if (r->in_comment) {
            continue;
        } else if (quote) {
            if (c == '\\' && after) r->code[++i] = after;
            if (c == quote) quote = '\0';
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '/' && after == '*') {
            r->code[i] = r->code[i + 1] = ' ';
            i++;
            r->in_comment = true;
        } else if (c == '/' && after == '/') {
            memset(r->code + i, ' ', length - i);
            break;
        }
    }
    r->code[length] = '\0';
    r->next = line + length + (line[length] == '\n');
    return (ptrdiff_t)length;
}

// What follows the directive, such as "ifndef", in the line; NULL when the line is another one.
static const char *after_directive(const char *code, const char *directive)
{
    code += strspn(code, " \t");
    if (*code++ != '#') return NULL;
    code += strspn(code, " \t");
    const size_t length = strlen(directive);
    if (strncmp(code, directive, length) != 0) return NULL;
    code += length;
    if (isalnum((unsigned char)*code) || *code == '_') return NULL;
    return code + strspn(code, " \t");
}

static bool is_blank(const char *code)
{
    return code[strspn(code, " \t\r")] == '\0';
}

// The depth of #if in which the next line is.
static size_t depth_after(size_t depth, const char *code)
{
    if (after_directive(code, "if") || after_directive(code, "ifdef") ||
        after_directive(code, "ifndef"))
        return depth + 1;
    return depth > 0 && after_directive(code, "endif") ? depth - 1 : depth;
}

static bool same_word(const char *a, const char *b)
{
    const size_t length = strcspn(a, " \t\r");
    return length == strcspn(b, " \t\r") && strncmp(a, b, length) == 0;
}

// How a header keeps itself from being taken twice.
typedef enum { NOT_GUARDED, GUARDED, PRAGMA_ONCE } guard;

// GUARDED: #ifndef NAME and #define NAME come first, and nothing follows their #endif.
static guard find_guard(const char *text)
{
    char *code = ocl_alloc(strlen(text) + 1), *name = NULL;
    line_reader r = { .next = text, .code = code };
    size_t depth = 0, lines = 0;
    guard found = NOT_GUARDED;
    while (read_line(&r) >= 0) {
        if (is_blank(code)) continue;
        const char *once = after_directive(code, "pragma");
        if (once && same_word(once, "once")) {
            found = PRAGMA_ONCE;
            break;
        }
        const char *start = after_directive(code, "ifndef"), *second = NULL;
        if (lines == 0 && start) {
            name = ocl_alloc(strlen(start) + 1);
            strcpy(name, start);
        }
        if (lines == 1 && name) second = after_directive(code, "define");
        if (second && same_word(second, name)) found = GUARDED;
        const bool other_branch =
            depth == 1 && (after_directive(code, "else") || after_directive(code, "elif"));
        if (lines > 1 && (depth == 0 || other_branch)) found = NOT_GUARDED;
        depth = depth_after(depth, code);
        lines++;
    }
    free(name);
    free(code);
    return found;
}

// The file that a line `#include "FILE"` names, malloc'ed; NULL when the line is something else.
static char *included_file(const char *code)
{
    const char *at = after_directive(code, "include");
    const char *close = at && *at == '"' ? strchr(at + 1, '"') : NULL;
    if (!close) return NULL;
    const size_t length = (size_t)(close - at - 1);
    char *name = ocl_alloc(length + 1);
    memcpy(name, at + 1, length);
    name[length] = '\0';
    return name;
}

// The path of the file `name` that the file at `path` includes, malloc'ed: beside that file, in
// include/ beside it, or in include/ of the installed kernels.  NULL when it is in none of them.
static char *find_include(const char *path, const char *name)
{
    size_t folder = (size_t)(ocl_file_name(path) - path);
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
    ocl_message why;
    char *found = ocl_find_shared("OCL_SAMPLES_KERNELS", "kernels", shared, &why);
    if (!found) found = ocl_find_installed("kernels", shared);
    free(shared);
    return found;
}

// What is made of a file and of all that it includes.
typedef struct {
    ocl_growing text;
    const char *open[MAX_INCLUDE_DEPTH + 1];    // the files that are being read, each in the other
    int depth;                                  // how many, without the first
    int conditional;                            // in how many of them the #include is in an #if
    ocl_growing taken;                          // guarded headers that are there for certain
    ocl_message *why;
} expansion;

static bool append_source(expansion *out, const char *path);

// Whether a header with a guard is open, or was taken where no #if could leave it out: its guard
// would leave it out now.
static bool is_taken(const expansion *out, const char *path)
{
    for (int i = 0; i < out->depth; i++)
        if (strcmp(out->open[i], path) == 0) return true;
    for (size_t at = 0; at < out->taken.bytes; at += strlen(out->taken.text + at) + 1)
        if (strcmp(out->taken.text + at, path) == 0) return true;
    return false;
}

// Appends the file `name`, which line `line` of the file at `path` includes.
static bool append_include(expansion *out, const char *path, const char *name, size_t line)
{
    char *found = find_include(path, name);
    if (!found)
        return ocl_refuse(out->why,
                          "%s:%zu: cannot find \"%s\" beside this file, in include/ there, or in "
                          "include/ of the installed kernels",
                          path, line, name);
    bool ok = true;
    if (out->depth < MAX_INCLUDE_DEPTH) {
        out->depth++;
        ok = append_source(out, found);
        out->depth--;
    } else {
        ok = ocl_refuse(out->why, "%s:%zu: #include \"%s\" is nested more than %d deep", path, line,
                        name, MAX_INCLUDE_DEPTH);
    }
    free(found);
    return ok;
}

static bool append_lines(expansion *out, const char *path, const char *text, guard how)
{
    char *code = ocl_alloc(strlen(text) + 1);
    line_reader r = { .next = text, .code = code };
    const size_t guards = how == GUARDED ? 1 : 0;
    size_t number = 1, depth = 0, zero = 0;    // zero: depth of the #if 0 that the line is in
    bool ok = true;
    for (const char *line = text; ok && read_line(&r) >= 0; line = r.next, number++) {
        depth = depth_after(depth, code);
        const char *value = after_directive(code, "if"), *once = after_directive(code, "pragma");
        if (!zero && value && same_word(value, "0") && is_blank(value + 1)) zero = depth;
        if (zero > depth ||
            (zero == depth && (after_directive(code, "else") || after_directive(code, "elif"))))
            zero = 0;
        char *name = zero ? NULL : included_file(code);
        if (name) {
            out->conditional += depth > guards;
            ok = append_include(out, path, name, number);
            out->conditional -= depth > guards;
            append_line_directive(&out->text, number + 1, ocl_file_name(path));
        } else {
            const bool blank = how == PRAGMA_ONCE && once && same_word(once, "once");
            if (!blank) ocl_append(&out->text, line, strcspn(line, "\n"));
            ocl_append(&out->text, "\n", 1);
        }
        free(name);
    }
    free(code);
    return ok;
}

// A header with #pragma once gets the guard that it stands for.
static bool append_guarded(expansion *out, const char *path, const char *text)
{
    const guard how = find_guard(text);
    if (how != NOT_GUARDED && out->depth > 0) {
        if (is_taken(out, path)) return true;
        if (out->conditional == 0) ocl_append(&out->taken, path, strlen(path) + 1);
    }
    out->open[out->depth] = path;
    char macro[32];
    snprintf(macro, sizeof macro, "OCL_ONCE_%016llx",
             (unsigned long long)ocl_hash(OCL_HASH_START, text, strlen(text)));
    if (how == PRAGMA_ONCE) {
        ocl_append_text(&out->text, "#ifndef ");
        ocl_append_text(&out->text, macro);
        ocl_append_text(&out->text, "\n#define ");
        ocl_append_text(&out->text, macro);
        ocl_append_text(&out->text, "\n");
    }
    append_line_directive(&out->text, 1, ocl_file_name(path));
    const bool ok = append_lines(out, path, text, how);
    if (how == PRAGMA_ONCE) ocl_append_text(&out->text, "#endif\n");
    return ok;
}

static bool append_source(expansion *out, const char *path)
{
    static const ocl_file_form form = { .text = "OpenCL C", .most = 16 << 20 };
    unsigned char *text;
    size_t bytes;
    if (!ocl_read_file_as(path, &form, &text, &bytes, out->why)) return false;
    const size_t mark = bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;    // of UTF-8
    const bool ok = append_guarded(out, path, (char *)text + mark);
    free(text);
    return ok;
}

bool ocl_read_source(const char *path, char **source, ocl_message *why)
{
    expansion out = { .why = why };
    const bool ok = append_source(&out, path);
    free(out.taken.text);
    if (ok)
        *source = out.text.text;
    else
        free(out.text.text);
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
