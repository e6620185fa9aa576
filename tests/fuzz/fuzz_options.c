// SPDX-License-Identifier: MIT
//
// Fuzz target: any text as a number or size.  Counts, seeds and sizes must be what a second, slower
// reading of the text says; what is refused leaves the value alone and says why.

#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static void demand(bool truth, const char *what, const char *text)
{
    if (truth) return;
    fprintf(stderr, "fuzz_options: %s: '%s'\n", what, text);
    abort();
}

// Digits, to the end of the text.
static bool plain_number(const char *text, size_t length, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (*value > (UINT64_MAX - digit) / 10) return false;
        *value = 10 * *value + digit;
    }
    return length > 0;
}

static bool plain_count(const char *text, size_t length, size_t *value)
{
    uint64_t number, unit = 1;
    for (const char *letter = "KMG"; length > 0 && *letter; letter++) {
        unit *= 1024;
        if (text[length - 1] == *letter) {
            length--;
            break;
        }
        if (letter[1] == '\0') unit = 1;
    }
    if (!plain_number(text, length, &number) || number == 0) return false;
    if (number > SIZE_MAX / unit) return false;
    *value = (size_t)(number * unit);
    return true;
}

static bool plain_size(const char *text, int extents, size_t n[3])
{
    int found = 0;
    size_t length;
    for (const char *at = text;; at += length + 1) {
        length = strcspn(at, "x");
        if (found == 3 || !plain_count(at, length, &n[found++])) return false;
        if (at[length] == '\0') break;
    }
    if (found != 1 && found != extents) return false;
    for (int i = 0; i < 3; i++)
        n[i] = i >= extents ? 1 : found == 1 ? n[0] : n[i];
    return true;
}

static void check_whole_numbers(const char *text)
{
    size_t count = 42, plain = 42;
    ocl_message why = { "" };
    bool ok = ocl_parse_count(text, &count, &why);
    demand(ok == plain_count(text, strlen(text), &plain), "count taken or refused wrongly", text);
    demand(ok ? count == plain : count == 42 && why.text[0], "wrong count", text);

    uint64_t seed = 42, number;
    why.text[0] = '\0';
    ok = ocl_parse_seed(text, &seed, &why);
    demand(ok == plain_number(text, strlen(text), &number), "seed taken or refused wrongly", text);
    demand(ok ? seed == number : seed == 42 && why.text[0], "wrong seed", text);
}

static void check_sizes(const char *text)
{
    for (int extents = 1; extents <= 3; extents++) {
        size_t n[3] = { 42, 43, 44 }, plain[3];
        ocl_message why = { "" };
        bool ok = ocl_parse_size(text, extents, n, &why);
        demand(ok == plain_size(text, extents, plain), "size taken or refused wrongly", text);
        const size_t before[3] = { 42, 43, 44 };
        demand(memcmp(n, ok ? plain : before, sizeof n) == 0, "wrong size", text);
        demand(ok || why.text[0], "refused without a reason", text);
    }
}

static void check_real(const char *text)
{
    double value = 42.0;
    ocl_message why = { "" };
    if (!ocl_parse_real(text, &value, &why)) {
        demand(value == 42.0 && why.text[0], "a refused number", text);
        return;
    }
    demand(isfinite(value), "infinite", text);
    demand(text[strspn(text, "+-.0123456789eE")] == '\0', "taken for a number", text);
    char again[64];
    snprintf(again, sizeof again, "%.17g", value);
    double same;
    demand(ocl_parse_real(again, &same, &why) && same == value, "not read back", text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char *text = malloc(bytes + 1);
    if (!text) return 0;
    if (bytes > 0) memcpy(text, data, bytes);
    text[bytes] = '\0';
    check_whole_numbers(text);
    check_sizes(text);
    check_real(text);
    free(text);
    return 0;
}
