// SPDX-License-Identifier: MIT
//
// read_write_image - an image that one kernel reads and writes.
//
// Shows   a picture smeared and sorted: with two images in turn, which runs everywhere, and in
//         place; the fence for what a work-item has written itself, the barrier for its work-group;
//         what goes wrong between work-groups
// Uses    CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, CL_MEM_KERNEL_READ_AND_WRITE,
//         clGetSupportedImageFormats, clCreateImage, clEnqueueCopyImage, clEnqueueNDRangeKernel;
//         read_write, atomic_work_item_fence, work_group_barrier, CLK_IMAGE_MEM_FENCE
// Try     read_write_image -V sort_one -o sorted.png; read_write_image -V smear_two -o smeared.png

#include "ocl.h"

#include "read_write_image/reference.h"

// Integers from 0 to 255: what is written is read again without rounding.
static const cl_image_format FORMAT = { CL_RGBA, CL_UNSIGNED_INT8 };

typedef struct {
    const ocl_env *env;
    size_t region[3];    // width, height, 1
    size_t group;        // work-items per work-group
    size_t segment;      // pixels that are sorted: two per work-item
    cl_program program;
    cl_mem d_picture;      // is never written
    cl_mem d_images[2];    // the answer is in the first one
    ocl_picture out, smeared, sorted;
} lesson;

static const size_t ORIGIN[3] = { 0, 0, 0 };

// How many images of a kernel may be read_write; 0: the device has no such images.
static cl_uint read_write_images(cl_device_id device)
{
    cl_uint most = 0;
    if (ocl_device_version(device) >= 20 && ocl_has_newer_c(device))
        OCL_CHECK(
            clGetDeviceInfo(device, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, sizeof most, &most, NULL));
    return most;
}

// Whether images of this format may be read and written in one kernel.  The flag is for this
// question only: clCreateImage gets CL_MEM_READ_WRITE.
static bool has_format(const ocl_env *env)
{
    cl_uint count;
    OCL_CHECK(clGetSupportedImageFormats(env->context, CL_MEM_KERNEL_READ_AND_WRITE,
                                         CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
    cl_image_format *formats = ocl_alloc((count + 1) * sizeof *formats);
    if (count > 0)
        OCL_CHECK(clGetSupportedImageFormats(env->context, CL_MEM_KERNEL_READ_AND_WRITE,
                                             CL_MEM_OBJECT_IMAGE2D, count, formats, NULL));
    bool has = false;
    for (cl_uint k = 0; k < count; k++)
        has = has || (formats[k].image_channel_order == FORMAT.image_channel_order &&
                      formats[k].image_channel_data_type == FORMAT.image_channel_data_type);
    free(formats);
    return has;
}

static cl_mem create_image(const lesson *l)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = l->region[0],
                                 .image_height = l->region[1] };
    cl_int err;
    return OCL_CREATE(
        clCreateImage(l->env->context, CL_MEM_READ_WRITE, &FORMAT, &desc, NULL, &err));
}

static void set_two(cl_kernel kernel, cl_mem out, cl_mem in, cl_int number)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof out, &out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof in, &in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof number, &number));
}

// Two launches: a launch sees all that the one before it in the queue has written.
static void smear_two(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    const size_t *rows = &l->region[1];
    set_two(kernel, l->d_images[1], l->d_picture, 1);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, rows, NULL, 0, NULL, &t->first));
    set_two(kernel, l->d_images[0], l->d_images[1], -1);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, rows, NULL, 0, NULL, &t->done));
}

// One launch per step of the network.  The images change their places after each.
static void sort_two(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    size_t steps = 0, step = 0;
    for (size_t sorted = 2, more = 1; sorted <= l->segment; sorted *= 2, more++)
        steps += more;
    for (size_t sorted = 2; sorted <= l->segment; sorted *= 2)
        for (size_t reach = sorted / 2; reach > 0; reach /= 2) {
            const size_t mask = reach == sorted / 2 ? sorted - 1 : reach, to = (steps - ++step) % 2;
            cl_event *event = step == steps ? &t->done : step == 1 ? &t->first : NULL;
            set_two(kernel, l->d_images[to], step == 1 ? l->d_picture : l->d_images[1 - to],
                    (cl_int)mask);
            OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, l->region, NULL, 0,
                                             NULL, event));
        }
}

// The picture is copied into the image that the kernel then changes.
static void copy_and_set(const lesson *l, cl_kernel kernel)
{
    OCL_CHECK(clEnqueueCopyImage(l->env->queue, l->d_picture, l->d_images[0], ORIGIN, ORIGIN,
                                 l->region, 0, NULL, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_images[0], &l->d_images[0]));
}

// One launch in place.
static void smear_one(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    copy_and_set(l, kernel);
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &l->region[1], NULL, 0, NULL,
                                     &t->done));
}

static void sort_one(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    const size_t local[2] = { l->group, 1 };
    const size_t global[2] = { ocl_divide_up(l->region[0], l->segment) * l->group, l->region[1] };
    copy_and_set(l, kernel);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, local, 0, NULL, &t->done));
}

static const char *const VARIANTS[] = { "smear_two", "smear_one", "sort_two", "sort_one", NULL };
static const struct {
    const char *kernel;
    void (*enqueue)(const lesson *, cl_kernel, ocl_trial *);
    bool in_place, sorts;
} KINDS[] = {
    { "read_write_image_smear_two", smear_two, .in_place = false, .sorts = false },
    { "read_write_image_smear_one", smear_one, .in_place = true, .sorts = false },
    { "read_write_image_sort_two", sort_two, .in_place = false, .sorts = true },
    { "read_write_image_sort_one", sort_one, .in_place = true, .sorts = true },
};

static void read_image(lesson *l)
{
    OCL_CHECK(clEnqueueReadImage(l->env->queue, l->d_images[0], CL_TRUE, ORIGIN, l->region, 0, 0,
                                 l->out.rgba, 0, NULL, NULL));
}

static void run_variant(lesson *l, ocl_report *report, size_t v)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, KINDS[v].kernel, &err));
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[v], l->d_images[0], 0);
    if (!KINDS[v].in_place) ocl_trial_scratch(&t, l->d_images[1], 0);
    while (ocl_trial_next(&t))
        KINDS[v].enqueue(l, kernel, &t);
    read_image(l);
    const ocl_work work = { .amount = (double)(l->region[0] * l->region[1]), .unit = "Mpixel/s" };
    const ocl_picture *ref = KINDS[v].sorts ? &l->sorted : &l->smeared;
    ocl_trial_report(&t, report, &work, ocl_verify_picture(VARIANTS[v], &l->out, ref, 0));
    OCL_CHECK(clReleaseKernel(kernel));
}

// Each pixel moves one to the right, in place.  Between work-groups this goes right or wrong.
static void show_borders(lesson *l, ocl_report *report, const ocl_picture *picture)
{
    const size_t local[2] = { l->group, 1 };
    const size_t global[2] = { ocl_round_up(l->region[0], l->group), l->region[1] };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "read_write_image_shift", &err));
    copy_and_set(l, kernel);
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
    read_image(l);
    shift_counts counts;
    const ocl_result inner = shift_verify(&l->out, picture, l->group, &counts);
    ocl_table table = ocl_table_open(report, "moved to the right",
                                     "first of a group, one pixel, two pixels, other");
    ocl_table_row(&table, "%10zu %8zu %8zu %8zu", counts.firsts, counts.by_one, counts.by_two,
                  counts.firsts - counts.by_one - counts.by_two);
    ocl_report_result(report, "moved within work-groups", inner);
    OCL_CHECK(clReleaseKernel(kernel));
}

static void release(lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_images[1]));
    OCL_CHECK(clReleaseMemObject(l->d_images[0]));
    OCL_CHECK(clReleaseMemObject(l->d_picture));
    OCL_CHECK(clReleaseProgram(l->program));
    ocl_picture_free(&l->sorted);
    ocl_picture_free(&l->smeared);
    ocl_picture_free(&l->out);
}

int main(int argc, char **argv)
{
    size_t wanted = 64, pattern = OCL_NOISE;
    const ocl_option own[] = {
        { .usage = "-g, --group N: work-items per work-group at most", .count = &wanted },
        OCL_PATTERN_OPTION(&pattern),
        { .usage = NULL },
    };
    const ocl_about about = { .name = "read_write_image",
                              .summary = "An image that one kernel reads and writes.",
                              .accepts = "dniorVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    // Images first: a driver of OpenCL 1.2 does not know the flag that has_format asks with.
    const cl_uint most = read_write_images(env.device);
    const cl_uint in_place = most > 0 && has_format(&env) ? most : 0;
    if (in_place == 0 && !ocl_wants(&opt, VARIANTS[0]) && !ocl_wants(&opt, VARIANTS[2]))
        ocl_exit(OCL_EXIT_SKIP, "this device has no images that a kernel may read and write: "
                                "CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS is 0");
    ocl_picture picture = ocl_input_picture(&env, pattern, "rocket.bmp");
    const double bytes = 4.0 * picture.width * picture.height;
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 4.0 * bytes);

    lesson l = { .env = &env, .region = { picture.width, picture.height, 1 } };
    l.group = ocl_group_size(env.device, wanted);
    l.segment = 2 * l.group;
    l.out = picture_like(&picture);
    l.smeared = picture_like(&picture);
    l.sorted = picture_like(&picture);
    l.d_picture = ocl_image_2d(&env, CL_MEM_READ_ONLY, FORMAT, l.region, picture.rgba);
    smear_ref(&l.smeared, &picture);
    sort_ref(&l.sorted, &picture, l.segment);
    for (size_t k = 0; k < 2; k++)
        l.d_images[k] = create_image(&l);
    l.program = ocl_build(&env, "read_write_image.cl", "%s -DSEGMENT=%zu", ocl_newest_c(env.device),
                          l.segment);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", l.region[0]);
    ocl_report_count(report, "height", l.region[1]);
    ocl_report_count(report, "segment", l.segment);
    ocl_report_count(report, "images that a kernel may read and write", in_place);
    for (size_t v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]) && (in_place || !KINDS[v].in_place))
            run_variant(&l, report, v);
    if (opt.output) ocl_output_picture(&l.out, opt.output);
    if (!in_place)
        ocl_report_note(report, "not run: smear_one, sort_one, as no image may be both read and "
                                "written");
    else if (ocl_wants(&opt, "all"))
        show_borders(&l, report, &picture);

    release(&l);
    ocl_close(&env);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
