// SPDX-License-Identifier: MIT

#include "string_search/text.h"

unsigned char *read_text(const char *input, size_t *n)
{
    unsigned char *file;
    size_t bytes;
    ocl_message why;
    char *installed = input != NULL ? NULL : ocl_find_data("alice.txt", &why);
    const char *path = input != NULL ? input : installed;
    if (path == NULL || !ocl_read_file(path, &file, &bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (bytes == 0) ocl_exit(OCL_EXIT_USAGE, "%s: the file is empty", path);
    if (*n == 0) *n = bytes;
    unsigned char *text = ocl_alloc(*n);
    for (size_t i = 0; i < *n; i++)
        text[i] = file[i % bytes];
    free(file);
    free(installed);
    return text;
}

static int compare_finds(const void *a, const void *b)
{
    const find *p = a, *q = b;
    if (p->place != q->place) return p->place < q->place ? -1 : 1;
    return (p->word > q->word) - (p->word < q->word);
}

void sort_finds(find *finds, size_t count)
{
    qsort(finds, count, sizeof *finds, compare_finds);
}
