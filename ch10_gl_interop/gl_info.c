// SPDX-License-Identifier: MIT
//
// gl_info - which OpenCL devices can share buffers and images with OpenGL.
//
// Shows   the extensions of each device, by their whole names; the graphics devices beside them;
//         an OpenCL context for an OpenGL context; what drivers answer that cannot share
// Uses    clGetDeviceInfo, clGetExtensionFunctionAddressForPlatform, clGetGLContextInfoKHR,
//         clCreateContext with CL_GL_CONTEXT_KHR and CL_EGL_DISPLAY_KHR;
//         glGetString
// Try     gl_info; gl_info --force; gl_info --json

#include "ocl.h"

#include "gl_info/answer.h"
#include "shared/opengl/gl.h"
#include "shared/opengl/uuid.h"

// What a device may share.
enum { SHARING, EVENT, DEPTH_IMAGES, MSAA_SHARING, EXTENSIONS };
static const char *const NAMES[EXTENSIONS] = { "cl_khr_gl_sharing", "cl_khr_gl_event",
                                               "cl_khr_gl_depth_images", "cl_khr_gl_msaa_sharing" };

typedef struct {
    cl_device_id id;
    bool has[EXTENSIONS];
    uuid_text uuid;
} compute_device;

typedef struct {
    ocl_report *report;
    cl_uint count;
    compute_device *devices;
    bool force;             // also ask devices that cannot share
    bool shares;            // some device can
    ocl_result answered;    // of all devices that say they can share
} lesson;

static const char *yes_no(bool yes)
{
    return yes ? "yes" : "no";
}

// --- OpenCL's side

// Whether the list of extensions holds this word: not only a longer one that begins with it.
static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
    return false;
}

static compute_device look_at(cl_device_id id)
{
    compute_device device = { .id = id, .uuid = uuid_of_device(id) };
    size_t bytes;
    OCL_CHECK(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &bytes));
    char *list = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, bytes, list, NULL));
    list[bytes] = 0;
    for (int e = 0; e < EXTENSIONS; e++)
        device.has[e] = has_word(list, NAMES[e]);
    free(list);
    return device;
}

// OpenCL 3.0 lists the extensions once more, with their versions: are they the same?  And shared
// images with several samples need shared depth images.
static ocl_result verify_extensions(const compute_device *device)
{
    cl_uint got[EXTENSIONS + 1], ref[EXTENSIONS + 1];
    cl_version version;
    for (int e = 0; e < EXTENSIONS; e++) {
        got[e] = ref[e] = device->has[e];
        if (ocl_device_version(device->id) >= 30)
            got[e] =
                ocl_lists_name(device->id, CL_DEVICE_EXTENSIONS_WITH_VERSION, NAMES[e], &version);
    }
    got[EXTENSIONS] = !device->has[MSAA_SHARING] || device->has[DEPTH_IMAGES];
    ref[EXTENSIONS] = true;
    return ocl_verify_u32("extensions", got, ref, EXTENSIONS + 1);
}

static void list_devices(lesson *l)
{
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(l->report, "OpenCL devices",
                                     "device, sharing, event, depth, msaa, uuid, name");
    for (cl_uint d = 0; d < l->count; d++) {
        const compute_device *device = &l->devices[d];
        const bool *has = device->has;
        char *name = ocl_device_text(device->id, CL_DEVICE_NAME);
        ocl_table_row(&table, "%6u  %-7s  %-5s  %-5s  %-4s  %-32s  %s", d, yes_no(has[SHARING]),
                      yes_no(has[EVENT]), yes_no(has[DEPTH_IMAGES]), yes_no(has[MSAA_SHARING]),
                      *device->uuid.text ? device->uuid.text : NULL, name);
        l->shares = l->shares || has[SHARING];
        result = ocl_result_both(result, verify_extensions(device));
        free(name);
    }
    ocl_report_result(l->report, "extensions, in both lists", result);
}

// --- OpenGL's side

static void list_graphics(const lesson *l)
{
    ocl_table table =
        ocl_table_open(l->report, "graphics devices", "graphics, uuid, vendor, renderer, version");
    for (size_t g = 0; g < gl_count_devices(); g++) {
        gl_context gl;
        if (!gl_open_on(&gl, g)) {
            ocl_report_note(l->report, "graphics device %zu has no context of OpenGL 3.3", g);
            continue;
        }
        const uuid_text uuid = uuid_of_graphics();
        ocl_table_row(&table, "%8zu  %-32s  %-10s  %s  %s", g, *uuid.text ? uuid.text : NULL,
                      (const char *)glGetString(GL_VENDOR), (const char *)glGetString(GL_RENDERER),
                      (const char *)glGetString(GL_VERSION));
        gl_close(&gl);
    }
}

// --- both sides together

// Asks the driver of an OpenCL device about an OpenGL context.
static sharing_devices ask(cl_device_id device, const cl_context_properties *properties)
{
    sharing_devices answer = { .status = CL_INVALID_OPERATION };
    if (!has_context_info(ocl_device_platform(device))) return answer;
    size_t bytes = 0, current_bytes = 0;
    clGetGLContextInfoKHR_fn get_info;
    *(void **)&get_info = clGetExtensionFunctionAddressForPlatform(ocl_device_platform(device),
                                                                   "clGetGLContextInfoKHR");
    if (!get_info)
        ocl_exit(OCL_EXIT_CALL,
                 "clGetExtensionFunctionAddressForPlatform gives no clGetGLContextInfoKHR");
    answer.status = get_info(properties, CL_DEVICES_FOR_GL_CONTEXT_KHR, sizeof answer.devices,
                             answer.devices, &bytes);
    if (answer.status != CL_SUCCESS) return answer;
    answer.count = (cl_uint)(bytes / sizeof *answer.devices);
    answer.status = get_info(properties, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR,
                             sizeof answer.current, &answer.current, &current_bytes);
    if (current_bytes == 0) answer.current = NULL;
    return answer;
}

// A context for the OpenCL device and the OpenGL context: CL_SUCCESS, or why there is none.  Where
// the driver has named the device, there must be one.
static cl_int try_context(lesson *l, const compute_device *device,
                          const cl_context_properties *properties, size_t bytes, bool must)
{
    cl_int err;
    const cl_context context = clCreateContext(properties, 1, &device->id, NULL, NULL, &err);
    if (must) {
        OCL_CHECK(err);
        l->answered = ocl_result_both(l->answered, verify_context(context, properties, bytes));
    }
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseContext(context));
    return err;
}

// One OpenCL device beside the current OpenGL context.
static void try_pair(lesson *l, ocl_table *table, size_t g, cl_uint d, const gl_context *gl)
{
    const compute_device *device = &l->devices[d];
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM,
        (cl_context_properties)ocl_device_platform(device->id),
        CL_GL_CONTEXT_KHR,
        (cl_context_properties)gl->context,
        CL_EGL_DISPLAY_KHR,
        (cl_context_properties)gl->display,
        0,
    };
    const uuid_text uuid = uuid_of_graphics();
    const char *same = NULL, *current = NULL, *listed = NULL, *made = NULL;
    const char *told = "not asked: no cl_khr_gl_sharing";
    if (*uuid.text && *device->uuid.text) same = yes_no(strcmp(uuid.text, device->uuid.text) == 0);
    if (device->has[SHARING] || l->force) {
        const sharing_devices answer = ask(device->id, properties);
        const bool is_listed = lists(&answer, device->id);
        const bool must = device->has[SHARING] && is_listed;
        if (device->has[SHARING])
            l->answered = ocl_result_both(l->answered, verify_answer(&answer));
        if (must || l->force)
            made = ocl_error_name(try_context(l, device, properties, sizeof properties, must));
        current = yes_no(answer.current == device->id);
        listed = yes_no(is_listed);
        told = ocl_error_name(answer.status);
    }
    ocl_table_row(table, "%8zu %6u  %-9s  %-7s  %-6s  %-32s  %s", g, d, same, current, listed, told,
                  made);
}

static void list_pairs(lesson *l)
{
    l->answered = (ocl_result){ .pass = true };
    ocl_table table = ocl_table_open(l->report, "who shares with whom",
                                     "graphics, device, same uuid, current, listed, "
                                     "clGetGLContextInfoKHR, clCreateContext");
    for (size_t g = 0; g < gl_count_devices(); g++) {
        gl_context gl;
        if (!gl_open_on(&gl, g)) continue;
        for (cl_uint d = 0; d < l->count; d++)
            try_pair(l, &table, g, d, &gl);
        gl_close(&gl);
    }
    if (l->answered.count) ocl_report_result(l->report, "answers about sharing", l->answered);
}

int main(int argc, char **argv)
{
    bool force = false;
    const ocl_option own[] = {
        { .usage = "-f, --force: also ask devices without cl_khr_gl_sharing", .flag = &force },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "gl_info",
                              .summary = "Which OpenCL devices can share with OpenGL.",
                              .accepts = "",
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .json = false });
    cl_device_id *ids;
    lesson l = { .force = force, .count = ocl_all_devices(&ids) };
    if (l.count == 0) ocl_exit_no_device();
    gl_context gl = gl_open();    // is there any?
    gl_close(&gl);

    l.devices = ocl_alloc(l.count * sizeof *l.devices);
    for (cl_uint d = 0; d < l.count; d++)
        l.devices[d] = look_at(ids[d]);
    l.report = ocl_report_open(&opt, NULL);
    ocl_report_count(l.report, "OpenCL devices", l.count);
    ocl_report_count(l.report, "graphics devices", gl_count_devices());

    list_devices(&l);
    list_graphics(&l);
    list_pairs(&l);
    if (force)
        ocl_report_note(l.report, "what a device without cl_khr_gl_sharing answers is not counted");
    if (!l.shares) ocl_report_note(l.report, "no OpenCL device here can share with OpenGL");

    free(l.devices);
    free(ids);
    return ocl_report_close(l.report);
}
