// SPDX-License-Identifier: MIT

#include "filter.h"

#include <float.h>
#include <math.h>

iir_signal open_signal(const ocl_env *env, size_t n, size_t width)
{
    iir_signal s = {
        .queue = env->queue, .n = n, .width = width, .bytes = (TAPS + n) * width * sizeof(float)
    };
    const size_t spare = TAPS * width * sizeof(float);    // iir_both reads whole TAPS rows
    s.x = ocl_alloc(s.bytes + spare);
    s.y = ocl_alloc(s.bytes);
    s.ref = ocl_alloc(s.bytes);
    memset(s.x, 0, s.bytes + spare);
    memset(s.ref, 0, TAPS * width * sizeof(float));
    ocl_fill_f32(s.x + TAPS * width, n * width, -1.0f, 1.0f, env->options->seed);
    s.d_x = ocl_buffer(env, CL_MEM_READ_ONLY, s.bytes + spare, s.x);
    s.d_y = ocl_buffer(env, CL_MEM_READ_WRITE, s.bytes, NULL);
    s.d_before = ocl_buffer(env, CL_MEM_READ_WRITE, s.bytes, NULL);
    return s;
}

void close_signal(const iir_signal *s)
{
    OCL_CHECK(clReleaseMemObject(s->d_before));
    OCL_CHECK(clReleaseMemObject(s->d_y));
    OCL_CHECK(clReleaseMemObject(s->d_x));
    free(s->ref);
    free(s->y);
    free(s->x);
}

static void write(const iir_signal *s, cl_mem buffer)
{
    OCL_CHECK(clEnqueueWriteBuffer(s->queue, buffer, CL_TRUE, 0, s->bytes, s->y, 0, NULL, NULL));
}

void clear_signal(const iir_signal *s, size_t run)
{
    const size_t zeros = TAPS * s->width * sizeof(float);
    memset(s->y, 0, s->bytes);
    write(s, s->d_before);
    memset((char *)s->y + zeros, ocl_poison_byte(run), s->bytes - zeros);
    write(s, s->d_y);
}

int rows_ahead(const ocl_env *env)
{
    return ocl_device_number(env->device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT) > 1 ? 64 : 0;
}

ocl_result verify_signal(const char *what, const iir_signal *s, double bound)
{
    return ocl_verify_f32(what, s->y, s->ref, s->bytes / sizeof(float), bound);
}

// --- the filter

static const double DECAY = -0.8;

iir_filter make_filter(double feedback)
{
    iir_filter f = { .sum_a = 0.0 };
    double b = 1.0, sum = 0.0;
    for (int i = 0; i < TAPS; i++, b *= DECAY) {
        f.a[i] = (float)((1.0 + i % 3) / 31.0);
        f.b[i] = (float)b;
        sum += fabs(b);
    }
    for (int i = 0; i < TAPS; i++) {
        f.b[i] = (float)(feedback * f.b[i] / sum);
        f.sum_a += fabs(f.a[i]);
        f.sum_b += fabs(f.b[i]);
    }
    return f;
}

static void filter_channel(float *y, const float *x, const iir_signal *s, const iir_filter *filter)
{
    double last[TAPS] = { 0.0 };    // last[t % TAPS] is y[t], not rounded
    for (size_t t = 0; t < s->n; t++) {
        double sum = 0.0;
        for (size_t i = 0; i < TAPS; i++)
            sum += (double)filter->a[i] * x[(TAPS + t - i) * s->width] -
                   filter->b[i] * last[(t + TAPS - 1 - i) % TAPS];
        last[t % TAPS] = sum;
        y[(TAPS + t) * s->width] = (float)sum;
    }
}

void iir_ref(const iir_signal *s, const iir_filter *filter)
{
    for (size_t channel = 0; channel < s->width; channel++)
        filter_channel(s->ref + channel, s->x + channel, s, filter);
}

size_t launches_to_forget(const iir_filter *filter)
{
    return (size_t)ceil(log(FLT_EPSILON / 2.0) / log(filter->sum_b));
}

// The magnitudes of the outputs at time t after one output of 1 at time -1 - k, summed over k.
static void add_memory(double memory[MAX_MEMORY], const iir_filter *filter, size_t k)
{
    double last[TAPS] = { 0.0 };    // last[t % TAPS] is y[t]
    last[TAPS - 1 - k] = 1.0;
    for (size_t t = 0; t < MAX_MEMORY; t++) {
        double sum = 0.0;
        for (size_t i = 0; i < TAPS; i++)
            sum -= filter->b[i] * last[(t + TAPS - 1 - i) % TAPS];
        last[t % TAPS] = sum;
        memory[t] += fabs(sum);
    }
}

size_t samples_to_forget(const iir_filter *filter)
{
    double memory[MAX_MEMORY] = { 0.0 };
    for (size_t k = 0; k < TAPS; k++)
        add_memory(memory, filter, k);
    size_t t = MAX_MEMORY;
    while (t > 0 && memory[t - 1] < FLT_EPSILON / 2.0)
        t--;
    // After TAPS outputs that do not count there is none that does: an output is made of TAPS.
    return t + TAPS <= MAX_MEMORY ? t : MAX_MEMORY + 1;
}

double iir_bound(const iir_filter *filter)
{
    const double half_ulp = FLT_EPSILON / 2.0, largest = filter->sum_a / (1.0 - filter->sum_b);
    const double rounding = (2 * TAPS + 1) * half_ulp * (filter->sum_a + filter->sum_b * largest) /
                            (1.0 - filter->sum_b);
    return rounding + half_ulp * largest;
}
