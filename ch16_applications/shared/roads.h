// SPDX-License-Identifier: MIT
//
// roads - a country with towns and one-way roads, and the shortest ways in plain C.

#ifndef SHARED_ROADS_H
#define SHARED_ROADS_H

#include "ocl.h"

enum { MOST_TOWNS = 1 << 24, MOST_ROADS = 4, LONGEST_ROAD = 100 };    // MOST_ROADS from a town
#define UNKNOWN 0xffffffffu    // the length of a way that is not known

// From town t lead the roads first[t] to first[t + 1] - 1.  Road i leads to town to[i].  Its length
// is 1 to LONGEST_ROAD, so that a way of 2^24 roads still fits into 32 bits.
typedef struct {
    size_t towns, roads;
    uint32_t *first, *to, *length;
} country;

// The towns are in rows, about as many as there are towns in a row.  From each of them lead up to 4
// roads to towns at most two rows and columns away.  A road leads along the first row, so there
// is a way from town 0 into the country.
country country_make(size_t towns, uint64_t seed);

void country_free(country *c);

// Dijkstra: takes the nearest town that is left, again and again, and looks at its roads.  way[t]
// is the length of the shortest way from town 0 to t, or UNKNOWN where none leads to.
void dijkstra(uint32_t *way, const country *c);

#endif
