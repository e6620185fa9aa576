// SPDX-License-Identifier: MIT

#include "string_search_std.h"

#include <algorithm>
#include <functional>

void string_search_std(const unsigned char *text, size_t n, const char *word, size_t length,
                       void (*add)(void *to, size_t place), void *to)
{
    const unsigned char *letters = reinterpret_cast<const unsigned char *>(word), *end = text + n;
    const std::boyer_moore_horspool_searcher searcher(letters, letters + length);
    for (const unsigned char *at = text; (at = std::search(at, end, searcher)) != end; at++)
        add(to, static_cast<size_t>(at - text));
}
