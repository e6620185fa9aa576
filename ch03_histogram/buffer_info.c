// SPDX-License-Identifier: MIT
//
// buffer_info - what a buffer knows about itself, and how long it lives.
//
// Shows   every query of a memory object: flags, host pointer, map and reference counts, parent;
//         destructor callbacks
// Uses    clGetMemObjectInfo, clRetainMemObject, clReleaseMemObject,
//         clSetMemObjectDestructorCallback, clCreateSubBuffer, CL_MEM_USE_HOST_PTR
// Try     buffer_info -d 0, and then buffer_info -d 1: which answers differ?

#include "ocl.h"

#include <stdatomic.h>

enum { QUERY_COUNT = 11, MAX_TEXT = 128 };

typedef struct {
    cl_mem_info query;
    const char *name;
    int version;    // of OpenCL that introduced it, as ocl_device_version gives it
    enum { NUMBER, FLAGS, POINTER } kind;
} query;

// An array of the host.
typedef struct {
    unsigned char *data;
    size_t bytes;
} host_array;

#define QUERY(which, since, form)                                      \
    {                                                                  \
        .query = which, .name = #which, .version = since, .kind = form \
    }

// In the order of the versions.
static const query QUERIES[QUERY_COUNT] = {
    QUERY(CL_MEM_TYPE, 10, NUMBER),       QUERY(CL_MEM_FLAGS, 10, FLAGS),
    QUERY(CL_MEM_SIZE, 10, NUMBER),       QUERY(CL_MEM_HOST_PTR, 10, POINTER),
    QUERY(CL_MEM_MAP_COUNT, 10, NUMBER),  QUERY(CL_MEM_REFERENCE_COUNT, 10, NUMBER),
    QUERY(CL_MEM_CONTEXT, 10, POINTER),   QUERY(CL_MEM_ASSOCIATED_MEMOBJECT, 11, POINTER),
    QUERY(CL_MEM_OFFSET, 11, NUMBER),     QUERY(CL_MEM_USES_SVM_POINTER, 20, NUMBER),
    QUERY(CL_MEM_PROPERTIES, 30, NUMBER),
};

static const char *const FLAG_NAMES[] = { "READ_WRITE",    "WRITE_ONLY",      "READ_ONLY",
                                          "USE_HOST_PTR",  "ALLOC_HOST_PTR",  "COPY_HOST_PTR",
                                          "bit 6",         "HOST_WRITE_ONLY", "HOST_READ_ONLY",
                                          "HOST_NO_ACCESS" };

// A pointer as a number.
static cl_ulong number_of(const void *pointer)
{
    return (cl_ulong)(uintptr_t)pointer;
}

// The answer in words: flags by their names, a pointer into the host's array by its offset there.
static void answer_text(char text[MAX_TEXT], const query *q, cl_ulong answer, host_array host)
{
    const unsigned long long value = answer, place = answer - number_of(host.data);
    if (q->kind == FLAGS) {
        text[0] = '\0';
        for (size_t bit = 0; bit < sizeof FLAG_NAMES / sizeof FLAG_NAMES[0]; bit++)
            if (value >> bit & 1) strcat(strcat(text, text[0] ? " " : ""), FLAG_NAMES[bit]);
    } else if (q->kind == POINTER && place < host.bytes)
        snprintf(text, MAX_TEXT, "host + %llu", place);
    else
        snprintf(text, MAX_TEXT, q->kind == POINTER ? "%#llx" : "%llu", value);
}

enum {
    CALLBACKS = 3,
    MAX_WAIT_S = 10    // seconds that the callbacks may take to come
};

// A buffer with a copy of the host's data, one in the host's own memory, and a sub-buffer of that
// one.
enum { COPY, USE, PART, BUFFERS };

// In place of an expected answer: the specification leaves it to the driver.
static const cl_ulong ANY = CL_ULONG_MAX;

// The answer as a number.  A query has 4 or 8 bytes: a cl_uint, cl_bool, size_t, bit-field or
// pointer. CL_MEM_PROPERTIES of a buffer of clCreateBuffer has 0 bytes.
static cl_ulong ask(cl_mem buffer, cl_mem_info what)
{
    cl_ulong wide = 0;
    cl_uint narrow;
    size_t bytes;
    OCL_CHECK(clGetMemObjectInfo(buffer, what, sizeof wide, &wide, &bytes));
    memcpy(&narrow, &wide, sizeof narrow);
    return bytes == sizeof narrow ? narrow : wide;
}

// The host pointer that a sub-buffer may answer with: `ref`, or the driver's known mistake.
static cl_ulong excuse_host_ptr(cl_device_id device, cl_ulong ref, cl_ulong got, cl_ulong mistake)
{
    const char *fault = ocl_known_fault(device, "host pointer of a sub-buffer");
    if (!fault || got != mistake) return ref;
    ocl_warn("this driver %s", fault);
    return got;
}

// All queries of all buffers.  `part` is the region of buffers[PART] in buffers[USE].
static ocl_result check_queries(const ocl_env *env, ocl_report *report, cl_mem buffers[BUFFERS],
                                host_array host, cl_buffer_region part)
{
    // Reference and map count are for finding leaks.  The specification does not say whether a
    // sub-buffer or a map adds to the reference count.  On some devices all of the host's memory is
    // SVM.
    const cl_ulong context = number_of(env->context), parent = number_of(buffers[USE]);
    cl_ulong ref[QUERY_COUNT][BUFFERS] = {
        { CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_BUFFER },
        { CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
          CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR },
        { host.bytes, host.bytes, part.size },
        { 0, number_of(host.data), number_of(host.data + part.origin) },
        { 0, ANY, 0 },
        { 1, ANY, 1 },
        { context, context, context },
        { 0, 0, parent },
        { 0, 0, part.origin },
        { CL_FALSE, ANY, ANY },
        { 0, 0, 0 },
    };
    ocl_table table =
        ocl_table_open(report, "queries", "query, host data copied, host data used, sub-buffer");
    ocl_result result = { .pass = true };
    const int version = ocl_device_version(env->device);
    for (size_t q = 0; q < QUERY_COUNT && QUERIES[q].version <= version; q++) {
        cl_ulong got[BUFFERS];
        char text[BUFFERS][MAX_TEXT];
        for (int b = 0; b < BUFFERS; b++) {
            got[b] = ask(buffers[b], QUERIES[q].query);
            answer_text(text[b], &QUERIES[q], got[b], host);
            if (ref[q][b] == ANY) ref[q][b] = got[b];
        }
        ocl_table_row(&table, "%-28s %24s %24s %24s", QUERIES[q].name, text[COPY], text[USE],
                      text[PART]);
        if (QUERIES[q].query == CL_MEM_HOST_PTR)
            ref[q][PART] =
                excuse_host_ptr(env->device, ref[q][PART], got[PART], got[USE] + part.size);
        result = ocl_result_both(result, ocl_verify_u64(QUERIES[q].name, got, ref[q], BUFFERS));
    }
    return result;
}

// One of several callbacks.  Each appends its number, a decimal digit, to the common `order`.
typedef struct {
    atomic_uint *order;
    unsigned number;
} callback;

// The driver calls this on any thread.  The buffer is gone: its handle must not be used any more.
static void CL_CALLBACK on_destroyed(cl_mem buffer, void *data)
{
    (void)buffer;
    const callback *c = data;
    atomic_store(c->order, 10 * atomic_load(c->order) + c->number);
}

// A buffer lives until its reference count is 0.  Then its callbacks run; the last one set runs
// first.
static ocl_result check_lifetime(const ocl_env *env)
{
    atomic_uint order = 0;
    callback callbacks[CALLBACKS];
    cl_int err;
    cl_mem buffer = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, 4, NULL, &err));
    for (unsigned i = 0; i < CALLBACKS; i++) {
        callbacks[i] = (callback){ .order = &order, .number = i + 1 };
        OCL_CHECK(clSetMemObjectDestructorCallback(buffer, on_destroyed, &callbacks[i]));
    }

    cl_ulong counts[3];
    counts[0] = ask(buffer, CL_MEM_REFERENCE_COUNT);
    OCL_CHECK(clRetainMemObject(buffer));
    counts[1] = ask(buffer, CL_MEM_REFERENCE_COUNT);
    OCL_CHECK(clReleaseMemObject(buffer));
    counts[2] = ask(buffer, CL_MEM_REFERENCE_COUNT);
    const ocl_result counted =
        ocl_verify_u64("reference count", counts, (cl_ulong[]){ 1, 2, 1 }, 3);
    const ocl_result early =
        ocl_verify_equal("callbacks before the last release", atomic_load(&order), 0);

    OCL_CHECK(clReleaseMemObject(buffer));
    const double deadline = ocl_wall_ns() + 1e9 * MAX_WAIT_S;
    while (atomic_load(&order) < 100) {    // until it has three digits
        // No return: a late callback would write to a frame that is gone.
        if (ocl_wall_ns() > deadline)
            ocl_exit(OCL_EXIT_WRONG, "not all destructor callbacks came within %d s", MAX_WAIT_S);
    }
    const ocl_result last = ocl_verify_equal("order of the callbacks", atomic_load(&order), 321);
    return ocl_result_both(ocl_result_both(counted, early), last);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_info",
                              .summary = "What a buffer knows, and how long it lives.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 0 } });
    ocl_env env = ocl_open(&opt);

    const size_t align = (size_t)ocl_device_number(env.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    const cl_buffer_region part = { .origin = align, .size = 2 * align };
    const size_t bytes = 4 * align;
    unsigned char *host = ocl_alloc(bytes);
    cl_mem buffers[BUFFERS];
    cl_int err;
    buffers[COPY] = OCL_CREATE(
        clCreateBuffer(env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, host, &err));
    buffers[USE] = OCL_CREATE(
        clCreateBuffer(env.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, host, &err));
    buffers[PART] = OCL_CREATE(clCreateSubBuffer(buffers[USE], CL_MEM_READ_ONLY,
                                                 CL_BUFFER_CREATE_TYPE_REGION, &part, &err));

    // While a buffer is mapped, its map count is not 0.
    void *mapped = OCL_CREATE(clEnqueueMapBuffer(env.queue, buffers[USE], CL_TRUE, CL_MAP_READ, 0,
                                                 bytes, 0, NULL, NULL, &err));
    ocl_report *report = ocl_report_open(&opt, env.device);
    const host_array array = { .data = host, .bytes = bytes };
    const ocl_result queries = check_queries(&env, report, buffers, array, part);
    ocl_report_result(report, "queries", queries);
    ocl_report_result(report, "references, callbacks at the end", check_lifetime(&env));

    OCL_CHECK(clEnqueueUnmapMemObject(env.queue, buffers[USE], mapped, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));    // the unmap needs the host's array, which is freed below
    OCL_CHECK(clReleaseMemObject(buffers[PART]));
    OCL_CHECK(clReleaseMemObject(buffers[USE]));
    OCL_CHECK(clReleaseMemObject(buffers[COPY]));
    free(host);
    ocl_close(&env);
    return ocl_report_close(report);
}
