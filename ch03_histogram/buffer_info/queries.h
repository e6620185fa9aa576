// SPDX-License-Identifier: MIT
//
// queries - every query of a memory object, and its answers in words.

#ifndef BUFFER_INFO_QUERIES_H
#define BUFFER_INFO_QUERIES_H

#include "ocl.h"

enum { QUERY_COUNT = 11, MAX_TEXT = 128 };

typedef struct {
    cl_mem_info query;
    const char *name;
    int version;    // of OpenCL that introduced it, as ocl_device_version gives it
    enum { NUMBER, FLAGS, POINTER } kind;
} query;

// In the order of the versions.
extern const query QUERIES[QUERY_COUNT];

// An array of the host.
typedef struct {
    unsigned char *data;
    size_t bytes;
} host_array;

// A pointer as a number.
cl_ulong number_of(const void *pointer);

// The answer in words: flags by their names, a pointer into the host's array by its offset there.
void answer_text(char text[MAX_TEXT], const query *q, cl_ulong answer, host_array host);

#endif
