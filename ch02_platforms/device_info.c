// SPDX-License-Identifier: MIT
//
// device_info - what a device says about itself: a dozen attributes that programs need.
//
// Shows   a question per attribute, with a variable of the right type; a text is asked for twice,
//         first for its length
// Uses    clGetDeviceInfo
// Try     device_info --list, then device_info -d 0, device_info -d cpu, device_info --json

#include "ocl.h"

// A text: first how many bytes it has, then the bytes.
static void show_text(ocl_table *table, cl_device_id device, const char *what, cl_device_info query)
{
    size_t bytes;
    OCL_CHECK(clGetDeviceInfo(device, query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes);
    OCL_CHECK(clGetDeviceInfo(device, query, bytes, text, NULL));
    ocl_table_row(table, "%-32s  %s", what, text);
    free(text);
}

static cl_uint show_uint(ocl_table *table, cl_device_id device, const char *what,
                         cl_device_info query)
{
    cl_uint number;
    OCL_CHECK(clGetDeviceInfo(device, query, sizeof number, &number, NULL));
    ocl_table_row(table, "%-32s  %-5u", what, (unsigned)number);
    return number;
}

static size_t show_size(ocl_table *table, cl_device_id device, const char *what,
                        cl_device_info query)
{
    size_t number;
    OCL_CHECK(clGetDeviceInfo(device, query, sizeof number, &number, NULL));
    ocl_table_row(table, "%-32s  %-5zu", what, number);
    return number;
}

// Bytes are 64 bits wide, also where the host's size_t has 32.
static cl_ulong show_bytes(ocl_table *table, cl_device_id device, const char *what,
                           cl_device_info query)
{
    cl_ulong number;
    OCL_CHECK(clGetDeviceInfo(device, query, sizeof number, &number, NULL));
    ocl_table_row(table, "%-32s  %-5llu", what, (unsigned long long)number);
    return number;
}

int main(int argc, char **argv)
{
    // Options and device.
    const ocl_about about = { .name = "device_info",
                              .summary = "What a device says about itself.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const cl_device_id d = env.device;
    ocl_report *report = ocl_report_open(&opt, d);
    ocl_table table = ocl_table_open(report, "attributes", "attribute, value");

    // Who it is.
    show_text(&table, d, "name", CL_DEVICE_NAME);
    show_text(&table, d, "vendor", CL_DEVICE_VENDOR);
    show_text(&table, d, "version", CL_DEVICE_VERSION);
    show_text(&table, d, "language of kernels", CL_DEVICE_OPENCL_C_VERSION);
    show_text(&table, d, "driver", CL_DRIVER_VERSION);

    // How much it computes at a time.
    const cl_uint units = show_uint(&table, d, "compute units", CL_DEVICE_MAX_COMPUTE_UNITS);
    show_uint(&table, d, "clock, MHz", CL_DEVICE_MAX_CLOCK_FREQUENCY);
    show_uint(&table, d, "floats in a vector", CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    const size_t items =
        show_size(&table, d, "work-items in a work-group", CL_DEVICE_MAX_WORK_GROUP_SIZE);

    // What fits.
    const cl_ulong memory =
        show_bytes(&table, d, "global memory, bytes", CL_DEVICE_GLOBAL_MEM_SIZE);
    const cl_ulong largest =
        show_bytes(&table, d, "largest buffer, bytes", CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const cl_ulong local = show_bytes(&table, d, "local memory, bytes", CL_DEVICE_LOCAL_MEM_SIZE);
    show_uint(&table, d, "has images (0 or 1)", CL_DEVICE_IMAGE_SUPPORT);

    // Verify: what every device can do, and what must agree.
    ocl_report_result(report, "a compute unit",
                      ocl_verify_equal("compute units > 0", units > 0, 1));
    ocl_report_result(report, "a work-item", ocl_verify_equal("work-items > 0", items > 0, 1));
    ocl_report_result(report, "1 KiB of local memory",
                      ocl_verify_equal("local memory >= 1024", local >= 1024, 1));
    ocl_report_result(report, "buffer within memory",
                      ocl_verify_equal("largest buffer <= global memory", largest <= memory, 1));

    ocl_close(&env);
    return ocl_report_close(report);
}
