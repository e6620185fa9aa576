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

void free_binaries(device_binaries *b)
{
    for (cl_uint i = 0; i < b->count; i++)
        free(b->binary[i]);
}

// Puts what the file of the i-th device holds into its place.
static bool read_binary(const char *stem, device_binaries *b, cl_uint i, uint64_t made_from,
                        ocl_message *why)
{
    char *path = make_path(stem, device_number(b->device[i]));
    binary_blob blob;
    bool found = binary_file_read(path, b->device[i], &blob, why);
    if (found && blob.made_from != made_from) {
        found = ocl_refuse(why, "%s: made from another source or with other options", path);
        free(blob.data);
    }
    free(path);
    if (!found) return false;
    free(b->binary[i]);
    b->binary[i] = blob.data;
    b->bytes[i] = blob.bytes;
    return true;
}

bool read_binaries(const char *stem, device_binaries *devices, uint64_t made_from, ocl_message *why)
{
    bool found = true;
    for (cl_uint i = 0; i < devices->count && found; i++)
        found = read_binary(stem, devices, i, made_from, why);
    if (found) return true;
    for (cl_uint i = 0; i < devices->count; i++) {
        free(devices->binary[i]);
        devices->binary[i] = NULL;
    }
    return false;
}

void write_binaries(const char *stem, device_binaries *b, uint64_t made_from)
{
    for (cl_uint i = 0; i < b->count; i++) {
        if (!b->binary[i]) continue;
        const binary_blob blob = { .data = b->binary[i],
                                   .bytes = b->bytes[i],
                                   .made_from = made_from };
        char *path = make_path(stem, device_number(b->device[i]));
        ocl_message why;
        if (!binary_file_write(path, b->device[i], &blob, &why) ||
            !read_binary(stem, b, i, made_from, &why))
            ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
        free(path);
    }
}

void drop_devices_without_binary(ocl_report *report, device_binaries *b)
{
    cl_uint kept = 0;
    for (cl_uint i = 0; i < b->count; i++) {
        if (!b->binary[i]) {
            ocl_report_note(report, "device %d: the driver gives no binary",
                            device_number(b->device[i]));
            continue;
        }
        b->device[kept] = b->device[i];
        b->bytes[kept] = b->bytes[i];
        b->binary[kept++] = b->binary[i];
    }
    b->count = kept;
}

void list_binaries(ocl_report *report, const char *stem, const device_binaries *b)
{
    ocl_table table = ocl_table_open(report, "binaries", "device, bytes, file, name");
    for (cl_uint i = 0; i < b->count; i++) {
        const int number = device_number(b->device[i]);
        char *path = stem ? make_path(stem, number) : NULL;
        char *name = ocl_device_text(b->device[i], CL_DEVICE_NAME);
        ocl_table_row(&table, "%6d %9zu  %-20s  %s", number, b->bytes[i], path, name);
        free(name);
        free(path);
    }
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
