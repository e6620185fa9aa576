// SPDX-License-Identifier: MIT
//
// canny - the edges of a photograph, as thin lines.
//
// Shows   several kernels in a row, each with the output of the one before; launches until nothing
//         changes any more, which the device tells the host
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     canny -o edges.png, canny -i data/rocket.bmp -o edges.png
//         canny -w 200: no weak edges, so the lines have gaps; -k with your own copy of canny.cl

#include "ocl.h"

#include "shared/canny_reference.h"

// All kernels begin with these arguments.
static void launch(const ocl_env *env, cl_kernel kernel, cl_mem d_out, cl_mem d_in, canny_extent e,
                   cl_event *done)
{
    size_t local[2];
    ocl_local_size_2d(kernel, env->device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up((size_t)e.width, local[0]),
                               ocl_round_up((size_t)e.height, local[1]) };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_int), &e.width));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_int), &e.height));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, local, 0, NULL, done));
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_PHOTO, weak = 50, strong = 200;
    const ocl_option own[] = {
        { .usage = "-w, --weak N: the least slope of a weak edge", .count = &weak },
        { .usage = "-S, --strong N: the least slope of a strong edge", .count = &strong },
        OCL_PATTERN_OPTION(&pattern),
        { .usage = NULL }
    };
    const ocl_about about = { .name = "canny",
                              .summary = "The edges of a photograph, as thin lines.",
                              .accepts = "dnioks",
                              .size_help = "pixels of a picture: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1, 1 } });
    if (weak > strong || strong > 2000)
        ocl_exit(OCL_EXIT_USAGE, "--weak N, --strong M: N <= M <= 2000");

    // Device, grey picture, reference.
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const size_t n = (size_t)picture.width * picture.height;
    const double room = (double)n;
    ocl_require_memory(env.device, 4.0 * room, 8.0 * room, 20.0 * room);
    const canny_extent e = { (int)picture.width, (int)picture.height };
    uint8_t *grey = ocl_alloc(n), *edges = ocl_alloc(n), *ref = ocl_alloc(n);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *p = &picture.rgba[4 * i];
        grey[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2]) / 256);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    size_t changed_ref = 0;
    OCL_TIME_REFERENCE(report, changed_ref = canny_ref(ref, grey, e, (int)weak, (int)strong));

    // Program and buffers.
    cl_program program = ocl_build(&env, "canny.cl", "-cl-std=CL1.2");
    cl_mem d_grey = ocl_buffer(&env, CL_MEM_READ_ONLY, n, grey);
    cl_mem d_smooth = ocl_buffer(&env, CL_MEM_READ_WRITE, n, NULL);
    cl_mem d_slopes = ocl_buffer(&env, CL_MEM_READ_WRITE, 2 * n * sizeof(cl_short), NULL);
    cl_mem d_now = ocl_buffer(&env, CL_MEM_READ_WRITE, n, NULL);
    cl_mem d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, n, NULL);
    cl_uint changed = 0, before;
    cl_mem d_changed = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof changed, &changed);

    // Three launches: blur, gradient, thin.
    cl_int err;
    cl_event done[3];
    cl_kernel blur = OCL_CREATE(clCreateKernel(program, "blur", &err));
    cl_kernel gradient = OCL_CREATE(clCreateKernel(program, "gradient", &err));
    cl_kernel thin = OCL_CREATE(clCreateKernel(program, "thin", &err));
    OCL_CHECK(clSetKernelArg(thin, 4, sizeof(cl_int), &(cl_int){ (cl_int)weak }));
    OCL_CHECK(clSetKernelArg(thin, 5, sizeof(cl_int), &(cl_int){ (cl_int)strong }));
    launch(&env, blur, d_smooth, d_grey, e, &done[0]);
    launch(&env, gradient, d_slopes, d_smooth, e, &done[1]);
    launch(&env, thin, d_now, d_slopes, e, &done[2]);

    // The flood: launches until the device counts no more changes.
    cl_kernel flood = OCL_CREATE(clCreateKernel(program, "flood", &err));
    OCL_CHECK(clSetKernelArg(flood, 4, sizeof d_changed, &d_changed));
    size_t launches = 0;
    do {
        launch(&env, flood, d_next, d_now, e, NULL);
        cl_mem d_written = d_next;
        d_next = d_now;
        d_now = d_written;
        launches++;
        before = changed;
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_changed, CL_TRUE, 0, sizeof changed, &changed, 0,
                                      NULL, NULL));
    } while (changed != before && changed <= n);    // more than n: a kernel that is wrong
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_now, CL_TRUE, 0, n, edges, 0, NULL, NULL));

    // Verify, and draw.
    ocl_report_kernel(report, "3 kernels", done, 3);
    ocl_report_note(report, "flood: %u weak pixels became edges, in %zu launches", changed,
                    launches);
    ocl_report_result(
        report, "edges",
        ocl_verify_grid_u8("edges", edges, ref, (ocl_grid){ picture.width, picture.height }));
    ocl_report_result(report, "changed",
                      ocl_verify_equal("changed", changed, (long long)changed_ref));
    if (opt.output != NULL) {
        for (size_t i = 0; i < n; i++)
            memset(&picture.rgba[4 * i], edges[i] == CANNY_STRONG ? 255 : 0, 3);
        ocl_output_picture(&picture, opt.output);
    }

    // Release, in reverse order.
    for (int k = 0; k < 3; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseKernel(flood));
    OCL_CHECK(clReleaseKernel(thin));
    OCL_CHECK(clReleaseKernel(gradient));
    OCL_CHECK(clReleaseKernel(blur));
    OCL_CHECK(clReleaseMemObject(d_changed));
    OCL_CHECK(clReleaseMemObject(d_next));
    OCL_CHECK(clReleaseMemObject(d_now));
    OCL_CHECK(clReleaseMemObject(d_slopes));
    OCL_CHECK(clReleaseMemObject(d_smooth));
    OCL_CHECK(clReleaseMemObject(d_grey));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(edges);
    free(grey);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
