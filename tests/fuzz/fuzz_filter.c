// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a filter of convolution_ladder.  What is taken must be square and
// finite, and must be read back the same when it is written again.

#include "shared/convolution/filter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_filter: %s\n", what);
    abort();
}

static void check(const convolution_filter *f)
{
    demand(f->n >= 1 && f->n <= MAX_WIDTH, "an impossible width");
    demand(isfinite(f->sum), "an infinite sum");
    ocl_growing text = { 0 };
    for (size_t i = 0; i < f->n * f->n; i++) {
        char number[32];
        demand(isfinite(f->tap[i]), "an infinite number");
        snprintf(number, sizeof number, "%.9g%c", (double)f->tap[i], (i + 1) % f->n ? ' ' : '\n');
        ocl_append_text(&text, number);
    }
    convolution_filter again;
    ocl_message why;
    demand(convolution_filter_parse(&again, text.text, text.bytes, &why), "not read back");
    demand(again.n == f->n && again.separable == f->separable, "read back as another one");
    demand(memcmp(again.tap, f->tap, sizeof f->tap) == 0, "read back with other numbers");
    free(text.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char *text = malloc(bytes ? bytes : 1);    // just so long: reading past the end is noticed
    if (!text) return 0;
    if (bytes > 0) memcpy(text, data, bytes);
    convolution_filter filter;
    ocl_message why = { "" };
    if (convolution_filter_parse(&filter, text, bytes, &why))
        check(&filter);
    else
        demand(why.text[0] != '\0', "refused without a reason");
    free(text);
    return 0;
}
