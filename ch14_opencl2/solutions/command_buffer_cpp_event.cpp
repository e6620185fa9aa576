// SPDX-License-Identifier: MIT
//
// command_buffer_cpp_event - exercise 5 of command_buffer_cpp: an event of C becomes one of C++.
//
//     c++ -std=c++17 -Wall build/exercises/command_buffer_cpp_event.cpp -o build/mine -lOpenCL
//     build/mine

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION  120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <iostream>
#include <string>
#include <vector>

static const char SOURCE[] = "kernel void add(global uint *x) { x[get_global_id(0)] += 3; }\n";

template <typename Function>
static Function function_of(const cl::Platform &platform, const char *name)
{
    void *address = clGetExtensionFunctionAddressForPlatform(platform(), name);
    if (!address) throw cl::Error(CL_INVALID_VALUE, name);
    return reinterpret_cast<Function>(address);
}

static int replay()
{
    const cl::Device device = cl::Device::getDefault();
    const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>() + " ";
    if (extensions.find("cl_khr_command_buffer ") == std::string::npos) {
        std::cerr << "this device has no cl_khr_command_buffer\n";
        return 77;
    }
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    std::vector<cl_uint> x(1000, 1);
    const cl::Buffer d_x(context, x.begin(), x.end(), false);
    cl::Program program(context, std::string(SOURCE));
    program.build();
    cl::Kernel kernel(program, "add");
    kernel.setArg(0, d_x);

    // Record one launch.
    const cl_command_queue queues[] = { queue() };
    const size_t items = x.size();
    cl_int status;
    const auto recorded = function_of<clCreateCommandBufferKHR_fn>(
        platform, "clCreateCommandBufferKHR")(1, queues, nullptr, &status);
    function_of<clCommandNDRangeKernelKHR_fn>(platform, "clCommandNDRangeKernelKHR")(
        recorded, nullptr, nullptr, kernel(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr,
        nullptr);
    function_of<clFinalizeCommandBufferKHR_fn>(platform, "clFinalizeCommandBufferKHR")(recorded);

    // Replay it, and wait for its end.
    cl::Event done;
    //: skeleton
    //: cl_event c_event = nullptr;
    //: function_of<clEnqueueCommandBufferKHR_fn>(platform, "clEnqueueCommandBufferKHR")(
    //:     0, nullptr, recorded, 0, nullptr, &c_event);
    //: // Exercise 5 of command_buffer_cpp: `done` should own the event of the replay.
    //: solution
    function_of<clEnqueueCommandBufferKHR_fn>(platform, "clEnqueueCommandBufferKHR")(
        0, nullptr, recorded, 0, nullptr, &done());
    //: end
    done.wait();
    cl::copy(queue, d_x, x.begin(), x.end());
    function_of<clReleaseCommandBufferKHR_fn>(platform, "clReleaseCommandBufferKHR")(recorded);
    std::cout << "x[5] is " << x[5] << "\n";
    return x[5] == 4 ? 0 : 1;
}

int main()
{
    try {
        return replay();
    } catch (const cl::Error &error) {
        std::cerr << error.what() << ": error " << error.err() << "\n";
        const bool none =
            error.err() == CL_DEVICE_NOT_FOUND || error.err() == CL_PLATFORM_NOT_FOUND_KHR;
        return none ? 4 : 3;
    }
}
