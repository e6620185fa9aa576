// SPDX-License-Identifier: MIT

#include "convolution_fft.h"
#include "timed.h"

#define main convolution_fft_main
#include "../ch09_filters/convolution_fft.c"
#undef main

void *fft_open(const ocl_env *env, convolution_picture *p, const convolution_filter *f)
{
    lesson *l = ocl_alloc(sizeof *l);
    *l = (lesson){ .env = env, .picture = p, .filter = f };
    open_lesson(l);
    ocl_poison_run(env->queue, l->d_out, p->out_bytes, 0);
    return l;
}

void fft_close(void *fft)
{
    close_lesson(fft);
    free(fft);
}

void fft_run(void *fft)
{
    const lesson *l = fft;
    cl_event span[2];
    filter_picture(l, &span[0], &span[1]);
    timed_span_done(NULL, span);
    OCL_CHECK(clFinish(l->env->queue));
}

cl_mem fft_output(const void *fft)
{
    return ((const lesson *)fft)->d_out;
}

double fft_bound(const void *fft)
{
    return ((const lesson *)fft)->bound;
}
