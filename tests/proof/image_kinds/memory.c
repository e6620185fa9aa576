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

// Host memory has gaps where the driver uses its pitches.
static ocl_rect choose_layout(cl_device_id device, const image_box *box, cl_mem_flags flags)
{
    const size_t pixel = box->pixel_bytes;
    const bool gaps = !ocl_known_fault(device, "pitches of host memory") &&
                      !ocl_known_fault(device, "pitches of host memory for an image");
    const bool in_use = flags & CL_MEM_USE_HOST_PTR;
    const bool slice_gaps =
        gaps && !(in_use && ocl_known_fault(device, "slice pitch of host memory in use"));
    ocl_rect layout = { .row_pitch = box->kind->from_buffer
                                         ? image_box_buffer_pitch(device, box)
                                         : (box->extent[0] + (gaps ? 3 : 0)) * pixel };
    const size_t more = box->kind->axes == 3 && slice_gaps ? 2 : 0;
    layout.slice_pitch = (box->extent[1] + more) * layout.row_pitch;
    return layout;
}

bool image_host_left_out(cl_device_id device, ocl_report *report, const image_kind *kind)
{
    const char *fault = kind->layers ? ocl_known_fault(device, "layers of host memory") : NULL;
    if (fault) ocl_report_note(report, "%s: left out, this driver %s", kind->name, fault);
    return fault;
}

image_host image_host_new(const ocl_env *env, const image_box *box, cl_mem_flags flags)
{
    const image_part all = image_box_all(box);
    image_host host = { .layout = choose_layout(env->device, box, flags) };
    host.bytes = ocl_rect_room(host.layout, all.size);
    host.data = ocl_alloc(host.bytes);
    ocl_rect_copy(host.data, host.layout, box->ref, all.place, all.size);

    // A 1-D image of a buffer has no rows, and no image of a buffer has slices.
    host.pitches = image_box_pitches(box, host.layout);
    if (box->kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) host.pitches.row = 0;
    if (box->kind->from_buffer) host.pitches.slice = 0;
    return host;
}
