// SPDX-License-Identifier: MIT

#include "life.h"

enum { CALLS = 2, PATIENCE_S = 10 };

static cl_uint references(cl_context context)
{
    cl_uint count;
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

ocl_result context_verify_info(const world *w, const cl_device_id *devices, cl_uint count,
                               const cl_context_properties given[3])
{
    cl_context context = w->env.context;
    size_t found = 0, device_bytes, property_bytes;
    for (size_t i = 0; i < count; i++)
        found += devices[i] == w->env.device;
    cl_context_properties properties[3] = { 0 };
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &device_bytes));
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof properties, properties,
                               &property_bytes));
    const cl_uint before = references(context);
    OCL_CHECK(clRetainContext(context));
    const cl_uint retained = references(context);
    OCL_CHECK(clReleaseContext(context));
    const cl_uint after = references(context);

    const uint64_t got[] = { device_bytes,
                             found,
                             property_bytes,
                             (uint64_t)properties[0],
                             (uint64_t)properties[1],
                             (uint64_t)properties[2],
                             retained - before,
                             after - before };
    const uint64_t want[] = { count * sizeof(cl_device_id),
                              1,
                              sizeof properties,
                              (uint64_t)given[0],
                              (uint64_t)given[1],
                              0,
                              1,
                              0 };
    return ocl_verify_u64("devices, properties, references", got, want, 8);
}

void CL_CALLBACK context_error(const char *message, const void *driver_data, size_t driver_bytes,
                               void *user_data)
{
    (void)driver_data;    // only the driver knows what it means
    (void)driver_bytes;
    context_errors *errors = user_data;
    if (atomic_fetch_add(&errors->count, 1) > 0) return;
    snprintf(errors->first, sizeof errors->first, "%s", message);
    atomic_store(&errors->complete, true);    // from here on the host may read it
}

void context_errors_report(ocl_report *report, const context_errors *errors)
{
    ocl_report_fact(report, "error callbacks", "%zu", atomic_load(&errors->count));
    if (atomic_load(&errors->complete))
        ocl_report_note(report, "the first message: %s", errors->first);
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
        ocl_report_note(report, "clSetContextDestructorCallback is left out: it needs OpenCL 3.0");
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
    // The buffer keeps the context alive: only its release ends the context.
    OCL_CHECK(clReleaseContext(context));
    const size_t early = atomic_load(&log.count);
    OCL_CHECK(clReleaseMemObject(buffer));
    const double deadline = ocl_wall_ns() + PATIENCE_S * 1e9;
    while (atomic_load(&log.written) < CALLS && ocl_wall_ns() < deadline)
        ocl_yield();
    if (atomic_load(&log.written) < CALLS)    // a later one would write to an entry that is gone
        ocl_exit(OCL_EXIT_WRONG, "no callback announced the end of a context within %d s",
                 (int)PATIENCE_S);
    const uint32_t got[] = { (uint32_t)early, log.number[0], log.number[1] };
    const uint32_t want[] = { 0, 2, 1 };
    ocl_report_result(report, "the end is announced, last callback first",
                      ocl_verify_u32("calls before the end, first, second", got, want, 3));
}
