// SPDX-License-Identifier: MIT

#include "programs.h"

#include "attributes.h"
#include "cache.h"
#include "growing.h"
#include "program_info.h"
#include "source.h"
#include "system/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BUILD_OPTIONS = 4096 };

// Everything that the binary depends on: the source, the options, and the compiler.
static ocl_growing cache_key(const ocl_env *env, const char *source, const char *build_options)
{
    char *compiler = ocl_compiler_id(env->device);
    ocl_growing key = { 0 };
    ocl_append(&key, "program", sizeof "program");
    ocl_append(&key, compiler, strlen(compiler) + 1);
    ocl_append(&key, build_options, strlen(build_options) + 1);
    ocl_append_text(&key, source);
    free(compiler);
    return key;
}

// A program from the cache; NULL when there is none, or when the driver refuses it.
static cl_program load_binary(const ocl_env *env, const ocl_growing *key, const char *build_options)
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

// For Intel's runtime for CPUs: the other drivers have caches of their own.  With
// $OCL_SAMPLES_KEEP_PROGRAMS for each driver.  Not the program of --kernel, which its author edits
// again.
static bool keeps_programs(const ocl_env *env)
{
    if (env->options->no_cache || env->options->kernel) return false;
    if (!ocl_cache_may_hold_programs()) return false;
    const char *always = getenv("OCL_SAMPLES_KEEP_PROGRAMS");
    return (always && *always) || env->driver == OCL_INTEL;
}

static void store_binary(const ocl_growing *key, cl_program program)
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
    if (err == CL_SUCCESS) {
        if (env->options->verbose) ocl_print_build_log(program, env->device, name);
    } else {
        ocl_print_failed_build(program, env->device, name);
        ocl_exit(OCL_EXIT_CALL, "%s does not build with options \"%s\": %s (%d)", name,
                 build_options, ocl_error_name(err), (int)err);
    }
    return program;
}

cl_program ocl_build(const ocl_env *env, const char *name, const char *options_format, ...)
{
    char build_options[MAX_BUILD_OPTIONS];
    va_list arguments;
    va_start(arguments, options_format);
    int length = vsnprintf(build_options, sizeof build_options, options_format, arguments);
    va_end(arguments);
    // Debian's libclc 22 lacks what rusticl needs for fma(): "nir_shader not fully linked".
    const char *const extra = env->driver == OCL_RUSTICL_26 ? " -Dfma=mad -DFMA_IS_MAD" : "";
    if (length >= 0 && length < MAX_BUILD_OPTIONS)
        length +=
            snprintf(build_options + length, sizeof build_options - (size_t)length, "%s", extra);
    if (length < 0 || length >= MAX_BUILD_OPTIONS)
        ocl_exit(OCL_EXIT_CALL, "%s: more than %d bytes of build options", name, MAX_BUILD_OPTIONS);

    const char *shown = env->options->kernel ? env->options->kernel : name;
    char *source = ocl_load_source(env->options, name);
    ocl_growing key = cache_key(env, source, build_options);
    const bool cached = keeps_programs(env);
    cl_program program = cached ? load_binary(env, &key, build_options) : NULL;
    bool found = program != NULL;
    if (!found) {
        ocl_doing("building the kernels");
        program = build_source(env, shown, source, build_options);
        if (cached) store_binary(&key, program);
    }
    ocl_doing("running");
    if (env->options->verbose) ocl_warn("%s: %s", shown, found ? "from the cache" : "built");
    free(key.text);
    free(source);
    return program;
}
