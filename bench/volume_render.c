// SPDX-License-Identifier: MIT
//
// bench_volume_render - the kernel of volume_render beside OpenMP: a ray for each pixel.
//
// Times are the wall clock's, with the launch and the wait.  Both round alike: no bit may differ.

// The lesson itself, of which main alone is not called.
#define main volume_render_main
#include "../ch16_applications/volume_render.c"
#undef main

#include "contest.h"
#include "one_launch.h"

typedef struct {
    one_launch launch;
    view v;
    const uint8_t *volume;
    float *picture, *ref;
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_grid_f32(name, b->picture, b->ref, (ocl_grid){ b->v.width, b->v.height },
                               0.0);
}

static void run_openmp(void *what)
{
    const bench *b = what;
#pragma omp parallel for schedule(dynamic, 1024)
    for (size_t i = 0; i < b->v.width * b->v.height; i++)
        b->picture[i] = ray_ref(b->volume, &b->v, i);
}

static ocl_result check_kernel(void *what, const char *name)
{
    const bench *b = what;
    one_launch_read(&b->launch);
    return check(what, name);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_volume_render",
                              .summary = "volume_render's kernel beside OpenMP.",
                              .accepts = "dnrk",
                              .size_help = "pixels of the picture: width x height",
                              .extents = 2,
                              .most = 1 << 14 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 511, 509 }, .repeat = 11 });
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0] * opt.n[1], bytes = n * sizeof(cl_float);
    const size_t volume_bytes = (size_t)SIDE * SIDE * SIDE;
    ocl_require_memory(env.device, (double)bytes, (double)bytes + (double)volume_bytes,
                       3.0 * (double)bytes);
    uint8_t *volume = ocl_alloc(volume_bytes);
    make(volume);
    bench b = { .v = look(opt.n[0], opt.n[1], SIDE, 30.0), .volume = volume };
    b.picture = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", b.v.width);
    ocl_report_count(report, "height", b.v.height);
    OCL_TIME_REFERENCE(report, volume_render_ref(b.ref, volume, &b.v));

    cl_program program = ocl_build(&env, "volume_render.cl", "-cl-std=CL1.2");
    cl_mem d_volume = ocl_buffer(&env, CL_MEM_READ_ONLY, volume_bytes, volume);
    b.launch = one_launch_open(&env, program, "volume_render", opt.n, b.picture, bytes);
    const cl_kernel kernel = b.launch.kernel;
    const cl_float4 directions[] = { b.v.start, b.v.right, b.v.down, b.v.forward, b.v.light };
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_volume, &d_volume));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_int), &(cl_int){ SIDE }));
    for (cl_uint k = 0; k < 5; k++)
        OCL_CHECK(clSetKernelArg(kernel, 3 + k, sizeof(cl_float4), &directions[k]));
    OCL_CHECK(clSetKernelArg(kernel, 8, sizeof(cl_int), &(cl_int){ (cl_int)b.v.steps }));
    OCL_CHECK(clSetKernelArg(kernel, 9, sizeof(cl_uint), &(cl_uint){ (cl_uint)opt.n[0] }));
    OCL_CHECK(clSetKernelArg(kernel, 10, sizeof(cl_uint), &(cl_uint){ (cl_uint)opt.n[1] }));

    contest c = { .unit = "Mpixel/s", .env = &env, .rounds = opt.repeat };
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = one_launch_forget,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = (double)n });
    contest_add(&c, (contest_entry){ .name = "volume_render",
                                     .what = &b,
                                     .prepare = one_launch_poison,
                                     .run = one_launch_run,
                                     .check = check_kernel,
                                     .work = (double)n });
    contest_hold(&c, report);

    one_launch_close(&b.launch);
    OCL_CHECK(clReleaseMemObject(d_volume));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(b.ref);
    free(b.picture);
    free(volume);
    return ocl_report_close(report);
}
