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
    CALLBACKS = 3,
    TEXT = 128,        // bytes: room for the names of all flags
    PATIENCE_S = 10    // how long callbacks may take to come
};

// What stands for an answer that is the driver's own business.
static const cl_ulong ANY = CL_ULONG_MAX;

// Every query, in the order of the versions that brought them: a number, flags or a pointer.
static const struct {
    cl_mem_info query;
    const char *name;
    size_t bytes;    // of the answer
    int version;
    enum { NUMBER, FLAGS, POINTER } kind;
} QUERIES[] = {
    { CL_MEM_TYPE, "CL_MEM_TYPE", sizeof(cl_mem_object_type), 10, NUMBER },
    { CL_MEM_FLAGS, "CL_MEM_FLAGS", sizeof(cl_mem_flags), 10, FLAGS },
    { CL_MEM_SIZE, "CL_MEM_SIZE", sizeof(size_t), 10, NUMBER },
    { CL_MEM_HOST_PTR, "CL_MEM_HOST_PTR", sizeof(void *), 10, POINTER },
    { CL_MEM_MAP_COUNT, "CL_MEM_MAP_COUNT", sizeof(cl_uint), 10, NUMBER },
    { CL_MEM_REFERENCE_COUNT, "CL_MEM_REFERENCE_COUNT", sizeof(cl_uint), 10, NUMBER },
    { CL_MEM_CONTEXT, "CL_MEM_CONTEXT", sizeof(cl_context), 10, POINTER },
    { CL_MEM_ASSOCIATED_MEMOBJECT, "CL_MEM_ASSOCIATED_MEMOBJECT", sizeof(cl_mem), 11, POINTER },
    { CL_MEM_OFFSET, "CL_MEM_OFFSET", sizeof(size_t), 11, NUMBER },
    { CL_MEM_USES_SVM_POINTER, "CL_MEM_USES_SVM_POINTER", sizeof(cl_bool), 20, NUMBER },
    { CL_MEM_PROPERTIES, "CL_MEM_PROPERTIES", 0, 30, NUMBER },    // clCreateBuffer gives none
};
enum { QUERY_COUNT = sizeof QUERIES / sizeof QUERIES[0] };

static cl_ulong buffer_info_number(const void *pointer)
{
    return (cl_ulong)(uintptr_t)pointer;
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

// The answer as a number, whatever its type.
static cl_ulong buffer_info_query(cl_mem buffer, size_t q)
{
    cl_uint narrow = 0;
    cl_ulong wide = 0;
    size_t bytes;
    OCL_CHECK(clGetMemObjectInfo(buffer, QUERIES[q].query, 0, NULL, &bytes));
    if (bytes != QUERIES[q].bytes)
        ocl_exit(OCL_EXIT_WRONG, "%s has %zu bytes, not %zu", QUERIES[q].name, bytes,
                 QUERIES[q].bytes);
    if (bytes == sizeof narrow)
        OCL_CHECK(clGetMemObjectInfo(buffer, QUERIES[q].query, sizeof narrow, &narrow, NULL));
    else if (bytes == sizeof wide)
        OCL_CHECK(clGetMemObjectInfo(buffer, QUERIES[q].query, sizeof wide, &wide, NULL));
    return bytes == sizeof narrow ? narrow : wide;
}

// Two answers that drivers are known to get wrong are excused, with a word about it.
static void buffer_info_excuse(cl_ulong *want, cl_ulong got, cl_ulong excused, const char *why)
{
    if (got == *want || got != excused) return;
    ocl_warn("%s", why);
    *want = got;
}

// All queries of a buffer with a copy of the host's data, of one in the host's own memory, mapped, and of a
// part of that one.
static void buffer_info_queries(const ocl_env *env, ocl_report *report)
{
    enum { COPY, USE, PART, BUFFERS };
    const size_t align = (size_t)ocl_device_number(env->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    const size_t bytes = 4 * align, origin = align, part_bytes = 2 * align;
    const cl_buffer_region region = { origin, part_bytes };
    unsigned char *host = ocl_alloc(bytes);
    cl_int err;
    cl_mem buffers[BUFFERS] = { [COPY] = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, host) };
    buffers[USE] =
        clCreateBuffer(env->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, host, &err);
    OCL_CHECK(err);
    buffers[PART] = clCreateSubBuffer(buffers[USE], CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION,
                                      &region, &err);
    OCL_CHECK(err);
    void *mapped = clEnqueueMapBuffer(env->queue, buffers[USE], CL_TRUE, CL_MAP_READ, 0, bytes, 0,
                                      NULL, NULL, &err);
    OCL_CHECK(err);

    const cl_ulong context = buffer_info_number(env->context);
    cl_ulong got[BUFFERS], want[QUERY_COUNT][BUFFERS] = {
        { CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_BUFFER },
        { CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
          CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR },
        { bytes, bytes, part_bytes },
        { 0, buffer_info_number(host), buffer_info_number(host + origin) },
        { 0, 1, 0 },
        { 1, ANY, 1 },    // whether parts and maps count as references is not said
        { context, context, context },
        { 0, 0, buffer_info_number(buffers[USE]) },
        { 0, 0, origin },
        { CL_FALSE, ANY, ANY },    // on some devices all of the host's memory is SVM
        { 0, 0, 0 },
    };
    ocl_report_print(report, "\n%-28s%26s%26s%26s\n", "", "host data copied", "host data used",
                     "part of it");
    ocl_check check =
        ocl_verify_equal("the map's place in host memory", (unsigned char *)mapped - host, 0);
    const int version = ocl_device_version(env->device);
    for (size_t q = 0; q < QUERY_COUNT && QUERIES[q].version <= version; q++) {
        ocl_report_print(report, "%-28s", QUERIES[q].name);
        for (int b = 0; b < BUFFERS; b++) {
            char text[TEXT];
            got[b] = buffer_info_query(buffers[b], q);
            buffer_info_text(text, q, got[b], host, bytes);
            ocl_report_print(report, "%26s", text);
            if (want[q][b] == ANY) want[q][b] = got[b];
        }
        ocl_report_print(report, "\n");
        if (QUERIES[q].query == CL_MEM_MAP_COUNT)
            buffer_info_excuse(&want[q][USE], got[USE], 0, "the driver does not count maps");
        if (QUERIES[q].query == CL_MEM_HOST_PTR)
            buffer_info_excuse(&want[q][PART], got[PART], buffer_info_number(host + part_bytes),
                               "the driver adds a part's size to the host pointer, not its origin");
        check = ocl_check_both(check, ocl_verify_u64(QUERIES[q].name, got, want[q], BUFFERS));
    }
    ocl_report_check(report, "queries", check);

    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, buffers[USE], mapped, 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));    // the host's array goes away
    for (int b = BUFFERS - 1; b >= 0; b--)
        OCL_CHECK(clReleaseMemObject(buffers[b]));
    free(host);
}

// A buffer lives as long as someone retains it.
static ocl_check buffer_info_references(const ocl_env *env)
{
    const cl_uint want[] = { 1, 2, 3, 2, 1 };
    cl_uint got[5];
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, 4, NULL);
    for (int i = 0; i < 5; i++) {
        if (i == 1 || i == 2) OCL_CHECK(clRetainMemObject(buffer));
        if (i == 3 || i == 4) OCL_CHECK(clReleaseMemObject(buffer));
        OCL_CHECK(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof got[i], &got[i], NULL));
    }
    OCL_CHECK(clReleaseMemObject(buffer));
    return ocl_verify_u32("reference count", got, want, 5);
}

// Filled in by callbacks, which the driver calls on whatever thread it likes.  Each takes the next place in
// `order`, writes it and counts itself in `done`; who sees the count sees the entries, too.
typedef struct {
    atomic_uint next, done;
    cl_uint order[CALLBACKS];
} buffer_info_log;

typedef struct {
    buffer_info_log *log;
    cl_uint number;
} buffer_info_callback;

static void CL_CALLBACK buffer_info_destroyed(cl_mem buffer, void *data)
{
    (void)buffer;    // a name only: it must not be used any more
    const buffer_info_callback *callback = data;
    buffer_info_log *log = callback->log;
    log->order[atomic_fetch_add(&log->next, 1)] = callback->number;
    atomic_fetch_add(&log->done, 1);
}

// Callbacks run when a buffer is destroyed, the last one set first.
static ocl_check buffer_info_callbacks(const ocl_env *env)
{
    static const cl_uint want[CALLBACKS] = { 2, 1, 0 };
    buffer_info_log log = { 0 };
    buffer_info_callback callbacks[CALLBACKS];
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, 4, NULL);
    for (cl_uint i = 0; i < CALLBACKS; i++) {
        callbacks[i] = (buffer_info_callback){ &log, i };
        OCL_CHECK(clSetMemObjectDestructorCallback(buffer, buffer_info_destroyed, &callbacks[i]));
    }
    ocl_check check =
        ocl_verify_equal("callbacks before the release", (long long)atomic_load(&log.done), 0);
    OCL_CHECK(clReleaseMemObject(buffer));
    const double deadline = ocl_wall_ns() + 1e9 * PATIENCE_S;
    while (atomic_load(&log.done) < CALLBACKS)
        if (ocl_wall_ns() > deadline)    // no return: a late callback would find this frame gone
            ocl_exit(OCL_EXIT_WRONG, "%u of %d destructor callbacks within %d s",
                     atomic_load(&log.done), CALLBACKS, PATIENCE_S);
    return ocl_check_both(check, ocl_verify_u32("callback", log.order, want, CALLBACKS));
}

static void buffer_info_refusals(const ocl_env *env, ocl_report *report)
{
    cl_mem x = ocl_buffer(env, CL_MEM_READ_WRITE, 4, NULL);
    size_t room;
    const ocl_refusal refusals[] = {
        { "a query that does not exist",
          clGetMemObjectInfo(x, CL_DEVICE_NAME, sizeof room, &room, NULL), CL_INVALID_VALUE, 0 },
        { "too little room for the answer", clGetMemObjectInfo(x, CL_MEM_FLAGS, 1, &room, NULL),
          CL_INVALID_VALUE, 0 },
        { "a callback that is no function", clSetMemObjectDestructorCallback(x, NULL, NULL),
          CL_INVALID_VALUE, 0 },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(x));
}

int main(int argc, char **argv)
{
    const ocl_program program_facts = { .name = "buffer_info",
                                        .summary = "What a buffer knows, and how long it lives.",
                                        .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &program_facts, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    ocl_report *report = ocl_report_open(&opt, env.device);
    buffer_info_queries(&env, report);
    ocl_report_check(report, "retain and release", buffer_info_references(&env));
    ocl_report_check(report, "destructor callbacks, last set first", buffer_info_callbacks(&env));
    buffer_info_refusals(&env, report);

    ocl_close(&env);
    return ocl_report_close(report);
}
