// SPDX-License-Identifier: MIT
//
// volume_render - a picture of a volume: a ray for each pixel.
//
// Shows   numbers between the numbers of a volume; rays that collect light until nothing passes any
//         more; device and host that agree to the last bit
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     volume_render --window, volume_render -i data/brain.nrrd -n 600 -o brain.png
//         -k with your own copy of volume_render.cl

#include "ocl.h"

#include "shared/live/live.h"
#include "shared/nrrd.h"
#include "shared/rays.h"

enum { SIDE = 64 };    // numbers of a volume that is made, in each direction

static const double PI = 3.14159265358979323846;

// A gyroid, which is a surface without an edge, and a ball of it.  The ball has flat sides where
// the volume ends.  The density is 255 on the surface.
static void make(uint8_t *volume)
{
    for (size_t i = 0; i < (size_t)SIDE * SIDE * SIDE; i++) {
        const double x = (double)(i % SIDE) - SIDE / 2.0,
                     y = (double)(i / SIDE % SIDE) - SIDE / 2.0;
        const double z = (double)(i / SIDE / SIDE) - SIDE / 2.0, turn = 2.0 * PI / 22.0;
        const double gyroid = sin(turn * x) * cos(turn * y) + sin(turn * y) * cos(turn * z) +
                              sin(turn * z) * cos(turn * x);
        const bool inside = x * x + y * y + z * z < 36.0 * 36.0;
        volume[i] = (uint8_t)(inside ? 255.0 * fmax(1.0 - 1.5 * fabs(gyroid), 0.0) : 0.0);
    }
}

// The answer in plain C.  Each product has a variable of its own.  So a compiler in its ISO C mode,
// which CMakeLists.txt asks for, does not fuse a product and a sum.  The device does not, either.
static float between(float a, float b, float part)
{
    const float more = part * (b - a);
    return a + more;
}

static float density(const uint8_t *volume, size_t side, const float at[3])
{
    size_t whole[3];
    float part[3];
    for (int c = 0; c < 3; c++) {
        if (!(at[c] >= 0.0f && at[c] < (float)(side - 1))) return 0.0f;
        whole[c] = (size_t)at[c];
        part[c] = at[c] - (float)whole[c];
    }
    float in_z[2];
    for (size_t k = 0; k < 2; k++) {
        float in_y[2];
        for (size_t j = 0; j < 2; j++) {
            const uint8_t *p = volume + ((whole[2] + k) * side + whole[1] + j) * side + whole[0];
            in_y[j] = between(p[0], p[1], part[0]);
        }
        in_z[k] = between(in_y[0], in_y[1], part[1]);
    }
    return between(in_z[0], in_z[1], part[2]);
}

// What pixel i sees.
static float ray_ref(const uint8_t *volume, const view *v, size_t i)
{
    const float column = (float)(i % v->width), row = (float)(i / v->width);
    float from[3], seen = 0.0f, passes = 1.0f;
    for (int c = 0; c < 3; c++) {
        const float across = column * v->right.s[c], down = row * v->down.s[c];
        from[c] = v->start.s[c] + across + down;
    }
    for (size_t step = 0; step < v->steps && passes > 0.01f; step++) {
        float at[3], lighter[3];
        for (int c = 0; c < 3; c++) {
            const float along = (float)step * v->forward.s[c];
            at[c] = from[c] + along;
            lighter[c] = at[c] + v->light.s[c];
        }
        const float here = density(volume, v->side, at);
        if (here == 0.0f) continue;
        const float less = (here - density(volume, v->side, lighter)) * 0.006f,
                    stays = here * 0.002f;
        const float adds = passes * stays * fminf(fmaxf(0.3f + less, 0.05f), 1.0f);
        seen += adds;
        passes *= 1.0f - stays;
    }
    return seen;
}

static void volume_render_ref(float *picture, const uint8_t *volume, const view *v)
{
    for (size_t i = 0; i < v->width * v->height; i++)
        picture[i] = ray_ref(volume, v, i);
}

// From black through orange to white.
static void paint(ocl_picture *picture, const float *seen)
{
    static const float POWER[] = { 0.9f, 1.7f, 3.0f };    // red comes first, blue last
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        for (int c = 0; c < 3; c++)
            picture->rgba[4 * i + (size_t)c] =
                (uint8_t)(255.0f * powf(fminf(fmaxf(1.3f * seen[i], 0.0f), 1.0f), POWER[c]));
        picture->rgba[4 * i + 3] = 255;
    }
}

int main(int argc, char **argv)
{
    // Options.
    double angle = 30.0;
    bool shown = false;
    const ocl_option own[] = { { .usage = "-a, --angle A: turns the volume, in degrees",
                                 .real = &angle },
                               LIVE_OPTION(&shown, "the arrows turn it, "),
                               { .usage = NULL } };
    const ocl_about about = { .name = "volume_render",
                              .summary = "A picture of a volume.",
                              .accepts = "dniok",
                              .size_help = "pixels of the picture: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 257, 255 } });
    if (!(fabs(angle) <= 360.0)) ocl_exit(OCL_EXIT_USAGE, "--angle: from -360 to 360");

    // Device, volume, reference.
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * (double)opt.n[1] * sizeof(cl_float);
    size_t side = SIDE;
    uint8_t *volume;
    ocl_message why;
    if (!opt.input) {
        volume = ocl_alloc((size_t)SIDE * SIDE * SIDE);
        make(volume);
    } else if (!nrrd_load(&volume, &side, opt.input, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    const size_t volume_bytes = side * side * side;
    ocl_require_memory(env.device, room, room + (double)volume_bytes, 3.0 * room);
    const size_t n = opt.n[0] * opt.n[1], bytes = n * sizeof(cl_float);
    view v = look(opt.n[0], opt.n[1], side, angle);
    float *seen = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_picture picture;
    if (!ocl_picture_alloc(&picture, v.width, v.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    live window = live_open(shown, about.name, &picture);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", v.width);
    ocl_report_count(report, "height", v.height);
    OCL_TIME_REFERENCE(report, volume_render_ref(ref, volume, &v));

    // Program, buffers, arguments.
    cl_program program = ocl_build(&env, "volume_render.cl", "-cl-std=CL1.2");
    cl_mem d_picture = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_volume = ocl_buffer(&env, CL_MEM_READ_ONLY, volume_bytes, volume);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "volume_render", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_picture, &d_picture));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_volume, &d_volume));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_int), &(cl_int){ (cl_int)side }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_float4), &v.start));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_float4), &v.right));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_float4), &v.down));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_float4), &v.forward));
    OCL_CHECK(clSetKernelArg(kernel, 7, sizeof(cl_float4), &v.light));
    OCL_CHECK(clSetKernelArg(kernel, 8, sizeof(cl_int), &(cl_int){ (cl_int)v.steps }));
    OCL_CHECK(clSetKernelArg(kernel, 9, sizeof(cl_uint), &(cl_uint){ (cl_uint)v.width }));
    OCL_CHECK(clSetKernelArg(kernel, 10, sizeof(cl_uint), &(cl_uint){ (cl_uint)v.height }));

    // Launch and read.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 16, 16 }, local);
    const size_t global[2] = { ocl_round_up(v.width, local[0]), ocl_round_up(v.height, local[1]) };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_picture, CL_TRUE, 0, bytes, seen, 0, NULL, NULL));

    // Verify: both round in the same way, so nothing may differ.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(
        report, "pixels",
        ocl_verify_grid_f32("pixels", seen, ref, (ocl_grid){ v.width, v.height }, 0.0));
    if (opt.output != NULL || shown) paint(&picture, seen);
    if (opt.output != NULL) ocl_output_picture(&picture, opt.output);

    // With --window, until Escape: the same launch for another angle.
    while (live_show(&window, &picture)) {
        angle = fmod(angle + 2.0 * window.right, 360.0);
        v = look(v.width, v.height, side, angle);
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_float4), &v.start));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_float4), &v.right));
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_float4), &v.down));
        OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_float4), &v.forward));
        OCL_CHECK(clSetKernelArg(kernel, 7, sizeof(cl_float4), &v.light));
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_picture, CL_TRUE, 0, bytes, seen, 0, NULL, NULL));
        paint(&picture, seen);
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_volume));
    OCL_CHECK(clReleaseMemObject(d_picture));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    live_close(&window);
    ocl_picture_free(&picture);
    free(ref);
    free(seen);
    free(volume);
    return ocl_report_close(report);
}
