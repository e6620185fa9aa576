// SPDX-License-Identifier: MIT
//
// An OpenCL layer that stands in for cl_khr_semaphore, so that programs with semaphores run where
// no driver has them.
//
//     OPENCL_LAYERS=.../libsemaphore_layer.so [OCL_TEST_SEMAPHORE=HOW] PROGRAM
//
// A signal is a marker, and its event is kept in the semaphore.  A wait is a marker that waits for
// this event.  So a wait must be enqueued after its signal; one that comes before it, and a signal
// without a wait since the last one, are refused with CL_INVALID_OPERATION.  (The specification
// leaves both undefined, or lets the host wait.)  Queues must be in-order.
//
// OCL_TEST_SEMAPHORE breaks it.  With no_wait a wait waits for nothing, and from then on a kernel
// of another queue begins only when one of the queue that should have waited has ended: it is too
// late, also where one thread runs all kernels.  With wrong_order a wait waits for nothing, too,
// but the queue that waits first stands still until another one has signalled.  With stays a wait
// leaves the semaphore signalled, with taken a queue of another context is not refused, with
// no_list the list of properties is empty, with forgets one reference is answered for all.

#include "layer.h"

#include <CL/cl_ext.h>

#include <stdbool.h>
#include <stdlib.h>

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#endif

struct _cl_semaphore_khr {
    cl_context context;
    cl_uint references;
    cl_event signalled;    // of the last signal
    cl_event waited;       // of the wait for it; NULL while there is none
};

static bool is_broken(const char *how)
{
    const char *wanted = getenv("OCL_TEST_SEMAPHORE");
    return wanted && strcmp(wanted, how) == 0;
}

static void forget(cl_event *event)
{
    if (*event) target.clReleaseEvent(*event);
    *event = NULL;
}

static cl_semaphore_khr CL_API_CALL create(cl_context context,
                                           const cl_semaphore_properties_khr *list, cl_int *err)
{
    cl_int ignored;
    if (!err) err = &ignored;
    *err = CL_INVALID_VALUE;
    if (!list || list[0] == 0) return NULL;
    *err = CL_INVALID_PROPERTY;
    if (list[0] != CL_SEMAPHORE_TYPE_KHR || list[1] != CL_SEMAPHORE_TYPE_BINARY_KHR || list[2] != 0)
        return NULL;
    cl_semaphore_khr s = calloc(1, sizeof *s);
    *err = s ? target.clRetainContext(context) : CL_OUT_OF_HOST_MEMORY;
    if (*err != CL_SUCCESS) {
        free(s);
        return NULL;
    }
    s->context = context;
    s->references = 1;
    return s;
}

static cl_int CL_API_CALL retain(cl_semaphore_khr s)
{
    if (!s) return CL_INVALID_SEMAPHORE_KHR;
    s->references++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release(cl_semaphore_khr s)
{
    if (!s) return CL_INVALID_SEMAPHORE_KHR;
    if (--s->references > 0) return CL_SUCCESS;
    forget(&s->signalled);
    forget(&s->waited);
    target.clReleaseContext(s->context);
    free(s);
    return CL_SUCCESS;
}

static cl_int refusal(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *list)
{
    cl_context context;
    if (count == 0 || !list) return CL_INVALID_VALUE;
    const cl_int status =
        target.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (status != CL_SUCCESS) return status;
    for (cl_uint k = 0; k < count; k++) {
        if (!list[k]) return CL_INVALID_SEMAPHORE_KHR;
        if (list[k]->context != context && !is_broken("taken")) return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

// A marker after `waits`; *kept and *given are its event.
static cl_int mark(cl_command_queue queue, cl_uint waits, const cl_event *wait, cl_event *kept,
                   cl_event *given)
{
    const cl_int status = target.clEnqueueMarkerWithWaitList(queue, waits, wait, kept);
    if (status != CL_SUCCESS || !given) return status;
    *given = *kept;
    return target.clRetainEvent(*kept);
}

// --- wrong_order: of two queues that wait for each other, the second one goes first; no_wait: the
// one that should wait goes first

static struct {
    cl_command_queue queue;
    cl_event until;    // a user event; NULL while no queue stands still
} held;

static cl_int hold(cl_command_queue queue, cl_context context)
{
    cl_int status;
    held.queue = queue;
    held.until = target.clCreateUserEvent(context, &status);
    return status;
}

static cl_int let_go(cl_event after)
{
    cl_int status = target.clWaitForEvents(1, &after);
    if (status == CL_SUCCESS) status = target.clSetUserEventStatus(held.until, CL_COMPLETE);
    forget(&held.until);
    return status;
}

static cl_command_queue early;    // no_wait: the last queue that should have waited

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint count, const cl_event *waits, cl_event *event)
{
    cl_int status = CL_SUCCESS;
    if (early && queue != early && !held.until) {
        cl_context context;
        status =
            target.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
        if (status == CL_SUCCESS) status = hold(queue, context);
        if (status == CL_SUCCESS)
            status = target.clEnqueueMarkerWithWaitList(queue, 1, &held.until, NULL);
    }
    if (status == CL_SUCCESS)
        status = target.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local,
                                               count, waits, event);
    if (status == CL_SUCCESS && queue == early && held.until) {
        cl_event end;
        status = mark(queue, 0, NULL, &end, NULL);
        if (status != CL_SUCCESS) return status;
        status = let_go(end);
        forget(&end);
    }
    return status;
}

static cl_int CL_API_CALL signal_all(cl_command_queue queue, cl_uint count,
                                     const cl_semaphore_khr *list,
                                     const cl_semaphore_payload_khr *payloads, cl_uint waits,
                                     const cl_event *wait, cl_event *event)
{
    (void)payloads;    // binary semaphores have none
    cl_int status = refusal(queue, count, list);
    for (cl_uint k = 0; k < count && status == CL_SUCCESS; k++) {
        if (list[k]->signalled && !list[k]->waited) return CL_INVALID_OPERATION;
        forget(&list[k]->signalled);
        forget(&list[k]->waited);
        status = mark(queue, waits, wait, &list[k]->signalled, k + 1 == count ? event : NULL);
        if (status == CL_SUCCESS && held.until && held.queue != queue)
            status = let_go(list[k]->signalled);
    }
    return status;
}

static cl_int CL_API_CALL wait_for_all(cl_command_queue queue, cl_uint count,
                                       const cl_semaphore_khr *list,
                                       const cl_semaphore_payload_khr *payloads, cl_uint waits,
                                       const cl_event *wait, cl_event *event)
{
    (void)payloads;
    cl_int status = refusal(queue, count, list);
    if (status == CL_SUCCESS && waits > 0) {
        cl_event first;
        status = mark(queue, waits, wait, &first, NULL);
        if (status == CL_SUCCESS) forget(&first);
    }
    for (cl_uint k = 0; k < count && status == CL_SUCCESS; k++) {
        if (!list[k]->signalled || list[k]->waited) return CL_INVALID_OPERATION;
        const cl_event *for_it = &list[k]->signalled;
        if (is_broken("no_wait")) {
            for_it = NULL;
            early = queue;
        }
        if (is_broken("wrong_order")) {
            for_it = held.until ? NULL : &held.until;
            if (for_it) status = hold(queue, list[k]->context);
        }
        if (status == CL_SUCCESS)
            status = mark(queue, for_it ? 1 : 0, for_it, &list[k]->waited,
                          k + 1 == count ? event : NULL);
    }
    return status;
}

static bool has_ended(cl_event event)
{
    cl_int status = CL_QUEUED;
    return event &&
           target.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                                 NULL) == CL_SUCCESS &&
           status == CL_COMPLETE;
}

static cl_int CL_API_CALL get_info(cl_semaphore_khr s, cl_semaphore_info_khr what, size_t room,
                                   void *value, size_t *bytes)
{
    if (!s) return CL_INVALID_SEMAPHORE_KHR;
    const bool is_taken = has_ended(s->waited) && !is_broken("stays");
    const cl_semaphore_payload_khr payload = has_ended(s->signalled) && !is_taken;
    const cl_uint references = is_broken("forgets") ? 1 : s->references;
    const cl_semaphore_type_khr type = CL_SEMAPHORE_TYPE_BINARY_KHR;
    cl_device_id devices[64];
    size_t device_bytes;
    const cl_int status = target.clGetContextInfo(s->context, CL_CONTEXT_DEVICES, sizeof devices,
                                                  devices, &device_bytes);
    if (status != CL_SUCCESS) return status;
    const cl_semaphore_properties_khr list[] = { CL_SEMAPHORE_TYPE_KHR, type, 0 };
    const struct {
        cl_semaphore_info_khr what;
        size_t size;
        const void *value;
    } all[] = { { CL_SEMAPHORE_CONTEXT_KHR, sizeof s->context, &s->context },
                { CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, device_bytes, devices },
                { CL_SEMAPHORE_REFERENCE_COUNT_KHR, sizeof references, &references },
                { CL_SEMAPHORE_TYPE_KHR, sizeof type, &type },
                { CL_SEMAPHORE_PROPERTIES_KHR, is_broken("no_list") ? 0 : sizeof list, list },
                { CL_SEMAPHORE_PAYLOAD_KHR, sizeof payload, &payload } };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].what == what) return layer_answer(all[k].value, all[k].size, room, value, bytes);
    return CL_INVALID_VALUE;
}

typedef void (*function)(void);

static void *CL_API_CALL get_address(cl_platform_id platform, const char *name)
{
    const struct {
        const char *name;
        function is;
    } mine[] = { { "clCreateSemaphoreWithPropertiesKHR", (function)create },
                 { "clRetainSemaphoreKHR", (function)retain },
                 { "clReleaseSemaphoreKHR", (function)release },
                 { "clEnqueueSignalSemaphoresKHR", (function)signal_all },
                 { "clEnqueueWaitSemaphoresKHR", (function)wait_for_all },
                 { "clGetSemaphoreInfoKHR", (function)get_info } };
    for (size_t k = 0; k < sizeof mine / sizeof *mine; k++)
        if (strcmp(mine[k].name, name) == 0) return *(void *const *)&mine[k].is;
    return target.clGetExtensionFunctionAddressForPlatform(platform, name);
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info query, size_t room,
                                          void *value, size_t *bytes)
{
    const cl_semaphore_type_khr types[] = { CL_SEMAPHORE_TYPE_BINARY_KHR };
    if (query == CL_DEVICE_SEMAPHORE_TYPES_KHR)
        return layer_answer(types, sizeof types, room, value, bytes);
    if (query != CL_DEVICE_EXTENSIONS)
        return target.clGetDeviceInfo(device, query, room, value, bytes);
    return layer_answer_extensions(device, " cl_khr_semaphore", room, value, bytes);
}

static const char *layer_name(void)
{
    return "semaphores";
}

static void layer_wrap(void)
{
    layer.clGetDeviceInfo = get_device_info;
    layer.clGetExtensionFunctionAddressForPlatform = get_address;
    layer.clEnqueueNDRangeKernel = launch;
}
