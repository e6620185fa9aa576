// SPDX-License-Identifier: MIT
//
// vulkan_image - a kernel of OpenCL paints frames, a pipeline of Vulkan draws them.
//
// Shows   three ways to hand an image over: with copies; in an image of Vulkan that OpenCL imports;
//         the same with semaphores, so that the host need not wait
// Uses    clCreateImageWithProperties with CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
//         clEnqueueAcquireExternalMemObjectsKHR, clEnqueueReleaseExternalMemObjectsKHR;
//         clEnqueueWaitSemaphoresKHR, clEnqueueSignalSemaphoresKHR; clCreateImage,
//         clEnqueueReadImage
// Try     vulkan_image -o julia.png; vulkan_image -n 1920x1080 --frames 4 -d gpu

#include "ocl.h"

#include "vulkan/screen.h"
#include "vulkan_image/lists.h"

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    external_api api;
    cl_kernel kernel;
    size_t global[2], local[2];
    vulkan_device v;
    vulkan_sheet sheet;    // Vulkan draws into it
    screen window;         // only with --window
    film f;
    size_t extents[3], bytes;    // of a frame: four bytes per pixel
    cl_uchar4 *ref, *now;        // all frames as plain C paints them; one of the kernel
    ocl_picture sheet_ref;
    ocl_times times[WAYS];    // of all frames of a run
} lesson;

// The image that OpenCL paints and Vulkan draws, as each of the two has it.
typedef struct {
    cl_mem d_frame;
    vulkan_image vulkan;
    vulkan_buffer staging;               // only for COPIES: Vulkan copies from here
    VkCommandBuffer upload;              // the same: this copy
    VkCommandBuffer draw[MAX_FRAMES];    // one for each tile
    shared_semaphores semaphores;        // only for SEMAPHORES
} shared_frame;

static const char *const VARIANTS[] = { "copies", "opaque_fd", "semaphores", NULL };
static const size_t ORIGIN[3];
static const cl_image_format FORMAT = { CL_RGBA, CL_UNSIGNED_INT8 };    // VK_FORMAT_R8G8B8A8_UINT

// --- OpenCL has an imported image between these two

static void acquire(const lesson *l, const shared_frame *x)
{
    OCL_CHECK(
        l->api.clEnqueueAcquireExternalMemObjectsKHR(l->env->queue, 1, &x->d_frame, 0, NULL, NULL));
}

static void release(const lesson *l, const shared_frame *x)
{
    OCL_CHECK(
        l->api.clEnqueueReleaseExternalMemObjectsKHR(l->env->queue, 1, &x->d_frame, 0, NULL, NULL));
}

// --- the image

static cl_image_desc description(const lesson *l)
{
    return (cl_image_desc){ .image_type = CL_MEM_OBJECT_IMAGE2D,
                            .image_width = l->f.width,
                            .image_height = l->f.height };
}

static void create_copies(const lesson *l, shared_frame *x)
{
    const cl_image_desc desc = description(l);
    cl_int err;
    x->d_frame =
        OCL_CREATE(clCreateImage(l->env->context, CL_MEM_WRITE_ONLY, &FORMAT, &desc, NULL, &err));
    x->vulkan = create_frame(&l->v, l->extents, false, false);
    x->staging = vulkan_buffer_for_host(&l->v, l->bytes);
    x->upload = record_upload(&l->v, &x->vulkan, x->staging.buffer);
}

static void create_opaque_fd(const lesson *l, shared_frame *x)
{
    x->vulkan = create_frame(&l->v, l->extents, true, imports_linear_images(l->env));
    const int fd = vulkan_export(&l->v, x->vulkan.memory);
    const cl_mem_properties list[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                       (cl_mem_properties)fd, 0 };
    cl_image_desc desc = description(l);
    desc.image_row_pitch = x->vulkan.row_pitch;    // 0: the driver knows how the pixels lie
    cl_int err;
    x->d_frame = OCL_CREATE(clCreateImageWithProperties(l->env->context, list, CL_MEM_READ_WRITE,
                                                        &FORMAT, &desc, NULL, &err));
    acquire(l, x);
}

static void create_semaphores(const lesson *l, shared_frame *x)
{
    create_opaque_fd(l, x);
    x->semaphores = open_semaphores(l->env, &l->api, &l->v);
}

// --- OpenCL paints frame k

static void paint(const lesson *l, size_t k)
{
    const cl_int2 c = julia_constant(&l->f, k);
    OCL_CHECK(clSetKernelArg(l->kernel, 1, sizeof c, &c));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernel, 2, NULL, l->global, l->local, 0,
                                     NULL, NULL));
}

// --- Vulkan draws it, with the handing over before it and after it

static void draw_with_copies(const lesson *l, const shared_frame *x, size_t k)
{
    OCL_CHECK(clEnqueueReadImage(l->env->queue, x->d_frame, CL_TRUE, ORIGIN, l->extents, 0, 0,
                                 x->staging.host, 0, NULL, NULL));
    vulkan_submit(&l->v, x->upload, VK_NULL_HANDLE, VK_NULL_HANDLE);
    vulkan_run(&l->v, x->draw[k]);
}

// The host waits for each of the two.
static void draw_shared(const lesson *l, const shared_frame *x, size_t k)
{
    release(l, x);
    OCL_CHECK(clFinish(l->env->queue));
    vulkan_run(&l->v, x->draw[k]);
    acquire(l, x);
}

// The host only enqueues.
static void draw_signalled(const lesson *l, const shared_frame *x, size_t k)
{
    const cl_command_queue queue = l->env->queue;
    const shared_semaphores *s = &x->semaphores;
    release(l, x);
    OCL_CHECK(l->api.clEnqueueSignalSemaphoresKHR(queue, 1, &s->cl_to_vulkan, NULL, 0, NULL, NULL));
    OCL_CHECK(clFlush(queue));    // Vulkan may wait only for what is on its way
    vulkan_submit(&l->v, x->draw[k], s->to_vulkan, s->to_opencl);
    OCL_CHECK(l->api.clEnqueueWaitSemaphoresKHR(queue, 1, &s->cl_to_opencl, NULL, 0, NULL, NULL));
    acquire(l, x);
}

typedef void create_function(const lesson *l, shared_frame *x);
typedef void draw_function(const lesson *l, const shared_frame *x, size_t k);

// --- the proof

// The counts of each frame, as OpenCL has painted them.
static ocl_result verify_frames(const lesson *l, const shared_frame *x)
{
    ocl_result result = { .pass = true };
    for (size_t k = 0; k < l->f.frames && result.pass; k++) {
        paint(l, k);
        OCL_CHECK(clEnqueueReadImage(l->env->queue, x->d_frame, CL_TRUE, ORIGIN, l->extents, 0, 0,
                                     l->now, 0, NULL, NULL));
        result = ocl_result_both(result, ocl_verify_bytes("frame of OpenCL", l->now,
                                                          frame_ref(l->ref, &l->f, k), l->bytes));
    }
    return result;
}

// The frames in a window, again and again until Escape.
static void play(lesson *l, const shared_frame *x, draw_function *draw)
{
    cl_int corner[2];
    size_t k = 0;
    do {
        paint(l, k);
        draw(l, x, k);
        tile_corner(corner, &l->f, k);
        k = (k + 1) % l->f.frames;
    } while (screen_show(&l->window, &l->sheet.image, corner));
}

static void run_way(lesson *l, int way, create_function *create, draw_function *draw)
{
    shared_frame x = { 0 };
    cl_int corner[2];
    if (!way_runs(l->env, l->report, way, way_lacks(l->env, &l->v, way))) return;
    create(l, &x);
    sheet_set_frame(&l->sheet, &x.vulkan);
    for (size_t k = 0; k < l->f.frames; k++) {
        tile_corner(corner, &l->f, k);
        x.draw[k] = record_drawing(&l->sheet, &x.vulkan, corner);
    }
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof x.d_frame, &x.d_frame));
    ocl_result result = verify_frames(l, &x);
    if (l->window.window) play(l, &x, draw);

    // Now without a look in between: only the handing over keeps the order.
    ocl_trial t = ocl_trial_open(l->env, WAY_NAMES[way], x.d_frame, 0);
    ocl_picture drawn = sheet_read(&l->sheet);
    ocl_trial_also_host(&t, drawn.rgba, 4 * (size_t)drawn.width * drawn.height);
    while (ocl_trial_next(&t)) {
        sheet_clear(&l->sheet);
        const double start = ocl_wall_ns();
        for (size_t k = 0; k < l->f.frames; k++) {
            paint(l, k);
            draw(l, &x, k);
        }
        OCL_CHECK(clFinish(l->env->queue));
        t.host_ns = ocl_wall_ns() - start;
        drawn = sheet_read(&l->sheet);
    }
    result = ocl_result_both(result, ocl_verify_picture(WAY_NAMES[way], &drawn, &l->sheet_ref, 0));
    l->times[way] = t.times;
    ocl_trial_report(&t, l->report, &(ocl_work){ .amount = (double)l->f.frames, .unit = "frame/s" },
                     result);

    if (way == OPAQUE_FD || way == SEMAPHORES) release(l, &x);    // acquired by create
    OCL_CHECK(clFinish(l->env->queue));
    if (way == SEMAPHORES) close_semaphores(&l->api, &l->v, &x.semaphores);
    OCL_CHECK(clReleaseMemObject(x.d_frame));
    if (way == COPIES) vulkan_release_buffer(&l->v, &x.staging);
    vulkan_release_image(&l->v, &x.vulkan);
}

int main(int argc, char **argv)
{
    size_t frames = 8;
    bool computes = false, shown = false;
    const ocl_option own[] = { { "--frames N: frames of a run, at most 64", .count = &frames },
                               { "--compute: Vulkan fills the tiles with a compute shader",
                                 .flag = &computes },
                               WINDOW_OPTION(&shown),
                               { 0 } };
    const ocl_about about = { .name = "vulkan_image",
                              .summary = "OpenCL paints frames, and Vulkan draws them.",
                              .accepts = "dnorVk",
                              .size_help = "width and height of a frame",
                              .extents = 2,
                              .variants = VARIANTS,
                              .writes = OCL_PICTURE_FILE,
                              .own = own };
    const ocl_options defaults = { .n = { 321, 243 }, .repeat = 10 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (frames > MAX_FRAMES) ocl_exit(OCL_EXIT_USAGE, "--frames: at most %d", MAX_FRAMES);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_require_image_2d(env.device, opt.n);
    lesson l = { .env = &env,
                 .f = film_of(opt.n, frames),
                 .extents = { opt.n[0], opt.n[1], 1 },
                 .bytes = 4 * opt.n[0] * opt.n[1] };
    const double host = (double)frames * (double)l.bytes;
    ocl_require_memory(env.device, (double)l.bytes, (double)l.bytes, 4 * host);
    l.api = load_external(&env);
    l.v = vulkan_open_device(env.device, VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT, shown);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_text(l.report, "Vulkan device", l.v.properties.deviceName);
    ocl_report_count(l.report, "width", l.f.width);
    ocl_report_count(l.report, "height", l.f.height);
    ocl_report_count(l.report, "frames", frames);

    l.sheet = open_sheet(&l.v, &l.f, computes);
    if (shown) l.window = screen_open(&l.v, "vulkan_image", (size_t[]){ opt.n[1], opt.n[0] });
    l.ref = ocl_alloc(frames * l.bytes);
    l.now = ocl_alloc(l.bytes);
    l.sheet_ref = sheet_ref(&l.f);
    OCL_TIME_REFERENCE(l.report, film_ref(l.ref, &l.sheet_ref, &l.f));
    cl_program program = ocl_build(&env, "vulkan_image.cl", "-D LIMIT=%d", LIMIT);
    cl_int err;
    l.kernel = OCL_CREATE(clCreateKernel(program, "vulkan_image", &err));
    OCL_CHECK(clSetKernelArg(l.kernel, 2, sizeof l.f.step, &l.f.step));
    ocl_local_size_2d(l.kernel, env.device, (const size_t[]){ 16, 16 }, l.local);
    ocl_global_size_2d(opt.n, l.local, SIZE_MAX, l.global);

    run_way(&l, COPIES, create_copies, draw_with_copies);
    run_way(&l, OPAQUE_FD, create_opaque_fd, draw_shared);
    run_way(&l, SEMAPHORES, create_semaphores, draw_signalled);
    show_ways(l.report, l.times,
              &(ways_table){ .title = "frames",
                             .columns = "memory, bytes copied per frame, us per frame",
                             .copied = { [COPIES] = 2 * l.bytes },
                             .count = frames });
    const ocl_picture drawn = sheet_read(&l.sheet);
    if (opt.output) ocl_output_picture(&drawn, opt.output);

    ocl_picture_free(&l.sheet_ref);
    free(l.now);
    free(l.ref);
    if (shown) screen_close(&l.window);
    sheet_close(&l.sheet);
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    vulkan_close_device(&l.v);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
