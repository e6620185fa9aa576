// SPDX-License-Identifier: MIT
//
// split_buffer - one buffer, and a sub-buffer of it for each of several devices.
//
//     pass 0    [ part 0: device 0 | part 1: device 1 | part 2: device 2 ]    all at the same time
//     pass 1    [ part 0: device 2 | part 1: device 0 | part 2: device 1 ]    after all have ended
//     pass 2    [ part 0: device 1 | part 1: device 2 | part 2: device 0 ]
//
// Shows   where the parts may begin when the devices have different alignments; devices that write
//         parts of one buffer at the same time; parts that change hands
// Uses    clCreateSubBuffer, CL_DEVICE_MEM_BASE_ADDR_ALIGN of every device, clCreateContext with
//         several devices, clEnqueueMigrateMemObjects, clFlush, clFinish
// Try     split_buffer -n 1; POCL_DEVICES="pthread basic basic" split_buffer

#include "ocl.h"

#include "shared/devices.h"

enum { LOCAL = 64, PASSES = 4 };

typedef struct {
    const ocl_env *env;
    device_set set;
    cl_context context;         // of all devices
    cl_command_queue *queue;    // of each device
    cl_kernel *kernel;          // of each device
    cl_mem parent;
    cl_mem *part;       // a part without elements is NULL
    size_t n;           // elements of the parent
    size_t per_part;    // elements of each part but the last ones, which may have fewer
} lesson;

static size_t common_multiple(size_t a, size_t b)
{
    size_t x = a, y = b;
    while (y > 0) {
        const size_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

// A part must begin where every device that will use it can begin: at a common multiple of all
// alignments, which the devices give in bits.
static size_t find_alignment(const device_set *set, ocl_report *report)
{
    size_t all = sizeof(cl_uint);
    ocl_table table = ocl_table_open(report, "alignments", "device, bytes, common so far");
    for (cl_uint k = 0; k < set->count; k++) {
        const size_t bits =
            (size_t)ocl_device_number(set->devices[k], CL_DEVICE_MEM_BASE_ADDR_ALIGN);
        all = common_multiple(all, bits / 8);
        ocl_table_row(&table, "%6u %6zu %12zu", k, bits / 8, all);
    }
    return all;
}

static size_t part_count(const lesson *l, size_t k)
{
    const size_t first = k * l->per_part;
    if (first >= l->n) return 0;
    const size_t left = l->n - first;
    return left < l->per_part ? left : l->per_part;
}

static cl_program build(const lesson *l)
{
    const ocl_options *opt = l->env->options;
    char *source = ocl_load_source(opt, "split_buffer.cl");
    const char *text = source;
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(l->context, 1, &text, NULL, &err));
    err = clBuildProgram(program, l->set.count, l->set.devices, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, opt->kernel ? opt->kernel : "split_buffer.cl", "clBuildProgram",
                      err);
    free(source);
    return program;
}

// Each device has a queue and a kernel object of its own.
static void open_queues(lesson *l, cl_program program)
{
    cl_int err;
    l->queue = ocl_alloc(l->set.count * sizeof *l->queue);
    l->kernel = ocl_alloc(l->set.count * sizeof *l->kernel);
    for (size_t k = 0; k < l->set.count; k++) {
        l->queue[k] = OCL_CREATE(clCreateCommandQueue(l->context, l->set.devices[k], 0, &err));
        l->kernel[k] = OCL_CREATE(clCreateKernel(program, "split_buffer_step", &err));
    }
}

static void close_queues(lesson *l)
{
    for (size_t k = l->set.count; k-- > 0;) {
        OCL_CHECK(clReleaseKernel(l->kernel[k]));
        OCL_CHECK(clReleaseCommandQueue(l->queue[k]));
    }
    free(l->kernel);
    free(l->queue);
}

// The parent with the numbers of x, and a sub-buffer for each part.
static void make_parts(lesson *l, uint32_t *x, ocl_report *report)
{
    cl_int err;
    l->parent = OCL_CREATE(clCreateBuffer(l->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                          sizeof(cl_uint) * l->n, x, &err));
    l->part = ocl_alloc(l->set.count * sizeof *l->part);
    ocl_table table = ocl_table_open(report, "parts", "part, first byte, bytes");
    for (size_t k = 0; k < l->set.count; k++) {
        const cl_buffer_region region = { .origin = sizeof(cl_uint) * k * l->per_part,
                                          .size = sizeof(cl_uint) * part_count(l, k) };
        ocl_table_row(&table, "%4zu %10zu %8zu", k, region.origin, region.size);
        l->part[k] = NULL;
        if (region.size > 0)
            l->part[k] = OCL_CREATE(clCreateSubBuffer(l->parent, CL_MEM_READ_WRITE,
                                                      CL_BUFFER_CREATE_TYPE_REGION, &region, &err));
    }
}

static void release_parts(lesson *l)
{
    for (size_t k = l->set.count; k-- > 0;)
        if (l->part[k]) OCL_CHECK(clReleaseMemObject(l->part[k]));
    OCL_CHECK(clReleaseMemObject(l->parent));
    free(l->part);
}

// Device k works on part k + pass.  The parts do not overlap, so all devices may write at the same
// time.  The host waits before the next pass: another device takes over each part.
static void run_pass(const lesson *l, size_t pass)
{
    for (cl_uint k = 0; k < l->set.count; k++) {
        const size_t at = (k + pass) % l->set.count;
        const size_t n = part_count(l, at);
        if (n == 0) continue;
        const size_t local = ocl_local_size(l->kernel[k], l->set.devices[k], LOCAL);
        const size_t global = ocl_round_up(n, local);
        OCL_CHECK(clSetKernelArg(l->kernel[k], 0, sizeof l->part[at], &l->part[at]));
        OCL_CHECK(clSetKernelArg(l->kernel[k], 1, sizeof k, &k));
        OCL_CHECK(clSetKernelArg(l->kernel[k], 2, sizeof(cl_ulong), &(cl_ulong){ n }));
        OCL_CHECK(clEnqueueMigrateMemObjects(l->queue[k], 1, &l->part[at], 0, 0, NULL, NULL));
        OCL_CHECK(clEnqueueNDRangeKernel(l->queue[k], l->kernel[k], 1, NULL, &global, &local, 0,
                                         NULL, NULL));
        OCL_CHECK(clFlush(l->queue[k]));
    }
    for (cl_uint k = 0; k < l->set.count; k++)
        OCL_CHECK(clFinish(l->queue[k]));
}

// One pass in plain C: part p is the work of device p - pass.
static void pass_ref(const lesson *l, size_t pass, uint32_t *x)
{
    const size_t count = l->set.count;
    for (size_t i = 0; i < l->n; i++) {
        const size_t part = i / l->per_part;
        const size_t device = (part + count - pass % count) % count;
        x[i] = 5 * x[i] + (uint32_t)device;
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "split_buffer",
                              .summary = "One buffer, a sub-buffer for each device.",
                              .accepts = "dnks",
                              .size_help = "elements of the buffer",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 1000003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const double real_bytes = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, real_bytes, real_bytes, 2.0 * real_bytes);
    const size_t bytes = sizeof(cl_uint) * opt.n[0];
    uint32_t *x = ocl_alloc(bytes);
    uint32_t *got = ocl_alloc(bytes);
    ocl_fill_u32(x, opt.n[0], opt.seed);

    cl_int err;
    lesson l = { .env = &env, .set = device_set_open(&env, 0, 0), .n = opt.n[0] };
    l.context = OCL_CREATE(clCreateContext(NULL, l.set.count, l.set.devices, NULL, NULL, &err));
    cl_program program = build(&l);
    open_queues(&l, program);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", l.n);
    ocl_report_count(report, l.set.parent ? "sub_devices" : "devices", l.set.count);
    device_set_report(report, &l.set);
    const size_t alignment = find_alignment(&l.set, report);
    const size_t share = ocl_divide_up(l.n, l.set.count) * sizeof(cl_uint);
    l.per_part = ocl_round_up(share, alignment) / sizeof(cl_uint);
    make_parts(&l, x, report);

    ocl_result result = { .pass = true };
    for (size_t pass = 0; pass < PASSES; pass++) {
        run_pass(&l, pass);
        pass_ref(&l, pass, x);
        memset(got, 0xff, bytes);
        OCL_CHECK(clEnqueueReadBuffer(l.queue[0], l.parent, CL_TRUE, 0, bytes, got, 0, NULL, NULL));
        result = ocl_result_both(result, ocl_verify_u32("parent", got, x, l.n));
    }
    ocl_report_result(report, "the whole buffer, after each pass", result);

    release_parts(&l);
    close_queues(&l);
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseContext(l.context));
    device_set_close(&l.set);
    ocl_close(&env);
    free(got);
    free(x);
    return ocl_report_close(report);
}
