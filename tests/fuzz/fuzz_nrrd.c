// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as an NRRD file.  What is taken must be a cube whose numbers end the file.

#include "shared/nrrd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_nrrd: %s\n", what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    unsigned char *text = calloc(1, bytes ? bytes : 1);    // just so long
    if (!text) return 0;
    if (bytes > 0) memcpy(text, data, bytes);
    uint8_t *volume;
    size_t side;
    ocl_message why = { "" };
    if (nrrd_parse(&volume, &side, text, bytes, &why)) {
        const size_t count = side * side * side;
        demand(side >= 2 && side <= MOST_SIDE && count < bytes, "an impossible size");
        demand(memcmp(volume, text + bytes - count, count) == 0, "other numbers");
    } else {
        demand(why.text[0] != '\0' && !volume, "refused without a reason");
    }
    free(volume);
    free(text);
    return 0;
}
