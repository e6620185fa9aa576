// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a SPIR-V module.  What is taken must be whole words, and its lists must
// lie in it.

#include "spirv_module/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_spirv: %s\n", what);
    abort();
}

static void check(const spirv_module *m, size_t bytes)
{
    demand(bytes % 4 == 0 && 4 * (m->instruction_count + 5) <= bytes, "too many instructions");
    demand(m->address_bits == 32 || m->address_bits == 64, "odd addresses");
    for (size_t i = 0; i < m->kernel_count && i < SPIRV_MAX_LISTED; i++)
        demand(memchr(m->kernels[i], 0, SPIRV_NAME) != NULL, "a name without an end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    unsigned char *copy = malloc(bytes ? bytes : 1);    // aligned for words
    if (!copy) return 0;
    memcpy(copy, data, bytes);
    spirv_module module;
    ocl_message why = { "" };
    if (spirv_parse(copy, bytes, &module, &why))
        check(&module, bytes);
    else
        demand(why.text[0] != '\0', "refused without a reason");
    free(copy);
    return 0;
}
