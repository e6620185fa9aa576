// SPDX-License-Identifier: MIT
//
// saxpy_ladder - A = alpha * B + C on vectors: four kernels, how fast they are, and why.
//
// Shows   one element, four, or a run of elements per work-item; a timed loop written out.  The
//         steps have the numbers of saxpy.c
// Uses    the calls of saxpy.c, clWaitForEvents, clGetEventProfilingInfo
// Try     saxpy_ladder -n 1, saxpy_ladder --variant run, saxpy_ladder --alpha 1

#include "ocl.h"

#include "shared/saxpy.h"

enum { RUN = 4096, MAX_FOUND = 64 };    // elements in a run; platforms and devices that are listed

// Four kernels, saxpy_scalar to saxpy_stream, divide the same elements among work-items.
static const char *const VARIANTS[] = { "scalar", "float4", "run", "stream", NULL };
static const size_t ELEMENTS[] = { 1, 4, RUN, RUN };    // per work-item
static const size_t LOCAL[] = { 256, 256, 1, 1 };       // work-items per work-group, at most

// The plain C answer.  It computes in double and rounds once, as an exact device would.
static void saxpy_ref(float *a, double alpha, const float *b, const float *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (float)(alpha * b[i] + c[i]);
}

// A platform is an installed OpenCL driver.  A device is the hardware that computes.  The options
// choose one of all devices of all platforms.
static cl_device_id find_device(const ocl_options *options)
{
    cl_platform_id platforms[MAX_FOUND];
    cl_device_id devices[MAX_FOUND];
    cl_uint platform_count = 0, count = 0;
    cl_int err = clGetPlatformIDs(MAX_FOUND, platforms, &platform_count);
    if (err != CL_PLATFORM_NOT_FOUND_KHR) OCL_CHECK(err);    // no driver at all: count stays 0
    for (cl_uint p = 0; p < platform_count && p < MAX_FOUND && count < MAX_FOUND; p++) {
        cl_uint room = MAX_FOUND - count, found = 0;
        err = clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, room, &devices[count], &found);
        if (err == CL_DEVICE_NOT_FOUND) continue;    // a driver without its hardware
        OCL_CHECK(err);
        count += found < room ? found : room;
    }
    return ocl_choose_device(devices, count, options->device);
}

int main(int argc, char **argv)
{
    // The default size is a prime: no work-group and no vector width divides it.
    ocl_about about = { .name = "saxpy_ladder",
                        .summary = "A = alpha * B + C on vectors, by four kernels.",
                        .accepts = "dnrVks",
                        .size_help = "elements of each vector",
                        .extents = 1,
                        .variants = VARIANTS };
    const ocl_options defaults = { .n = { 10000019 }, .repeat = 10, .seed = 1 };
    cl_float alpha;
    const ocl_options opt = saxpy_parse(argc, argv, &about, defaults, &alpha);

    // 1. The device; 2. its context, which owns all objects below; 3. a command-queue, which takes
    // the commands for the device.
    cl_device_id device = find_device(&opt);
    cl_platform_id platform;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    cl_int err;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)platform, 0 };
    cl_context context = OCL_CREATE(clCreateContext(properties, 1, &device, NULL, NULL, &err));
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err));
    ocl_env env = {
        .options = &opt, .platform = platform, .device = device, .context = context, .queue = queue
    };
    ocl_get_limits(&env);

    // The data, and the answer in plain C.
    const size_t n = opt.n[0];
    const cl_ulong count = n;    // the kernel's n: a size_t of the device may have another size
    const double vector_bytes = sizeof(cl_float) * (double)n;    // may be too large for a size_t
    ocl_require_memory(device, vector_bytes, 3.0 * vector_bytes, 5.0 * vector_bytes);
    const size_t bytes = sizeof(cl_float) * opt.n[0];
    float *a = ocl_alloc(bytes), *b = ocl_alloc(bytes), *c = ocl_alloc(bytes);
    float *ref = ocl_alloc(bytes);
    ocl_fill_f32(b, n, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(c, n, -1.0f, 1.0f, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, device);
    ocl_report_count(report, "n", n);
    ocl_report_real(report, "alpha", alpha);
    OCL_TIME_REFERENCE(report, saxpy_ref(ref, alpha, b, c, n));
    float *bounds = saxpy_bounds(alpha, b, c, n);    // how far each element may be off

    // 4. Buffers, which are memory of the device; 5. the inputs are copied there.
    cl_mem d_a = OCL_CREATE(clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, &err));
    cl_mem d_b = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    cl_mem d_c = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(clEnqueueWriteBuffer(queue, d_b, CL_TRUE, 0, bytes, b, 0, NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(queue, d_c, CL_TRUE, 0, bytes, c, 0, NULL, NULL));

    // 6. The program is compiled now, for this device.  RUN reaches it as a macro.
    char *source = ocl_load_source(&opt, "saxpy_ladder.cl");
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &err));
    char build_options[32];
    snprintf(build_options, sizeof build_options, "-DRUN=%d", RUN);
    const cl_int built = clBuildProgram(program, 1, &device, build_options, NULL, NULL);
    ocl_require_build(program, opt.kernel ? opt.kernel : "saxpy_ladder.cl", "clBuildProgram",
                      built);

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        // 7. A kernel is one function of the program, together with its arguments.
        char name[32];
        snprintf(name, sizeof name, "saxpy_%s", VARIANTS[v]);
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a, &d_a));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof alpha, &alpha));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_c, &d_c));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof count, &count));

        // 8. The NDRange: enough work-items for all elements, rounded up to whole work-groups.
        const size_t local = ocl_local_size(kernel, device, LOCAL[v]);
        const size_t global = ocl_round_up(ocl_divide_up(n, ELEMENTS[v]), local);

        // 9. One launch to warm up, then the timed ones.  In the other samples this loop is one
        // line: see common/sample/trial.h.
        ocl_times times = { .runs = 0 };
        ocl_answers answers = { .count = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            // Poison: an element that the kernel does not write must not pass.
            ocl_poison_run(queue, d_a, bytes, run);

            // The launch does not wait for the kernel.  The event stands for this command.
            cl_event done;
            OCL_CHECK(
                clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));

            // Wait.  The event knows when the kernel began and ended on the device.
            OCL_CHECK(clWaitForEvents(1, &done));
            cl_ulong begin_ns, end_ns;
            OCL_CHECK(clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_START, sizeof begin_ns,
                                              &begin_ns, NULL));
            OCL_CHECK(clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof end_ns,
                                              &end_ns, NULL));
            OCL_CHECK(clReleaseEvent(done));
            if (run > 0) ocl_times_add(&times, ocl_ns_between(begin_ns, end_ns));

            // A fingerprint of the answer: a race may show in one run of a hundred.
            ocl_answers_add(&answers, queue, d_a, bytes);
        }

        // 10. The answer comes back to the host and is compared.
        OCL_CHECK(clEnqueueReadBuffer(queue, d_a, CL_TRUE, 0, bytes, a, 0, NULL, NULL));
        ocl_result result = ocl_verify_f32_each(VARIANTS[v], a, ref, n, bounds);
        result = ocl_result_both(result, ocl_verify_answers(VARIANTS[v], &answers));
        ocl_row row = { .name = VARIANTS[v],
                        .times = &times,
                        .work = 3.0 * vector_bytes,
                        .unit = "GB/s",
                        .limit = env.limits.copy_gbs,
                        .result = result };
        ocl_judge_rate(&env, &row);
        ocl_report_row(report, &row);
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // 11. What was created is released, in reverse order.
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_c));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseCommandQueue(queue));
    OCL_CHECK(clReleaseContext(context));
    free(source);
    free(bounds);
    free(ref);
    free(c);
    free(b);
    free(a);
    return ocl_report_close(report);
}
