// SPDX-License-Identifier: MIT
//
// saxpy - A = alpha * B + C on vectors: the first OpenCL program, with every step written out.
//
// Shows   platform, device, context, command-queue, program, kernel, buffers, NDRange, events, release
// Uses    the calls of the OpenCL 1.2 host API in the order in which every program needs them
// Try     saxpy -n 1, saxpy --vectors 4, saxpy -d cpu, and -k with your own copy of saxpy.cl

#include "ocl.h"

enum { LOCAL = 256 };    // wanted work-items a work-group

static const char *const VARIANTS[] = { "scalar", "float4", NULL };

// Computes in double and rounds once: what an exact device would give.
static void saxpy_ref(float *a, double alpha, const float *b, const float *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (float)(alpha * b[i] + c[i]);
}

// All devices of all platforms, in the loader's order; the options then choose one of them.
static cl_device_id find_device(const ocl_options *options)
{
    cl_platform_id platforms[16];
    cl_device_id devices[64];
    cl_uint platform_count = 0, device_count = 0;
    cl_int status = clGetPlatformIDs(16, platforms, &platform_count);
    if (status != CL_PLATFORM_NOT_FOUND_KHR) OCL_CHECK(status);    // without a driver there is none
    for (cl_uint p = 0; p < platform_count && p < 16 && device_count < 64; p++) {
        cl_uint found = 0, room = 64 - device_count;
        status =
            clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, room, devices + device_count, &found);
        if (status == CL_DEVICE_NOT_FOUND) continue;    // a driver without its hardware
        OCL_CHECK(status);
        device_count += found < room ? found : room;
    }
    return ocl_choose_device(devices, device_count, options);
}

int main(int argc, char **argv)
{
    // Options.  The default size is a prime: no work-group and no vector width divides it.
    size_t vectors = 1;
    double alpha_option = 2.5;
    const ocl_option own[] = {
        { 'a', "alpha", OCL_REAL, &alpha_option, "X", "the factor", NULL },
        { 0, "vectors", OCL_COUNT, &vectors, "N", "float4s a work-item of float4 handles", NULL },
        { 0 },
    };
    const ocl_program program_facts = { .name = "saxpy",
                                        .summary = "A = alpha * B + C, every OpenCL step in sight.",
                                        .accepts = "dnrVks",
                                        .size_help = "elements of each vector",
                                        .extents = 1,
                                        .variants = VARIANTS,
                                        .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &program_facts,
                                      (ocl_options){ .n = { 10000019 }, .repeat = 10, .seed = 1 });

    // 1. A device.
    cl_device_id device = find_device(&opt);
    cl_platform_id platform;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));

    // 2. A context holds all objects of the device; 3. a command-queue takes the commands for it.
    cl_int err;
    const cl_context_properties of_platform[] = { CL_CONTEXT_PLATFORM,
                                                  (cl_context_properties)platform, 0 };
    cl_context context = clCreateContext(of_platform, 1, &device, NULL, NULL, &err);
    OCL_CHECK(err);
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    OCL_CHECK(err);
    const ocl_env env = { &opt, platform, device, context, queue };
    ocl_handle_limits_option(&env);

    // 4. Data on the host, and the expected answer.
    const cl_float alpha = (cl_float)alpha_option;
    const cl_ulong n = opt.n[0];
    const double vector_bytes = sizeof(cl_float) * (double)n;    // may be past what a size_t holds
    ocl_require_memory(device, vector_bytes, 3.0 * vector_bytes, 4.0 * vector_bytes);
    const size_t bytes = opt.n[0] * sizeof(cl_float);
    float *a = ocl_alloc(bytes), *b = ocl_alloc(bytes), *c = ocl_alloc(bytes);
    float *ref = ocl_alloc(bytes);
    ocl_fill_f32(b, n, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(c, n, -1.0f, 1.0f, opt.seed + 1);
    double begin = ocl_wall_ns();
    saxpy_ref(ref, alpha, b, c, n);
    double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, device);
    ocl_report_count(report, "n", n);
    ocl_report_real(report, "alpha", alpha);
    ocl_report_reference(report, reference_ns);

    // 5. Buffers on the device; 6. the inputs are copied there.
    cl_mem d_a = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, &err);
    OCL_CHECK(err);
    cl_mem d_b = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err);
    OCL_CHECK(err);
    cl_mem d_c = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err);
    OCL_CHECK(err);
    OCL_CHECK(clEnqueueWriteBuffer(queue, d_b, CL_TRUE, 0, bytes, b, 0, NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(queue, d_c, CL_TRUE, 0, bytes, c, 0, NULL, NULL));

    // 7. A program from source, built for the device; the constant reaches it as -D.
    char *source = ocl_load_source(&opt, "saxpy.cl");
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &err);
    OCL_CHECK(err);
    char build_options[64];
    snprintf(build_options, sizeof build_options, "-DVECTORS=%zu", vectors);
    err = clBuildProgram(program, 1, &device, build_options, NULL, NULL);
    if (err != CL_SUCCESS)
        ocl_print_build_log(program, device, opt.kernel ? opt.kernel : "saxpy.cl");
    OCL_CHECK(err);

    // Rounding alpha * b and then the sum, or both at once as fma() does, is up to the compiler: half an
    // ULP of the product and of the sum each, and half an ULP for the reference's own rounding.
    const double half_ulp = 1.0 / (1 << 24), largest = fabs((double)alpha);
    const double bound = half_ulp * (largest + 2.0 * (largest + 1.0));
    const double limit = ocl_device_limits(&env).copy_gbs;

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        // 8. A kernel and its arguments.
        char name[32];
        snprintf(name, sizeof name, "saxpy_%s", VARIANTS[v]);
        cl_kernel kernel = clCreateKernel(program, name, &err);
        OCL_CHECK(err);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a, &d_a));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof alpha, &alpha));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_c, &d_c));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));

        // 9. The NDRange: enough work-items for all elements, in whole work-groups.
        size_t local = ocl_local_size(kernel, device, LOCAL);
        size_t items = v == 0 ? n : (n + 4 * vectors - 1) / (4 * vectors);
        size_t global = ocl_round_up(items, local);

        // 10. Launch: once to warm up, then as often as asked.  11. The event knows the time.
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            cl_event done;
            ocl_poison(queue, d_a, bytes);
            OCL_CHECK(
                clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
            if (run > 0) ocl_times_add(&times, ocl_event_ns(done, done));
            OCL_CHECK(clReleaseEvent(done));
        }

        // 12. The answer comes back and is compared.
        OCL_CHECK(clEnqueueReadBuffer(queue, d_a, CL_TRUE, 0, bytes, a, 0, NULL, NULL));
        ocl_check check = ocl_verify_f32(VARIANTS[v], a, ref, n, bound);
        ocl_report_row(report,
                       &(ocl_row){ VARIANTS[v], &times, 3.0 * vector_bytes, "GB/s", limit, check });
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // 13. Everything is released, in reverse order.
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_c));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseCommandQueue(queue));
    OCL_CHECK(clReleaseContext(context));
    free(source);
    free(ref);
    free(c);
    free(b);
    free(a);
    return ocl_report_close(report);
}
