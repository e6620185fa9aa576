// SPDX-License-Identifier: MIT
//
// gl_renderbuffer - OpenGL draws a scene into a renderbuffer, a kernel looks at the picture.
//
// Shows   renderbuffers for colours and for depths; how the picture gets to a kernel: through the
//         host, with two copies, or as an image that is the renderbuffer (cl_khr_gl_sharing)
// Uses    glGenRenderbuffers, glRenderbufferStorage, glFramebufferRenderbuffer, glReadPixels,
//         clEnqueueWriteImage; clCreateFromGLRenderbuffer, clGetGLObjectInfo,
//         clEnqueueAcquireGLObjects, clEnqueueReleaseGLObjects
// Try     gl_renderbuffer -o look.png; gl_renderbuffer -n 1279x723 --frames 100

#include "ocl.h"

#include "gl_renderbuffer/look.h"
#include "shared/drawing/scene.h"
#include "shared/opengl/gl.h"
#include "shared/window/window.h"

#include <CL/cl_gl.h>

enum { COPY, SHARE, VARIANT_COUNT };
static const char *const VARIANTS[] = { "copy", "share", NULL };

typedef struct {
    const gl_context *gl;
    size_t width, height, pixels;
    gl_target target;    // framebuffer, and the renderbuffer with its colours
    GLuint depths;       // another renderbuffer
    uint8_t *rgba;       // the pixels in host memory

    ocl_env env;    // `share` has a context of its own
    int way;
    cl_mem d_counts, d_edges, d_picture;
    cl_kernel histogram, edges;
} lesson;

// --- OpenGL

// The framebuffer of gl_open_target has a renderbuffer for colours.  The depths get one, too.
static void create_target(lesson *l)
{
    const GLsizei width = (GLsizei)l->width, height = (GLsizei)l->height;
    GLenum status;
    l->target = gl_open_target(width, height);
    GL_CHECK(glGenRenderbuffers(1, &l->depths));
    GL_CHECK(glBindRenderbuffer(GL_RENDERBUFFER, l->depths));
    GL_CHECK(glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height));
    GL_CHECK(
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, l->depths));
    GL_CHECK(status = glCheckFramebufferStatus(GL_FRAMEBUFFER));
    if (status != GL_FRAMEBUFFER_COMPLETE)
        ocl_exit(OCL_EXIT_CALL, "glCheckFramebufferStatus: 0x%04x", (unsigned)status);
}

// Waits until OpenGL has drawn.
static void read_pixels(const lesson *l)
{
    GL_CHECK(glReadPixels(0, 0, (GLsizei)l->width, (GLsizei)l->height, GL_RGBA, GL_UNSIGNED_BYTE,
                          l->rgba));
}

// --- from OpenGL to OpenCL

static void create_picture(lesson *l)
{
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const size_t extents[2] = { l->width, l->height };
    cl_int err;
    if (l->way == SHARE)
        l->d_picture = OCL_CREATE(
            clCreateFromGLRenderbuffer(l->env.context, CL_MEM_READ_ONLY, l->target.pixels, &err));
    else
        l->d_picture = ocl_image_2d(&l->env, CL_MEM_READ_ONLY, format, extents, NULL);
}

// From now on kernels may read the picture.
static void take(const lesson *l)
{
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { l->width, l->height, 1 };
    if (l->way == SHARE) {
        GL_CHECK(glFinish());
        OCL_CHECK(clEnqueueAcquireGLObjects(l->env.queue, 1, &l->d_picture, 0, NULL, NULL));
    } else {
        read_pixels(l);
        OCL_CHECK(clEnqueueWriteImage(l->env.queue, l->d_picture, CL_FALSE, origin, region, 0, 0,
                                      l->rgba, 0, NULL, NULL));
    }
}

// From now on OpenGL may draw the next one.
static void give(const lesson *l)
{
    if (l->way == SHARE)
        OCL_CHECK(clEnqueueReleaseGLObjects(l->env.queue, 1, &l->d_picture, 0, NULL, NULL));
    OCL_CHECK(clFinish(l->env.queue));
}

// What the image knows of the renderbuffer.
static ocl_result verify_shared(const lesson *l)
{
    cl_gl_object_type type;
    cl_GLuint name;
    size_t width, height;
    OCL_CHECK(clGetGLObjectInfo(l->d_picture, &type, &name));
    OCL_CHECK(clGetImageInfo(l->d_picture, CL_IMAGE_WIDTH, sizeof width, &width, NULL));
    OCL_CHECK(clGetImageInfo(l->d_picture, CL_IMAGE_HEIGHT, sizeof height, &height, NULL));
    const cl_uint got[] = { type, name, (cl_uint)width, (cl_uint)height };
    const cl_uint ref[] = { CL_GL_OBJECT_RENDERBUFFER, l->target.pixels, (cl_uint)l->width,
                            (cl_uint)l->height };
    return ocl_verify_u32("what the image knows", got, ref, 4);
}

// --- the frames

static void look_at_picture(const lesson *l)
{
    const size_t global[2] = { ocl_round_up(l->width, 16), ocl_round_up(l->height, 4) };
    const cl_uint zero = 0;
    OCL_CHECK(clEnqueueFillBuffer(l->env.queue, l->d_counts, &zero, sizeof zero, 0,
                                  256 * sizeof zero, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env.queue, l->histogram, 2, NULL, global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env.queue, l->edges, 2, NULL, global, NULL, 0, NULL, NULL));
}

// What the frames of one variant led to.
typedef struct {
    ocl_times times, handed;    // of a frame; of the picture, from OpenGL to OpenCL
    ocl_result drawing, looking, image;
} outcome;

// Compares OpenGL's frame with plain C, and the kernels' answer with plain C for that frame.
static void check_frame(const lesson *l, const scene *s, look *got, outcome *o)
{
    const ocl_grid grid = { l->width, l->height };
    look ref = { .edges = ocl_alloc(l->pixels) };
    read_pixels(l);
    OCL_CHECK(clEnqueueReadBuffer(l->env.queue, l->d_counts, CL_TRUE, 0, sizeof got->counts,
                                  got->counts, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(l->env.queue, l->d_edges, CL_TRUE, 0, l->pixels, got->edges, 0,
                                  NULL, NULL));
    look_ref(&ref, l->rgba, grid);
    const ocl_result counts = ocl_verify_u32("histogram", got->counts, ref.counts, 256);
    const ocl_result edges = ocl_verify_grid_u8("edges", got->edges, ref.edges, grid);
    o->looking = ocl_result_both(o->looking, ocl_result_both(counts, edges));
    o->drawing = ocl_result_both(o->drawing, scene_verify(s, l->rgba, grid));
    free(ref.edges);
}

static outcome run_frames(const lesson *l, size_t frames, const char *output)
{
    const ocl_result none = { .pass = true };
    outcome o = { .drawing = none, .looking = none, .image = none };
    look got = { .edges = ocl_alloc(l->pixels) };
    scene s = scene_open();
    for (size_t frame = 0; frame < frames; frame++) {
        ocl_poison_run(l->env.queue, l->d_edges, l->pixels, frame);
        OCL_CHECK(clFinish(l->env.queue));
        const double begin = ocl_wall_ns();
        scene_draw(&s, frame);
        GL_CHECK(glFinish());    // only to tell the two times apart
        const double drawn = ocl_wall_ns();
        take(l);
        OCL_CHECK(clFinish(l->env.queue));    // the same
        const double taken = ocl_wall_ns();
        look_at_picture(l);
        give(l);
        const double end = ocl_wall_ns();
        check_frame(l, &s, &got, &o);
        if (!window_show(l->gl)) break;
        if (frame == 0 && frames > 1) continue;    // it warms up
        ocl_times_add(&o.times, end - begin);
        ocl_times_add(&o.handed, taken - drawn);
    }
    window_hold(l->gl);    // the last one stays
    if (output) look_write(output, (size_t[]){ l->width, l->height }, l->rgba, got.edges);
    scene_close(&s);
    free(got.edges);
    return o;
}

static outcome run_way(lesson *l, const ocl_env *env, size_t frames)
{
    cl_int err;
    l->env = l->way == SHARE ? sharing_open(env, l->gl) : *env;
    const cl_program program = ocl_build(&l->env, "gl_renderbuffer.cl", "%s", "");
    l->histogram = OCL_CREATE(clCreateKernel(program, "gl_renderbuffer_histogram", &err));
    l->edges = OCL_CREATE(clCreateKernel(program, "gl_renderbuffer_edges", &err));
    l->d_counts = ocl_buffer(&l->env, CL_MEM_READ_WRITE, 256 * sizeof(cl_uint), NULL);
    l->d_edges = ocl_buffer(&l->env, CL_MEM_WRITE_ONLY, l->pixels, NULL);
    create_picture(l);
    OCL_CHECK(clSetKernelArg(l->histogram, 0, sizeof l->d_counts, &l->d_counts));
    OCL_CHECK(clSetKernelArg(l->histogram, 1, sizeof l->d_picture, &l->d_picture));
    OCL_CHECK(clSetKernelArg(l->edges, 0, sizeof l->d_edges, &l->d_edges));
    OCL_CHECK(clSetKernelArg(l->edges, 1, sizeof l->d_picture, &l->d_picture));

    outcome o = run_frames(l, frames, env->options->output);
    if (l->way == SHARE) o.image = verify_shared(l);

    OCL_CHECK(clReleaseMemObject(l->d_picture));    // before the renderbuffer
    OCL_CHECK(clReleaseMemObject(l->d_edges));
    OCL_CHECK(clReleaseMemObject(l->d_counts));
    OCL_CHECK(clReleaseKernel(l->edges));
    OCL_CHECK(clReleaseKernel(l->histogram));
    OCL_CHECK(clReleaseProgram(program));
    if (l->way == SHARE) ocl_close(&l->env);
    return o;
}

int main(int argc, char **argv)
{
    size_t frames = 0;
    bool shown = false;
    const ocl_option own[] = {
        { .usage = "-f, --frames N: drawn and looked at (default 12, without end in a window)",
          .count = &frames },
        WINDOW_OPTION(&shown),
        { .usage = NULL },
    };
    const ocl_about about = { .name = "gl_renderbuffer",
                              .summary = "OpenGL draws, a kernel looks at the picture.",
                              .accepts = "dnoVk",
                              .size_help = "width and height of the picture",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 481, 359 } });
    ocl_env env = ocl_open(&opt);
    const bool shares = ocl_has_extension(env.device, "cl_khr_gl_sharing");
    if (!shares && !ocl_wants(&opt, "all") && ocl_wants(&opt, "share"))
        ocl_exit(OCL_EXIT_SKIP, "the device has no cl_khr_gl_sharing");
    ocl_require_images(env.device);
    ocl_require_image_2d(env.device, opt.n);
    if (!frames) frames = shown ? SIZE_MAX : 12;
    gl_context gl = window_open(shown, "gl_renderbuffer", opt.n[0], opt.n[1]);
    gl_require_one_llvm(env.device);
    gl_require_size(opt.n);
    lesson l = { .gl = &gl, .width = opt.n[0], .height = opt.n[1], .pixels = opt.n[0] * opt.n[1] };
    const double bytes = 4 * (double)l.pixels;
    ocl_require_memory(env.device, bytes, 2 * bytes, 12 * bytes);
    l.rgba = ocl_alloc(4 * l.pixels);
    create_target(&l);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "renderer", (const char *)glGetString(GL_RENDERER));
    ocl_report_count(report, "width", l.width);
    ocl_report_count(report, "height", l.height);
    if (frames != SIZE_MAX) ocl_report_count(report, "frames", frames);
    ocl_report_problem(report);

    double handed_ms[VARIANT_COUNT] = { 0 };
    for (l.way = COPY; l.way < VARIANT_COUNT; l.way++) {
        if (!ocl_wants(&opt, VARIANTS[l.way])) continue;
        if (l.way == SHARE && !shares) {
            ocl_report_note(report, "not run: share, as the device has no cl_khr_gl_sharing");
            continue;
        }
        const outcome o = run_way(&l, &env, frames);
        const ocl_row row = { .name = VARIANTS[l.way],
                              .times = &o.times,
                              .work = 1,
                              .unit = "frame/s",
                              .result = o.looking };
        ocl_report_row(report, &row);
        ocl_report_result(report, "the drawing, against plain C", o.drawing);
        if (l.way == SHARE) ocl_report_result(report, "what the image knows", o.image);
        handed_ms[l.way] = ocl_median_ns(&o.handed) / 1e6;
    }
    ocl_table table = ocl_table_open(report, "from OpenGL to OpenCL",
                                     "way, bytes copied per frame, ms per frame");
    for (int way = COPY; way < VARIANT_COUNT; way++)
        if (handed_ms[way] > 0)
            ocl_table_row(&table, "%-6s %12zu %12.4f", VARIANTS[way],
                          way == SHARE ? 0 : 2 * 4 * l.pixels, handed_ms[way]);

    GL_CHECK(glDeleteRenderbuffers(1, &l.depths));
    gl_close_target(&l.target);
    free(l.rgba);
    window_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
