// SPDX-License-Identifier: MIT
//
// command_buffer_cpp - a recording in C++: an object that releases itself, and functions that are
// fetched by their names.  Compile it with
//     c++ -std=c++17 -Wall -Wextra -pedantic command_buffer_cpp.cpp -o command_buffer_cpp -lOpenCL

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION  120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

static const char SOURCE[] = "kernel void add(global uint *x, uint number) {\n"
                             "    size_t i = get_global_id(0);\n"
                             "    x[i] = 3 * x[i] + number;\n"
                             "}\n";

// A function of the extension.  The loader has none of them: the driver's address is asked for.
template <typename Function>
static Function function_of(const cl::Platform &platform, const char *name)
{
    void *address = clGetExtensionFunctionAddressForPlatform(platform(), name);
    if (!address) throw cl::Error(CL_INVALID_VALUE, name);
    return reinterpret_cast<Function>(address);
}

// As the constructors of opencl.hpp do: an error becomes an exception.
static void check(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) throw cl::Error(status, what);
}

// A recording.  It goes with its last owner, as a cl::Buffer does.
class recording
{
  public:
    recording(const cl::Platform &platform, const cl::CommandQueue &queue)
        : ndrange(function_of<clCommandNDRangeKernelKHR_fn>(platform, "clCommandNDRangeKernelKHR")),
          finalize(
              function_of<clFinalizeCommandBufferKHR_fn>(platform, "clFinalizeCommandBufferKHR")),
          enqueue(function_of<clEnqueueCommandBufferKHR_fn>(platform, "clEnqueueCommandBufferKHR"))
    {
        const auto create =
            function_of<clCreateCommandBufferKHR_fn>(platform, "clCreateCommandBufferKHR");
        const auto release =
            function_of<clReleaseCommandBufferKHR_fn>(platform, "clReleaseCommandBufferKHR");
        const cl_command_queue queues[] = { queue() };
        cl_int status;
        const cl_command_buffer_khr made = create(1, queues, nullptr, &status);
        check(status, "clCreateCommandBufferKHR");
        commands.reset(made, release);
    }

    // Records a launch, which waits for the one before.
    void add(const cl::Kernel &kernel, size_t items)
    {
        cl_sync_point_khr done;
        check(ndrange(commands.get(), nullptr, nullptr, kernel(), 1, nullptr, &items, nullptr,
                      has_last ? 1 : 0, has_last ? &last : nullptr, &done, nullptr),
              "clCommandNDRangeKernelKHR");
        last = done;
        has_last = true;
    }

    void end()
    {
        check(finalize(commands.get()), "clFinalizeCommandBufferKHR");
    }

    void replay()
    {
        check(enqueue(0, nullptr, commands.get(), 0, nullptr, nullptr),
              "clEnqueueCommandBufferKHR");
    }

  private:
    clCommandNDRangeKernelKHR_fn ndrange;
    clFinalizeCommandBufferKHR_fn finalize;
    clEnqueueCommandBufferKHR_fn enqueue;
    std::shared_ptr<_cl_command_buffer_khr> commands;
    cl_sync_point_khr last = 0;
    bool has_last = false;
};

static int record_and_replay()
{
    const cl::Device device = cl::Device::getDefault();
    const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>() + " ";
    std::cout << device.getInfo<CL_DEVICE_NAME>() << "\n";
    if (extensions.find("cl_khr_command_buffer ") == std::string::npos) {
        std::cerr
            << "command_buffer_cpp: this device has no cl_khr_command_buffer; PoCL 3.1 and 6.0 "
               "and Intel's runtime for CPUs have it\n";
        return 77;
    }

    // Numbers, and a program with one kernel.
    std::vector<cl_uint> x(1000), ref(x.size());
    for (size_t i = 0; i < x.size(); i++)
        x[i] = ref[i] = static_cast<cl_uint>(i);
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    const cl::Buffer d_x(context, x.begin(), x.end(), false);
    cl::Program program(context, std::string(SOURCE));
    program.build();

    // Two launches, each with a kernel object of its own, are recorded once ...
    cl::Kernel first(program, "add"), second(program, "add");
    first.setArg(0, d_x);
    first.setArg(1, cl_uint(1));
    second.setArg(0, d_x);
    second.setArg(1, cl_uint(2));
    recording both(cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()), queue);
    both.add(first, x.size());
    both.add(second, x.size());
    both.end();

    // ... and replayed three times.
    for (int r = 0; r < 3; r++) {
        both.replay();
        queue.finish();
        for (cl_uint &number : ref)
            number = 3 * (3 * number + 1) + 2;
    }
    cl::copy(queue, d_x, x.begin(), x.end());
    std::cout << "x[5] is " << x[5]
              << (x == ref ? ", and all are right\n" : ", and some are wrong\n");
    return x == ref ? 0 : 1;
}

int main()
{
    try {
        return record_and_replay();
    } catch (const cl::Error &error) {
        if (error.err() == CL_DEVICE_NOT_FOUND || error.err() == CL_PLATFORM_NOT_FOUND_KHR) {
            std::cerr << "command_buffer_cpp: no OpenCL device: install pocl-opencl-icd\n";
            return 4;
        }
        std::cerr << "command_buffer_cpp: error " << error.err()
                  << ", named in CL/cl.h: " << error.what() << "\n";
        return 3;
    }
}
