// SPDX-License-Identifier: MIT
//
// An OpenCL layer that stands in for cl_khr_gl_sharing, so that programs that share with OpenGL
// run, and are judged, where no driver can share.
//
//     LD_PRELOAD=.../libgl_layer.so OPENCL_LAYERS=.../libgl_layer.so [OCL_TEST_GL_EVENT=0] PROGRAM
//
// Nothing is shared: an object of OpenCL is an ordinary buffer or image.  An acquire copies from
// OpenGL's object into it, and a release copies back.  The OpenGL context must be EGL's.
//
// Each device has cl_khr_gl_sharing, cl_khr_gl_depth_images where it has depth images, and
// cl_khr_gl_event, which OCL_TEST_GL_EVENT=0 takes away.  With cl_khr_gl_event a program need not
// call glFinish and clFinish if its OpenGL context is current in the thread; without it, it must.
//
// While OpenGL has an object, OpenCL's copy holds bytes of 255, a NaN in each float; while OpenCL
// has it, OpenGL's object holds them.  So who uses it out of turn calculates with them.  And the
// layer prints what a driver may punish, or may not:
//
//     NAME: gl_layer: the kernel K uses buffer 1 of OpenGL, which is not acquired
//     NAME: gl_layer: buffer 1 is acquired before OpenGL has finished: no glFinish, no fence
//     NAME: gl_layer: OpenGL uses buffer 1, which is not released
//     NAME: gl_layer: OpenGL uses buffer 1 before its release has ended: no clFinish, no event
//     NAME: gl_layer: buffer 1 is acquired twice
//     NAME: gl_layer: buffer 1 is released, but was not acquired
//     NAME: gl_layer: buffer 1 has other storage since OpenCL's object was made, or is deleted
//     NAME: gl_layer: OpenCL's object of buffer 1 goes away before it is released to OpenGL
//     NAME: gl_layer: the OpenGL context is gone
//
// The exit status of the program becomes 1 then.
//
//     OCL_TEST_GL_OMIT=acquire | release | swap | clFinish | glFinish
//
// makes a right program wrong: the layer leaves out its acquires, releases, clFinish or glFinish,
// or takes each acquire for a release and each release for an acquire.  The exit status is the
// program's own then: its check must notice.
//
// Without LD_PRELOAD the layer cannot see what the program asks of OpenGL: "before OpenGL has
// finished" and "OpenGL uses" are never printed.
//
// Not here: GL_TEXTURE_BUFFER, textures with several samples, CL_DEPTH_STENCIL, mipmapped images.

#define _GNU_SOURCE    // program_invocation_short_name

#include "layer.h"

#include "gl/store.h"
#include "gl/watch.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_DEVICES = 64, MAX_ARGUMENTS = 256, MAX_CONTEXTS = 64, MAX_EVENTS = 1024 };

// --- what is wrong

static char last_fault[256];
static bool has_faults;

static void leave(void)
{
    if (!has_faults || getenv("OCL_TEST_GL_OMIT")) return;
    fflush(NULL);
    _Exit(1);
}

__attribute__((format(printf, 1, 2))) static void report(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(last_fault, sizeof last_fault, format, values);
    va_end(values);
    fflush(stdout);
    fprintf(stderr, "%s: gl_layer: %s\n", program_invocation_short_name, last_fault);
    has_faults = true;
}

// For the layer's own test, which finds it by clGetExtensionFunctionAddressForPlatform: copies the
// text of the last fault, or "", and forgets it.
static void CL_API_CALL take_fault(char *text, size_t room)
{
    snprintf(text, room, "%s", last_fault);
    last_fault[0] = 0;
    has_faults = false;
}

static bool has_events(void)
{
    const char *wish = getenv("OCL_TEST_GL_EVENT");
    return !wish || strcmp(wish, "0") != 0;
}

// --- contexts that know an OpenGL context

typedef struct {
    cl_context context;    // NULL: a free place
    gl_contexts gl;
    cl_context_properties *properties;    // as the program gave them
    size_t bytes;
} known_context;

static known_context contexts[MAX_CONTEXTS];

static known_context *find_context(cl_context context)
{
    for (int i = 0; context && i < MAX_CONTEXTS; i++)
        if (contexts[i].context == context) return &contexts[i];
    return NULL;
}

static known_context *context_of(cl_command_queue queue)
{
    cl_context context = NULL;
    target.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    return find_context(context);
}

// --- objects

typedef enum { WITH_GL, WITH_CL, RETURNING } owner;

typedef struct shared {
    cl_mem mem;
    known_context *context;
    gl_store store;
    cl_gl_object_type type;
    unsigned long since;             // which command of OpenGL was the last when it was made
    unsigned char *host, *poison;    // of as many bytes as the store
    owner owner;
    cl_command_queue queue;    // RETURNING: of the release
    cl_event returned;         // and its end
    struct shared *next;
} shared;

static shared *objects;
static pthread_mutex_t lock;    // recursive: PoCL calls back while it releases

static shared *find(cl_mem mem)
{
    pthread_mutex_lock(&lock);
    shared *at = objects;
    while (at && at->mem != mem)
        at = at->next;
    pthread_mutex_unlock(&lock);
    return at;
}

// "buffer 1"
typedef struct {
    char text[32];
} label;

static label label_of(const shared *s)
{
    label l;
    const char *kind = s->store.kind == GL_BUFFER    ? "buffer"
                       : s->store.kind == GL_TEXTURE ? "texture"
                                                     : "renderbuffer";
    snprintf(l.text, sizeof l.text, "%s %u", kind, s->store.name);
    return l;
}

// OpenGL draws from it or into it, or reads or writes it.
static void gl_uses(GLenum kind, GLuint name)
{
    pthread_mutex_lock(&lock);
    for (const shared *s = objects; s; s = s->next) {
        if (s->store.kind != kind || s->store.name != name) continue;
        if (s->owner == WITH_CL) report("OpenGL uses %s, which is not released", label_of(s).text);
        if (s->owner == RETURNING)
            report("OpenGL uses %s before its release has ended: no clFinish, no event",
                   label_of(s).text);
    }
    pthread_mutex_unlock(&lock);
}

static void CL_CALLBACK destroyed(cl_mem mem, void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    for (shared **at = &objects; *at; at = &(*at)->next)
        if ((*at)->mem == mem) {
            shared *gone = *at;
            *at = gone->next;
            if (gone->owner != WITH_GL)
                report("OpenCL's object of %s goes away before it is released to OpenGL",
                       label_of(gone).text);
            if (gone->returned) target.clReleaseEvent(gone->returned);
            free(gone->poison);
            free(gone->host);
            free(gone);
            break;
        }
    pthread_mutex_unlock(&lock);
}

// Calls `copy` while the layer's OpenGL context is current.
static bool with_gl(known_context *context, cl_int (*copy)(shared *), shared *s, cl_int *result)
{
    gl_before before;
    watch_pause(true);
    const bool entered = gl_exists(&context->gl) && gl_enter(&context->gl, &before);
    if (entered) {
        *result = copy(s);
        gl_leave(&context->gl, &before);
    } else {
        report("the OpenGL context is gone");
        *result = CL_INVALID_GL_OBJECT;
    }
    watch_pause(false);
    return entered;
}

static cl_int look(shared *s)
{
    return gl_look(&s->store);
}

// OpenGL's bytes come to the host, and OpenGL loses them.
static cl_int take(shared *s)
{
    if (watch_replaced(s->store.kind, s->store.name, s->since) || !gl_is_same(&s->store)) {
        report("%s has other storage since OpenCL's object was made, or is deleted",
               label_of(s).text);
        return CL_INVALID_GL_OBJECT;
    }
    gl_read(&s->store, s->host);
    gl_write(&s->store, s->poison);
    return CL_SUCCESS;
}

static cl_int give(shared *s)
{
    if (gl_is_same(&s->store)) gl_write(&s->store, s->host);
    return CL_SUCCESS;
}

// --- what has been released, and has ended

static bool is_complete(cl_event event)
{
    cl_int status = CL_QUEUED;
    target.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return status <= CL_COMPLETE;
}

static void return_to_gl(shared *s)
{
    cl_int ignored;
    with_gl(s->context, give, s, &ignored);
    target.clReleaseEvent(s->returned);
    s->returned = NULL;
    s->owner = WITH_GL;
}

// The program has waited for this queue.
static void settle(cl_command_queue queue)
{
    pthread_mutex_lock(&lock);
    for (shared *s = objects; s; s = s->next)
        if (s->owner == RETURNING && s->queue == queue && is_complete(s->returned)) return_to_gl(s);
    pthread_mutex_unlock(&lock);
}

static cl_command_queue queue_of(cl_event event)
{
    cl_command_queue queue = NULL;
    target.clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL);
    return queue;
}

// --- events of the layer: markers and user events with another type

static struct {
    cl_event event;
    cl_command_type type;
    GLsync fence;    // of a fence's event that may not be complete
    known_context *context;
} events[MAX_EVENTS];
static unsigned event_count;

static int find_event(cl_event event)
{
    for (int i = 0; event && i < MAX_EVENTS; i++)
        if (events[i].event == event) return i;
    return -1;
}

static void keep_event(cl_event event, cl_command_type type, GLsync fence, known_context *context)
{
    pthread_mutex_lock(&lock);
    const int old = find_event(event);
    const unsigned i = old >= 0 ? (unsigned)old : event_count++ % MAX_EVENTS;
    events[i].event = event;
    events[i].type = type;
    events[i].fence = fence;
    events[i].context = context;
    pthread_mutex_unlock(&lock);
}

static void forget_event(const cl_event *event)
{
    if (!event) return;
    pthread_mutex_lock(&lock);
    const int i = find_event(*event);
    if (i >= 0) events[i].event = NULL;
    pthread_mutex_unlock(&lock);
}

// Looks at a fence, or waits for it; its event is complete when OpenGL has passed the fence.
static void pass_fence(int i, bool wait)
{
    gl_before before;
    if (i < 0 || !events[i].fence) return;
    gl_contexts *gl = &events[i].context->gl;
    watch_pause(true);
    if (gl_enter(gl, &before)) {
        const GLenum result = glClientWaitSync(events[i].fence, GL_SYNC_FLUSH_COMMANDS_BIT,
                                               wait ? GL_TIMEOUT_IGNORED : 0);
        gl_leave(gl, &before);
        if (result != GL_TIMEOUT_EXPIRED) {
            events[i].fence = NULL;
            target.clSetUserEventStatus(events[i].event, CL_COMPLETE);
        }
    }
    watch_pause(false);
}

static void deletes_fence(GLsync fence)
{
    for (int i = 0; i < MAX_EVENTS; i++)
        if (events[i].fence == fence) pass_fence(i, true);
}

// --- what devices and platforms say

static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
    return false;
}

static const char *const EXTENSIONS[] = { "cl_khr_gl_sharing", "cl_khr_gl_event",
                                          "cl_khr_gl_depth_images" };
enum { EXTENSION_COUNT = 3 };

// Whether extension e belongs on top of these of the driver's.
static bool is_ours(const char *list, int e)
{
    if (has_word(list, EXTENSIONS[e])) return false;
    if (e == 1) return has_events();
    return e == 0 || has_word(list, "cl_khr_depth_images");
}

// The driver's answer to a query, or NULL.  The caller frees it; a 0 follows.
typedef cl_int CL_API_CALL info_query(void *object, cl_uint query, size_t room, void *value,
                                      size_t *bytes);

static char *ask(info_query *info, void *object, cl_uint query, size_t *bytes)
{
    if (info(object, query, 0, NULL, bytes) != CL_SUCCESS) return NULL;
    char *answer = calloc(1, *bytes + 1);
    if (answer && info(object, query, *bytes, answer, NULL) == CL_SUCCESS) return answer;
    free(answer);
    return NULL;
}

typedef struct {
    info_query *info;
    void *object;
    cl_uint text, versions;    // the queries
} extension_list;

// The driver's list of extensions, and ours.
static cl_int answer_extensions(const extension_list *list, cl_uint query, size_t room, void *value,
                                size_t *bytes)
{
    const bool versions = query == list->versions;
    size_t size, text_size;
    char *text = ask(list->info, list->object, list->text, &text_size);
    char *answer = versions ? ask(list->info, list->object, query, &size) : text;
    if (!versions) size = text_size;
    if (!text || !answer) {
        free(text);
        return CL_INVALID_VALUE;
    }
    char *longer = calloc(1, size + 64 + EXTENSION_COUNT * sizeof(cl_name_version));
    if (!longer) abort();
    memcpy(longer, answer, size);
    for (int e = 0; e < EXTENSION_COUNT; e++) {
        if (!is_ours(text, e)) continue;
        if (versions) {
            cl_name_version one = { .version = CL_MAKE_VERSION(1, 0, 0) };
            snprintf(one.name, sizeof one.name, "%s", EXTENSIONS[e]);
            memcpy(longer + size, &one, sizeof one);
            size += sizeof one;
        } else {
            const size_t length = strlen(longer);
            const char *blank = length && longer[length - 1] != ' ' ? " " : "";
            snprintf(longer + length, 64, "%s%s", blank, EXTENSIONS[e]);
            size = strlen(longer) + 1;
        }
    }
    const cl_int err = layer_answer(longer, size, room, value, bytes);
    free(longer);
    if (answer != text) free(answer);
    free(text);
    return err;
}

static cl_int CL_API_CALL ask_device(void *device, cl_uint query, size_t room, void *value,
                                     size_t *bytes)
{
    return target.clGetDeviceInfo(device, query, room, value, bytes);
}

static cl_int CL_API_CALL ask_platform(void *platform, cl_uint query, size_t room, void *value,
                                       size_t *bytes)
{
    return target.clGetPlatformInfo(platform, query, room, value, bytes);
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info query, size_t room,
                                          void *value, size_t *bytes)
{
    const extension_list list = { ask_device, device, CL_DEVICE_EXTENSIONS,
                                  CL_DEVICE_EXTENSIONS_WITH_VERSION };
    if (query != list.text && query != list.versions)
        return target.clGetDeviceInfo(device, query, room, value, bytes);
    return answer_extensions(&list, query, room, value, bytes);
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info query,
                                            size_t room, void *value, size_t *bytes)
{
    const extension_list list = { ask_platform, platform, CL_PLATFORM_EXTENSIONS,
                                  CL_PLATFORM_EXTENSIONS_WITH_VERSION };
    if (query != list.text && query != list.versions)
        return target.clGetPlatformInfo(platform, query, room, value, bytes);
    return answer_extensions(&list, query, room, value, bytes);
}

// --- contexts

typedef struct {
    gl_contexts gl;
    cl_platform_id platform;
    cl_context_properties *rest;    // what the driver gets
    size_t bytes;                   // of all, with the last 0
    int others;                     // libraries that are not EGL
    bool is_gl;
} sharing_wish;

static sharing_wish read_properties(const cl_context_properties *given)
{
    sharing_wish w = { .gl = { EGL_NO_DISPLAY, EGL_NO_CONTEXT, EGL_NO_CONTEXT } };
    size_t count = 0, kept = 0;
    while (given && given[count])
        count += 2;
    w.bytes = (count + 1) * sizeof *given;
    w.rest = calloc(count + 1, sizeof *given);
    if (!w.rest) abort();
    for (size_t i = 0; i < count; i += 2) {
        switch (given[i]) {
        case CL_GL_CONTEXT_KHR:
            w.gl.theirs = (EGLContext)given[i + 1];
            w.is_gl = given[i + 1] != 0;
            continue;
        case CL_EGL_DISPLAY_KHR:
            w.gl.display = (EGLDisplay)given[i + 1];
            continue;
        case CL_GLX_DISPLAY_KHR:
        case CL_WGL_HDC_KHR:
        case CL_CGL_SHAREGROUP_KHR:
            w.others += given[i + 1] != 0;
            continue;
        case CL_CONTEXT_PLATFORM:
            w.platform = (cl_platform_id)given[i + 1];
            break;
        default:
            break;
        }
        w.rest[kept++] = given[i];
        w.rest[kept++] = given[i + 1];
    }
    return w;
}

// Whether the properties name a context of EGL.
static cl_int judge(const sharing_wish *w)
{
    if (w->others > 1 || (w->others && w->gl.display != EGL_NO_DISPLAY))
        return CL_INVALID_OPERATION;
    if (w->others || w->gl.display == EGL_NO_DISPLAY || !gl_exists(&w->gl))
        return CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
    return CL_SUCCESS;
}

// Keeps what a new context must know.  An older one may have had the same address.
static void keep_context(cl_context context, const sharing_wish *w,
                         const cl_context_properties *given)
{
    pthread_mutex_lock(&lock);
    known_context *place = find_context(context);
    if (place) place->context = NULL;
    for (int i = 0; !place && w->is_gl && i < MAX_CONTEXTS; i++)
        if (!contexts[i].context) place = &contexts[i];
    if (place) free(place->properties);
    if (place && w->is_gl) {
        *place = (known_context){ context, w->gl, malloc(w->bytes), w->bytes };
        if (place->properties) memcpy(place->properties, given, w->bytes);
    } else if (place)
        *place = (known_context){ .context = NULL };
    pthread_mutex_unlock(&lock);
}

static cl_context CL_API_CALL create_context(
    const cl_context_properties *given, cl_uint count, const cl_device_id *devices,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *err)
{
    sharing_wish w = read_properties(given);
    cl_int status = w.is_gl ? judge(&w) : CL_SUCCESS;
    cl_context context = NULL;
    if (status == CL_SUCCESS)
        context =
            target.clCreateContext(given ? w.rest : NULL, count, devices, notify, user, &status);
    if (context) keep_context(context, &w, given);
    free(w.rest);
    if (err) *err = status;
    return context;
}

static cl_context CL_API_CALL create_context_from_type(
    const cl_context_properties *given, cl_device_type type,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *err)
{
    sharing_wish w = read_properties(given);
    cl_int status = w.is_gl ? judge(&w) : CL_SUCCESS;
    cl_context context = NULL;
    if (status == CL_SUCCESS)
        context =
            target.clCreateContextFromType(given ? w.rest : NULL, type, notify, user, &status);
    if (context) keep_context(context, &w, given);
    free(w.rest);
    if (err) *err = status;
    return context;
}

static cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info query, size_t room,
                                           void *value, size_t *bytes)
{
    const known_context *known = find_context(context);
    if (!known || query != CL_CONTEXT_PROPERTIES)
        return target.clGetContextInfo(context, query, room, value, bytes);
    return layer_answer(known->properties, known->bytes, room, value, bytes);
}

static cl_int CL_API_CALL get_gl_context_info(const cl_context_properties *given,
                                              cl_gl_context_info query, size_t room, void *value,
                                              size_t *bytes)
{
    cl_device_id devices[MAX_DEVICES];
    cl_uint count = 0;
    sharing_wish w = read_properties(given);
    free(w.rest);
    const cl_int status = w.is_gl ? judge(&w) : CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
    if (status != CL_SUCCESS) return status;
    if (query != CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR && query != CL_DEVICES_FOR_GL_CONTEXT_KHR)
        return CL_INVALID_VALUE;
    if (!w.platform) target.clGetPlatformIDs(1, &w.platform, NULL);
    target.clGetDeviceIDs(w.platform, CL_DEVICE_TYPE_ALL, MAX_DEVICES, devices, &count);
    if (query == CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR && count > 1) count = 1;
    return layer_answer(devices, count * sizeof *devices, room, value, bytes);
}

// --- new objects

// The bytes of OpenGL's object, for OpenCL.
static cl_mem create_copy(const shared *s, cl_mem_flags flags, cl_int *err)
{
    const gl_store *store = &s->store;
    const cl_context context = s->context->context;
    flags |= CL_MEM_COPY_HOST_PTR;
    if (store->kind == GL_BUFFER)
        return target.clCreateBuffer(context, flags, store->bytes, s->poison, err);
    const cl_image_format format = { store->format->order, store->format->channels };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                           .image_width = store->width,
                           .image_height = store->height };
    switch (s->type) {
    case CL_GL_OBJECT_TEXTURE1D:
        desc.image_type = CL_MEM_OBJECT_IMAGE1D;
        break;
    case CL_GL_OBJECT_TEXTURE1D_ARRAY:
        desc.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY;
        desc.image_array_size = store->height;
        break;
    case CL_GL_OBJECT_TEXTURE2D_ARRAY:
        desc.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY;
        desc.image_array_size = store->depth;
        break;
    case CL_GL_OBJECT_TEXTURE3D:
        desc.image_type = CL_MEM_OBJECT_IMAGE3D;
        desc.image_depth = store->depth;
        break;
    default:
        break;
    }
    cl_mem image = target.clCreateImage(context, flags, &format, &desc, s->poison, err);
    // PoCL 3.1 gives CL_INVALID_OPERATION for a format that it lacks.
    if (*err == CL_IMAGE_FORMAT_NOT_SUPPORTED || *err == CL_INVALID_OPERATION)
        *err = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    return image;
}

static cl_mem share(cl_context context, cl_mem_flags flags, shared wish, cl_int *err)
{
    cl_int status = CL_SUCCESS;
    cl_int *answer = err ? err : &status;
    *answer = CL_SUCCESS;
    wish.context = find_context(context);
    wish.since = watch_work();
    if (!wish.context)
        *answer = CL_INVALID_CONTEXT;
    else if (flags != CL_MEM_READ_ONLY && flags != CL_MEM_WRITE_ONLY &&
             flags != CL_MEM_READ_WRITE && flags != 0)
        *answer = CL_INVALID_VALUE;
    else
        with_gl(wish.context, look, &wish, answer);
    if (*answer != CL_SUCCESS) return NULL;
    shared *s = malloc(sizeof *s);
    if (!s) abort();
    *s = wish;
    s->host = malloc(s->store.bytes);
    s->poison = malloc(s->store.bytes);
    if (!s->host || !s->poison) abort();
    memset(s->poison, 255, s->store.bytes);
    s->mem = create_copy(s, flags, answer);
    if (!s->mem) {
        free(s->poison);
        free(s->host);
        free(s);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    s->next = objects;
    objects = s;
    pthread_mutex_unlock(&lock);
    target.clSetMemObjectDestructorCallback(s->mem, destroyed, NULL);
    return s->mem;
}

static cl_mem CL_API_CALL create_from_buffer(cl_context context, cl_mem_flags flags, cl_GLuint name,
                                             cl_int *err)
{
    return share(
        context, flags,
        (shared){ .store = { .kind = GL_BUFFER, .name = name }, .type = CL_GL_OBJECT_BUFFER }, err);
}

static cl_mem CL_API_CALL create_from_renderbuffer(cl_context context, cl_mem_flags flags,
                                                   cl_GLuint name, cl_int *err)
{
    return share(context, flags,
                 (shared){ .store = { .kind = GL_RENDERBUFFER, .name = name },
                           .type = CL_GL_OBJECT_RENDERBUFFER },
                 err);
}

// 0: no target of textures that this layer knows.
static cl_gl_object_type type_of(GLenum texture_target)
{
    switch (texture_target) {
    case GL_TEXTURE_1D:
        return CL_GL_OBJECT_TEXTURE1D;
    case GL_TEXTURE_1D_ARRAY:
        return CL_GL_OBJECT_TEXTURE1D_ARRAY;
    case GL_TEXTURE_2D_ARRAY:
        return CL_GL_OBJECT_TEXTURE2D_ARRAY;
    case GL_TEXTURE_3D:
        return CL_GL_OBJECT_TEXTURE3D;
    case GL_TEXTURE_2D:
    case GL_TEXTURE_RECTANGLE:
    case GL_TEXTURE_CUBE_MAP_POSITIVE_X:
    case GL_TEXTURE_CUBE_MAP_NEGATIVE_X:
    case GL_TEXTURE_CUBE_MAP_POSITIVE_Y:
    case GL_TEXTURE_CUBE_MAP_NEGATIVE_Y:
    case GL_TEXTURE_CUBE_MAP_POSITIVE_Z:
    case GL_TEXTURE_CUBE_MAP_NEGATIVE_Z:
        return CL_GL_OBJECT_TEXTURE2D;
    default:
        return 0;
    }
}

static cl_mem CL_API_CALL create_from_texture(cl_context context, cl_mem_flags flags,
                                              cl_GLenum texture_target, cl_GLint level,
                                              cl_GLuint name, cl_int *err)
{
    const shared wish = {
        .store = { .kind = GL_TEXTURE, .name = name, .target = texture_target, .level = level },
        .type = type_of(texture_target)
    };
    if (!wish.type) {
        if (err) *err = CL_INVALID_VALUE;
        return NULL;
    }
    return share(context, flags, wish, err);
}

static cl_mem CL_API_CALL create_from_texture_2d(cl_context context, cl_mem_flags flags,
                                                 cl_GLenum texture_target, cl_GLint level,
                                                 cl_GLuint name, cl_int *err)
{
    if (type_of(texture_target) == CL_GL_OBJECT_TEXTURE2D)
        return create_from_texture(context, flags, texture_target, level, name, err);
    if (err) *err = CL_INVALID_VALUE;
    return NULL;
}

static cl_mem CL_API_CALL create_from_texture_3d(cl_context context, cl_mem_flags flags,
                                                 cl_GLenum texture_target, cl_GLint level,
                                                 cl_GLuint name, cl_int *err)
{
    if (texture_target == GL_TEXTURE_3D)
        return create_from_texture(context, flags, texture_target, level, name, err);
    if (err) *err = CL_INVALID_VALUE;
    return NULL;
}

// --- what objects say

static cl_int CL_API_CALL get_object_info(cl_mem mem, cl_gl_object_type *type, cl_GLuint *name)
{
    cl_uint ignored;
    const shared *s = find(mem);
    const bool exists = target.clGetMemObjectInfo(mem, CL_MEM_REFERENCE_COUNT, sizeof ignored,
                                                  &ignored, NULL) == CL_SUCCESS;
    if (!s) return exists ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
    if (type) *type = s->type;
    if (name) *name = s->store.name;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL get_texture_info(cl_mem mem, cl_gl_texture_info query, size_t room,
                                           void *value, size_t *bytes)
{
    const shared *s = find(mem);
    const cl_int err = get_object_info(mem, NULL, NULL);
    if (err != CL_SUCCESS) return err;
    if (s->store.kind != GL_TEXTURE) return CL_INVALID_GL_OBJECT;
    if (!value && !bytes) return CL_INVALID_VALUE;
    if (query == CL_GL_TEXTURE_TARGET)
        return layer_answer(&s->store.target, sizeof s->store.target, room, value, bytes);
    if (query == CL_GL_MIPMAP_LEVEL)
        return layer_answer(&s->store.level, sizeof s->store.level, room, value, bytes);
    return CL_INVALID_VALUE;
}

// The program has not asked for CL_MEM_COPY_HOST_PTR.
static cl_int CL_API_CALL get_mem_object_info(cl_mem mem, cl_mem_info query, size_t room,
                                              void *value, size_t *bytes)
{
    const cl_int err = target.clGetMemObjectInfo(mem, query, room, value, bytes);
    if (err == CL_SUCCESS && query == CL_MEM_FLAGS && value && find(mem)) {
        cl_mem_flags flags;
        memcpy(&flags, value, sizeof flags);
        flags &= ~(cl_mem_flags)CL_MEM_COPY_HOST_PTR;
        memcpy(value, &flags, sizeof flags);
    }
    return err;
}

// --- acquire and release

typedef struct {
    cl_command_queue queue;
    cl_uint count;
    const cl_mem *mems;
    cl_uint waits;
    const cl_event *before;
} ownership;

static cl_int judge_objects(const ownership *o)
{
    cl_uint ignored;
    if ((o->count == 0) != (o->mems == NULL)) return CL_INVALID_VALUE;
    if (o->count == 0) return CL_SUCCESS;
    if (target.clGetCommandQueueInfo(o->queue, CL_QUEUE_REFERENCE_COUNT, sizeof ignored, &ignored,
                                     NULL) != CL_SUCCESS)
        return CL_INVALID_COMMAND_QUEUE;
    if (!context_of(o->queue)) return CL_INVALID_CONTEXT;
    if ((o->waits == 0) != (o->before == NULL)) return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint i = 0; i < o->count; i++) {
        const cl_int err = get_object_info(o->mems[i], NULL, NULL);
        if (err != CL_SUCCESS) return err;
        if (find(o->mems[i])->context != context_of(o->queue)) return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

// The host's bytes to OpenCL's object, or back.
static cl_int move(const ownership *o, const shared *s, bool to_cl, void *host, cl_event *event)
{
    const size_t origin[3] = { 0 };
    const size_t region[3] = { s->store.width, s->store.height, s->store.depth };
    if (s->store.kind == GL_BUFFER && to_cl)
        return target.clEnqueueWriteBuffer(o->queue, s->mem, CL_FALSE, 0, s->store.bytes, host,
                                           o->waits, o->before, event);
    if (s->store.kind == GL_BUFFER)
        return target.clEnqueueReadBuffer(o->queue, s->mem, CL_FALSE, 0, s->store.bytes, host,
                                          o->waits, o->before, event);
    if (to_cl)
        return target.clEnqueueWriteImage(o->queue, s->mem, CL_FALSE, origin, region, 0, 0, host,
                                          o->waits, o->before, event);
    return target.clEnqueueReadImage(o->queue, s->mem, CL_FALSE, origin, region, 0, 0, host,
                                     o->waits, o->before, event);
}

// A marker stands for the whole command.
static cl_int mark(const ownership *o, cl_command_type type, cl_event *each, cl_event *event)
{
    cl_int err = CL_SUCCESS;
    if (event) err = target.clEnqueueMarkerWithWaitList(o->queue, o->count, each, event);
    if (event && err == CL_SUCCESS) keep_event(*event, type, NULL, NULL);
    for (cl_uint i = 0; i < o->count; i++)
        target.clReleaseEvent(each[i]);
    free(each);
    return err;
}

// Whether OpenGL has finished, by what the program has done or by what the extension promises.
static bool gl_has_finished(const ownership *o)
{
    unsigned long finished = watch_finished();
    for (cl_uint i = 0; i < o->waits; i++) {
        const int e = find_event(o->before[i]);
        if (e < 0 || events[e].type != CL_COMMAND_GL_FENCE_SYNC_OBJECT_KHR) continue;
        if (events[e].fence && watch_fence(events[e].fence) > finished)
            finished = watch_fence(events[e].fence);
        pass_fence(e, true);
    }
    if (has_events() && eglGetCurrentContext() != EGL_NO_CONTEXT) {
        watch_pause(true);
        glFinish();
        watch_pause(false);
        return true;
    }
    return !watch_is_on() || finished >= watch_work();
}

static cl_int acquire(const ownership *o, cl_event *event)
{
    cl_int err = CL_SUCCESS;
    const bool finished = gl_has_finished(o);
    cl_event *each = calloc(o->count, sizeof *each);
    if (!each) abort();
    for (cl_uint i = 0; i < o->count && err == CL_SUCCESS; i++) {
        shared *s = find(o->mems[i]);
        if (s->owner == RETURNING) {    // OpenGL has not used it in between
            target.clWaitForEvents(1, &s->returned);
            settle(s->queue);
        }
        if (s->owner == WITH_CL)
            report("%s is acquired twice", label_of(s).text);
        else
            with_gl(s->context, take, s, &err);
        if (!finished) {
            report("%s is acquired before OpenGL has finished: no glFinish, no fence",
                   label_of(s).text);
            memset(s->host, 255, s->store.bytes);
        }
        if (err != CL_SUCCESS) break;
        s->owner = WITH_CL;
        err = move(o, s, true, s->host, &each[i]);
    }
    if (err == CL_SUCCESS) return mark(o, CL_COMMAND_ACQUIRE_GL_OBJECTS, each, event);
    free(each);
    return err;
}

// Whether a command must wait for something that this thread may have to do.
static bool waits_for_user(const ownership *o)
{
    for (cl_uint i = 0; i < o->waits; i++) {
        cl_command_type type = 0;
        target.clGetEventInfo(o->before[i], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL);
        if (type == CL_COMMAND_USER && !is_complete(o->before[i])) return true;
    }
    return false;
}

static cl_int release(const ownership *o, cl_event *event)
{
    cl_int err = CL_SUCCESS;
    cl_event *each = calloc(o->count, sizeof *each);
    if (!each) abort();
    for (cl_uint i = 0; i < o->count && err == CL_SUCCESS; i++) {
        shared *s = find(o->mems[i]);
        if (s->owner != WITH_CL) report("%s is released, but was not acquired", label_of(s).text);
        if (s->returned) target.clReleaseEvent(s->returned);
        err = move(o, s, false, s->host, &s->returned);
        const ownership after = { o->queue, 1, &s->mem, 1, &s->returned };
        if (err == CL_SUCCESS) err = move(&after, s, true, s->poison, &each[i]);
        s->queue = o->queue;
        s->owner = RETURNING;
    }
    if (err != CL_SUCCESS) {
        free(each);
        return err;
    }
    // cl_khr_gl_event: OpenGL's commands of this thread wait by themselves.
    if (has_events() && eglGetCurrentContext() != EGL_NO_CONTEXT && !waits_for_user(o)) {
        target.clFlush(o->queue);
        target.clWaitForEvents(o->count, each);
        settle(o->queue);
    }
    return mark(o, CL_COMMAND_RELEASE_GL_OBJECTS, each, event);
}

// In place of a command that OCL_TEST_GL_OMIT leaves out.
static cl_int skip(const ownership *o, cl_event *event)
{
    return event ? target.clEnqueueMarkerWithWaitList(o->queue, o->waits, o->before, event)
                 : CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue_acquire(cl_command_queue queue, cl_uint count, const cl_mem *mems,
                                          cl_uint waits, const cl_event *before, cl_event *event)
{
    const ownership o = { queue, count, mems, waits, before };
    const cl_int err = judge_objects(&o);
    if (err != CL_SUCCESS || count == 0) return err;
    if (watch_omits("acquire")) return skip(&o, event);
    return (watch_omits("swap") ? release : acquire)(&o, event);
}

static cl_int CL_API_CALL enqueue_release(cl_command_queue queue, cl_uint count, const cl_mem *mems,
                                          cl_uint waits, const cl_event *before, cl_event *event)
{
    const ownership o = { queue, count, mems, waits, before };
    const cl_int err = judge_objects(&o);
    if (err != CL_SUCCESS || count == 0) return err;
    if (watch_omits("release")) return skip(&o, event);
    return (watch_omits("swap") ? acquire : release)(&o, event);
}

static cl_event CL_API_CALL create_event_from_sync(cl_context context, cl_GLsync sync, cl_int *err)
{
    gl_before before;
    cl_int status = CL_SUCCESS;
    cl_int *answer = err ? err : &status;
    known_context *known = find_context(context);
    *answer = CL_SUCCESS;
    if (!known)
        *answer = CL_INVALID_CONTEXT;
    else {
        watch_pause(true);
        if (!gl_enter(&known->gl, &before))
            *answer = CL_INVALID_CONTEXT;
        else {
            if (!glIsSync((GLsync)sync)) *answer = CL_INVALID_GL_OBJECT;
            gl_leave(&known->gl, &before);
        }
        watch_pause(false);
    }
    if (*answer != CL_SUCCESS) return NULL;
    cl_event event = target.clCreateUserEvent(context, answer);
    if (event) keep_event(event, CL_COMMAND_GL_FENCE_SYNC_OBJECT_KHR, (GLsync)sync, known);
    return event;
}

// --- events

static cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info query, size_t room,
                                         void *value, size_t *bytes)
{
    const int e = find_event(event);
    if (query == CL_EVENT_COMMAND_EXECUTION_STATUS) pass_fence(e, false);
    const cl_int err = target.clGetEventInfo(event, query, room, value, bytes);
    if (err == CL_SUCCESS && query == CL_EVENT_COMMAND_TYPE && value && e >= 0)
        memcpy(value, &events[e].type, sizeof events[e].type);
    if (err == CL_SUCCESS && query == CL_EVENT_COMMAND_EXECUTION_STATUS && value &&
        is_complete(event))
        settle(queue_of(event));
    return err;
}

static cl_int CL_API_CALL release_event(cl_event event)
{
    cl_uint references = 0;
    target.clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, NULL);
    if (references == 1) forget_event(&event);
    return target.clReleaseEvent(event);
}

static cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event *list)
{
    for (cl_uint i = 0; list && i < count; i++)
        pass_fence(find_event(list[i]), true);
    const cl_int err = target.clWaitForEvents(count, list);
    for (cl_uint i = 0; err == CL_SUCCESS && i < count; i++)
        settle(queue_of(list[i]));
    return err;
}

// An event of a fence may be waited for by an acquire and by the host, and by no other command.
static bool has_fence(cl_uint count, const cl_event *list)
{
    for (cl_uint i = 0; list && i < count; i++) {
        const int e = find_event(list[i]);
        if (e >= 0 && events[e].type == CL_COMMAND_GL_FENCE_SYNC_OBJECT_KHR) return true;
    }
    return false;
}

// A marker of the program may have the address of an older one of the layer.
static cl_int CL_API_CALL marker(cl_command_queue queue, cl_uint count, const cl_event *list,
                                 cl_event *event)
{
    if (has_fence(count, list)) return CL_INVALID_EVENT;
    const cl_int err = target.clEnqueueMarkerWithWaitList(queue, count, list, event);
    forget_event(err == CL_SUCCESS ? event : NULL);
    return err;
}

static cl_event CL_API_CALL create_user_event(cl_context context, cl_int *err)
{
    cl_event event = target.clCreateUserEvent(context, err);
    forget_event(&event);
    return event;
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    if (watch_omits("clFinish")) return CL_SUCCESS;
    const cl_int err = target.clFinish(queue);
    if (err == CL_SUCCESS) settle(queue);
    return err;
}

// --- kernels and the other commands

static struct {
    cl_kernel kernel;
    cl_uint index;
    cl_mem mem;
} arguments[MAX_ARGUMENTS];

static cl_int CL_API_CALL set_kernel_arg(cl_kernel kernel, cl_uint index, size_t bytes,
                                         const void *value)
{
    cl_mem mem = NULL;
    int place = -1;
    if (bytes == sizeof mem && value) memcpy(&mem, value, sizeof mem);
    if (mem && !find(mem)) mem = NULL;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_ARGUMENTS; i++) {
        const bool is_old = arguments[i].kernel == kernel && arguments[i].index == index;
        if (is_old) arguments[i].kernel = NULL;
        if (is_old || (place < 0 && !arguments[i].kernel)) place = i;
    }
    if (mem && place >= 0) {
        arguments[place].kernel = kernel;
        arguments[place].index = index;
        arguments[place].mem = mem;
    }
    pthread_mutex_unlock(&lock);
    return target.clSetKernelArg(kernel, index, bytes, value);
}

// A new kernel may have the address of an older one.
static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *err)
{
    cl_kernel kernel = target.clCreateKernel(program, name, err);
    for (int i = 0; i < MAX_ARGUMENTS; i++)
        if (arguments[i].kernel == kernel) arguments[i].kernel = NULL;
    return kernel;
}

static cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                                         const size_t *offset, const size_t *global,
                                         const size_t *local, cl_uint count, const cl_event *before,
                                         cl_event *event)
{
    if (has_fence(count, before)) return CL_INVALID_EVENT;
    for (int i = 0; i < MAX_ARGUMENTS; i++) {
        const shared *s = arguments[i].kernel == kernel ? find(arguments[i].mem) : NULL;
        char name[64] = "?";
        if (!s || s->owner == WITH_CL) continue;
        target.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
        report("the kernel %s uses %s of OpenGL, which is not acquired", name, label_of(s).text);
    }
    return target.clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, count, before,
                                         event);
}

// After a command of the host.
static cl_int touched(cl_int err, cl_command_queue queue, cl_mem mem, cl_bool blocking)
{
    const shared *s = find(mem);
    if (err == CL_SUCCESS && s && s->owner != WITH_CL)
        report("a command uses %s of OpenGL, which is not acquired", label_of(s).text);
    if (err == CL_SUCCESS && blocking) settle(queue);
    return err;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem mem, cl_bool blocking,
                                      size_t offset, size_t bytes, void *to, cl_uint count,
                                      const cl_event *before, cl_event *event)
{
    return touched(
        target.clEnqueueReadBuffer(queue, mem, blocking, offset, bytes, to, count, before, event),
        queue, mem, blocking);
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem mem, cl_bool blocking,
                                       size_t offset, size_t bytes, const void *from, cl_uint count,
                                       const cl_event *before, cl_event *event)
{
    return touched(target.clEnqueueWriteBuffer(queue, mem, blocking, offset, bytes, from, count,
                                               before, event),
                   queue, mem, blocking);
}

static void *CL_API_CALL map_buffer(cl_command_queue queue, cl_mem mem, cl_bool blocking,
                                    cl_map_flags flags, size_t offset, size_t bytes, cl_uint count,
                                    const cl_event *before, cl_event *event, cl_int *err)
{
    void *mapped = target.clEnqueueMapBuffer(queue, mem, blocking, flags, offset, bytes, count,
                                             before, event, err);
    touched(mapped ? CL_SUCCESS : CL_INVALID_VALUE, queue, mem, blocking);
    return mapped;
}

static cl_int CL_API_CALL read_image(cl_command_queue queue, cl_mem mem, cl_bool blocking,
                                     const size_t *origin, const size_t *region, size_t row,
                                     size_t slice, void *to, cl_uint count, const cl_event *before,
                                     cl_event *event)
{
    return touched(target.clEnqueueReadImage(queue, mem, blocking, origin, region, row, slice, to,
                                             count, before, event),
                   queue, mem, blocking);
}

static cl_int CL_API_CALL write_image(cl_command_queue queue, cl_mem mem, cl_bool blocking,
                                      const size_t *origin, const size_t *region, size_t row,
                                      size_t slice, const void *from, cl_uint count,
                                      const cl_event *before, cl_event *event)
{
    return touched(target.clEnqueueWriteImage(queue, mem, blocking, origin, region, row, slice,
                                              from, count, before, event),
                   queue, mem, blocking);
}

static void *CL_API_CALL map_image(cl_command_queue queue, cl_mem mem, cl_bool blocking,
                                   cl_map_flags flags, const size_t *origin, const size_t *region,
                                   size_t *row, size_t *slice, cl_uint count,
                                   const cl_event *before, cl_event *event, cl_int *err)
{
    void *mapped = target.clEnqueueMapImage(queue, mem, blocking, flags, origin, region, row, slice,
                                            count, before, event, err);
    touched(mapped ? CL_SUCCESS : CL_INVALID_VALUE, queue, mem, blocking);
    return mapped;
}

// --- the layer

typedef void any_function(void);

#define FUNCTION(name, function)       \
    {                                  \
        name, (any_function *)function \
    }
static const struct {
    const char *name;
    any_function *function;
} FUNCTIONS[] = { FUNCTION("clGetGLContextInfoKHR", get_gl_context_info),
                  FUNCTION("clCreateEventFromGLsyncKHR", create_event_from_sync),
                  FUNCTION("clCreateFromGLBuffer", create_from_buffer),
                  FUNCTION("clCreateFromGLTexture", create_from_texture),
                  FUNCTION("clCreateFromGLTexture2D", create_from_texture_2d),
                  FUNCTION("clCreateFromGLTexture3D", create_from_texture_3d),
                  FUNCTION("clCreateFromGLRenderbuffer", create_from_renderbuffer),
                  FUNCTION("clGetGLObjectInfo", get_object_info),
                  FUNCTION("clGetGLTextureInfo", get_texture_info),
                  FUNCTION("clEnqueueAcquireGLObjects", enqueue_acquire),
                  FUNCTION("clEnqueueReleaseGLObjects", enqueue_release),
                  FUNCTION("gl_layer_take_fault", take_fault) };

static void *CL_API_CALL get_function(cl_platform_id platform, const char *name)
{
    for (size_t i = 0; name && i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
        if (strcmp(name, FUNCTIONS[i].name) == 0) return *(void *const *)&FUNCTIONS[i].function;
    return target.clGetExtensionFunctionAddressForPlatform(platform, name);
}

static const char *layer_name(void)
{
    return "a stand-in for cl_khr_gl_sharing";
}

static void layer_wrap(void)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    watch_set_calls((watch_calls){ gl_uses, deletes_fence });
    atexit(leave);

    layer.clGetDeviceInfo = get_device_info;
    layer.clGetPlatformInfo = get_platform_info;
    layer.clCreateContext = create_context;
    layer.clCreateContextFromType = create_context_from_type;
    layer.clGetContextInfo = get_context_info;
    layer.clGetGLContextInfoKHR = get_gl_context_info;
    layer.clGetExtensionFunctionAddressForPlatform = get_function;
    layer.clCreateFromGLBuffer = create_from_buffer;
    layer.clCreateFromGLTexture = create_from_texture;
    layer.clCreateFromGLTexture2D = create_from_texture_2d;
    layer.clCreateFromGLTexture3D = create_from_texture_3d;
    layer.clCreateFromGLRenderbuffer = create_from_renderbuffer;
    layer.clGetGLObjectInfo = get_object_info;
    layer.clGetGLTextureInfo = get_texture_info;
    layer.clGetMemObjectInfo = get_mem_object_info;
    layer.clEnqueueAcquireGLObjects = enqueue_acquire;
    layer.clEnqueueReleaseGLObjects = enqueue_release;
    layer.clCreateEventFromGLsyncKHR = create_event_from_sync;
    layer.clGetEventInfo = get_event_info;
    layer.clReleaseEvent = release_event;
    layer.clWaitForEvents = wait_for_events;
    layer.clEnqueueMarkerWithWaitList = marker;
    layer.clCreateUserEvent = create_user_event;
    layer.clFinish = finish;
    layer.clSetKernelArg = set_kernel_arg;
    layer.clCreateKernel = create_kernel;
    layer.clEnqueueNDRangeKernel = enqueue_kernel;
    layer.clEnqueueReadBuffer = read_buffer;
    layer.clEnqueueWriteBuffer = write_buffer;
    layer.clEnqueueMapBuffer = map_buffer;
    layer.clEnqueueReadImage = read_image;
    layer.clEnqueueWriteImage = write_image;
    layer.clEnqueueMapImage = map_image;
}
