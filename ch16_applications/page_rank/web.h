// SPDX-License-Identifier: MIT
//
// web - pages and the links between them, made from random numbers or read from a file.

#ifndef PAGE_RANK_WEB_H
#define PAGE_RANK_WEB_H

#include "shared/matrix_market/names.h"

// The links to page p are from the pages from[first[p]] to from[first[p + 1] - 1].  Page p has
// out[p] links to others; a page without any is a dead end.
typedef struct {
    size_t pages, links;
    uint32_t *first, *from, *out;
    row_names names;    // of a file's pages
} web;

// How many links web_make makes at most.
size_t web_most_links(size_t pages);

// Each eighth page is a dead end.  The others have 1 to 16 links, mostly to pages with low numbers:
// few pages have many links to them, and most have few.  A page may link twice to the same page.
web web_make(size_t pages, uint64_t seed);

// A link from page r to page c for each number in row r and column c of a Matrix Market file, but
// none from a page to itself.  False, with the reason, when the file is no such matrix.
bool web_load(web *w, const char *path, ocl_message *why);

void web_free(web *w);

#endif
