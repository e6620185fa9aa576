// SPDX-License-Identifier: MIT
//
// module - what a SPIR-V module says about itself, before any driver sees it.
//
// A module is a sequence of 32-bit words.  Five of them are the header.  Then come instructions:
// the first word holds the length of the instruction in words, and its number (SPIR-V
// specification, "Physical Layout of a SPIR-V Module and Instruction").

#ifndef SPIRV_MODULE_H
#define SPIRV_MODULE_H

#include "ocl.h"

#include <stddef.h>
#include <stdint.h>

enum { SPIRV_MAX_LISTED = 64, SPIRV_NAME = 256 };    // SPIRV_NAME: bytes with the 0 at the end

// Lists hold the first SPIRV_MAX_LISTED; counts count all.
typedef struct {
    unsigned version;         // of SPIR-V, as 10 * major + minor
    uint32_t generator;       // the tool that wrote it
    uint32_t bound;           // ids of the module are below it
    unsigned address_bits;    // 32 or 64
    size_t instruction_count;
    size_t capability_count;    // what a device must be able to do
    uint32_t capabilities[SPIRV_MAX_LISTED];
    size_t kernel_count;    // entry points
    char kernels[SPIRV_MAX_LISTED][SPIRV_NAME];
    uint32_t kernel_ids[SPIRV_MAX_LISTED];
    bool has_body[SPIRV_MAX_LISTED];    // has a function; two names may share one
    size_t body_count;                  // how many listed kernels have it
    bool in_function;
    size_t constant_count;    // ids of specialization constants
    uint32_t constants[SPIRV_MAX_LISTED];
} spirv_module;

// Parses a module for OpenCL.  `data` is aligned as malloc does.
// False, with a message that names the byte, when it is no module or a damaged one.  Only what is
// parsed here is checked: the rest of a module may still be invalid.
bool spirv_parse(const unsigned char *data, size_t bytes, spirv_module *module, ocl_message *why);

// Whether the module lists a kernel of that name, or a specialization constant of that id.
bool spirv_has_kernel(const spirv_module *module, const char *name);
bool spirv_has_constant(const spirv_module *module, uint32_t id);

// The name of a capability; NULL for one that OpenCL kernels do not use.
const char *spirv_capability_name(uint32_t capability);

#endif
