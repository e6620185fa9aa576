// SPDX-License-Identifier: MIT
//
// gl_texture_formats - which formats of textures are which formats of images.
//
// Shows   36 formats that OpenGL and OpenCL both have: both read the same numbers from the same
//         bytes; in a texture that both share (cl_khr_gl_sharing), or in a copy
// Uses    glTexImage2D, glGetTexImage; clCreateFromGLTexture, clGetImageInfo,
//         clEnqueueAcquireGLObjects, clEnqueueReleaseGLObjects
// Try     gl_texture_formats; gl_texture_formats --json

#include "ocl.h"

#include "gl_texture_formats/formats.h"
#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

enum { WIDTH = 37, HEIGHT = 11, PIXELS = WIDTH * HEIGHT };

typedef struct {
    ocl_env env;    // its context knows the OpenGL context where the device shares
    ocl_report *report;
    bool shares;
    cl_kernel kernels[READS];
} lesson;

// A texture of that format, filled with these texels.
static GLuint create_texture(const format *f, int order, const void *texels)
{
    GLuint name;
    GL_CHECK(glGenTextures(1, &name));
    GL_CHECK(glBindTexture(GL_TEXTURE_2D, name));
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0));
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST));
    GL_CHECK(glTexImage2D(GL_TEXTURE_2D, 0, (GLint)f->internal[order], WIDTH, HEIGHT, 0,
                          format_order(f, order), f->type, texels));
    return name;
}

// The numbers that OpenGL reads from the bound texture.
static ocl_result verify_opengl(const format *f, const void *ref)
{
    static const GLenum TYPES[READS] = { GL_FLOAT, GL_INT, GL_UNSIGNED_INT };
    cl_uint4 numbers[PIXELS];
    memset(numbers, 0xff, sizeof numbers);
    GL_CHECK(glGetTexImage(GL_TEXTURE_2D, 0, format_order(f, 0), TYPES[f->reads], numbers));
    return format_verify("OpenGL", f, numbers, ref, PIXELS);
}

static bool is_faulty(const lesson *l, const format *f, int order)
{
    cl_device_id device = l->env.device;
    if (f->image == CL_SNORM_INT16 && ocl_known_fault(device, "signed 16-bit numbers of textures"))
        return true;
    const bool short_format =
        f->image == CL_HALF_FLOAT ? order == 2 : f->reads != FLOATS && order > 0;
    return short_format && ocl_known_fault(device, "integers and halves of textures");
}

// The numbers that a kernel reads from the image.
static ocl_result verify_opencl(const lesson *l, const format *f, cl_mem image, const void *ref)
{
    const size_t global[2] = { WIDTH, HEIGHT };
    const cl_kernel kernel = l->kernels[f->reads];
    cl_uint4 numbers[PIXELS];
    cl_mem d_numbers = ocl_buffer(&l->env, CL_MEM_WRITE_ONLY, sizeof numbers, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_numbers, &d_numbers));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof image, &image));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env.queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(l->env.queue, d_numbers, CL_TRUE, 0, sizeof numbers, numbers, 0,
                                  NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_numbers));
    return format_verify("OpenCL", f, numbers, ref, PIXELS);
}

// Texels of one format, read by both libraries: the texture itself, or an image with its bytes.
static ocl_result try_format(const lesson *l, const format *f, int order)
{
    const cl_image_format wanted = { IMAGE_ORDERS[order], f->image };
    const size_t extents[2] = { WIDTH, HEIGHT };
    uint8_t texels[sizeof(cl_uint4) * PIXELS];
    cl_uint4 ref[PIXELS];
    cl_int err;
    format_fill(texels, f, CHANNELS[order], PIXELS, (uint64_t)f->internal[order]);
    format_ref(ref, f, CHANNELS[order], PIXELS, texels);
    const GLuint name = create_texture(f, order, texels);
    ocl_result result = verify_opengl(f, ref);
    if (l->shares) {
        cl_image_format got;
        const cl_mem image = OCL_CREATE(
            clCreateFromGLTexture(l->env.context, CL_MEM_READ_ONLY, GL_TEXTURE_2D, 0, name, &err));
        OCL_CHECK(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof got, &got, NULL));
        if (got.image_channel_order != CL_BGRA)    // the table allows it for GL_RGBA8
            result =
                ocl_result_both(result, ocl_verify_bytes("format", &got, &wanted, sizeof wanted));
        GL_CHECK(glFinish());
        OCL_CHECK(clEnqueueAcquireGLObjects(l->env.queue, 1, &image, 0, NULL, NULL));
        result = ocl_result_both(result, verify_opencl(l, f, image, ref));
        OCL_CHECK(clEnqueueReleaseGLObjects(l->env.queue, 1, &image, 0, NULL, NULL));
        OCL_CHECK(clFinish(l->env.queue));
        OCL_CHECK(clReleaseMemObject(image));
    } else {
        GL_CHECK(glGetTexImage(GL_TEXTURE_2D, 0, format_order(f, order), f->type, texels));
        const cl_mem image = ocl_image_2d(&l->env, CL_MEM_READ_ONLY, wanted, extents, texels);
        result = ocl_result_both(result, verify_opencl(l, f, image, ref));
        OCL_CHECK(clReleaseMemObject(image));
    }
    GL_CHECK(glDeleteTextures(1, &name));
    return result;
}

// What there is of a format: tries it, and adds the result to `all`.
static const char *look_at(const lesson *l, const format *f, int order, ocl_result *all)
{
    const cl_image_format image = { IMAGE_ORDERS[order], f->image };
    if (!ocl_has_image_format(&l->env, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, image))
        return "no image";
    if (is_faulty(l, f, order)) return "not tried";
    const ocl_result result = try_format(l, f, order);
    *all = ocl_result_both(*all, result);
    return result.pass ? "same" : "WRONG";
}

static void run_formats(const lesson *l)
{
    ocl_result all = { .pass = true };
    ocl_table table = ocl_table_open(l->report, "formats", "texture, image, GL_RGBA, GL_RG, GL_R");
    GL_CHECK(glPixelStorei(GL_PACK_ALIGNMENT, 1));    // rows without padding
    GL_CHECK(glPixelStorei(GL_UNPACK_ALIGNMENT, 1));
    for (const format *f = TABLE; f < TABLE + FORMATS; f++) {
        const char *seen[ORDERS];
        for (int order = 0; order < ORDERS; order++)
            seen[order] = look_at(l, f, order, &all);
        ocl_table_row(&table, "GL_...%-8s  %-17s  %-9s  %-9s  %s", f->name, f->image_name, seen[0],
                      seen[1], seen[2]);
    }
    ocl_report_result(l->report, "both read the same numbers", all);
    if (ocl_known_fault(l->env.device, "signed 16-bit numbers of textures") ||
        ocl_known_fault(l->env.device, "integers and halves of textures"))
        ocl_report_note(l->report, "not tried: what this driver is known to read wrongly");
}

static cl_kernel build(const lesson *l, int reads)
{
    static const char *const NUMBERS[READS] = { "float4", "int4", "uint4" };
    static const char *const CALLS[READS] = { "read_imagef", "read_imagei", "read_imageui" };
    cl_int err;
    const cl_program program = ocl_build(&l->env, "gl_texture_formats.cl", "-DNUMBERS=%s -DREAD=%s",
                                         NUMBERS[reads], CALLS[reads]);
    const cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "gl_texture_formats_read", &err));
    OCL_CHECK(clReleaseProgram(program));    // the kernel keeps it
    return kernel;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_texture_formats",
                              .summary = "Which formats of textures are which of images.",
                              .accepts = "dk" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .json = false });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    gl_context gl = gl_open();
    gl_require_one_llvm(env.device);
    lesson l = { .env = env, .shares = ocl_has_extension(env.device, "cl_khr_gl_sharing") };
    if (l.shares) l.env = sharing_open(&env, &gl);
    for (int reads = 0; reads < READS; reads++)
        l.kernels[reads] = build(&l, reads);

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_text(l.report, "renderer", (const char *)glGetString(GL_RENDERER));
    ocl_report_text(l.report, "images are", l.shares ? "textures" : "copies");
    run_formats(&l);
    if (!l.shares)
        ocl_report_note(l.report, "OpenCL read copies, as the device has no cl_khr_gl_sharing");

    for (int reads = 0; reads < READS; reads++)
        OCL_CHECK(clReleaseKernel(l.kernels[reads]));
    if (l.shares) ocl_close(&l.env);
    gl_close(&gl);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
