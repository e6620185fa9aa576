// SPDX-License-Identifier: MIT
//
// gl_sync - OpenGL and OpenCL take turns: how each learns that the other one is done.
//
// Shows   waiting until all is done (glFinish, clFinish); waiting for one command (a fence of
//         OpenGL, an event of OpenCL); a map that waits by itself; what each of them costs
// Uses    glFinish, glFenceSync, glFlush, glClientWaitSync, glDeleteSync, glGetSynciv,
//         glMapBufferRange, glUnmapBuffer; clFinish, clFlush, clWaitForEvents,
//         clEnqueueWriteBuffer, clEnqueueReadBuffer
// Try     gl_sync; gl_sync -V fence --rounds 500; gl_sync -n 1

#include "ocl.h"

#include "shared/opengl/feedback.h"

enum { FINISH, FENCE, MAP, WAYS };
static const char *const WAY_NAMES[] = { "finish", "fence", "map", NULL };

// OpenGL makes `made` of `given`; OpenCL makes the next `given` of `made`.
enum { GIVEN, MADE, BUFFERS };

typedef struct {
    const ocl_env *env;
    int way;
    size_t n, bytes, rounds;
    GLuint buffers[BUFFERS];    // OpenGL's
    void *host[BUFFERS];        // these, mapped: the host sees what is in them
    cl_mem d[BUFFERS];          // OpenCL's
    cl_kernel kernel;
    feedback opengl;
} lesson;

// --- OpenCL's turn in plain C; that of OpenGL is feedback_ref

static void opencl_ref(cl_uint *given, const cl_uint *made, size_t n)
{
    for (size_t i = 0; i < n; i++)
        given[i] = 3 * made[i] + (cl_uint)i;
}

// --- buffers

static void create_buffer(lesson *l, int b, const void *start)
{
    const GLbitfield access =
        GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const GLsizeiptr bytes = (GLsizeiptr)l->bytes;
    GL_CHECK(glGenBuffers(1, &l->buffers[b]));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, l->buffers[b]));
    if (l->way == MAP)
        GL_CHECK(glBufferData(GL_ARRAY_BUFFER, bytes, start, GL_STREAM_COPY));
    else {    // stays mapped while OpenGL works with it
        GL_CHECK(glBufferStorage(GL_ARRAY_BUFFER, bytes, start, access));
        GL_CHECK(l->host[b] = glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, access));
    }
    l->d[b] = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->bytes, NULL);
}

static void release_buffer(const lesson *l, int b)
{
    OCL_CHECK(clReleaseMemObject(l->d[b]));
    GL_CHECK(glDeleteBuffers(1, &l->buffers[b]));    // and unmaps it
}

// --- OpenGL is done

static GLsync create_fence(void)
{
    GLsync fence;
    GL_CHECK(fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
    return fence;
}

// GL_SYNC_FLUSH_COMMANDS_BIT sends the fence on its way: else it may never be passed.
static void wait_for_fence(GLsync fence)
{
    GLenum result;
    GL_CHECK(result = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, GL_TIMEOUT_IGNORED));
    if (result != GL_ALREADY_SIGNALED && result != GL_CONDITION_SATISFIED)
        ocl_exit(OCL_EXIT_CALL, "glClientWaitSync: 0x%04x", (unsigned)result);
}

static void *map_buffer(const lesson *l, int b, GLbitfield access)
{
    void *host;
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, l->buffers[b]));
    GL_CHECK(host = glMapBufferRange(GL_ARRAY_BUFFER, 0, (GLsizeiptr)l->bytes, access));
    return host;
}

// Waits until the host can read what OpenGL has made.
static void opengl_done(lesson *l)
{
    GLsync fence;
    switch (l->way) {
    case FINISH:
        GL_CHECK(glFinish());
        break;
    case FENCE:
        fence = create_fence();
        wait_for_fence(fence);
        GL_CHECK(glDeleteSync(fence));
        break;
    case MAP:    // waits for the commands that use the buffer
        l->host[MADE] = map_buffer(l, MADE, GL_MAP_READ_BIT);
        l->host[GIVEN] = map_buffer(l, GIVEN, GL_MAP_WRITE_BIT);
        break;
    }
}

// --- OpenCL is done

// Enqueues OpenCL's turn and returns at once.  The event is that of its last command.
static cl_event opencl_turn(const lesson *l)
{
    const cl_command_queue queue = l->env->queue;
    const size_t global = ocl_round_up(l->n, 64);    // never a prime
    cl_event done;
    OCL_CHECK(clEnqueueWriteBuffer(queue, l->d[MADE], CL_FALSE, 0, l->bytes, l->host[MADE], 0, NULL,
                                   NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d[GIVEN], CL_FALSE, 0, l->bytes, l->host[GIVEN], 0,
                                  NULL, &done));
    OCL_CHECK(clFlush(queue));
    return done;
}

// Waits until OpenGL can read what OpenCL has given.
static void opencl_done(const lesson *l, cl_event done)
{
    if (l->way == FINISH)
        OCL_CHECK(clFinish(l->env->queue));
    else
        OCL_CHECK(clWaitForEvents(1, &done));
    OCL_CHECK(clReleaseEvent(done));
    for (int b = 0; b < BUFFERS && l->way == MAP; b++) {
        GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, l->buffers[b]));
        GL_CHECK(glUnmapBuffer(GL_ARRAY_BUFFER));
    }
}

// A turn of each.
typedef struct {
    ocl_times whole, waited;    // the host's
} round_times;

static void take_turns(lesson *l, round_times *times)
{
    const double begin = ocl_wall_ns();
    feedback_run(&l->opengl);
    const double drawn = ocl_wall_ns();
    opengl_done(l);
    const double taken = ocl_wall_ns();
    const cl_event done = opencl_turn(l);
    const double enqueued = ocl_wall_ns();
    opencl_done(l, done);
    const double end = ocl_wall_ns();
    if (!times) return;
    ocl_times_add(&times->whole, end - begin);
    ocl_times_add(&times->waited, taken - drawn + end - enqueued);
}

// --- the proof

// What is known of a fence that OpenGL has passed.
static ocl_result verify_fence(void)
{
    static const GLenum QUERIES[] = { GL_OBJECT_TYPE, GL_SYNC_CONDITION, GL_SYNC_FLAGS,
                                      GL_SYNC_STATUS };
    const cl_uint ref[] = { GL_SYNC_FENCE, GL_SYNC_GPU_COMMANDS_COMPLETE, 0, GL_SIGNALED };
    cl_uint got[4];
    const GLsync fence = create_fence();
    wait_for_fence(fence);
    for (int q = 0; q < 4; q++) {
        GLint value = -1;
        GL_CHECK(glGetSynciv(fence, QUERIES[q], 1, NULL, &value));
        got[q] = (cl_uint)value;
    }
    GL_CHECK(glDeleteSync(fence));
    return ocl_verify_u32("what a fence says", got, ref, 4);
}

// Rounds in which each turn is looked at; then as many in which nothing but the waits keeps the
// order.
static ocl_result run_way(lesson *l, const cl_uint *start, round_times *times)
{
    cl_uint *given = ocl_alloc(l->bytes), *made = ocl_alloc(l->bytes);
    ocl_result result = { .pass = true };
    memcpy(given, start, l->bytes);
    for (int b = 0; b < BUFFERS; b++) {
        create_buffer(l, b, start);
        OCL_CHECK(clSetKernelArg(l->kernel, (cl_uint)b, sizeof l->d[b], &l->d[b]));
    }
    l->opengl = feedback_open(l->buffers[GIVEN], l->buffers[MADE], l->n);
    for (size_t round = 0; round < l->rounds; round++) {
        take_turns(l, NULL);
        feedback_ref(made, given, l->n);
        opencl_ref(given, made, l->n);
        result =
            ocl_result_both(result, feedback_verify("OpenGL's turn", l->buffers[MADE], made, l->n));
        result = ocl_result_both(result,
                                 feedback_verify("OpenCL's turn", l->buffers[GIVEN], given, l->n));
    }
    for (size_t round = 0; round < l->rounds; round++)
        take_turns(l, times);
    for (size_t round = 0; round < l->rounds; round++) {
        feedback_ref(made, given, l->n);
        opencl_ref(given, made, l->n);
    }
    result =
        ocl_result_both(result, feedback_verify("OpenCL's turn", l->buffers[GIVEN], given, l->n));
    feedback_close(&l->opengl);
    for (int b = 0; b < BUFFERS; b++)
        release_buffer(l, b);
    free(made);
    free(given);
    return result;
}

int main(int argc, char **argv)
{
    size_t rounds = 30;
    const ocl_option own[] = {
        { .usage = "--rounds N: turns of each of the two", .count = &rounds }, { .usage = NULL }
    };
    const ocl_about about = { .name = "gl_sync",
                              .summary = "OpenGL and OpenCL take turns: who waits, and for what.",
                              .accepts = "dnVks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = INT32_MAX,
                              .variants = WAY_NAMES,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    gl_context gl = gl_open();
    gl_require_one_llvm(env.device);
    const gl_target target = gl_open_target(1, 1);
    const bool has_storage = gl_has_extension("GL_ARB_buffer_storage");
    if (!has_storage && (ocl_wants(&opt, "all") || !ocl_wants(&opt, "map")))
        ocl_exit(OCL_EXIT_SKIP, "OpenGL has no GL_ARB_buffer_storage: only --variant map can run");
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, size, 2 * size, 6 * size);
    lesson l = {
        .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint), .rounds = rounds
    };
    const cl_uint n = (cl_uint)l.n;
    cl_int err;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "renderer", (const char *)glGetString(GL_RENDERER));
    ocl_report_count(report, "numbers", l.n);
    ocl_report_count(report, "rounds", rounds);
    cl_uint *start = ocl_alloc(l.bytes);
    for (size_t i = 0; i < l.n; i++)
        start[i] = (cl_uint)ocl_random(opt.seed, i);
    const cl_program program = ocl_build(&env, "gl_sync.cl", "-cl-std=CL1.2");
    l.kernel = OCL_CREATE(clCreateKernel(program, "gl_sync", &err));
    OCL_CHECK(clSetKernelArg(l.kernel, 2, sizeof n, &n));

    round_times times[WAYS] = { 0 };
    ocl_report_result(report, "what a fence says", verify_fence());
    for (l.way = FINISH; l.way < WAYS; l.way++) {
        if (!ocl_wants(&opt, WAY_NAMES[l.way])) continue;
        const ocl_result result = run_way(&l, start, &times[l.way]);
        const ocl_row row = { .name = WAY_NAMES[l.way],
                              .times = &times[l.way].whole,
                              .work = 2,
                              .unit = "turn/s",
                              .result = result };
        ocl_report_row(report, &row);
    }
    ocl_table table =
        ocl_table_open(report, "who waits", "way, us per round, of them the host waits");
    for (int way = FINISH; way < WAYS; way++)
        if (times[way].whole.runs)
            ocl_table_row(&table, "%-6s %12.1f %18.1f", WAY_NAMES[way],
                          ocl_median_ns(&times[way].whole) / 1e3,
                          ocl_median_ns(&times[way].waited) / 1e3);

    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(start);
    gl_close_target(&target);
    gl_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
