// SPDX-License-Identifier: MIT
//
// ocean - waves of a sea: thousands of waves are added up by a Fourier transform, and drawn.
//
// Shows   a two-dimensional Fourier transform: all rows in one launch, then all columns; several
//         kernels that work on the same buffers, frame after frame
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     ocean -o ocean.png, ocean -w 14 -o storm.png, ocean -f 64 -o ocean.png

#include "ocl.h"

#include "ocean/sea.h"
#include "shared/frames.h"

#include <float.h>

enum { MOST = 1024 };

// The picture in plain C, of the same slopes.
static void draw_ref(ocl_picture *picture, const cl_float2 *water, size_t n)
{
    static const double DARK[] = { 0.01, 0.09, 0.16 }, LIGHT[] = { 0.05, 0.30, 0.38 };
    for (size_t i = 0; i < n * n; i++) {
        const double x = (double)water[n * n + i].s[0], y = (double)water[n * n + i].s[1];
        const double shade = fmax((0.624 - 0.6 * x - 0.5 * y) / sqrt(1.0 + x * x + y * y), 0.0);
        for (size_t c = 0; c < 3; c++) {
            const double colour = DARK[c] + shade * LIGHT[c] + pow(shade, 12.0);
            picture->rgba[4 * i + c] = (uint8_t)fmin(255.0 * colour + 0.5, 255.0);
        }
        picture->rgba[4 * i + 3] = 255;
    }
}

// Returns how long it took, in ns.
static double launch(cl_command_queue queue, cl_kernel kernel, const size_t global[3], size_t local)
{
    const size_t locals[3] = { local, 1, 1 };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, locals, 0, NULL, &done));
    OCL_CHECK(clWaitForEvents(1, &done));    // so a launch that fails is noticed
    const double ns = ocl_event_ns(done, done);
    OCL_CHECK(clReleaseEvent(done));
    return ns;
}

int main(int argc, char **argv)
{
    // Options.
    size_t frames = 1;
    double wind = 9.0;
    const ocl_option own[] = {
        { .usage = "-f, --frames N: a quarter of a second apart, at most 64", .count = &frames },
        { .usage = "-w, --wind V: metres per second, from 1 to 40", .real = &wind },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "ocean",
                              .summary = "Waves of a sea.",
                              .accepts = "dnosk",
                              .size_help = "metres and pixels of each side: a power of two from 4",
                              .extents = 1,
                              .most = MOST,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 128 }, .seed = 1 });
    const size_t n = opt.n[0], bytes = 2 * n * n * sizeof(cl_float2);
    if (n < 4 || (n & (n - 1)) != 0)
        ocl_exit(OCL_EXIT_USAGE, "--size: %zu is not a power of two from 4", n);
    if (frames > FRAMES) ocl_exit(OCL_EXIT_USAGE, "--frames: at most %d", FRAMES);
    if (!(wind >= 1.0 && wind <= 40.0)) ocl_exit(OCL_EXIT_USAGE, "--wind: from 1 to 40");

    // Device, sea, pictures.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)bytes, 4.0 * (double)bytes, 6.0 * (double)bytes);
    cl_float4 *begin = ocl_alloc(n * n * sizeof *begin);
    cl_uint *turns = ocl_alloc(n * n * sizeof *turns);
    cl_float2 *roots = ocl_alloc(n / 2 * sizeof *roots);
    cl_float2 *water = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_picture picture, picture_ref;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, n, n, &why) || !ocl_picture_alloc(&picture_ref, n, n, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    make_sea(begin, turns, n, wind, opt.seed);
    make_roots(roots, n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "frames", frames);

    // Program, buffers, kernels, and the arguments that stay.
    cl_program program = ocl_build(&env, "ocean.cl", "-cl-std=CL1.2");
    cl_mem d_picture = ocl_buffer(&env, CL_MEM_WRITE_ONLY, 4 * n * n, NULL);
    cl_mem d_water = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_begin = ocl_buffer(&env, CL_MEM_READ_ONLY, n * n * sizeof *begin, begin);
    cl_mem d_turns = ocl_buffer(&env, CL_MEM_READ_ONLY, n * n * sizeof *turns, turns);
    cl_mem d_roots = ocl_buffer(&env, CL_MEM_READ_ONLY, n / 2 * sizeof *roots, roots);
    cl_int err;
    const cl_uint side = (cl_uint)n;
    cl_kernel waves = OCL_CREATE(clCreateKernel(program, "ocean_waves", &err));
    OCL_CHECK(clSetKernelArg(waves, 0, sizeof d_water, &d_water));
    OCL_CHECK(clSetKernelArg(waves, 1, sizeof d_begin, &d_begin));
    OCL_CHECK(clSetKernelArg(waves, 2, sizeof d_turns, &d_turns));
    OCL_CHECK(clSetKernelArg(waves, 3, sizeof side, &side));
    OCL_CHECK(clSetKernelArg(waves, 5, sizeof(cl_uint), &(cl_uint){ FRAMES }));
    cl_kernel rows = OCL_CREATE(clCreateKernel(program, "ocean_rows", &err));
    OCL_CHECK(clSetKernelArg(rows, 2, sizeof d_roots, &d_roots));
    OCL_CHECK(clSetKernelArg(rows, 3, sizeof side, &side));
    cl_kernel columns = OCL_CREATE(clCreateKernel(program, "ocean_columns", &err));
    OCL_CHECK(clSetKernelArg(columns, 2, sizeof d_roots, &d_roots));
    OCL_CHECK(clSetKernelArg(columns, 3, sizeof side, &side));
    cl_kernel draw = OCL_CREATE(clCreateKernel(program, "ocean_draw", &err));
    OCL_CHECK(clSetKernelArg(draw, 0, sizeof d_picture, &d_picture));
    OCL_CHECK(clSetKernelArg(draw, 1, sizeof d_water, &d_water));
    OCL_CHECK(clSetKernelArg(draw, 2, sizeof side, &side));
    size_t local = ocl_local_size(waves, env.device, 64);    // one that all kernels allow
    local = ocl_local_size(rows, env.device, local);
    local = ocl_local_size(columns, env.device, local);
    local = ocl_local_size(draw, env.device, local);
    const size_t pixels[3] = { ocl_round_up(n, local), n, 1 };
    const size_t of_rows[3] = { ocl_round_up(n / 2, local), n, 2 };
    const size_t of_columns[3] = { ocl_round_up(n, local), n / 2, 2 };

    const double u = FLT_EPSILON / 2.0;
    double time_ns = 0.0, ref_ns = 0.0;
    ocl_result heights = { .pass = true }, slopes = heights, energy = heights, pictures = heights;
    for (size_t frame = 1; frame <= frames; frame++) {
        // The waves of this moment; all rows and all columns, to and fro between two buffers; the
        // picture.  There are as many passes for rows as for columns: the water is in d_water.
        OCL_CHECK(clSetKernelArg(waves, 4, sizeof(cl_uint), &(cl_uint){ (cl_uint)frame }));
        time_ns += launch(env.queue, waves, pixels, local);
        cl_mem d_in = d_water, d_out = d_next;
        for (int k = 0; k < 2; k++) {
            cl_kernel pass = k == 0 ? rows : columns;
            for (cl_uint size = 1; size < side; size *= 2) {
                OCL_CHECK(clSetKernelArg(pass, 0, sizeof d_out, &d_out));
                OCL_CHECK(clSetKernelArg(pass, 1, sizeof d_in, &d_in));
                OCL_CHECK(clSetKernelArg(pass, 4, sizeof size, &size));
                time_ns += launch(env.queue, pass, k == 0 ? of_rows : of_columns, local);
                const cl_mem d_other = d_in;
                d_in = d_out;
                d_out = d_other;
            }
        }
        time_ns += launch(env.queue, draw, pixels, local);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_water, CL_TRUE, 0, bytes, water, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_picture, CL_TRUE, 0, 4 * n * n, picture.rgba, 0,
                                      NULL, NULL));
        if (opt.output != NULL) write_frame(&picture, opt.output, frame, frames);

        // Verify, as in fft.  In units of u = 2^-24 a pass adds 5: 1 for the root, 3 for the
        // product, 1 for the sum.  What the waves begin with is off by 36: 16 for the angle, 8 for
        // its cosine and sine, 3 for each of two products, 1 for the sum, 5 for the factors of a
        // slope.  A pass makes all numbers together sqrt(2) times as long; 2 log2(n) passes, n
        // times.
        const double begin_ns = ocl_wall_ns();
        const sums all = water_ref(ref, begin, turns, n, (unsigned)frame);
        draw_ref(&picture_ref, water, n);
        ref_ns += ocl_wall_ns() - begin_ns;
        double error = 36.0 * u, squares = 0.0;
        for (size_t size = 1; size < n; size *= 2)
            error += 2.0 * 5.0 * u;
        const double factor = 1.01 * error * (double)n;
        heights = ocl_result_both(heights, ocl_verify_f32("heights", water[0].s, ref[0].s,
                                                          2 * n * n, factor * sqrt(all.heights)));
        slopes = ocl_result_both(slopes, ocl_verify_f32("slopes", water[n * n].s, ref[n * n].s,
                                                        2 * n * n, factor * sqrt(all.slopes)));

        // Parseval: the mean square of the heights is the sum of the squares of the waves.
        for (size_t i = 0; i < n * n; i++)
            squares += (double)water[i].s[0] * (double)water[i].s[0];
        const float mean = (float)(squares / (double)(n * n)), sum = (float)all.energy;
        const double bound = 2.02 * error * sqrt(all.energy * all.heights);
        energy = ocl_result_both(energy, ocl_verify_f32("energy", &mean, &sum, 1, bound));

        // A colour is off by less than a thousandth of a step: where it is rounded, by one step.
        pictures =
            ocl_result_both(pictures, ocl_verify_picture("picture", &picture, &picture_ref, 1));
    }
    ocl_report_reference(report, ref_ns);
    ocl_report_kernel_ns(report, "kernels", time_ns);
    ocl_report_result(report, "heights", heights);
    ocl_report_result(report, "slopes", slopes);
    ocl_report_result(report, "energy", energy);
    ocl_report_result(report, "picture", pictures);

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(draw));
    OCL_CHECK(clReleaseKernel(columns));
    OCL_CHECK(clReleaseKernel(rows));
    OCL_CHECK(clReleaseKernel(waves));
    OCL_CHECK(clReleaseMemObject(d_roots));
    OCL_CHECK(clReleaseMemObject(d_turns));
    OCL_CHECK(clReleaseMemObject(d_begin));
    OCL_CHECK(clReleaseMemObject(d_next));
    OCL_CHECK(clReleaseMemObject(d_water));
    OCL_CHECK(clReleaseMemObject(d_picture));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    ocl_picture_free(&picture_ref);
    ocl_picture_free(&picture);
    free(ref);
    free(water);
    free(roots);
    free(turns);
    free(begin);
    return ocl_report_close(report);
}
