// SPDX-License-Identifier: MIT

#include "life.h"

enum { CALLS = 2, PATIENCE_S = 10 };

// The devices of a context, malloc'ed: those it was made for, or those of the type that was asked for.
static cl_device_id *devices_of(cl_context context, size_t *count)
{
    size_t bytes;
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &bytes));
    cl_device_id *devices = ocl_alloc(bytes);
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices, NULL));
    *count = bytes / sizeof *devices;
    return devices;
}

static cl_uint references(cl_context context)
{
    cl_uint count;
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

ocl_result context_info(cl_context context, cl_device_id device,
                        const cl_context_properties given[3])
{
    size_t count, found = 0;
    cl_device_id *devices = devices_of(context, &count);
    for (size_t i = 0; i < count; i++)
        found += devices[i] == device;
    free(devices);
    cl_uint said;
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof said, &said, NULL));

    cl_context_properties properties[3] = { 0 };
    size_t bytes;
    OCL_CHECK(
        clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof properties, properties, &bytes));
    const cl_uint before = references(context);
    OCL_CHECK(clRetainContext(context));
    const cl_uint retained = references(context);
    OCL_CHECK(clReleaseContext(context));

    const uint64_t got[] = { said,
                             found,
                             bytes,
                             (uint64_t)properties[0],
                             (uint64_t)properties[1],
                             (uint64_t)properties[2],
                             retained - before,
                             references(context) - before };
    const uint64_t want[] = {
        count, 1, sizeof properties, (uint64_t)given[0], (uint64_t)given[1], 0, 1, 0
    };
    return ocl_verify_u64("devices, properties, references", got, want, 8);
}

cl_device_id context_last_device(cl_context context)
{
    size_t count;
    cl_device_id *devices = devices_of(context, &count), last = devices[count - 1];
    free(devices);
    return last;
}

cl_int context_try(const cl_context_properties *properties, cl_uint count,
                   const cl_device_id *devices, void *user_data)
{
    cl_int err;
    cl_context context = clCreateContext(properties, count, devices, NULL, user_data, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseContext(context));
    return err;
}

cl_int context_try_type(cl_platform_id platform, cl_device_type type)
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)platform, 0 };
    cl_int err;
    cl_context context = clCreateContextFromType(properties, type, NULL, NULL, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseContext(context));
    return err;
}

void CL_CALLBACK context_error(const char *message, const void *driver_data, size_t driver_bytes,
                               void *user_data)
{
    (void)driver_data;    // a driver's own affair
    (void)driver_bytes;
    context_errors *errors = user_data;
    if (atomic_fetch_add(&errors->count, 1) > 0) return;
    snprintf(errors->first, sizeof errors->first, "%s", message);
    atomic_store(&errors->complete, true);    // from here on the host may read it
}

void context_errors_print(ocl_report *report, const context_errors *errors)
{
    const size_t count = atomic_load(&errors->count);
    ocl_report_print(report, "\nthe error callback was called %zu times\n", count);
    if (atomic_load(&errors->complete))
        ocl_report_print(report, "the first message: %s\n", errors->first);
    json_object_set_new(ocl_report_details(report), "error_callbacks",
                        json_integer((json_int_t)count));
}

// The callbacks' numbers, in the order of the calls.
typedef struct {
    uint32_t number[CALLS];
    atomic_size_t count, written;
} end_log;

typedef struct {
    end_log *log;
    uint32_t number;
} end_entry;

static void CL_CALLBACK note_end(cl_context context, void *user_data)
{
    (void)context;    // must not be used any more
    const end_entry *entry = user_data;
    const size_t place = atomic_fetch_add(&entry->log->count, 1);
    if (place < CALLS) entry->log->number[place] = entry->number;
    atomic_fetch_add(&entry->log->written, 1);
}

void context_end(ocl_report *report, const ocl_env *env)
{
    if (ocl_device_version(env->device) < 30) {
        ocl_report_print(report, "\nclSetContextDestructorCallback: not before OpenCL 3.0\n");
        return;
    }
    cl_int err;
    cl_context context = OCL_CREATE(clCreateContext(NULL, 1, &env->device, NULL, NULL, &err));
    cl_mem buffer = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &err));
    end_log log = { .number = { 0 } };
    end_entry entries[CALLS];
    for (uint32_t i = 0; i < CALLS; i++) {
        entries[i] = (end_entry){ &log, i + 1 };
        OCL_CHECK(clSetContextDestructorCallback(context, note_end, &entries[i]));
    }
    // The buffer keeps the context; the last release of any of both ends it.
    OCL_CHECK(clReleaseContext(context));
    const size_t early = atomic_load(&log.count);
    OCL_CHECK(clReleaseMemObject(buffer));
    const double deadline = ocl_wall_ns() + PATIENCE_S * 1e9;
    while (atomic_load(&log.written) < CALLS && ocl_wall_ns() < deadline)
        ocl_yield();
    if (atomic_load(&log.written) < CALLS)    // one that came later would write to what is no more
        ocl_exit(OCL_EXIT_WRONG, "the end of a context is not announced within %d s",
                 (int)PATIENCE_S);
    const uint32_t got[] = { (uint32_t)early, log.number[0], log.number[1] };
    const uint32_t want[] = { 0, 2, 1 };
    ocl_report_result(report, "the end is announced, last callback first",
                      ocl_verify_u32("calls before the end, first, second", got, want, 3));
}
