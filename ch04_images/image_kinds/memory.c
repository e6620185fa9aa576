// SPDX-License-Identifier: MIT

#include "memory.h"

ocl_result image_memory_host(const ocl_env *env, image_box *box, const image_host *host,
                             uint64_t seed)
{
    const image_part all = image_box_all(box);
    ocl_result result = image_box_verify(env, "image in host memory", box);
    ocl_fill_bytes(box->ref, box->bytes, seed);
    OCL_CHECK(clEnqueueWriteImage(env->queue, box->image, CL_TRUE, all.origin, all.region, 0, 0,
                                  box->ref, 0, NULL, NULL));
    cl_int err;
    size_t row, slice;
    void *mapped =
        OCL_CREATE(clEnqueueMapImage(env->queue, box->image, CL_TRUE, CL_MAP_READ, all.origin,
                                     all.region, &row, &slice, 0, NULL, NULL, &err));
    unsigned char *got = ocl_alloc(box->bytes);
    ocl_rect_copy(got, all.place, host->data, host->layout, all.size);
    result = ocl_result_both(result, ocl_verify_bytes("host memory", got, box->ref, box->bytes));
    OCL_CHECK(clEnqueueUnmapMemObject(env->queue, box->image, mapped, 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));    // before the memory is freed
    free(got);
    return result;
}

ocl_result image_memory_buffer(const ocl_env *env, image_box *box, uint64_t seed)
{
    const image_part all = image_box_all(box);
    const size_t pitch = image_box_buffer_pitch(env->device, box);
    unsigned char *got = ocl_alloc(box->bytes);
    OCL_CHECK(clEnqueueReadBufferRect(env->queue, box->buffer, CL_TRUE, all.origin, all.origin,
                                      all.size, pitch, 0, 0, 0, got, 0, NULL, NULL));
    const ocl_result result = ocl_verify_bytes("buffer of the image", got, box->ref, box->bytes);
    free(got);

    ocl_fill_bytes(box->ref, box->bytes, seed);
    OCL_CHECK(clEnqueueWriteBufferRect(env->queue, box->buffer, CL_TRUE, all.origin, all.origin,
                                       all.size, pitch, 0, 0, 0, box->ref, 0, NULL, NULL));
    return ocl_result_both(result, image_box_verify(env, "image of the buffer", box));
}
