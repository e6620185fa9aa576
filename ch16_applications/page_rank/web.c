// SPDX-License-Identifier: MIT

#include "web.h"

#include "shared/matrix_market/matrix_market.h"

enum { MOST_LINKS = 16, DEAD_END = 8 };

typedef struct {
    uint32_t from, to;
} link_pair;

// Sorts the links by the page that they lead to: counts, sums of the counts, places.
static web arrange(size_t pages, const link_pair *links, size_t count)
{
    web w = { .pages = pages, .links = count };
    w.first = ocl_alloc((pages + 1) * sizeof *w.first);
    w.from = ocl_alloc((count + 1) * sizeof *w.from);    // there may be none
    w.out = ocl_alloc(pages * sizeof *w.out);
    memset(w.first, 0, (pages + 1) * sizeof *w.first);
    memset(w.out, 0, pages * sizeof *w.out);
    for (size_t i = 0; i < count; i++) {
        w.first[links[i].to + 1]++;
        w.out[links[i].from]++;
    }
    for (size_t p = 0; p < pages; p++)
        w.first[p + 1] += w.first[p];
    uint32_t *next = ocl_alloc(pages * sizeof *next);
    memcpy(next, w.first, pages * sizeof *next);
    for (size_t i = 0; i < count; i++)
        w.from[next[links[i].to]++] = links[i].from;
    w.from[count] = 0;
    free(next);
    return w;
}

size_t web_most_links(size_t pages)
{
    return MOST_LINKS * pages;
}

web web_make(size_t pages, uint64_t seed)
{
    link_pair *links = ocl_alloc(web_most_links(pages) * sizeof *links);
    size_t count = 0;
    for (size_t p = 0; p < pages; p++) {
        const uint64_t random = ocl_random(seed, p);
        const size_t out = random % DEAD_END == 0 ? 0 : 1 + (random >> 8) % MOST_LINKS;
        for (size_t i = 0; i < out; i++) {
            // The cube of a number from 0 to 1: half of the links lead to an eighth of the pages.
            const double u = (double)(ocl_random(seed + 1, p * MOST_LINKS + i) >> 11) * 0x1p-53;
            const size_t to = (size_t)(u * u * u * (double)pages);
            if (to != p) links[count++] = (link_pair){ (uint32_t)p, (uint32_t)to };
        }
    }
    const web w = arrange(pages, links, count);
    free(links);
    return w;
}

bool web_load(web *w, const char *path, ocl_message *why)
{
    matrix a;
    row_names names;
    if (!matrix_market_load_named(&a, &names, path, why)) return false;
    link_pair *links = ocl_alloc((a.count + 1) * sizeof *links);
    size_t count = 0;
    for (size_t row = 0; row < a.rows; row++)
        for (size_t i = a.first[row]; i < a.first[row + 1]; i++)
            if (a.columns[i] != row)
                links[count++] = (link_pair){ (uint32_t)row, (uint32_t)a.columns[i] };
    *w = arrange(a.rows, links, count);
    w->names = names;
    free(links);
    matrix_free(&a);
    return true;
}

void web_free(web *w)
{
    row_names_free(&w->names);
    free(w->out);
    free(w->from);
    free(w->first);
}
