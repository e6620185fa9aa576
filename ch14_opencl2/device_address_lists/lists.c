// SPDX-License-Identifier: MIT

#include "lists.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

lists make_lists(size_t n, uint64_t seed)
{
    lists l = { .n = n, .firsts = ocl_alloc((n + 1) * sizeof *l.firsts) };
    l.firsts[0] = 0;
    for (size_t i = 0; i < n; i++) {
        const cl_uint pieces = (cl_uint)(ocl_random(seed, i) % (MOST_PIECES + 1));
        l.firsts[i + 1] = l.firsts[i] + (i == n / 2 ? 3 : pieces);
    }
    l.pieces = l.firsts[n];
    l.starts = ocl_alloc((l.pieces + 1) * sizeof *l.starts);
    l.starts[0] = 0;
    for (size_t p = 0; p < l.pieces; p++) {
        const cl_uint count = (cl_uint)(ocl_random(seed + 1, p) % (MOST_NUMBERS + 1));
        l.starts[p + 1] = l.starts[p] + (p == l.firsts[n / 2] + 1 ? MOST_NUMBERS : count);
    }
    l.count = l.starts[l.pieces];
    l.numbers = ocl_alloc(l.count * sizeof *l.numbers);
    for (size_t k = 0; k < l.count; k++)
        l.numbers[k] = (cl_int)(ocl_random(seed + 2, k) % 2001) - 1000;
    return l;
}

void free_lists(lists *l)
{
    free(l->numbers);
    free(l->starts);
    free(l->firsts);
}

void lists_ref(cl_int *sums, const lists *l)
{
    for (size_t i = 0; i < l->n; i++) {
        sums[i] = 0;
        for (cl_uint p = l->firsts[i]; p < l->firsts[i + 1]; p++)
            for (cl_uint k = l->starts[p]; k < l->starts[p + 1]; k++)
                sums[i] += l->numbers[k];
    }
}

static int by_address(const void *a, const void *b)
{
    const cl_ulong x = ((const link_of_piece *)a)->address;
    const cl_ulong y = ((const link_of_piece *)b)->address;
    return (x > y) - (x < y);
}

// The number of pieces from `head` to the end, or -1 if an address is not that of a piece, or if
// there is no end.
static long long walk(cl_ulong head, const link_of_piece *sorted, size_t count)
{
    long long pieces = 0;
    for (cl_ulong at = head; at != 0; pieces++) {
        const link_of_piece wanted = { .address = at };
        const link_of_piece *found = bsearch(&wanted, sorted, count, sizeof *sorted, by_address);
        if (!found || pieces == (long long)count) return -1;
        at = found->next;
    }
    return pieces;
}

void report_walks(ocl_report *report, const lists *l, const link_of_piece *links,
                  const cl_ulong *heads)
{
    const cl_ulong head = heads[l->n / 2];
    link_of_piece *sorted = ocl_alloc(l->pieces * sizeof *sorted);
    link_of_piece *circle = ocl_alloc(l->pieces * sizeof *circle);
    memcpy(sorted, links, l->pieces * sizeof *sorted);
    memcpy(circle, links, l->pieces * sizeof *circle);
    circle[l->firsts[l->n / 2] + 2].next = head;    // the third piece leads to the first one
    qsort(sorted, l->pieces, sizeof *sorted, by_address);
    qsort(circle, l->pieces, sizeof *circle, by_address);

    const struct {
        const char *name;
        cl_ulong head;
        const link_of_piece *links;
        long long want;
    } walks[] = { { "right", head, sorted, 3 },
                  { "4 bytes too far", head + 4, sorted, -1 },
                  { "of host memory", (uintptr_t)l->numbers, sorted, -1 },
                  { "in a circle", head, circle, -1 } };
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(report, "addresses", "address, pieces to the end");
    for (size_t k = 0; k < sizeof walks / sizeof *walks; k++) {
        const long long pieces = walk(walks[k].head, walks[k].links, l->pieces);
        ocl_table_row(&table, "%-16s %17.0f", walks[k].name, pieces < 0 ? NAN : (double)pieces);
        result = ocl_result_both(result, ocl_verify_equal(walks[k].name, pieces, walks[k].want));
    }
    ocl_report_result(report, "wrong addresses are found", result);
    free(circle);
    free(sorted);
}
