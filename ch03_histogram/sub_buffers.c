// SPDX-License-Identifier: MIT
//
// sub_buffers - a region of a buffer as a buffer of its own: no copy, another name for the same bytes.
//
// Shows   regions and their alignment, inherited flags, overlap, what is refused, who keeps whom alive
// Uses    clCreateSubBuffer, CL_DEVICE_MEM_BASE_ADDR_ALIGN, CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_OFFSET
// Try     sub_buffers -n 1; let a copy of sub_buffers.cl write one element more and see whose it was

#include "ocl.h"

enum {
    PARTS = 3,
    STEP = 1000000,    // from the first number of a part to that of the next
    LOCAL = 64         // wanted work-items a work-group
};

// The parent holds PARTS regions of n elements, `stride` bytes apart, with a gap after each.
typedef struct {
    const ocl_env *env;
    cl_kernel number, add;
    cl_ulong n;
    size_t part_bytes, align, stride, parent_bytes;
} sub_buffers_data;

// The call of this sample.  A flag that is not given comes from the parent.
static cl_mem sub_buffers_part(cl_mem parent, cl_mem_flags flags, size_t origin, size_t bytes)
{
    const cl_buffer_region region = { origin, bytes };
    cl_int err;
    cl_mem part = clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
    OCL_CHECK(err);
    return part;
}

// The same where it may be refused: only the status matters.
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
    size_t local = ocl_local_size(kernel, s->env->device, LOCAL);
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

// Two sub-buffers, `distance` bytes apart, are written and the parent is read.  Overlapping ones may be
// written only one after the other, as here by an in-order queue: then the overlap holds what came last.
// Two commands that may run at the same time would leave anything there.
static ocl_check sub_buffers_write(const sub_buffers_data *s, size_t distance)
{
    cl_mem parent = ocl_buffer(s->env, CL_MEM_READ_WRITE, s->parent_bytes, NULL);
    cl_uint *want = ocl_alloc(s->parent_bytes);    // 0xff bytes, as the poisoned gaps
    ocl_poison(s->env->queue, parent, s->parent_bytes);
    for (cl_uint k = 0; k < PARTS; k++) {
        const size_t origin = k * distance;
        cl_mem part = sub_buffers_part(parent, CL_MEM_WRITE_ONLY, origin, s->part_bytes);
        sub_buffers_number(s, part, STEP * k);
        sub_buffers_number_ref(want, origin, STEP * k, s->n);
        OCL_CHECK(clReleaseMemObject(part));    // the enqueued kernel still has it
    }
    ocl_check check = ocl_verify_buffer(s->env, "parent", parent, want, s->parent_bytes);
    OCL_CHECK(clReleaseMemObject(parent));
    free(want);
    return check;
}

// Overlapping sub-buffers that are only read may be read at once: sum[i] = x[i] + x[i + shift].
static ocl_check sub_buffers_read(const sub_buffers_data *s)
{
    const size_t shift = s->align / sizeof(cl_uint);
    cl_uint *x = ocl_alloc(s->parent_bytes), *want = ocl_alloc(s->part_bytes);
    ocl_fill_u32(x, s->parent_bytes / sizeof *x, s->env->options->seed);
    for (size_t i = 0; i < s->n; i++)
        want[i] = x[i] + x[i + shift];

    cl_mem parent = ocl_buffer(s->env, CL_MEM_READ_ONLY, s->parent_bytes, NULL);
    OCL_CHECK(
        clEnqueueWriteBuffer(s->env->queue, parent, CL_TRUE, 0, s->parent_bytes, x, 0, NULL, NULL));
    cl_mem a = sub_buffers_part(parent, 0, 0, s->part_bytes);
    cl_mem b = sub_buffers_part(parent, 0, s->align, s->part_bytes);
    cl_mem sum = ocl_buffer(s->env, CL_MEM_WRITE_ONLY, s->part_bytes, NULL);
    ocl_poison(s->env->queue, sum, s->part_bytes);
    OCL_CHECK(clSetKernelArg(s->add, 0, sizeof sum, &sum));
    OCL_CHECK(clSetKernelArg(s->add, 1, sizeof a, &a));
    OCL_CHECK(clSetKernelArg(s->add, 2, sizeof b, &b));
    OCL_CHECK(clSetKernelArg(s->add, 3, sizeof s->n, &s->n));
    sub_buffers_launch(s, s->add);
    ocl_check check = ocl_verify_buffer(s->env, "sum", sum, want, s->part_bytes);

    OCL_CHECK(clReleaseMemObject(sum));
    OCL_CHECK(clReleaseMemObject(b));
    OCL_CHECK(clReleaseMemObject(a));
    OCL_CHECK(clReleaseMemObject(parent));
    free(want);
    free(x);
    return check;
}

// A part knows where it lies, and keeps the parent's memory when the parent's last handle is gone.
static ocl_check sub_buffers_family(const sub_buffers_data *s)
{
    cl_mem parent = ocl_buffer(s->env, CL_MEM_READ_WRITE, s->parent_bytes, NULL), associated;
    cl_mem part = sub_buffers_part(parent, 0, s->stride, s->part_bytes);
    size_t origin, bytes;
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof associated, &associated,
                                 NULL));
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof origin, &origin, NULL));
    OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    ocl_check check = ocl_verify_equal("the part's parent", associated == parent, true);
    check = ocl_check_both(
        check, ocl_verify_equal("CL_MEM_OFFSET", (long long)origin, (long long)s->stride));
    check = ocl_check_both(
        check, ocl_verify_equal("CL_MEM_SIZE", (long long)bytes, (long long)s->part_bytes));

    cl_uint *want = ocl_alloc(s->part_bytes);
    OCL_CHECK(clReleaseMemObject(parent));
    sub_buffers_number(s, part, 7);
    sub_buffers_number_ref(want, 0, 7, s->n);
    check = ocl_check_both(check, ocl_verify_buffer(s->env, "part", part, want, s->part_bytes));
    OCL_CHECK(clReleaseMemObject(part));
    free(want);
    return check;
}

// A part has the flags that were asked for and, where none was, those of its parent.
static ocl_check sub_buffers_flags(const sub_buffers_data *s)
{
    static const struct {
        const char *what;
        cl_mem_flags parent, asked, want;
    } CASES[] = {
        { "nothing asked for", CL_MEM_READ_ONLY, 0, CL_MEM_READ_ONLY },
        { "less than the parent has", CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_READ_ONLY },
        { "the host's access", CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, CL_MEM_WRITE_ONLY,
          CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY },
        { "where the memory is", CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, CL_MEM_READ_ONLY,
          CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR },
    };
    ocl_check check = { .pass = true };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        cl_mem parent = ocl_buffer(s->env, CASES[i].parent, s->parent_bytes, NULL);
        cl_mem part = sub_buffers_part(parent, CASES[i].asked, s->align, s->part_bytes);
        cl_mem_flags flags;
        OCL_CHECK(clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
        check = ocl_check_both(
            check, ocl_verify_equal(CASES[i].what, (long long)flags, (long long)CASES[i].want));
        OCL_CHECK(clReleaseMemObject(part));
        OCL_CHECK(clReleaseMemObject(parent));
    }
    return check;
}

static void sub_buffers_refusals(const sub_buffers_data *s, ocl_report *report)
{
    const size_t a = s->align, end = s->parent_bytes;
    cl_mem both = ocl_buffer(s->env, CL_MEM_READ_WRITE, end, NULL);
    cl_mem input = ocl_buffer(s->env, CL_MEM_READ_ONLY, end, NULL);
    cl_mem output = ocl_buffer(s->env, CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, end, NULL);
    cl_mem part = sub_buffers_part(both, 0, a, 2 * a);
    cl_mem book = ocl_buffer(s->env, CL_MEM_READ_ONLY, 100 * sizeof(cl_float), NULL);
    const ocl_refusal refusals[] = {
        { "an origin half the alignment past the start", sub_buffers_try(both, 0, a / 2, 4),
          CL_MISALIGNED_SUB_BUFFER_OFFSET, OCL_OCLGRIND | OCL_NVIDIA },
        { "floats 40 to 89 of 100, as the book has them", sub_buffers_try(book, 0, 160, 200),
          160 % a ? CL_MISALIGNED_SUB_BUFFER_OFFSET : CL_SUCCESS, OCL_OCLGRIND | OCL_NVIDIA },
        { "a region of no bytes", sub_buffers_try(both, 0, a, 0), CL_INVALID_BUFFER_SIZE,
          OCL_OCLGRIND },
        { "a region one byte longer than what is left", sub_buffers_try(both, 0, a, end - a + 1),
          CL_INVALID_VALUE, OCL_NVIDIA },
        { "a region after the end", sub_buffers_try(both, 0, end, a), CL_INVALID_VALUE, 0 },
        { "a part of a part", sub_buffers_try(part, 0, a, a), CL_INVALID_MEM_OBJECT, OCL_NVIDIA },
        { "writing to a part of what may only be read",
          sub_buffers_try(input, CL_MEM_WRITE_ONLY, a, a), CL_INVALID_VALUE, OCL_OCLGRIND },
        { "reading a part of what may only be written",
          sub_buffers_try(output, CL_MEM_READ_WRITE, a, a), CL_INVALID_VALUE, OCL_OCLGRIND },
        { "the host writing to a part of what it may only read",
          sub_buffers_try(output, CL_MEM_HOST_WRITE_ONLY, a, a), CL_INVALID_VALUE, OCL_OCLGRIND },
        { "memory of the part's own", sub_buffers_try(both, CL_MEM_ALLOC_HOST_PTR, a, a),
          CL_INVALID_VALUE, OCL_OCLGRIND },
    };
    ocl_report_refusals(report, s->env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(book));
    OCL_CHECK(clReleaseMemObject(part));
    OCL_CHECK(clReleaseMemObject(output));
    OCL_CHECK(clReleaseMemObject(input));
    OCL_CHECK(clReleaseMemObject(both));
}

int main(int argc, char **argv)
{
    const ocl_program program_facts = { .name = "sub_buffers",
                                        .summary = "Regions of a buffer as buffers of their own.",
                                        .accepts = "dnks",
                                        .size_help = "elements of each part",
                                        .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &program_facts, (ocl_options){ .n = { 100003 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    cl_int err;

    // Origins must be multiples of CL_DEVICE_MEM_BASE_ADDR_ALIGN, which counts bits.
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    const size_t align = (size_t)ocl_device_number(env.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    const double parent_bytes = PARTS * (bytes + 2.0 * (double)align);
    ocl_require_memory(env.device, parent_bytes, parent_bytes + bytes, 3.0 * parent_bytes);
    cl_program program = ocl_build(&env, "sub_buffers.cl", "-cl-std=CL1.2");
    sub_buffers_data s = { .env = &env, .n = opt.n[0], .align = align };
    s.number = clCreateKernel(program, "sub_buffers_number", &err);
    OCL_CHECK(err);
    s.add = clCreateKernel(program, "sub_buffers_add", &err);
    OCL_CHECK(err);
    s.part_bytes = opt.n[0] * sizeof(cl_uint);
    s.stride = ocl_round_up(s.part_bytes + sizeof(cl_uint), align);
    s.parent_bytes = PARTS * s.stride;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements a part", opt.n[0]);
    ocl_report_count(report, "alignment in bytes", align);
    ocl_report_print(report, "\n%zu parts %zu bytes apart, %zu bytes each\n", (size_t)PARTS,
                     s.stride, s.part_bytes);
    ocl_report_check(report, "parts written, the parent read", sub_buffers_write(&s, s.stride));
    ocl_report_check(report, "overlapping parts written in turn", sub_buffers_write(&s, s.align));
    ocl_report_check(report, "overlapping parts read at once", sub_buffers_read(&s));
    ocl_report_check(report, "place, size, and life after the parent", sub_buffers_family(&s));
    ocl_report_check(report, "flags asked for and inherited", sub_buffers_flags(&s));
    sub_buffers_refusals(&s, report);

    OCL_CHECK(clReleaseKernel(s.add));
    OCL_CHECK(clReleaseKernel(s.number));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
