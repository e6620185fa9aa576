// SPDX-License-Identifier: MIT
//
// extensions - what a device has beyond the standard, and how a program asks for it.
//
// Shows   lists of names, with versions; a search for whole names, and what is wrong with strstr;
//         the address of a function, and a call of it
// Uses    CL_PLATFORM_EXTENSIONS, CL_DEVICE_EXTENSIONS, CL_PLATFORM_EXTENSIONS_WITH_VERSION,
//         CL_DEVICE_EXTENSIONS_WITH_VERSION, clGetExtensionFunctionAddressForPlatform,
//         clIcdGetPlatformIDsKHR
// Try     extensions --require cl_khr_fp64

#include "ocl.h"

// --- words of a text with blanks between them, such as a list of extensions

typedef struct {
    char **at;
    size_t count;
} words;

// The words of a text; none of an empty one.  Free them with words_free.
static words words_split(const char *text)
{
    words w = { .at = ocl_alloc((strlen(text) / 2 + 1) * sizeof *w.at) };
    for (size_t length; *(text += strspn(text, " ")); text += length) {
        length = strcspn(text, " ");
        w.at[w.count] = ocl_alloc(length + 1);
        memcpy(w.at[w.count], text, length);
        w.at[w.count++][length] = '\0';
    }
    return w;
}

static void words_free(words *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->at[i]);
    free(w->at);
}

// The text without one of its words, malloc'ed.
static char *words_without(const words *w, size_t left_out)
{
    ocl_growing text = { 0 };
    ocl_append_text(&text, "");
    for (size_t i = 0; i < w->count; i++) {
        if (i == left_out) continue;
        if (text.bytes > 0) ocl_append_text(&text, " ");
        ocl_append_text(&text, w->at[i]);
    }
    return text.text;
}

// A list, a name, and whether the name is in the list.
typedef struct {
    const char *list, *name;
    bool listed;
} search_case;

// A function, and the extension that it belongs to.
typedef struct {
    const char *name, *extension;
    bool by_loader;    // the loader answers, Khronos' with NULL: not counted
} function_case;

static const search_case SEARCH_CASES[] = {
    { "cl_khr_fp64 cl_khr_mipmap_image_writes", "cl_khr_mipmap_image", false },
    { "cl_khr_mipmap_image_writes cl_khr_mipmap_image", "cl_khr_mipmap_image", true },
    { "cl_khr_fp64 cl_khr_spirv_queries", "cl_khr_spir", false },
    { "  cl_khr_fp16   cl_khr_fp64  ", "cl_khr_fp64", true },
    { "cl_khr_fp64", "cl_khr_fp64", true },
    { "cl_khr_fp64 cl_khr_icd", "khr_icd", false },
    { "cl_khr_fp64 cl_khr_icd", "cl_khr_fp64 cl_khr_icd", false },
    { "", "cl_khr_fp64", false },
    { .name = NULL },
};

static const function_case FUNCTION_CASES[] = {
    { "clIcdGetPlatformIDsKHR", "cl_khr_icd", true },
    { "clCreateProgramWithILKHR", "cl_khr_il_program", false },
    { "clGetKernelSuggestedLocalWorkSizeKHR", "cl_khr_suggested_local_work_size", false },
    { "clCreateCommandQueueWithPropertiesKHR", "cl_khr_create_command_queue", false },
    { "clCreateCommandBufferKHR", "cl_khr_command_buffer", false },
    { "clUpdateMutableCommandsKHR", "cl_khr_command_buffer_mutable_dispatch", false },
    { "clCreateSemaphoreWithPropertiesKHR", "cl_khr_semaphore", false },
    { "clGetGLContextInfoKHR", "cl_khr_gl_sharing", false },
    { "clTerminateContextKHR", "cl_khr_terminate_context", false },
    { .name = NULL },
};

typedef struct {
    cl_device_id device;
    cl_platform_id platform;
    ocl_report *report;
    char *device_list, *platform_list;    // names with blanks between them
} lesson;

static char *ask_platform(cl_platform_id platform, cl_platform_info query, size_t *bytes)
{
    OCL_CHECK(clGetPlatformInfo(platform, query, 0, NULL, bytes));
    char *value = ocl_alloc(*bytes + 1);
    if (*bytes > 0) OCL_CHECK(clGetPlatformInfo(platform, query, *bytes, value, NULL));
    value[*bytes] = '\0';
    return value;
}

static char *ask_device(cl_device_id device, cl_device_info query, size_t *bytes)
{
    OCL_CHECK(clGetDeviceInfo(device, query, 0, NULL, bytes));
    char *value = ocl_alloc(*bytes + 1);
    if (*bytes > 0) OCL_CHECK(clGetDeviceInfo(device, query, *bytes, value, NULL));
    value[*bytes] = '\0';
    return value;
}

// Whether one of the words of the list is this name.
static bool has_name(const char *list, const char *name)
{
    size_t length;
    for (; *(list += strspn(list, " ")); list += length) {
        length = strcspn(list, " ");
        if (length == strlen(name) && memcmp(list, name, length) == 0) return true;
    }
    return false;
}

// A list of OpenCL 3.0 has a version with each name.  The names are those of the older list.
static ocl_result add_versions(ocl_table *table, const char *of, const char *names,
                               const char *value, size_t bytes)
{
    ocl_result result = { .pass = true };
    words expected = words_split(names);
    for (size_t at = 0; at < bytes; at += sizeof(cl_name_version)) {
        cl_name_version one;
        memcpy(&one, value + at, sizeof one);
        char version[32];
        snprintf(version, sizeof version, "%u.%u.%u", CL_VERSION_MAJOR(one.version),
                 CL_VERSION_MINOR(one.version), CL_VERSION_PATCH(one.version));
        ocl_table_row(table, "%-8s  %-42s %-8s", of, one.name, version);
        result =
            ocl_result_both(result, ocl_verify_equal(one.name, has_name(names, one.name), true));
    }
    const size_t count = bytes / sizeof(cl_name_version);
    result =
        ocl_result_both(result, ocl_verify_equal(of, (long long)count, (long long)expected.count));
    words_free(&expected);
    return result;
}

static ocl_result show_versions(const lesson *l)
{
    size_t bytes;
    ocl_table table = ocl_table_open(l->report, "versions", "list of, extension, version");
    char *value = ask_platform(l->platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, &bytes);
    ocl_result result = add_versions(&table, "platform", l->platform_list, value, bytes);
    free(value);
    value = ask_device(l->device, CL_DEVICE_EXTENSIONS_WITH_VERSION, &bytes);
    result = ocl_result_both(result, add_versions(&table, "device", l->device_list, value, bytes));
    free(value);
    return result;
}

// strstr finds a name inside of a longer one.
static void add_search(ocl_table *table, const char *what, const char *list, const char *name)
{
    ocl_table_row(table, "%-48s  %-36s %-6s %-11s", what, name, strstr(list, name) ? "yes" : "-",
                  has_name(list, name) ? "yes" : "-");
}

// Made-up lists; then the device's own, each time without one of its names.
static ocl_result show_search(const lesson *l)
{
    ocl_table table = ocl_table_open(l->report, "search", "list, name, strstr, whole names");
    ocl_result result = { .pass = true };
    for (const search_case *c = SEARCH_CASES; c->name; c++) {
        add_search(&table, *c->list ? c->list : "an empty list", c->list, c->name);
        result = ocl_result_both(result,
                                 ocl_verify_equal(c->list, has_name(c->list, c->name), c->listed));
    }
    words names = words_split(l->device_list);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.at[i];
        char *without = words_without(&names, i);
        if (strstr(without, name))
            add_search(&table, "the device's list without this name", without, name);
        const bool found[] = { has_name(l->device_list, name), has_name(without, name) };
        result = ocl_result_both(result, ocl_verify_equal(name, found[0] && !found[1], true));
        free(without);
    }
    words_free(&names);
    return result;
}

// A function of an extension that is listed has an address.  Others may have one, too: it says
// nothing about the device.
static ocl_result show_functions(const lesson *l)
{
    ocl_table table =
        ocl_table_open(l->report, "functions", "function, extension, listed, address");
    ocl_result result = { .pass = true };
    for (const function_case *c = FUNCTION_CASES; c->name; c++) {
        const bool listed =
            has_name(l->device_list, c->extension) || has_name(l->platform_list, c->extension);
        const bool has = clGetExtensionFunctionAddressForPlatform(l->platform, c->name) != NULL;
        ocl_table_row(&table, "%-37s %-38s %-6s %-7s", c->name, c->extension, listed ? "yes" : "-",
                      has ? "yes" : "NULL");
        if (listed && !c->by_loader)
            result = ocl_result_both(result, ocl_verify_equal(c->name, has, true));
    }
    void *unknown = clGetExtensionFunctionAddressForPlatform(l->platform, "clNoSuchFunctionKHR");
    return ocl_result_both(result, ocl_verify_equal("an unknown name", unknown == NULL, true));
}

// With this function of the driver the loader has found the driver's platforms.
static void call_function(const lesson *l)
{
    clIcdGetPlatformIDsKHR_fn get_platforms;
    // C has no cast from void * to a pointer to a function, but systems with OpenCL have.
    *(void **)&get_platforms =
        clGetExtensionFunctionAddressForPlatform(l->platform, "clIcdGetPlatformIDsKHR");
    if (!get_platforms) {
        ocl_report_note(l->report,
                        "not called: clIcdGetPlatformIDsKHR, whose address is NULL here");
        return;
    }
    cl_uint count = 0, mine = 0;
    OCL_CHECK(get_platforms(0, NULL, &count));
    cl_platform_id *platforms = ocl_alloc((count + 1) * sizeof *platforms);
    OCL_CHECK(get_platforms(count, platforms, NULL));
    for (cl_uint i = 0; i < count; i++)
        mine += platforms[i] == l->platform;
    free(platforms);
    ocl_report_fact(l->report, "platforms of this driver", "%u", count);
    ocl_report_result(l->report, "clIcdGetPlatformIDsKHR",
                      ocl_verify_equal("this platform in the list", mine, 1));
}

int main(int argc, char **argv)
{
    const char *required = NULL;
    const ocl_option own[] = {
        { .usage = "-x, --require NAME: end with 77 where the device lacks this extension",
          .text = &required },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "extensions",
                              .summary = "What a device has beyond the standard.",
                              .accepts = "d",
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .json = false });
    if (required && strncmp(required, "cl_", 3) != 0)
        ocl_exit(OCL_EXIT_USAGE, "--require %s: names of extensions begin with cl_", required);
    ocl_env env = ocl_open(&opt);

    lesson l = { .device = env.device, .platform = env.platform };
    size_t bytes;
    l.device_list = ask_device(l.device, CL_DEVICE_EXTENSIONS, &bytes);
    l.platform_list = ask_platform(l.platform, CL_PLATFORM_EXTENSIONS, &bytes);
    if (required && !has_name(l.device_list, required))
        ocl_exit(OCL_EXIT_SKIP, "this device has no %s", required);
    l.report = ocl_report_open(&opt, l.device);

    if (ocl_device_version(l.device) >= 30)
        ocl_report_result(l.report, "both lists have the same names", show_versions(&l));
    else
        ocl_report_note(l.report, "lists with versions came with OpenCL 3.0");
    ocl_report_result(l.report, "search for whole names", show_search(&l));
    ocl_report_result(l.report, "addresses of functions", show_functions(&l));
    call_function(&l);

    free(l.platform_list);
    free(l.device_list);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
