// SPDX-License-Identifier: MIT
//
// image_kinds - every kind of image: made, read and written by kernels, and queried.
//
// Shows   the description of each kind; where its pixels come from: host memory that is copied,
//         host memory that stays in use, or a buffer; kernels that use images without a sampler
// Uses    clCreateImage, clGetImageInfo, clGetMemObjectInfo; image1d_t, image1d_array_t, image2d_t,
//         ... as arguments of kernels; read_imageui, write_imageui; read_imagei, write_imagei
// Try     image_kinds -V 1d_array -n 500x3x1
//         image_kinds -n 1

#include "ocl.h"

#include "proof/ch04_images/box.h"
#include "proof/image_kinds/info.h"
#include "proof/image_kinds/memory.h"

static cl_mem create(const ocl_env *env, const image_box *box, cl_mem_flags flags,
                     const image_host *host)
{
    const image_kind *kind = box->kind;
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    const cl_image_desc desc = {
        .image_type = kind->type,
        .image_width = box->extent[0],
        .image_height = kind->height ? box->extent[1] : 0,
        .image_depth = kind->depth ? box->extent[2] : 0,
        .image_array_size = kind->layers ? box->extent[kind->axes - 1] : 0,
        .image_row_pitch = host->pitches.row,    // in bytes, of the memory with the pixels
        .image_slice_pitch = host->pitches.slice,
        .buffer = box->buffer,    // NULL: the pixels come from host memory
    };
    void *pixels = box->buffer ? NULL : host->data;
    cl_int err;
    return OCL_CREATE(clCreateImage(env->context, flags, &format, &desc, pixels, &err));
}

// Both kernels take the memory they write, the memory they read, and the extents.
static void launch(const ocl_env *env, cl_kernel kernel, const image_box *box, cl_mem d_out,
                   cl_mem d_in)
{
    const size_t *extent = box->extent;
    const cl_int4 n = { { (cl_int)extent[0], (cl_int)extent[1], (cl_int)extent[2] } };
    const size_t global[3] = { ocl_round_up(extent[0], 8), ocl_round_up(extent[1], 2),
                               ocl_round_up(extent[2], 2) };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 3, NULL, global, NULL, 0, NULL, NULL));
}

// A kernel reads all pixels into a buffer; another kernel writes other pixels from a buffer.
static ocl_result verify_kernels(const ocl_env *env, image_box *box, bool writes, uint64_t seed)
{
    cl_int err;
    cl_program program =
        ocl_build(env, "image_kinds.cl", "-DIMAGE=%s -DAXES=%u%s", box->kind->kernel_type,
                  box->kind->axes, writes ? "" : " -DNO_WRITES");
    cl_kernel read = OCL_CREATE(clCreateKernel(program, "image_kinds_read", &err));
    cl_mem d_pixels = ocl_buffer(env, CL_MEM_WRITE_ONLY, box->bytes, NULL);
    launch(env, read, box, d_pixels, box->image);
    ocl_result result = ocl_verify_buffer(env, "read by a kernel", d_pixels, box->ref, box->bytes);
    OCL_CHECK(clReleaseMemObject(d_pixels));
    OCL_CHECK(clReleaseKernel(read));

    if (writes) {
        cl_kernel write = OCL_CREATE(clCreateKernel(program, "image_kinds_write", &err));
        ocl_fill_bytes(box->ref, box->bytes, seed);
        d_pixels = ocl_buffer(env, CL_MEM_READ_ONLY, box->bytes, box->ref);
        launch(env, write, box, box->image, d_pixels);
        result = ocl_result_both(result, image_box_verify(env, "written by a kernel", box));
        OCL_CHECK(clReleaseMemObject(d_pixels));
        OCL_CHECK(clReleaseKernel(write));
    }
    OCL_CHECK(clReleaseProgram(program));
    return result;
}

static image_info ask(cl_mem image)
{
    image_info a = { .width = 0 };
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof a.format, &a.format, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof(size_t), &a.element_size, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof(size_t), &a.width, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_HEIGHT, sizeof(size_t), &a.height, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_DEPTH, sizeof(size_t), &a.depth, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_ARRAY_SIZE, sizeof(size_t), &a.array_size, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof(size_t), &a.row_pitch, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_SLICE_PITCH, sizeof(size_t), &a.slice_pitch, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS, sizeof(cl_uint), &a.mip_levels, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_NUM_SAMPLES, sizeof(cl_uint), &a.samples, NULL));
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof(cl_mem), &a.buffer, NULL));

    // An image is also a memory object.
    OCL_CHECK(clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof a.type, &a.type, NULL));
    OCL_CHECK(clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem), &a.associated,
                                 NULL));
    return a;
}

// An image that lives in host memory: CL_MEM_USE_HOST_PTR.
static void run_in_host_memory(const ocl_env *env, const image_kind *kind, ocl_report *report)
{
    const uint64_t seed = env->options->seed;
    image_box box = image_box_new(env, kind, sizeof(cl_uchar4), env->options->n, seed);
    image_host host = image_host_new(env, &box, CL_MEM_USE_HOST_PTR);
    box.image = create(env, &box, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, &host);
    image_kind_report(report, kind, "in host memory",
                      image_memory_host(env, &box, &host, seed + 3));
    image_box_free(&box);
    free(host.data);    // only now: the image lived there
}

// Makes images of one kind and reports on each use of them.
static image_info run_kind(const ocl_env *env, const image_kind *kind, ocl_report *report,
                           ocl_result *queries)
{
    const uint64_t seed = env->options->seed;
    image_box box = image_box_new(env, kind, sizeof(cl_uchar4), env->options->n, seed);
    image_host host = image_host_new(env, &box, CL_MEM_COPY_HOST_PTR);
    if (kind->from_buffer) {
        box.buffer = ocl_buffer(env, CL_MEM_READ_WRITE, host.bytes, host.data);
        box.image = create(env, &box, CL_MEM_READ_WRITE, &host);
    } else {
        box.image = create(env, &box, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &host);
    }
    free(host.data);    // the image or the buffer has a copy
    image_kind_report(report, kind, "made", image_box_verify(env, "first contents", &box));

    if (kind->from_buffer)
        image_kind_report(report, kind, "seen through its buffer",
                          image_memory_buffer(env, &box, seed + 2));
    else
        run_in_host_memory(env, kind, report);

    const bool writes = !kind->depth || ocl_has_extension(env->device, "cl_khr_3d_image_writes");
    if (!writes) ocl_report_note(report, "%s: this device's kernels cannot write it", kind->name);
    image_kind_report(report, kind, "kernels", verify_kernels(env, &box, writes, seed + 1));

    const image_info info = ask(box.image);
    *queries = ocl_result_both(*queries, image_info_verify(env->device, &box, &info));
    image_box_free(&box);
    return info;
}

// --- signed pixels

enum { WIDTH = 19, HEIGHT = 7, NUMBERS = 4 * WIDTH * HEIGHT };

static cl_mem create_signed(const ocl_env *env, cl_mem_flags flags, const cl_short *numbers)
{
    const cl_image_format format = { CL_RGBA, CL_SIGNED_INT16 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = WIDTH,
                                 .image_height = HEIGHT };
    union {
        const cl_short *constant;
        void *changeable;    // clCreateImage does not write to it
    } pixels = { .constant = numbers };
    cl_int err;
    return OCL_CREATE(clCreateImage(env->context, flags, &format, &desc, pixels.changeable, &err));
}

// A kernel makes -1 - x of every number x of an image with 16 bits per channel, in a second image.
static ocl_result verify_signed(const ocl_env *env, uint64_t seed)
{
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { WIDTH, HEIGHT, 1 };
    const size_t global[2] = { ocl_round_up(WIDTH, 8), ocl_round_up(HEIGHT, 2) };
    const cl_int2 n = { { WIDTH, HEIGHT } };
    cl_short in[NUMBERS], out[NUMBERS], ref[NUMBERS];
    ocl_fill_bytes(in, sizeof in, seed);
    in[0] = CL_SHRT_MIN;
    in[1] = CL_SHRT_MAX;
    for (size_t i = 0; i < NUMBERS; i++)
        ref[i] = (cl_short)(-1 - in[i]);
    memset(out, 0, sizeof out);

    cl_int err;
    cl_mem d_out = create_signed(env, CL_MEM_WRITE_ONLY, NULL);
    cl_mem d_in = create_signed(env, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in);
    cl_program program = ocl_build(env, "image_kinds.cl", "-DIMAGE=image2d_t -DAXES=2 -DSIGNED");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "image_kinds_mirror", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadImage(env->queue, d_out, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    return ocl_verify_bytes("-1 - x of signed pixels", out, ref, sizeof out);
}

// --- as in OpenCL 1.1

enum { OLD_WIDTH = 5, OLD_HEIGHT = 4, OLD_DEPTH = 3, OLD_PIXEL = 4 };

static ocl_result read_back(const ocl_env *env, const char *what, cl_mem image,
                            const unsigned char *want, size_t depth)
{
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { OLD_WIDTH, OLD_HEIGHT, depth };
    unsigned char got[OLD_PIXEL * OLD_WIDTH * OLD_HEIGHT * OLD_DEPTH];
    memset(got, ~want[0], sizeof got);
    OCL_CHECK(
        clEnqueueReadImage(env->queue, image, CL_TRUE, origin, region, 0, 0, got, 0, NULL, NULL));
    return ocl_verify_bytes(what, got, want, OLD_PIXEL * OLD_WIDTH * OLD_HEIGHT * depth);
}

// With the calls of OpenCL 1.1 that clCreateImage has replaced.
static ocl_result verify_old(const ocl_env *env, uint64_t seed)
{
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    const size_t row = OLD_PIXEL * OLD_WIDTH, slice = row * OLD_HEIGHT;
    unsigned char pixels[OLD_PIXEL * OLD_WIDTH * OLD_HEIGHT * OLD_DEPTH];
    ocl_fill_bytes(pixels, sizeof pixels, seed);

    cl_int err;
    cl_mem flat = OCL_CREATE(
        clCreateImage2D(env->context, flags, &format, OLD_WIDTH, OLD_HEIGHT, row, pixels, &err));
    cl_mem solid = OCL_CREATE(clCreateImage3D(env->context, flags, &format, OLD_WIDTH, OLD_HEIGHT,
                                              OLD_DEPTH, row, slice, pixels, &err));
    const ocl_result result =
        ocl_result_both(read_back(env, "clCreateImage2D", flat, pixels, 1),
                        read_back(env, "clCreateImage3D", solid, pixels, OLD_DEPTH));
    OCL_CHECK(clReleaseMemObject(solid));
    OCL_CHECK(clReleaseMemObject(flat));
    return result;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_kinds",
                              .summary = "Every kind of image: made, used by kernels, queried.",
                              .accepts = "dnVks",
                              .size_help = "width x height or layers x depth or layers",
                              .extents = 3,
                              .variants = IMAGE_KIND_NAMES };
    const ocl_options defaults = { .n = { 37, 23, 5 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = image_kinds_open(&env);

    image_info infos[KIND_COUNT];
    const image_kind *kinds[KIND_COUNT];
    size_t count = 0;
    ocl_result queries = { .pass = true };
    for (int k = 0; k < KIND_COUNT; k++) {
        if (!image_kind_runs(&env, &IMAGE_KINDS[k], report)) continue;
        if (image_host_left_out(env.device, report, &IMAGE_KINDS[k])) continue;
        kinds[count] = &IMAGE_KINDS[k];
        infos[count++] = run_kind(&env, &IMAGE_KINDS[k], report, &queries);
    }
    image_info_print(report, kinds, infos, count);
    ocl_report_result(report, "queries", queries);
    ocl_report_result(report, "signed pixels", verify_signed(&env, opt.seed));
    ocl_report_result(report, "made as in OpenCL 1.1", verify_old(&env, opt.seed));
    ocl_close(&env);
    return ocl_report_close(report);
}
