// SPDX-License-Identifier: MIT

#include "convolution_fft.h"
#include "timed.h"

#define main convolution_fft_main
#include "../ch09_filters/convolution_fft.c"
#undef main

void *fft_open(const ocl_env *env, convolution_picture *p, const convolution_filter *f)
{
    work *w = ocl_alloc(sizeof *w);
    *w = (work){ .env = env, .p = p, .f = f };
    open_work(w);
    ocl_poison_run(env->queue, w->d_out, p->out_bytes, 0);
    return w;
}

void fft_close(void *fft)
{
    close_work(fft);
    free(fft);
}

void fft_run(void *fft)
{
    const work *w = fft;
    cl_event span[2];
    filter_picture(w, &span[0], &span[1]);
    timed_span_done(NULL, span);
    OCL_CHECK(clFinish(w->env->queue));
}

cl_mem fft_output(const void *fft)
{
    return ((const work *)fft)->d_out;
}

double fft_bound(const void *fft)
{
    return ((const work *)fft)->bound;
}
