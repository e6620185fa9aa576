// SPDX-License-Identifier: MIT
//
// image_objects - every kind of image: made, written, read, copied, filled, mapped, queried, used by kernels.
//
// Shows   origin, region and pitches of each kind; what can be copied where; colours that are made to fit
// Uses    clCreateImage (image_objects/box.c), clEnqueueReadImage, clEnqueueCopyImage and the like (image_objects/moves.c),
//         clEnqueueFillImage (image_objects/fill.c), clGetImageInfo (image_objects/info.c), errors (image_objects/refusals.c)
// Try     image_objects -V 1d_array -n 500x3x1, image_objects -n 1; --cases 100 --seed 2

#include "image_objects/image_objects.h"

static const char *const VARIANTS[] = { "1d",       "1d_buffer", "1d_array",  "2d",
                                        "2d_array", "3d",        "2d_buffer", NULL };

static const char NO_2D_BUFFER[] = "the device makes no 2-D images of buffers";

static const image_pixel RGBA8 = { { CL_RGBA, CL_UNSIGNED_INT8 }, 4 };

// What is done to each image, as often as --cases says.  Filled first: the others leave random pixels.
static const struct {
    const char *name;
    ocl_result (*step)(const ocl_env *, image_box *, uint64_t);
    bool needs_buffer, may_break;    // see image_objects_unable
} STEPS[] = {
    { "filled", image_moves_fill, false, true },
    { "written and read", image_moves_host, false, false },
    { "mapped", image_moves_map, false, false },
    { "seen through its buffer", image_moves_shared, true, false },
    { "to a buffer and back", image_moves_buffer, false, true },
};
enum { STEP_COUNT = sizeof STEPS / sizeof STEPS[0], NAME = 64 };

// A kernel reads all pixels into a buffer; another one writes others, from a buffer.
static void image_objects_launch(const ocl_env *env, cl_kernel kernel, const image_box *box,
                                 const void *first, const void *second)
{
    const size_t global[3] = { ocl_round_up(box->extent[0], 8), ocl_round_up(box->extent[1], 2),
                               ocl_round_up(box->extent[2], 2) };
    const cl_int4 n = { { (cl_int)box->extent[0], (cl_int)box->extent[1],
                          (cl_int)box->extent[2] } };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), first));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), second));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 3, NULL, global, NULL, 0, NULL, NULL));
}

static ocl_result image_objects_kernels(const ocl_env *env, ocl_report *report, image_box *box)
{
    const bool writes = box->kind->type != CL_MEM_OBJECT_IMAGE3D ||
                        ocl_has_extension(env->device, "cl_khr_3d_image_writes");
    cl_int err;
    cl_program program =
        ocl_build(env, "image_objects.cl", "-cl-std=CL1.2 -DIMAGE=%s -DAXES=%u%s",
                  box->kind->kernel_type, box->kind->axes, writes ? "" : " -DNO_WRITES");
    cl_kernel read = OCL_CREATE(clCreateKernel(program, "image_objects_read", &err));
    cl_mem pixels = ocl_buffer(env, CL_MEM_WRITE_ONLY, box->bytes, NULL);
    ocl_poison(env->queue, pixels, box->bytes);
    image_objects_launch(env, read, box, &pixels, &box->image);
    ocl_result check = ocl_verify_buffer(env, "read by a kernel", pixels, box->want, box->bytes);
    OCL_CHECK(clReleaseMemObject(pixels));
    OCL_CHECK(clReleaseKernel(read));

    if (writes) {
        cl_kernel write = OCL_CREATE(clCreateKernel(program, "image_objects_write", &err));
        ocl_fill_bytes(box->want, box->bytes, env->options->seed + 1);
        pixels = ocl_buffer(env, CL_MEM_READ_ONLY, box->bytes, box->want);
        image_objects_launch(env, write, box, &box->image, &pixels);
        check = ocl_result_both(check, image_box_verify(env, "written by a kernel", box));
        OCL_CHECK(clReleaseMemObject(pixels));
        OCL_CHECK(clReleaseKernel(write));
    } else
        ocl_report_print(report, "%s: the device's kernels cannot write it\n", box->kind->name);
    OCL_CHECK(clReleaseProgram(program));
    return check;
}

static void image_objects_row(ocl_report *report, const image_box *box, const char *what,
                              ocl_result check)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s: %s", box->kind->name, what);
    ocl_report_result(report, name, check);
}

static bool image_objects_is(const ocl_env *env, const image_box *box, unsigned platform, int kind)
{
    return ocl_known_platform(env->device) == platform && box->kind == &IMAGE_KINDS[kind];
}

// What a driver makes of this step, when it cannot do it; else NULL.
static const char *image_objects_unable(const ocl_env *env, const image_box *box, size_t step)
{
    if (STEPS[step].may_break && image_objects_is(env, box, OCL_POCL, KIND_1D_BUFFER))
        return "PoCL 3.1 crashes";
    if (STEPS[step].step == image_moves_buffer &&
        image_objects_is(env, box, OCL_NVIDIA, KIND_1D_ARRAY))
        return "NVIDIA refuses";
    return NULL;
}

// The same for copies from and to other kinds.
static const char *image_objects_uncopied(const ocl_env *env, const image_box *box)
{
    if (image_objects_is(env, box, OCL_POCL, KIND_1D_BUFFER)) return "PoCL 3.1 refuses";
    if (image_objects_is(env, box, OCL_NVIDIA, KIND_1D_ARRAY))
        return "NVIDIA refuses some and spoils others";
    return NULL;
}

static void image_objects_steps(const ocl_env *env, ocl_report *report, image_box *box,
                                size_t cases)
{
    for (size_t s = 0; s < STEP_COUNT; s++) {
        if (STEPS[s].needs_buffer && !box->buffer) continue;
        const char *unable = image_objects_unable(env, box, s);
        if (unable) {
            ocl_report_print(report, "%s: %s: left out, %s\n", box->kind->name, STEPS[s].name,
                             unable);
            continue;
        }
        ocl_result check = { .pass = true };
        for (size_t i = 0; i < cases; i++)
            check = ocl_result_both(
                check, STEPS[s].step(env, box, i ? ocl_random(env->options->seed, i) : 0));
        image_objects_row(report, box, STEPS[s].name, check);
    }
}

// From each kind to each other kind.
static void image_objects_copies(const ocl_env *env, ocl_report *report, image_box *boxes,
                                 size_t count, size_t cases)
{
    for (size_t from = 0; from < count; from++) {
        const char *unable = image_objects_uncopied(env, &boxes[from]);
        if (unable) {
            ocl_report_print(report, "%s: copied to and from other kinds: left out, %s\n",
                             boxes[from].kind->name, unable);
            continue;
        }
        ocl_result check = { .pass = true };
        for (size_t to = 0; to < count; to++)
            for (size_t i = 0; i < cases && to != from; i++)
                if (!image_objects_uncopied(env, &boxes[to]))
                    check = ocl_result_both(
                        check, image_moves_copy(env, &boxes[from], &boxes[to],
                                                i ? ocl_random(env->options->seed, i) : 0));
        if (check.count > 0)
            image_objects_row(report, &boxes[from], "copied to other kinds", check);
    }
}

int main(int argc, char **argv)
{
    size_t cases = 10;
    const ocl_option own[] = { { 0, "cases", OCL_COUNT, &cases, "N",
                                 "parts of an image for each thing done to it", NULL },
                               { 0 } };
    const ocl_about about = { .name = "image_objects",
                              .summary = "Every kind of image, and all that can be done to one.",
                              .accepts = "dnVks",
                              .size_help = "width x height or layers x depth or layers",
                              .extents = 3,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 37, 23, 5 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    if (opt.variant && strcmp(opt.variant, "2d_buffer") == 0 &&
        !image_box_possible(&env, &IMAGE_KINDS[KIND_2D_BUFFER]))
        ocl_exit(OCL_EXIT_SKIP, "%s", NO_2D_BUFFER);
    const double bytes = 4.0 * (double)opt.n[0] * (double)opt.n[1] * (double)opt.n[2];
    ocl_require_memory(env.device, bytes, 12 * bytes, 16 * bytes);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height or layers", opt.n[1]);
    ocl_report_count(report, "depth or layers", opt.n[2]);
    ocl_report_count(report, "cases", cases);
    if (ocl_known_platform(env.device) == OCL_OCLGRIND)
        ocl_report_print(report,
                         "images are made from memory without gaps: oclgrind takes no notice "
                         "of pitches\n");
    image_box boxes[KIND_COUNT];
    size_t count = 0;
    for (int k = 0; k < KIND_COUNT; k++) {
        const image_kind *kind = &IMAGE_KINDS[k];
        if (!ocl_wants(&opt, kind->name)) continue;
        if (!image_box_possible(&env, kind)) {
            ocl_report_print(report, "%s: left out, %s\n", kind->name, NO_2D_BUFFER);
            continue;
        }
        image_box *box = &boxes[count++];
        *box = image_box_new(&env, kind, RGBA8, CL_MEM_COPY_HOST_PTR, opt.n, opt.seed);
        image_objects_row(report, box, "made", image_box_verify(&env, "first contents", box));
        if (!kind->from_buffer)
            image_objects_row(report, box, "in host memory", image_moves_use(&env, box));
        image_objects_steps(&env, report, box, cases);
        image_objects_row(report, box, "kernels", image_objects_kernels(&env, report, box));
    }
    image_objects_copies(&env, report, boxes, count, cases);
    image_fill_formats(&env, report, opt.seed);
    ocl_report_result(report, "made as in OpenCL 1.1", image_old_verify(&env, opt.seed));
    ocl_report_result(report, "queries", image_info_queries(&env, report, boxes, count));
    image_refusals(&env, report);

    for (size_t i = count; i-- > 0;)
        image_box_free(&boxes[i]);
    ocl_close(&env);
    return ocl_report_close(report);
}
