// SPDX-License-Identifier: MIT

#include "number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *ocl_size_form(int extents)
{
    static const char *const forms[] = { "", "N", "MxN", "MxNxK" };
    return forms[extents];
}

// Digits only: strtoull alone accepts blanks and signs, and turns -1 into the largest number.
static const char *parse_digits(const char *text, uint64_t *value)
{
    if (*text < '0' || *text > '9') return NULL;
    char *end;
    errno = 0;
    unsigned long long parsed = strtoull(text, &end, 10);
    *value = parsed;
    return errno == 0 && parsed <= UINT64_MAX ? end : NULL;
}

// A count at the start of `text`; returns where it ends, or NULL.
static const char *parse_leading_count(const char *text, size_t *value)
{
    uint64_t number;
    const char *end = parse_digits(text, &number);
    if (!end) return NULL;
    unsigned shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    if (shift) end++;
    if (number == 0 || number > SIZE_MAX >> shift) return NULL;
    *value = (size_t)number << shift;
    return end;
}

bool ocl_parse_count(const char *text, size_t *value, ocl_message *why)
{
    size_t parsed;
    const char *end = parse_leading_count(text, &parsed);
    if (!end || *end != '\0')
        return ocl_refuse(why, "expected a count from 1 up, such as 1000, 64K or 3M, not '%s'",
                          text);
    *value = parsed;
    return true;
}

bool ocl_parse_real(const char *text, double *value, ocl_message *why)
{
    char *end;
    double parsed = strtod(text, &end);
    bool decimal = text[strspn(text, "+-.0123456789eE")] == '\0';    // no blanks, hex or "inf"
    if (!decimal || end == text || *end != '\0' || !isfinite(parsed))
        return ocl_refuse(why, "expected a number such as 2.5, not '%s'", text);
    *value = parsed;
    return true;
}

bool ocl_parse_seed(const char *text, uint64_t *value, ocl_message *why)
{
    uint64_t parsed;
    const char *end = parse_digits(text, &parsed);
    if (!end || *end != '\0')
        return ocl_refuse(why, "expected a whole number from 0 to %" PRIu64 ", not '%s'",
                          UINT64_MAX, text);
    *value = parsed;
    return true;
}

bool ocl_parse_size(const char *text, int extents, size_t n[3], ocl_message *why)
{
    size_t parsed[3];
    int found = 0;
    const char *at = parse_leading_count(text, &parsed[found++]);
    while (at && *at == 'x' && found < 3)
        at = parse_leading_count(at + 1, &parsed[found++]);
    bool whole = at && *at == '\0';
    if (!whole || (found != 1 && found != extents))
        return ocl_refuse(why, "expected %s with counts such as 1000, 64K or 3M, not '%s'",
                          ocl_size_form(extents), text);
    for (int i = 0; i < 3; i++)
        n[i] = i >= extents ? 1 : found == 1 ? parsed[0] : parsed[i];
    return true;
}
