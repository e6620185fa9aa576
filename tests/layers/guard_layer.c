// SPDX-License-Identifier: MIT
//
// An OpenCL layer that finds kernels that write past the end of a buffer.
//
//     OPENCL_LAYERS=.../libguard_layer.so [OCL_SAMPLES_GUARD_LOG=FILE] PROGRAM
//
// Each buffer becomes GUARD bytes longer than the program asks for.  Those bytes hold a pattern
// that differs from buffer to buffer.  The layer looks at them when the buffer is read, mapped or
// released.  When they have changed, the program prints one line to standard error and ends with
// exit status 1:
//
//     NAME: guard_layer: a kernel wrote past the end of a buffer of N bytes
//
// The program sees nothing of this.  Queries answer with the length that it asked for, and commands
// and sub-buffers that reach past this length are refused, as a driver does.  A new buffer is full
// of the pattern, too: as float and as double it is NaN, so a kernel that reads what nobody wrote
// gives a wrong answer.
//
// Buffers with CL_MEM_USE_HOST_PTR have no guard, because their memory is the program's.  The end
// of a sub-buffer has none, because what follows belongs to its parent.
//
// FILE gets one line per guarded buffer: its length.  It is made when the loader takes the layer
// in.

#define _GNU_SOURCE    // program_invocation_short_name

#include "layer.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    GUARD = 1 << 16,         // bytes
    MAX_FILLED = 1 << 26,    // bytes of the longest buffer that is filled as a whole
    MAX_QUEUES = 256,
    MAX_DEVICES = 64
};

typedef struct guarded {
    cl_mem buffer;
    cl_context context;
    size_t bytes;    // that the program asked for
    uint32_t seed;
    bool due;    // a read or a map that does not block is under way
    struct guarded *next;
} guarded;

// The lock is held for no call of the driver: drivers call back.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static guarded *list;
static uint32_t created;
static cl_command_queue queues[MAX_QUEUES];    // that the program has not released
static int queue_references[MAX_QUEUES];       // of the program; the driver's own come on top
static int queue_count;
static int unset_events;    // user events that the program has not set

// --- the pattern

static uint32_t pattern_word(uint32_t seed, size_t k)
{
    uint32_t x = seed * 0x9e3779b9u + (uint32_t)k * 0x85ebca6bu;
    x = (x ^ x >> 15) * 0x2c1b3c6du;
    x = (x ^ x >> 12) * 0x297a2d39u;
    return 0xfff00000u | ((x ^ x >> 15) & 0xfffffu);
}

// What byte `at` of a buffer holds before anyone writes there.
static unsigned char pattern_byte(uint32_t seed, size_t at)
{
    return (unsigned char)(pattern_word(seed, at / 4) >> at % 4 * 8);
}

static void pattern_fill(unsigned char *bytes, uint32_t seed, size_t from, size_t to)
{
    for (size_t at = from; at < to; at++)
        bytes[at - from] = pattern_byte(seed, at);
}

// --- the list of guarded buffers

static void forget(cl_mem buffer)
{
    pthread_mutex_lock(&lock);
    for (guarded **at = &list; *at; at = &(*at)->next)
        if ((*at)->buffer == buffer) {
            guarded *gone = *at;
            *at = gone->next;
            free(gone);
            break;
        }
    pthread_mutex_unlock(&lock);
}

static void CL_CALLBACK destroyed(cl_mem buffer, void *unused)
{
    (void)unused;
    forget(buffer);
}

static bool remember(guarded one)
{
    const char *path = getenv("OCL_SAMPLES_GUARD_LOG");
    guarded *entry = malloc(sizeof *entry);
    if (!entry) return false;
    forget(one.buffer);    // an older object that had the same address
    pthread_mutex_lock(&lock);
    one.next = list;
    *entry = one;
    list = entry;
    FILE *log = path ? fopen(path, "a") : NULL;
    if (log) {
        fprintf(log, "%zu\n", one.bytes);
        fclose(log);
    }
    pthread_mutex_unlock(&lock);
    return target.clSetMemObjectDestructorCallback(one.buffer, destroyed, NULL) == CL_SUCCESS;
}

static bool find(cl_mem buffer, guarded *found)
{
    pthread_mutex_lock(&lock);
    const guarded *at = list;
    while (at && at->buffer != buffer)
        at = at->next;
    if (at) *found = *at;
    pthread_mutex_unlock(&lock);
    return at;
}

// The guarded buffer that this is, or that this sub-buffer or image was made from.
static bool find_root(cl_mem object, guarded *found)
{
    while (object && !find(object, found)) {
        cl_mem parent = NULL;
        if (target.clGetMemObjectInfo(object, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent,
                                      NULL) != CL_SUCCESS)
            return false;
        object = parent;
    }
    return object;
}

// --- looking at a guard

// A queue of the layer's own leaves the program's queues as they are.
static cl_command_queue open_queue(cl_context context)
{
    cl_device_id devices[MAX_DEVICES];
    size_t bytes = 0;
    cl_int err = target.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &bytes);
    if (err != CL_SUCCESS || bytes > sizeof devices) return NULL;
    err = target.clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices, NULL);
    if (err != CL_SUCCESS) return NULL;
    return target.clCreateCommandQueue(context, devices[0], 0, &err);
}

// Copies on the device: CL_MEM_HOST_NO_ACCESS forbids the host to read, but not this.
static bool copy(cl_command_queue queue, cl_mem from, cl_mem to, const size_t places[2],
                 size_t bytes)
{
    return target.clEnqueueCopyBuffer(queue, from, to, places[0], places[1], bytes, 0, NULL,
                                      NULL) == CL_SUCCESS &&
           target.clFinish(queue) == CL_SUCCESS;
}

// What the guard holds now; false when the driver cannot say.
static bool read_guard(const guarded *one, unsigned char *guard)
{
    cl_int err;
    cl_command_queue queue = open_queue(one->context);
    if (!queue) return false;
    cl_mem staging = target.clCreateBuffer(one->context, CL_MEM_READ_WRITE, GUARD, NULL, &err);
    const bool ok =
        staging && copy(queue, one->buffer, staging, (size_t[]){ one->bytes, 0 }, GUARD) &&
        target.clEnqueueReadBuffer(queue, staging, CL_TRUE, 0, GUARD, guard, 0, NULL, NULL) ==
            CL_SUCCESS;
    if (staging) target.clReleaseMemObject(staging);
    target.clReleaseCommandQueue(queue);
    return ok;
}

static void inspect(const guarded *one)
{
    unsigned char *guard = malloc(GUARD);
    if (guard && read_guard(one, guard))
        for (size_t i = 0; i < GUARD; i++)
            if (guard[i] != pattern_byte(one->seed, one->bytes + i)) {
                fflush(stdout);
                fprintf(stderr,
                        "%s: guard_layer: a kernel wrote past the end of a buffer of %zu bytes\n",
                        program_invocation_short_name, one->bytes);
                _Exit(1);    // at once: what is wrong cannot be overlooked or made worse
            }
    free(guard);
}

// After a command that read or mapped the buffer, or that will.
static void after_access(cl_mem object, cl_bool blocking, cl_int err)
{
    guarded one;
    if (err != CL_SUCCESS || !find_root(object, &one)) return;
    if (blocking) {
        inspect(&one);
        return;
    }
    pthread_mutex_lock(&lock);
    for (guarded *at = list; at; at = at->next)
        if (at->buffer == one.buffer) at->due = true;
    pthread_mutex_unlock(&lock);
}

// The program has waited: reads and maps that did not block may have ended.
static void inspect_due(void)
{
    for (bool more = true; more;) {
        guarded one;
        more = false;
        pthread_mutex_lock(&lock);
        for (guarded *at = list; at && !more; at = at->next)
            if (at->due) {
                at->due = false;
                one = *at;
                more = true;
            }
        pthread_mutex_unlock(&lock);
        if (more) inspect(&one);
    }
}

// Waits for all commands of a context.  A queue that waits for a user event could wait forever.
static void finish_all(cl_context context)
{
    cl_command_queue mine[MAX_QUEUES];
    pthread_mutex_lock(&lock);
    const int count = unset_events > 0 ? 0 : queue_count;
    memcpy(mine, queues, sizeof mine);
    pthread_mutex_unlock(&lock);
    for (int pass = 0; pass < 2; pass++)    // one queue may wait for what another has not flushed
        for (int i = 0; i < count; i++) {
            cl_context its = NULL;
            target.clGetCommandQueueInfo(mine[i], CL_QUEUE_CONTEXT, sizeof its, &its, NULL);
            if (its == context) (pass == 0 ? target.clFlush : target.clFinish)(mine[i]);
        }
}

// --- buffers

// Fills a new buffer, or only the guard of a long one.
static bool fill(const guarded *one)
{
    const size_t end = one->bytes + GUARD, from = one->bytes > MAX_FILLED ? one->bytes : 0;
    cl_int err;
    unsigned char *bytes = malloc(end - from);
    if (!bytes) return false;
    pattern_fill(bytes, one->seed, from, end);
    cl_command_queue queue = open_queue(one->context);
    cl_mem staging = target.clCreateBuffer(one->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                           end - from, bytes, &err);
    const bool ok =
        queue && staging && copy(queue, staging, one->buffer, (size_t[]){ 0, from }, end - from);
    if (staging) target.clReleaseMemObject(staging);
    if (queue) target.clReleaseCommandQueue(queue);
    free(bytes);
    return ok;
}

typedef struct {
    const cl_mem_properties *properties;    // NULL: none, as for clCreateBuffer
    cl_mem_flags flags;
    size_t bytes;
    void *host;
} wish;

static cl_mem create(cl_context context, const wish *want, size_t bytes, void *host, cl_int *err)
{
    if (want->properties)
        return target.clCreateBufferWithProperties(context, want->properties, want->flags, bytes,
                                                   host, err);
    return target.clCreateBuffer(context, want->flags, bytes, host, err);
}

// NULL where it cannot be done, or where the driver refuses.
static cl_mem create_guarded(cl_context context, const wish *want)
{
    const bool copies = want->flags & CL_MEM_COPY_HOST_PTR;
    if (want->bytes == 0 || want->bytes > SIZE_MAX - GUARD || want->flags & CL_MEM_USE_HOST_PTR ||
        copies != (want->host != NULL))
        return NULL;
    guarded one = { .context = context, .bytes = want->bytes };
    pthread_mutex_lock(&lock);
    one.seed = ++created;
    pthread_mutex_unlock(&lock);

    unsigned char *host = copies ? malloc(want->bytes + GUARD) : NULL;
    if (copies && !host) return NULL;
    if (copies) {
        memcpy(host, want->host, want->bytes);
        pattern_fill(host + want->bytes, one.seed, want->bytes, want->bytes + GUARD);
    }
    cl_int err;
    one.buffer = create(context, want, want->bytes + GUARD, host, &err);
    free(host);
    if (one.buffer && !((copies || fill(&one)) && remember(one))) {
        forget(one.buffer);
        target.clReleaseMemObject(one.buffer);
        return NULL;
    }
    return one.buffer;
}

static cl_mem create_or_refuse(cl_context context, const wish *want, cl_int *err)
{
    cl_mem buffer = create_guarded(context, want);
    if (!buffer) return create(context, want, want->bytes, want->host, err);
    if (err) *err = CL_SUCCESS;
    return buffer;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t bytes,
                                        void *host, cl_int *err)
{
    return create_or_refuse(context, &(wish){ NULL, flags, bytes, host }, err);
}

static cl_mem CL_API_CALL create_buffer_with_properties(cl_context context,
                                                        const cl_mem_properties *properties,
                                                        cl_mem_flags flags, size_t bytes,
                                                        void *host, cl_int *err)
{
    return create_or_refuse(context, &(wish){ properties, flags, bytes, host }, err);
}

// Whether the first bytes that a program asked for hold all of this.
static bool within(cl_mem buffer, size_t offset, size_t bytes)
{
    guarded one;
    return !find(buffer, &one) || (offset <= one.bytes && bytes <= one.bytes - offset);
}

static cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags,
                                            cl_buffer_create_type type, const void *info,
                                            cl_int *err)
{
    const cl_buffer_region *region = info;
    if (region && type == CL_BUFFER_CREATE_TYPE_REGION &&
        !within(buffer, region->origin, region->size)) {
        if (err) *err = CL_INVALID_VALUE;
        return NULL;
    }
    return target.clCreateSubBuffer(buffer, flags, type, info, err);
}

// An image that does not fit into its buffer must be refused: the driver is asked what it makes of
// a buffer of the length that the program asked for.
static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
                                       const cl_image_format *format, const cl_image_desc *desc,
                                       void *host, cl_int *err)
{
    guarded one;
    if (desc && desc->buffer && find(desc->buffer, &one)) {
        cl_int answer = CL_SUCCESS;
        cl_mem_flags its = 0;
        target.clGetMemObjectInfo(one.buffer, CL_MEM_FLAGS, sizeof its, &its, NULL);
        its &= ~(cl_mem_flags)CL_MEM_COPY_HOST_PTR;
        cl_image_desc shorter = *desc;
        shorter.buffer = target.clCreateBuffer(one.context, its, one.bytes, NULL, &answer);
        if (shorter.buffer) {
            cl_mem image = target.clCreateImage(context, flags, format, &shorter, host, &answer);
            if (image) target.clReleaseMemObject(image);
            target.clReleaseMemObject(shorter.buffer);
            if (!image) {
                if (err) *err = answer;
                return NULL;
            }
        }
    }
    cl_mem image = target.clCreateImage(context, flags, format, desc, host, err);
    if (image) forget(image);    // an older buffer that had the same address
    return image;
}

static cl_int CL_API_CALL get_mem_object_info(cl_mem object, cl_mem_info query, size_t room,
                                              void *value, size_t *bytes)
{
    guarded one;
    const cl_int err = target.clGetMemObjectInfo(object, query, room, value, bytes);
    if (err == CL_SUCCESS && query == CL_MEM_SIZE && value && find(object, &one))
        memcpy(value, &one.bytes, sizeof one.bytes);
    return err;
}

static cl_int CL_API_CALL release_mem_object(cl_mem object)
{
    guarded one;
    if (find_root(object, &one)) {
        finish_all(one.context);
        inspect(&one);
    }
    return target.clReleaseMemObject(object);
}

// --- queues and events

static cl_command_queue add_queue(cl_command_queue queue)
{
    cl_command_queue_properties properties = 0;
    if (!queue) return NULL;
    target.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (properties & CL_QUEUE_ON_DEVICE) return queue;    // the host cannot wait for it
    pthread_mutex_lock(&lock);
    if (queue_count < MAX_QUEUES) {
        queues[queue_count] = queue;
        queue_references[queue_count++] = 1;
    }
    pthread_mutex_unlock(&lock);
    return queue;
}

static cl_command_queue CL_API_CALL create_command_queue(cl_context context, cl_device_id device,
                                                         cl_command_queue_properties properties,
                                                         cl_int *err)
{
    return add_queue(target.clCreateCommandQueue(context, device, properties, err));
}

static cl_command_queue CL_API_CALL create_command_queue_with_properties(
    cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *err)
{
    return add_queue(target.clCreateCommandQueueWithProperties(context, device, properties, err));
}

// Counts the program's references; whether this was the last and the queue can still be waited for.
static bool count_references(cl_command_queue queue, int more)
{
    bool last = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < queue_count; i++) {
        if (queues[i] != queue || (queue_references[i] += more) > 0) continue;
        last = unset_events == 0;
        queue_count--;
        queues[i] = queues[queue_count];
        queue_references[i] = queue_references[queue_count];
        break;
    }
    pthread_mutex_unlock(&lock);
    return last;
}

static cl_int CL_API_CALL retain_command_queue(cl_command_queue queue)
{
    count_references(queue, 1);
    return target.clRetainCommandQueue(queue);
}

static cl_int CL_API_CALL release_command_queue(cl_command_queue queue)
{
    if (count_references(queue, -1)) target.clFinish(queue);
    return target.clReleaseCommandQueue(queue);
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    const cl_int err = target.clFinish(queue);
    inspect_due();
    return err;
}

static cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event *events)
{
    const cl_int err = target.clWaitForEvents(count, events);
    inspect_due();
    return err;
}

static void count_unset_events(int more)
{
    pthread_mutex_lock(&lock);
    unset_events += more;
    pthread_mutex_unlock(&lock);
}

static cl_event CL_API_CALL create_user_event(cl_context context, cl_int *err)
{
    cl_event event = target.clCreateUserEvent(context, err);
    if (event) count_unset_events(1);
    return event;
}

static cl_int CL_API_CALL set_user_event_status(cl_event event, cl_int status)
{
    const cl_int err = target.clSetUserEventStatus(event, status);
    if (err == CL_SUCCESS) count_unset_events(-1);
    return err;
}

// --- commands: none may reach past what the program asked for

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                      size_t offset, size_t bytes, void *to, cl_uint count,
                                      const cl_event *before, cl_event *event)
{
    if (!within(buffer, offset, bytes)) return CL_INVALID_VALUE;
    const cl_int err = target.clEnqueueReadBuffer(queue, buffer, blocking, offset, bytes, to, count,
                                                  before, event);
    after_access(buffer, blocking, err);
    return err;
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                       size_t offset, size_t bytes, const void *from, cl_uint count,
                                       const cl_event *before, cl_event *event)
{
    if (!within(buffer, offset, bytes)) return CL_INVALID_VALUE;
    return target.clEnqueueWriteBuffer(queue, buffer, blocking, offset, bytes, from, count, before,
                                       event);
}

static cl_int CL_API_CALL fill_buffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                      size_t pattern_bytes, size_t offset, size_t bytes,
                                      cl_uint count, const cl_event *before, cl_event *event)
{
    if (!within(buffer, offset, bytes)) return CL_INVALID_VALUE;
    return target.clEnqueueFillBuffer(queue, buffer, pattern, pattern_bytes, offset, bytes, count,
                                      before, event);
}

static cl_int CL_API_CALL copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to,
                                      size_t from_offset, size_t to_offset, size_t bytes,
                                      cl_uint count, const cl_event *before, cl_event *event)
{
    if (!within(from, from_offset, bytes) || !within(to, to_offset, bytes)) return CL_INVALID_VALUE;
    return target.clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, bytes, count, before,
                                      event);
}

static void *CL_API_CALL map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    cl_map_flags flags, size_t offset, size_t bytes, cl_uint count,
                                    const cl_event *before, cl_event *event, cl_int *err)
{
    cl_int result = CL_INVALID_VALUE;
    void *mapped = NULL;
    if (within(buffer, offset, bytes)) {
        mapped = target.clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, bytes, count,
                                           before, event, &result);
        after_access(buffer, blocking, result);
    }
    if (err) *err = result;
    return mapped;
}

// Whether a box of bytes lies within the buffer; pitches of 0 are those of a box without gaps.
static bool box_within(cl_mem buffer, const size_t *origin, const size_t *region, size_t row,
                       size_t slice)
{
    if (!origin || !region || !region[0] || !region[1] || !region[2]) return true;    // refused
    if (row == 0) row = region[0];
    if (slice == 0) slice = row * region[1];
    const size_t first = origin[2] * slice + origin[1] * row + origin[0];
    return within(buffer, first, (region[2] - 1) * slice + (region[1] - 1) * row + region[0]);
}

static cl_int CL_API_CALL read_rect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    const size_t *origin, const size_t *to_origin,
                                    const size_t *region, size_t row, size_t slice, size_t to_row,
                                    size_t to_slice, void *to, cl_uint count,
                                    const cl_event *before, cl_event *event)
{
    if (!box_within(buffer, origin, region, row, slice)) return CL_INVALID_VALUE;
    const cl_int err =
        target.clEnqueueReadBufferRect(queue, buffer, blocking, origin, to_origin, region, row,
                                       slice, to_row, to_slice, to, count, before, event);
    after_access(buffer, blocking, err);
    return err;
}

static cl_int CL_API_CALL write_rect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                     const size_t *origin, const size_t *from_origin,
                                     const size_t *region, size_t row, size_t slice,
                                     size_t from_row, size_t from_slice, const void *from,
                                     cl_uint count, const cl_event *before, cl_event *event)
{
    if (!box_within(buffer, origin, region, row, slice)) return CL_INVALID_VALUE;
    return target.clEnqueueWriteBufferRect(queue, buffer, blocking, origin, from_origin, region,
                                           row, slice, from_row, from_slice, from, count, before,
                                           event);
}

static cl_int CL_API_CALL copy_rect(cl_command_queue queue, cl_mem from, cl_mem to,
                                    const size_t *from_origin, const size_t *to_origin,
                                    const size_t *region, size_t from_row, size_t from_slice,
                                    size_t to_row, size_t to_slice, cl_uint count,
                                    const cl_event *before, cl_event *event)
{
    if (!box_within(from, from_origin, region, from_row, from_slice) ||
        !box_within(to, to_origin, region, to_row, to_slice))
        return CL_INVALID_VALUE;
    return target.clEnqueueCopyBufferRect(queue, from, to, from_origin, to_origin, region, from_row,
                                          from_slice, to_row, to_slice, count, before, event);
}

static bool image_within(cl_mem buffer, size_t offset, cl_mem image, const size_t *region)
{
    size_t element = 0;
    if (!region || target.clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof element, &element,
                                         NULL) != CL_SUCCESS)
        return true;    // refused
    return within(buffer, offset, region[0] * region[1] * region[2] * element);
}

static cl_int CL_API_CALL copy_image_to_buffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                               const size_t *origin, const size_t *region,
                                               size_t offset, cl_uint count, const cl_event *before,
                                               cl_event *event)
{
    if (!image_within(buffer, offset, image, region)) return CL_INVALID_VALUE;
    return target.clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, offset, count,
                                             before, event);
}

static cl_int CL_API_CALL copy_buffer_to_image(cl_command_queue queue, cl_mem buffer, cl_mem image,
                                               size_t offset, const size_t *origin,
                                               const size_t *region, cl_uint count,
                                               const cl_event *before, cl_event *event)
{
    if (!image_within(buffer, offset, image, region)) return CL_INVALID_VALUE;
    return target.clEnqueueCopyBufferToImage(queue, buffer, image, offset, origin, region, count,
                                             before, event);
}

static const char *layer_name(void)
{
    return "guards behind buffers";
}

static void layer_wrap(void)
{
    const char *path = getenv("OCL_SAMPLES_GUARD_LOG");
    FILE *log = path ? fopen(path, "a") : NULL;
    if (log) fclose(log);

    layer.clCreateBuffer = create_buffer;
    if (target.clCreateBufferWithProperties)
        layer.clCreateBufferWithProperties = create_buffer_with_properties;
    layer.clCreateSubBuffer = create_sub_buffer;
    layer.clCreateImage = create_image;
    layer.clGetMemObjectInfo = get_mem_object_info;
    layer.clReleaseMemObject = release_mem_object;
    layer.clCreateCommandQueue = create_command_queue;
    if (target.clCreateCommandQueueWithProperties)
        layer.clCreateCommandQueueWithProperties = create_command_queue_with_properties;
    layer.clRetainCommandQueue = retain_command_queue;
    layer.clReleaseCommandQueue = release_command_queue;
    layer.clFinish = finish;
    layer.clWaitForEvents = wait_for_events;
    layer.clCreateUserEvent = create_user_event;
    layer.clSetUserEventStatus = set_user_event_status;
    layer.clEnqueueReadBuffer = read_buffer;
    layer.clEnqueueWriteBuffer = write_buffer;
    layer.clEnqueueFillBuffer = fill_buffer;
    layer.clEnqueueCopyBuffer = copy_buffer;
    layer.clEnqueueMapBuffer = map_buffer;
    layer.clEnqueueReadBufferRect = read_rect;
    layer.clEnqueueWriteBufferRect = write_rect;
    layer.clEnqueueCopyBufferRect = copy_rect;
    layer.clEnqueueCopyImageToBuffer = copy_image_to_buffer;
    layer.clEnqueueCopyBufferToImage = copy_buffer_to_image;
}
