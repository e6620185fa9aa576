// SPDX-License-Identifier: MIT

#include "errors.h"

#include "elsewhere.h"
#include "system/files.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COMPLAINT = 1 << 14 };    // bytes; the rest is cut

static const char *program_name = "opencl-samples";
static const char *kernel_file;    // NULL: the installed one
static void (*leave_together)(int status, const char *complaint);

void ocl_set_program_name(const char *name)
{
    program_name = name;
}

void ocl_set_kernel_file(const char *path)
{
    kernel_file = path;
}

void ocl_set_exit(void (*leave)(int status, const char *complaint))
{
    leave_together = leave;
}

// A complaint is one line, whatever a user's text in it holds.
static void print_line(const char *text)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + strlen(text);
    for (size_t bytes; at < end; at += bytes ? bytes : 1) {
        bytes = ocl_letter_bytes(at, (size_t)(end - at));
        if (bytes)
            fwrite(at, 1, bytes, stderr);
        else if (*at == '\n' || *at == '\r' || *at == '\t')
            fprintf(stderr, "\\%c", *at == '\n' ? 'n' : *at == '\r' ? 'r' : 't');
        else
            fprintf(stderr, "\\x%02x", *at);
    }
    fputc('\n', stderr);
}

static void complain(const char *text)
{
    fflush(stdout);    // so that a terminal shows both streams in the order they were written
    fprintf(stderr, "%s: ", program_name);
    print_line(text);
}

// The complaint, of MAX_COMPLAINT bytes, then says who has what this device lacks.
static void add_elsewhere(char *text)
{
    char who[256];
    ocl_elsewhere(who, sizeof who, text, program_name);
    const size_t length = strlen(text);
    snprintf(text + length, MAX_COMPLAINT - length, "%s", who);
}

void ocl_exit(int status, const char *format, ...)
{
    char text[MAX_COMPLAINT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (status == OCL_EXIT_SKIP) add_elsewhere(text);
    if (leave_together) leave_together(status, text);
    complain(text);
    exit(status);
}

void ocl_finish_output(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        ocl_exit(OCL_EXIT_USAGE, "cannot write to standard output");
}

void ocl_warn(const char *format, ...)
{
    char text[MAX_COMPLAINT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    complain(text);
}

void ocl_warn_lacking(const char *why)
{
    char text[MAX_COMPLAINT];
    snprintf(text, sizeof text, "%s", why);
    add_elsewhere(text);
    complain(text);
}

bool ocl_refuse(ocl_message *message, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    return false;
}

// Codes of extensions are written as numbers: older header packages lack their names.
static const struct {
    cl_int status;
    const char *name;
} ERRORS[] = {
// clang-format off
#define NAME(code) { code, #code }
    // clang-format on
    NAME(CL_SUCCESS),
    NAME(CL_DEVICE_NOT_FOUND),
    NAME(CL_DEVICE_NOT_AVAILABLE),
    NAME(CL_COMPILER_NOT_AVAILABLE),
    NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    NAME(CL_OUT_OF_RESOURCES),
    NAME(CL_OUT_OF_HOST_MEMORY),
    NAME(CL_PROFILING_INFO_NOT_AVAILABLE),
    NAME(CL_MEM_COPY_OVERLAP),
    NAME(CL_IMAGE_FORMAT_MISMATCH),
    NAME(CL_IMAGE_FORMAT_NOT_SUPPORTED),
    NAME(CL_BUILD_PROGRAM_FAILURE),
    NAME(CL_MAP_FAILURE),
    NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    NAME(CL_COMPILE_PROGRAM_FAILURE),
    NAME(CL_LINKER_NOT_AVAILABLE),
    NAME(CL_LINK_PROGRAM_FAILURE),
    NAME(CL_DEVICE_PARTITION_FAILED),
    NAME(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
    NAME(CL_INVALID_VALUE),
    NAME(CL_INVALID_DEVICE_TYPE),
    NAME(CL_INVALID_PLATFORM),
    NAME(CL_INVALID_DEVICE),
    NAME(CL_INVALID_CONTEXT),
    NAME(CL_INVALID_QUEUE_PROPERTIES),
    NAME(CL_INVALID_COMMAND_QUEUE),
    NAME(CL_INVALID_HOST_PTR),
    NAME(CL_INVALID_MEM_OBJECT),
    NAME(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR),
    NAME(CL_INVALID_IMAGE_SIZE),
    NAME(CL_INVALID_SAMPLER),
    NAME(CL_INVALID_BINARY),
    NAME(CL_INVALID_BUILD_OPTIONS),
    NAME(CL_INVALID_PROGRAM),
    NAME(CL_INVALID_PROGRAM_EXECUTABLE),
    NAME(CL_INVALID_KERNEL_NAME),
    NAME(CL_INVALID_KERNEL_DEFINITION),
    NAME(CL_INVALID_KERNEL),
    NAME(CL_INVALID_ARG_INDEX),
    NAME(CL_INVALID_ARG_VALUE),
    NAME(CL_INVALID_ARG_SIZE),
    NAME(CL_INVALID_KERNEL_ARGS),
    NAME(CL_INVALID_WORK_DIMENSION),
    NAME(CL_INVALID_WORK_GROUP_SIZE),
    NAME(CL_INVALID_WORK_ITEM_SIZE),
    NAME(CL_INVALID_GLOBAL_OFFSET),
    NAME(CL_INVALID_EVENT_WAIT_LIST),
    NAME(CL_INVALID_EVENT),
    NAME(CL_INVALID_OPERATION),
    NAME(CL_INVALID_GL_OBJECT),
    NAME(CL_INVALID_BUFFER_SIZE),
    NAME(CL_INVALID_MIP_LEVEL),
    NAME(CL_INVALID_GLOBAL_WORK_SIZE),
    NAME(CL_INVALID_PROPERTY),
    NAME(CL_INVALID_IMAGE_DESCRIPTOR),
    NAME(CL_INVALID_COMPILER_OPTIONS),
    NAME(CL_INVALID_LINKER_OPTIONS),
    NAME(CL_INVALID_DEVICE_PARTITION_COUNT),
    NAME(CL_INVALID_PIPE_SIZE),
    NAME(CL_INVALID_DEVICE_QUEUE),
    NAME(CL_INVALID_SPEC_ID),
    NAME(CL_MAX_SIZE_RESTRICTION_EXCEEDED),
#undef NAME
    { -1000, "CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR" },
    { -1001, "CL_PLATFORM_NOT_FOUND_KHR" },
    { -1057, "CL_DEVICE_PARTITION_FAILED_EXT" },
    { -1058, "CL_INVALID_PARTITION_COUNT_EXT" },
    { -1059, "CL_INVALID_PARTITION_NAME_EXT" },
    { -1092, "CL_EGL_RESOURCE_NOT_ACQUIRED_KHR" },
    { -1093, "CL_INVALID_EGL_OBJECT_KHR" },
    { -1121, "CL_CONTEXT_TERMINATED_KHR" },
    { -1138, "CL_INVALID_COMMAND_BUFFER_KHR" },
    { -1139, "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR" },
    { -1140, "CL_INCOMPATIBLE_COMMAND_QUEUE_KHR" },
    { -1141, "CL_INVALID_MUTABLE_COMMAND_KHR" },
    { -1142, "CL_INVALID_SEMAPHORE_KHR" },
};

const char *ocl_error_name(cl_int status)
{
    for (size_t i = 0; i < sizeof ERRORS / sizeof ERRORS[0]; i++)
        if (ERRORS[i].status == status) return ERRORS[i].name;
    return "unknown OpenCL error";
}

// What a user can do about errors that come from the machine, not from the program.
static const char *error_hint(cl_int status)
{
    switch (status) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_RESOURCES:
    case CL_OUT_OF_HOST_MEMORY:
        return "; try a smaller --size or another --device";
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_COMPILER_NOT_AVAILABLE:
        return "; try another --device (see --list)";
    default:
        return "";
    }
}

void ocl_require_success(cl_int status, const char *call, const char *file, int line)
{
    if (status != CL_SUCCESS)
        ocl_exit(OCL_EXIT_CALL, "%s:%d: %s: %s (%d)%s", ocl_file_name(file), line, call,
                 ocl_error_name(status), (int)status, error_hint(status));
}

// `status` is a pointer: C does not say in which order arguments are evaluated, and here the call
// is over.
void *ocl_require_created(void *object, const cl_int *status, const char *call, const char *kernel,
                          const char *place)
{
    if (*status == CL_SUCCESS) return object;
    if (*status == CL_INVALID_KERNEL_NAME && kernel && kernel_file)
        ocl_exit(OCL_EXIT_USAGE, "--kernel %s: there is no kernel '%s' in this file", kernel_file,
                 kernel);
    ocl_exit(OCL_EXIT_CALL, "%s: %s: %s (%d)%s", ocl_file_name(place), call,
             ocl_error_name(*status), (int)*status, error_hint(*status));
}
