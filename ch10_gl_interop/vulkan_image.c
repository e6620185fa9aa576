// SPDX-License-Identifier: MIT
//
// vulkan_image - a kernel of OpenCL paints frames, a pipeline of Vulkan draws them.
//
// Shows   four ways to hand an image over: with copies; in host memory that both use; in an image
//         of Vulkan that OpenCL imports; the same with semaphores, so that the host need not wait
// Uses    clCreateImageWithProperties with CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
//         clEnqueueAcquireExternalMemObjectsKHR, clEnqueueReleaseExternalMemObjectsKHR;
//         clEnqueueWaitSemaphoresKHR, clEnqueueSignalSemaphoresKHR; clCreateImage with
//         CL_MEM_USE_HOST_PTR, clEnqueueMapImage, clEnqueueUnmapMemObject, clEnqueueReadImage
// Try     vulkan_image -o julia.png; vulkan_image -n 1920x1080 --frames 4 -V host_memory

#include "ocl.h"

#include "vulkan/semaphores.h"
#include "vulkan_image/drawing.h"
#include "vulkan_image/julia.h"
#include "vulkan_image/parts.h"

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    external_api api;
    cl_kernel kernel;
    size_t global[2], local[2];
    vulkan_device v;
    drawing d;
    screen window;    // only with --window
    film f;
    size_t bytes;             // of a frame: four per pixel
    cl_uchar4 *ref, *now;     // all frames as plain C paints them; one of the kernel
    ocl_picture sheet;        // as plain C draws it
    ocl_times times[WAYS];    // of all frames of a run
    stopwatch parts[WAYS];
} lesson;

// The image that OpenCL paints and Vulkan draws, as each of the two has it.
typedef struct {
    int way;
    cl_mem d_frame;
    vulkan_image vulkan;
    vulkan_buffer staging;               // COPIES, HOST_MEMORY: Vulkan copies from here
    VkCommandBuffer upload;              // the same: this copy
    VkCommandBuffer draw[MAX_FRAMES];    // one for each tile
    shared_semaphores semaphores;        // only for SEMAPHORES
} shared_frame;

static const size_t ORIGIN[3];

// --- one image for both

static void create_frame(const lesson *l, shared_frame *x)
{
    const cl_context context = l->env->context;
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };    // VK_FORMAT_R8G8B8A8_UINT
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                           .image_width = l->f.width,
                           .image_height = l->f.height };
    const bool is_linear = is_shared(x->way) && imports_linear_images(l->env);
    cl_int err;
    x->vulkan = drawing_frame(&l->d, is_shared(x->way), is_linear);
    if (x->way == COPIES) {
        x->staging = vulkan_buffer_for_host(&l->v, l->bytes);
        x->d_frame =
            OCL_CREATE(clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &err));
    } else if (x->way == HOST_MEMORY) {
        x->staging = vulkan_buffer_of_host(&l->v, l->bytes);
        x->d_frame = OCL_CREATE(clCreateImage(context, CL_MEM_WRITE_ONLY | CL_MEM_USE_HOST_PTR,
                                              &format, &desc, x->staging.host, &err));
    } else {
        const int fd = vulkan_export(&l->v, x->vulkan.memory);
        const cl_mem_properties list[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                           (cl_mem_properties)fd, 0 };
        desc.image_row_pitch = x->vulkan.row_pitch;    // 0: the driver knows how the pixels lie
        x->d_frame = OCL_CREATE(clCreateImageWithProperties(context, list, CL_MEM_READ_WRITE,
                                                            &format, &desc, NULL, &err));
        OCL_CHECK(l->api.clEnqueueAcquireExternalMemObjectsKHR(l->env->queue, 1, &x->d_frame, 0,
                                                               NULL, NULL));
    }
    if (x->way == SEMAPHORES) x->semaphores = open_semaphores(l->env, &l->api, &l->v);
    if (!is_shared(x->way)) x->upload = drawing_upload(&l->d, &x->vulkan, x->staging.buffer);
    for (size_t k = 0; k < l->f.frames; k++)
        x->draw[k] = drawing_record(&l->d, &x->vulkan, k);
}

static void release_frame(const lesson *l, shared_frame *x)
{
    // What was acquired is released before it goes.
    if (is_shared(x->way))
        OCL_CHECK(l->api.clEnqueueReleaseExternalMemObjectsKHR(l->env->queue, 1, &x->d_frame, 0,
                                                               NULL, NULL));
    OCL_CHECK(clFinish(l->env->queue));
    if (x->way == SEMAPHORES) close_semaphores(&l->api, &l->v, &x->semaphores);
    OCL_CHECK(clReleaseMemObject(x->d_frame));
    if (!is_shared(x->way)) vulkan_release_buffer(&l->v, &x->staging);
    vulkan_release_image(&l->v, &x->vulkan);
}

// --- a frame: paint, give to Vulkan, draw, take back

static void paint(const lesson *l, size_t k)
{
    const cl_int2 c = julia_constant(&l->f, k);
    OCL_CHECK(clSetKernelArg(l->kernel, 1, sizeof c, &c));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernel, 2, NULL, l->global, l->local, 0,
                                     NULL, NULL));
}

// OpenCL has finished, and Vulkan finds the frame.
static void give_to_vulkan(const lesson *l, const shared_frame *x)
{
    const cl_command_queue queue = l->env->queue;
    const size_t region[] = { l->f.width, l->f.height, 1 };
    size_t row_pitch;
    cl_int err;
    if (x->way == COPIES) {
        OCL_CHECK(clEnqueueReadImage(queue, x->d_frame, CL_TRUE, ORIGIN, region, 0, 0,
                                     x->staging.host, 0, NULL, NULL));
    } else if (x->way == HOST_MEMORY) {    // up to date only while it is mapped
        OCL_CREATE(clEnqueueMapImage(queue, x->d_frame, CL_TRUE, CL_MAP_READ, ORIGIN, region,
                                     &row_pitch, NULL, 0, NULL, NULL, &err));
    } else {
        OCL_CHECK(
            l->api.clEnqueueReleaseExternalMemObjectsKHR(queue, 1, &x->d_frame, 0, NULL, NULL));
        if (x->way == SEMAPHORES) {
            OCL_CHECK(l->api.clEnqueueSignalSemaphoresKHR(queue, 1, &x->semaphores.cl_to_vulkan,
                                                          NULL, 0, NULL, NULL));
            OCL_CHECK(clFlush(queue));    // Vulkan may wait only for what is on its way
        } else {
            OCL_CHECK(clFinish(queue));
        }
    }
    if (x->upload) vulkan_submit(&l->v, x->upload, VK_NULL_HANDLE, VK_NULL_HANDLE);
}

// With semaphores the host need not wait.
static void draw(const lesson *l, const shared_frame *x, size_t k)
{
    vulkan_submit(&l->v, x->draw[k], x->semaphores.to_vulkan, x->semaphores.to_opencl);
    if (x->way != SEMAPHORES) vulkan_finish(&l->v);
}

// Vulkan has finished, or signals when it has, and OpenCL may paint again.
static void take_from_vulkan(const lesson *l, const shared_frame *x)
{
    const cl_command_queue queue = l->env->queue;
    if (x->way == HOST_MEMORY)
        OCL_CHECK(clEnqueueUnmapMemObject(queue, x->d_frame, x->staging.host, 0, NULL, NULL));
    if (x->way == SEMAPHORES)
        OCL_CHECK(l->api.clEnqueueWaitSemaphoresKHR(queue, 1, &x->semaphores.cl_to_opencl, NULL, 0,
                                                    NULL, NULL));
    if (is_shared(x->way))
        OCL_CHECK(
            l->api.clEnqueueAcquireExternalMemObjectsKHR(queue, 1, &x->d_frame, 0, NULL, NULL));
}

// If parts are timed, the host waits here, and the watch notes the time.
static void end_part(const lesson *l, const shared_frame *x, stopwatch *watch, int part)
{
    if (!watch) return;
    OCL_CHECK(clFinish(l->env->queue));
    if (part == DRAWING || (part == TO_VULKAN && x->upload)) vulkan_finish(&l->v);
    stopwatch_end_part(watch, part);
}

static void run_frame(const lesson *l, const shared_frame *x, size_t k, stopwatch *watch)
{
    if (watch) stopwatch_start_frame(watch);
    paint(l, k);
    end_part(l, x, watch, PAINTING);
    give_to_vulkan(l, x);
    end_part(l, x, watch, TO_VULKAN);
    draw(l, x, k);
    end_part(l, x, watch, DRAWING);
    take_from_vulkan(l, x);
    end_part(l, x, watch, BACK);
}

// The frames in a window, again and again until Escape.
static void play(lesson *l, const shared_frame *x)
{
    size_t k = 0;
    do
        run_frame(l, x, k % l->f.frames, NULL);
    while (drawing_show(&l->d, &l->window, k++ % l->f.frames));
}

// --- the proof

// The counts of each frame, as OpenCL has painted them.
static ocl_result verify_frames(const lesson *l, const shared_frame *x)
{
    const size_t region[] = { l->f.width, l->f.height, 1 };
    ocl_result result = { .pass = true };
    for (size_t k = 0; k < l->f.frames && result.pass; k++) {
        paint(l, k);
        OCL_CHECK(clEnqueueReadImage(l->env->queue, x->d_frame, CL_TRUE, ORIGIN, region, 0, 0,
                                     l->now, 0, NULL, NULL));
        result = ocl_result_both(result, ocl_verify_bytes("frame of OpenCL", l->now,
                                                          frame_ref(l->ref, &l->f, k), l->bytes));
    }
    return result;
}

static void run_way(lesson *l, int way)
{
    shared_frame x = { .way = way };
    create_frame(l, &x);
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof x.d_frame, &x.d_frame));
    ocl_result result = verify_frames(l, &x);
    if (l->window.window) play(l, &x);

    ocl_trial t = ocl_trial_open(l->env, WAY_NAMES[way], x.d_frame, 0);
    const ocl_picture sheet = drawing_sheet(&l->d);
    ocl_trial_also_host(&t, sheet.rgba, 4 * (size_t)sheet.width * sheet.height);
    while (ocl_trial_next(&t)) {
        drawing_clear(&l->d);
        const double start = ocl_wall_ns();
        for (size_t k = 0; k < l->f.frames; k++)
            run_frame(l, &x, k, NULL);
        OCL_CHECK(clFinish(l->env->queue));
        t.host_ns = ocl_wall_ns() - start;
        drawing_read(&l->d);
    }
    result = ocl_result_both(result, drawing_verify(&l->d, WAY_NAMES[way], &l->sheet));
    for (size_t k = 0; k < l->f.frames; k++)
        run_frame(l, &x, k, &l->parts[way]);
    result = ocl_result_both(result, drawing_verify(&l->d, WAY_NAMES[way], &l->sheet));
    l->times[way] = t.times;
    ocl_trial_report(&t, l->report, &(ocl_work){ .amount = (double)l->f.frames, .unit = "frame/s" },
                     result);
    release_frame(l, &x);
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
                              .variants = WAY_NAMES,
                              .writes = OCL_PICTURE_FILE,
                              .own = own };
    const ocl_options defaults = { .n = { 321, 243 }, .repeat = 10 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (frames > MAX_FRAMES) ocl_exit(OCL_EXIT_USAGE, "--frames: at most %d", MAX_FRAMES);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_require_image_2d(env.device, opt.n);
    lesson l = { .env = &env, .f = film_of(opt.n, frames), .bytes = 4 * opt.n[0] * opt.n[1] };
    const double host = (double)frames * (double)l.bytes;
    ocl_require_memory(env.device, (double)l.bytes, (double)l.bytes, 4 * host);
    l.api = load_external(&env);
    l.v = vulkan_open_device(env.device, VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT,
                             WAY_EXTENSIONS, shown ? screen_extensions() : (vulkan_names){ 0 });
    drawing_require_one_llvm(&l.v, env.device);
    require_wanted_way(&env, &l.v);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_text(l.report, "Vulkan device", l.v.properties.deviceName);
    film_report(l.report, &l.f);

    l.d = drawing_open(&l.v, &l.f, computes);
    if (shown) l.window = screen_open(&l.v, "vulkan_image", (size_t[]){ opt.n[1], opt.n[0] });
    l.ref = ocl_alloc(frames * l.bytes);
    l.now = ocl_alloc(l.bytes);
    l.sheet = sheet_ref(&l.f);
    OCL_TIME_REFERENCE(l.report, film_ref(l.ref, &l.sheet, &l.f));
    cl_program program = ocl_build(&env, "vulkan_image.cl", "-D LIMIT=%d", LIMIT);
    cl_int err;
    l.kernel = OCL_CREATE(clCreateKernel(program, "vulkan_image", &err));
    OCL_CHECK(clSetKernelArg(l.kernel, 2, sizeof l.f.step, &l.f.step));
    ocl_local_size_2d(l.kernel, env.device, (const size_t[]){ 16, 16 }, l.local);
    ocl_global_size_2d(opt.n, l.local, SIZE_MAX, l.global);

    for (int way = 0; way < WAYS; way++)
        if (way_runs(&env, l.report, &l.v, way)) run_way(&l, way);
    show_frames(l.report, &env, l.times, l.parts, (const size_t[]){ frames, l.bytes });
    const ocl_picture drawn = drawing_sheet(&l.d);
    if (opt.output) ocl_output_picture(&drawn, opt.output);

    ocl_picture_free(&l.sheet);
    free(l.now);
    free(l.ref);
    if (shown) screen_close(&l.window);
    drawing_close(&l.d);
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    vulkan_close_device(&l.v);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
