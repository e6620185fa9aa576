// SPDX-License-Identifier: MIT

#include "buffer_info/queries.h"

#define QUERY(which, since, form)                                      \
    {                                                                  \
        .query = which, .name = #which, .version = since, .kind = form \
    }

const query QUERIES[QUERY_COUNT] = {
    QUERY(CL_MEM_TYPE, 10, NUMBER),       QUERY(CL_MEM_FLAGS, 10, FLAGS),
    QUERY(CL_MEM_SIZE, 10, NUMBER),       QUERY(CL_MEM_HOST_PTR, 10, POINTER),
    QUERY(CL_MEM_MAP_COUNT, 10, NUMBER),  QUERY(CL_MEM_REFERENCE_COUNT, 10, NUMBER),
    QUERY(CL_MEM_CONTEXT, 10, POINTER),   QUERY(CL_MEM_ASSOCIATED_MEMOBJECT, 11, POINTER),
    QUERY(CL_MEM_OFFSET, 11, NUMBER),     QUERY(CL_MEM_USES_SVM_POINTER, 20, NUMBER),
    QUERY(CL_MEM_PROPERTIES, 30, NUMBER),
};

static const char *const FLAG_NAMES[] = { "READ_WRITE",    "WRITE_ONLY",      "READ_ONLY",
                                          "USE_HOST_PTR",  "ALLOC_HOST_PTR",  "COPY_HOST_PTR",
                                          "bit 6",         "HOST_WRITE_ONLY", "HOST_READ_ONLY",
                                          "HOST_NO_ACCESS" };

cl_ulong number_of(const void *pointer)
{
    return (cl_ulong)(uintptr_t)pointer;
}

void answer_text(char text[MAX_TEXT], const query *q, cl_ulong answer, host_array host)
{
    const unsigned long long value = answer, place = answer - number_of(host.data);
    if (q->kind == FLAGS) {
        text[0] = '\0';
        for (size_t bit = 0; bit < sizeof FLAG_NAMES / sizeof FLAG_NAMES[0]; bit++)
            if (value >> bit & 1) strcat(strcat(text, text[0] ? " " : ""), FLAG_NAMES[bit]);
    } else if (q->kind == POINTER && place < host.bytes)
        snprintf(text, MAX_TEXT, "host + %llu", place);
    else
        snprintf(text, MAX_TEXT, q->kind == POINTER ? "%#llx" : "%llu", value);
}
