// SPDX-License-Identifier: MIT
//
// saxpy_cpp - saxpy once more, through the C++ bindings: objects release themselves, errors throw.
//
// Shows   the steps of saxpy.c as constructors and methods; the kernel is the same saxpy.cl
// Uses    cl::Context, cl::CommandQueue, cl::Buffer, cl::Program, cl::KernelFunctor, cl::Error
// Try     saxpy_cpp -v, and a kernel file with a mistake in it through -k

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

extern "C" {
#include "ocl.h"
}

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION  120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

constexpr std::size_t RUN = 4096;    // elements that a work-item of run or stream computes

// The variants of saxpy.c: elements a work-item computes, work-items wanted in a work-group.
static const char *const VARIANTS[] = { "scalar", "float4", "run", "stream", nullptr };
static const std::size_t ELEMENTS[] = { 1, 4, RUN, RUN };
static const std::size_t LOCAL[] = { 256, 256, 1, 1 };

using saxpy_kernel = cl::KernelFunctor<cl::Buffer, cl_float, cl::Buffer, cl::Buffer, cl_ulong>;
using host_vector = std::vector<float>;

static void saxpy_cpp_ref(host_vector &a, double alpha, const host_vector &b, const host_vector &c)
{
    for (std::size_t i = 0; i < a.size(); i++)
        a[i] = static_cast<float>(alpha * b[i] + c[i]);
}

static std::vector<cl::Platform> all_platforms()
{
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error &error) {
        if (error.err() != CL_PLATFORM_NOT_FOUND_KHR) throw;    // there may be no driver at all
    }
    return platforms;
}

// All devices of all platforms, in the loader's order; the options then choose one of them.
static cl::Device find_device(const ocl_options &options)
{
    std::vector<cl_device_id> all;
    for (const cl::Platform &platform : all_platforms()) {
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        for (const cl::Device &device : devices)
            all.push_back(device());
    }
    return cl::Device(
        ocl_choose_device(all.data(), static_cast<cl_uint>(all.size()), options.device));
}

static int run(const ocl_options &opt, cl_float alpha)
{
    const cl::Device device = find_device(opt);
    const cl::Context context(device);
    cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
    const ocl_env env = { &opt, ocl_device_platform(device()), device(), context(), queue() };
    ocl_handle_limits_option(&env);

    const std::size_t n = opt.n[0];
    const double vector_bytes = sizeof(cl_float) * static_cast<double>(n);
    ocl_require_memory(device(), vector_bytes, 3.0 * vector_bytes, 4.0 * vector_bytes);
    const std::size_t bytes = n * sizeof(cl_float);
    host_vector a(n), b(n), c(n), ref(n);
    ocl_fill_f32(b.data(), n, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(c.data(), n, -1.0f, 1.0f, opt.seed + 1);
    const double begin = ocl_wall_ns();
    saxpy_cpp_ref(ref, alpha, b, c);
    const double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, device());
    ocl_report_count(report, "n", n);
    ocl_report_real(report, "alpha", alpha);
    ocl_report_reference(report, reference_ns);

    const cl::Buffer d_a(context, CL_MEM_WRITE_ONLY, bytes);
    const cl::Buffer d_b(context, CL_MEM_READ_ONLY, bytes);
    const cl::Buffer d_c(context, CL_MEM_READ_ONLY, bytes);
    queue.enqueueWriteBuffer(d_b, CL_TRUE, 0, bytes, b.data());
    queue.enqueueWriteBuffer(d_c, CL_TRUE, 0, bytes, c.data());

    char *source = ocl_load_source(&opt, "saxpy.cl");
    const cl::Program program(context, std::string(source));
    std::free(source);
    program.build(("-DRUN=" + std::to_string(RUN)).c_str());

    // As in saxpy.c: half an ULP each for the product, the sum and the reference's sum.
    const double product = std::fabs(static_cast<double>(alpha)), sum = product + 1.0;
    const double bound = (product + 2.0 * sum) / (1 << 24);
    const double limit = ocl_device_limits(&env).copy_gbs;

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        // The functor's parameters have types: a wrong argument does not compile.
        saxpy_kernel saxpy(program, std::string("saxpy_") + VARIANTS[v]);
        const std::size_t local = ocl_local_size(saxpy.getKernel()(), device(), LOCAL[v]);
        const std::size_t global = ocl_round_up((n + ELEMENTS[v] - 1) / ELEMENTS[v], local);
        const cl::EnqueueArgs range(queue, cl::NDRange(global), cl::NDRange(local));
        ocl_times times = {};
        for (std::size_t i = 0; i <= opt.repeat; i++) {
            ocl_poison(queue(), d_a(), bytes);
            const cl::Event done = saxpy(range, d_a, alpha, d_b, d_c, n);
            if (i > 0) ocl_times_add(&times, ocl_event_ns(done(), done()));
        }

        queue.enqueueReadBuffer(d_a, CL_TRUE, 0, bytes, a.data());
        const ocl_result check = ocl_verify_f32(VARIANTS[v], a.data(), ref.data(), n, bound);
        const ocl_row row = { VARIANTS[v], &times, 3.0 * vector_bytes, "GB/s", limit, check };
        ocl_report_row(report, &row);
    }
    return ocl_report_close(report);
}

int main(int argc, char **argv)
{
    double factor = 2.5;
    const ocl_option own[] = { { 'a', "alpha", OCL_REAL, &factor, "X", "the factor", nullptr },
                               {} };
    const ocl_about about = { "saxpy_cpp", "A = alpha * B + C through the C++ bindings.",
                              "dnrVks",    "elements of each vector",
                              1,           VARIANTS,
                              own,         OCL_ANY_FILE };
    ocl_options defaults = {};
    defaults.n[0] = 10000019;
    defaults.repeat = 10;
    defaults.seed = 1;
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (std::fabs(factor) > FLT_MAX) ocl_exit(OCL_EXIT_USAGE, "--alpha: %g is too large", factor);

    // An exception names its call, not file and line; whatever was created is released on the way.
    try {
        return run(opt, static_cast<cl_float>(factor));
    } catch (const cl::BuildError &error) {
        for (const auto &[device, log] : error.getBuildLog())
            ocl_warn("build log of %s:\n%s", opt.kernel ? opt.kernel : "saxpy.cl", log.c_str());
        ocl_exit(OCL_EXIT_CALL, "%s: %s (%d)", error.what(), ocl_error_name(error.err()),
                 error.err());
    } catch (const cl::Error &error) {
        ocl_exit(OCL_EXIT_CALL, "%s: %s (%d)", error.what(), ocl_error_name(error.err()),
                 error.err());
    } catch (const std::bad_alloc &) {
        ocl_exit(OCL_EXIT_USAGE, "no memory on the host; try a smaller --size");
    }
}
