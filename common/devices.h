// SPDX-License-Identifier: MIT
//
// devices - find the OpenCL devices of all platforms, choose one, open it.

#ifndef OCL_DEVICES_H
#define OCL_DEVICES_H

#include "options.h"

#include <stdio.h>

// Everything a sample needs to run on one device.
typedef struct {
    const ocl_options *options;
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;        // of this device alone
    cl_command_queue queue;    // in-order, with profiling
} ocl_env;

// The devices of all platforms, in the loader's order: a platform without devices is passed over, one
// that fails with a complaint.  *devices is malloc'ed (NULL when there are none); returns their number.
cl_uint ocl_all_devices(cl_device_id **devices);

// The device that `options` ask for: a number from --list; cpu, gpu or accelerator; part of a
// platform's or device's name in any case; "name:2" for the second that matches.  Without a
// wish: the first GPU, else the first device.  No device at all exits with OCL_EXIT_NO_DEVICE and
// says which package to install; no match exits with OCL_EXIT_USAGE and prints the list.
cl_device_id ocl_choose_device(const cl_device_id *devices, cl_uint count,
                               const ocl_options *options);

// Index in `devices` of the one that `wish` (may be NULL) names, or -1.
int ocl_match_device(const cl_device_id *devices, cl_uint count, const char *wish);

// Prints what --list prints, for readers or, with --json, for programs:
//
//     {"platforms": [{"name": "...", "version": "...",
//                     "devices": [{"number": 0, "type": "cpu", "name": "...", "version": "..."}]}]}
void ocl_print_devices(FILE *stream, const cl_device_id *devices, cl_uint count);
void ocl_print_devices_json(FILE *stream, const cl_device_id *devices, cl_uint count);

// Exits with OCL_EXIT_NO_DEVICE and says which packages bring a driver.
OCL_NORETURN void ocl_exit_no_device(void);

// Chooses a device and makes its context and queue; with --limits, measures and exits 0.  The
// options must live as long as the result.
ocl_env ocl_open(const ocl_options *options);

// Releases queue and context; everything made in them must have been released before.
void ocl_close(ocl_env *env);

// A text attribute of a device or platform, malloc'ed, without surrounding blanks.
char *ocl_device_text(cl_device_id device, cl_device_info attribute);
char *ocl_platform_text(cl_platform_id platform, cl_platform_info attribute);

// The platform that the device belongs to.
cl_platform_id ocl_device_platform(cl_device_id device);

// A numeric attribute of 1, 4 or 8 bytes (cl_bool, cl_uint, cl_ulong, size_t, bit-field).
cl_ulong ocl_device_number(cl_device_id device, cl_device_info attribute);

// Whether it is a CPU: its memory is the host's, and few work-items with much work each suit it.
bool ocl_is_cpu(cl_device_id device);

// Whether the device's extension string holds exactly this name.
bool ocl_has_extension(cl_device_id device, const char *extension);

// The OpenCL version the device answers to, as 10 * major + minor: 12, 20, 30.
int ocl_device_version(cl_device_id device);

// Exits with OCL_EXIT_USAGE, and the limit in the message, when the largest buffer, all buffers
// together or (where host and device share memory) these plus the host's arrays do not fit.
// Bytes as double: a product of sizes that overflows size_t must be refused, too.
void ocl_require_memory(cl_device_id device, double largest_buffer, double all_buffers,
                        double host_arrays);

// Platforms with habits of their own, such as letting some mistakes pass.
enum { OCL_OCLGRIND = 1, OCL_NVIDIA = 2, OCL_POCL = 4, OCL_INTEL = 8 };

// Which of them the device is of; 0: another one.
unsigned ocl_known_platform(cl_device_id device);

#endif
