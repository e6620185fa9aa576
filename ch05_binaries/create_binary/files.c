// SPDX-License-Identifier: MIT

#include "files.h"

#include "shared/binary_file.h"

int device_number(cl_device_id device)
{
    cl_device_id *devices;
    const cl_uint count = ocl_all_devices(&devices);
    cl_uint number = 0;
    while (number < count && devices[number] != device)
        number++;
    free(devices);
    return (int)number;
}

// STEM.NUMBER.clbin.  An ending .clbin of the stem itself is not doubled.
static char *make_path(const char *stem, int number)
{
    static const char ending[] = ".clbin";
    const size_t room = strlen(stem) + sizeof ending + 12, tail = sizeof ending - 1;
    size_t length = strlen(stem);
    if (length > tail && strcmp(stem + length - tail, ending) == 0) length -= tail;
    char *path = ocl_alloc(room);
    snprintf(path, room, "%.*s.%d%s", (int)length, stem, number, ending);
    return path;
}

// Writes the i-th binary and puts what the file then holds into its place.
static void through_file(const char *path, device_binaries *b, cl_uint i)
{
    binary_blob blob;
    ocl_message why;
    if (!binary_file_write(path, b->device[i], b->binary[i], b->bytes[i], &why) ||
        !binary_file_read(path, b->device[i], &blob, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(b->binary[i]);
    b->binary[i] = blob.data;
    b->bytes[i] = blob.bytes;
}

void keep_binaries(ocl_report *report, const char *stem, device_binaries *b)
{
    ocl_table table = ocl_table_open(report, "binaries", "device, bytes, file, name");
    cl_uint kept = 0;
    for (cl_uint i = 0; i < b->count; i++) {
        const int number = device_number(b->device[i]);
        if (!b->binary[i]) {
            ocl_report_note(report, "device %d: the driver gives no binary", number);
            continue;
        }
        char *path = stem ? make_path(stem, number) : NULL;
        if (path) through_file(path, b, i);
        char *name = ocl_device_text(b->device[i], CL_DEVICE_NAME);
        ocl_table_row(&table, "%6d %9zu  %-20s  %s", number, b->bytes[i], path, name);
        free(name);
        free(path);
        b->device[kept] = b->device[i];
        b->bytes[kept] = b->bytes[i];
        b->binary[kept++] = b->binary[i];
    }
    b->count = kept;
    if (!stem) ocl_report_note(report, "The binaries are not written: there is no --output.");
}

ocl_result same_kernels(cl_program program, const char *list)
{
    size_t count = 0, wanted = 0;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    ocl_result result = { .pass = true };
    char *names = ocl_alloc(strlen(list) + 1);
    strcpy(names, list);
    for (char *name = strtok(names, ";"); name; name = strtok(NULL, ";"), wanted++) {
        cl_int err;
        cl_kernel kernel = clCreateKernel(program, name, &err);
        if (err != CL_INVALID_KERNEL_NAME)
            ocl_require_success(err, "clCreateKernel", __FILE__, __LINE__);
        result = ocl_result_both(result, ocl_verify_equal(name, err, CL_SUCCESS));
        if (err == CL_SUCCESS) OCL_CHECK(clReleaseKernel(kernel));
    }
    free(names);
    return ocl_result_both(result,
                           ocl_verify_equal("kernels", (long long)count, (long long)wanted));
}
