// SPDX-License-Identifier: MIT
//
// errors - one way to complain, one way to leave.
//
// Every complaint is one line on standard error, "NAME: what is wrong".  UTF-8 stays in it; what is
// not printable becomes \n, \t or \x1b.  Code that reads a user's file does not exit: it fills an
// ocl_message and returns false, so that it can be tested.

#ifndef OCL_ERRORS_H
#define OCL_ERRORS_H

#include "opencl.h"

#include <stdbool.h>

// gcc takes "printf" for that of the system, which may be older than C99.
#ifdef __clang__
#define OCL_PRINTF(text_at, first) __attribute__((format(printf, text_at, first)))
#elif defined(__GNUC__)
#define OCL_PRINTF(text_at, first) __attribute__((format(gnu_printf, text_at, first)))
#else
#define OCL_PRINTF(text_at, first)
#endif

#ifdef __cplusplus
#define OCL_NORETURN [[noreturn]]
#else
#define OCL_NORETURN _Noreturn
#endif

// What a program's exit status says.
enum {
    OCL_EXIT_PASS = 0,         // the device's answer is right
    OCL_EXIT_WRONG = 1,        // it is wrong
    OCL_EXIT_USAGE = 2,        // bad option or bad input file
    OCL_EXIT_CALL = 3,         // an OpenCL call failed
    OCL_EXIT_NO_DEVICE = 4,    // no OpenCL platform or device
    OCL_EXIT_SKIP = 77         // the device lacks what the sample shows
};

// Wrap every OpenCL call that returns a status.  If the status is not CL_SUCCESS, this prints file,
// line, the call as written and the name of the error, and exits with OCL_EXIT_CALL.
#define OCL_CHECK(call) ocl_require_success((call), #call, __FILE__, __LINE__)
void ocl_require_success(cl_int status, const char *call, const char *file, int line);

// Wrap every OpenCL call that returns an object (or a mapped pointer) and writes its status to a
// cl_int `err` of the caller.  The value is the object.  If the status is not CL_SUCCESS, this ends
// like OCL_CHECK.  If a kernel is missing in the user's kernel file, this names both and exits with
// OCL_EXIT_USAGE.
//     cl_mem d_x = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err));
#define OCL_CREATE(call)                                          \
    ocl_require_created((call), &err, #call, OCL_KERNEL_OF(call), \
                        __FILE__ ":" OCL_TEXT_OF(__LINE__))
void *ocl_require_created(void *object, const cl_int *status, const char *call, const char *kernel,
                          const char *place);

// The second argument of clCreateKernel(program, name, &err), the kernel's name; NULL for any other
// call.  OCL_KERNEL_clCreateKernel is a macro, and no other OCL_KERNEL_... is.
#define OCL_KERNEL_OF(call)                           OCL_SECOND(OCL_KERNEL_##call, NULL, NULL)
#define OCL_KERNEL_clCreateKernel(program, name, err) NULL, name
#define OCL_SECOND(...)                               OCL_SECOND_OF(__VA_ARGS__)
#define OCL_SECOND_OF(first, second, ...)             second
#define OCL_TEXT_OF(number)                           OCL_TEXT_OF_TOKEN(number)
#define OCL_TEXT_OF_TOKEN(token)                      #token

// The user's own kernel file, for the complaint about a missing kernel.  The string must outlive
// the program's last call.
void ocl_set_kernel_file(const char *path);

// The name of an error code, such as "CL_INVALID_VALUE": of OpenCL 1.0 to 3.0, of the loader, of
// the extensions that share objects with OpenGL.  "unknown OpenCL error" for any other code.
const char *ocl_error_name(cl_int status);

// The name that complaints begin with.  The string must outlive the program's last complaint.
void ocl_set_program_name(const char *name);

// Prints the complaint and exits with `status`.
OCL_NORETURN void ocl_exit(int status, const char *format, ...) OCL_PRINTF(2, 3);

// For a program that is one of several, such as a rank of MPI: ocl_exit calls `leave` first.  If
// `leave` returns, ocl_exit prints the complaint and exits as usual.
void ocl_set_exit(void (*leave)(int status, const char *complaint));

// Call it at the end.  If standard output could not be written (the disk is full), this complains
// and exits with OCL_EXIT_USAGE: a result that did not arrive is no success.
void ocl_finish_output(void);

// Prints the complaint and goes on.
void ocl_warn(const char *format, ...) OCL_PRINTF(1, 2);

// Warns of what this device lacks, and says which implementation has it (elsewhere.h).  ocl_exit
// with OCL_EXIT_SKIP says that, too.
void ocl_warn_lacking(const char *why);

// The reason why a file or a text was refused.
typedef struct {
    char text[1024];
} ocl_message;

// Fills the message (cut to fit) and returns false, so that a reader of files can `return
// ocl_refuse(...)`.
bool ocl_refuse(ocl_message *message, const char *format, ...) OCL_PRINTF(2, 3);

#endif
