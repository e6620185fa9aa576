// SPDX-License-Identifier: MIT

#include "programs.h"

#include "cache.h"
#include "system.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INCLUDE_DEPTH = 16, MAX_BUILD_OPTIONS = 4096 };

// --- text that grows

typedef struct {
    char *text;
    size_t bytes, room;
} buffer;

static void append(buffer *b, const void *data, size_t bytes)
{
    if (b->room - b->bytes <= bytes) {    // keeps one byte for the 0 at the end
        b->room = 2 * (b->bytes + bytes) + 256;
        char *larger = ocl_alloc(b->room);
        if (b->bytes) memcpy(larger, b->text, b->bytes);
        free(b->text);
        b->text = larger;
    }
    memcpy(b->text + b->bytes, data, bytes);
    b->bytes += bytes;
    b->text[b->bytes] = '\0';
}

static void append_text(buffer *b, const char *text)
{
    append(b, text, strlen(text));
}

// Tells the compiler, and so the reader of its messages, where the next line comes from.
static void append_line_directive(buffer *b, size_t line, const char *file)
{
    char number[48];
    snprintf(number, sizeof number, "#line %zu \"", line);
    append_text(b, number);
    for (; *file; file++) {
        if (*file == '"' || *file == '\\') append(b, "\\", 1);
        append(b, file, 1);
    }
    append_text(b, "\"\n");
}

// --- sources

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

// Where `name` is that the file at `path` includes, malloc'ed: beside that file, in include/ beside
// it, or in include/ of the installed kernels; NULL when it is nowhere.
static char *find_include(const char *path, const char *name)
{
    size_t folder = (size_t)(base_name(path) - path);
    static const char *const places[] = { "", "include/" };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        buffer candidate = { NULL, 0, 0 };
        append(&candidate, path, folder);
        append_text(&candidate, places[i]);
        append_text(&candidate, name);
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

static bool append_source(buffer *out, const char *path, int depth, ocl_message *why);

static bool append_include(buffer *out, const char *path, const char *name, size_t line, int depth,
                           ocl_message *why)
{
    if (depth == MAX_INCLUDE_DEPTH)
        return ocl_refuse(why, "%s:%zu: #include \"%s\" is nested more than %d deep", path, line,
                          name, MAX_INCLUDE_DEPTH);
    char *found = find_include(path, name);
    if (!found)
        return ocl_refuse(why,
                          "%s:%zu: cannot find \"%s\" beside this file, in include/ there, or in "
                          "include/ of the installed kernels",
                          path, line, name);
    bool ok = append_source(out, found, depth + 1, why);
    free(found);
    return ok;
}

static bool append_lines(buffer *out, const char *path, const char *text, int depth,
                         ocl_message *why)
{
    append_line_directive(out, 1, base_name(path));
    size_t number = 1;
    for (const char *line = text; *line; number++) {
        size_t length = strcspn(line, "\n");
        char *name = included_file(line, length);
        if (name) {
            bool ok = append_include(out, path, name, number, depth, why);
            free(name);
            if (!ok) return false;
            append_line_directive(out, number + 1, base_name(path));
        } else {
            append(out, line, length);
            append(out, "\n", 1);
        }
        line += length + (line[length] == '\n');
    }
    return true;
}

static bool append_source(buffer *out, const char *path, int depth, ocl_message *why)
{
    unsigned char *text;
    size_t bytes;
    if (!ocl_read_file(path, &text, &bytes, why)) return false;
    size_t mark = bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;    // of UTF-8
    bool ok = strlen((char *)text) == bytes
                  ? append_lines(out, path, (char *)text + mark, depth, why)
                  : ocl_refuse(why, "%s: not a text file: it holds a 0 byte", path);
    free(text);
    return ok;
}

bool ocl_read_source(const char *path, char **source, ocl_message *why)
{
    buffer out = { NULL, 0, 0 };
    bool ok = append_source(&out, path, 0, why);
    if (ok)
        *source = out.text;
    else
        free(out.text);
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

// --- builds

char *ocl_program_text(cl_program program, cl_program_info query)
{
    size_t bytes;
    OCL_CHECK(clGetProgramInfo(program, query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetProgramInfo(program, query, bytes, text, NULL));
    text[bytes] = '\0';
    return text;
}

char *ocl_build_text(cl_program program, cl_device_id device, cl_program_build_info query)
{
    size_t bytes;
    OCL_CHECK(clGetProgramBuildInfo(program, device, query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetProgramBuildInfo(program, device, query, bytes, text, NULL));
    text[bytes] = '\0';
    return text;
}

// The build log, if there is one, to standard error under the kernel file's name.
static void print_build_log(cl_program program, cl_device_id device, const char *name)
{
    // Unchecked: when there is no log, why the build failed is what counts.
    const cl_program_build_info what = CL_PROGRAM_BUILD_LOG;
    size_t bytes = 0;
    if (clGetProgramBuildInfo(program, device, what, 0, NULL, &bytes) != CL_SUCCESS) return;
    char *log = ocl_alloc(bytes + 1);
    cl_int status = clGetProgramBuildInfo(program, device, what, bytes, log, NULL);
    log[bytes] = '\0';
    if (status == CL_SUCCESS && log[strspn(log, " \t\r\n")])
        ocl_warn("build log of %s:\n%s", name, log);
    free(log);
}

void ocl_check_build(cl_program program, const char *name, const char *call, cl_int status)
{
    if (status == CL_SUCCESS) return;
    cl_uint count;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL));
    cl_device_id *devices = ocl_alloc(count * sizeof *devices);
    OCL_CHECK(
        clGetProgramInfo(program, CL_PROGRAM_DEVICES, count * sizeof *devices, devices, NULL));
    for (cl_uint i = 0; i < count; i++) {
        cl_build_status built = CL_BUILD_NONE;    // unchecked, as the log
        clGetProgramBuildInfo(program, devices[i], CL_PROGRAM_BUILD_STATUS, sizeof built, &built,
                              NULL);
        if (built != CL_BUILD_SUCCESS) print_build_log(program, devices[i], name);
    }
    free(devices);
    ocl_exit(OCL_EXIT_CALL, "%s: %s: %s (%d)", name, call, ocl_error_name(status), (int)status);
}

char *ocl_compiler_id(cl_device_id device)
{
    cl_platform_id platform = ocl_device_platform(device);
    char *const parts[] = {
        ocl_platform_text(platform, CL_PLATFORM_NAME),
        ocl_platform_text(platform, CL_PLATFORM_VERSION),
        ocl_device_text(device, CL_DEVICE_NAME),
        ocl_device_text(device, CL_DEVICE_VERSION),
        ocl_device_text(device, CL_DRIVER_VERSION),
    };
    buffer id = { NULL, 0, 0 };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (i > 0) append_text(&id, ", ");
        append_text(&id, parts[i]);
        free(parts[i]);
    }
    return id.text;
}

// Everything that decides what the compiler makes: source, options, and whose compiler it is.
static buffer cache_key(const ocl_env *env, const char *source, const char *build_options)
{
    char *compiler = ocl_compiler_id(env->device);
    buffer key = { NULL, 0, 0 };
    append(&key, "program", sizeof "program");
    append(&key, compiler, strlen(compiler) + 1);
    append(&key, build_options, strlen(build_options) + 1);
    append_text(&key, source);
    free(compiler);
    return key;
}

// A program from the cache; NULL when there is none that the driver still takes.
static cl_program load_binary(const ocl_env *env, const buffer *key, const char *build_options)
{
    void *binary;
    size_t bytes;
    if (!ocl_cache_read(key->text, key->bytes, &binary, &bytes)) return NULL;
    const unsigned char *start = binary;
    cl_int taken, err;
    cl_program program =
        clCreateProgramWithBinary(env->context, 1, &env->device, &bytes, &start, &taken, &err);
    free(binary);
    if (err != CL_SUCCESS) return NULL;
    if (taken == CL_SUCCESS &&
        clBuildProgram(program, 1, &env->device, build_options, NULL, NULL) == CL_SUCCESS)
        return program;
    OCL_CHECK(clReleaseProgram(program));
    return NULL;
}

unsigned char *ocl_program_binary(cl_program program, size_t *bytes)
{
    *bytes = 0;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *bytes, bytes, NULL));
    if (*bytes == 0) return NULL;
    unsigned char *binary = ocl_alloc(*bytes);
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    return binary;
}

static void store_binary(const buffer *key, cl_program program)
{
    size_t bytes;
    unsigned char *binary = ocl_program_binary(program, &bytes);
    if (binary) ocl_cache_write(key->text, key->bytes, binary, bytes);
    free(binary);
}

static cl_program build_source(const ocl_env *env, const char *name, const char *source,
                               const char *build_options)
{
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, build_options, NULL, NULL);
    if (err != CL_SUCCESS || env->options->verbose) print_build_log(program, env->device, name);
    if (err != CL_SUCCESS)
        ocl_exit(OCL_EXIT_CALL, "%s does not build with options \"%s\": %s (%d)", name,
                 build_options, ocl_error_name(err), (int)err);
    return program;
}

cl_program ocl_build(const ocl_env *env, const char *name, const char *options_format, ...)
{
    char build_options[MAX_BUILD_OPTIONS];
    va_list arguments;
    va_start(arguments, options_format);
    int length = vsnprintf(build_options, sizeof build_options, options_format, arguments);
    va_end(arguments);
    if (length < 0 || length >= MAX_BUILD_OPTIONS)
        ocl_exit(OCL_EXIT_CALL, "%s: more than %d bytes of build options", name, MAX_BUILD_OPTIONS);

    const char *shown = env->options->kernel ? env->options->kernel : name;
    char *source = ocl_load_source(env->options, name);
    buffer key = cache_key(env, source, build_options);
    bool cached = !env->options->no_cache;
    cl_program program = cached ? load_binary(env, &key, build_options) : NULL;
    bool found = program != NULL;
    if (!found) {
        program = build_source(env, shown, source, build_options);
        if (cached) store_binary(&key, program);
    }
    if (env->options->verbose) ocl_warn("%s: %s", shown, found ? "from the cache" : "built");
    free(key.text);
    free(source);
    return program;
}
