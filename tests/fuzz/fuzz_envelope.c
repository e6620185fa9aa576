// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as an envelope.  What is taken must fill the bytes up to their end, and be
// refused with any one byte changed or cut off.

#include "shared/binary_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

enum { MAX_CHANGED = 512 };    // bytes; longer envelopes would only take time

static const char KIND[] = "OCLSMPL1";

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_envelope: %s\n", what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    envelope parts, ignored;
    ocl_message why;
    if (!envelope_open(KIND, data, bytes, &parts, &why)) return 0;
    const uint8_t *label = parts.label, *content = parts.content;
    demand(label >= data && label + parts.label_bytes == content &&
               content + parts.content_bytes == data + bytes,
           "the parts are not the envelope's end");
    demand(!envelope_open(KIND, data, bytes - 1, &ignored, &why), "taken with a byte cut off");
    uint8_t *changed = ocl_alloc(bytes);
    memcpy(changed, data, bytes);
    for (size_t i = 0; i < bytes && bytes <= MAX_CHANGED; i++) {
        changed[i] ^= (uint8_t)(1u << i % 8);
        demand(!envelope_open(KIND, changed, bytes, &ignored, &why), "taken with a byte changed");
        changed[i] = data[i];
    }
    free(changed);
    return 0;
}
