// SPDX-License-Identifier: MIT
//
// canny_flood - weak pixels that touch strong ones become strong: with a queue of pixels.
//
// Shows   work for the pixels that change, in place of work for all of them; a claim by atomics; a
//         work-group that goes on until its queue is empty
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueFillBuffer,
//         clEnqueueCopyBuffer, clEnqueueReadBuffer, reqd_work_group_size
// Try     canny_flood, canny_flood -n 4000x4000, canny_flood -w 20

#include "ocl.h"

#include "shared/canny_reference.h"

enum { LAUNCHES, QUEUE };
static const char *const VARIANTS[] = { "launches", "queue", NULL };

typedef struct {
    const ocl_env *env;
    canny_extent e;
    size_t n;
    cl_kernel flood, seeds, spread;
    size_t group;                                        // work-items of spread
    cl_mem d_thin, d_edges, d_next, d_queue, d_taken;    // thin: before the flood
    cl_mem d_changed;
    cl_uint changed;    // pixels that became strong
    size_t launches;    // that this took
} lesson;

// As canny does it: all pixels, until the count does not grow any more.
static void flood_by_launches(lesson *l)
{
    cl_uint before;
    size_t local[2];
    ocl_local_size_2d(l->flood, l->env->device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up((size_t)l->e.width, local[0]),
                               ocl_round_up((size_t)l->e.height, local[1]) };
    OCL_CHECK(clSetKernelArg(l->flood, 2, sizeof(cl_int), &l->e.width));
    OCL_CHECK(clSetKernelArg(l->flood, 3, sizeof(cl_int), &l->e.height));
    OCL_CHECK(clSetKernelArg(l->flood, 4, sizeof l->d_changed, &l->d_changed));
    do {
        cl_event done;
        OCL_CHECK(clSetKernelArg(l->flood, 0, sizeof l->d_next, &l->d_next));
        OCL_CHECK(clSetKernelArg(l->flood, 1, sizeof l->d_edges, &l->d_edges));
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->flood, 2, NULL, global, local, 0, NULL,
                                         &done));
        OCL_CHECK(clWaitForEvents(1, &done));
        OCL_CHECK(clReleaseEvent(done));
        cl_mem d_written = l->d_next;
        l->d_next = l->d_edges;
        l->d_edges = d_written;
        l->launches++;
        before = l->changed;
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_changed, CL_TRUE, 0, sizeof l->changed,
                                      &l->changed, 0, NULL, NULL));
    } while (l->changed != before && l->changed <= l->n);
}

// Two launches: the neighbours of strong pixels, then the neighbours of all that change.
static void flood_by_queue(lesson *l)
{
    const cl_kernel kernels[] = { l->seeds, l->spread };
    for (int k = 0; k < 2; k++) {
        OCL_CHECK(clSetKernelArg(kernels[k], 0, sizeof l->d_queue, &l->d_queue));
        OCL_CHECK(clSetKernelArg(kernels[k], 1, sizeof l->d_changed, &l->d_changed));
        OCL_CHECK(clSetKernelArg(kernels[k], 2, sizeof l->d_taken, &l->d_taken));
        OCL_CHECK(clSetKernelArg(kernels[k], 3, sizeof l->d_edges, &l->d_edges));
        OCL_CHECK(clSetKernelArg(kernels[k], 4, sizeof(cl_int), &l->e.width));
        OCL_CHECK(clSetKernelArg(kernels[k], 5, sizeof(cl_int), &l->e.height));
    }
    size_t local[2];
    ocl_local_size_2d(l->seeds, l->env->device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up((size_t)l->e.width, local[0]),
                               ocl_round_up((size_t)l->e.height, local[1]) };
    cl_event done[2];
    cl_command_queue queue = l->env->queue;
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->seeds, 2, NULL, global, local, 0, NULL, &done[0]));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, l->spread, 1, NULL, &l->group, &l->group, 0, NULL, &done[1]));
    OCL_CHECK(clWaitForEvents(2, done));
    OCL_CHECK(clReleaseEvent(done[1]));
    OCL_CHECK(clReleaseEvent(done[0]));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_changed, CL_TRUE, 0, sizeof l->changed, &l->changed,
                                  0, NULL, NULL));
    l->launches = 2;
}

// Edges as before the flood; nothing is taken, nothing has changed.
static void begin(lesson *l)
{
    const cl_uint zero = 0;
    cl_event done[3];
    cl_command_queue queue = l->env->queue;
    OCL_CHECK(clEnqueueCopyBuffer(queue, l->d_thin, l->d_edges, 0, 0, l->n, 0, NULL, &done[0]));
    OCL_CHECK(clEnqueueFillBuffer(queue, l->d_taken, &zero, sizeof zero, 0, l->n * sizeof zero, 0,
                                  NULL, &done[1]));
    OCL_CHECK(clEnqueueFillBuffer(queue, l->d_changed, &zero, sizeof zero, 0, sizeof zero, 0, NULL,
                                  &done[2]));
    OCL_CHECK(clWaitForEvents(3, done));
    for (int k = 0; k < 3; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
    l->changed = 0;
    l->launches = 0;
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_PHOTO, weak = 50, strong = 200, wanted = 0;
    const ocl_option own[] = {
        { .usage = "-w, --weak N: the least slope of a weak edge", .count = &weak },
        { .usage = "-S, --strong N: the least slope of a strong edge", .count = &strong },
        { .usage = "-g, --local N: work-items of queue, at most", .count = &wanted, .most = 4096 },
        OCL_PATTERN_OPTION(&pattern),
        { .usage = NULL }
    };
    const ocl_about about = { .name = "canny_flood",
                              .summary = "Weak edges that touch strong ones, with a queue.",
                              .accepts = "dnirVks",
                              .size_help = "pixels of a picture: width x height",
                              .extents = 2,
                              .most = 1 << 15,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1, 1 }, .repeat = 10 });
    if (weak > strong || strong > 2000)
        ocl_exit(OCL_EXIT_USAGE, "--weak N, --strong M: N <= M <= 2000");

    // Device, edges before the flood, reference.
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const size_t n = (size_t)picture.width * picture.height;
    ocl_require_memory(env.device, 4.0 * (double)n, 11.0 * (double)n, 20.0 * (double)n);
    uint8_t *grey = ocl_alloc(n), *edges = ocl_alloc(n);
    uint8_t *thin = ocl_alloc(n), *ref = ocl_alloc(n);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *p = &picture.rgba[4 * i];
        grey[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2]) / 256);
    }
    lesson l = { .env = &env, .e = { (int)picture.width, (int)picture.height }, .n = n };
    canny_thin_ref(thin, grey, l.e, (int)weak, (int)strong);
    memcpy(ref, thin, n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    size_t changed_ref = 0;
    OCL_TIME_REFERENCE(report, changed_ref = canny_flood_ref(ref, l.e));

    // Programs and buffers.  --kernel names another canny_flood.cl, not another canny.cl.
    if (wanted == 0) wanted = ocl_is_cpu(env.device) ? 1 : 1024;
    l.group = ocl_group_size(env.device, wanted);
    cl_program program = ocl_build(&env, "canny_flood.cl", "-cl-std=CL1.2 -DLOCAL=%zu", l.group);
    ocl_options no_kernel = opt;
    no_kernel.kernel = NULL;
    ocl_env of_canny = env;
    of_canny.options = &no_kernel;
    cl_program canny = ocl_build(&of_canny, "canny.cl", "-cl-std=CL1.2");
    l.d_thin = ocl_buffer(&env, CL_MEM_READ_ONLY, n, thin);
    l.d_edges = ocl_buffer(&env, CL_MEM_READ_WRITE, n, NULL);
    l.d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, n, NULL);
    l.d_queue = ocl_buffer(&env, CL_MEM_READ_WRITE, n * sizeof(cl_uint), NULL);
    l.d_taken = ocl_buffer(&env, CL_MEM_READ_WRITE, n * sizeof(cl_uint), NULL);
    l.d_changed = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    cl_int err;
    l.flood = OCL_CREATE(clCreateKernel(canny, "flood", &err));
    l.seeds = OCL_CREATE(clCreateKernel(program, "seeds", &err));
    l.spread = OCL_CREATE(clCreateKernel(program, "spread", &err));

    // The rungs.  All numbers are whole, and every pixel is compared.
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], NULL, 0);
        ocl_trial_also_host(&t, edges, n);
        while (ocl_trial_next(&t)) {
            begin(&l);
            ocl_trial_start_clock(&t);
            if (v == QUEUE)
                flood_by_queue(&l);
            else
                flood_by_launches(&l);
            OCL_CHECK(
                clEnqueueReadBuffer(env.queue, l.d_edges, CL_TRUE, 0, n, edges, 0, NULL, NULL));
        }
        const ocl_work work = { .amount = (double)n, .unit = "Mpixel/s" };
        ocl_trial_report(
            &t, report, &work,
            ocl_result_both(ocl_verify_bytes(VARIANTS[v], edges, ref, n),
                            ocl_verify_equal("changed", l.changed, (long long)changed_ref)));
        ocl_report_note(report, "%s: %u pixels in %zu launches", VARIANTS[v], l.changed,
                        l.launches);
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(l.spread));
    OCL_CHECK(clReleaseKernel(l.seeds));
    OCL_CHECK(clReleaseKernel(l.flood));
    OCL_CHECK(clReleaseMemObject(l.d_changed));
    OCL_CHECK(clReleaseMemObject(l.d_taken));
    OCL_CHECK(clReleaseMemObject(l.d_queue));
    OCL_CHECK(clReleaseMemObject(l.d_next));
    OCL_CHECK(clReleaseMemObject(l.d_edges));
    OCL_CHECK(clReleaseMemObject(l.d_thin));
    OCL_CHECK(clReleaseProgram(canny));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(thin);
    free(edges);
    free(grey);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
