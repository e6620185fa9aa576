// SPDX-License-Identifier: MIT

#include "names.h"

// The row that a line names, from 1, and where its name begins.  0: none.
static size_t named_row(const char *line, const char *end, size_t rows, const char **name)
{
    static const char BEGIN[] = "% row ";
    const size_t letters = sizeof BEGIN - 1;
    if ((size_t)(end - line) <= letters || memcmp(line, BEGIN, letters) != 0) return 0;
    const char *c = line + letters;
    size_t row = 0;
    for (; c < end && *c >= '0' && *c <= '9' && row <= rows; c++)
        row = 10 * row + (size_t)(*c - '0');
    if (row > rows || end - c < 3 || c[0] != ':' || c[1] != ' ') return 0;
    *name = c + 2;
    return row;
}

row_names row_names_parse(const char *text, size_t bytes, size_t rows)
{
    row_names names = { .rows = rows };
    names.text = ocl_alloc(bytes + 1);
    names.of = ocl_alloc(rows * sizeof *names.of);
    for (size_t row = 0; row < rows; row++)
        names.of[row] = NULL;
    char *to = names.text;    // a name and its '\0' are shorter than their line
    for (const char *line = text, *all = text + bytes; line < all;) {
        const char *stop = memchr(line, '\n', (size_t)(all - line));
        const char *end = stop ? stop : all, *name = NULL;
        if (end > line && end[-1] == '\r') end--;
        const size_t row = named_row(line, end, rows, &name);
        if (row > 0) {
            names.of[row - 1] = to;
            for (; name < end; name++)
                *to++ = *name >= ' ' && *name <= '~' ? *name : '?';
            *to++ = '\0';
        }
        line = stop ? stop + 1 : all;
    }
    if (to == names.text) row_names_free(&names);
    return names;
}

void row_names_free(row_names *names)
{
    free(names->of);
    free(names->text);
    *names = (row_names){ .rows = names->rows };
}
