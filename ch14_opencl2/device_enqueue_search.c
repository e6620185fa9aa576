// SPDX-License-Identifier: MIT
//
// device_enqueue_search - a kernel launches the next kernel: the host does not wait between them.
//
// Shows   a search that refines itself, and rounds until nothing changes: the host reads a number
//         after each launch and decides, which runs everywhere; or a work-item decides
// Uses    CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, clCreateCommandQueueWithProperties,
//         CL_QUEUE_ON_DEVICE_DEFAULT, clEnqueueNDRangeKernel, clEnqueueReadBuffer; enqueue_kernel
// Try     device_enqueue_search -n 4K -V search_host; device_enqueue_search -n 4K -V search_device

#include "ocl.h"

#include "device_enqueue_search/problem.h"

enum {
    FAILED = 40,        // the place of an error, behind the levels of the search
    MOST_ROUNDS = 33    // to the root of any of 2^32 elements
};

enum { SEARCH_HOST, SEARCH_DEVICE, ROOTS_HOST, ROOTS_DEVICE };
static const char *const VARIANTS[] = { "search_host", "search_device", "roots_host",
                                        "roots_device", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    cl_uint n, top;            // sides of the picture and of the first square
    cl_uint elements, room;    // of the forest; squares in a list at most
    size_t group;              // work-items per work-group
    cl_mem d_circles, d_parents;
} lesson;

// The queue that get_default_queue() gives to kernels.  It runs commands in any order.
static cl_command_queue create_device_queue(const ocl_env *env)
{
    const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES,
                                               CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                   CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT,
                                               0 };
    cl_int err;
    return OCL_CREATE(
        clCreateCommandQueueWithProperties(env->context, env->device, properties, &err));
}

static cl_uint read_number(const lesson *l, cl_mem buffer, size_t place)
{
    cl_uint number;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, buffer, CL_TRUE, place * sizeof number,
                                  sizeof number, &number, 0, NULL, NULL));
    return number;
}

static void launch(const lesson *l, cl_kernel kernel, size_t items)
{
    const size_t local = ocl_local_size(kernel, l->env->device, l->group);
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// A launch for each level.  The host must know how many squares the next level has.
static void search_from_host(const lesson *l, cl_kernel kernel, const cl_mem d_squares[2],
                             cl_mem d_counts)
{
    cl_uint squares = 1, size = l->top;
    for (cl_uint level = 0; squares > 0 && size > 0; level++) {
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof *d_squares, &d_squares[level % 2]));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof *d_squares, &d_squares[(level + 1) % 2]));
        OCL_CHECK(clSetKernelArg(kernel, 6, sizeof size, &size));
        OCL_CHECK(clSetKernelArg(kernel, 7, sizeof level, &level));
        launch(l, kernel, squares);
        squares = read_number(l, d_counts, level + 1);
        size /= 2;
    }
}

static void run_search(const lesson *l, int variant)
{
    const bool on_device = variant == SEARCH_DEVICE;
    const size_t bytes = (size_t)l->n * l->n, one = 1;
    const cl_uint numbers[FAILED + 1] = { 1 }, level = 0;
    const cl_uint picture = 0;    // the square at (0, 0)
    const unsigned char black = 0;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(
        l->program, on_device ? "device_enqueue_search_levels" : "device_enqueue_search_refine",
        &err));
    cl_mem d_out = ocl_buffer(l->env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_squares[2] = { ocl_buffer(l->env, CL_MEM_READ_WRITE, l->room * sizeof(cl_uint), NULL),
                            ocl_buffer(l->env, CL_MEM_READ_WRITE, l->room * sizeof(cl_uint),
                                       NULL) };
    cl_mem d_counts = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof numbers, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof *d_squares, &d_squares[0]));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof *d_squares, &d_squares[1]));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof l->d_circles, &l->d_circles));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof l->n, &l->n));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof l->top, &l->top));
    OCL_CHECK(clSetKernelArg(kernel, 7, sizeof level, &level));

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], d_out, bytes);
    for (int k = 0; k < 2; k++)
        ocl_trial_scratch(&t, d_squares[k], l->room * sizeof(cl_uint));
    while (ocl_trial_next(&t)) {
        // Level 0 has one square: the picture.
        OCL_CHECK(clEnqueueFillBuffer(l->env->queue, d_out, &black, 1, 0, bytes, 0, NULL, NULL));
        OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, d_squares[1], CL_TRUE, 0, sizeof picture,
                                       &picture, 0, NULL, NULL));
        OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, d_counts, CL_TRUE, 0, sizeof numbers, numbers,
                                       0, NULL, NULL));
        ocl_trial_start_clock(&t);
        if (on_device)
            OCL_CHECK(
                clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
        else
            search_from_host(l, kernel, d_squares, d_counts);
    }
    unsigned char *ref = ocl_alloc(bytes);
    circles_ref(ref, l->n, l->env->options->seed);
    ocl_result result = ocl_verify_buffer(l->env, t.name, d_out, ref, bytes);
    result = ocl_result_both(
        result, ocl_verify_equal("kernels not enqueued", read_number(l, d_counts, FAILED), 0));
    const ocl_work work = { .amount = (double)bytes, .unit = "Mpixel/s" };
    ocl_trial_report(&t, l->report, &work, result);
    free(ref);
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseMemObject(d_squares[1]));
    OCL_CHECK(clReleaseMemObject(d_squares[0]));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
}

// Rounds until one changes nothing.  Then both buffers hold the same.
static void jump_from_host(const lesson *l, cl_kernel kernel, const cl_mem d_roots[2],
                           cl_mem d_state)
{
    const cl_uint no = 0;
    int to = 0;
    int rounds = 0;
    do {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof *d_roots, &d_roots[to]));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof *d_roots, &d_roots[!to]));
        OCL_CHECK(clEnqueueFillBuffer(l->env->queue, d_state, &no, sizeof no, 0, sizeof no, 0, NULL,
                                      NULL));
        launch(l, kernel, l->elements);
        to = !to;
    } while (read_number(l, d_state, 0) && ++rounds < MOST_ROUNDS);
}

static void run_roots(const lesson *l, int variant)
{
    const bool on_device = variant == ROOTS_DEVICE;
    const size_t bytes = l->elements * sizeof(cl_uint), one = 1;
    const cl_uint numbers[FAILED + 1] = { 1 };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(
        l->program, on_device ? "device_enqueue_search_until_same" : "device_enqueue_search_jump",
        &err));
    cl_mem d_roots[2] = { ocl_buffer(l->env, CL_MEM_READ_WRITE, bytes, NULL),
                          ocl_buffer(l->env, CL_MEM_READ_WRITE, bytes, NULL) };
    cl_mem d_state = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof numbers, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof *d_roots, &d_roots[0]));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof *d_roots, &d_roots[1]));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_state, &d_state));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->elements, &l->elements));

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], d_roots[0], bytes);
    ocl_trial_scratch(&t, d_roots[1], bytes);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueCopyBuffer(l->env->queue, l->d_parents, d_roots[1], 0, 0, bytes, 0, NULL,
                                      NULL));
        OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, d_state, CL_TRUE, 0, sizeof numbers, numbers,
                                       0, NULL, NULL));
        ocl_trial_start_clock(&t);
        if (on_device)
            OCL_CHECK(
                clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
        else
            jump_from_host(l, kernel, d_roots, d_state);
    }
    cl_uint *ref = ocl_alloc(bytes);
    roots_ref(ref, l->elements, l->env->options->seed);
    ocl_result result = ocl_verify_buffer(l->env, t.name, d_roots[0], ref, bytes);
    result = ocl_result_both(
        result, ocl_verify_equal("kernels not enqueued", read_number(l, d_state, FAILED), 0));
    if (on_device)
        result = ocl_result_both(result,
                                 ocl_verify_equal("rounds", read_number(l, d_state, 1),
                                                  rounds_ref(l->elements, l->env->options->seed)));
    const ocl_work work = { .amount = (double)l->elements, .unit = "Melement/s" };
    ocl_trial_report(&t, l->report, &work, result);
    free(ref);
    OCL_CHECK(clReleaseMemObject(d_state));
    OCL_CHECK(clReleaseMemObject(d_roots[1]));
    OCL_CHECK(clReleaseMemObject(d_roots[0]));
    OCL_CHECK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_enqueue_search",
                              .summary = "A kernel launches the next kernel.",
                              .accepts = "dnrVks",
                              .size_help = "side of the picture; the forest has its square",
                              .extents = 1,
                              .most = MAX_SIDE,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 509 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const bool on_device = ocl_has_device_queue(env.device);
    if (!on_device && !ocl_wants(&opt, "all") &&
        (ocl_wants(&opt, "search_device") || ocl_wants(&opt, "roots_device")))
        ocl_exit(OCL_EXIT_SKIP, "this device has no queue of its own: "
                                "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES is 0");

    lesson l = { .env = &env, .n = (cl_uint)opt.n[0], .elements = (cl_uint)(opt.n[0] * opt.n[0]) };
    l.group = ocl_group_size(env.device, 64);
    for (l.top = 1; l.top < l.n;)
        l.top *= 2;
    l.room = squares_at_most(l.n, opt.seed);
    const double size = sizeof(cl_uint) * (double)l.elements;
    ocl_require_memory(env.device, size, 4 * size + 8.0 * l.room, 4 * size);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_count(l.report, "circles", CIRCLES);
    ocl_report_count(l.report, "elements", l.elements);
    cl_uint4 circles[CIRCLES];
    cl_uint *parents = ocl_alloc(l.elements * sizeof *parents);
    make_circles(circles, l.n, opt.seed);
    make_parents(parents, l.elements, opt.seed);

    l.program = ocl_build(&env, "device_enqueue_search.cl",
                          "%s -DCIRCLES=%d -DGROUP=%zu -DFAILED=%d -DMOST_ROUNDS=%d",
                          on_device ? ocl_newest_c(env.device) : "-cl-std=CL1.2", CIRCLES, l.group,
                          FAILED, MOST_ROUNDS);
    cl_command_queue children = on_device ? create_device_queue(&env) : NULL;
    l.d_circles = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof circles, circles);
    l.d_parents = ocl_buffer(&env, CL_MEM_READ_ONLY, l.elements * sizeof *parents, parents);
    for (int v = SEARCH_HOST; v <= ROOTS_DEVICE; v++) {
        const bool device_decides = v == SEARCH_DEVICE || v == ROOTS_DEVICE;
        if (!ocl_wants(&opt, VARIANTS[v]) || (device_decides && !on_device)) continue;
        if (v <= SEARCH_DEVICE)
            run_search(&l, v);
        else
            run_roots(&l, v);
    }
    if (!on_device && ocl_wants(&opt, "all"))
        ocl_report_note(l.report,
                        "not run: what the device decides, as it has no queue of its own");

    OCL_CHECK(clReleaseMemObject(l.d_parents));
    OCL_CHECK(clReleaseMemObject(l.d_circles));
    if (children) OCL_CHECK(clReleaseCommandQueue(children));
    OCL_CHECK(clReleaseProgram(l.program));
    free(parents);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
