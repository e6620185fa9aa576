// SPDX-License-Identifier: MIT
//
// gl_event - a fence of OpenGL as an event of OpenCL, and an event as a fence.
//
// Shows   what such an event knows, and who may wait for it: the host (clWaitForEvents), and the
//         command that acquires shared buffers; OpenGL that waits for an event of OpenCL, where it
//         can (GL_ARB_cl_event)
// Uses    clGetExtensionFunctionAddressForPlatform, clCreateEventFromGLsyncKHR, clGetEventInfo,
//         clEnqueueMarkerWithWaitList, clWaitForEvents, clCreateFromGLBuffer,
//         clEnqueueAcquireGLObjects, clEnqueueReleaseGLObjects; glFenceSync, glDeleteSync, glFlush,
//         glWaitSync, glCreateSyncFromCLeventARB
// Try     gl_event; gl_event -V acquire --rounds 200

#include "ocl.h"

#include "shared/opengl/feedback.h"
#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

enum { WAIT, ACQUIRE, WAYS };
static const char *const WAY_NAMES[] = { "wait", "acquire", NULL };

// OpenGL makes `made` of `given`; OpenCL makes the next `given` of `made`.
enum { GIVEN, MADE, BUFFERS };

typedef cl_event(CL_API_CALL *event_of_fence)(cl_context context, cl_GLsync fence, cl_int *err);
typedef GLsync(APIENTRY *fence_of_event)(cl_context context, cl_event event, GLbitfield flags);

typedef struct {
    ocl_env env;    // its context knows the OpenGL context, if the device can share
    int way;
    size_t n, bytes, rounds;
    GLuint buffers[BUFFERS];
    void *host[BUFFERS];    // WAIT: the buffers, mapped
    cl_mem d[BUFFERS];      // ACQUIRE: the same buffers; WAIT: others
    cl_kernel kernel;
    feedback opengl;
    event_of_fence create_event;
    fence_of_event create_fence;    // NULL: OpenGL has no GL_ARB_cl_event
} lesson;

// OpenCL's turn in plain C; that of OpenGL is feedback_ref.
static void gl_event_ref(cl_uint *given, const cl_uint *made, size_t n)
{
    for (size_t i = 0; i < n; i++)
        given[i] = 3 * made[i] + (cl_uint)i;
}

// --- from a fence to an event

// Complete when OpenGL has done all that it was asked for until now.
static cl_event fence_event(const lesson *l, cl_int *err)
{
    GLsync fence;
    GL_CHECK(fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
    GL_CHECK(glFlush());    // sends the fence on its way: OpenCL cannot
    const cl_event event = l->create_event(l->env.context, (cl_GLsync)fence, err);
    GL_CHECK(glDeleteSync(fence));    // the event keeps what it needs of it
    return event;
}

// What the event knows.  The host and an acquire may wait for it, no other command.
static ocl_result verify_event(const lesson *l)
{
    cl_command_queue queue = l->env.queue;
    cl_command_type type;
    cl_int early, late, err;
    const cl_event event = OCL_CREATE(fence_event(l, &err));
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof early, &early, NULL));
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL));
    const cl_int refused = clEnqueueMarkerWithWaitList(l->env.queue, 1, &event, NULL);
    OCL_CHECK(clWaitForEvents(1, &event));
    OCL_CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof late, &late, NULL));
    OCL_CHECK(clReleaseEvent(event));
    const cl_uint got[] = { early == CL_SUBMITTED || early == CL_COMPLETE, type, queue == NULL,
                            (cl_uint)late, (cl_uint)refused };
    const cl_uint ref[] = { true, CL_COMMAND_GL_FENCE_SYNC_OBJECT_KHR, true, CL_COMPLETE,
                            (cl_uint)CL_INVALID_EVENT };
    return ocl_verify_u32("what the event knows", got, ref, 5);
}

// --- buffers

static void create_buffer(lesson *l, int b, const void *start)
{
    const GLbitfield access =
        GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const GLsizeiptr bytes = (GLsizeiptr)l->bytes;
    cl_int err;
    GL_CHECK(glGenBuffers(1, &l->buffers[b]));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, l->buffers[b]));
    if (l->way == ACQUIRE) {
        GL_CHECK(glBufferData(GL_ARRAY_BUFFER, bytes, start, GL_STREAM_COPY));
        l->d[b] = OCL_CREATE(
            clCreateFromGLBuffer(l->env.context, CL_MEM_READ_WRITE, l->buffers[b], &err));
    } else {
        GL_CHECK(glBufferStorage(GL_ARRAY_BUFFER, bytes, start, access));
        GL_CHECK(l->host[b] = glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, access));
        l->d[b] = ocl_buffer(&l->env, CL_MEM_READ_WRITE, l->bytes, NULL);
    }
}

// --- a turn of each

// The host waits for OpenGL, then for OpenCL.
static void turns_wait(lesson *l)
{
    const cl_command_queue queue = l->env.queue;
    const size_t global = ocl_round_up(l->n, 64);    // never a prime
    cl_int err;
    feedback_run(&l->opengl);
    const cl_event drawn = OCL_CREATE(fence_event(l, &err));
    OCL_CHECK(clWaitForEvents(1, &drawn));
    OCL_CHECK(clEnqueueWriteBuffer(queue, l->d[MADE], CL_FALSE, 0, l->bytes, l->host[MADE], 0, NULL,
                                   NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d[GIVEN], CL_TRUE, 0, l->bytes, l->host[GIVEN], 0, NULL,
                                  NULL));
    OCL_CHECK(clReleaseEvent(drawn));
}

// OpenCL waits for OpenGL.  OpenGL waits for OpenCL where it can; else the host does.
static void turns_acquire(lesson *l)
{
    const cl_command_queue queue = l->env.queue;
    const size_t global = ocl_round_up(l->n, 64);
    cl_event done;
    cl_int err;
    feedback_run(&l->opengl);
    const cl_event drawn = OCL_CREATE(fence_event(l, &err));
    OCL_CHECK(clEnqueueAcquireGLObjects(queue, BUFFERS, l->d, 1, &drawn, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReleaseGLObjects(queue, BUFFERS, l->d, 0, NULL, &done));
    OCL_CHECK(clFlush(queue));    // on its way: OpenGL may wait for it
    if (l->create_fence) {
        GLsync fence;
        GL_CHECK(fence = l->create_fence(l->env.context, done, 0));
        GL_CHECK(glWaitSync(fence, 0, GL_TIMEOUT_IGNORED));
        GL_CHECK(glDeleteSync(fence));
    } else
        OCL_CHECK(clWaitForEvents(1, &done));
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseEvent(drawn));
}

// Rounds in which each turn is looked at; then as many in which only the events keep the order.
static ocl_result run_way(lesson *l, const cl_uint *start, ocl_times *times)
{
    void (*const take_turns)(lesson *) = l->way == WAIT ? turns_wait : turns_acquire;
    cl_uint *given = ocl_alloc(l->bytes), *made = ocl_alloc(l->bytes);
    ocl_result result = { .pass = true };
    memcpy(given, start, l->bytes);
    for (int b = 0; b < BUFFERS; b++) {
        create_buffer(l, b, start);
        OCL_CHECK(clSetKernelArg(l->kernel, (cl_uint)b, sizeof l->d[b], &l->d[b]));
    }
    l->opengl = feedback_open(l->buffers[GIVEN], l->buffers[MADE], l->n);
    for (size_t round = 0; round < l->rounds; round++) {
        take_turns(l);
        feedback_ref(made, given, l->n);
        gl_event_ref(given, made, l->n);
        result =
            ocl_result_both(result, feedback_verify("OpenGL's turn", l->buffers[MADE], made, l->n));
        result = ocl_result_both(result,
                                 feedback_verify("OpenCL's turn", l->buffers[GIVEN], given, l->n));
    }
    for (size_t round = 0; round < l->rounds; round++) {
        const double begin = ocl_wall_ns();
        take_turns(l);
        ocl_times_add(times, ocl_wall_ns() - begin);
        feedback_ref(made, given, l->n);
        gl_event_ref(given, made, l->n);
    }
    result = ocl_result_both(result,
                             feedback_verify("OpenCL's last turn", l->buffers[GIVEN], given, l->n));
    feedback_close(&l->opengl);
    for (int b = 0; b < BUFFERS; b++) {
        OCL_CHECK(clReleaseMemObject(l->d[b]));
        GL_CHECK(glDeleteBuffers(1, &l->buffers[b]));    // and unmaps it
    }
    free(made);
    free(given);
    return result;
}

static void run_ways(lesson *l, ocl_report *report)
{
    const cl_uint n = (cl_uint)l->n;
    const uint64_t seed = l->env.options->seed;
    cl_uint *start = ocl_alloc(l->bytes);
    cl_int err;
    for (size_t i = 0; i < l->n; i++)
        start[i] = (cl_uint)ocl_random(seed, i);
    const cl_program program = ocl_build(&l->env, "gl_event.cl", "-cl-std=CL1.2");
    l->kernel = OCL_CREATE(clCreateKernel(program, "gl_event", &err));
    OCL_CHECK(clSetKernelArg(l->kernel, 2, sizeof n, &n));
    ocl_report_result(report, "what the event knows", verify_event(l));
    for (l->way = WAIT; l->way < WAYS; l->way++) {
        ocl_times times = { .runs = 0 };
        if (!ocl_wants(l->env.options, WAY_NAMES[l->way])) continue;
        const ocl_result result = run_way(l, start, &times);
        const ocl_row row = { .name = WAY_NAMES[l->way],
                              .times = &times,
                              .work = 2,
                              .unit = "turn/s",
                              .result = result };
        ocl_report_row(report, &row);
    }
    ocl_report_note(report, "OpenGL %s wait for an event of OpenCL (GL_ARB_cl_event)",
                    l->create_fence ? "can" : "cannot");
    OCL_CHECK(clReleaseKernel(l->kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(start);
}

int main(int argc, char **argv)
{
    size_t rounds = 30;
    const ocl_option own[] = {
        { .usage = "--rounds N: turns of each of the two", .count = &rounds }, { .usage = NULL }
    };
    const ocl_about about = { .name = "gl_event",
                              .summary = "A fence of OpenGL as an event of OpenCL, and back.",
                              .accepts = "dnVks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = INT32_MAX,
                              .variants = WAY_NAMES,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_gl_event"))
        ocl_exit(OCL_EXIT_SKIP, "the device has no cl_khr_gl_event");
    if (!ocl_has_extension(env.device, "cl_khr_gl_sharing"))
        ocl_exit(OCL_EXIT_SKIP,
                 "the device has cl_khr_gl_event, but without cl_khr_gl_sharing there is "
                 "no context in which it works");
    gl_context gl = gl_open();
    gl_require_one_llvm(env.device);
    const gl_target target = gl_open_target(1, 1);
    if (!gl_has_extension("GL_ARB_buffer_storage"))
        ocl_exit(OCL_EXIT_SKIP, "OpenGL has no GL_ARB_buffer_storage");
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, size, 2 * size, 6 * size);
    lesson l = { .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint), .rounds = rounds };
    l.env = sharing_open(&env, &gl);
    *(void **)&l.create_event =
        clGetExtensionFunctionAddressForPlatform(env.platform, "clCreateEventFromGLsyncKHR");
    if (!l.create_event)
        ocl_exit(OCL_EXIT_CALL,
                 "clGetExtensionFunctionAddressForPlatform gives no clCreateEventFromGLsyncKHR");
    if (gl_has_extension("GL_ARB_cl_event"))
        l.create_fence = (fence_of_event)eglGetProcAddress("glCreateSyncFromCLeventARB");

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "renderer", (const char *)glGetString(GL_RENDERER));
    ocl_report_count(report, "numbers", l.n);
    ocl_report_count(report, "rounds", rounds);

    run_ways(&l, report);
    ocl_close(&l.env);
    gl_close_target(&target);
    gl_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
