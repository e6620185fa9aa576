// SPDX-License-Identifier: MIT
//
// spirv_module - what a SPIR-V module says of itself before any driver sees it.
//
// A module is a row of 32-bit words: five of a header, then instructions whose first word holds their length in
// words and their number (SPIR-V specification, "Physical Layout of a SPIR-V Module and Instruction").

#ifndef SPIRV_MODULE_H
#define SPIRV_MODULE_H

#include "ocl.h"

#include <stddef.h>
#include <stdint.h>

enum { SPIRV_MAX_LISTED = 64 };

// Lists hold the first SPIRV_MAX_LISTED, counts all.
typedef struct {
    unsigned version;         // of SPIR-V, as 10 * major + minor
    uint32_t generator;       // the tool that wrote it
    uint32_t bound;           // no id of the module reaches it
    unsigned address_bits;    // 32 or 64
    size_t instruction_count;
    size_t capability_count;    // what a device must be able to do
    uint32_t capabilities[SPIRV_MAX_LISTED];
    size_t kernel_count;    // entry points; the names are in the module's bytes
    const char *kernels[SPIRV_MAX_LISTED];
    uint32_t kernel_ids[SPIRV_MAX_LISTED];
    bool has_body[SPIRV_MAX_LISTED];    // a function; two names may be those of one
    size_t body_count;                  // of listed kernels, how many have it
    bool in_function;
    size_t constant_count;    // ids of specialization constants
    uint32_t constants[SPIRV_MAX_LISTED];
} spirv_module;

// Takes a module for OpenCL apart.  `data` is aligned as malloc does, and outlives the module.  False, with a
// message that names the byte, when it is none or is damaged: what is looked at here is whole then, which
// does not make the rest valid.
bool spirv_parse(const unsigned char *data, size_t bytes, spirv_module *module, ocl_message *why);

// Whether an entry point of that name, or a specialization constant of that id, is listed.
bool spirv_has_kernel(const spirv_module *module, const char *name);
bool spirv_has_constant(const spirv_module *module, uint32_t id);

// The name of a capability; NULL for one that is not in the short list of what OpenCL kernels use.
const char *spirv_capability_name(uint32_t capability);

#endif
