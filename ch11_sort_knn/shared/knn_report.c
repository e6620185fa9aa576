// SPDX-License-Identifier: MIT

#include "knn_report.h"

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
