// SPDX-License-Identifier: MIT
//
// memory_properties - buffers and images that are made with lists of properties.
//
// Shows   lists that end with 0; what a buffer or an image gives back of its list; a property that
//         an extension adds; a list that must be refused
// Uses    clCreateBufferWithProperties, clCreateImageWithProperties, clGetMemObjectInfo with
//         CL_MEM_PROPERTIES (OpenCL 3.0); CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
// Try     memory_properties -n 1

#include "ocl.h"

#include "shared/features.h"
#include "shared/property_lists.h"

enum { NO_PROPERTY = 0x7777, WIDTH = 5, HEIGHT = 3, PIXELS = WIDTH * HEIGHT, PARTS = 3 };

// Of newer headers than those of Debian 12.
enum { MEM_DEVICE_PRIVATE_ADDRESS = 0x5000 };    // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT

// Of what the device does not have.
static const ocl_result NONE = { .pass = true };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    ocl_table table;    // of the objects and their lists
    size_t bytes;
    const cl_uint *x;    // what a buffer is filled with
} lesson;

// What the object gives back of its list.
static ocl_result verify_memory(lesson *l, const char *what, const cl_mem_properties *list,
                                cl_mem memory)
{
    answered_list answer = { .bytes = 0 };
    OCL_CHECK(clGetMemObjectInfo(memory, CL_MEM_PROPERTIES, sizeof answer.words, answer.words,
                                 &answer.bytes));
    list_row(&l->table, what, list, &answer);
    const bool forgets = ocl_known_fault(l->env->device, "properties of a private buffer");
    if (forgets && list && list[0] != 0) return NONE;
    return verify_list(what, list, &answer);
}

static ocl_result run_buffer(lesson *l, const char *what, const cl_mem_properties *list)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_int err;
    cl_mem d_x = OCL_CREATE(
        clCreateBufferWithProperties(l->env->context, list, flags, l->bytes, (void *)l->x, &err));
    ocl_result result = verify_memory(l, what, list, d_x);
    result = ocl_result_both(result, ocl_verify_buffer(l->env, what, d_x, l->x, l->bytes));
    OCL_CHECK(clReleaseMemObject(d_x));
    return result;
}

static ocl_result run_image(lesson *l, const char *what, const cl_mem_properties *list)
{
    cl_uint pixels[4 * PIXELS], got[4 * PIXELS];
    for (cl_uint i = 0; i < 4 * PIXELS; i++)
        pixels[i] = 7 * i + 1;
    memset(got, 0xff, sizeof got);
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT32 };
    const cl_image_desc shape = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                  .image_width = WIDTH,
                                  .image_height = HEIGHT };
    const size_t origin[3] = { 0 }, region[3] = { WIDTH, HEIGHT, 1 };
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_int err;
    cl_mem image = OCL_CREATE(
        clCreateImageWithProperties(l->env->context, list, flags, &format, &shape, pixels, &err));
    ocl_result result = verify_memory(l, what, list, image);
    OCL_CHECK(clEnqueueReadImage(l->env->queue, image, CL_TRUE, origin, region, 0, 0, got, 0, NULL,
                                 NULL));
    result = ocl_result_both(result, ocl_verify_u32(what, got, pixels, 4 * PIXELS));
    OCL_CHECK(clReleaseMemObject(image));
    return result;
}

static ocl_result run_buffers(lesson *l)
{
    const cl_mem_properties empty[] = { 0 };
    ocl_result result = run_buffer(l, "buffer, NULL", NULL);
    result = ocl_result_both(result, run_buffer(l, "buffer, nothing in the list", empty));
    // A buffer of the older function has no list.
    cl_int err;
    cl_mem d_x =
        OCL_CREATE(clCreateBuffer(l->env->context, CL_MEM_READ_WRITE, l->bytes, NULL, &err));
    result = ocl_result_both(result, verify_memory(l, "buffer, clCreateBuffer", NULL, d_x));
    OCL_CHECK(clReleaseMemObject(d_x));
    return result;
}

static ocl_result run_images(lesson *l)
{
    if (!ocl_device_number(l->env->device, CL_DEVICE_IMAGE_SUPPORT)) return NONE;
    const cl_mem_properties empty[] = { 0 };
    const ocl_result result = run_image(l, "image, NULL", NULL);
    return ocl_result_both(result, run_image(l, "image, nothing in the list", empty));
}

// A property of an extension: the buffer gets one address that kernels may store, and keeps it.
// Versions below 1.0.0 had another one.
static ocl_result run_fixed_address(lesson *l, const char *extension)
{
    if (extension_version(l->env->device, extension) < CL_MAKE_VERSION(1, 0, 0)) return NONE;
    const cl_mem_properties fixed[] = { MEM_DEVICE_PRIVATE_ADDRESS, CL_TRUE, 0 };
    return run_buffer(l, "buffer, fixed address", fixed);
}

static cl_int try_buffer(const lesson *l, const cl_mem_properties *list)
{
    cl_int err;
    cl_mem d_x = clCreateBufferWithProperties(l->env->context, list, CL_MEM_READ_WRITE, l->bytes,
                                              NULL, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(d_x));
    return err;
}

static void show_refusals(const lesson *l)
{
    const cl_mem_properties unknown[] = { NO_PROPERTY, 1, 0 };
    const ocl_refusal calls[] = { { .mistake = "a buffer with an unknown property",
                                    .got = try_buffer(l, unknown),
                                    .want = CL_INVALID_PROPERTY } };
    ocl_report_refusals(l->report, l->env->device, calls, sizeof calls / sizeof *calls);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "memory_properties",
                              .summary = "Buffers and images made with lists of properties.",
                              .accepts = "dns",
                              .size_help = "numbers of a buffer",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 4099 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, size, size, 2 * size);
    if (ocl_device_version(env.device) < 30)
        ocl_exit(OCL_EXIT_SKIP, "this device has no OpenCL 3.0, nor a newer one");

    cl_uint *x = ocl_alloc(opt.n[0] * sizeof *x);
    for (size_t i = 0; i < opt.n[0]; i++)
        x[i] = (cl_uint)ocl_random(opt.seed, i);
    lesson l = { .env = &env, .bytes = opt.n[0] * sizeof *x, .x = x };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    l.table = ocl_table_open(l.report, "objects", "object, list, words given back");

    const char *const names[PARTS] = { "buffers", "images", "cl_ext_buffer_device_address" };
    ocl_result results[PARTS];
    results[0] = run_buffers(&l);
    results[1] = run_images(&l);
    results[2] = run_fixed_address(&l, names[2]);
    for (int part = 0; part < PARTS; part++)
        if (results[part].count == 0)
            ocl_report_note(l.report, "this device has no %s", names[part]);
    for (int part = 0; part < PARTS; part++)
        if (results[part].count > 0) ocl_report_result(l.report, names[part], results[part]);
    show_refusals(&l);

    free(x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
