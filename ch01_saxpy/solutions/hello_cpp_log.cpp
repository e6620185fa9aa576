// SPDX-License-Identifier: MIT
//
// hello_cpp_log - exercise 4 of hello_cpp: what the compiler says, in an exception.
//
//     c++ -std=c++17 -Wall build/exercises/hello_cpp_log.cpp -o build/mine -lOpenCL
//     build/mine

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION  120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <iostream>
#include <string>
//: solution
#include <utility>
//: end

// This kernel cannot be built: nobody knows `nonsense`.
static const char SOURCE[] = "kernel void hello(global char *out) {\n"
                             "    out[get_global_id(0)] = nonsense;\n"
                             "}\n";

// What the compiler says, for all devices.
static std::string log_of_build()
{
    const cl::Device device = cl::Device::getDefault();
    const cl::Context context(device);
    cl::Program program(context, std::string(SOURCE));
    std::string log;
    //: skeleton
    //: // Exercise 4 of hello_cpp: catch cl::BuildError, and add the text of each device to the log.
    //: try {
    //:     program.build();
    //: } catch (const cl::Error &error) {
    //:     log = error.what();
    //: }
    //: solution
    try {
        program.build();
    } catch (const cl::BuildError &error) {
        for (const auto &[built_for, text] : error.getBuildLog())
            log += text;
    }
    //: end
    return log;
}

static int show_log()
{
    const std::string log = log_of_build();
    std::cout << log << "\n";
    return log.find("nonsense") != std::string::npos ? 0 : 1;
}

int main()
{
    try {
        return show_log();
    } catch (const cl::Error &error) {
        std::cerr << error.what() << ": error " << error.err() << "\n";
        const bool none =
            error.err() == CL_DEVICE_NOT_FOUND || error.err() == CL_PLATFORM_NOT_FOUND_KHR;
        return none ? 4 : 3;
    }
}
