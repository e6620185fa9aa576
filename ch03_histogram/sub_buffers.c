// SPDX-License-Identifier: MIT
//
// sub_buffers - a region of a buffer as a buffer of its own: no copy, another name for the same bytes.
//
// Shows   regions and their alignment, inherited flags, overlap, what is refused, who keeps whom alive
// Uses    clCreateSubBuffer, CL_DEVICE_MEM_BASE_ADDR_ALIGN, CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_OFFSET
// Try     sub_buffers -n 1; let a copy of sub_buffers.cl write one element more and see whose it was

#include "ocl.h"

enum { PARTS = 3, STEP = 1000000 };    // STEP: from the first number of a part to that of the next

// The parent holds PARTS regions of n elements, `stride` bytes apart, with a gap after each.
typedef struct {
    const ocl_env *env;
    cl_kernel number, add;
    cl_ulong n;
    size_t part_bytes, align, stride, parent_bytes;
} sub_buffers_data;

// The call of this sample, where it must succeed ...
static cl_mem sub_buffers_part(cl_mem parent, cl_mem_flags flags, size_t origin, size_t bytes)
{
    const cl_buffer_region region = { origin, bytes };
    cl_int err;
    cl_mem part =
        OCL_CREATE(clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &err));
    return part;
}

// ... and where it may be refused: only the status matters.
static cl_int sub_buffers_try(cl_mem parent, cl_mem_flags flags, size_t origin, size_t bytes)
{
    const cl_buffer_region region = { origin, bytes };
    cl_int err;
    cl_mem part = clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(part));
    return err;
}

static void sub_buffers_launch(const sub_buffers_data *s, cl_kernel kernel)
{
    size_t local = ocl_local_size(kernel, s->env->device, 64);
    size_t global = ocl_round_up(s->n, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(s->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// Numbers a part from `first` on, on the device ...
static void sub_buffers_number(const sub_buffers_data *s, cl_mem part, cl_uint first)
{
    OCL_CHECK(clSetKernelArg(s->number, 0, sizeof part, &part));
    OCL_CHECK(clSetKernelArg(s->number, 1, sizeof first, &first));
    OCL_CHECK(clSetKernelArg(s->number, 2, sizeof s->n, &s->n));
    sub_buffers_launch(s, s->number);
}

// ... and in the expected parent.
static void sub_buffers_number_ref(cl_uint *parent, size_t origin, cl_uint first, size_t n)
{
    for (size_t i = 0; i < n; i++)
        parent[origin / sizeof *parent + i] = first + (cl_uint)i;
}

// All parts, `distance` bytes apart, are written and the parent is read.  Overlapping ones may be written only
// one after the other, as here by an in-order queue: then the overlap holds what came last.  Two commands
// that may run at the same time would leave anything there.
static ocl_result sub_buffers_write(const sub_buffers_data *s, size_t distance)
{
    cl_uint *want = ocl_alloc(s->parent_bytes);    // 0xff bytes, as the poisoned gaps
    cl_mem parent = ocl_buffer(s->env, CL_MEM_READ_WRITE, s->parent_bytes, NULL);
    ocl_poison(s->env->queue, parent, s->parent_bytes);
    for (cl_uint k = 0; k < PARTS; k++) {
        cl_mem part = sub_buffers_part(parent, CL_MEM_WRITE_ONLY, k * distance, s->part_bytes);
        sub_buffers_number(s, part, STEP * k);
        sub_buffers_number_ref(want, k * distance, STEP * k, s->n);
        OCL_CHECK(clReleaseMemObject(part));    // the enqueued kernel still has it
    }
    ocl_result check = ocl_verify_buffer(s->env, "parent", parent, want, s->parent_bytes);
    OCL_CHECK(clReleaseMemObject(parent));
    free(want);
    return check;
}

// Overlapping parts that are only read may be read at once: sum[i] = x[i] + x[i + shift].
static ocl_result sub_buffers_read(const sub_buffers_data *s)
{
    const size_t shift = s->align / sizeof(cl_uint);
    cl_uint *x = ocl_alloc(s->parent_bytes), *want = ocl_alloc(s->part_bytes);
    ocl_fill_u32(x, s->parent_bytes / sizeof *x, s->env->options->seed);
    for (size_t i = 0; i < s->n; i++)
        want[i] = x[i] + x[i + shift];

    cl_mem parent = ocl_buffer(s->env, CL_MEM_READ_ONLY, s->parent_bytes, x);
    cl_mem a = sub_buffers_part(parent, 0, 0, s->part_bytes);
    cl_mem b = sub_buffers_part(parent, 0, s->align, s->part_bytes);
    cl_mem sum = ocl_buffer(s->env, CL_MEM_WRITE_ONLY, s->part_bytes, NULL);
    ocl_poison(s->env->queue, sum, s->part_bytes);
    OCL_CHECK(clSetKernelArg(s->add, 0, sizeof sum, &sum));
    OCL_CHECK(clSetKernelArg(s->add, 1, sizeof a, &a));
    OCL_CHECK(clSetKernelArg(s->add, 2, sizeof b, &b));
    OCL_CHECK(clSetKernelArg(s->add, 3, sizeof s->n, &s->n));
    sub_buffers_launch(s, s->add);
    ocl_result check = ocl_verify_buffer(s->env, "sum", sum, want, s->part_bytes);

    OCL_CHECK(clReleaseMemObject(sum));
    OCL_CHECK(clReleaseMemObject(b));
    OCL_CHECK(clReleaseMemObject(a));
    OCL_CHECK(clReleaseMemObject(parent));
    free(want);
    free(x);
    return check;
}

// A part knows its parent and where it lies there.  A flag that it was not given (here: what the host may do)
// comes from the parent.  It keeps the parent's memory when the parent's last handle is gone.
static ocl_result sub_buffers_family(const sub_buffers_data *s)
{
    cl_mem parent =
        ocl_buffer(s->env, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, s->parent_bytes, NULL);
    cl_mem part = sub_buffers_part(parent, CL_MEM_WRITE_ONLY, s->stride, s->part_bytes), owner;
    size_t origin, bytes;
    cl_mem_flags flags;
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof owner, &owner, NULL));
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof origin, &origin, NULL));
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    const uint64_t got[] = { owner == parent, origin, bytes, flags };
    const uint64_t wanted[] = { true, s->stride, s->part_bytes,
                                CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY };
    ocl_result knows = ocl_verify_u64("parent, offset, size, flags", got, wanted, 4);

    OCL_CHECK(clReleaseMemObject(parent));
    cl_uint *want = ocl_alloc(s->part_bytes);
    sub_buffers_number(s, part, 7);
    sub_buffers_number_ref(want, 0, 7, s->n);
    ocl_result lives = ocl_verify_buffer(s->env, "part", part, want, s->part_bytes);
    OCL_CHECK(clReleaseMemObject(part));
    free(want);
    return ocl_result_both(knows, lives);
}

// What a driver must not accept.  The mistake most easily made is an origin off the alignment: a part is a
// buffer, and a kernel may rely on a buffer to start where the widest vector (long16, 128 bytes) may.
// The book's part starts at float 40, byte 160.
static void sub_buffers_refusals(const sub_buffers_data *s, ocl_report *report)
{
    const size_t a = s->align, end = s->parent_bytes;
    cl_mem parent = ocl_buffer(s->env, CL_MEM_READ_WRITE, end, NULL);
    cl_mem part = sub_buffers_part(parent, 0, a, 2 * a);
    cl_mem book = ocl_buffer(s->env, CL_MEM_READ_ONLY, 100 * sizeof(cl_float), NULL);
    const ocl_refusal refusals[] = {
        { "an origin half the alignment past the start", sub_buffers_try(parent, 0, a / 2, 4),
          CL_MISALIGNED_SUB_BUFFER_OFFSET, OCL_OCLGRIND | OCL_NVIDIA },
        { "floats 40 to 89 of 100, as the book has them", sub_buffers_try(book, 0, 160, 200),
          160 % a ? CL_MISALIGNED_SUB_BUFFER_OFFSET : CL_SUCCESS, OCL_OCLGRIND | OCL_NVIDIA },
        { "a region of no bytes", sub_buffers_try(parent, 0, a, 0), CL_INVALID_BUFFER_SIZE,
          OCL_OCLGRIND },
        { "a region one byte longer than what is left", sub_buffers_try(parent, 0, a, end - a + 1),
          CL_INVALID_VALUE, OCL_NVIDIA },
        { "a part of a part", sub_buffers_try(part, 0, a, a), CL_INVALID_MEM_OBJECT, OCL_NVIDIA },
        { "writing to a part of what may only be read",
          sub_buffers_try(book, CL_MEM_WRITE_ONLY, 0, 200), CL_INVALID_VALUE, OCL_OCLGRIND },
        { "memory of the part's own", sub_buffers_try(parent, CL_MEM_ALLOC_HOST_PTR, a, a),
          CL_INVALID_VALUE, OCL_OCLGRIND },
    };
    ocl_report_print(report, "\norigins are multiples of %zu bytes, as the device asks\n", a);
    ocl_report_refusals(report, s->env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(book));
    OCL_CHECK(clReleaseMemObject(part));
    OCL_CHECK(clReleaseMemObject(parent));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sub_buffers",
                              .summary = "Regions of a buffer as buffers of their own.",
                              .accepts = "dnks",
                              .size_help = "elements of each part",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // Where a part may start: CL_DEVICE_MEM_BASE_ADDR_ALIGN counts bits.
    const size_t align = (size_t)ocl_device_number(env.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    const double parent_bytes = PARTS * (bytes + 2.0 * (double)align);
    ocl_require_memory(env.device, parent_bytes, parent_bytes + bytes, 3.0 * parent_bytes);
    sub_buffers_data s = { .env = &env, .n = opt.n[0], .align = align };
    s.part_bytes = opt.n[0] * sizeof(cl_uint);
    s.stride = ocl_round_up(s.part_bytes + sizeof(cl_uint), align);
    s.parent_bytes = PARTS * s.stride;

    cl_int err;
    cl_program program = ocl_build(&env, "sub_buffers.cl", "-cl-std=CL1.2");
    s.number = OCL_CREATE(clCreateKernel(program, "sub_buffers_number", &err));
    s.add = OCL_CREATE(clCreateKernel(program, "sub_buffers_add", &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements a part", opt.n[0]);
    ocl_report_count(report, "bytes from part to part", s.stride);
    ocl_report_result(report, "parts written, the parent read", sub_buffers_write(&s, s.stride));
    ocl_report_result(report, "overlapping parts written in turn", sub_buffers_write(&s, align));
    ocl_report_result(report, "overlapping parts read at once", sub_buffers_read(&s));
    ocl_report_result(report, "place, flags, and life after the parent", sub_buffers_family(&s));
    sub_buffers_refusals(&s, report);

    OCL_CHECK(clReleaseKernel(s.add));
    OCL_CHECK(clReleaseKernel(s.number));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
