// SPDX-License-Identifier: MIT

#include "knn_answers.h"

static uint64_t key_of(const float *p, const float *q, size_t dimensions, size_t index)
{
    float sum = 0.0f;
    for (size_t j = 0; j < dimensions; j++) {
        const float apart = p[j] - q[j];
        sum = fmaf(apart, apart, sum);
    }
    uint32_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return (uint64_t)bits << 32 | index;
}

// Counts the classes of the k neighbours, the nearest first.  The class that wins.
static uint32_t vote(size_t votes[MAX_CLASSES], const knn_data *d, const uint32_t *neighbours)
{
    size_t most = 0, nearest = 0;
    memset(votes, 0, MAX_CLASSES * sizeof *votes);
    for (size_t j = 0; j < d->k; j++)
        votes[d->table.labels[neighbours[j]]]++;
    for (size_t c = 0; c < d->table.classes; c++)
        if (votes[c] > most) most = votes[c];
    while (votes[d->table.labels[neighbours[nearest]]] < most)    // of a class with so many votes
        nearest++;
    return d->table.labels[neighbours[nearest]];
}

static void find_one(uint64_t *answer, const knn_data *d, size_t query, const float *points)
{
    size_t count = 0;
    for (size_t i = 0; i < d->n; i++) {
        if (d->leave_one_out && i == query) continue;
        const uint64_t key =
            key_of(points + i * d->dimensions, d->asked + query * d->dimensions, d->dimensions, i);
        if (count == d->k && key > answer[count - 1]) continue;
        size_t at = count < d->k ? count++ : count - 1;
        for (; at > 0 && answer[at - 1] > key; at--)
            answer[at] = answer[at - 1];
        answer[at] = key;
    }
    uint32_t neighbours[MAX_K];
    size_t votes[MAX_CLASSES];
    for (size_t j = 0; j < d->k; j++)
        neighbours[j] = (uint32_t)answer[j];
    answer[d->k] = vote(votes, d, neighbours);
    for (size_t c = 0; d->k + 1 + c < d->row; c++)
        answer[d->k + 1 + c] = votes[c];
}

void knn_ref(uint64_t *answers, const knn_data *d)
{
    float *points = ocl_alloc(d->n * d->dimensions * sizeof *points);    // point after point
    for (size_t i = 0; i < d->n; i++)
        for (size_t j = 0; j < d->dimensions; j++)
            points[i * d->dimensions + j] = d->points[j * d->stride + i];
    for (size_t q = 0; q < d->queries; q++)
        find_one(answers + q * d->row, d, q, points);
    free(points);
}

// --- the same in double

static double squared_distance(const double *p, const double *q, size_t dimensions)
{
    double sum = 0.0;
    for (size_t j = 0; j < dimensions; j++)
        sum += (p[j] - q[j]) * (p[j] - q[j]);
    return sum;
}

static void find_in_double(double *distances, uint32_t *neighbours, const knn_data *d, size_t query)
{
    const double *asked = d->asked_values + query * d->dimensions;
    size_t count = 0;
    for (size_t i = 0; i < d->n; i++) {
        if (d->leave_one_out && i == query) continue;
        const double *point = d->table.values + i * d->dimensions;
        const double distance = squared_distance(point, asked, d->dimensions);
        if (count == d->k && distance >= distances[count - 1]) continue;
        size_t at = count < d->k ? count++ : count - 1;
        for (; at > 0 && distances[at - 1] > distance; at--) {
            distances[at] = distances[at - 1];
            neighbours[at] = neighbours[at - 1];
        }
        distances[at] = distance;
        neighbours[at] = (uint32_t)i;
    }
}

static bool differ(double a, double b)
{
    return !(fabs(a - b) <= 1e-3 * b);
}

// Whether a neighbour is not where floats put it, or not among the nearest.
static bool is_blurred(const knn_data *d, size_t query, const uint64_t *answer,
                       const double *distances)
{
    const double *asked = d->asked_values + query * d->dimensions;
    for (size_t j = 0; j < d->k; j++) {
        const double *point = d->table.values + (uint32_t)answer[j] * d->dimensions;
        const double found = knn_squared_distance(d, answer[j]);
        if (differ(found, squared_distance(point, asked, d->dimensions))) return true;
        if (differ(found, distances[j])) return true;
    }
    return false;
}

void knn_require_precision(const knn_data *d, const uint64_t *answers, ocl_report *report)
{
    size_t blurred = 0;
    if (d->exact) return;
    for (size_t q = 0; q < d->queries; q++) {
        double distances[MAX_K];
        uint32_t neighbours[MAX_K];
        size_t votes[MAX_CLASSES];
        find_in_double(distances, neighbours, d, q);
        if (!is_blurred(d, q, answers + q * d->row, distances)) continue;
        blurred++;
        if (vote(votes, d, neighbours) != answers[q * d->row + d->k])
            ocl_exit(OCL_EXIT_USAGE,
                     "query %zu: its neighbours are so close, beside the farthest points, that "
                     "floats give it a wrong class; leave out points that are far away",
                     q + 1);
    }
    if (blurred > 0)
        ocl_report_note(report,
                        "%zu of %zu queries have neighbours so close that floats do not hold their "
                        "distances; the classes are right",
                        blurred, d->queries);
}

// --- the report

enum { MAX_ROWS = 16 };

static const char *name_of(const knn_data *d, uint64_t class, ocl_printable *room)
{
    *room = ocl_make_printable("?", 1);
    if (class < d->table.classes)
        *room = ocl_make_printable(d->table.names[class], strlen(d->table.names[class]));
    return room->text;
}

void knn_report_problem(ocl_report *report, const knn_data *d)
{
    ocl_report_count(report, "n", d->n);
    ocl_report_count(report, "dimensions", d->dimensions);
    ocl_report_count(report, "classes", d->table.classes);
    ocl_report_count(report, "neighbours", d->k);
    ocl_report_count(report, "queries", d->queries);
}

void knn_report_accuracy(ocl_report *report, const knn_data *d, const uint64_t *answers)
{
    ocl_printable name;
    size_t right = 0;
    for (size_t i = 0; d->leave_one_out && i < d->n; i++)
        right += answers[i * d->row + d->k] == d->table.labels[i];
    if (d->leave_one_out) {
        ocl_report_fact(report, "points that get their own class", "%zu", right);
        ocl_report_fact(report, "leave-one-out accuracy", "%.4f", (double)right / (double)d->n);
    }
    ocl_report_fact(report, "class of the first query", "%s", name_of(d, answers[d->k], &name));
}

void knn_report_neighbours(ocl_report *report, const knn_data *d, const uint64_t *answer)
{
    ocl_printable name;
    ocl_table table =
        ocl_table_open(report, "neighbours", "neighbour, point, squared distance, class");
    for (size_t j = 0; j < d->k && j < MAX_ROWS; j++) {
        const uint32_t point = (uint32_t)answer[j];
        const uint64_t class = point < d->n ? d->table.labels[point] : UINT64_MAX;
        ocl_table_row(&table, "%9zu %10u %16.7g  %s", j + 1, point,
                      knn_squared_distance(d, answer[j]), name_of(d, class, &name));
    }
}

void knn_report_votes(ocl_report *report, const knn_data *d, const uint64_t *answer)
{
    ocl_printable name;
    ocl_table table = ocl_table_open(report, "votes", "class, neighbours");
    for (size_t c = 0; c < d->table.classes && c < MAX_ROWS; c++)
        ocl_table_row(&table, "%-16s %10llu", name_of(d, c, &name),
                      (unsigned long long)answer[d->k + 1 + c]);
    ocl_report_fact(report, "class of the query", "%s", name_of(d, answer[d->k], &name));
}
