// SPDX-License-Identifier: MIT
//
// semaphore_info - what a semaphore says of itself.
//
// Shows   how a semaphore is made; its payload after each signal and each wait; every query; that
//         it belongs to one context
// Uses    clCreateSemaphoreWithPropertiesKHR, clGetSemaphoreInfoKHR,
//         clEnqueueSignalSemaphoresKHR, clEnqueueWaitSemaphoresKHR, clRetainSemaphoreKHR,
//         clReleaseSemaphoreKHR, CL_DEVICE_SEMAPHORE_TYPES_KHR
// Try     semaphore_info; then semaphores, which keeps two queues in order with them

#include "ocl.h"

#include "shared/semaphore_api.h"

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    semaphore_api api;
    cl_semaphore_khr semaphore;
} lesson;

static const cl_semaphore_properties_khr BINARY[] = { CL_SEMAPHORE_TYPE_KHR,
                                                      CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };

static void show(const lesson *l, const char *what, long long got, long long want)
{
    ocl_report_result(l->report, what, ocl_verify_equal(what, got, want));
}

// --- queries

static cl_uint references(const lesson *l)
{
    cl_uint count;
    OCL_CHECK(l->api.clGetSemaphoreInfoKHR(l->semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR,
                                           sizeof count, &count, NULL));
    return count;
}

// Of a binary semaphore: 1 where it is signalled, 0 where it is not.
static cl_semaphore_payload_khr payload(const lesson *l)
{
    cl_semaphore_payload_khr value;
    OCL_CHECK(l->api.clGetSemaphoreInfoKHR(l->semaphore, CL_SEMAPHORE_PAYLOAD_KHR, sizeof value,
                                           &value, NULL));
    return value;
}

// A device lists the types of semaphores that it can make.  Some drivers lack the query.
static bool makes_binary(const lesson *l)
{
    cl_semaphore_type_khr types[16];
    size_t bytes = 0;
    const cl_int status =
        clGetDeviceInfo(l->env->device, CL_DEVICE_SEMAPHORE_TYPES_KHR, sizeof types, types, &bytes);
    if (status == CL_INVALID_VALUE && ocl_known_fault(l->env->device, "types of semaphores"))
        return true;
    OCL_CHECK(status);
    for (size_t i = 0; i < bytes / sizeof *types; i++)
        if (types[i] == CL_SEMAPHORE_TYPE_BINARY_KHR) return true;
    return false;
}

// What stays the same as long as the semaphore lives.
static void check_facts(const lesson *l)
{
    cl_semaphore_type_khr type;
    cl_context context;
    cl_device_id devices[16] = { NULL };
    cl_semaphore_properties_khr list[16];
    size_t device_bytes, list_bytes;
    OCL_CHECK(l->api.clGetSemaphoreInfoKHR(l->semaphore, CL_SEMAPHORE_TYPE_KHR, sizeof type, &type,
                                           NULL));
    OCL_CHECK(l->api.clGetSemaphoreInfoKHR(l->semaphore, CL_SEMAPHORE_CONTEXT_KHR, sizeof context,
                                           &context, NULL));
    OCL_CHECK(l->api.clGetSemaphoreInfoKHR(l->semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                           sizeof devices, devices, &device_bytes));
    OCL_CHECK(l->api.clGetSemaphoreInfoKHR(l->semaphore, CL_SEMAPHORE_PROPERTIES_KHR, sizeof list,
                                           list, &list_bytes));
    show(l, "the device makes binary semaphores", makes_binary(l), true);
    show(l, "type", type, CL_SEMAPHORE_TYPE_BINARY_KHR);
    show(l, "it is of its context", context == l->env->context, true);
    show(l, "and of its device", device_bytes == sizeof *devices && devices[0] == l->env->device,
         true);
    show(l, "the list is the one it was made with",
         list_bytes == sizeof BINARY && memcmp(list, BINARY, list_bytes) == 0, true);
}

// --- what changes

static void signal_semaphore(const lesson *l)
{
    OCL_CHECK(
        l->api.clEnqueueSignalSemaphoresKHR(l->env->queue, 1, &l->semaphore, NULL, 0, NULL, NULL));
    OCL_CHECK(clFinish(l->env->queue));
}

static void wait_for_semaphore(const lesson *l)
{
    OCL_CHECK(
        l->api.clEnqueueWaitSemaphoresKHR(l->env->queue, 1, &l->semaphore, NULL, 0, NULL, NULL));
    OCL_CHECK(clFinish(l->env->queue));
}

// An event is complete once and for all.  A semaphore can be signalled again, after a wait.
static void check_payload(const lesson *l)
{
    // Some drivers always answer 0.  A layer in front of them may answer 1.
    const bool forgets = ocl_known_fault(l->env->device, "payload of a semaphore");
    show(l, "payload of a new semaphore", (long long)payload(l), 0);
    for (int again = 0; again < 2; again++) {
        signal_semaphore(l);
        const long long value = (long long)payload(l);
        show(l, again ? "signalled again" : "signalled", value, forgets && value == 0 ? 0 : 1);
        wait_for_semaphore(l);
        show(l, again ? "waited for again" : "waited for", (long long)payload(l), 0);
    }
}

static void check_references(const lesson *l)
{
    show(l, "references of a new semaphore", references(l), 1);
    OCL_CHECK(l->api.clRetainSemaphoreKHR(l->semaphore));
    show(l, "after clRetainSemaphoreKHR", references(l), 2);
    OCL_CHECK(l->api.clReleaseSemaphoreKHR(l->semaphore));
    show(l, "after clReleaseSemaphoreKHR", references(l), 1);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "semaphore_info",
                              .summary = "What a semaphore says of itself.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_semaphore"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_semaphore");

    lesson l = { .env = &env, .api = load_semaphore_api(env.platform) };
    l.report = ocl_report_open(&opt, env.device);
    cl_int err;
    l.semaphore = OCL_CREATE(l.api.clCreateSemaphoreWithPropertiesKHR(env.context, BINARY, &err));
    check_facts(&l);
    check_payload(&l);
    check_references(&l);
    OCL_CHECK(l.api.clReleaseSemaphoreKHR(l.semaphore));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
