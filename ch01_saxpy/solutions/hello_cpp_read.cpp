// SPDX-License-Identifier: MIT
//
// hello_cpp_read - exercise 3 of hello_cpp: the text is read, not mapped.
//
//     c++ -std=c++17 -Wall build/exercises/hello_cpp_read.cpp -o build/mine -lOpenCL
//     build/mine

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
    const cl::Device device = cl::Device::getDefault();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    cl::Program program(context, std::string(SOURCE));
    program.build();

    // The buffer has memory of its own.
    std::vector<char> out(want.size() + 1, '?');
    const cl::Buffer d_out(context, CL_MEM_WRITE_ONLY, out.size());
    cl::Kernel kernel(program, "hello");
    kernel.setArg(0, d_out);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(out.size()));
    //: skeleton
    //: // Exercise 3 of hello_cpp: bring the text back, and wait until it is there.
    //: queue.finish();
    //: solution
    queue.enqueueReadBuffer(d_out, CL_TRUE, 0, out.size(), out.data());
    //: end

    const std::string got(out.data(), out.size() - 1);
    std::cout << got << "\n";
    return got == want ? 0 : 1;
}

int main()
{
    try {
        return say_hello();
    } catch (const cl::Error &error) {
        std::cerr << error.what() << ": error " << error.err() << "\n";
        const bool none =
            error.err() == CL_DEVICE_NOT_FOUND || error.err() == CL_PLATFORM_NOT_FOUND_KHR;
        return none ? 4 : 3;
    }
}
