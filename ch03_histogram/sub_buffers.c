// SPDX-License-Identifier: MIT
//
// sub_buffers - a region of a buffer as a buffer of its own: no copy, a second name for its bytes.
//
// Shows   where a sub-buffer may begin, the flags it inherits, overlap, how long its parent's
//         memory lives
// Uses    clCreateSubBuffer, CL_DEVICE_MEM_BASE_ADDR_ALIGN, clGetMemObjectInfo,
//         CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_OFFSET
// Try     sub_buffers -n 1
//         sub_buffers -k my.cl, where my.cl is a copy of sub_buffers.cl with i <= n for i < n

#include "ocl.h"

enum {
    PARTS = 3,
    STEP = 1000000,    // from the first number of a part to that of the next part
    LOCAL = 64         // work-items per work-group
};

// A parent buffer with room for PARTS sub-buffers of n elements.  They begin `stride` bytes apart,
// and there is a gap behind each.
typedef struct {
    const ocl_env *env;
    cl_program program;
    size_t n;
    size_t align, part_bytes, stride, parent_bytes;
} lesson;

static cl_mem create_part(cl_mem parent, cl_mem_flags flags, size_t origin, size_t bytes)
{
    const cl_buffer_region region = { .origin = origin, .size = bytes };
    cl_int err;
    return OCL_CREATE(
        clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &err));
}

// part[i] = first + i.  The kernel cannot tell that `part` is a sub-buffer.
static void number_part(const lesson *l, cl_mem part, cl_uint first)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "sub_buffers_number", &err));
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof part, &part));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof first, &first));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ l->n }));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
}

// Puts these numbers into the array that the parent must be equal to.
static void number_ref(cl_uint *parent, size_t origin, cl_uint first, size_t n)
{
    for (size_t i = 0; i < n; i++)
        parent[origin / sizeof *parent + i] = first + (cl_uint)i;
}

// Writes all sub-buffers, `distance` bytes apart, and reads the parent.  Where two of them overlap,
// the last write stays, because the queue is in-order.  If the two writes could run at the same
// time, the bytes in the overlap would be undefined.
static ocl_result write_parts(const lesson *l, size_t distance)
{
    cl_uint *ref = ocl_alloc(l->parent_bytes);    // poison, as in the gaps of the parent
    cl_mem parent = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->parent_bytes, NULL);
    ocl_poison_run(l->env->queue, parent, l->parent_bytes, 0);
    for (cl_uint k = 0; k < PARTS; k++) {
        cl_mem part = create_part(parent, CL_MEM_WRITE_ONLY, k * distance, l->part_bytes);
        number_part(l, part, STEP * k);
        number_ref(ref, k * distance, STEP * k, l->n);
        OCL_CHECK(clReleaseMemObject(part));    // the enqueued kernel keeps it alive
    }
    const ocl_result result = ocl_verify_buffer(l->env, "parent", parent, ref, l->parent_bytes);
    OCL_CHECK(clReleaseMemObject(parent));
    free(ref);
    return result;
}

// sum[i] = a[i] + b[i].  The sub-buffers a and b overlap.  That is allowed, because the kernel only
// reads them.
static ocl_result read_parts(const lesson *l)
{
    const size_t shift = l->align / sizeof(cl_uint);
    cl_uint *x = ocl_alloc(l->parent_bytes);
    cl_uint *ref = ocl_alloc(l->part_bytes);
    ocl_fill_u32(x, l->parent_bytes / sizeof *x, l->env->options->seed);
    for (size_t i = 0; i < l->n; i++)
        ref[i] = x[i] + x[i + shift];

    cl_mem d_sum = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, l->part_bytes, NULL);
    cl_mem d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, l->parent_bytes, x);
    cl_mem d_a = create_part(d_x, 0, 0, l->part_bytes);
    cl_mem d_b = create_part(d_x, 0, l->align, l->part_bytes);

    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "sub_buffers_add", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_sum, &d_sum));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ l->n }));
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    const ocl_result result = ocl_verify_buffer(l->env, "sum", d_sum, ref, l->part_bytes);

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_sum));
    free(ref);
    free(x);
    return result;
}

// A sub-buffer knows its parent and its place there.  It inherits the flags that it was not given:
// here, what the host may do.
static ocl_result ask_part(const lesson *l, cl_mem parent, cl_mem part)
{
    cl_mem owner;
    size_t origin, bytes;
    cl_mem_flags flags;
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof owner, &owner, NULL));
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof origin, &origin, NULL));
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    const uint64_t got[] = { owner == parent, origin, bytes, flags };
    const uint64_t ref[] = { true, l->stride, l->part_bytes,
                             CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY };
    return ocl_verify_u64("parent, offset, size, flags", got, ref, 4);
}

// A sub-buffer keeps the parent's memory alive after the host has released the parent.
static ocl_result outlive_parent(const lesson *l)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY;
    cl_mem parent = ocl_buffer(l->env, flags, l->parent_bytes, NULL);
    cl_mem part = create_part(parent, CL_MEM_WRITE_ONLY, l->stride, l->part_bytes);
    const ocl_result knows = ask_part(l, parent, part);

    OCL_CHECK(clReleaseMemObject(parent));
    cl_uint *ref = ocl_alloc(l->part_bytes);
    number_part(l, part, 7);
    number_ref(ref, 0, 7, l->n);
    const ocl_result lives = ocl_verify_buffer(l->env, "part", part, ref, l->part_bytes);
    OCL_CHECK(clReleaseMemObject(part));
    free(ref);
    return ocl_result_both(knows, lives);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sub_buffers",
                              .summary = "Regions of a buffer as buffers of their own.",
                              .accepts = "dnks",
                              .size_help = "elements per sub-buffer",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const char *fault = ocl_known_fault(env.device, "sub-buffer of a written buffer");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);

    // A sub-buffer begins at a multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN, which counts bits.
    const size_t align = (size_t)ocl_device_number(env.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    const double part_bytes = sizeof(cl_uint) * (double)opt.n[0];
    const double parent_bytes = PARTS * (part_bytes + 2.0 * (double)align);
    ocl_require_memory(env.device, parent_bytes, parent_bytes + part_bytes, 3.0 * parent_bytes);
    lesson l = { .env = &env, .n = opt.n[0], .align = align };
    l.program = ocl_build(&env, "sub_buffers.cl", "-cl-std=CL1.2");
    l.part_bytes = opt.n[0] * sizeof(cl_uint);
    l.stride = ocl_round_up(l.part_bytes + sizeof(cl_uint), align);
    l.parent_bytes = PARTS * l.stride;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements per sub-buffer", opt.n[0]);
    ocl_report_count(report, "alignment_bytes", align);
    ocl_report_count(report, "stride_bytes", l.stride);
    ocl_report_result(report, "write sub-buffers, read the parent", write_parts(&l, l.stride));
    ocl_report_result(report, "write overlapping ones in turn", write_parts(&l, align));
    ocl_report_result(report, "read overlapping ones at once", read_parts(&l));
    ocl_report_result(report, "attributes; life after the parent", outlive_parent(&l));

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(report);
}
