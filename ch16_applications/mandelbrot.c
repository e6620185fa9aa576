// SPDX-License-Identifier: MIT
//
// mandelbrot - a picture of one's own: the Mandelbrot set, one work-item per pixel.
//
// Shows   a picture that a formula makes; work-items that need different numbers of steps; device
//         and host that agree to the last bit
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     mandelbrot -o set.png, mandelbrot --window
//         mandelbrot -x -0.745 -y 0.113 -w 0.01 -m 1000 -o seahorses.png

#include "ocl.h"

#include "shared/live/live.h"

// What the picture shows.  The pixels are `step` apart, and the first one is (left, top).
typedef struct {
    size_t width, height;    // pixels
    float left, top, step;
    uint32_t most;    // steps
} view;

// The view with its centre at (x, y), and so wide.
static view look(const size_t n[2], double x, double y, double width, size_t most)
{
    const double step = width / (double)n[0];
    return (view){ .width = n[0],
                   .height = n[1],
                   .left = (float)(x - step * (double)(n[0] - 1) / 2.0),
                   .top = (float)(y + step * (double)(n[1] - 1) / 2.0),
                   .step = (float)step,
                   .most = (uint32_t)most };
}

// The answer in plain C.  Each product has a variable of its own.  So a compiler in its ISO C mode,
// which CMakeLists.txt asks for, does not fuse a product and a sum.  The device does not, either.
static void mandelbrot_ref(uint32_t *counts, const view *v)
{
    for (size_t i = 0; i < v->width * v->height; i++) {
        const float across = (float)(i % v->width) * v->step;
        const float down = (float)(i / v->width) * v->step;
        const float cx = v->left + across, cy = v->top - down;
        uint32_t n = 0;
        float x = 0.0f, y = 0.0f, xx = 0.0f, yy = 0.0f;
        while (n < v->most && xx + yy <= 4.0f) {
            const float xy = x * y;
            x = xx - yy + cx;
            y = 2.0f * xy + cy;
            xx = x * x;
            yy = y * y;
            n++;
        }
        counts[i] = n;
    }
}

// Points that stay are black.  The others go through blue, white and orange, once while the steps
// double eight times.
static void paint(ocl_picture *picture, const uint32_t *counts, uint32_t most)
{
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        const double turn = 4.0 * log2(1.0 + counts[i]) / 5.0;
        for (int c = 0; c < 3; c++)
            picture->rgba[4 * i + (size_t)c] =
                counts[i] == most ? 0 : (uint8_t)(127.5 - 127.5 * cos(turn + 0.5 * c - 0.5));
        picture->rgba[4 * i + 3] = 255;
    }
}

int main(int argc, char **argv)
{
    // Options.
    double x = -0.75, y = 0.0, width = 3.2;
    size_t most = 256;
    bool shown = false;
    const ocl_option own[] = {
        { .usage = "-x, --x X: the centre of the picture, across", .real = &x },
        { .usage = "-y, --y Y: the centre of the picture, upwards", .real = &y },
        { .usage = "-w, --width W: of the picture, in the plane", .real = &width },
        { .usage = "-m, --most N: steps until a point counts as one that stays", .count = &most },
        LIVE_OPTION(&shown, "arrows move, + and - zoom, "),
        { .usage = NULL }
    };
    const ocl_about about = { .name = "mandelbrot",
                              .summary = "The Mandelbrot set: steps until a point runs away.",
                              .accepts = "dnok",
                              .size_help = "pixels of the picture: width x height",
                              .extents = 2,
                              .most = 1 << 19,    // NVIDIA's GPUs take 65535 work-groups of 16 rows
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 799, 601 } });
    if (!(width >= 1e-9 && width <= 1e9)) ocl_exit(OCL_EXIT_USAGE, "--width: from 1e-9 to 1e9");
    if (fabs(x) > 1e9 || fabs(y) > 1e9) ocl_exit(OCL_EXIT_USAGE, "--x, --y: from -1e9 to 1e9");
    if (most > UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--most: at most %u", UINT32_MAX);

    // Device, view, reference.
    ocl_env env = ocl_open(&opt);
    const double pixels = (double)opt.n[0] * (double)opt.n[1], room = pixels * sizeof(cl_uint);
    ocl_require_memory(env.device, room, room, 3.0 * room);
    view v = look(opt.n, x, y, width, most);
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, v.width, v.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    live window = live_open(shown, about.name, &picture);
    const size_t n = v.width * v.height, bytes = n * sizeof(cl_uint);
    uint32_t *counts = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", v.width);
    ocl_report_count(report, "height", v.height);
    ocl_report_count(report, "most", most);
    OCL_TIME_REFERENCE(report, mandelbrot_ref(ref, &v));

    // Program, buffer, arguments.
    cl_program program = ocl_build(&env, "mandelbrot.cl", "-cl-std=CL1.2");
    cl_mem d_counts = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "mandelbrot", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_float), &v.left));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_float), &v.top));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_float), &v.step));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ v.width }));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_ulong), &(cl_ulong){ v.height }));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_uint), &v.most));

    // Launch and read.  A work-group is a piece of 16 x 16 pixels, or what the device has.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 16, 16 }, local);
    const size_t global[2] = { ocl_round_up(v.width, local[0]), ocl_round_up(v.height, local[1]) };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_counts, CL_TRUE, 0, bytes, counts, 0, NULL, NULL));

    // Verify, and draw.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "steps", ocl_verify_u32("steps", counts, ref, n));
    if (opt.output != NULL || shown) paint(&picture, counts, v.most);
    if (opt.output != NULL) ocl_output_picture(&picture, opt.output);

    // With --window, until Escape: the same launch for another view.
    while (live_show(&window, &picture)) {
        x += 0.01 * width * window.right;
        y += 0.01 * width * window.up;
        width = fmin(width * (1.0 - 0.02 * window.nearer), 1e9);
        v = look(opt.n, x, y, width, most);
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_float), &v.left));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_float), &v.top));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_float), &v.step));
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_counts, CL_TRUE, 0, bytes, counts, 0, NULL, NULL));
        paint(&picture, counts, v.most);
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    live_close(&window);
    ocl_picture_free(&picture);
    free(ref);
    free(counts);
    return ocl_report_close(report);
}
