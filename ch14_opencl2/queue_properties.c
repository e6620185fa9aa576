// SPDX-License-Identifier: MIT
//
// queue_properties - queues that are made with lists of properties.
//
// Shows   lists that end with 0; what a queue gives back of its list; hints for priority and
//         throttle; the size of a queue on the device; lists that must be refused
// Uses    clCreateCommandQueueWithProperties, clCreateCommandQueueWithPropertiesKHR,
//         clGetCommandQueueInfo with CL_QUEUE_PROPERTIES, CL_QUEUE_PROPERTIES_ARRAY (OpenCL 3.0)
//         and CL_QUEUE_SIZE
// Try     queue_properties -n 1; queue_properties -d intel

#include "ocl.h"

#include "shared/features.h"
#include "shared/property_lists.h"

enum { QUEUE_BYTES = 16384, NO_PROPERTY = 0x7777, PARTS = 5 };

// Of what the device does not have.
static const ocl_result NONE = { .pass = true };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    ocl_table table;    // of the queues and their lists
    size_t n, bytes;
    cl_uint *ref;
    cl_uint number;    // the last one that a buffer was filled with
} lesson;

// A queue is there to be used: it fills a buffer, and reads it.
static ocl_result verify_works(lesson *l, const char *what, cl_command_queue queue)
{
    const cl_uint number = ++l->number;
    cl_uint *x = ocl_alloc(l->bytes);
    cl_mem d_x = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->bytes, NULL);
    ocl_poison_run(l->env->queue, d_x, l->bytes, 0);
    OCL_CHECK(clFinish(l->env->queue));
    cl_event filled;
    OCL_CHECK(
        clEnqueueFillBuffer(queue, d_x, &number, sizeof number, 0, l->bytes, 0, NULL, &filled));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_x, CL_TRUE, 0, l->bytes, x, 1, &filled, NULL));
    OCL_CHECK(clReleaseEvent(filled));
    for (size_t i = 0; i < l->n; i++)
        l->ref[i] = number;
    const ocl_result result = ocl_verify_u32(what, x, l->ref, l->n);
    OCL_CHECK(clReleaseMemObject(d_x));
    free(x);
    return result;
}

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
    result = ocl_result_both(result, verify_works(l, what, queue));
    OCL_CHECK(clReleaseCommandQueue(queue));
    return result;
}

static ocl_result run_lists(lesson *l)
{
    const cl_queue_properties empty[] = { 0 };
    const cl_queue_properties profiling[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
    ocl_result result = run_list(l, "NULL", NULL, 0);
    if (!ocl_known_fault(l->env->device, "a queue with an empty list"))
        result = ocl_result_both(result, run_list(l, "nothing in the list", empty, 0));
    result =
        ocl_result_both(result, run_list(l, "profiling", profiling, CL_QUEUE_PROFILING_ENABLE));
    // The older function takes the bits alone.  Such a queue has no list.
    cl_int err;
    cl_command_queue queue = OCL_CREATE(
        clCreateCommandQueue(l->env->context, l->env->device, CL_QUEUE_PROFILING_ENABLE, &err));
    result = ocl_result_both(
        result, verify_queue(l, "clCreateCommandQueue", NULL, queue, CL_QUEUE_PROFILING_ENABLE));
    OCL_CHECK(clReleaseCommandQueue(queue));
    return result;
}

// For devices of OpenCL 1.2: the same function, as an extension.
static ocl_result run_extension(lesson *l)
{
    if (!lists_extension(l->env, "cl_khr_create_command_queue")) return NONE;
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
    const char *name = "clCreateCommandQueueWithPropertiesKHR";
    clCreateCommandQueueWithPropertiesKHR_fn create;
    *(void **)&create = extension_function(l->env, name);    // C has no cast for this
    cl_int err;
    cl_command_queue queue = OCL_CREATE(create(l->env->context, l->env->device, list, &err));
    ocl_result result =
        verify_queue(l, "profiling, by the extension", list, queue, CL_QUEUE_PROFILING_ENABLE);
    result = ocl_result_both(result, verify_works(l, name, queue));
    OCL_CHECK(clReleaseCommandQueue(queue));
    return result;
}

// A hint has one of three values.  A driver may do nothing about it.
static ocl_result run_hint(lesson *l, const char *extension, const char *what, cl_properties hint)
{
    if (!lists_extension(l->env, extension)) return NONE;
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
    if (!has_device_queue(l->env->device)) return NONE;
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

static cl_int try_list(const lesson *l, const cl_queue_properties *list)
{
    cl_int err;
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(l->env->context, l->env->device, list, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseCommandQueue(queue));
    return err;
}

static void show_refusals(const lesson *l)
{
    const cl_queue_properties unknown[] = { NO_PROPERTY, 1, 0 };
    const cl_queue_properties bits[] = { CL_QUEUE_PROPERTIES, (cl_properties)1 << 40, 0 };
    cl_uint size;
    const ocl_refusal calls[] = {
        { .mistake = "an unknown property", .got = try_list(l, unknown), .want = CL_INVALID_VALUE },
        { .mistake = "an unknown bit in CL_QUEUE_PROPERTIES",
          .got = try_list(l, bits),
          .want = CL_INVALID_VALUE },
        { .mistake = "CL_QUEUE_SIZE of a queue of the host",
          .got = clGetCommandQueueInfo(l->env->queue, CL_QUEUE_SIZE, sizeof size, &size, NULL),
          .want = CL_INVALID_COMMAND_QUEUE },
    };
    ocl_report_refusals(l->report, l->env->device, calls, sizeof calls / sizeof *calls);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "queue_properties",
                              .summary = "Queues that are made with lists of properties.",
                              .accepts = "dn",
                              .size_help = "numbers that a queue writes",
                              .extents = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 4099 } });
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, size, size, 2 * size);
    if (ocl_device_version(env.device) < 20)
        ocl_exit(OCL_EXIT_SKIP, "this device has no OpenCL 2.0, nor a newer one");

    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint) };
    l.ref = ocl_alloc(l.bytes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    l.table = ocl_table_open(l.report, "queues", "queue, list, words given back");

    const char *const names[PARTS] = { "lists", "cl_khr_create_command_queue",
                                       "cl_khr_priority_hints", "cl_khr_throttle_hints",
                                       "queues on the device" };
    ocl_result results[PARTS];
    results[0] = run_lists(&l);
    results[1] = run_extension(&l);
    results[2] = run_hint(&l, names[2], "priority", CL_QUEUE_PRIORITY_KHR);
    results[3] = run_hint(&l, names[3], "throttle", CL_QUEUE_THROTTLE_KHR);
    results[4] = run_device_queues(&l);
    for (int part = 0; part < PARTS; part++)
        if (results[part].count == 0)
            ocl_report_note(l.report, "this device has no %s", names[part]);
    for (int part = 0; part < PARTS; part++)
        if (results[part].count > 0) ocl_report_result(l.report, names[part], results[part]);
    show_refusals(&l);

    free(l.ref);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
