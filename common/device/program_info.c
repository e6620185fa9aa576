// SPDX-License-Identifier: MIT

#include "program_info.h"

#include "attributes.h"
#include "errors.h"
#include "known_faults.h"
#include "system/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *ocl_program_text(cl_program program, cl_program_info query)
{
    size_t bytes;
    OCL_CHECK(clGetProgramInfo(program, query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    text[0] = '\0';    // PoCL 3.1 writes nothing when a program has no kernels
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

// Not checked: without a log, the reader still needs to see why the build failed.  malloc'ed.
static char *build_log(cl_program program, cl_device_id device)
{
    const cl_program_build_info what = CL_PROGRAM_BUILD_LOG;
    size_t bytes = 0;
    if (clGetProgramBuildInfo(program, device, what, 0, NULL, &bytes) != CL_SUCCESS) bytes = 0;
    char *log = ocl_alloc(bytes + 1);
    if (bytes && clGetProgramBuildInfo(program, device, what, bytes, log, NULL) != CL_SUCCESS)
        bytes = 0;
    log[bytes] = '\0';
    return log;
}

static void print_log(const char *log, const char *name)
{
    if (!log[strspn(log, " \t\r\n")]) return;
    ocl_warn("build log of %s:", name);
    fprintf(stderr, "%s\n", log);    // of many lines
}

void ocl_print_build_log(cl_program program, cl_device_id device, const char *name)
{
    char *log = build_log(program, device);
    print_log(log, name);
    free(log);
}

// PoCL builds nothing when it cannot write its cache.
void ocl_explain_build_log(cl_device_id device, const char *log)
{
    const unsigned pocl = OCL_POCL | OCL_POCL_6 | OCL_POCL_7;
    if (!(ocl_known_platform(device) & pocl) || strstr(log, "error:")) return;
    ocl_warn("PoCL names no mistake in the source: perhaps it cannot write its cache; set "
             "POCL_CACHE_DIR to a folder that can be written");
}

void ocl_print_failed_build(cl_program program, cl_device_id device, const char *name)
{
    char *log = build_log(program, device);
    print_log(log, name);
    ocl_explain_build_log(device, log);
    free(log);
}

void ocl_require_build(cl_program program, const char *name, const char *call, cl_int status)
{
    if (status == CL_SUCCESS) return;
    cl_uint count;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL));
    cl_device_id *devices = ocl_alloc(count * sizeof *devices);
    OCL_CHECK(
        clGetProgramInfo(program, CL_PROGRAM_DEVICES, count * sizeof *devices, devices, NULL));
    for (cl_uint i = 0; i < count; i++) {
        cl_build_status built = CL_BUILD_NONE;    // not checked, for the same reason
        clGetProgramBuildInfo(program, devices[i], CL_PROGRAM_BUILD_STATUS, sizeof built, &built,
                              NULL);
        if (built != CL_BUILD_SUCCESS) ocl_print_failed_build(program, devices[i], name);
    }
    free(devices);
    ocl_exit(OCL_EXIT_CALL, "%s: %s: %s (%d)", name, call, ocl_error_name(status), (int)status);
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

const char *ocl_denormals_option(cl_device_id device)
{
    const char *option = " -cl-denorms-are-zero";
    return ocl_known_fault(device, "option%s", option) ? "" : option;
}

void ocl_explain_compiler_counts(cl_platform_id platform)
{
    char *name = ocl_platform_text(platform, CL_PLATFORM_NAME);
    if (strstr(name, "Portable Computing Language"))
        ocl_warn("some of the next builds must fail; PoCL's compiler counts its messages here: "
                 "\"1 error generated.\"");
    free(name);
}
