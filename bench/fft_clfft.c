// SPDX-License-Identifier: MIT

#include "ocl.h"

#include "fft_peers.h"

#include <clFFT.h>

struct fft_clfft {
    clfftPlanHandle plan;
    cl_command_queue queue;
    cl_mem d_y, d_x, d_room;
};

static void check(clfftStatus status, const char *call)
{
    if (status != CLFFT_SUCCESS) ocl_exit(OCL_EXIT_CALL, "%s: status %d", call, (int)status);
}

fft_clfft *fft_clfft_open(cl_context context, cl_command_queue queue, fft_shape shape, cl_mem d_y,
                          cl_mem d_x)
{
    clfftSetupData setup;
    check(clfftInitSetupData(&setup), "clfftInitSetupData");
    check(clfftSetup(&setup), "clfftSetup");
    fft_clfft *fft = ocl_alloc(sizeof *fft);
    *fft = (fft_clfft){ .queue = queue, .d_y = d_y, .d_x = d_x };
    check(clfftCreateDefaultPlan(&fft->plan, context, CLFFT_1D, &shape.n),
          "clfftCreateDefaultPlan");
    check(clfftSetPlanPrecision(fft->plan, CLFFT_SINGLE), "clfftSetPlanPrecision");
    check(clfftSetLayout(fft->plan, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED),
          "clfftSetLayout");
    check(clfftSetResultLocation(fft->plan, CLFFT_OUTOFPLACE), "clfftSetResultLocation");
    check(clfftSetPlanBatchSize(fft->plan, shape.rows), "clfftSetPlanBatchSize");
    check(clfftSetPlanDistance(fft->plan, shape.n, shape.n), "clfftSetPlanDistance");
    check(clfftBakePlan(fft->plan, 1, &queue, NULL, NULL), "clfftBakePlan");
    size_t bytes = 0;
    check(clfftGetTmpBufSize(fft->plan, &bytes), "clfftGetTmpBufSize");
    cl_int err;
    if (bytes > 0)
        fft->d_room = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    return fft;
}

void fft_clfft_enqueue(fft_clfft *fft)
{
    check(clfftEnqueueTransform(fft->plan, CLFFT_FORWARD, 1, &fft->queue, 0, NULL, NULL, &fft->d_x,
                                &fft->d_y, fft->d_room),
          "clfftEnqueueTransform");
}

void fft_clfft_close(fft_clfft *fft)
{
    if (fft->d_room) OCL_CHECK(clReleaseMemObject(fft->d_room));
    check(clfftDestroyPlan(&fft->plan), "clfftDestroyPlan");
    check(clfftTeardown(), "clfftTeardown");
    free(fft);
}
