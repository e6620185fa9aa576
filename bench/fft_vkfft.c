// SPDX-License-Identifier: MIT

#include "ocl.h"

#include "fft_peers.h"

#include <vkFFT.h>

struct fft_vkfft {
    VkFFTApplication app;
    cl_context context;
    cl_command_queue queue;
    cl_device_id device;
    cl_mem d_y, d_x;
    uint64_t bytes;
};

static void check(VkFFTResult status, const char *call)
{
    if (status != VKFFT_SUCCESS) ocl_exit(OCL_EXIT_CALL, "%s: status %d", call, (int)status);
}

// It keeps pointers to the handles and to the sizes.
fft_vkfft *fft_vkfft_open(cl_context context, cl_command_queue queue, cl_device_id device,
                          fft_shape shape, cl_mem d_y, cl_mem d_x)
{
    fft_vkfft *fft = ocl_alloc(sizeof *fft);
    memset(fft, 0, sizeof *fft);
    fft->context = context;
    fft->queue = queue;
    fft->device = device;
    fft->d_y = d_y;
    fft->d_x = d_x;
    fft->bytes = 2 * sizeof(float) * shape.n * shape.rows;
    VkFFTConfiguration plan;
    memset(&plan, 0, sizeof plan);
    plan.FFTdim = 1;
    plan.size[0] = shape.n;
    plan.numberBatches = shape.rows;
    plan.device = &fft->device;
    plan.context = &fft->context;
    plan.commandQueue = &fft->queue;
    plan.buffer = &fft->d_y;
    plan.bufferSize = &fft->bytes;
    plan.isInputFormatted = 1;
    plan.inputBuffer = &fft->d_x;
    plan.inputBufferSize = &fft->bytes;
    plan.inputBufferStride[0] = shape.n;
    check(initializeVkFFT(&fft->app, plan), "initializeVkFFT");
    return fft;
}

void fft_vkfft_enqueue(fft_vkfft *fft)
{
    VkFFTLaunchParams where;
    memset(&where, 0, sizeof where);
    where.commandQueue = &fft->queue;
    check(VkFFTAppend(&fft->app, -1, &where), "VkFFTAppend");
}

void fft_vkfft_close(fft_vkfft *fft)
{
    deleteVkFFT(&fft->app);
    free(fft);
}
