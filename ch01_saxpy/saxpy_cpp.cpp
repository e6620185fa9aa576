// SPDX-License-Identifier: MIT
//
// saxpy_cpp - saxpy through the C++ bindings: objects release themselves, errors are exceptions.
//
// Shows   the steps of saxpy_ladder.c as constructors and methods; its kernels, too
// Uses    cl::Context, cl::CommandQueue, cl::Buffer, cl::Program, cl::KernelFunctor, cl::Error
// Try     saxpy_cpp, saxpy_cpp -v, saxpy_cpp -k with a kernel file that has a mistake

// Before ocl.h: it includes the C forms of these headers, which must not come first within extern
// "C".
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

extern "C" {
#include "ocl.h"

#include "shared/saxpy.h"
}

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION  120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

constexpr std::size_t RUN = 4096;    // elements in a run

// The variants of saxpy_ladder.c.
static const char *const VARIANTS[] = { "scalar", "float4", "run", "stream", nullptr };
static const std::size_t ELEMENTS[] = { 1, 4, RUN, RUN };    // per work-item
static const std::size_t LOCAL[] = { 256, 256, 1, 1 };       // work-items per work-group, at most

using saxpy_kernel = cl::KernelFunctor<cl::Buffer, cl_float, cl::Buffer, cl::Buffer, cl_ulong>;
using host_vector = std::vector<float>;

static void saxpy_ref(host_vector &a, double alpha, const host_vector &b, const host_vector &c)
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
        if (error.err() != CL_PLATFORM_NOT_FOUND_KHR) throw;    // else: no driver at all
    }
    return platforms;
}

// The exception does not say which kernel is missing in the user's `file` (of --kernel).
static cl::Kernel find_kernel(const cl::Program &program, const std::string &name, const char *file)
{
    try {
        return cl::Kernel(program, name.c_str());
    } catch (const cl::Error &error) {
        if (error.err() != CL_INVALID_KERNEL_NAME || !file) throw;
        ocl_exit(OCL_EXIT_USAGE, "--kernel %s: there is no kernel '%s' in this file", file,
                 name.c_str());
    }
}

// All devices of all platforms are collected, then the options choose one.
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
    ocl_env env = {};
    env.options = &opt;
    env.platform = ocl_device_platform(device());
    env.device = device();
    env.context = context();
    env.queue = queue();
    env.opened_ns = ocl_wall_ns();
    ocl_get_limits(&env);

    const std::size_t n = opt.n[0];
    const double vector_bytes = sizeof(cl_float) * static_cast<double>(n);
    ocl_require_memory(device(), vector_bytes, 3.0 * vector_bytes, 5.0 * vector_bytes);
    const std::size_t bytes = n * sizeof(cl_float);
    host_vector a(n), b(n), c(n), ref(n);
    ocl_fill_f32(b.data(), n, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(c.data(), n, -1.0f, 1.0f, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, device());
    ocl_report_count(report, "n", n);
    ocl_report_real(report, "alpha", alpha);
    OCL_TIME_REFERENCE(report, saxpy_ref(ref, alpha, b, c));
    float *bounds = saxpy_bounds(alpha, b.data(), c.data(), n);

    const cl::Buffer d_a(context, CL_MEM_WRITE_ONLY, bytes);
    const cl::Buffer d_b(context, CL_MEM_READ_ONLY, bytes);
    const cl::Buffer d_c(context, CL_MEM_READ_ONLY, bytes);
    queue.enqueueWriteBuffer(d_b, CL_TRUE, 0, bytes, b.data());
    queue.enqueueWriteBuffer(d_c, CL_TRUE, 0, bytes, c.data());

    char *source = ocl_load_source(&opt, "saxpy_ladder.cl");
    const cl::Program program(context, std::string(source));
    std::free(source);
    program.build(("-DRUN=" + std::to_string(RUN)).c_str());

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        // The parameters of a functor have types: a wrong argument does not compile.
        saxpy_kernel saxpy(find_kernel(program, std::string("saxpy_") + VARIANTS[v], opt.kernel));
        const std::size_t local = ocl_local_size(saxpy.getKernel()(), device(), LOCAL[v]);
        const std::size_t global = ocl_round_up(ocl_divide_up(n, ELEMENTS[v]), local);
        const cl::EnqueueArgs range(queue, cl::NDRange(global), cl::NDRange(local));
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], d_a(), bytes);
        while (ocl_trial_next(&t)) {
            // The object releases its event; the trial needs the event after that.
            const cl::Event done = saxpy(range, d_a, alpha, d_b, d_c, n);
            t.done = done();
            OCL_CHECK(clRetainEvent(t.done));
        }

        queue.enqueueReadBuffer(d_a, CL_TRUE, 0, bytes, a.data());
        const ocl_work work = { 3.0 * vector_bytes, "GB/s", env.limits.copy_gbs };
        ocl_trial_report(&t, report, &work,
                         ocl_verify_f32_each(VARIANTS[v], a.data(), ref.data(), n, bounds));
    }
    std::free(bounds);
    return ocl_report_close(report);
}

// Prints which call failed, and with which error.
[[noreturn]] static void fail(const cl::Error &error)
{
    ocl_exit(OCL_EXIT_CALL, "%s: %s (%d)", error.what(), ocl_error_name(error.err()), error.err());
}

int main(int argc, char **argv)
{
    ocl_about about = {};
    about.name = "saxpy_cpp";
    about.summary = "A = alpha * B + C on vectors, through the C++ bindings.";
    about.accepts = "dnrVks";
    about.size_help = "elements of each vector";
    about.extents = 1;
    about.variants = VARIANTS;
    ocl_options defaults = {};
    defaults.n[0] = 10000019;
    defaults.repeat = 10;
    defaults.seed = 1;
    cl_float alpha;
    const ocl_options opt = saxpy_parse(argc, argv, &about, defaults, &alpha);

    // An exception knows which call failed, but not its file and line.  On the way to the handler
    // all objects are released.
    try {
        return run(opt, alpha);
    } catch (const cl::BuildError &error) {
        for (const auto &[device, log] : error.getBuildLog()) {
            ocl_warn("build log of %s:", opt.kernel ? opt.kernel : "saxpy_ladder.cl");
            std::fprintf(stderr, "%s\n", log.c_str());
            ocl_explain_build_log(device(), log.c_str());
        }
        fail(error);
    } catch (const cl::Error &error) {
        fail(error);
    } catch (const std::bad_alloc &) {
        ocl_exit(OCL_EXIT_USAGE, "not enough memory on the host; try a smaller --size");
    }
}
