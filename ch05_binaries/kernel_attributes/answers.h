// SPDX-License-Identifier: MIT
//
// answers - what a program and its kernels answer when they are asked; the tables of it.

#ifndef ANSWERS_H
#define ANSWERS_H

#include "ocl.h"

typedef struct {
    char *name, *type;    // malloc'ed
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_access_qualifier access;
    cl_kernel_arg_type_qualifier qualifiers;
} argument_answers;

typedef struct {
    char *name, *attributes;    // malloc'ed; attributes: NULL where they are not asked for
    cl_uint arguments, references;
    cl_context context;
    cl_program program;
    argument_answers *argument;    // malloc'ed
    size_t most_items;             // of a work-group
    size_t required[3];            // reqd_work_group_size; 0, 0, 0 without it
    size_t multiple;               // preferred for the size of a work-group
    cl_ulong local_bytes;          // of a work-group
    cl_ulong private_bytes;        // of a work-item
    size_t
        sub_group_items;    // of a sub-group in a work-group of the required or the largest size,
    size_t sub_groups;      // and how many there are; 0: the device has no sub-groups
} kernel_answers;

typedef struct {
    char *source, *names;    // malloc'ed
    size_t kernels, binary_bytes;
    cl_uint references, devices;
    cl_context context;
    cl_device_id device;    // the first
} program_answers;

// A text of a kernel or of one of its arguments, malloc'ed.
char *kernel_text(cl_kernel kernel, cl_kernel_info query);
char *argument_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info query);

void free_program_answers(const program_answers *answers);
void free_kernel_answers(const kernel_answers *answers);

// Facts about the program; a table of all arguments, and one of the kernels.
void report_program(ocl_report *report, const program_answers *answers);
void report_kernels(ocl_report *report, const kernel_answers *kernels, cl_uint count);

#endif
