// SPDX-License-Identifier: MIT

#include "module.h"

#include "text.h"

#include <string.h>

enum { HEADER_WORDS = 5 };

// Instructions.
enum {
    MEMORY_MODEL = 14,
    ENTRY_POINT = 15,
    CAPABILITY = 17,
    FUNCTION = 54,
    FUNCTION_END = 56,
    DECORATE = 71
};

// Operands.
enum { SPEC_ID = 1, KERNEL = 6, PHYSICAL_32 = 1, PHYSICAL_64 = 2, OPENCL = 2 };

static const uint32_t MAGIC = 0x07230203, MAGIC_SWAPPED = 0x03022307;

// An instruction: its operands are words 1 to count - 1.
typedef struct {
    const uint32_t *words;
    size_t count, byte;    // where it begins in the module
} instruction;

static bool parse_header(const uint32_t *words, size_t bytes, spirv_module *m, ocl_message *why)
{
    if (bytes < sizeof *words || (words[0] != MAGIC && words[0] != MAGIC_SWAPPED))
        return ocl_refuse(why, "byte 0: not SPIR-V, which begins with the word 0x%08x", MAGIC);
    if (words[0] == MAGIC_SWAPPED)
        return ocl_refuse(why, "byte 0: SPIR-V of the other byte order than this machine's");
    if (bytes < HEADER_WORDS * sizeof *words || bytes % sizeof *words != 0)
        return ocl_refuse(
            why, "byte %zu: cut off: SPIR-V has a header of 20 bytes, and whole words", bytes);
    if ((words[1] & 0xff0000ff) || words[1] < 0x10000)
        return ocl_refuse(why, "byte 4: 0x%08x is no version of SPIR-V", words[1]);
    if (words[4] != 0)
        return ocl_refuse(why, "byte 16: an instruction schema, %u, that is not known", words[4]);
    m->version = 10 * (words[1] >> 16) + (words[1] >> 8 & 0xff);
    m->generator = words[2];
    m->bound = words[3];
    return true;
}

static bool parse_memory_model(const instruction *at, spirv_module *m, ocl_message *why)
{
    if (at->count != 3 || m->address_bits)
        return ocl_refuse(why, "byte %zu: a second or malformed memory model", at->byte);
    if (at->words[2] != OPENCL)
        return ocl_refuse(why, "byte %zu: memory model %u: not made for OpenCL", at->byte,
                          at->words[2]);
    if (at->words[1] != PHYSICAL_32 && at->words[1] != PHYSICAL_64)
        return ocl_refuse(why, "byte %zu: addressing model %u: OpenCL has 32 or 64 bits", at->byte,
                          at->words[1]);
    m->address_bits = at->words[1] == PHYSICAL_32 ? 32 : 64;
    return true;
}

// Characters are in the words, the first one in the lowest bits: so their order in memory is that
// of the words, and differs from machine to machine.
static bool read_name(char name[SPIRV_NAME], const instruction *at, size_t first)
{
    for (size_t i = 0; i < SPIRV_NAME && first + i / 4 < at->count; i++) {
        name[i] = (char)(at->words[first + i / 4] >> 8 * (i % 4) & 0xff);
        if (!name[i]) return true;
    }
    return false;
}

static bool parse_entry_point(const instruction *at, spirv_module *m, ocl_message *why)
{
    char name[SPIRV_NAME];
    if (!read_name(name, at, 3))
        return ocl_refuse(why, "byte %zu: an entry point without a name, or with one of %d bytes",
                          at->byte, SPIRV_NAME);
    if (at->words[1] != KERNEL)
        return ocl_refuse(why, "byte %zu: entry point \"%.64s\" is no OpenCL kernel", at->byte,
                          ocl_make_printable(name, strlen(name)).text);
    if (at->words[2] >= m->bound)
        return ocl_refuse(why, "byte %zu: id %u is not below the bound, %u", at->byte, at->words[2],
                          m->bound);
    if (m->kernel_count < SPIRV_MAX_LISTED) {
        memcpy(m->kernels[m->kernel_count], name, sizeof name);
        m->kernel_ids[m->kernel_count] = at->words[2];
    }
    m->kernel_count++;
    return true;
}

static bool parse_function(const instruction *at, spirv_module *m, ocl_message *why)
{
    if (at->count != 5 || m->in_function)
        return ocl_refuse(why, "byte %zu: a function in a function, or a malformed one", at->byte);
    m->in_function = true;
    for (size_t i = 0; i < m->kernel_count && i < SPIRV_MAX_LISTED; i++) {
        if (m->kernel_ids[i] != at->words[2]) continue;
        if (m->has_body[i])
            return ocl_refuse(why, "byte %zu: a second function for id %u", at->byte, at->words[2]);
        m->has_body[i] = true;
        m->body_count++;
    }
    return true;
}

static void list_word(uint32_t list[SPIRV_MAX_LISTED], size_t *count, uint32_t word)
{
    if (*count < SPIRV_MAX_LISTED) list[*count] = word;
    (*count)++;
}

static bool parse_instruction(const instruction *at, spirv_module *m, ocl_message *why)
{
    switch (at->words[0] & 0xffff) {
    case CAPABILITY:
        if (at->count != 2) return ocl_refuse(why, "byte %zu: malformed capability", at->byte);
        list_word(m->capabilities, &m->capability_count, at->words[1]);
        return true;
    case MEMORY_MODEL:
        return parse_memory_model(at, m, why);
    case ENTRY_POINT:
        return parse_entry_point(at, m, why);
    case DECORATE:
        if (at->count == 4 && at->words[2] == SPEC_ID)
            list_word(m->constants, &m->constant_count, at->words[3]);
        return true;
    case FUNCTION:
        return parse_function(at, m, why);
    case FUNCTION_END:
        if (!m->in_function) return ocl_refuse(why, "byte %zu: the end of no function", at->byte);
        m->in_function = false;
        return true;
    default:
        return true;
    }
}

// What is only known at the end.
static bool parse_end(const spirv_module *m, size_t bytes, ocl_message *why)
{
    const size_t listed = m->kernel_count < SPIRV_MAX_LISTED ? m->kernel_count : SPIRV_MAX_LISTED;
    if (!m->address_bits) return ocl_refuse(why, "byte %zu: the end, and no memory model", bytes);
    if (m->kernel_count == 0) return ocl_refuse(why, "byte %zu: the end, and no kernel", bytes);
    if (m->in_function) return ocl_refuse(why, "byte %zu: the end in a function", bytes);
    if (m->body_count != listed)
        return ocl_refuse(why, "byte %zu: the end, with %zu functions for %zu kernels", bytes,
                          m->body_count, listed);
    return true;
}

bool spirv_parse(const unsigned char *data, size_t bytes, spirv_module *module, ocl_message *why)
{
    const uint32_t *words = (const uint32_t *)(const void *)data;
    *module = (spirv_module){ 0 };
    if (!parse_header(words, bytes, module, why)) return false;
    const size_t end = bytes / sizeof *words;
    for (size_t i = HEADER_WORDS; i < end; module->instruction_count++) {
        const instruction at = { words + i, words[i] >> 16, i * sizeof *words };
        if (at.count == 0 || at.count > end - i)
            return ocl_refuse(why, "byte %zu: an instruction of %zu words, %zu are left", at.byte,
                              at.count, end - i);
        if (!parse_instruction(&at, module, why)) return false;
        i += at.count;
    }
    return parse_end(module, bytes, why);
}

bool spirv_has_kernel(const spirv_module *m, const char *name)
{
    for (size_t i = 0; i < m->kernel_count && i < SPIRV_MAX_LISTED; i++)
        if (strcmp(m->kernels[i], name) == 0) return true;
    return false;
}

bool spirv_has_constant(const spirv_module *m, uint32_t id)
{
    for (size_t i = 0; i < m->constant_count && i < SPIRV_MAX_LISTED; i++)
        if (m->constants[i] == id) return true;
    return false;
}

const char *spirv_capability_name(uint32_t capability)
{
    static const struct {
        uint32_t capability;
        const char *name;
    } names[] = {
        { 4, "Addresses" },       { 5, "Linkage" },         { 6, "Kernel" },
        { 7, "Vector16" },        { 8, "Float16Buffer" },   { 9, "Float16" },
        { 10, "Float64" },        { 11, "Int64" },          { 12, "Int64Atomics" },
        { 13, "ImageBasic" },     { 14, "ImageReadWrite" }, { 15, "ImageMipmap" },
        { 17, "Pipes" },          { 18, "Groups" },         { 19, "DeviceEnqueue" },
        { 20, "LiteralSampler" }, { 22, "Int16" },          { 38, "GenericPointer" },
        { 39, "Int8" },           { 43, "Sampled1D" },      { 44, "Image1D" },
        { 46, "SampledBuffer" },  { 47, "ImageBuffer" },
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].capability == capability) return names[i].name;
    return NULL;
}
