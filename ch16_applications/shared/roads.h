// SPDX-License-Identifier: MIT
//
// roads - a country with towns and one-way roads, and the shortest ways in plain C.

#ifndef SHARED_ROADS_H
#define SHARED_ROADS_H

#include "shared/matrix_market/names.h"

enum { MOST_TOWNS = 1 << 24 };
enum { MOST_ROADS = 4, LONGEST_ROAD = 100 };    // from a town, of a country that is made
#define UNKNOWN 0xffffffffu                     // the distance of a town to which no way is known

// From town t lead the roads first[t] to first[t + 1] - 1.  Road i leads to town to[i].  Its length
// is 1 to `longest`, so that a way through all towns still fits into 32 bits.
typedef struct {
    size_t towns, roads, longest;
    uint32_t *first, *to, *length;
    row_names names;    // of a file's towns
} country;

// The towns are in rows, about as many as there are towns in a row.  From each of them lead up to 4
// roads to towns at most two rows and columns away.  A road leads along the first row, so there
// is a way from town 0 into the country.
country country_make(size_t towns, uint64_t seed);

// A road from town r to town c for each number in row r and column c of a Matrix Market file: its
// length.  False, with the reason, where a number is no length.
bool country_load(country *c, const char *path, ocl_message *why);

// The one of --input or, without it, of --size and --seed.  Exits where the file has none.
country country_open(const ocl_options *opt);

void country_free(country *c);

// Dijkstra: takes the nearest town that is left, again and again, and looks at its roads.
// distance[t] is the length of the shortest way from town 0 to t, or UNKNOWN where there is none.
void dijkstra(uint32_t *distance, const country *c);

// A table of the first towns that have a name.
void show_named(ocl_report *report, const uint32_t *distance, const country *c);

#endif
