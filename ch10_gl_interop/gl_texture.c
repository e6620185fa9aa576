// SPDX-License-Identifier: MIT
//
// gl_texture - a kernel filters a photograph, OpenGL draws it: a texture that is an image.
//
// Shows   three ways for each frame: through the host, with two copies; through host memory that
//         both have mapped, with one copy; textures that are images of OpenCL, without a copy
//         (cl_khr_gl_sharing)
// Uses    clEnqueueReadImage, glTexSubImage2D; GL_PIXEL_UNPACK_BUFFER, glMapBufferRange,
//         clCreateImage with CL_MEM_USE_HOST_PTR, clEnqueueMapImage; clCreateFromGLTexture,
//         clEnqueueAcquireGLObjects, clEnqueueReleaseGLObjects
// Try     gl_texture -o relief.png; gl_texture -i data/coffee.bmp --frames 60; gl_texture -V host

#include "ocl.h"

#include "gl_texture/relief.h"
#include "shared/drawing/quad.h"
#include "shared/opengl/gl.h"
#include "shared/ways.h"
#include "shared/window/window.h"

#include <CL/cl_gl.h>

enum { SWEEP = 60 };    // frames in which the line goes from left to right

static const cl_image_format RGBA = { CL_RGBA, CL_UNORM_INT8 };    // OpenGL: GL_RGBA8
static const size_t ORIGIN[3] = { 0, 0, 0 };

typedef struct {
    ocl_env env;    // `share` has a context of its own
    const gl_context *gl;
    int way;
    size_t extents[3], bytes;
    GLuint photo, texture;    // the filter's input and its output, which is drawn
    GLuint pixels;            // HOST: the buffer from which OpenGL fills the texture
    void *shown;              // HOST: its memory, mapped.  COPY: host memory between the two
    cl_mem d_out, d_in;
    cl_kernel relief;
} lesson;

// What the frames of one variant led to.
typedef struct {
    ocl_times times, give;    // of a frame; of the picture, from OpenCL to OpenGL
    size_t last;              // the number of the last frame
    uint8_t *texels;          // the texture after the last frame
    ocl_picture picture;      // the last frame as it was drawn
} outcome;

// --- images for textures

// HOST: the image's pixels are the buffer's, which stays mapped while OpenGL reads it.
static cl_mem create_mapped(lesson *l)
{
    const GLbitfield access =
        GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const GLsizeiptr bytes = (GLsizeiptr)l->bytes;
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = l->extents[0],
                                 .image_height = l->extents[1],
                                 .image_row_pitch = 4 * l->extents[0] };
    cl_int err;
    GL_CHECK(glGenBuffers(1, &l->pixels));
    GL_CHECK(glBindBuffer(GL_PIXEL_UNPACK_BUFFER, l->pixels));
    GL_CHECK(glBufferStorage(GL_PIXEL_UNPACK_BUFFER, bytes, NULL, access));
    GL_CHECK(l->shown = glMapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, bytes, access));
    return OCL_CREATE(clCreateImage(l->env.context, CL_MEM_WRITE_ONLY | CL_MEM_USE_HOST_PTR, &RGBA,
                                    &desc, l->shown, &err));
}

// The photograph comes from OpenGL's texture in every way.
static void create_images(lesson *l)
{
    cl_int err;
    if (l->way == SHARE) {
        l->d_out = OCL_CREATE(clCreateFromGLTexture(l->env.context, CL_MEM_WRITE_ONLY,
                                                    GL_TEXTURE_2D, 0, l->texture, &err));
        l->d_in = OCL_CREATE(clCreateFromGLTexture(l->env.context, CL_MEM_READ_ONLY, GL_TEXTURE_2D,
                                                   0, l->photo, &err));
        return;
    }
    uint8_t *photo = ocl_alloc(l->bytes);
    gl_read_texture(l->photo, photo);
    l->d_in = ocl_image_2d(&l->env, CL_MEM_READ_ONLY, RGBA, l->extents, photo);
    if (l->way == COPY) {
        l->d_out = ocl_image_2d(&l->env, CL_MEM_WRITE_ONLY, RGBA, l->extents, NULL);
        l->shown = ocl_alloc(l->bytes);
    } else {
        l->d_out = create_mapped(l);
    }
    free(photo);
}

static void *map_image(const lesson *l)
{
    size_t pitch;
    cl_int err;
    return OCL_CREATE(clEnqueueMapImage(l->env.queue, l->d_out, CL_TRUE, CL_MAP_READ, ORIGIN,
                                        l->extents, &pitch, NULL, 0, NULL, NULL, &err));
}

// From now on OpenCL may use the textures.  OpenGL has finished what it drew.
static void take(const lesson *l)
{
    const cl_mem images[] = { l->d_out, l->d_in };
    GL_CHECK(glFinish());
    if (l->way == SHARE)
        OCL_CHECK(clEnqueueAcquireGLObjects(l->env.queue, 2, images, 0, NULL, NULL));
}

// From now on OpenGL may draw the texture.  OpenCL has finished what it wrote.
static void give(const lesson *l)
{
    const cl_mem images[] = { l->d_out, l->d_in };
    const GLsizei width = (GLsizei)l->extents[0], height = (GLsizei)l->extents[1];
    void *mapped;
    GL_CHECK(glBindTexture(GL_TEXTURE_2D, l->texture));
    switch (l->way) {
    case COPY:
        OCL_CHECK(clEnqueueReadImage(l->env.queue, l->d_out, CL_TRUE, ORIGIN, l->extents, 0, 0,
                                     l->shown, 0, NULL, NULL));
        GL_CHECK(glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE,
                                 l->shown));
        break;
    case HOST:    // OpenGL copies from its buffer, where an address is an offset
        mapped = map_image(l);
        GL_CHECK(glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE,
                                 NULL));
        GL_CHECK(glFinish());
        OCL_CHECK(clEnqueueUnmapMemObject(l->env.queue, l->d_out, mapped, 0, NULL, NULL));
        break;
    case SHARE:
        OCL_CHECK(clEnqueueReleaseGLObjects(l->env.queue, 2, images, 0, NULL, NULL));
        OCL_CHECK(clFinish(l->env.queue));
        break;
    }
}

// --- one variant

// How many columns are a relief.  The line moves, so each frame is another one.
static size_t line_of(size_t frame, size_t width)
{
    return (width * (frame % SWEEP + 1) + SWEEP - 1) / SWEEP;
}

static void filter(const lesson *l, size_t frame)
{
    const size_t global[2] = { ocl_round_up(l->extents[0], 16), ocl_round_up(l->extents[1], 16) };
    const cl_int line = (cl_int)line_of(frame, l->extents[0]);
    OCL_CHECK(clSetKernelArg(l->relief, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(l->relief, 1, sizeof l->d_in, &l->d_in));
    OCL_CHECK(clSetKernelArg(l->relief, 2, sizeof line, &line));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env.queue, l->relief, 2, NULL, global, NULL, 0, NULL, NULL));
}

static void run_frames(const lesson *l, const quad *q, size_t frames, outcome *o)
{
    for (size_t frame = 0; frame < frames; frame++) {
        const double begin = ocl_wall_ns();
        take(l);
        filter(l, frame);
        OCL_CHECK(clFinish(l->env.queue));
        const double filtered = ocl_wall_ns();
        give(l);
        const double given = ocl_wall_ns();
        quad_draw(q, l->texture);
        GL_CHECK(glFinish());
        const double drawn = ocl_wall_ns();
        o->last = frame;
        if (!window_show(l->gl)) break;
        if (frame == 0 && frames > 1) continue;    // it warms up
        ocl_times_add(&o->times, drawn - begin);
        ocl_times_add(&o->give, given - filtered);
    }
    window_hold(l->gl);    // the last one stays
    gl_read_texture(l->texture, o->texels);
    o->picture = gl_read_picture(l->extents[0], l->extents[1]);
}

static outcome run_way(const ocl_env *env, const gl_context *gl, int way, const ocl_picture *photo,
                       size_t frames)
{
    const size_t width = photo->width, height = photo->height, bytes = 4 * width * height;
    lesson l = {
        .env = *env, .gl = gl, .way = way, .extents = { width, height, 1 }, .bytes = bytes
    };
    outcome o = { .texels = ocl_alloc(bytes) };
    cl_int err;
    if (way == SHARE) l.env = sharing_open(env, gl);
    memset(o.texels, 0xa5, bytes);    // poison: nothing but the kernel's pixels may be drawn
    l.photo = gl_create_texture(l.extents, photo->rgba);
    l.texture = gl_create_texture(l.extents, o.texels);
    create_images(&l);
    const quad q = quad_open(width, height);
    const cl_program program = ocl_build(&l.env, "gl_texture.cl", "%s", "");
    l.relief = OCL_CREATE(clCreateKernel(program, "gl_texture_relief", &err));

    run_frames(&l, &q, frames, &o);

    OCL_CHECK(clReleaseKernel(l.relief));
    OCL_CHECK(clReleaseProgram(program));
    quad_close(&q);
    OCL_CHECK(clReleaseMemObject(l.d_in));
    OCL_CHECK(clReleaseMemObject(l.d_out));    // before the textures: it needs their memory
    if (way == COPY) free(l.shown);
    if (way == HOST) GL_CHECK(glDeleteBuffers(1, &l.pixels));
    GL_CHECK(glDeleteTextures(1, &l.texture));
    GL_CHECK(glDeleteTextures(1, &l.photo));
    if (way == SHARE) ocl_close(&l.env);
    return o;
}

static void report_outcome(ocl_report *report, int way, const outcome *o, const float *ref)
{
    const ocl_grid texels = { o->picture.width, o->picture.height };
    ocl_row row = { .name = WAYS[way], .times = &o->times, .work = 1, .unit = "frame/s" };
    row.result = relief_verify(o->texels, ref, texels);
    ocl_report_row(report, &row);
    ocl_report_result(report, "the drawn frame", quad_verify(&o->picture, o->texels));
}

int main(int argc, char **argv)
{
    size_t frames = 0, pattern = OCL_NOISE;
    bool shown = false;
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { .usage = "-f, --frames N: filtered and drawn (default 30, without end in a window)",
          .count = &frames },
        WINDOW_OPTION(&shown),
        { .usage = NULL },
    };
    const ocl_about about = { .name = "gl_texture",
                              .summary = "OpenCL filters a photograph, OpenGL draws it.",
                              .accepts = "dnioVks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = WAYS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_picture photo = ocl_input_picture(&env, pattern, "chelsea.bmp");
    const size_t extents[2] = { photo.width, photo.height };
    ocl_require_image_2d(env.device, extents);
    if (!frames) frames = shown ? SIZE_MAX : 30;
    gl_context gl = window_open(shown, "gl_texture", extents[0], extents[1]);
    gl_require_one_llvm(env.device);
    ways_require(&env);
    gl_require_size(extents);
    const gl_target target = gl_open_target((GLsizei)photo.width, (GLsizei)photo.height);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "renderer", (const char *)glGetString(GL_RENDERER));
    ocl_report_count(report, "width", photo.width);
    ocl_report_count(report, "height", photo.height);
    if (frames != SIZE_MAX) ocl_report_count(report, "frames", frames);
    const size_t bytes = 4 * extents[0] * extents[1];
    float *ref = ocl_alloc(bytes * sizeof *ref);
    OCL_TIME_REFERENCE(report, relief_ref(ref, &photo, line_of(frames - 1, extents[0])));

    // CL_MEM_USE_HOST_PTR copies once more where the device has memory of its own.
    const bool own_memory = !ocl_device_number(env.device, CL_DEVICE_HOST_UNIFIED_MEMORY);
    const size_t copied[] = { [COPY] = 2 * bytes, [HOST] = own_memory ? 2 * bytes : bytes };
    ocl_times give[WAY_COUNT] = { 0 };
    for (int way = COPY; way < WAY_COUNT; way++) {
        if (!ways_has(report, &env, way)) continue;
        outcome o = run_way(&env, &gl, way, &photo, frames);
        relief_ref(ref, &photo, line_of(o.last, extents[0]));    // Escape may have ended it earlier
        report_outcome(report, way, &o, ref);
        give[way] = o.give;
        if (opt.output) ocl_output_picture(&o.picture, opt.output);
        ocl_picture_free(&o.picture);
        free(o.texels);
    }
    ways_report(report, copied, give);

    gl_close_target(&target);
    free(ref);
    ocl_picture_free(&photo);
    window_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
