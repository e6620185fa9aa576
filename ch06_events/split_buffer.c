// SPDX-License-Identifier: MIT
//
// split_buffer - one buffer, and a sub-buffer of it for each of several devices.
//
//     pass 0    [ part 0: device 0 | part 1: device 1 | part 2: device 2 ]    all at the same time
//     pass 1    [ part 0: device 1 | part 1: device 2 | part 2: device 0 ]
//     pass 2    [ part 0: device 2 | part 1: device 0 | part 2: device 1 ]
//
// Shows   where the parts may begin when the devices have different alignments; devices that write
//         parts of one buffer at the same time; parts that change hands
// Uses    clCreateSubBuffer, CL_DEVICE_MEM_BASE_ADDR_ALIGN of every device, clCreateContext with
//         several devices, clEnqueueMigrateMemObjects, clFlush, clFinish
// Try     split_buffer -n 1; POCL_DEVICES="pthread basic basic" split_buffer

#include "split_buffer/open.h"

enum { LOCAL = 64, PASSES = 4 };

typedef struct {
    const ocl_env *env;
    device_set set;
    cl_context context;
    cl_command_queue *queue;    // of each device
    cl_kernel *kernel;
    cl_mem parent, *part;    // a part without elements is NULL
    size_t n, per_part;      // elements of the parent; of each part but the last ones
} job;

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

static cl_program build(const job *j)
{
    char *source = ocl_load_source(j->env->options, "split_buffer.cl");
    const char *text = source;
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(j->context, 1, &text, NULL, &err));
    err = clBuildProgram(program, j->set.count, j->set.devices, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "split_buffer.cl", "clBuildProgram", err);
    free(source);
    return program;
}

static size_t part_count(const job *j, size_t k)
{
    const size_t first = k * j->per_part;
    return first >= j->n ? 0 : first + j->per_part > j->n ? j->n - first : j->per_part;
}

static void open_parts(job *j, cl_program program, const uint32_t *x)
{
    cl_int err;
    const size_t count = j->set.count;
    j->queue = ocl_alloc(count * sizeof *j->queue);
    j->kernel = ocl_alloc(count * sizeof *j->kernel);
    j->part = ocl_alloc(count * sizeof *j->part);
    j->parent = OCL_CREATE(clCreateBuffer(j->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                          sizeof(cl_uint) * j->n, (void *)x, &err));
    for (size_t k = 0; k < count; k++) {
        j->queue[k] = OCL_CREATE(clCreateCommandQueue(j->context, j->set.devices[k], 0, &err));
        j->kernel[k] = OCL_CREATE(clCreateKernel(program, "split_buffer_step", &err));
        const cl_buffer_region region = { .origin = sizeof(cl_uint) * k * j->per_part,
                                          .size = sizeof(cl_uint) * part_count(j, k) };
        j->part[k] = NULL;
        if (region.size > 0)
            j->part[k] = OCL_CREATE(clCreateSubBuffer(j->parent, CL_MEM_READ_WRITE,
                                                      CL_BUFFER_CREATE_TYPE_REGION, &region, &err));
    }
}

// Device k works on part k + pass.  The parts do not overlap, so all devices may write at the same
// time.  The host waits before the next pass: another device takes over each part.
static void run_pass(const job *j, size_t pass)
{
    for (cl_uint k = 0; k < j->set.count; k++) {
        const size_t at = (k + pass) % j->set.count;
        const cl_ulong n = part_count(j, at);
        if (n == 0) continue;
        const size_t local = ocl_local_size(j->kernel[k], j->set.devices[k], LOCAL);
        const size_t global = ocl_round_up(n, local);
        OCL_CHECK(clSetKernelArg(j->kernel[k], 0, sizeof j->part[at], &j->part[at]));
        OCL_CHECK(clSetKernelArg(j->kernel[k], 1, sizeof k, &k));
        OCL_CHECK(clSetKernelArg(j->kernel[k], 2, sizeof n, &n));
        OCL_CHECK(clEnqueueMigrateMemObjects(j->queue[k], 1, &j->part[at], 0, 0, NULL, NULL));
        OCL_CHECK(clEnqueueNDRangeKernel(j->queue[k], j->kernel[k], 1, NULL, &global, &local, 0,
                                         NULL, NULL));
        OCL_CHECK(clFlush(j->queue[k]));
    }
    for (cl_uint k = 0; k < j->set.count; k++)
        OCL_CHECK(clFinish(j->queue[k]));
}

// The same in plain C, for part k.
static void pass_ref(const job *j, size_t pass, uint32_t *x)
{
    for (size_t i = 0; i < j->n; i++) {
        const size_t part = i / j->per_part, count = j->set.count;
        const size_t worker = (part + count - pass % count) % count;
        x[i] = 5 * x[i] + (uint32_t)worker;
    }
}

static void close_parts(job *j)
{
    for (size_t k = j->set.count; k-- > 0;) {
        if (j->part[k]) OCL_CHECK(clReleaseMemObject(j->part[k]));
        OCL_CHECK(clReleaseKernel(j->kernel[k]));
        OCL_CHECK(clReleaseCommandQueue(j->queue[k]));
    }
    OCL_CHECK(clReleaseMemObject(j->parent));
    free(j->part);
    free(j->kernel);
    free(j->queue);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "split_buffer",
                              .summary = "One buffer, a sub-buffer for each device.",
                              .accepts = "dnks",
                              .size_help = "elements of the buffer",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    cl_int err;
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, bytes, 2.0 * bytes);
    const size_t all = sizeof(cl_uint) * opt.n[0];
    uint32_t *x = ocl_alloc(all), *got = ocl_alloc(all);
    ocl_fill_u32(x, opt.n[0], opt.seed);

    job j = { .env = &env, .set = split_buffer_devices(&env), .n = opt.n[0] };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", j.n);
    ocl_report_count(report, j.set.parent ? "sub_devices" : "devices", j.set.count);
    device_set_report(report, &j.set);
    const size_t align = find_alignment(&j.set, report);
    j.per_part =
        ocl_round_up(ocl_divide_up(j.n, j.set.count) * sizeof(cl_uint), align) / sizeof(cl_uint);
    j.context = OCL_CREATE(clCreateContext(NULL, j.set.count, j.set.devices, NULL, NULL, &err));
    cl_program program = build(&j);
    open_parts(&j, program, x);
    ocl_table table = ocl_table_open(report, "parts", "part, first byte, bytes");
    for (size_t k = 0; k < j.set.count; k++)
        ocl_table_row(&table, "%4zu %10zu %8zu", k, sizeof(cl_uint) * k * j.per_part,
                      sizeof(cl_uint) * part_count(&j, k));

    ocl_result result = { .pass = true };
    for (size_t pass = 0; pass < PASSES; pass++) {
        run_pass(&j, pass);
        pass_ref(&j, pass, x);
        memset(got, 0xff, all);
        OCL_CHECK(clEnqueueReadBuffer(j.queue[0], j.parent, CL_TRUE, 0, all, got, 0, NULL, NULL));
        result = ocl_result_both(result, ocl_verify_u32("parent", got, x, j.n));
    }
    ocl_report_result(report, "the whole buffer, after each pass", result);

    close_parts(&j);
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseContext(j.context));
    split_buffer_devices_free(&j.set);
    ocl_close(&env);
    free(got);
    free(x);
    return ocl_report_close(report);
}
