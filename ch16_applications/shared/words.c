// SPDX-License-Identifier: MIT

#include "words.h"

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

static int compare_matches(const void *a, const void *b)
{
    const match *p = a, *q = b;
    if (p->place != q->place) return p->place < q->place ? -1 : 1;
    return (p->word > q->word) - (p->word < q->word);
}

void sort_matches(match *matches, size_t count)
{
    qsort(matches, count, sizeof *matches, compare_matches);
}

size_t make_tree(cl_uint *next, cl_uint *ends, const char **words, const char *list)
{
    size_t count = 0;
    cl_uint nodes = 1, node = 0;
    words[0] = list;
    for (const char *letter = list;; letter++) {
        if (*letter != ',' && *letter != '\0') {
            cl_uint *below = &next[LETTERS * node + (unsigned char)*letter];
            if (*below == 0) *below = nodes++;
            node = *below;
            continue;
        }
        if (node == 0 || ends[node] != 0)
            ocl_exit(OCL_EXIT_USAGE, "--words: word %zu is empty or comes twice", count + 1);
        ends[node] = (cl_uint)++count;
        node = 0;
        if (*letter == '\0') return count;
        if (count == MAX_WORDS) ocl_exit(OCL_EXIT_USAGE, "--words: at most %d", MAX_WORDS);
        words[count] = letter + 1;
    }
}
