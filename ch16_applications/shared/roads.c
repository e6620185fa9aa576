// SPDX-License-Identifier: MIT

#include "roads.h"

#include "shared/matrix_market/matrix_market.h"

enum { MOST_NAMED = 20 };

country country_make(size_t towns, uint64_t seed)
{
    country c = { .towns = towns,
                  .longest = LONGEST_ROAD,
                  .first = ocl_alloc((towns + 1) * sizeof *c.first) };
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

// Whether each number of the matrix is a length.
static bool has_lengths(const matrix *a, size_t longest, ocl_message *why)
{
    for (size_t row = 0; row < a->rows; row++)
        for (size_t i = a->first[row]; i < a->first[row + 1]; i++) {
            const double length = (double)a->values[i];
            if (!(length >= 1.0 && length <= (double)longest && length == floor(length)))
                return ocl_refuse(why, "row %zu, column %u: %g is no whole number from 1 to %zu",
                                  row + 1, a->columns[i] + 1, length, longest);
        }
    return true;
}

bool country_load(country *c, const char *path, ocl_message *why)
{
    matrix a;
    row_names names;
    ocl_message reason;
    if (!matrix_market_load_named(&a, &names, path, why)) return false;
    // A float holds whole numbers up to 2^24.  A way has fewer roads than there are towns, and a
    // bucket of shortest_paths_ladder ends at most 2^20 behind the longest one.
    const size_t fits = (UNKNOWN - (1u << 20)) / a.rows, longest = fits < 1 << 24 ? fits : 1 << 24;
    if (!has_lengths(&a, longest, &reason)) {
        row_names_free(&names);
        matrix_free(&a);
        return ocl_refuse(why, "%s: %s", path, reason.text);
    }
    *c = (country){ .towns = a.rows, .roads = a.count, .longest = 1, .names = names };
    c->first = a.first;
    c->to = a.columns;
    c->length = ocl_alloc((a.count + 1) * sizeof *c->length);
    for (size_t i = 0; i < a.count; i++) {
        c->length[i] = (uint32_t)a.values[i];
        if (c->length[i] > c->longest) c->longest = c->length[i];
    }
    c->length[a.count] = 0;
    free(a.values);
    return true;
}

country country_open(const ocl_options *opt)
{
    if (!opt->input) return country_make(opt->n[0], opt->seed);
    country c;
    ocl_message why;
    if (opt->size_given)
        ocl_exit(OCL_EXIT_USAGE, "--size: the file of --input has its own; give one of the two");
    if (!country_load(&c, opt->input, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return c;
}

void country_free(country *c)
{
    row_names_free(&c->names);
    free(c->length);
    free(c->to);
    free(c->first);
}

// A town in the heap, with the length of a way to it: the shortest one is at the top.  A town may
// be there several times.
typedef struct {
    uint32_t distance, town;
} place;

static void push(place *heap, size_t *count, place p)
{
    size_t i = (*count)++;
    for (; i > 0 && heap[(i - 1) / 2].distance > p.distance; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = p;
}

static place pop(place *heap, size_t *count)
{
    const place top = heap[0], last = heap[--*count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < *count; i = child) {
        if (child + 1 < *count && heap[child + 1].distance < heap[child].distance) child++;
        if (heap[child].distance >= last.distance) break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

void dijkstra(uint32_t *distance, const country *c)
{
    place *heap = ocl_alloc((c->roads + 1) * sizeof *heap);
    size_t count = 0;
    for (size_t t = 0; t < c->towns; t++)
        distance[t] = UNKNOWN;
    distance[0] = 0;
    push(heap, &count, (place){ 0, 0 });
    while (count > 0) {
        const place near = pop(heap, &count);
        if (near.distance > distance[near.town]) continue;    // a longer way than the one known
        for (size_t i = c->first[near.town]; i < c->first[near.town + 1]; i++) {
            const uint32_t there = near.distance + c->length[i];
            if (there >= distance[c->to[i]]) continue;
            distance[c->to[i]] = there;
            push(heap, &count, (place){ there, c->to[i] });
        }
    }
    free(heap);
}

void show_named(ocl_report *report, const uint32_t *distance, const country *c)
{
    if (!c->names.of) return;
    ocl_table table = ocl_table_open(report, "named", "town, distance, name");
    size_t shown = 0;
    for (size_t t = 0; t < c->names.rows && shown < MOST_NAMED; t++) {
        if (!c->names.of[t]) continue;
        if (distance[t] == UNKNOWN)
            ocl_table_row(&table, "%8zu %8s  %-24.40s", t, "none", c->names.of[t]);
        else
            ocl_table_row(&table, "%8zu %8u  %-24.40s", t, distance[t], c->names.of[t]);
        shown++;
    }
}
