// SPDX-License-Identifier: MIT
//
// create_binary - what the compiler made of a program, for every device of a context, kept in files.
//
// Shows   one build for all devices of a platform, the binary of each, and that a binary is a program again
// Uses    clBuildProgram, clGetProgramInfo: CL_PROGRAM_NUM_DEVICES, _DEVICES, _BINARY_SIZES, _BINARIES
// Try     create_binary -o saxpy, then saxpy_binary -i saxpy.0.clbin; -k with a kernel file of your own

#include "shared/binary_file.h"
#include "shared/saxpy_run.h"

// A device of the program, and what was made for it.
typedef struct {
    cl_device_id device;
    int number;    // as --list counts
    size_t bytes;
    unsigned char *binary;      // as the driver gave it; NULL when it has none
    unsigned char *file;        // as it is written and read back
    const unsigned char *in;    // where the binary is in `file`
} device_binary;

// A context of all devices of the platform of --device.
static cl_context create_binary_context(cl_platform_id platform)
{
    cl_uint count;
    OCL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count));
    cl_device_id *devices = ocl_alloc(count * sizeof *devices);
    OCL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices, NULL));
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)platform, 0 };
    cl_int err;
    cl_context context = OCL_CREATE(clCreateContext(properties, count, devices, NULL, NULL, &err));
    free(devices);
    return context;
}

// Without a list of devices, the program is built for all of its context.
static cl_program create_binary_build(const ocl_options *opt, cl_context context,
                                      const char *build_options)
{
    const char *name = opt->kernel ? opt->kernel : "saxpy.cl";
    char *source = ocl_load_source(opt, "saxpy.cl");
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &err));
    err = clBuildProgram(program, 0, NULL, build_options, NULL, NULL);
    ocl_require_build(program, name, "clBuildProgram", err);
    free(source);
    return program;
}

static int create_binary_number(cl_device_id device)
{
    cl_device_id *devices;
    const cl_uint count = ocl_all_devices(&devices);
    cl_uint number = 0;
    while (number < count && devices[number] != device)
        number++;
    free(devices);
    return (int)number;
}

// The order of the binaries is that of CL_PROGRAM_DEVICES, which need not be the context's.
static device_binary *create_binary_get(cl_program program, cl_uint *count)
{
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof *count, count, NULL));
    const size_t n = *count;
    cl_device_id *devices = ocl_alloc(n * sizeof *devices);
    size_t *bytes = ocl_alloc(n * sizeof *bytes);
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_DEVICES, n * sizeof *devices, devices, NULL));
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, n * sizeof *bytes, bytes, NULL));

    // The driver writes to where the pointers point; nothing to a NULL, for a device it has no binary for.
    unsigned char **binaries = ocl_alloc(n * sizeof *binaries);
    for (size_t i = 0; i < n; i++)
        binaries[i] = bytes[i] > 0 ? ocl_alloc(bytes[i]) : NULL;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, n * sizeof *binaries, binaries, NULL));

    device_binary *made = ocl_alloc(n * sizeof *made);
    for (size_t i = 0; i < n; i++)
        made[i] = (device_binary){ devices[i], create_binary_number(devices[i]),
                                   bytes[i],   binaries[i],
                                   NULL,       NULL };
    free(binaries);
    free(bytes);
    free(devices);
    return made;
}

// STEM.NUMBER.clbin; an ending .clbin of the stem itself is not doubled.
static char *create_binary_path(const char *stem, int number)
{
    static const char ending[] = ".clbin";
    const size_t room = strlen(stem) + sizeof ending + 12, tail = sizeof ending - 1;
    size_t length = strlen(stem);
    if (length > tail && strcmp(stem + length - tail, ending) == 0) length -= tail;
    char *path = ocl_alloc(room);
    snprintf(path, room, "%.*s.%d%s", (int)length, stem, number, ending);
    return path;
}

// Through the file, when there is one: what is checked below is what saxpy_binary will find.
static void create_binary_write(device_binary *made, const char *stem, ocl_report *report)
{
    size_t bytes;
    ocl_message why;
    made->file = binary_file_pack(made->device, made->binary, made->bytes, &bytes);
    char *path = stem ? create_binary_path(stem, made->number) : NULL;
    if (path) {
        if (!ocl_write_file(path, made->file, bytes, &why))
            ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
        free(made->file);
        if (!ocl_read_file(path, &made->file, &bytes, &why))
            ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    }
    if (!binary_file_open(made->file, bytes, made->device, &made->in, &made->bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s: %s", path ? path : "the binary", why.text);
    json_t *details = ocl_report_details(report), *list = json_object_get(details, "binaries");
    if (!list) json_object_set_new(details, "binaries", list = json_array());
    json_t *file = path ? ocl_json_text(path) : json_null();
    json_array_append_new(list, json_pack("{s:i, s:I, s:o}", "device", made->number, "bytes",
                                          (json_int_t)made->bytes, "file", file));
    char *name = ocl_device_text(made->device, CL_DEVICE_NAME);
    ocl_report_print(report, "device %d  %7zu bytes  %s  %s\n", made->number, made->bytes, name,
                     path ? path : "(not written: no --output)");
    free(name);
    free(path);
}

// Whether the program has these kernels, joined by ';', and no others; their order may be another.
static ocl_result create_binary_same_kernels(cl_program program, const char *kernel_names)
{
    size_t count = 0, want = 0;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    ocl_result check = { .pass = true };
    char *names = ocl_alloc(strlen(kernel_names) + 1);
    strcpy(names, kernel_names);
    for (char *name = strtok(names, ";"); name; name = strtok(NULL, ";"), want++) {
        cl_int err;
        cl_kernel kernel = clCreateKernel(program, name, &err);
        check = ocl_result_both(check, ocl_verify_equal(name, err, CL_SUCCESS));
        if (err == CL_SUCCESS) OCL_CHECK(clReleaseKernel(kernel));
    }
    free(names);
    return ocl_result_both(check, ocl_verify_equal("kernels", (long long)count, (long long)want));
}

// A program of binaries, one a device, is built and has the kernels that the source had; where one of
// them is saxpy_scalar, it runs on each device.
static void create_binary_check(const ocl_options *opt, cl_context context,
                                const device_binary *made, cl_uint count, const char *kernel_names,
                                ocl_report *report)
{
    cl_device_id *devices = ocl_alloc(count * sizeof *devices);
    size_t *bytes = ocl_alloc(count * sizeof *bytes);
    const unsigned char **binaries = ocl_alloc(count * sizeof *binaries);
    cl_int *taken = ocl_alloc(count * sizeof *taken), err;
    for (cl_uint i = 0; i < count; i++) {
        devices[i] = made[i].device;
        bytes[i] = made[i].bytes;
        binaries[i] = made[i].in;
    }
    cl_program program = OCL_CREATE(
        clCreateProgramWithBinary(context, count, devices, bytes, binaries, taken, &err));
    OCL_CHECK(clBuildProgram(program, count, devices, NULL, NULL, NULL));
    ocl_report_result(report, "kernels of source and binary",
                      create_binary_same_kernels(program, kernel_names));

    const bool runs = saxpy_is_in(program);
    saxpy_data data = saxpy_open(context, devices[0], opt->n[0], opt->seed);
    for (cl_uint i = 0; i < count; i++) {
        char row[64];
        snprintf(row, sizeof row, "binary of device %d", made[i].number);
        cl_build_status status;
        OCL_CHECK(clGetProgramBuildInfo(program, devices[i], CL_PROGRAM_BUILD_STATUS, sizeof status,
                                        &status, NULL));
        ocl_result check = ocl_result_both(ocl_verify_equal("binary_status", taken[i], CL_SUCCESS),
                                           ocl_verify_equal("status", status, CL_BUILD_SUCCESS));
        if (runs) {
            cl_command_queue queue = OCL_CREATE(clCreateCommandQueue(context, devices[i], 0, &err));
            check = ocl_result_both(check, saxpy_run(&data, queue, program, row, NULL));
            OCL_CHECK(clReleaseCommandQueue(queue));
        }
        ocl_report_result(report, row, check);
    }
    saxpy_close(&data);
    OCL_CHECK(clReleaseProgram(program));
    free(taken);
    free(binaries);
    free(bytes);
    free(devices);
}

int main(int argc, char **argv)
{
    const char *build_options = "-DRUN=4096";    // which saxpy.cl wants
    const ocl_option own[] = {
        { 'b', "build-options", OCL_TEXT, &build_options, "TEXT", "for the compiler", NULL }, { 0 }
    };
    const ocl_about about = { .name = "create_binary",
                              .summary = "Keeps the binaries of a kernel file for all devices of "
                                         "a platform: STEM.NUMBER.clbin of --output STEM.",
                              .accepts = "dnosk",
                              .size_help = "elements of the saxpy that tries a binary",
                              .extents = 1,
                              .own = own };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    cl_context context = create_binary_context(env.platform);
    cl_program program = create_binary_build(&opt, context, build_options);
    cl_uint count, kept = 0;
    device_binary *made = create_binary_get(program, &count);
    char *kernel_names = ocl_program_text(program, CL_PROGRAM_KERNEL_NAMES);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "kernels", kernel_names);
    ocl_report_text(report, "build_options", build_options);
    ocl_report_count(report, "devices", count);
    for (cl_uint i = 0; i < count; i++) {
        if (!made[i].binary) {
            ocl_report_print(report, "device %d  the driver gives no binary\n", made[i].number);
            continue;
        }
        create_binary_write(&made[i], opt.output, report);
        made[kept++] = made[i];
    }
    if (kept == 0) ocl_exit(OCL_EXIT_SKIP, "the driver gives no binaries");
    create_binary_check(&opt, context, made, kept, kernel_names, report);

    for (cl_uint i = 0; i < kept; i++) {
        free(made[i].file);
        free(made[i].binary);
    }
    free(made);
    free(kernel_names);
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseContext(context));
    ocl_close(&env);
    return ocl_report_close(report);
}
