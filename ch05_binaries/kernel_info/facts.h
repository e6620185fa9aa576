// SPDX-License-Identifier: MIT
//
// kernel_facts - what the source says of its kernels, to be compared with what the driver says.

#ifndef KERNEL_FACTS_H
#define KERNEL_FACTS_H

#include "answers.h"

enum { GROUP = 32, FACT_COUNT = 4 };    // GROUP: work-items of kernel_info_required

// What kernel_info.cl says, as the specification has it reported: const and volatile of what a pointer
// points to, restrict of the pointer, constant as const, nothing of a value; "unsigned char" as uchar.
typedef struct {
    const char *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_access_qualifier access;
    cl_kernel_arg_type_qualifier qualifiers;
} argument_facts;

typedef struct {
    const char *name, *attributes[2];
    size_t compile_size[3], local_bytes;
    cl_uint arguments;
    argument_facts argument[7];
} kernel_facts;

// The kernels of kernel_info.cl; the last is there only where the device has images.
extern const kernel_facts FACTS[FACT_COUNT];

// Arguments, work-group, local memory and attributes.
ocl_result compare_kernel(const kernel_answers *got, const kernel_facts *want, cl_device_id device);

#endif
