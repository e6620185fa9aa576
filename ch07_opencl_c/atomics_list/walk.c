// SPDX-License-Identifier: MIT

#include "walk.h"

enum { SHOWN = 8 };

// A list without an end would have more than n nodes.
ocl_result verify_list(cl_uint head, const cl_uint *next, size_t n)
{
    cl_uint *visits = ocl_alloc(n * sizeof *visits), *ref = ocl_alloc(n * sizeof *ref);
    for (size_t i = 0; i < n; i++) {
        visits[i] = 0;
        ref[i] = 1;
    }
    cl_uint node = head;
    for (size_t steps = 0; node < n && steps <= n; steps++) {
        visits[node]++;
        node = next[node];
    }
    ocl_result result = ocl_verify_u32("visits", visits, ref, n);
    result = ocl_result_both(result, ocl_verify_equal("the end", node, END));
    free(ref);
    free(visits);
    return result;
}

void report_list(ocl_report *report, cl_uint head, const cl_uint *next, size_t n)
{
    char text[SHOWN * 16] = "";
    cl_uint node = head;
    for (size_t k = 0; k < SHOWN && node < n; k++) {
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%u", k > 0 ? " -> " : "", node);
        node = next[node];
    }
    ocl_report_note(report, "the list: %s%s", text, node == END ? "" : " ...");
}
