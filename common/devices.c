// SPDX-License-Identifier: MIT

#include "devices.h"

#include "device_limits.h"
#include "report.h"
#include "system.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// --- attributes

// A driver's text may end in blanks, or hold none at all.
static char *trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    size_t lead = strspn(text, " \t\r\n");
    memmove(text, text + lead, length - lead + 1);
    return text;
}

char *ocl_device_text(cl_device_id device, cl_device_info attribute)
{
    size_t bytes = 0;
    OCL_CHECK(clGetDeviceInfo(device, attribute, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetDeviceInfo(device, attribute, bytes, text, NULL));
    text[bytes] = '\0';
    return trim(text);
}

char *ocl_platform_text(cl_platform_id platform, cl_platform_info attribute)
{
    size_t bytes = 0;
    OCL_CHECK(clGetPlatformInfo(platform, attribute, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetPlatformInfo(platform, attribute, bytes, text, NULL));
    text[bytes] = '\0';
    return trim(text);
}

cl_ulong ocl_device_number(cl_device_id device, cl_device_info attribute)
{
    union {
        cl_uchar u8;
        cl_uint u32;
        cl_ulong u64;
    } value = { 0 };
    size_t bytes = 0;
    OCL_CHECK(clGetDeviceInfo(device, attribute, sizeof value, &value, &bytes));
    return bytes == sizeof value.u64 ? value.u64 : bytes == sizeof value.u32 ? value.u32 : value.u8;
}

cl_platform_id ocl_device_platform(cl_device_id device)
{
    cl_platform_id platform;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    return platform;
}

bool ocl_is_cpu(cl_device_id device)
{
    return ocl_device_number(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
}

bool ocl_has_extension(cl_device_id device, const char *extension)
{
    char *list = ocl_device_text(device, CL_DEVICE_EXTENSIONS);
    size_t wanted = strlen(extension), length;
    bool found = false;
    for (const char *word = list; *word && !found; word += length + strspn(word + length, " ")) {
        length = strcspn(word, " ");
        found = length == wanted && strncmp(word, extension, length) == 0;
    }
    free(list);
    return found;
}

int ocl_device_version(cl_device_id device)
{
    char *text = ocl_device_text(device, CL_DEVICE_VERSION);    // "OpenCL 1.2 and more"
    int major = 0, minor = 0;
    if (sscanf(text, "OpenCL %d.%d", &major, &minor) != 2) major = minor = 0;
    free(text);
    return 10 * major + minor;
}

// --- enumeration

// Appends a platform's devices to the list.  A driver that is there but does not work must not keep
// the others from being used.
static void add_devices(cl_platform_id platform, cl_device_id **devices, cl_uint *count)
{
    cl_uint more = 0;
    cl_int status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &more);
    if (status != CL_SUCCESS && status != CL_DEVICE_NOT_FOUND) {
        char *name = ocl_platform_text(platform, CL_PLATFORM_NAME);
        ocl_warn("the devices of the platform %s are left out: clGetDeviceIDs: %s (%d)", name,
                 ocl_error_name(status), (int)status);
        free(name);
    }
    if (status != CL_SUCCESS || more == 0) return;
    cl_device_id *longer = ocl_alloc((*count + more) * sizeof *longer);
    if (*count) memcpy(longer, *devices, *count * sizeof *longer);
    OCL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, more, longer + *count, NULL));
    free(*devices);
    *devices = longer;
    *count += more;
}

cl_uint ocl_all_devices(cl_device_id **devices)
{
    *devices = NULL;
    cl_uint platform_count = 0, count = 0;
    cl_int status = clGetPlatformIDs(0, NULL, &platform_count);
    if (status == CL_PLATFORM_NOT_FOUND_KHR) return 0;
    OCL_CHECK(status);
    if (platform_count == 0) return 0;
    cl_platform_id *platforms = ocl_alloc(platform_count * sizeof *platforms);
    OCL_CHECK(clGetPlatformIDs(platform_count, platforms, NULL));
    for (cl_uint i = 0; i < platform_count; i++)
        add_devices(platforms[i], devices, &count);
    free(platforms);
    return count;
}

void ocl_exit_no_device(void)
{
    ocl_exit(
        OCL_EXIT_NO_DEVICE,
        "no OpenCL device found; install a driver: the package pocl-opencl-icd runs OpenCL on "
        "any CPU (Debian, Ubuntu: sudo apt install pocl-opencl-icd), a GPU needs its vendor's; "
        "if one is installed, see whether OCL_ICD_VENDORS hides it");
}

static const char *type_name(cl_device_id device)
{
    cl_ulong type = ocl_device_number(device, CL_DEVICE_TYPE);
    return type & CL_DEVICE_TYPE_GPU           ? "gpu"
           : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
           : type & CL_DEVICE_TYPE_CPU         ? "cpu"
                                               : "custom";
}

void ocl_print_devices(FILE *stream, const cl_device_id *devices, cl_uint count)
{
    cl_platform_id last = NULL;
    for (cl_uint i = 0; i < count; i++) {
        cl_platform_id platform = ocl_device_platform(devices[i]);
        if (platform != last) {
            char *platform_name = ocl_platform_text(platform, CL_PLATFORM_NAME);
            fprintf(stream, "%s\n", platform_name);
            free(platform_name);
            last = platform;
        }
        char *name = ocl_device_text(devices[i], CL_DEVICE_NAME);
        char *version = ocl_device_text(devices[i], CL_DEVICE_VERSION);
        fprintf(stream, "%4u  %-11s  %s, %s\n", (unsigned)i, type_name(devices[i]), name, version);
        free(version);
        free(name);
    }
}

// Frees both texts.
static void add_name_and_version(json_t *object, char *name, char *version)
{
    json_object_set_new(object, "name", ocl_json_text(name));
    json_object_set_new(object, "version", ocl_json_text(version));
    free(version);
    free(name);
}

// A platform without its devices.
static json_t *platform_as_json(cl_platform_id platform)
{
    json_t *object = json_object();
    add_name_and_version(object, ocl_platform_text(platform, CL_PLATFORM_NAME),
                         ocl_platform_text(platform, CL_PLATFORM_VERSION));
    json_object_set_new(object, "devices", json_array());
    return object;
}

static json_t *device_as_json(cl_device_id device, cl_uint number)
{
    json_t *object = json_object();
    json_object_set_new(object, "number", json_integer(number));
    json_object_set_new(object, "type", json_string(type_name(device)));
    add_name_and_version(object, ocl_device_text(device, CL_DEVICE_NAME),
                         ocl_device_text(device, CL_DEVICE_VERSION));
    return object;
}

void ocl_print_devices_json(FILE *stream, const cl_device_id *devices, cl_uint count)
{
    json_t *root = json_object(), *platforms = json_array(), *platform = NULL;
    json_object_set_new(root, "platforms", platforms);
    cl_platform_id last = NULL;
    for (cl_uint i = 0; i < count; i++) {
        if (ocl_device_platform(devices[i]) != last) {
            last = ocl_device_platform(devices[i]);
            platform = platform_as_json(last);
            json_array_append_new(platforms, platform);
        }
        json_array_append_new(json_object_get(platform, "devices"), device_as_json(devices[i], i));
    }
    json_dumpf(root, stream, JSON_INDENT(2));
    fputc('\n', stream);
    json_decref(root);
}

// --- choice

static bool equal_ignoring_case(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i])) return false;
    return true;
}

static bool contains_ignoring_case(const char *text, const char *part, size_t length)
{
    for (size_t room = strlen(text); room >= length; room--, text++)
        if (equal_ignoring_case(text, part, length)) return true;
    return false;
}

static bool name_matches(cl_device_id device, const char *wish, size_t length)
{
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    char *platform = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_NAME);
    bool matches = contains_ignoring_case(name, wish, length) ||
                   contains_ignoring_case(platform, wish, length);
    free(platform);
    free(name);
    return matches;
}

static bool matches_wish(cl_device_id device, const char *wish, size_t length)
{
    static const char *const types[] = { "cpu", "gpu", "accelerator" };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strlen(types[i]) == length && equal_ignoring_case(types[i], wish, length))
            return strcmp(type_name(device), types[i]) == 0;
    return name_matches(device, wish, length);
}

static bool all_digits(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

static int default_device(const cl_device_id *devices, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++)
        if (ocl_device_number(devices[i], CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) return (int)i;
    return count > 0 ? 0 : -1;
}

int ocl_match_device(const cl_device_id *devices, cl_uint count, const char *wish)
{
    if (!wish) return default_device(devices, count);
    ocl_message ignored;
    uint64_t number;
    if (all_digits(wish))
        return ocl_parse_seed(wish, &number, &ignored) && number < count ? (int)number : -1;

    size_t length = strlen(wish), nth = 1;
    const char *colon = strrchr(wish, ':');
    if (colon && all_digits(colon + 1)) {
        if (!ocl_parse_count(colon + 1, &nth, &ignored)) return -1;
        length = (size_t)(colon - wish);
    }
    for (cl_uint i = 0; length > 0 && i < count; i++)
        if (matches_wish(devices[i], wish, length) && --nth == 0) return (int)i;
    return -1;
}

cl_device_id ocl_choose_device(const cl_device_id *devices, cl_uint count,
                               const ocl_options *options)
{
    if (count == 0) ocl_exit_no_device();
    int chosen = ocl_match_device(devices, count, options->device);
    if (chosen < 0) {
        ocl_warn("no device is '%s' (--device, OCL_DEVICE); these are there:", options->device);
        ocl_print_devices(stderr, devices, count);
        exit(OCL_EXIT_USAGE);
    }
    return devices[chosen];
}

// --- environment

ocl_env ocl_open(const ocl_options *options)
{
    cl_device_id *devices;
    cl_uint count = ocl_all_devices(&devices);
    ocl_env env = { .options = options };
    env.device = ocl_choose_device(devices, count, options);
    env.platform = ocl_device_platform(env.device);
    free(devices);

    cl_int err;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)env.platform, 0 };
    env.context = OCL_CREATE(clCreateContext(properties, 1, &env.device, NULL, NULL, &err));
    env.queue =
        OCL_CREATE(clCreateCommandQueue(env.context, env.device, CL_QUEUE_PROFILING_ENABLE, &err));
    ocl_handle_limits_option(&env);
    return env;
}

void ocl_close(ocl_env *env)
{
    OCL_CHECK(clReleaseCommandQueue(env->queue));
    OCL_CHECK(clReleaseContext(env->context));
}

// --- memory

enum { MIB = 1 << 20 };

static void require(double bytes, double limit, const char *what, const char *limit_name)
{
    if (bytes > limit)
        ocl_exit(OCL_EXIT_USAGE, "%s needs %.0f MiB, but %s is %.0f MiB; try a smaller --size",
                 what, bytes / MIB, limit_name, limit / MIB);
}

void ocl_require_memory(cl_device_id device, double largest_buffer, double all_buffers,
                        double host_arrays)
{
    double max_alloc = (double)ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    double global = (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    double host = ocl_host_memory();
    bool shared = ocl_is_cpu(device) || ocl_device_number(device, CL_DEVICE_HOST_UNIFIED_MEMORY);

    require(largest_buffer, max_alloc, "one buffer of this size",
            "the device's CL_DEVICE_MAX_MEM_ALLOC_SIZE");
    require(all_buffers, global, "this size on the device", "its CL_DEVICE_GLOBAL_MEM_SIZE");
    if (host > 0)
        require(host_arrays + (shared ? all_buffers : 0.0), host, "this size on the host",
                "the host's memory");
}

unsigned ocl_known_platform(cl_device_id device)
{
    static const struct {
        const char *name;
        unsigned platform;
    } known[] = {
        { "Oclgrind", OCL_OCLGRIND },
        { "NVIDIA CUDA", OCL_NVIDIA },
        { "Portable Computing Language", OCL_POCL },
        { "Intel(R) OpenCL", OCL_INTEL },
    };
    char *name = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_NAME);
    unsigned platform = 0;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i].name) == 0) platform = known[i].platform;
    free(name);
    return platform;
}
