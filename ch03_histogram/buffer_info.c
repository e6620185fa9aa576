// SPDX-License-Identifier: MIT
//
// buffer_info - what a buffer knows about itself, and how long it lives.
//
// Shows   every query of a memory object, host pointers, map and reference counts, destructor callbacks
// Uses    clGetMemObjectInfo, clRetainMemObject, clSetMemObjectDestructorCallback, CL_MEM_USE_HOST_PTR
// Try     buffer_info -d 0 and -d 1, and compare what is a driver's own business

#include "ocl.h"

#include <stdatomic.h>

enum {
    TEXT = 128,        // bytes: room for the names of all flags
    PATIENCE_S = 10    // how long callbacks may take to come
};

// Every query, in the order of the versions that brought them: a number, flags or a pointer.
static const struct {
    cl_mem_info query;
    const char *name;
    int version;
    enum { NUMBER, FLAGS, POINTER } kind;
} QUERIES[] = {
    { CL_MEM_TYPE, "CL_MEM_TYPE", 10, NUMBER },
    { CL_MEM_FLAGS, "CL_MEM_FLAGS", 10, FLAGS },
    { CL_MEM_SIZE, "CL_MEM_SIZE", 10, NUMBER },
    { CL_MEM_HOST_PTR, "CL_MEM_HOST_PTR", 10, POINTER },
    { CL_MEM_MAP_COUNT, "CL_MEM_MAP_COUNT", 10, NUMBER },
    { CL_MEM_REFERENCE_COUNT, "CL_MEM_REFERENCE_COUNT", 10, NUMBER },
    { CL_MEM_CONTEXT, "CL_MEM_CONTEXT", 10, POINTER },
    { CL_MEM_ASSOCIATED_MEMOBJECT, "CL_MEM_ASSOCIATED_MEMOBJECT", 11, POINTER },
    { CL_MEM_OFFSET, "CL_MEM_OFFSET", 11, NUMBER },
    { CL_MEM_USES_SVM_POINTER, "CL_MEM_USES_SVM_POINTER", 20, NUMBER },
    { CL_MEM_PROPERTIES, "CL_MEM_PROPERTIES", 30, NUMBER },
};
enum { QUERY_COUNT = sizeof QUERIES / sizeof QUERIES[0] };

// A buffer with a copy of the host's data, one in the host's own memory, and a part of that one.
enum { COPY, USE, PART, BUFFERS };

// What stands for an answer that is the driver's own business.
static const cl_ulong ANY = CL_ULONG_MAX;

static cl_ulong buffer_info_number(const void *pointer)
{
    return (cl_ulong)(uintptr_t)pointer;
}

// The answer as a number: cl_bool, cl_uint, size_t, a bit-field or a pointer, 4 or 8 bytes.  A buffer
// of clCreateBuffer has no CL_MEM_PROPERTIES: 0 bytes.
static cl_ulong buffer_info_ask(cl_mem buffer, cl_mem_info query)
{
    cl_ulong wide = 0;
    cl_uint narrow;
    size_t bytes;
    OCL_CHECK(clGetMemObjectInfo(buffer, query, sizeof wide, &wide, &bytes));
    memcpy(&narrow, &wide, sizeof narrow);
    return bytes == sizeof narrow ? narrow : wide;
}

// The answer in words: flags by their names, a pointer into the host's array as a place in it.
static void buffer_info_text(char text[TEXT], size_t q, cl_ulong answer, const void *host,
                             size_t host_bytes)
{
    static const char *const flags[] = { "READ_WRITE",    "WRITE_ONLY",      "READ_ONLY",
                                         "USE_HOST_PTR",  "ALLOC_HOST_PTR",  "COPY_HOST_PTR",
                                         "bit 6",         "HOST_WRITE_ONLY", "HOST_READ_ONLY",
                                         "HOST_NO_ACCESS" };
    const unsigned long long value = answer, place = answer - buffer_info_number(host);
    if (QUERIES[q].kind == FLAGS) {
        text[0] = '\0';
        for (size_t bit = 0; bit < sizeof flags / sizeof flags[0]; bit++)
            if (value >> bit & 1) strcat(strcat(text, text[0] ? " " : ""), flags[bit]);
    } else if (QUERIES[q].kind == POINTER && place < host_bytes)
        snprintf(text, TEXT, "host + %llu", place);
    else
        snprintf(text, TEXT, QUERIES[q].kind == POINTER ? "%#llx" : "%llu", value);
}

// All queries of all buffers, beside each other.  `part` is where the PART lies in the one that USEs host.
static ocl_result buffer_info_queries(const ocl_env *env, ocl_report *report,
                                      cl_mem buffers[BUFFERS], const unsigned char *host,
                                      size_t bytes, cl_buffer_region part)
{
    // The two counts are there for finding leaks: whether a part and a map are counted is not said.
    const cl_ulong context = buffer_info_number(env->context);
    cl_ulong want[QUERY_COUNT][BUFFERS] = {
        { CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_BUFFER },
        { CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
          CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR },
        { bytes, bytes, part.size },
        { 0, buffer_info_number(host), buffer_info_number(host + part.origin) },
        { 0, ANY, 0 },
        { 1, ANY, 1 },
        { context, context, context },
        { 0, 0, buffer_info_number(buffers[USE]) },
        { 0, 0, part.origin },
        { CL_FALSE, ANY, ANY },    // on some devices all of the host's memory is SVM
        { 0, 0, 0 },
    };
    ocl_result check = { .pass = true };
    const int version = ocl_device_version(env->device);
    ocl_report_print(report, "\n%-28s%26s%26s%26s\n", "", "host data copied", "host data used",
                     "part of it");
    for (size_t q = 0; q < QUERY_COUNT && QUERIES[q].version <= version; q++) {
        cl_ulong got[BUFFERS];
        ocl_report_print(report, "%-28s", QUERIES[q].name);
        for (int b = 0; b < BUFFERS; b++) {
            char text[TEXT];
            got[b] = buffer_info_ask(buffers[b], QUERIES[q].query);
            buffer_info_text(text, q, got[b], host, bytes);
            ocl_report_print(report, "%26s", text);
            if (want[q][b] == ANY) want[q][b] = got[b];
        }
        ocl_report_print(report, "\n");
        if (QUERIES[q].query == CL_MEM_HOST_PTR && got[PART] == got[USE] + part.size) {
            ocl_warn("the driver adds a part's size to the host pointer, not its origin");
            want[q][PART] = got[PART];    // Intel's CPU runtime
        }
        check = ocl_result_both(check, ocl_verify_u64(QUERIES[q].name, got, want[q], BUFFERS));
    }
    return check;
}

// One of several callbacks, and where all of them write down their numbers: a decimal digit each.
typedef struct {
    atomic_uint *order;
    unsigned number;
} buffer_info_callback;

// Called on whatever thread the driver likes.  The buffer is a name only: it must not be used any more.
static void CL_CALLBACK buffer_info_destroyed(cl_mem buffer, void *data)
{
    (void)buffer;
    const buffer_info_callback *callback = data;
    atomic_store(callback->order, 10 * atomic_load(callback->order) + callback->number);
}

// A buffer lives as long as someone retains it.  Then its callbacks run, the last one set first.
static ocl_result buffer_info_lifetime(const ocl_env *env)
{
    atomic_uint order = 0;
    buffer_info_callback callbacks[] = { { &order, 1 }, { &order, 2 }, { &order, 3 } };
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, 4, NULL);
    for (int i = 0; i < 3; i++)
        OCL_CHECK(clSetMemObjectDestructorCallback(buffer, buffer_info_destroyed, &callbacks[i]));

    cl_ulong counts[] = { buffer_info_ask(buffer, CL_MEM_REFERENCE_COUNT), 0, 0 };
    OCL_CHECK(clRetainMemObject(buffer));
    counts[1] = buffer_info_ask(buffer, CL_MEM_REFERENCE_COUNT);
    OCL_CHECK(clReleaseMemObject(buffer));
    counts[2] = buffer_info_ask(buffer, CL_MEM_REFERENCE_COUNT);
    ocl_result counted = ocl_verify_u64("reference count", counts, (cl_ulong[]){ 1, 2, 1 }, 3);
    ocl_result early =
        ocl_verify_equal("callbacks before the last release", atomic_load(&order), 0);

    OCL_CHECK(clReleaseMemObject(buffer));
    const double deadline = ocl_wall_ns() + 1e9 * PATIENCE_S;
    while (atomic_load(&order) < 100)    // three digits
        if (ocl_wall_ns() > deadline)    // no return: a late callback would find this frame gone
            ocl_exit(OCL_EXIT_WRONG, "not all destructor callbacks came within %d s", PATIENCE_S);
    ocl_result last = ocl_verify_equal("order of the callbacks", atomic_load(&order), 321);
    return ocl_result_both(ocl_result_both(counted, early), last);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_info",
                              .summary = "What a buffer knows, and how long it lives.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
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

    // Mapped, so that there is a map to count.
    void *mapped = OCL_CREATE(clEnqueueMapBuffer(env.queue, buffers[USE], CL_TRUE, CL_MAP_READ, 0,
                                                 bytes, 0, NULL, NULL, &err));
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "queries",
                      buffer_info_queries(&env, report, buffers, host, bytes, part));
    ocl_report_result(report, "references, and callbacks at the end", buffer_info_lifetime(&env));

    OCL_CHECK(clEnqueueUnmapMemObject(env.queue, buffers[USE], mapped, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));    // the host's array goes away
    OCL_CHECK(clReleaseMemObject(buffers[PART]));
    OCL_CHECK(clReleaseMemObject(buffers[USE]));
    OCL_CHECK(clReleaseMemObject(buffers[COPY]));
    free(host);
    ocl_close(&env);
    return ocl_report_close(report);
}
