// SPDX-License-Identifier: MIT
//
// bench_neural_net - a step of learning by the kernels of neural_net, beside plain C with one
// thread and with all of them.
//
// A step is forward, backward and Adam, from the same weights each time.  Times are the wall
// clock's; each launch is waited for, as in the sample.  Plain C takes 64 images at a time, side by
// side in vectors; each thread adds up a gradient of its own.

// The lesson itself, of which main alone is not called.
#define main neural_net_main
#include "../ch16_applications/neural_net.c"
#undef main

#include "contest.h"

#include <float.h>
#include <omp.h>

enum { BLOCK = 64 };    // images at a time

typedef struct {
    const ocl_env *env;
    learner learner;
    learned_step step;    // with the weights and means that each step begins with
    const float *pixels;
    const cl_uint *digits;
    size_t n, count;
    cl_float rate;
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    float bounds[WEIGHTS];
    (void)name;    // verify_step names what is wrong
    const step_results r = verify_step(bounds, &b->step, b->pixels, b->digits, b->n, b->count);
    return ocl_result_both(ocl_result_both(r.losses, r.gradient), r.weights);
}

static void forget(void *what, size_t round)
{
    bench *b = what;
    memset(b->step.loss, ocl_poison_byte(round), b->count * sizeof *b->step.loss);
    memset(b->step.gradient, ocl_poison_byte(round), sizeof b->step.gradient);
    memset(b->step.after, ocl_poison_byte(round), sizeof b->step.after);
}

// --- plain C

typedef float lanes[BLOCK];

// A layer: rows of weights with the bias at the end.
static void layer(lanes *out, const lanes *in, const float *weights, int ins, int outs)
{
    for (int o = 0; o < outs; o++) {
        const float *row = weights + o * (ins + 1);
        lanes sum;
        for (int i = 0; i < BLOCK; i++)
            sum[i] = row[ins];
        for (int j = 0; j < ins; j++)
#pragma omp simd
            for (int i = 0; i < BLOCK; i++)
                sum[i] += row[j] * in[j][i];
        memcpy(out[o], sum, sizeof sum);
    }
}

// Adds to the gradient of a layer what `learned` images of the block say.
static void add_gradient(float *gradient, const lanes *delta, const lanes *in, int ins, int outs,
                         int learned)
{
    for (int o = 0; o < outs; o++) {
        float *row = gradient + o * (ins + 1);
        for (int j = 0; j < ins; j++) {
            float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
            for (int i = 0; i < learned; i++)
                sum += delta[o][i] * in[j][i];
            row[j] += sum;
        }
        for (int i = 0; i < learned; i++)
            row[ins] += delta[o][i];
    }
}

// The losses of so many images from `first` on; what they say of the gradient is added to it.
static void take_block(const bench *b, float *gradient, float *loss, size_t first, int images)
{
    const float *weights = b->step.before;
    lanes x[PIXELS], h[HIDDEN], scores[DIGITS], back[HIDDEN];
    memset(x, 0, sizeof x);
    for (size_t j = 0; j < PIXELS; j++)
        memcpy(x[j], b->pixels + j * b->count + first, (size_t)images * sizeof(float));
    layer(h, (const lanes *)x, weights, PIXELS, HIDDEN);
    for (int u = 0; u < HIDDEN; u++)
        for (int i = 0; i < BLOCK; i++)
            h[u][i] = h[u][i] > 0.0f ? h[u][i] : 0.0f;
    layer(scores, (const lanes *)h, weights + FIRST, HIDDEN, DIGITS);
    for (int i = 0; i < images; i++) {
        const cl_uint digit = b->digits[first + (size_t)i];
        float most = scores[0][i], likely[DIGITS], sum = 0.0f;
        for (int k = 1; k < DIGITS; k++)
            most = fmaxf(most, scores[k][i]);
        for (int k = 0; k < DIGITS; k++)
            sum += likely[k] = expf(scores[k][i] - most);
        loss[first + (size_t)i] = logf(sum) - (scores[digit][i] - most);
        for (cl_uint k = 0; k < DIGITS; k++)
            scores[k][i] = (likely[k] / sum - (k == digit ? 1.0f : 0.0f)) / (float)b->n;
    }

    // Backward, with the images that are learned.
    if (first >= b->n) return;
    const int learned = (int)ocl_smaller(b->n - first, (size_t)images);
    add_gradient(gradient + FIRST, (const lanes *)scores, (const lanes *)h, HIDDEN, DIGITS,
                 learned);
    for (int u = 0; u < HIDDEN; u++) {
        lanes sum = { 0.0f };
        for (int k = 0; k < DIGITS; k++)
#pragma omp simd
            for (int i = 0; i < learned; i++)
                sum[i] += weights[FIRST + k * (HIDDEN + 1) + u] * scores[k][i];
        for (int i = 0; i < learned; i++)
            back[u][i] = h[u][i] > 0.0f ? sum[i] : 0.0f;
    }
    add_gradient(gradient, (const lanes *)back, (const lanes *)x, PIXELS, HIDDEN, learned);
}

static void step_in_c(bench *b, int threads)
{
    learned_step *s = &b->step;
    (void)threads;    // without OpenMP
    memset(s->gradient, 0, sizeof s->gradient);
#pragma omp parallel num_threads(threads)
    {
        float own[WEIGHTS] = { 0.0f };
#pragma omp for nowait
        for (size_t first = 0; first < b->count; first += BLOCK)
            take_block(b, own, s->loss, first, (int)ocl_smaller(BLOCK, b->count - first));
#pragma omp critical
        for (int w = 0; w < WEIGHTS; w++)
            s->gradient[w] += own[w];
    }
    for (int w = 0; w < WEIGHTS; w++) {
        const float g = s->gradient[w], mean = 0.9f * s->mean[w] + 0.1f * g;
        const float square = 0.999f * s->square[w] + 0.001f * g * g;
        s->after[w] = s->before[w] - b->rate * mean / (sqrtf(square) + 1e-8f);
    }
}

static void run_one(void *what)
{
    step_in_c(what, 1);
}

static void run_openmp(void *what)
{
    step_in_c(what, omp_get_max_threads());
}

// --- the kernels

static void write_floats(const bench *b, cl_mem d_x, const float *x)
{
    OCL_CHECK(clEnqueueWriteBuffer(b->env->queue, d_x, CL_TRUE, 0, WEIGHTS * sizeof *x, x, 0, NULL,
                                   NULL));
}

static void begin_step(void *what, size_t round)
{
    const bench *b = what;
    const learner *l = &b->learner;
    const size_t column = b->count * sizeof(cl_float);
    forget(what, round);
    ocl_poison_run(l->queue, l->d_hidden, HIDDEN * column, round);
    ocl_poison_run(l->queue, l->d_scores, DIGITS * column, round);
    ocl_poison_run(l->queue, l->d_delta, DIGITS * column, round);
    ocl_poison_run(l->queue, l->d_delta_hidden, HIDDEN * column, round);
    ocl_poison_run(l->queue, l->d_loss, column, round);
    ocl_poison_run(l->queue, l->d_gradient, sizeof b->step.gradient, round);
    write_floats(b, l->d_weights, b->step.before);
    write_floats(b, l->d_mean, b->step.mean);
    write_floats(b, l->d_square, b->step.square);
}

static void run_step(void *what)
{
    learner *l = &((bench *)what)->learner;
    forward(l);
    backward(l);
    adam(l, CHECKED);
}

static ocl_result check_step_of(void *what, const char *name)
{
    bench *b = what;
    const learner *l = &b->learner;
    read_floats(l, b->step.loss, l->d_loss, b->count);
    read_floats(l, b->step.gradient, l->d_gradient, WEIGHTS);
    read_floats(l, b->step.after, l->d_weights, WEIGHTS);
    return check(what, name);
}

// Buffers and kernels, as in neural_net.c.
static void open_learner(bench *b, cl_program program)
{
    learner *l = &b->learner;
    const ocl_env *env = b->env;
    const size_t bytes = sizeof b->step.gradient, column = b->count * sizeof(cl_float);
    cl_int err;
    *l = (learner){ .queue = env->queue, .n = (cl_uint)b->n, .count = (cl_uint)b->count };
    l->local = ocl_group_size(env->device, 64);
    cl_mem *const weights[] = { &l->d_weights, &l->d_mean, &l->d_square, &l->d_gradient };
    for (int i = 0; i < 4; i++)
        *weights[i] = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    l->d_pixels = ocl_buffer(env, CL_MEM_READ_ONLY, PIXELS * column, b->pixels);
    l->d_hidden = ocl_buffer(env, CL_MEM_READ_WRITE, HIDDEN * column, NULL);
    l->d_scores = ocl_buffer(env, CL_MEM_READ_WRITE, DIGITS * column, NULL);
    l->d_delta_hidden = ocl_buffer(env, CL_MEM_READ_WRITE, HIDDEN * column, NULL);
    l->d_delta = ocl_buffer(env, CL_MEM_READ_WRITE, DIGITS * column, NULL);
    l->d_loss = ocl_buffer(env, CL_MEM_READ_WRITE, column, NULL);
    l->d_digits = ocl_buffer(env, CL_MEM_READ_ONLY, b->count * sizeof *b->digits, b->digits);
    l->layer = OCL_CREATE(clCreateKernel(program, "net_layer", &err));
    l->loss = OCL_CREATE(clCreateKernel(program, "net_loss", &err));
    l->back = OCL_CREATE(clCreateKernel(program, "net_back", &err));
    l->gradient = OCL_CREATE(clCreateKernel(program, "net_gradient", &err));
    l->adam = OCL_CREATE(clCreateKernel(program, "net_adam", &err));
}

static void close_learner(const learner *l)
{
    const cl_kernel kernels[] = { l->adam, l->gradient, l->back, l->loss, l->layer };
    for (int k = 0; k < 5; k++)
        OCL_CHECK(clReleaseKernel(kernels[k]));
    const cl_mem buffers[] = { l->d_digits, l->d_loss,   l->d_delta,  l->d_delta_hidden,
                               l->d_scores, l->d_hidden, l->d_pixels, l->d_gradient,
                               l->d_square, l->d_mean,   l->d_weights };
    for (int k = 0; k < 11; k++)
        OCL_CHECK(clReleaseMemObject(buffers[k]));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_neural_net",
                              .summary = "A step of neural_net beside plain C and OpenMP.",
                              .accepts = "dnrks",
                              .size_help = "images to learn from, at most 1200",
                              .extents = 1,
                              .most = LEARNED };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { LEARNED }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    float *pixels;
    cl_uint *digits;
    bench b = { .env = &env, .n = opt.n[0] };
    b.count = load_images(&pixels, &digits, b.n);
    b.pixels = pixels;
    b.digits = digits;

    // The state is that of no real step: all of it counts, and nothing is 0.
    ocl_fill_f32(b.step.before, FIRST, -0.2f, 0.2f, opt.seed);
    ocl_fill_f32(b.step.before + FIRST, WEIGHTS - FIRST, -0.3f, 0.3f, opt.seed + 1);
    ocl_fill_f32(b.step.mean, WEIGHTS, -1e-3f, 1e-3f, opt.seed + 2);
    ocl_fill_f32(b.step.square, WEIGHTS, 1e-7f, 1e-6f, opt.seed + 3);
    b.step.loss = ocl_alloc(b.count * sizeof *b.step.loss);
    b.rate = (cl_float)(RATE * sqrt(1.0 - pow(0.999, CHECKED)) / (1.0 - pow(0.9, CHECKED)));
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "images", b.n);
    ocl_report_count(report, "weights", WEIGHTS);
    cl_program program = ocl_build(&env, "neural_net.cl", "-cl-std=CL1.2 -DDIGITS=%d", DIGITS);
    open_learner(&b, program);

    // A weight takes part in a product forward and in one for its gradient; the second layer's
    // weights in another one, backward.
    const double products = (double)b.count * WEIGHTS + (double)b.n * (2 * WEIGHTS - FIRST);
    contest c = { .unit = "GFLOP/s", .env = &env, .rounds = opt.repeat };
    contest_entry peer = { .name = "one_thread",
                           .is_peer = true,
                           .what = &b,
                           .prepare = forget,
                           .run = run_one,
                           .check = check,
                           .work = 2.0 * products };
    contest_add(&c, peer);
    peer.name = "openmp";
    peer.run = run_openmp;
    contest_add(&c, peer);
    contest_add(&c, (contest_entry){ .name = "neural_net",
                                     .what = &b,
                                     .prepare = begin_step,
                                     .run = run_step,
                                     .check = check_step_of,
                                     .work = 2.0 * products });
    contest_hold(&c, report);

    close_learner(&b.learner);
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(b.step.loss);
    free(digits);
    free(pixels);
    return ocl_report_close(report);
}
