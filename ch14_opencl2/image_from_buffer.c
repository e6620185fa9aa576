// SPDX-License-Identifier: MIT
//
// image_from_buffer - a picture that is a buffer for one kernel and an image for the next one.
//
// Shows   a buffer that a kernel writes and a sampler reads: copied into an image, and as an image
//         made of the buffer, without a copy; the pitch that the device asks for; images that must
//         be refused
// Uses    cl_khr_image2d_from_buffer, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, clCreateImage,
//         clEnqueueCopyBufferToImage, clEnqueueWriteBufferRect, clGetImageInfo, clGetMemObjectInfo
// Try     image_from_buffer -o large.png

#include "ocl.h"

// A new picture of this size.  Without memory the program ends with OCL_EXIT_USAGE.
static ocl_picture picture_of(size_t width, size_t height)
{
    ocl_picture made;
    ocl_message why;
    if (!ocl_picture_alloc(&made, width, height, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return made;
}

// Channel c of the negative.
static int negative(const ocl_picture *picture, size_t x, size_t y, size_t c)
{
    const int level = picture->rgba[4 * (y * picture->width + x) + c];
    return c < 3 ? 255 - level : level;
}

// The pixel on the other side of place i of the large picture, of n pixels.
static size_t beside(size_t i, size_t n)
{
    if (i % 2 == 0) return i < 2 ? 0 : i / 2 - 1;
    return ocl_smaller(i / 2 + 1, n - 1);
}

// The negative, twice as wide and twice as high.  A pixel of it lies a quarter of a pixel beside
// the middle of one of the picture: along each axis it is 3/4 of this one and 1/4 of the next one.
static void enlarge_ref(ocl_picture *ref, const ocl_picture *picture)
{
    for (size_t i = 0; i < (size_t)4 * ref->width * ref->height; i++) {
        const size_t c = i % 4, column = i / 4 % ref->width, row = i / 4 / ref->width;
        const size_t x = beside(column, picture->width), y = beside(row, picture->height);
        const int sum = 9 * negative(picture, column / 2, row / 2, c) +
                        3 * negative(picture, x, row / 2, c) +
                        3 * negative(picture, column / 2, y, c) + negative(picture, x, y, c);
        ref->rgba[i] = (uint8_t)((sum + 8) / 16);
    }
}

static const cl_image_format RGBA = { CL_RGBA, CL_UNORM_INT8 };
static const size_t ORIGIN[3] = { 0, 0, 0 };

enum { BY_HAND, COPY, SHARED };
static const char *const VARIANTS[] = { "by_hand", "copy", "shared", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    bool shares;     // images can be made of buffers
    size_t pitch;    // from row to row, in bytes
    cl_program program;
    ocl_picture picture, out, ref;
    cl_mem d_out, d_pixels;
} lesson;

// An image that has the pixels of the buffer.
static cl_int create_shared(const lesson *l, cl_mem buffer, const size_t extents[2], size_t pitch,
                            cl_mem *image)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = extents[0],
                                 .image_height = extents[1],
                                 .image_row_pitch = pitch,
                                 .mem_object = buffer };
    cl_int err;
    *image = clCreateImage(l->env->context, CL_MEM_READ_ONLY, &RGBA, &desc, NULL, &err);
    return err;
}

// What the image says of itself.
static ocl_result verify_info(cl_mem image, cl_mem buffer, size_t pitch)
{
    size_t row_pitch = 0;
    cl_mem made_of = NULL;
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof row_pitch, &row_pitch, NULL));
    OCL_CHECK(
        clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof made_of, &made_of, NULL));
    return ocl_result_both(
        ocl_verify_equal("CL_IMAGE_ROW_PITCH", (long long)row_pitch, (long long)pitch),
        ocl_verify_equal("CL_MEM_ASSOCIATED_MEMOBJECT", made_of == buffer, true));
}

// Writes the picture into the buffer, and makes it negative there.
static void fill_buffer(const lesson *l, cl_kernel negative, size_t pitch, cl_event *done)
{
    const size_t region[3] = { (size_t)4 * l->picture.width, l->picture.height, 1 };
    const size_t pixels[2] = { l->picture.width, l->picture.height };
    const cl_int pitch_in_pixels = (cl_int)(pitch / 4);
    OCL_CHECK(clEnqueueWriteBufferRect(l->env->queue, l->d_pixels, CL_TRUE, ORIGIN, ORIGIN, region,
                                       pitch, 0, 0, 0, l->picture.rgba, 0, NULL, NULL));
    OCL_CHECK(clSetKernelArg(negative, 0, sizeof l->d_pixels, &l->d_pixels));
    OCL_CHECK(clSetKernelArg(negative, 1, sizeof pitch_in_pixels, &pitch_in_pixels));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, negative, 2, NULL, pixels, NULL, 0, NULL, done));
}

// `in`: an image, or the buffer with its pitch.
static void enlarge(const lesson *l, cl_kernel kernel, cl_mem in, const size_t extents[2],
                    cl_event *done)
{
    const size_t large[2] = { 2 * extents[0], 2 * extents[1] };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof in, &in));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, large, NULL, 0, NULL, done));
}

static ocl_result read_and_verify(lesson *l, const char *what, int bound)
{
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_out, CL_TRUE, 0,
                                  (size_t)4 * l->out.width * l->out.height, l->out.rgba, 0, NULL,
                                  NULL));
    return ocl_verify_picture(what, &l->out, &l->ref, bound);
}

static void run_variant(lesson *l, int variant)
{
    const size_t extents[2] = { l->picture.width, l->picture.height };
    const size_t region[3] = { extents[0], extents[1], 1 }, tight = 4 * extents[0];
    const size_t pitch = variant == COPY ? tight : l->pitch;
    const cl_int pitch_in_pixels = (cl_int)(pitch / 4);
    cl_int err;
    cl_kernel negative = OCL_CREATE(clCreateKernel(l->program, "image_from_buffer_negative", &err));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(
        l->program, variant == BY_HAND ? "image_from_buffer_by_hand" : "image_from_buffer_sampler",
        &err));
    if (variant == BY_HAND)
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof pitch_in_pixels, &pitch_in_pixels));
    cl_mem image = NULL;
    if (variant == COPY) image = ocl_image_2d(l->env, CL_MEM_READ_ONLY, RGBA, extents, NULL);
    if (variant == SHARED) OCL_CHECK(create_shared(l, l->d_pixels, extents, pitch, &image));

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_out,
                                 (size_t)4 * l->out.width * l->out.height);
    if (variant == COPY) ocl_trial_scratch(&t, image, 0);
    while (ocl_trial_next(&t)) {
        fill_buffer(l, negative, pitch, &t.first);
        // The copy knows no pitch: the rows of the buffer must be tight.
        if (variant == COPY)
            OCL_CHECK(clEnqueueCopyBufferToImage(l->env->queue, l->d_pixels, image, 0, ORIGIN,
                                                 region, 0, NULL, NULL));
        enlarge(l, kernel, image ? image : l->d_pixels, extents, &t.done);
    }
    const ocl_work work = { .amount = (double)(extents[0] * extents[1]), .unit = "Mpixel/s" };
    // The weights 1/4 and 3/4 are exact in any sampler.  A half may be rounded to either side.
    ocl_result result = read_and_verify(l, t.name, variant == BY_HAND ? 0 : 1);
    if (variant == SHARED) result = ocl_result_both(result, verify_info(image, l->d_pixels, pitch));
    ocl_trial_report(&t, l->report, &work, result);
    if (image) OCL_CHECK(clReleaseMemObject(image));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseKernel(negative));
}

// What clCreateImage answers to images that do not fit the buffer.
static void show_refusals(const lesson *l, cl_uint alignment)
{
    const size_t extents[2] = { l->picture.width, l->picture.height };
    const size_t wide[2] = { l->pitch / 4 + 1, extents[1] };
    const size_t high[2] = { extents[0], extents[1] + 1 }, one[2] = { 1, extents[1] };
    const struct {
        const char *what;
        const size_t *extents;
        size_t pitch;
    } TRIES[] = {
        { "a pitch that is no whole pixels", one, l->pitch - 2 },
        { "one row more than the buffer has", high, l->pitch },
        { "a row longer than its pitch", wide, l->pitch },
        { "a pitch that is not aligned", one, l->pitch - 4 },
    };
    ocl_result refused = { .pass = true };
    ocl_table table = ocl_table_open(l->report, "images of this buffer", "image, answer");
    for (size_t k = 0; k < (alignment > 1 ? 4 : 3); k++) {
        cl_mem image = NULL;
        const cl_int status =
            create_shared(l, l->d_pixels, TRIES[k].extents, TRIES[k].pitch, &image);
        ocl_table_row(&table, "%-33s %s", TRIES[k].what, ocl_error_name(status));
        if (!ocl_known_fault(l->env->device, "image of a buffer: %s", TRIES[k].what))
            refused = ocl_result_both(refused,
                                      ocl_verify_equal(TRIES[k].what, status != CL_SUCCESS, true));
        if (image) OCL_CHECK(clReleaseMemObject(image));
    }
    ocl_report_result(l->report, "are refused", refused);
}

static void release(lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_pixels));
    OCL_CHECK(clReleaseMemObject(l->d_out));
    OCL_CHECK(clReleaseProgram(l->program));
    ocl_picture_free(&l->ref);
    ocl_picture_free(&l->out);
    ocl_picture_free(&l->picture);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "image_from_buffer",
                              .summary = "A buffer for one kernel, an image for the next one.",
                              .accepts = "dniorVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    lesson l = { .env = &env, .shares = ocl_has_image_from_buffer(env.device) };
    if (!l.shares && !ocl_wants(&opt, VARIANTS[BY_HAND]) && !ocl_wants(&opt, VARIANTS[COPY]))
        ocl_exit(OCL_EXIT_SKIP, "this device makes no images of buffers: "
                                "cl_khr_image2d_from_buffer");
    l.picture = ocl_input_picture(&env, pattern, "chelsea.bmp");
    const size_t extents[2] = { l.picture.width, l.picture.height };
    cl_uint rows = 0, base = 0;
    if (l.shares) {
        OCL_CHECK(
            clGetDeviceInfo(env.device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof rows, &rows, NULL));
        OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, sizeof base,
                                  &base, NULL));
    }
    l.pitch = 4 * ocl_round_up(extents[0], rows > 0 ? rows : 64);    // no wish: rows with padding
    const double bytes = (double)l.pitch * (double)extents[1];
    ocl_require_memory(env.device, 4.0 * bytes, 6.0 * bytes, 10.0 * bytes);
    l.out = picture_of(2 * extents[0], 2 * extents[1]);
    l.ref = picture_of(2 * extents[0], 2 * extents[1]);
    enlarge_ref(&l.ref, &l.picture);
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, 16 * extents[0] * extents[1], NULL);
    l.d_pixels = ocl_buffer(&env, CL_MEM_READ_WRITE, l.pitch * extents[1], NULL);
    l.program = ocl_build(&env, "image_from_buffer.cl", "%s", "");

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", extents[0]);
    ocl_report_count(l.report, "height", extents[1]);
    ocl_report_count(l.report, "pitch in bytes", l.pitch);
    for (int v = BY_HAND; v <= SHARED; v++)
        if (ocl_wants(&opt, VARIANTS[v]) && (v != SHARED || l.shares)) run_variant(&l, v);
    if (opt.output) ocl_output_picture(&l.out, opt.output);
    if (!l.shares && ocl_wants(&opt, VARIANTS[SHARED]))
        ocl_report_note(l.report, "this device makes no images of buffers: not run: shared");
    if (l.shares && ocl_wants(&opt, "all")) {
        ocl_report_fact(l.report, "CL_DEVICE_IMAGE_PITCH_ALIGNMENT", "%u", rows);
        ocl_report_fact(l.report, "CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT", "%u", base);
        show_refusals(&l, rows);
    }

    release(&l);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
