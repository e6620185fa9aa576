// SPDX-License-Identifier: MIT

#include "filters_peers.h"

#include <cuda_runtime_api.h>
#include <nppi_filtering_functions.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_COPIES = 16 };

struct filters_npp {
    NppStreamContext context;
    NppiSize size;
    int is_float;
    size_t copies, run;
    void *in[MAX_COPIES], *out[MAX_COPIES], *room;
    cudaEvent_t begin, end;
};

static void check(cudaError_t status)
{
    if (status == cudaSuccess) return;
    fprintf(stderr, "bench_filters: CUDA: %s\n", cudaGetErrorString(status));
    exit(3);
}

static void *allocate(size_t bytes)
{
    void *memory;
    check(cudaMalloc(&memory, bytes));
    return memory;
}

filters_npp *filters_npp_open(const peer_picture *p, size_t copies)
{
    int devices;
    if (p->channels != 1 || cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)
        return NULL;
    filters_npp *npp = calloc(1, sizeof *npp);
    if (!npp) exit(3);
    struct cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0));
    npp->context = (NppStreamContext){
        .nMultiProcessorCount = device.multiProcessorCount,
        .nMaxThreadsPerMultiProcessor = device.maxThreadsPerMultiProcessor,
        .nMaxThreadsPerBlock = device.maxThreadsPerBlock,
        .nSharedMemPerBlock = device.sharedMemPerBlock,
        .nCudaDevAttrComputeCapabilityMajor = device.major,
        .nCudaDevAttrComputeCapabilityMinor = device.minor,
    };
    npp->size = (NppiSize){ (int)p->width, (int)p->height };
    npp->is_float = p->is_float;
    npp->copies = copies < MAX_COPIES ? copies : MAX_COPIES;
    const size_t pixels = p->width * p->height, bytes = pixels * (p->is_float ? 4 : 1);
    for (size_t i = 0; i < npp->copies; i++) {
        npp->in[i] = allocate(bytes);
        npp->out[i] = allocate(pixels * (p->is_float ? 4 : 2));    // 8-bit gradients have 16 bits
        check(cudaMemcpy(npp->in[i], p->in, bytes, cudaMemcpyHostToDevice));
    }
    Npp32u room = 0;
    const NppiSize window = { 3, 3 };
    if (p->is_float)
        nppiFilterMedianBorderGetBufferSize_32f_C1R_Ctx(npp->size, window, &room,
                                                        NPP_BORDER_REPLICATE, npp->context);
    else
        nppiFilterMedianBorderGetBufferSize_8u_C1R_Ctx(npp->size, window, &room,
                                                       NPP_BORDER_REPLICATE, npp->context);
    npp->room = allocate(room + 1);
    check(cudaEventCreate(&npp->begin));
    check(cudaEventCreate(&npp->end));
    return npp;
}

static NppStatus filter_bytes(const filters_npp *npp, peer_filter filter, size_t i)
{
    const NppiSize size = npp->size, window = { 3, 3 };
    const NppiPoint origin = { 0, 0 }, anchor = { 1, 1 };
    const int pitch = size.width;
    const Npp8u *in = npp->in[i];
    Npp8u *out = npp->out[i];
    switch (filter) {
    case PEER_MEAN:
        return nppiFilterBoxBorder_8u_C1R_Ctx(in, pitch, size, origin, out, pitch, size, window,
                                              anchor, NPP_BORDER_REPLICATE, npp->context);
    case PEER_GAUSS:
        return nppiFilterGaussBorder_8u_C1R_Ctx(in, pitch, size, origin, out, pitch, size,
                                                NPP_MASK_SIZE_3_X_3, NPP_BORDER_REPLICATE,
                                                npp->context);
    case PEER_MEDIAN:
        return nppiFilterMedianBorder_8u_C1R_Ctx(in, pitch, size, origin, out, pitch, size, window,
                                                 anchor, npp->room, NPP_BORDER_REPLICATE,
                                                 npp->context);
    default:
        return nppiGradientVectorSobelBorder_8u16s_C1R_Ctx(
            in, pitch, size, origin, NULL, 0, NULL, 0, npp->out[i], 2 * pitch, NULL, 0, size,
            NPP_MASK_SIZE_3_X_3, nppiNormL2, NPP_BORDER_REPLICATE, npp->context);
    }
}

static NppStatus filter_floats(const filters_npp *npp, peer_filter filter, size_t i)
{
    const NppiSize size = npp->size, window = { 3, 3 };
    const NppiPoint origin = { 0, 0 }, anchor = { 1, 1 };
    const int pitch = 4 * size.width;
    const Npp32f *in = npp->in[i];
    Npp32f *out = npp->out[i];
    switch (filter) {
    case PEER_MEAN:
        return nppiFilterBoxBorder_32f_C1R_Ctx(in, pitch, size, origin, out, pitch, size, window,
                                               anchor, NPP_BORDER_REPLICATE, npp->context);
    case PEER_GAUSS:
        return nppiFilterGaussBorder_32f_C1R_Ctx(in, pitch, size, origin, out, pitch, size,
                                                 NPP_MASK_SIZE_3_X_3, NPP_BORDER_REPLICATE,
                                                 npp->context);
    case PEER_MEDIAN:
        return nppiFilterMedianBorder_32f_C1R_Ctx(in, pitch, size, origin, out, pitch, size, window,
                                                  anchor, npp->room, NPP_BORDER_REPLICATE,
                                                  npp->context);
    default:
        return nppiGradientVectorSobelBorder_32f_C1R_Ctx(
            in, pitch, size, origin, NULL, 0, NULL, 0, out, pitch, NULL, 0, size,
            NPP_MASK_SIZE_3_X_3, nppiNormL2, NPP_BORDER_REPLICATE, npp->context);
    }
}

static NppStatus run(filters_npp *npp, peer_filter filter)
{
    const size_t i = npp->run++ % npp->copies;
    return npp->is_float ? filter_floats(npp, filter, i) : filter_bytes(npp, filter, i);
}

double filters_npp_ns(filters_npp *npp, peer_filter filter, int runs)
{
    for (size_t i = 0; i < npp->copies; i++)
        if (run(npp, filter) < 0) return 0.0;
    check(cudaEventRecord(npp->begin, NULL));
    for (int i = 0; i < runs; i++)
        run(npp, filter);
    check(cudaEventRecord(npp->end, NULL));
    check(cudaEventSynchronize(npp->end));
    float ms;
    check(cudaEventElapsedTime(&ms, npp->begin, npp->end));
    return 1e6 * (double)ms / runs;
}

void filters_npp_read(const filters_npp *npp, peer_filter filter, const peer_picture *p)
{
    const size_t pixels = p->width * p->height;
    const void *last = npp->out[(npp->run - 1) % npp->copies];
    if (p->is_float || filter != PEER_SOBEL) {
        check(cudaMemcpy(p->out, last, pixels * (p->is_float ? 4 : 1), cudaMemcpyDeviceToHost));
        return;
    }
    short *magnitudes = malloc(pixels * sizeof *magnitudes);
    if (!magnitudes) exit(3);
    check(cudaMemcpy(magnitudes, last, pixels * sizeof *magnitudes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < pixels; i++)
        ((unsigned char *)p->out)[i] = (unsigned char)(magnitudes[i] < 255 ? magnitudes[i] : 255);
    free(magnitudes);
}

void filters_npp_close(filters_npp *npp)
{
    check(cudaEventDestroy(npp->end));
    check(cudaEventDestroy(npp->begin));
    check(cudaFree(npp->room));
    for (size_t i = 0; i < npp->copies; i++) {
        check(cudaFree(npp->out[i]));
        check(cudaFree(npp->in[i]));
    }
    free(npp);
}
