// SPDX-License-Identifier: MIT

#include "roads.h"

country country_make(size_t towns, uint64_t seed)
{
    country c = { .towns = towns, .first = ocl_alloc((towns + 1) * sizeof *c.first) };
    c.to = ocl_alloc((towns * MOST_ROADS + 1) * sizeof *c.to);    // one more: there may be none
    c.length = ocl_alloc((towns * MOST_ROADS + 1) * sizeof *c.length);
    size_t side = 1;
    while (side * side < towns)
        side++;
    for (size_t t = 0; t < towns; t++) {
        c.first[t] = (uint32_t)c.roads;
        for (size_t k = 0; k < MOST_ROADS; k++) {
            const uint64_t random = ocl_random(seed, t * MOST_ROADS + k);
            const size_t x = t % side + random % 5, y = t / side + (random >> 8) % 5;
            const bool along_first_row = k == 0 && t + 1 < side;
            if (!along_first_row && (x < 2 || x >= side + 2 || y < 2)) continue;    // the border
            const size_t to = along_first_row ? t + 1 : (y - 2) * side + x - 2;
            if (to >= towns || to == t) continue;
            c.to[c.roads] = (uint32_t)to;
            c.length[c.roads++] = 1 + (uint32_t)((random >> 16) % LONGEST_ROAD);
        }
    }
    c.first[towns] = (uint32_t)c.roads;
    c.to[c.roads] = c.length[c.roads] = 0;
    return c;
}

void country_free(country *c)
{
    free(c->length);
    free(c->to);
    free(c->first);
}

// A town in the heap, with the length of a way to it: the shortest one is at the top.  A town may
// be there several times.
typedef struct {
    uint32_t way, town;
} place;

static void push(place *heap, size_t *count, place p)
{
    size_t i = (*count)++;
    for (; i > 0 && heap[(i - 1) / 2].way > p.way; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = p;
}

static place pop(place *heap, size_t *count)
{
    const place top = heap[0], last = heap[--*count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < *count; i = child) {
        if (child + 1 < *count && heap[child + 1].way < heap[child].way) child++;
        if (heap[child].way >= last.way) break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

void dijkstra(uint32_t *way, const country *c)
{
    place *heap = ocl_alloc((c->roads + 1) * sizeof *heap);
    size_t count = 0;
    for (size_t t = 0; t < c->towns; t++)
        way[t] = UNKNOWN;
    way[0] = 0;
    push(heap, &count, (place){ 0, 0 });
    while (count > 0) {
        const place near = pop(heap, &count);
        if (near.way > way[near.town]) continue;    // a longer way than the one known
        for (size_t i = c->first[near.town]; i < c->first[near.town + 1]; i++) {
            const uint32_t there = near.way + c->length[i];
            if (there >= way[c->to[i]]) continue;
            way[c->to[i]] = there;
            push(heap, &count, (place){ there, c->to[i] });
        }
    }
    free(heap);
}
