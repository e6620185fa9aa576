// SPDX-License-Identifier: MIT

#include "variations.h"

#include "shared/binary_file.h"

// Whether the call succeeded.  Where the driver is known to refuse it, a note in the report says
// so.  Elsewhere a failure exits with OCL_EXIT_CALL.
static bool succeeds(const ocl_env *env, ocl_report *report, const char *what, const char *call,
                     cl_int status)
{
    if (status == CL_SUCCESS) return true;
    const bool excused =
        ocl_known_fault(env->device, "errors of a link") ||
        (status == CL_INVALID_LINKER_OPTIONS &&
         ocl_known_fault(env->device, "arithmetic options of a link")) ||
        (status == CL_INVALID_OPERATION && ocl_known_fault(env->device, "a link of binaries"));
    if (!excused)
        ocl_exit(OCL_EXIT_CALL, "%s: %s: %s (%d)", what, call, ocl_error_name(status), (int)status);
    ocl_report_note(report, "%s: this driver cannot do it: %s", what, ocl_error_name(status));
    return false;
}

// A program from the bytes of a binary.
static cl_program load(const ocl_env *env, ocl_report *report, const char *what,
                       const binary_blob *blob)
{
    const unsigned char *data = blob->data;
    cl_int taken = CL_SUCCESS, err;
    cl_program program =
        clCreateProgramWithBinary(env->context, 1, &env->device, &blob->bytes, &data, &taken, &err);
    if (!succeeds(env, report, what, "clCreateProgramWithBinary", err)) return NULL;
    OCL_CHECK(taken);
    return program;
}

// A program from the binary of another.
static cl_program reload(const ocl_env *env, ocl_report *report, const char *what,
                         cl_program program)
{
    binary_blob blob = { .made_from = 0 };
    blob.data = ocl_program_binary(program, &blob.bytes);
    if (!blob.data) {
        ocl_report_note(report, "%s: the driver gives no binary", what);
        return NULL;
    }
    cl_program again = load(env, report, what, &blob);
    free(blob.data);
    return again;
}

static cl_program link_parts(const ocl_env *env, ocl_report *report, const char *what,
                             const char *options, const cl_program parts[PARTS])
{
    cl_int err;
    cl_program executable =
        clLinkProgram(env->context, 1, &env->device, options, PARTS, parts, NULL, NULL, &err);
    if (succeeds(env, report, what, "clLinkProgram", err)) return executable;
    if (executable) OCL_CHECK(clReleaseProgram(executable));    // some drivers give one that failed
    return NULL;
}

cl_program link_binaries(const ocl_env *env, ocl_report *report, const cl_program parts[PARTS])
{
    static const char *const names[PARTS] = { "binary of the kernel", "binary of mirror",
                                              "binary of the library" };
    cl_program again[PARTS], executable = NULL;
    cl_uint count = 0;
    while (count < PARTS && (again[count] = reload(env, report, names[count], parts[count])))
        count++;
    if (count == PARTS) executable = link_parts(env, report, "binaries, linked", NULL, again);
    while (count > 0)
        OCL_CHECK(clReleaseProgram(again[--count]));
    return executable;
}

cl_program link_relaxed(const ocl_env *env, ocl_report *report, const cl_program objects[PARTS])
{
    static const char options[] = "-create-library -enable-link-options";
    cl_int err;
    cl_program executable = NULL;
    cl_program library =
        clLinkProgram(env->context, 1, &env->device, options, 1, &objects[TONE], NULL, NULL, &err);
    if (succeeds(env, report, options, "clLinkProgram", err)) {
        const cl_program parts[PARTS] = { objects[FILTER], objects[MIRROR], library };
        executable = link_parts(env, report, "relaxed at link", "-cl-fast-relaxed-math", parts);
    }
    if (library) OCL_CHECK(clReleaseProgram(library));
    return executable;
}

cl_program build_binary(const ocl_env *env, ocl_report *report, cl_program executable)
{
    cl_program again = reload(env, report, "executable", executable);
    if (again) OCL_CHECK(clBuildProgram(again, 1, &env->device, NULL, NULL, NULL));
    return again;
}

bool store_program(const ocl_env *env, ocl_report *report, cl_program executable, const char *path)
{
    binary_blob blob = { .made_from = 0 };
    blob.data = ocl_program_binary(executable, &blob.bytes);
    if (!blob.data) {
        ocl_report_note(report, "%s is not written: the driver gives no binary", path);
        return false;
    }
    ocl_message why;
    if (!binary_file_write(path, env->device, &blob, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    ocl_report_note(report, "The linked program is in %s: %zu bytes.", path, blob.bytes);
    free(blob.data);
    return true;
}

cl_program load_program(const ocl_env *env, ocl_report *report, const char *path)
{
    binary_blob blob;
    ocl_message why;
    if (!binary_file_read(path, env->device, &blob, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    cl_program program = load(env, report, path, &blob);
    free(blob.data);
    if (program) OCL_CHECK(clBuildProgram(program, 1, &env->device, NULL, NULL, NULL));
    return program;
}
