// SPDX-License-Identifier: MIT
//
// hello_cpp - hello in C++: the device writes a greeting into memory of the host.  Compile it with
//     c++ -std=c++17 -Wall -Wextra -pedantic hello_cpp.cpp -o hello_cpp -lOpenCL

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION  120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <iostream>
#include <string>
#include <vector>

static const char SOURCE[] = "constant char greeting[] = \"Hello from the device\";\n"
                             "kernel void hello(global char *out) {\n"
                             "    size_t i = get_global_id(0);\n"
                             "    out[i] = greeting[i];\n"
                             "}\n";

static int say_hello()
{
    const std::string want = "Hello from the device";

    // The context has all devices of the first platform that has any.
    const cl::Context context(CL_DEVICE_TYPE_ALL);
    const std::vector<cl::Device> devices = context.getInfo<CL_CONTEXT_DEVICES>();

    // The buffer is this memory of the host, or a copy of it that the device keeps for a while.
    std::vector<char> out(want.size() + 1, '?');
    const cl::Buffer d_out(context, CL_MEM_WRITE_ONLY | CL_MEM_USE_HOST_PTR, out.size(),
                           out.data());

    cl::Program program(context, std::string(SOURCE));
    program.build(devices);
    cl::Kernel kernel(program, "hello");
    kernel.setArg(0, d_out);

    // One work-item per character.  The last one writes the 0 that ends the text.
    const cl::CommandQueue queue(context, devices[0]);
    cl::Event done;
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(out.size()), cl::NullRange,
                               nullptr, &done);
    done.wait();

    // The kernel has ended, but only a map or a read promises that the host sees what it wrote.
    void *seen = queue.enqueueMapBuffer(d_out, CL_TRUE, CL_MAP_READ, 0, out.size());
    const std::string got(out.data(), want.size());
    const bool right = seen == out.data() && got == want && out.back() == '\0';
    queue.enqueueUnmapMemObject(d_out, seen);
    queue.finish();

    std::cout << got << " (" << devices[0].getInfo<CL_DEVICE_NAME>() << ")\n";
    if (right) return 0;
    std::cerr << "hello_cpp: the text, its end or its address is wrong\n";
    return 1;
}

int main()
{
    try {
        return say_hello();
    } catch (const cl::Error &error) {
        if (error.err() == CL_DEVICE_NOT_FOUND || error.err() == CL_PLATFORM_NOT_FOUND_KHR) {
            std::cerr << "hello_cpp: no OpenCL device: install pocl-opencl-icd\n";
            return 4;
        }
        std::cerr << "hello_cpp: error " << error.err() << ", named in CL/cl.h: " << error.what()
                  << "\n";
        return 3;
    }
}
