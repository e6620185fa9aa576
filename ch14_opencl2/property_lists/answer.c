// SPDX-License-Identifier: MIT

#include "answer.h"

// Pairs of name and value with a 0 behind them; 0 bytes for NULL.
static size_t list_bytes(const cl_properties *list)
{
    if (!list) return 0;
    size_t words = 0;
    while (list[words] != 0)
        words += 2;
    return (words + 1) * sizeof *list;
}

// The words in hexadecimal: "1093 2 0".
static void list_text(char *text, size_t room, const cl_properties *list)
{
    size_t used = (size_t)snprintf(text, room, "%s", list ? "" : "NULL");
    for (size_t k = 0; k < list_bytes(list) / sizeof *list && used < room; k++)
        used += (size_t)snprintf(text + used, room - used, "%s%llx", k > 0 ? " " : "",
                                 (unsigned long long)list[k]);
}

void list_row(ocl_table *table, const char *object, const cl_properties *list,
              const answered_list *answer)
{
    char text[MAX_WORDS * 20];
    list_text(text, sizeof text, list);
    ocl_table_row(table, "%-28s %-20s %8zu", object, text, answer->bytes / sizeof *list);
}

ocl_result verify_list(const char *what, const cl_properties *list, const answered_list *answer)
{
    const size_t bytes = list_bytes(list);
    const ocl_result size = ocl_verify_equal(what, (long long)answer->bytes, (long long)bytes);
    if (!size.pass || bytes == 0) return size;
    return ocl_result_both(size, ocl_verify_u64(what, answer->words, list, bytes / sizeof *list));
}
