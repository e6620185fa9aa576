// SPDX-License-Identifier: MIT
//
// kernel_answers - what a program and its kernels answer when they are asked, and the print of it.

#ifndef KERNEL_ANSWERS_H
#define KERNEL_ANSWERS_H

#include "ocl.h"

enum { MAX_ARGUMENTS = 64 };

typedef struct {
    char *name, *type;    // malloc'ed
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_access_qualifier access;
    cl_kernel_arg_type_qualifier qualifiers;
} argument_answers;

typedef struct {
    char *name, *attributes;    // malloc'ed
    cl_uint arguments, references;
    cl_context context;
    cl_program program;
    argument_answers argument[MAX_ARGUMENTS];
    size_t most_items, compile_size[3], multiple;    // of a work-group
    cl_ulong local_bytes, private_bytes;
    size_t sub_group_items,
        sub_groups;    // for a group of the kernel's own or the largest size; 0: no sub-groups
} kernel_answers;

typedef struct {
    char *source, *names;    // malloc'ed
    size_t kernels, binary_bytes;
    cl_uint references, devices;
    cl_context context;
    cl_device_id device;    // the first
} program_answers;

program_answers ask_program(cl_program program);
void free_program_answers(program_answers *answers);

// The device is the one that the program was built for.  A kernel has at most MAX_ARGUMENTS here.
kernel_answers ask_kernel(cl_kernel kernel, cl_device_id device);
void free_kernel_answers(kernel_answers *answers);

void print_program(ocl_report *report, const program_answers *answers);
void print_kernel(ocl_report *report, const kernel_answers *answers);

// An object of the kernel's answers, its arguments as an array of objects.
json_t *json_kernel(const kernel_answers *answers);

#endif
