// SPDX-License-Identifier: MIT
//
// map_regions - the rules of clEnqueueMapBuffer, each checked on four kinds of buffers.
//
// Shows   host_ptr as the first contents; several maps at once; what each flag promises; when the
//         bytes are there; where the pointer points; a map that is refused
// Uses    clEnqueueMapBuffer, clEnqueueUnmapMemObject, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
//         CL_MEM_COPY_HOST_PTR, CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION
// Try     map_regions -n 1
//         map_regions -V use_host_ptr

#include "ocl.h"

// Four kinds of buffers, by the flag for host memory that clCreateBuffer gets.
enum { KIND_COUNT = 4 };
static const char *const KINDS[] = { "plain", "use_host_ptr", "alloc_host_ptr", "copy_host_ptr",
                                     NULL };
static const cl_mem_flags FLAGS[KIND_COUNT] = { 0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
                                                CL_MEM_COPY_HOST_PTR };

enum { LOCAL = 64, STRETCHES = 5 };

// A buffer of n elements has five stretches of `length` elements.  The maps take the second and the
// fourth, which begin at the elements `second` and `fourth`.
typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_mem buffer;
    size_t n, length, second, fourth;
    uint32_t *host;    // host_ptr
    uint32_t *ref;     // what the buffer must hold
} lesson;

static uint32_t *map(const lesson *l, cl_map_flags flags, size_t first, size_t count)
{
    const size_t offset = first * sizeof(cl_uint), bytes = count * sizeof(cl_uint);
    cl_int err;
    return OCL_CREATE(clEnqueueMapBuffer(l->env->queue, l->buffer, CL_TRUE, flags, offset, bytes, 0,
                                         NULL, NULL, &err));
}

static void unmap(const lesson *l, uint32_t *x)
{
    OCL_CHECK(clEnqueueUnmapMemObject(l->env->queue, l->buffer, x, 0, NULL, NULL));
}

// Adds 1 to each element, on the device and in the reference.  A kernel must not write to what is
// mapped, and must not read what is mapped for writing: the callers have unmapped everything.
static void increment(const lesson *l)
{
    const size_t local = ocl_local_size(l->kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, l->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    for (size_t i = 0; i < l->n; i++)
        l->ref[i] += 1;
}

static ocl_result compare(const lesson *l, const char *what)
{
    return ocl_verify_buffer(l->env, what, l->buffer, l->ref, l->n * sizeof *l->ref);
}

// The row "KIND: RULE" of the report.
static void report_rule(ocl_report *report, int kind, const char *rule, ocl_result result)
{
    char name[64];
    snprintf(name, sizeof name, "%s: %s", KINDS[kind], rule);
    ocl_report_result(report, name, result);
}

// Maps for reading may overlap.  They see what the kernel before them did, and change nothing.
static ocl_result read_maps(const lesson *l)
{
    ocl_fill_u32(l->ref, l->n, l->env->options->seed + 1);
    OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, l->buffer, CL_TRUE, 0, l->n * sizeof *l->ref,
                                   l->ref, 0, NULL, NULL));
    increment(l);
    uint32_t *all = map(l, CL_MAP_READ, 0, l->n);
    uint32_t *part = map(l, CL_MAP_READ, l->second, l->length);
    const ocl_result seen =
        ocl_result_both(ocl_verify_u32("all, mapped", all, l->ref, l->n),
                        ocl_verify_u32("part, mapped", part, l->ref + l->second, l->length));
    unmap(l, part);
    unmap(l, all);
    return ocl_result_both(seen, compare(l, "after maps for reading"));
}

// Two maps for writing at the same time must not overlap.  The host reads the old elements and
// writes new ones, so it needs both flags.  The kernel runs after both unmaps.
static ocl_result update_maps(const lesson *l)
{
    const cl_map_flags flags = CL_MAP_READ | CL_MAP_WRITE;
    uint32_t *x = map(l, flags, l->second, l->length);
    uint32_t *y = map(l, flags, l->fourth, l->length);
    for (size_t i = 0; i < l->length; i += 2) {
        x[i] *= 3;
        y[i] *= 5;
        l->ref[l->second + i] *= 3;
        l->ref[l->fourth + i] *= 5;
    }
    unmap(l, x);
    unmap(l, y);
    increment(l);
    return compare(l, "after maps for writing");
}

// A map that does not block returns its pointer at once.  Wait for its event to read the bytes.
static ocl_result wait_for_map(const lesson *l)
{
    cl_int err;
    cl_event mapped;
    increment(l);
    uint32_t *x = OCL_CREATE(clEnqueueMapBuffer(l->env->queue, l->buffer, CL_FALSE, CL_MAP_READ, 0,
                                                l->n * sizeof *x, 0, NULL, &mapped, &err));
    OCL_CHECK(clWaitForEvents(1, &mapped));
    OCL_CHECK(clReleaseEvent(mapped));
    const ocl_result result = ocl_verify_u32("after the event", x, l->ref, l->n);
    unmap(l, x);
    return result;
}

// With CL_MEM_USE_HOST_PTR a map points into the host's array, at the region's offset.
static ocl_result compare_pointer(const lesson *l)
{
    uint32_t *x = map(l, CL_MAP_READ, l->fourth, l->length);
    const ocl_result result =
        ocl_verify_equal("the fourth stretch", x == l->host + l->fourth, true);
    unmap(l, x);
    return result;
}

// CL_MAP_WRITE keeps the elements that the host does not write.  CL_MAP_WRITE_INVALIDATE_REGION
// does not: the host must write every element, and the driver may skip the old ones.
static ocl_result replace_maps(const lesson *l)
{
    uint32_t *x = map(l, CL_MAP_WRITE, l->second, l->length);
    uint32_t *y = map(l, CL_MAP_WRITE_INVALIDATE_REGION, l->fourth, l->length);
    for (size_t i = 0; i < l->length; i += 2) {
        x[i] = (uint32_t)i;
        l->ref[l->second + i] = (uint32_t)i;
    }
    ocl_fill_u32(y, l->length, l->env->options->seed + 2);
    ocl_fill_u32(l->ref + l->fourth, l->length, l->env->options->seed + 2);
    unmap(l, x);
    unmap(l, y);
    return compare(l, "after maps that replace");
}

// All rules on one kind of buffer.
static void check_rules(lesson *l, int kind, ocl_report *report)
{
    const bool use = FLAGS[kind] & CL_MEM_USE_HOST_PTR;
    const bool copy = FLAGS[kind] & CL_MEM_COPY_HOST_PTR;
    const size_t bytes = l->n * sizeof *l->host;
    const cl_ulong n = l->n;
    ocl_fill_u32(l->host, l->n, l->env->options->seed);
    memcpy(l->ref, l->host, bytes);
    cl_int err;
    l->buffer = OCL_CREATE(clCreateBuffer(l->env->context, CL_MEM_READ_WRITE | FLAGS[kind], bytes,
                                          use || copy ? l->host : NULL, &err));
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof l->buffer, &l->buffer));
    OCL_CHECK(clSetKernelArg(l->kernel, 1, sizeof n, &n));

    // With CL_MEM_COPY_HOST_PTR the host may change the array when clCreateBuffer has returned.
    // With CL_MEM_USE_HOST_PTR the array belongs to the buffer as long as the buffer lives.
    if (copy) memset(l->host, 0xff, bytes);
    if (use || copy)
        report_rule(report, kind, "host_ptr is the contents", compare(l, "first contents"));
    report_rule(report, kind, "maps for reading may overlap", read_maps(l));
    report_rule(report, kind, "two maps for updating", update_maps(l));
    report_rule(report, kind, "the event says when", wait_for_map(l));
    if (use) report_rule(report, kind, "the pointer is host_ptr + offset", compare_pointer(l));
    report_rule(report, kind, "two maps that replace", replace_maps(l));

    // All bytes, but from the second element on.
    clEnqueueMapBuffer(l->env->queue, l->buffer, CL_TRUE, CL_MAP_READ, sizeof(cl_uint), bytes, 0,
                       NULL, NULL, &err);
    report_rule(report, kind, "past the end is refused",
                ocl_verify_equal("error code", err, CL_INVALID_VALUE));
    OCL_CHECK(clReleaseMemObject(l->buffer));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "map_regions",
                              .summary = "The rules of mapping, on four kinds of buffers.",
                              .accepts = "dnVks",
                              .size_help = "elements of a mapped region",
                              .extents = 1,
                              .variants = KINDS };
    const ocl_options defaults = { .n = { 1009 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const size_t length = opt.n[0], n = STRETCHES * length;
    const double bytes = STRETCHES * sizeof(cl_uint) * (double)length;
    ocl_require_memory(env.device, bytes, bytes, 3.0 * bytes);

    cl_int err;
    cl_program program = ocl_build(&env, "map_regions.cl", "-cl-std=CL1.2");
    lesson l = { .env = &env, .n = n, .length = length, .second = length, .fourth = 3 * length };
    l.kernel = OCL_CREATE(clCreateKernel(program, "map_regions_increment", &err));
    l.host = ocl_alloc(n * sizeof *l.host);
    l.ref = ocl_alloc(n * sizeof *l.ref);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", n);
    ocl_report_count(report, "elements per map", length);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (ocl_wants(&opt, KINDS[kind])) check_rules(&l, kind, report);

    free(l.ref);
    free(l.host);
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
