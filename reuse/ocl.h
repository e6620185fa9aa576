// SPDX-License-Identifier: MIT
//
// ocl.h - the small one: what the first programs of the suite need, in one file and nothing else.
//
// new_project.sh --plain puts it beside a program that you take home.  The program stays as it is.
// The names are those of the suite's own ocl.h; what this file leaves out is listed in
// docs/reuse.md.  One .c file of a program includes it, because it holds the functions, too.
//
//     #include "ocl.h"
//
//     int main(int argc, char **argv)
//     {
//         const ocl_about about = { .name = "x", .accepts = "dnks", .extents = 1 };
//         const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000 } });
//         ocl_env env = ocl_open(&opt);                         // a device, a context, a queue
//         cl_program program = ocl_build(&env, "x.cl", "");     // finds the file, prints the log
//         ...                                                   // plain OpenCL
//         ocl_close(&env);
//     }
//
//     cc -std=c11 x.c -lOpenCL -lm

#ifndef OCL_H
#define OCL_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS    // clCreateCommandQueue: the 1.2 call works everywhere
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The folder of the kernel files, with a / at its end.  Empty: the current folder.
#ifndef OCL_KERNELS
#define OCL_KERNELS ""
#endif

// --- leaving: one line on standard error, and an exit status ----------------------------------------

enum {
    OCL_EXIT_PASS = 0,         // the device's answer is right
    OCL_EXIT_WRONG = 1,        // it is wrong
    OCL_EXIT_USAGE = 2,        // bad option or bad input file
    OCL_EXIT_CALL = 3,         // an OpenCL call failed
    OCL_EXIT_NO_DEVICE = 4,    // no OpenCL platform or device
    OCL_EXIT_SKIP = 77         // the device lacks what the program shows
};

static const char *ocl_program_name = "program";

// Prints "NAME: what is wrong" and exits with `status`.
_Noreturn static inline void ocl_exit(int status, const char *format, ...)
{
    fflush(stdout);
    fprintf(stderr, "%s: ", ocl_program_name);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(status);
}

// The errors that one meets while learning; any other one is printed as its number.
static inline const char *ocl_error_name(cl_int status)
{
#define OCL_NAME(error) \
    case error:         \
        return #error
    switch (status) {
        OCL_NAME(CL_SUCCESS);
        OCL_NAME(CL_DEVICE_NOT_FOUND);
        OCL_NAME(CL_DEVICE_NOT_AVAILABLE);
        OCL_NAME(CL_COMPILER_NOT_AVAILABLE);
        OCL_NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE);
        OCL_NAME(CL_OUT_OF_RESOURCES);
        OCL_NAME(CL_OUT_OF_HOST_MEMORY);
        OCL_NAME(CL_PROFILING_INFO_NOT_AVAILABLE);
        OCL_NAME(CL_BUILD_PROGRAM_FAILURE);
        OCL_NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        OCL_NAME(CL_INVALID_VALUE);
        OCL_NAME(CL_INVALID_DEVICE);
        OCL_NAME(CL_INVALID_CONTEXT);
        OCL_NAME(CL_INVALID_COMMAND_QUEUE);
        OCL_NAME(CL_INVALID_HOST_PTR);
        OCL_NAME(CL_INVALID_MEM_OBJECT);
        OCL_NAME(CL_INVALID_IMAGE_SIZE);
        OCL_NAME(CL_INVALID_BINARY);
        OCL_NAME(CL_INVALID_BUILD_OPTIONS);
        OCL_NAME(CL_INVALID_PROGRAM);
        OCL_NAME(CL_INVALID_PROGRAM_EXECUTABLE);
        OCL_NAME(CL_INVALID_KERNEL_NAME);
        OCL_NAME(CL_INVALID_KERNEL);
        OCL_NAME(CL_INVALID_ARG_INDEX);
        OCL_NAME(CL_INVALID_ARG_VALUE);
        OCL_NAME(CL_INVALID_ARG_SIZE);
        OCL_NAME(CL_INVALID_KERNEL_ARGS);
        OCL_NAME(CL_INVALID_WORK_DIMENSION);
        OCL_NAME(CL_INVALID_WORK_GROUP_SIZE);
        OCL_NAME(CL_INVALID_WORK_ITEM_SIZE);
        OCL_NAME(CL_INVALID_GLOBAL_OFFSET);
        OCL_NAME(CL_INVALID_EVENT_WAIT_LIST);
        OCL_NAME(CL_INVALID_EVENT);
        OCL_NAME(CL_INVALID_OPERATION);
        OCL_NAME(CL_INVALID_BUFFER_SIZE);
        OCL_NAME(CL_INVALID_GLOBAL_WORK_SIZE);
    default:
        return "see CL/cl.h";
    }
#undef OCL_NAME
}

static inline void ocl_require_success(cl_int status, const char *call, const char *file, int line)
{
    if (status != CL_SUCCESS)
        ocl_exit(OCL_EXIT_CALL, "%s:%d: %s: %s (%d)", file, line, call, ocl_error_name(status),
                 status);
}

static inline void *ocl_require_created(void *object, const cl_int *status, const char *call,
                                        const char *file, int line)
{
    ocl_require_success(*status, call, file, line);    // after the call has written it
    return object;
}

// Around each call that returns a status.
#define OCL_CHECK(call) ocl_require_success((call), #call, __FILE__, __LINE__)

// Around each call that returns an object and writes its status to a cl_int `err` of the caller.
#define OCL_CREATE(call) ocl_require_created((call), &err, #call, __FILE__, __LINE__)

// --- the command line -------------------------------------------------------------------------------

// What a program says of itself.
typedef struct {
    const char *name, *summary;
    const char *accepts;      // letters of the options that it takes, of "dnks"
    const char *size_help;    // what --size counts
    int extents;              // of --size: 1, 2 or 3
    uint64_t most;            // the largest extent; 0: any
} ocl_about;

// The values of the options.
typedef struct {
    ocl_about about;
    const char
        *device;    // --device: a number from 0, or a part of a device's name; NULL: a GPU first
    size_t n[3];    // --size
    const char *kernel;    // --kernel: another kernel file
    uint64_t seed;         // --seed
    bool size_given;
} ocl_options;

// "1000", "64K", "3x5": one number stands for all extents.
static inline void ocl_parse_size(ocl_options *o, const char *text)
{
    const char *at = text;
    int count = 0;
    do {
        char *end = NULL;
        unsigned long long value = isdigit((unsigned char)*at) ? strtoull(at, &end, 10) : 0;
        const char *unit = end && *end ? strchr("KMG", *end) : NULL;
        for (int k = unit ? (int)(unit - "KMG") + 1 : 0; k > 0; k--)
            value = value > UINT64_MAX / 1024 ? 0 : value * 1024;
        at = end ? end + (unit != NULL) : at;
        if (value == 0 || value > SIZE_MAX / 16 || count == o->about.extents || (*at && *at != 'x') ||
            (o->about.most > 0 && value > o->about.most))
            ocl_exit(OCL_EXIT_USAGE, "--size: '%s' is no size from 1 on for this program", text);
        o->n[count++] = (size_t)value;
    } while (*at++ == 'x');
    if (count != 1 && count != o->about.extents)
        ocl_exit(OCL_EXIT_USAGE, "--size: '%s' has not %d extents", text, o->about.extents);
    for (int k = count; k < o->about.extents; k++)
        o->n[k] = o->n[0];
    o->size_given = true;
}

static inline void ocl_help(const ocl_about *about)
{
    printf("Usage: %s [OPTION]...\n%s\n\n", about->name, about->summary ? about->summary : "");
    if (strchr(about->accepts, 'd'))
        puts("  -d, --device SPEC  a number from 0, or part of a name");
    if (strchr(about->accepts, 'n')) printf("  -n, --size N       %s\n", about->size_help);
    if (strchr(about->accepts, 'k')) puts("  -k, --kernel FILE  this .cl file");
    if (strchr(about->accepts, 's')) puts("  -s, --seed N       of the generated input");
    exit(OCL_EXIT_PASS);
}

// Reads the options over the defaults.  A wrong one ends the program.
static inline ocl_options ocl_parse(int argc, char **argv, const ocl_about *about,
                                    ocl_options defaults)
{
    static const char *const NAMES[] = { "--device", "--size", "--kernel", "--seed" };
    ocl_options o = defaults;
    o.about = *about;
    ocl_program_name = about->name;
    for (int k = 0; k < 3; k++)
        if (o.n[k] == 0) o.n[k] = k < about->extents && k > 0 ? o.n[0] : 1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-h") || !strcmp(argv[i], "--help")) ocl_help(about);
        char letter = 0;
        for (int k = 0; k < 4; k++)
            if (!strcmp(argv[i], NAMES[k]) ||
                (argv[i][0] == '-' && argv[i][1] == "dnks"[k] && !argv[i][2]))
                letter = "dnks"[k];
        if (!letter || !strchr(about->accepts, letter))
            ocl_exit(OCL_EXIT_USAGE, "unknown option '%s'; see --help", argv[i]);
        const char *option = argv[i], *value = i + 1 < argc ? argv[++i] : "";
        if (!*value) ocl_exit(OCL_EXIT_USAGE, "%s needs a value", option);
        char *end = NULL;
        if (letter == 'd') o.device = value;
        if (letter == 'k') o.kernel = value;
        if (letter == 'n') ocl_parse_size(&o, value);
        if (letter == 's') o.seed = strtoull(value, &end, 10);
        if (letter == 's' && (*end || !isdigit((unsigned char)*value)))
            ocl_exit(OCL_EXIT_USAGE, "--seed: '%s' is no number", value);
    }
    return o;
}

// --- a device, its context and its queue ------------------------------------------------------------

typedef struct {
    const ocl_options *options;
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;    // in-order, with profiling
} ocl_env;

// A text attribute of a device in `text`.
static inline const char *ocl_device_text_in(char text[256], cl_device_id device,
                                             cl_device_info attribute)
{
    text[0] = 0;
    if (clGetDeviceInfo(device, attribute, 256, text, NULL) != CL_SUCCESS) strcpy(text, "?");
    return text;
}

// The same in memory of its own; free() it.
static inline char *ocl_device_text(cl_device_id device, cl_device_info attribute)
{
    char *text = malloc(256);
    if (!text) ocl_exit(OCL_EXIT_USAGE, "no memory");
    ocl_device_text_in(text, device, attribute);
    return text;
}

// A number of 1, 4 or 8 bytes.
static inline cl_ulong ocl_device_number(cl_device_id device, cl_device_info attribute)
{
    union {
        cl_uchar byte;
        cl_uint word;
        cl_ulong number;
    } value = { .number = 0 };
    size_t bytes;
    OCL_CHECK(clGetDeviceInfo(device, attribute, sizeof value, &value, &bytes));
    return bytes == 1 ? value.byte : bytes == 4 ? value.word : value.number;
}

// The device's OpenCL version as 10 * major + minor.
static inline int ocl_device_version(cl_device_id device)
{
    char text[256];
    int major = 0, minor = 0;
    sscanf(ocl_device_text_in(text, device, CL_DEVICE_VERSION), "OpenCL %d.%d", &major, &minor);
    return 10 * major + minor;
}

static inline bool ocl_is_cpu(cl_device_id device)
{
    return ocl_device_number(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
}

static inline bool ocl_has_extension(cl_device_id device, const char *extension)
{
    size_t bytes, length = strlen(extension);
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &bytes));
    char *all = calloc(bytes + 1, 1);
    if (!all) ocl_exit(OCL_EXIT_USAGE, "no memory");
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, bytes, all, NULL));
    bool found = false;
    for (const char *at = all; !found && (at = strstr(at, extension)); at += length)
        found = (at == all || at[-1] == ' ') && (at[length] == ' ' || !at[length]);
    free(all);
    return found;
}

// Whether --device means this one.
static inline bool ocl_is_wanted(const char *wish, cl_device_id device, cl_uint number)
{
    char name[256], *end;
    if (!wish) return true;
    if (isdigit((unsigned char)*wish) && strtoul(wish, &end, 10) == number && !*end) return true;
    return strstr(ocl_device_text_in(name, device, CL_DEVICE_NAME), wish) != NULL;
}

_Noreturn static inline void ocl_exit_no_device(void)
{
    ocl_exit(OCL_EXIT_NO_DEVICE, "no OpenCL device; for a CPU install pocl-opencl-icd");
}

// The device of --device, else of $OCL_DEVICE, else the first GPU, else the first one.
static inline cl_device_id ocl_choose_device(const cl_device_id *devices, cl_uint count,
                                             const char *wish)
{
    cl_device_id device = NULL;
    if (!wish) wish = getenv("OCL_DEVICE");
    for (cl_uint d = 0; d < count; d++) {
        const bool better = !device || (ocl_is_cpu(device) && !ocl_is_cpu(devices[d]));
        if (ocl_is_wanted(wish, devices[d], d) && better) device = devices[d];
    }
    if (count == 0) ocl_exit_no_device();
    if (!device) ocl_exit(OCL_EXIT_USAGE, "--device: no device is '%s'", wish);
    return device;
}

static inline ocl_env ocl_open(const ocl_options *options)
{
    enum { MOST = 64 };
    cl_platform_id platforms[MOST];
    cl_device_id devices[MOST];
    cl_uint platform_count = 0, count = 0;
    if (clGetPlatformIDs(MOST, platforms, &platform_count) != CL_SUCCESS) platform_count = 0;
    for (cl_uint p = 0; p < platform_count && p < MOST && count < MOST; p++) {
        const cl_uint room = MOST - count;
        cl_uint found = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, room, &devices[count], &found) ==
            CL_SUCCESS)
            count += found < room ? found : room;
    }
    ocl_env env = { .options = options };
    env.device = ocl_choose_device(devices, count, options->device);
    OCL_CHECK(
        clGetDeviceInfo(env.device, CL_DEVICE_PLATFORM, sizeof env.platform, &env.platform, NULL));
    cl_int err;
    env.context = OCL_CREATE(clCreateContext(NULL, 1, &env.device, NULL, NULL, &err));
    env.queue =
        OCL_CREATE(clCreateCommandQueue(env.context, env.device, CL_QUEUE_PROFILING_ENABLE, &err));
    return env;
}

// The suite measures what the device can do; this file does not.
static inline void ocl_get_limits(const ocl_env *env)
{
    (void)env;
}

static inline void ocl_close(ocl_env *env)
{
    OCL_CHECK(clReleaseCommandQueue(env->queue));
    OCL_CHECK(clReleaseContext(env->context));
}

// --- memory and input -------------------------------------------------------------------------------

// Host memory full of 0xff: as floats they are NaN.  What nobody writes cannot pass.
static inline void *ocl_alloc(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (!memory) ocl_exit(OCL_EXIT_USAGE, "no memory for %zu bytes", bytes);
    return memset(memory, 0xff, bytes);
}

// A buffer with these bytes; without `host` full of 0xff.
static inline cl_mem ocl_buffer(const ocl_env *env, cl_mem_flags flags, size_t bytes,
                                const void *host)
{
    cl_int err;
    void *poison = host ? NULL : ocl_alloc(bytes);
    cl_mem buffer =
        OCL_CREATE(clCreateBuffer(env->context, flags | CL_MEM_COPY_HOST_PTR, bytes,
                                  (void *)(host ? (uintptr_t)host : (uintptr_t)poison), &err));
    free(poison);
    return buffer;
}

// Fills a buffer before a run, with another byte in each: what no kernel writes cannot pass.
static inline void ocl_poison_run(cl_command_queue queue, cl_mem buffer, size_t bytes, size_t run)
{
    const cl_uchar byte = (cl_uchar)(0xff - run % 8);
    OCL_CHECK(clEnqueueFillBuffer(queue, buffer, &byte, 1, 0, bytes, 0, NULL, NULL));
}

// Ends the program when the largest buffer does not fit the device, or all do not.
static inline void ocl_require_memory(cl_device_id device, double largest_buffer,
                                      double all_buffers, double host_arrays)
{
    const double one = (double)ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const double all = (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    if (largest_buffer > one || all_buffers > all || host_arrays > (double)SIZE_MAX)
        ocl_exit(OCL_EXIT_USAGE,
                 "--size: too large: a buffer of %.0f bytes where the device takes %.0f, all %.0f "
                 "of %.0f",
                 largest_buffer, one, all_buffers, all);
}

// 64 random bits for element `index`: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
static inline uint64_t ocl_random(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline float ocl_random_f32(float low, float high, uint64_t seed, uint64_t index)
{
    const double scale = ((double)high - low) / (1 << 24);
    return (float)(low + scale * (double)(ocl_random(seed, index) >> 40));
}

static inline void ocl_fill_f32(float *x, size_t count, float low, float high, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        x[i] = ocl_random_f32(low, high, seed, i);
}

static inline void ocl_fill_u32(uint32_t *x, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        x[i] = (uint32_t)(ocl_random(seed, i) >> 32);
}

static inline void ocl_fill_bytes(void *x, size_t bytes, uint64_t seed)
{
    unsigned char *out = x;
    for (size_t i = 0; i < bytes; i++)
        out[i] = (unsigned char)(ocl_random(seed, i / 8) >> (8 * (i % 8)));
}

// --- programs ---------------------------------------------------------------------------------------

static inline char *ocl_read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) ocl_exit(OCL_EXIT_USAGE, "cannot read the kernel file %s", path);
    char *text = NULL;
    size_t length = 0, got = 1;
    while (got > 0) {
        text = realloc(text, length + 4096);
        if (!text) ocl_exit(OCL_EXIT_USAGE, "no memory for %s", path);
        length += got = fread(text + length, 1, 4095, file);
    }
    fclose(file);
    text[length] = 0;
    return text;
}

// The text of a kernel file: that of --kernel, else `name` in the folder OCL_KERNELS.
static inline char *ocl_load_source(const ocl_options *options, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", options->kernel ? "" : OCL_KERNELS,
             options->kernel ? options->kernel : name);
    return ocl_read_text(path);
}

// After clBuildProgram and its like: prints the logs and exits when the status is an error.
static inline void ocl_require_build(cl_program program, const char *name, const char *call,
                                     cl_int status)
{
    if (status == CL_SUCCESS) return;
    cl_device_id devices[64];
    size_t found = 0;
    clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof devices, devices, &found);
    for (size_t d = 0; d < found / sizeof *devices; d++) {
        size_t bytes = 0;
        clGetProgramBuildInfo(program, devices[d], CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
        char *log = calloc(bytes + 1, 1);
        if (log) clGetProgramBuildInfo(program, devices[d], CL_PROGRAM_BUILD_LOG, bytes, log, NULL);
        fprintf(stderr, "%s\n", log ? log : "");
        free(log);
    }
    ocl_exit(OCL_EXIT_CALL, "%s: %s: %s (%d)", name, call, ocl_error_name(status), status);
}

// Builds a kernel file with these options.
static inline cl_program ocl_build(const ocl_env *env, const char *name, const char *format, ...)
{
    char options[4096];
    va_list arguments;
    va_start(arguments, format);
    const int used = vsnprintf(options, sizeof options, format, arguments);
    va_end(arguments);
    if (*OCL_KERNELS && used >= 0)    // where #include looks
        snprintf(options + used, sizeof options - (size_t)used, " -I \"%s\"", OCL_KERNELS);
    char *text = ocl_load_source(env->options, name);
    const char *source = text;
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    free(text);
    err = clBuildProgram(program, 1, &env->device, options, NULL, NULL);
    ocl_require_build(program, env->options->kernel ? env->options->kernel : name, "clBuildProgram",
                      err);
    return program;
}

// --- work sizes -------------------------------------------------------------------------------------

static inline size_t ocl_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}
static inline size_t ocl_divide_up(size_t n, size_t by)
{
    return n / by + (n % by != 0);
}
static inline size_t ocl_round_up(size_t n, size_t multiple)
{
    return ocl_divide_up(n, multiple) * multiple;
}

// The largest extent of a work-group in dimension 0, 1 or 2.
static inline size_t ocl_local_limit(cl_device_id device, size_t dimension)
{
    size_t sides[16] = { 0 };
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sides, sides, NULL));
    return sides[dimension];
}

// The largest work-group of this kernel.
static inline size_t ocl_kernel_limit(cl_kernel kernel, cl_device_id device)
{
    size_t limit;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit,
                                       &limit, NULL));
    return limit;
}

// The bytes of local memory that this kernel leaves for its local arguments.
static inline size_t ocl_local_left(cl_kernel kernel, cl_device_id device)
{
    cl_ulong taken;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof taken,
                                       &taken, NULL));
    const cl_ulong all = ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    return taken < all ? (size_t)(all - taken) / 128 * 128 : 0;
}

// The largest power of two that is at most each of the three.
static inline size_t ocl_power_of_two(size_t wanted, size_t limit, size_t other)
{
    size_t power = 1;
    while (power <= wanted / 2 && power <= limit / 2 && power <= other / 2)
        power *= 2;
    return power;
}

// The largest power of two up to `wanted` that the device takes as a work-group.
static inline size_t ocl_group_size(cl_device_id device, size_t wanted)
{
    return ocl_power_of_two(wanted,
                            (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE),
                            ocl_local_limit(device, 0));
}

// The kernel's own reqd_work_group_size; without one the largest power of two up to `wanted` that
// kernel and device take.
static inline size_t ocl_local_size(cl_kernel kernel, cl_device_id device, size_t wanted)
{
    size_t required[3];
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof required, required, NULL));
    if (required[0] > 0) return required[0];
    return ocl_power_of_two(wanted, ocl_kernel_limit(kernel, device), ocl_local_limit(device, 0));
}

static inline void ocl_local_size_2d(cl_kernel kernel, cl_device_id device, const size_t wanted[2],
                                     size_t local[2])
{
    const size_t limit = ocl_kernel_limit(kernel, device);
    local[0] = ocl_power_of_two(wanted[0], limit, ocl_local_limit(device, 0));
    local[1] = ocl_power_of_two(wanted[1], limit / local[0], ocl_local_limit(device, 1));
}

// --- times ------------------------------------------------------------------------------------------

static inline double ocl_wall_ns(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static inline double ocl_ns_between(cl_ulong from, cl_ulong to)
{
    return to >= from ? (double)(to - from) : -(double)(from - to);
}

// Waits for `last`: the nanoseconds from the start of `first` to its end.
static inline double ocl_event_ns(cl_event first, cl_event last)
{
    cl_ulong begin, end;
    OCL_CHECK(clWaitForEvents(1, &last));
    OCL_CHECK(
        clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL));
    OCL_CHECK(clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
    return ocl_ns_between(begin, end);
}

// When a command came to each of its states, in nanoseconds of the device's clock.
typedef struct {
    cl_ulong queued, submitted, started, ended;
} ocl_stamps;

static inline ocl_stamps ocl_event_stamps(cl_event event)
{
    ocl_stamps at;
    OCL_CHECK(clWaitForEvents(1, &event));
    const cl_profiling_info names[] = { CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                        CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END };
    cl_ulong *const places[] = { &at.queued, &at.submitted, &at.started, &at.ended };
    for (int k = 0; k < 4; k++)
        OCL_CHECK(clGetEventProfilingInfo(event, names[k], sizeof *places[k], places[k], NULL));
    return at;
}

// --- comparing --------------------------------------------------------------------------------------

typedef struct {
    size_t count, mismatches;
    double error, bound;    // the largest error, and what is allowed
    size_t worst;           // the element with the largest error
    bool pass;
} ocl_result;

// One element; at most five mismatches are printed.
static inline void ocl_compare(ocl_result *result, const char *what, double got, double want,
                               double bound)
{
    const double error = got == want ? 0.0 : fabs(got - want);    // two infinities are equal
    const bool right = error <= bound;                            // false for NaN
    if (!(error <= result->error)) {
        result->error = error;
        result->worst = result->count;
    }
    if (!right && result->mismatches++ < 5)
        fprintf(stderr, "%s: %s[%zu] is %.9g, wanted %.9g\n", ocl_program_name, what, result->count,
                got, want);
    result->count++;
    result->pass = result->mismatches == 0;
}

#define OCL_COMPARE_ALL(limit)                                              \
    ocl_result result = { .pass = true };                                   \
    for (size_t i = 0; i < count; i++) {                                    \
        ocl_compare(&result, what, (double)got[i], (double)want[i], limit); \
        result.bound = limit;                                               \
    }                                                                       \
    return result

static inline ocl_result ocl_verify_f32(const char *what, const float *got, const float *want,
                                        size_t count, double bound)
{
    OCL_COMPARE_ALL(bound);
}

static inline ocl_result ocl_verify_f32_each(const char *what, const float *got, const float *want,
                                             size_t count, const float *bounds)
{
    OCL_COMPARE_ALL((double)bounds[i]);
}

static inline ocl_result ocl_verify_u32(const char *what, const uint32_t *got, const uint32_t *want,
                                        size_t count)
{
    OCL_COMPARE_ALL(0.0);
}

static inline ocl_result ocl_verify_u64(const char *what, const uint64_t *got, const uint64_t *want,
                                        size_t count)
{
    OCL_COMPARE_ALL(got[i] == want[i] ? 0.0 : -1.0);    // as doubles two large ones may be equal
}

static inline ocl_result ocl_verify_bytes(const char *what, const void *got_bytes,
                                          const void *want_bytes, size_t count)
{
    const unsigned char *got = got_bytes, *want = want_bytes;
    OCL_COMPARE_ALL(0.0);
}

// Reads a buffer from its start on, and compares every byte.
static inline ocl_result ocl_verify_buffer(const ocl_env *env, const char *what, cl_mem buffer,
                                           const void *want, size_t bytes)
{
    void *got = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(env->queue, buffer, CL_TRUE, 0, bytes, got, 0, NULL, NULL));
    const ocl_result result = ocl_verify_bytes(what, got, want, bytes);
    free(got);
    return result;
}

static inline ocl_result ocl_verify_equal(const char *what, long long got, long long want)
{
    ocl_result result = { .pass = true };
    ocl_compare(&result, what, (double)got, (double)want, 0.0);
    return result;
}

static inline ocl_result ocl_result_both(ocl_result a, ocl_result b)
{
    return (ocl_result){ .count = a.count + b.count,
                         .mismatches = a.mismatches + b.mismatches,
                         .error = b.error <= a.error ? a.error : b.error,
                         .bound = b.bound <= a.bound ? a.bound : b.bound,
                         .worst = b.error <= a.error ? a.worst : b.worst,
                         .pass = a.pass && b.pass };
}

// --- what is printed --------------------------------------------------------------------------------

typedef struct {
    int rows;
    bool wrong;
} ocl_report;

static inline ocl_report *ocl_report_open(const ocl_options *options, cl_device_id device)
{
    (void)options;
    char name[256];
    ocl_report *report = ocl_alloc(sizeof *report);
    *report = (ocl_report){ 0 };
    printf("device     %s\n", ocl_device_text_in(name, device, CL_DEVICE_NAME));
    return report;
}

static inline void ocl_report_count(ocl_report *report, const char *key, size_t value)
{
    (void)report;
    printf("%-10s %zu\n", key, value);
}

static inline void ocl_report_real(ocl_report *report, const char *key, double value)
{
    (void)report;
    printf("%-10s %g\n", key, value);
}

static inline void ocl_report_text(ocl_report *report, const char *key, const char *value)
{
    (void)report;
    printf("%-10s %s\n", key, value);
}

static inline void ocl_report_print(ocl_report *report, const char *format, ...)
{
    (void)report;
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

static inline void ocl_report_note(ocl_report *report, const char *format, ...)
{
    (void)report;
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static inline void ocl_report_problem(ocl_report *report)
{
    (void)report;    // it has been printed
}

static inline void ocl_report_fact(ocl_report *report, const char *name, const char *format, ...)
{
    (void)report;
    printf("%-21s ", name);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

// A table: its headings stand over the first row, each as wide as the conversion of its column.
typedef struct {
    const char *headings;    // separated by commas
    bool begun;
} ocl_table;

static inline ocl_table ocl_table_open(ocl_report *report, const char *name, const char *headings)
{
    (void)report;
    (void)name;
    return (ocl_table){ .headings = headings };
}

static inline void ocl_print_headings(const char *headings, const char *format)
{
    while (*format)
        if (format[0] == '%' && format[1] != '%') {
            const int length = (int)strcspn(headings, ",");
            printf("%*.*s", atoi(format + 1), length, headings);    // a minus: to the left
            headings += length;
            headings += strspn(headings, ", ");
            format += strcspn(format, "sduxfeg");
            if (*format) format++;
        } else {
            putchar(' ');
            format++;
        }
    putchar('\n');
}

static inline void ocl_table_row(ocl_table *table, const char *format, ...)
{
    if (!table->begun) ocl_print_headings(table->headings, format);
    table->begun = true;
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

// Runs the reference once, and prints how long it took.
#define OCL_TIME_REFERENCE(report, call)                     \
    do {                                                     \
        const double ocl_begin_ns = ocl_wall_ns();           \
        call;                                                \
        printf("reference  %.3f ms, serial C on the host\n", \
               (ocl_wall_ns() - ocl_begin_ns) / 1e6);        \
    } while (0)

// How long launches took on the device, all together.
static inline void ocl_report_kernel(ocl_report *report, const char *name, const cl_event *launches,
                                     size_t count)
{
    (void)report;
    double ns = 0.0;
    for (size_t k = 0; k < count; k++)
        ns += ocl_event_ns(launches[k], launches[k]);
    printf("%-10s %.3f ms, on the device\n", name, ns / 1e6);
}

static inline void ocl_report_result(ocl_report *report, const char *name, ocl_result result)
{
    report->rows++;
    report->wrong = report->wrong || !result.pass;
    printf("%-24s %zu compared, %zu mismatches, error %.2e, bound %.2e  %s\n", name, result.count,
           result.mismatches, result.error, result.bound, result.pass ? "PASS" : "FAIL");
}

// The verdict, and the exit status for main.
static inline int ocl_report_close(ocl_report *report)
{
    const bool pass = report->rows > 0 && !report->wrong;
    free(report);
    puts(pass ? "PASS" : "FAIL");
    return pass ? OCL_EXIT_PASS : OCL_EXIT_WRONG;
}

#endif
