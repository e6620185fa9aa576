// SPDX-License-Identifier: MIT
//
// gl_texture_targets_refusals - textures of which no image can be made, and wrong questions.

#include "ocl.h"

#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

static cl_int create(cl_context context, cl_mem_flags flags, GLenum at, GLint level, GLuint name)
{
    cl_int err;
    const cl_mem image = clCreateFromGLTexture(context, flags, at, level, name, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(image));
    return err;
}

static cl_int ask_texture(cl_mem image, cl_gl_texture_info what, size_t room)
{
    cl_uint answer;
    return clGetGLTextureInfo(image, what, room, &answer, NULL);
}

// `plain` is a context without OpenGL.
static void report_refusals(const ocl_env *env, ocl_report *report, cl_context plain)
{
    const cl_context context = env->context;
    const size_t extents[2] = { 5, 3 };
    const cl_image_format rgba = { CL_RGBA, CL_UNORM_INT8 };
    cl_int err;
    const GLuint name = gl_create_texture(extents, NULL),
                 lacking = gl_create_texture(extents, NULL);
    const GLuint packed = gl_create_texture(extents, NULL);
    GL_CHECK(glTexImage2D(GL_TEXTURE_2D, 0, GL_R11F_G11F_B10F, 5, 3, 0, GL_RGB, GL_FLOAT, NULL));
    GL_CHECK(glBindTexture(GL_TEXTURE_2D, lacking));    // a filter for levels that are not there
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2));
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR));
    GL_CHECK(glFinish());
    const cl_mem own = ocl_image_2d(env, CL_MEM_READ_ONLY, rgba, extents, NULL);
    const cl_mem image =
        OCL_CREATE(clCreateFromGLTexture(context, CL_MEM_READ_ONLY, GL_TEXTURE_2D, 0, name, &err));
    const cl_mem_flags read = CL_MEM_READ_ONLY, copy = read | CL_MEM_COPY_HOST_PTR;
    const ocl_refusal calls[] = {
        { "a context without OpenGL", create(plain, read, GL_TEXTURE_2D, 0, name),
          CL_INVALID_CONTEXT },
        { "CL_MEM_COPY_HOST_PTR", create(context, copy, GL_TEXTURE_2D, 0, name), CL_INVALID_VALUE },
        { "the target GL_RENDERBUFFER", create(context, read, GL_RENDERBUFFER, 0, name),
          CL_INVALID_VALUE },
        { "a name that is no texture's", create(context, read, GL_TEXTURE_2D, 0, 12345),
          CL_INVALID_GL_OBJECT },
        { "a 2-D texture with the target GL_TEXTURE_3D",
          create(context, read, GL_TEXTURE_3D, 0, name), CL_INVALID_GL_OBJECT },
        { "a level beyond the last one", create(context, read, GL_TEXTURE_2D, 3, name),
          CL_INVALID_MIP_LEVEL },
        { "a texture that lacks levels", create(context, read, GL_TEXTURE_2D, 0, lacking),
          CL_INVALID_GL_OBJECT },
        { "the format GL_R11F_G11F_B10F", create(context, read, GL_TEXTURE_2D, 0, packed),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR },
        { "clGetGLObjectInfo of an image of OpenCL's own", clGetGLObjectInfo(own, NULL, NULL),
          CL_INVALID_GL_OBJECT },
        { "clGetGLTextureInfo of such an image",
          ask_texture(own, CL_GL_MIPMAP_LEVEL, sizeof(cl_uint)), CL_INVALID_GL_OBJECT },
        { "clGetGLTextureInfo with one byte of room", ask_texture(image, CL_GL_MIPMAP_LEVEL, 1),
          CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
    OCL_CHECK(clReleaseMemObject(image));
    OCL_CHECK(clReleaseMemObject(own));
    GL_CHECK(glDeleteTextures(3, (GLuint[]){ name, lacking, packed }));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_texture_targets_refusals",
                              .summary = "Images of textures, with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    gl_context gl = gl_open();
    gl_require_one_llvm(env.device);
    if (!ocl_has_extension(env.device, "cl_khr_gl_sharing"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_gl_sharing");
    ocl_env shared = sharing_open(&env, &gl);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&shared, report, env.context);
    ocl_close(&shared);
    gl_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
