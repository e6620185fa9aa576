// SPDX-License-Identifier: MIT

#include "jpeg_encoder_nvjpeg.h"

#include <nvjpeg.h>

struct nvjpeg_coder {
    int width, height;
    size_t pixel_bytes, bytes, room;
    uint8_t *pixels, *d_pixels, *file;    // pixels and file are pinned
    cudaStream_t stream;
    nvjpegHandle_t handle;
    nvjpegEncoderState_t state;
    nvjpegEncoderParams_t parameters;
};

static void cuda(cudaError_t status)
{
    if (status != cudaSuccess) ocl_exit(OCL_EXIT_CALL, "CUDA: %s", cudaGetErrorString(status));
}

static void check(nvjpegStatus_t status)
{
    if (status != NVJPEG_STATUS_SUCCESS) ocl_exit(OCL_EXIT_CALL, "nvJPEG: %d", (int)status);
}

nvjpeg_coder *nvjpeg_coder_open(const ocl_picture *picture, const jpeg_encoding *encoding)
{
    static const nvjpegChromaSubsampling_t samplings[] = { NVJPEG_CSS_420, NVJPEG_CSS_422,
                                                           NVJPEG_CSS_444, NVJPEG_CSS_GRAY };
    int devices;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return NULL;
    nvjpeg_coder *c = ocl_alloc(sizeof *c);
    *c = (nvjpeg_coder){ .width = (int)picture->width, .height = (int)picture->height };
    const size_t pixels = (size_t)picture->width * picture->height;
    c->pixel_bytes = 3 * pixels;
    c->room = c->pixel_bytes + 4096;
    cuda(cudaStreamCreate(&c->stream));
    cuda(cudaMallocHost((void **)&c->pixels, c->pixel_bytes));
    cuda(cudaMallocHost((void **)&c->file, c->room));
    cuda(cudaMalloc((void **)&c->d_pixels, c->pixel_bytes));
    for (size_t i = 0; i < pixels; i++)
        memcpy(c->pixels + 3 * i, picture->rgba + 4 * i, 3);
    cuda(cudaMemcpy(c->d_pixels, c->pixels, c->pixel_bytes, cudaMemcpyHostToDevice));
    check(nvjpegCreateSimple(&c->handle));
    check(nvjpegEncoderStateCreate(c->handle, &c->state, c->stream));
    check(nvjpegEncoderParamsCreate(c->handle, &c->parameters, c->stream));
    check(nvjpegEncoderParamsSetQuality(c->parameters, (int)encoding->quality, c->stream));
    check(nvjpegEncoderParamsSetSamplingFactors(c->parameters, samplings[encoding->sampling],
                                                c->stream));
    return c;
}

void nvjpeg_coder_close(nvjpeg_coder *c)
{
    check(nvjpegEncoderParamsDestroy(c->parameters));
    check(nvjpegEncoderStateDestroy(c->state));
    check(nvjpegDestroy(c->handle));
    cuda(cudaFree(c->d_pixels));
    cuda(cudaFreeHost(c->file));
    cuda(cudaFreeHost(c->pixels));
    cuda(cudaStreamDestroy(c->stream));
    free(c);
}

double nvjpeg_coder_run(nvjpeg_coder *c, bool send)
{
    nvjpegImage_t image = { .channel = { c->d_pixels }, .pitch = { 3 * (size_t)c->width } };
    const double begin = ocl_wall_ns();
    if (send)
        cuda(cudaMemcpyAsync(c->d_pixels, c->pixels, c->pixel_bytes, cudaMemcpyHostToDevice,
                             c->stream));
    check(nvjpegEncodeImage(c->handle, c->state, c->parameters, &image, NVJPEG_INPUT_RGBI, c->width,
                            c->height, c->stream));
    check(nvjpegEncodeRetrieveBitstream(c->handle, c->state, NULL, &c->bytes, c->stream));
    if (c->bytes > c->room) ocl_exit(OCL_EXIT_WRONG, "nvJPEG: a file of %zu bytes", c->bytes);
    check(nvjpegEncodeRetrieveBitstream(c->handle, c->state, c->file, &c->bytes, c->stream));
    cuda(cudaStreamSynchronize(c->stream));
    return ocl_wall_ns() - begin;
}

ocl_blob nvjpeg_coder_file(const nvjpeg_coder *c)
{
    return (ocl_blob){ c->file, c->bytes };
}
