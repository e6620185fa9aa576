// SPDX-License-Identifier: MIT
//
// gl_texture_targets - which targets of textures are which images.
//
// Shows   textures in one, two and three dimensions, arrays, faces of cubes, rectangles, buffers,
//         and a smaller level; what an image knows of its texture (cl_khr_gl_sharing)
// Uses    clCreateFromGLTexture, clCreateFromGLTexture2D, clCreateFromGLTexture3D,
//         clGetGLObjectInfo, clGetGLTextureInfo, clEnqueueAcquireGLObjects, clEnqueueReadImage,
//         clEnqueueReleaseGLObjects
// Try     gl_texture_targets; gl_texture_targets --json

#include "ocl.h"

#include "gl_texture_targets/textures.h"
#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

typedef struct {
    ocl_env env;    // its context knows the OpenGL context where the device shares
    ocl_report *report;
    bool shares;
} lesson;

static cl_mem acquire(const lesson *l, cl_mem image)
{
    GL_CHECK(glFinish());
    OCL_CHECK(clEnqueueAcquireGLObjects(l->env.queue, 1, &image, 0, NULL, NULL));
    return image;
}

static void release(const lesson *l, cl_mem image)
{
    OCL_CHECK(clEnqueueReleaseGLObjects(l->env.queue, 1, &image, 0, NULL, NULL));
    OCL_CHECK(clFinish(l->env.queue));
    OCL_CHECK(clReleaseMemObject(image));
}

static bool knows_one_layer(const lesson *l)
{
    return ocl_known_fault(l->env.device, "layers and faces of textures");
}

// What an image says of its texture, and its pixels.
static ocl_result verify_image(const lesson *l, const target *t, const texture *made, cl_mem image)
{
    const size_t origin[3] = { 0, 0, 0 }, bytes = texture_bytes(t);
    cl_gl_object_type type;
    cl_GLuint name;
    cl_GLenum texture_target;
    cl_GLint level;
    cl_mem_object_type image_type;
    size_t width;
    uint8_t *texels = ocl_alloc(bytes), *got = ocl_alloc(bytes);
    OCL_CHECK(clGetGLObjectInfo(image, &type, &name));
    OCL_CHECK(clGetGLTextureInfo(image, CL_GL_TEXTURE_TARGET, sizeof texture_target,
                                 &texture_target, NULL));
    OCL_CHECK(clGetGLTextureInfo(image, CL_GL_MIPMAP_LEVEL, sizeof level, &level, NULL));
    OCL_CHECK(clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof image_type, &image_type, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof width, &width, NULL));
    const cl_uint told[] = {
        type, name, texture_target, (cl_uint)level, image_type, (cl_uint)width
    };
    const cl_uint ref[] = { t->type,           made->name, t->target,
                            (cl_uint)t->level, t->image,   (cl_uint)t->extents[0] };
    texture_read(texels, t, made);
    memset(got, 0x5a, bytes);
    OCL_CHECK(clEnqueueReadImage(l->env.queue, acquire(l, image), CL_TRUE, origin, t->extents, 0, 0,
                                 got, 0, NULL, NULL));
    const bool is_face =
        t->target > GL_TEXTURE_CUBE_MAP_POSITIVE_X && t->target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
    const size_t right = knows_one_layer(l) ? bytes / t->extents[2] : bytes;
    ocl_result result = ocl_verify_u32(t->name, told, ref, 6);
    if (!is_face || !knows_one_layer(l))
        result = ocl_result_both(result, ocl_verify_bytes(t->name, got, texels, right));
    free(got);
    free(texels);
    return result;
}

// An image of the texture: CL_SUCCESS, or why there is none.  OpenCL 1.0's functions must give the
// same as that of 1.2.
static cl_int try_target(const lesson *l, const target *t, const texture *made, ocl_result *result)
{
    cl_int err;
    cl_mem image = clCreateFromGLTexture(l->env.context, CL_MEM_READ_ONLY, t->target, t->level,
                                         made->name, &err);
    if (err != CL_SUCCESS) return err;
    *result = ocl_result_both(*result, verify_image(l, t, made, image));
    release(l, image);
    if (t->type == CL_GL_OBJECT_TEXTURE2D)
        image = OCL_CREATE(clCreateFromGLTexture2D(l->env.context, CL_MEM_READ_ONLY, t->target,
                                                   t->level, made->name, &err));
    else if (t->type == CL_GL_OBJECT_TEXTURE3D)
        image = OCL_CREATE(clCreateFromGLTexture3D(l->env.context, CL_MEM_READ_ONLY, t->target,
                                                   t->level, made->name, &err));
    else
        return CL_SUCCESS;
    *result = ocl_result_both(*result, verify_image(l, t, made, image));
    release(l, image);
    return CL_SUCCESS;
}

// OpenGL must give back the bytes of each level, and so must an image of it.  A driver may refuse
// smaller levels, and buffers are not counted: drivers that share lack them.
static void run_targets(const lesson *l)
{
    ocl_result opengl = { .pass = true }, opencl = { .pass = true };
    ocl_table table = ocl_table_open(l->report, "targets", "target, level, image, answer");
    for (const target *t = TARGET_TABLE; t < TARGET_TABLE + TARGETS; t++) {
        const size_t bytes = texture_bytes(t);
        uint8_t *texels = ocl_alloc(bytes), *got = ocl_alloc(bytes);
        const char *answer = NULL;
        ocl_fill_bytes(texels, bytes, 1 + (uint64_t)(t - TARGET_TABLE));
        const texture made = texture_make(t, texels);
        memset(got, 0x5a, bytes);
        texture_read(got, t, &made);
        opengl = ocl_result_both(opengl, ocl_verify_bytes(t->name, got, texels, bytes));
        const bool crashes = t->target == GL_TEXTURE_BUFFER &&
                             ocl_known_fault(l->env.device, "images of GL_TEXTURE_BUFFER");
        if (l->shares && !crashes) {
            const cl_int err = try_target(l, t, &made, &opencl);
            answer = ocl_error_name(err);
            if (t->level == 0 && t->target != GL_TEXTURE_BUFFER)
                opencl = ocl_result_both(opencl, ocl_verify_equal(t->name, err, CL_SUCCESS));
        }
        ocl_table_row(&table, "GL_%-27s  %5d  %-14s  %s", t->name, t->level, t->image_name, answer);
        texture_delete(&made);
        free(got);
        free(texels);
    }
    ocl_report_result(l->report, "bytes of the textures", opengl);
    if (l->shares) ocl_report_result(l->report, "images of the textures", opencl);
    if (l->shares && knows_one_layer(l))
        ocl_report_note(l->report, "compared only: first layers and first faces; left out: "
                                   "GL_TEXTURE_BUFFER; known faults of this driver");
}

// --- depths

enum { DEPTHS = 8 * 5 };

// A texture with depths, as a shadow map has it: its image must have the same ones.
static ocl_result try_depths(const lesson *l, GLint internal, GLenum type, cl_channel_type channel)
{
    const size_t origin[3] = { 0, 0, 0 }, extents[3] = { 8, 5, 1 };
    const size_t bytes = DEPTHS * (type == GL_FLOAT ? sizeof(float) : sizeof(uint16_t));
    uint16_t whole[DEPTHS];
    float depths[DEPTHS], ref[DEPTHS], got[DEPTHS];
    cl_image_format format;
    cl_int err;
    ocl_fill_bytes(whole, sizeof whole, 7);
    for (size_t i = 0; i < DEPTHS; i++)
        depths[i] = (float)whole[i] / 65535;
    const GLuint name = gl_create_texture(extents, NULL);
    GL_CHECK(glTexImage2D(GL_TEXTURE_2D, 0, internal, 8, 5, 0, GL_DEPTH_COMPONENT, type,
                          type == GL_FLOAT ? (const void *)depths : whole));
    GL_CHECK(glGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, type, ref));
    const cl_mem image = OCL_CREATE(
        clCreateFromGLTexture(l->env.context, CL_MEM_READ_ONLY, GL_TEXTURE_2D, 0, name, &err));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof format, &format, NULL));
    memset(got, 0x5a, sizeof got);
    OCL_CHECK(clEnqueueReadImage(l->env.queue, acquire(l, image), CL_TRUE, origin, extents, 0, 0,
                                 got, 0, NULL, NULL));
    release(l, image);
    GL_CHECK(glDeleteTextures(1, &name));
    const cl_uint told[] = { format.image_channel_order, format.image_channel_data_type };
    const cl_uint want[] = { CL_DEPTH, channel };
    return ocl_result_both(ocl_verify_u32("format of depths", told, want, 2),
                           ocl_verify_bytes("depths", got, ref, bytes));
}

static void run_depths(const lesson *l)
{
    if (!ocl_has_extension(l->env.device, "cl_khr_gl_depth_images")) {
        ocl_report_note(l->report, "no depths, as the device has no cl_khr_gl_depth_images");
        return;
    }
    const ocl_result all = try_depths(l, GL_DEPTH_COMPONENT32F, GL_FLOAT, CL_FLOAT);
    ocl_report_result(l->report, "depths",
                      ocl_result_both(all, try_depths(l, GL_DEPTH_COMPONENT16, GL_UNSIGNED_SHORT,
                                                      CL_UNORM_INT16)));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_texture_targets",
                              .summary = "Which targets of textures are which images.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .json = false });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    gl_context gl = gl_open();
    gl_require_one_llvm(env.device);
    lesson l = { .env = env, .shares = ocl_has_extension(env.device, "cl_khr_gl_sharing") };
    if (l.shares) l.env = sharing_open(&env, &gl);

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_text(l.report, "renderer", (const char *)glGetString(GL_RENDERER));
    run_targets(&l);
    if (l.shares)
        run_depths(&l);
    else
        ocl_report_note(l.report, "no images, as the device has no cl_khr_gl_sharing");

    if (l.shares) ocl_close(&l.env);
    gl_close(&gl);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
