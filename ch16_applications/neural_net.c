// SPDX-License-Identifier: MIT
//
// neural_net - a network learns to read handwritten digits.
//
// Shows   learning as small kernels: forward, backward, and a step of Adam; a gradient that is
//         proved in two ways; how much is read correctly of what was never seen
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     neural_net -o loss.png, neural_net -n 100, neural_net -t 1000

#include "ocl.h"

#include "neural_net/reference.h"

typedef struct {
    cl_command_queue queue;
    size_t local;
    cl_kernel layer, loss, back, gradient, adam;
    cl_mem d_weights, d_mean, d_square, d_gradient;
    cl_mem d_pixels, d_hidden, d_scores, d_delta_hidden, d_delta, d_loss, d_digits;
    cl_uint n, count;
    double time_ns;    // of all launches, on the device
} learner;

static void launch(learner *l, cl_kernel kernel, size_t width, size_t height)
{
    const size_t global[2] = { ocl_round_up(width, l->local), height };
    const size_t local[2] = { l->local, 1 };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue, kernel, 2, NULL, global, local, 0, NULL, &done));
    OCL_CHECK(clWaitForEvents(1, &done));    // so a launch that fails is noticed
    l->time_ns += ocl_event_ns(done, done);
    OCL_CHECK(clReleaseEvent(done));
}

static void set_uints(cl_kernel kernel, cl_uint first, const cl_uint *values, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++)
        OCL_CHECK(clSetKernelArg(kernel, first + i, sizeof values[i], &values[i]));
}

static void set_buffers(cl_kernel kernel, const cl_mem *buffers, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
}

// All images through both layers, and the loss of each.
static void forward(learner *l)
{
    const cl_uint count = l->count;
    set_buffers(l->layer, (cl_mem[]){ l->d_hidden, l->d_pixels, l->d_weights }, 3);
    set_uints(l->layer, 3, (cl_uint[]){ 0, PIXELS, count, 1 }, 4);
    launch(l, l->layer, count, HIDDEN);
    set_buffers(l->layer, (cl_mem[]){ l->d_scores, l->d_hidden, l->d_weights }, 3);
    set_uints(l->layer, 3, (cl_uint[]){ FIRST, HIDDEN, count, 0 }, 4);
    launch(l, l->layer, count, DIGITS);
    set_buffers(l->loss, (cl_mem[]){ l->d_delta, l->d_loss, l->d_scores, l->d_digits }, 4);
    set_uints(l->loss, 4, (cl_uint[]){ l->n, count }, 2);
    launch(l, l->loss, count, 1);
}

// The gradient, from the last layer to the first.
static void backward(learner *l)
{
    const cl_uint n = l->n, count = l->count;
    set_buffers(l->gradient, (cl_mem[]){ l->d_gradient, l->d_delta, l->d_hidden }, 3);
    set_uints(l->gradient, 3, (cl_uint[]){ FIRST, HIDDEN, n, count }, 4);
    launch(l, l->gradient, HIDDEN + 1, DIGITS);
    set_buffers(l->back, (cl_mem[]){ l->d_delta_hidden, l->d_delta, l->d_hidden, l->d_weights }, 4);
    set_uints(l->back, 4, (cl_uint[]){ FIRST, HIDDEN, DIGITS, count }, 4);
    launch(l, l->back, count, HIDDEN);
    set_buffers(l->gradient, (cl_mem[]){ l->d_gradient, l->d_delta_hidden, l->d_pixels }, 3);
    set_uints(l->gradient, 3, (cl_uint[]){ 0, PIXELS, n, count }, 4);
    launch(l, l->gradient, PIXELS + 1, HIDDEN);
}

// The means begin with 0, so the first ones are too small: the rate makes up for it.
static void adam(learner *l, size_t step)
{
    const double t = (double)step;
    const cl_float rate = (cl_float)(RATE * sqrt(1.0 - pow(0.999, t)) / (1.0 - pow(0.9, t)));
    set_buffers(l->adam, (cl_mem[]){ l->d_weights, l->d_mean, l->d_square, l->d_gradient }, 4);
    OCL_CHECK(clSetKernelArg(l->adam, 4, sizeof rate, &rate));
    set_uints(l->adam, 5, (cl_uint[]){ WEIGHTS }, 1);
    launch(l, l->adam, WEIGHTS, 1);
}

static void read_floats(const learner *l, float *x, cl_mem d_x, size_t count)
{
    OCL_CHECK(clEnqueueReadBuffer(l->queue, d_x, CL_TRUE, 0, count * sizeof *x, x, 0, NULL, NULL));
}

// Step CHECKED, with all that it reads and makes, against plain C.
static void check_step(ocl_report *report, learner *l, const float *pixels, const cl_uint *digits)
{
    learned_step s = { .loss = ocl_alloc(l->count * sizeof(float)) };
    read_floats(l, s.before, l->d_weights, WEIGHTS);
    read_floats(l, s.mean, l->d_mean, WEIGHTS);
    read_floats(l, s.square, l->d_square, WEIGHTS);
    forward(l);
    backward(l);
    adam(l, CHECKED);
    read_floats(l, s.loss, l->d_loss, l->count);
    read_floats(l, s.gradient, l->d_gradient, WEIGHTS);
    read_floats(l, s.after, l->d_weights, WEIGHTS);
    compare_step(report, &s, pixels, digits, l->n, l->count);
    free(s.loss);
}

// How many of these images are read correctly: the right digit has the largest score.
static size_t count_right(const float *scores, const cl_uint *digits, size_t first, size_t end,
                          size_t count)
{
    size_t right = 0;
    for (size_t i = first; i < end; i++) {
        size_t best = 0;
        for (size_t k = 1; k < DIGITS; k++)
            if (scores[k * count + i] > scores[best * count + i]) best = k;
        right += best == digits[i];
    }
    return right;
}

int main(int argc, char **argv)
{
    // Options.
    size_t steps = 150;
    const ocl_option own[] = { { .usage = "-t, --steps N: from 2 to 10000", .count = &steps },
                               { .usage = NULL } };
    const ocl_about about = { .name = "neural_net",
                              .summary = "A network learns to read handwritten digits.",
                              .accepts = "dnosk",
                              .size_help = "images to learn from, at most 1200",
                              .extents = 1,
                              .most = LEARNED,
                              .own = own,
                              .writes = OCL_CHART_FILE };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { LEARNED }, .seed = 1 });
    if (steps < CHECKED || steps > 10000) ocl_exit(OCL_EXIT_USAGE, "--steps: from 2 to 10000");

    // Device, images, and weights to begin with: drawn by chance.
    ocl_env env = ocl_open(&opt);
    float *pixels, weights[WEIGHTS], zeros[WEIGHTS] = { 0.0f };
    cl_uint *digits;
    const size_t n = opt.n[0], count = load_images(&pixels, &digits, n);
    ocl_fill_f32(weights, FIRST, -0.2f, 0.2f, opt.seed);
    ocl_fill_f32(weights + FIRST, WEIGHTS - FIRST, -0.3f, 0.3f, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "images", n);
    ocl_report_count(report, "steps", steps);
    ocl_report_count(report, "weights", WEIGHTS);

    // Program, buffers, kernels.
    cl_program program = ocl_build(&env, "neural_net.cl", "-cl-std=CL1.2 -DDIGITS=%d", DIGITS);
    const size_t weight_bytes = sizeof weights, column = count * sizeof(cl_float);
    const cl_mem_flags flags = CL_MEM_READ_WRITE;
    cl_int err;
    learner l = { .queue = env.queue, .n = (cl_uint)n, .count = (cl_uint)count };
    l.d_weights = ocl_buffer(&env, flags, weight_bytes, weights);
    l.d_mean = ocl_buffer(&env, flags, weight_bytes, zeros);
    l.d_square = ocl_buffer(&env, flags, weight_bytes, zeros);
    l.d_gradient = ocl_buffer(&env, flags, weight_bytes, NULL);
    l.d_pixels = ocl_buffer(&env, CL_MEM_READ_ONLY, PIXELS * column, pixels);
    l.d_hidden = ocl_buffer(&env, flags, HIDDEN * column, NULL);
    l.d_scores = ocl_buffer(&env, flags, DIGITS * column, NULL);
    l.d_delta_hidden = ocl_buffer(&env, flags, HIDDEN * column, NULL);
    l.d_delta = ocl_buffer(&env, flags, DIGITS * column, NULL);
    l.d_loss = ocl_buffer(&env, flags, column, NULL);
    l.d_digits = ocl_buffer(&env, CL_MEM_READ_ONLY, count * sizeof *digits, digits);
    l.layer = OCL_CREATE(clCreateKernel(program, "net_layer", &err));
    l.loss = OCL_CREATE(clCreateKernel(program, "net_loss", &err));
    l.back = OCL_CREATE(clCreateKernel(program, "net_back", &err));
    l.gradient = OCL_CREATE(clCreateKernel(program, "net_gradient", &err));
    l.adam = OCL_CREATE(clCreateKernel(program, "net_adam", &err));
    l.local = ocl_local_size(l.layer, env.device, 64);    // one that all kernels allow
    l.local = ocl_local_size(l.loss, env.device, l.local);
    l.local = ocl_local_size(l.back, env.device, l.local);
    l.local = ocl_local_size(l.gradient, env.device, l.local);
    l.local = ocl_local_size(l.adam, env.device, l.local);

    // Learn.  The losses of a step are those of the weights before it.
    float *loss = ocl_alloc(column), *scores = ocl_alloc(DIGITS * column);
    double *curves[2] = { ocl_alloc(steps * sizeof(double)), ocl_alloc(steps * sizeof(double)) };
    for (size_t step = 1; step <= steps; step++) {
        if (step == CHECKED) {
            check_step(report, &l, pixels, digits);
        } else {
            forward(&l);
            backward(&l);
            adam(&l, step);
        }
        read_floats(&l, loss, l.d_loss, count);
        for (int unseen = 0; unseen < 2; unseen++) {
            double sum = 0.0;
            for (size_t i = unseen ? n : 0; i < (unseen ? count : n); i++)
                sum += (double)loss[i];
            curves[unseen][step - 1] = sum / (double)(unseen ? count - n : n);
        }
    }
    ocl_table table = ocl_table_open(report, "loss", "step, learned, unseen");
    for (size_t step = 1; step <= steps; step++)
        if (step == 1 || step == steps || step % 25 == 0)
            ocl_table_row(&table, "%5zu %8.4f %8.4f", step, curves[0][step - 1],
                          curves[1][step - 1]);
    ocl_report_kernel_ns(report, "kernels", l.time_ns);

    // What is read correctly in the end.
    forward(&l);
    read_floats(&l, scores, l.d_scores, DIGITS * count);
    const size_t right = count_right(scores, digits, n, count, count);
    ocl_report_note(report, "read correctly: %zu of %zu learned, %zu of %zu unseen (%.1f %%)",
                    count_right(scores, digits, 0, n, count), n, right, count - n,
                    100.0 * (double)right / (double)(count - n));
    // Nobody can say how many it must be.  With far fewer it has not learned.
    if (n == LEARNED && steps >= 100)
        ocl_report_result(report, "85 of 100",
                          ocl_verify_equal("85 of 100", 100 * right >= 85 * (count - n), 1));
    if (opt.output != NULL) {
        const ocl_series series[] = {
            { .label = "learned", .y = curves[0], .count = steps, .colour = ocl_palette(0) },
            { .label = "unseen", .y = curves[1], .count = steps, .colour = ocl_palette(1) }
        };
        ocl_output_curves(report,
                          &(ocl_chart){ .title = "A network learns",
                                        .x_label = "step",
                                        .y_label = "loss",
                                        .series = series,
                                        .series_count = 2,
                                        .log_y = true },
                          opt.output);
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(l.adam));
    OCL_CHECK(clReleaseKernel(l.gradient));
    OCL_CHECK(clReleaseKernel(l.back));
    OCL_CHECK(clReleaseKernel(l.loss));
    OCL_CHECK(clReleaseKernel(l.layer));
    OCL_CHECK(clReleaseMemObject(l.d_digits));
    OCL_CHECK(clReleaseMemObject(l.d_loss));
    OCL_CHECK(clReleaseMemObject(l.d_delta));
    OCL_CHECK(clReleaseMemObject(l.d_delta_hidden));
    OCL_CHECK(clReleaseMemObject(l.d_scores));
    OCL_CHECK(clReleaseMemObject(l.d_hidden));
    OCL_CHECK(clReleaseMemObject(l.d_pixels));
    OCL_CHECK(clReleaseMemObject(l.d_gradient));
    OCL_CHECK(clReleaseMemObject(l.d_square));
    OCL_CHECK(clReleaseMemObject(l.d_mean));
    OCL_CHECK(clReleaseMemObject(l.d_weights));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(curves[1]);
    free(curves[0]);
    free(scores);
    free(loss);
    free(digits);
    free(pixels);
    return ocl_report_close(report);
}
