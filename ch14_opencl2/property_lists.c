// SPDX-License-Identifier: MIT
//
// property_lists - queues, buffers and images that are made with lists of properties.
//
// Shows   lists that end with 0; what an object gives back of its list; hints for priority and
//         throttle; the size of a queue on the device; a property that an extension adds
// Uses    clCreateCommandQueueWithProperties, clCreateCommandQueueWithPropertiesKHR,
//         clGetCommandQueueInfo with CL_QUEUE_PROPERTIES, CL_QUEUE_PROPERTIES_ARRAY (OpenCL 3.0)
//         and CL_QUEUE_SIZE; clCreateBufferWithProperties, clCreateImageWithProperties,
//         clGetMemObjectInfo with CL_MEM_PROPERTIES (OpenCL 3.0)
// Try     property_lists -n 1; property_lists -d intel

#include "ocl.h"

#include "property_lists/answer.h"

enum { QUEUE_BYTES = 16384, PARTS = 8 };

// Of newer headers than those of Debian 12.
enum { MEM_DEVICE_PRIVATE_ADDRESS = 0x5000 };    // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT

// Of what the device does not have.
static const ocl_result NONE = { .pass = true };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    ocl_table table;    // of the objects and their lists
    size_t n, bytes;
    const cl_uint *x;    // what a buffer is filled with
} lesson;

// --- queues

// What the queue says about itself: the bits, and since OpenCL 3.0 the whole list.
static ocl_result verify_queue(lesson *l, const char *what, const cl_queue_properties *list,
                               cl_command_queue queue, cl_command_queue_properties bits)
{
    cl_command_queue_properties got = 0;
    OCL_CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof got, &got, NULL));
    const ocl_result result = ocl_verify_equal(what, (long long)got, (long long)bits);
    if (ocl_device_version(l->env->device) < 30) return result;
    answered_list answer = { .bytes = 0 };
    OCL_CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof answer.words,
                                    answer.words, &answer.bytes));
    list_row(&l->table, what, list, &answer);
    return ocl_result_both(result, verify_list(what, list, &answer));
}

static ocl_result run_list(lesson *l, const char *what, const cl_queue_properties *list,
                           cl_command_queue_properties bits)
{
    cl_int err;
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueueWithProperties(l->env->context, l->env->device, list, &err));
    ocl_result result = verify_queue(l, what, list, queue, bits);
    result = ocl_result_both(result, queue_works(l->env, what, queue, l->n));
    OCL_CHECK(clReleaseCommandQueue(queue));
    return result;
}

static ocl_result run_queues(lesson *l)
{
    const cl_queue_properties empty[] = { 0 };
    const cl_queue_properties profiling[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
    ocl_result result = run_list(l, "queue, NULL", NULL, 0);
    if (!ocl_known_fault(l->env->device, "a queue with an empty list"))
        result = ocl_result_both(result, run_list(l, "queue, nothing in the list", empty, 0));
    result = ocl_result_both(result,
                             run_list(l, "queue, profiling", profiling, CL_QUEUE_PROFILING_ENABLE));
    // The older function takes the bits alone.  Such a queue has no list.
    cl_int err;
    cl_command_queue queue = OCL_CREATE(
        clCreateCommandQueue(l->env->context, l->env->device, CL_QUEUE_PROFILING_ENABLE, &err));
    result = ocl_result_both(result, verify_queue(l, "queue, clCreateCommandQueue", NULL, queue,
                                                  CL_QUEUE_PROFILING_ENABLE));
    OCL_CHECK(clReleaseCommandQueue(queue));
    return result;
}

// For devices of OpenCL 1.2: the same function, as an extension.
static ocl_result run_extension(lesson *l)
{
    if (!ocl_lists_extension(l->env->device, "cl_khr_create_command_queue")) return NONE;
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
    const char *name = "clCreateCommandQueueWithPropertiesKHR";
    clCreateCommandQueueWithPropertiesKHR_fn create;
    *(void **)&create = ocl_extension_function(l->env->platform, name);    // C has no cast for this
    cl_int err;
    cl_command_queue queue = OCL_CREATE(create(l->env->context, l->env->device, list, &err));
    ocl_result result =
        verify_queue(l, "profiling, by the extension", list, queue, CL_QUEUE_PROFILING_ENABLE);
    result = ocl_result_both(result, queue_works(l->env, name, queue, l->n));
    OCL_CHECK(clReleaseCommandQueue(queue));
    return result;
}

// A hint has one of three values.  A driver may do nothing about it.
static ocl_result run_hint(lesson *l, const char *extension, const char *what, cl_properties hint)
{
    if (!ocl_lists_extension(l->env->device, extension)) return NONE;
    static const char *const LEVELS[] = { "high", "medium", "low" };
    ocl_result result = { .pass = true };
    for (int level = 0; level < 3; level++) {
        char name[64];
        snprintf(name, sizeof name, "%s %s", LEVELS[level], what);
        const cl_queue_properties list[] = { hint, (cl_properties)1 << level, 0 };
        result = ocl_result_both(result, run_list(l, name, list, 0));
    }
    if (ocl_known_fault(l->env->device, "a hint beside CL_QUEUE_PROPERTIES")) return result;
    const cl_queue_properties both[] = { hint, 1, CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE,
                                         0 };
    return ocl_result_both(result,
                           run_list(l, "a hint and profiling", both, CL_QUEUE_PROFILING_ENABLE));
}

// Kernels put commands into a queue on the device; the host does not.
static ocl_result run_on_device(lesson *l, const char *what, const cl_queue_properties *list,
                                cl_uint bytes)
{
    cl_uint size = 0;
    cl_int err;
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueueWithProperties(l->env->context, l->env->device, list, &err));
    OCL_CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, NULL));
    ocl_result result = ocl_verify_equal("CL_QUEUE_SIZE", size, bytes);
    result = ocl_result_both(result, verify_queue(l, what, list, queue, list[1]));
    OCL_CHECK(clReleaseCommandQueue(queue));
    return result;
}

static ocl_result run_device_queues(lesson *l)
{
    if (!ocl_has_device_queue(l->env->device)) return NONE;
    const cl_command_queue_properties bits =
        CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    const cl_queue_properties sized[] = { CL_QUEUE_PROPERTIES, bits, CL_QUEUE_SIZE, QUEUE_BYTES,
                                          0 };
    const cl_queue_properties preferred[] = { CL_QUEUE_PROPERTIES, bits, 0 };
    const cl_ulong most =
        ocl_device_number(l->env->device, CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE);
    return ocl_result_both(run_on_device(l, "on the device, 16 KiB", sized, QUEUE_BYTES),
                           run_on_device(l, "on the device", preferred, (cl_uint)most));
}

// --- buffers and images

// What the object gives back of its list.
static ocl_result verify_memory(lesson *l, const char *what, const cl_mem_properties *list,
                                cl_mem memory)
{
    answered_list answer = { .bytes = 0 };
    OCL_CHECK(clGetMemObjectInfo(memory, CL_MEM_PROPERTIES, sizeof answer.words, answer.words,
                                 &answer.bytes));
    list_row(&l->table, what, list, &answer);
    const bool forgets = ocl_known_fault(l->env->device, "properties of a private buffer");
    if (forgets && list && list[0] != 0) return NONE;
    return verify_list(what, list, &answer);
}

static ocl_result run_buffer(lesson *l, const char *what, const cl_mem_properties *list)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_int err;
    cl_mem d_x = OCL_CREATE(
        clCreateBufferWithProperties(l->env->context, list, flags, l->bytes, (void *)l->x, &err));
    ocl_result result = verify_memory(l, what, list, d_x);
    result = ocl_result_both(result, ocl_verify_buffer(l->env, what, d_x, l->x, l->bytes));
    OCL_CHECK(clReleaseMemObject(d_x));
    return result;
}

static ocl_result run_image(lesson *l, const char *what, const cl_mem_properties *list)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_int err;
    cl_mem image = OCL_CREATE(clCreateImageWithProperties(
        l->env->context, list, flags, &IMAGE_FORMAT, &IMAGE_SHAPE, (void *)IMAGE_PIXELS, &err));
    ocl_result result = verify_memory(l, what, list, image);
    result = ocl_result_both(result, image_works(l->env, what, image));
    OCL_CHECK(clReleaseMemObject(image));
    return result;
}

static ocl_result run_buffers(lesson *l)
{
    const cl_mem_properties empty[] = { 0 };
    ocl_result result = run_buffer(l, "buffer, NULL", NULL);
    result = ocl_result_both(result, run_buffer(l, "buffer, nothing in the list", empty));
    // A buffer of the older function has no list.
    cl_int err;
    cl_mem d_x =
        OCL_CREATE(clCreateBuffer(l->env->context, CL_MEM_READ_WRITE, l->bytes, NULL, &err));
    result = ocl_result_both(result, verify_memory(l, "buffer, clCreateBuffer", NULL, d_x));
    OCL_CHECK(clReleaseMemObject(d_x));
    return result;
}

static ocl_result run_images(lesson *l)
{
    if (!ocl_device_number(l->env->device, CL_DEVICE_IMAGE_SUPPORT)) return NONE;
    const cl_mem_properties empty[] = { 0 };
    const ocl_result result = run_image(l, "image, NULL", NULL);
    return ocl_result_both(result, run_image(l, "image, nothing in the list", empty));
}

// A property of an extension: the buffer gets one address that kernels may store, and keeps it.
// Versions below 1.0.0 had another one.
static ocl_result run_fixed_address(lesson *l, const char *extension)
{
    if (ocl_extension_version(l->env->device, extension) < CL_MAKE_VERSION(1, 0, 0)) return NONE;
    const cl_mem_properties fixed[] = { MEM_DEVICE_PRIVATE_ADDRESS, CL_TRUE, 0 };
    return run_buffer(l, "buffer, fixed address", fixed);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "property_lists",
                              .summary = "Queues, buffers and images made with lists.",
                              .accepts = "dns",
                              .size_help = "numbers of a buffer",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 4099 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, size, size, 3 * size);
    if (ocl_device_version(env.device) < 20)
        ocl_exit(OCL_EXIT_SKIP, "this device has no OpenCL 2.0, nor a newer one");

    cl_uint *x = ocl_alloc(opt.n[0] * sizeof *x);
    ocl_fill_u32(x, opt.n[0], opt.seed);
    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof *x, .x = x };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    l.table = ocl_table_open(l.report, "objects", "object, list, words given back");

    const bool has_memory = ocl_device_version(env.device) >= 30;
    const char *const names[PARTS] = {
        "lists of queues",       "cl_khr_create_command_queue",  "cl_khr_priority_hints",
        "cl_khr_throttle_hints", "queues on the device",         "lists of buffers",
        "images with lists",     "cl_ext_buffer_device_address",
    };
    ocl_result results[PARTS];
    results[0] = run_queues(&l);
    results[1] = run_extension(&l);
    results[2] = run_hint(&l, names[2], "priority", CL_QUEUE_PRIORITY_KHR);
    results[3] = run_hint(&l, names[3], "throttle", CL_QUEUE_THROTTLE_KHR);
    results[4] = run_device_queues(&l);
    results[5] = has_memory ? run_buffers(&l) : NONE;
    results[6] = has_memory ? run_images(&l) : NONE;
    results[7] = has_memory ? run_fixed_address(&l, names[7]) : NONE;
    for (int part = 0; part < PARTS; part++)
        if (results[part].count == 0)
            ocl_report_note(l.report, "this device has no %s", names[part]);
    for (int part = 0; part < PARTS; part++)
        if (results[part].count > 0) ocl_report_result(l.report, names[part], results[part]);

    free(x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
