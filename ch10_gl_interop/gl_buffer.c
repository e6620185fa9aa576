// SPDX-License-Identifier: MIT
//
// gl_buffer - a kernel moves bodies, OpenGL draws them: how the places get from one to the other.
//
// Shows   three ways for each frame: through the host, with two copies; in host memory that both
//         have mapped, without a copy; one buffer that belongs to both (cl_khr_gl_sharing)
// Uses    clEnqueueReadBuffer, glBufferSubData; glBufferStorage, glMapBufferRange, clCreateBuffer
//         with CL_MEM_USE_HOST_PTR, clEnqueueMapBuffer, clEnqueueUnmapMemObject;
//         clCreateFromGLBuffer, clEnqueueAcquireGLObjects, clEnqueueReleaseGLObjects, glFinish
// Try     gl_buffer -o bodies.png; gl_buffer -n 500 --frames 500; gl_buffer -V host

#include "ocl.h"

#include "gl_buffer/bodies.h"
#include "shared/drawing/points.h"
#include "shared/opengl/gl.h"
#include "shared/ways.h"
#include "shared/window/window.h"

#include <CL/cl_gl.h>

enum { SIDE = 480, CHECKED = 10 };    // of the picture, in pixels; steps that plain C makes, too

typedef struct {
    ocl_env env;    // `share` has a context of its own
    const gl_context *gl;
    int way;
    size_t n, bytes;
    GLuint vertices;
    cl_mem d_place, d_velocity;
    void *shown;    // HOST: the vertex buffer, mapped by OpenGL.  COPY: host memory between the two
    cl_kernel drift, kick;
} simulation;

// --- one buffer for both

// OpenGL draws what OpenCL has written, and both have the places of the start.
static void create_vertices(simulation *s, const cl_float4 *start)
{
    const GLbitfield access =
        GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const GLsizeiptr bytes = (GLsizeiptr)s->bytes;
    cl_int err;
    GL_CHECK(glGenBuffers(1, &s->vertices));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, s->vertices));
    switch (s->way) {
    case COPY:
        GL_CHECK(glBufferData(GL_ARRAY_BUFFER, bytes, start, GL_STREAM_DRAW));
        s->d_place = ocl_buffer(&s->env, CL_MEM_READ_WRITE, s->bytes, start);
        s->shown = ocl_alloc(s->bytes);
        break;
    case HOST:    // stays mapped while OpenGL draws from it
        GL_CHECK(glBufferStorage(GL_ARRAY_BUFFER, bytes, start, access));
        GL_CHECK(s->shown = glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, access));
        s->d_place = OCL_CREATE(clCreateBuffer(
            s->env.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, s->bytes, s->shown, &err));
        OCL_CREATE(clEnqueueMapBuffer(s->env.queue, s->d_place, CL_TRUE, CL_MAP_READ, 0, s->bytes,
                                      0, NULL, NULL, &err));
        break;
    case SHARE:
        GL_CHECK(glBufferData(GL_ARRAY_BUFFER, bytes, start, GL_STREAM_DRAW));
        s->d_place =
            OCL_CREATE(clCreateFromGLBuffer(s->env.context, CL_MEM_READ_WRITE, s->vertices, &err));
        break;
    }
}

static void release_vertices(const simulation *s)
{
    if (s->way == HOST) {
        OCL_CHECK(clEnqueueUnmapMemObject(s->env.queue, s->d_place, s->shown, 0, NULL, NULL));
        OCL_CHECK(clFinish(s->env.queue));
    }
    OCL_CHECK(clReleaseMemObject(s->d_place));    // before the vertex buffer: it needs its memory
    if (s->way == HOST) GL_CHECK(glUnmapBuffer(GL_ARRAY_BUFFER));
    if (s->way == COPY) free(s->shown);
    GL_CHECK(glDeleteBuffers(1, &s->vertices));
}

// From now on OpenCL may use the places.  OpenGL has finished what it drew.
static void take(const simulation *s)
{
    GL_CHECK(glFinish());
    if (s->way == HOST)
        OCL_CHECK(clEnqueueUnmapMemObject(s->env.queue, s->d_place, s->shown, 0, NULL, NULL));
    if (s->way == SHARE)
        OCL_CHECK(clEnqueueAcquireGLObjects(s->env.queue, 1, &s->d_place, 0, NULL, NULL));
}

// From now on OpenGL may draw them.  OpenCL has finished what it wrote.
static void give(const simulation *s)
{
    cl_int err;
    switch (s->way) {
    case COPY:
        OCL_CHECK(clEnqueueReadBuffer(s->env.queue, s->d_place, CL_TRUE, 0, s->bytes, s->shown, 0,
                                      NULL, NULL));
        GL_CHECK(glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)s->bytes, s->shown));
        break;
    case HOST:
        OCL_CREATE(clEnqueueMapBuffer(s->env.queue, s->d_place, CL_TRUE, CL_MAP_READ, 0, s->bytes,
                                      0, NULL, NULL, &err));
        break;
    case SHARE:
        OCL_CHECK(clEnqueueReleaseGLObjects(s->env.queue, 1, &s->d_place, 0, NULL, NULL));
        OCL_CHECK(clFinish(s->env.queue));
        break;
    }
}

// The arguments stay the same in all frames.
static void set_arguments(const simulation *s)
{
    const cl_float half = (cl_float)(STEP / 2), whole = (cl_float)STEP;
    const cl_float softening2 = (cl_float)(SOFTENING * SOFTENING);
    const cl_uint n = (cl_uint)s->n;
    OCL_CHECK(clSetKernelArg(s->drift, 0, sizeof s->d_place, &s->d_place));
    OCL_CHECK(clSetKernelArg(s->drift, 1, sizeof s->d_velocity, &s->d_velocity));
    OCL_CHECK(clSetKernelArg(s->drift, 2, sizeof half, &half));
    OCL_CHECK(clSetKernelArg(s->drift, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(s->kick, 0, sizeof s->d_velocity, &s->d_velocity));
    OCL_CHECK(clSetKernelArg(s->kick, 1, sizeof s->d_place, &s->d_place));
    OCL_CHECK(clSetKernelArg(s->kick, 2, sizeof whole, &whole));
    OCL_CHECK(clSetKernelArg(s->kick, 3, sizeof softening2, &softening2));
    OCL_CHECK(clSetKernelArg(s->kick, 4, sizeof n, &n));
}

static void step(const simulation *s)
{
    const cl_kernel kernels[] = { s->drift, s->kick, s->drift };
    const size_t global = ocl_round_up(s->n, 64);    // never a prime
    for (int k = 0; k < 3; k++)
        OCL_CHECK(clEnqueueNDRangeKernel(s->env.queue, kernels[k], 1, NULL, &global, NULL, 0, NULL,
                                         NULL));
}

// --- one variant

// The places come from OpenGL's buffer: they are what it draws.
static void run_frames(const simulation *s, const points *p, size_t frames, outcome *o)
{
    const GLsizeiptr bytes = (GLsizeiptr)s->bytes;
    points_read(p);
    for (size_t frame = 0; frame < frames; frame++) {
        const double begin = ocl_wall_ns();
        take(s);
        step(s);
        OCL_CHECK(clFinish(s->env.queue));
        const double moved = ocl_wall_ns();
        give(s);
        const double given = ocl_wall_ns();
        points_draw(p, s->n);
        GL_CHECK(glFinish());
        const double drawn = ocl_wall_ns();
        if (frame + 1 == ocl_smaller(CHECKED, frames))
            GL_CHECK(glGetBufferSubData(GL_ARRAY_BUFFER, 0, bytes, o->early));
        if (!window_show(s->gl) && frame + 1 >= CHECKED) break;
        if (frame == 0 && frames > 1) continue;    // it warms up
        ocl_times_add(&o->times, drawn - begin);
        ocl_times_add(&o->give, given - moved);
    }
    window_hold(s->gl);    // the last one stays
    GL_CHECK(glGetBufferSubData(GL_ARRAY_BUFFER, 0, bytes, o->place));
    o->picture = gl_read_picture(SIDE, SIDE);
    OCL_CHECK(clEnqueueReadBuffer(s->env.queue, s->d_velocity, CL_TRUE, 0, s->bytes, o->velocity, 0,
                                  NULL, NULL));
}

static outcome run_way(const ocl_env *env, const gl_context *gl, int way, const bodies *start,
                       size_t frames)
{
    const size_t bytes = start->n * sizeof(cl_float4);
    simulation s = { .env = *env, .gl = gl, .way = way, .n = start->n, .bytes = bytes };
    outcome o = { .early = ocl_alloc(bytes),
                  .place = ocl_alloc(bytes),
                  .velocity = ocl_alloc(bytes),
                  .draws_zeros =
                      way == SHARE && ocl_known_fault(env->device, "a draw from a shared buffer") };
    const points p = points_open();
    cl_int err;
    if (way == SHARE) s.env = sharing_open(env, gl);
    create_vertices(&s, start->place);
    s.d_velocity = ocl_buffer(&s.env, CL_MEM_READ_WRITE, bytes, start->velocity);
    const cl_program program = ocl_build(&s.env, "gl_buffer.cl", "-cl-std=CL1.2");
    s.drift = OCL_CREATE(clCreateKernel(program, "gl_buffer_drift", &err));
    s.kick = OCL_CREATE(clCreateKernel(program, "gl_buffer_kick", &err));
    set_arguments(&s);

    run_frames(&s, &p, frames, &o);

    OCL_CHECK(clReleaseKernel(s.kick));
    OCL_CHECK(clReleaseKernel(s.drift));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(s.d_velocity));
    release_vertices(&s);
    if (way == SHARE) ocl_close(&s.env);
    points_close(&p);
    return o;
}

int main(int argc, char **argv)
{
    size_t frames = 0;
    bool shown = false;
    const ocl_option own[] = {
        { .usage = "-f, --frames N: steps, each drawn (default 60, without end in a window)",
          .count = &frames },
        WINDOW_OPTION(&shown),
        { .usage = NULL },
    };
    const ocl_about about = { .name = "gl_buffer",
                              .summary = "OpenCL moves bodies, OpenGL draws them.",
                              .accepts = "dnoVks",
                              .size_help = "bodies",
                              .extents = 1,
                              .most = INT32_MAX,
                              .variants = WAYS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options defaults = { .n = { 2039 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    if (!frames) frames = shown ? SIZE_MAX : 60;
    gl_context gl = window_open(shown, "gl_buffer", SIDE, SIDE);
    gl_require_one_llvm(env.device);
    const gl_target target = gl_open_target(SIDE, SIDE);
    ways_require(&env);
    const size_t bytes = opt.n[0] * sizeof(cl_float4);
    ocl_require_memory(env.device, (double)bytes, 2 * (double)bytes, 8 * (double)bytes);

    bodies start = bodies_start(opt.n[0], opt.seed);
    cl_float4 *ref = ocl_alloc(bytes);
    proof p = { .start = &start, .ref = ref, .steps = ocl_smaller(CHECKED, frames) };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "renderer", (const char *)glGetString(GL_RENDERER));
    ocl_report_count(report, "bodies", opt.n[0]);
    if (frames != SIZE_MAX) ocl_report_count(report, "frames", frames);
    ocl_report_problem(report);
    ocl_doing("computing the answer on the host");
    const double begin = ocl_wall_ns();
    p.most = bodies_move_ref(ref, &start, p.steps);
    ocl_report_reference(report, (ocl_wall_ns() - begin) / (double)p.steps);    // of one frame
    ocl_doing("running");

    // CL_MEM_USE_HOST_PTR copies where the device has memory of its own.
    const bool own_memory = !ocl_device_number(env.device, CL_DEVICE_HOST_UNIFIED_MEMORY);
    const size_t copied[] = { [COPY] = 2 * bytes, [SHARE] = 0, [HOST] = own_memory ? bytes : 0 };
    ocl_times give[WAY_COUNT] = { 0 };
    for (int way = COPY; way < WAY_COUNT; way++) {
        if (!ways_has(report, &env, way)) continue;
        outcome o = run_way(&env, &gl, way, &start, frames);
        proof_report(report, WAYS[way], &o, &p);
        give[way] = o.give;
        if (opt.output && !p.first) ocl_output_picture(&o.picture, opt.output);
        proof_keep_first(&p, &o);
    }
    ways_report(report, copied, give);

    free(p.first);
    free(ref);
    bodies_free(&start);
    gl_close_target(&target);
    window_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
