// SPDX-License-Identifier: MIT

#include "space.h"

#include <inttypes.h>

void space_list(space spaces[SPACES], const size_t n[3])
{
    const space all[SPACES] = {
        { .dims = 1,
          .global = { 12, 1, 1 },
          .local = { 4, 1, 1 },
          .offset = { 5 },
          .picture = true },
        { .dims = 1, .global = { n[0], 1, 1 }, .local = { 256, 1, 1 } },
        { .dims = 1, .global = { n[0], 1, 1 }, .offset = { 7 } },
        // The figure in the book.
        { .dims = 2, .global = { 12, 12, 1 }, .local = { 4, 4, 1 }, .picture = true },
        { .dims = 2,
          .global = { 9, 4, 1 },
          .local = { 3, 2, 1 },
          .offset = { 100, 20 },
          .picture = true },
        { .dims = 2, .global = { n[0], n[1], 1 }, .local = { 16, 16, 1 }, .offset = { 2, 9 } },
        { .dims = 2, .global = { n[0], n[1], 1 } },
        { .dims = 3,
          .global = { 6, 4, 2 },
          .local = { 3, 2, 1 },
          .offset = { 1, 2, 3 },
          .picture = true },
        { .dims = 3, .global = { n[0], n[1], n[2] }, .local = { 6, 6, 6 } },
        { .dims = 3, .global = { n[0], n[1], n[2] }, .offset = { 4, 3, 8 } },
    };
    memcpy(spaces, all, sizeof all);
}

size_t space_items(const space *s)
{
    return s->global[0] * s->global[1] * s->global[2];
}

void space_append(char label[LABEL_BYTES], const size_t *values, cl_uint dims, char between)
{
    for (cl_uint d = 0; d < dims; d++) {
        const size_t used = strlen(label);
        const char text[] = { between, '\0' };
        snprintf(label + used, LABEL_BYTES - used, "%s%zu", d > 0 ? text : "", values[d]);
    }
}

void space_label(char label[LABEL_BYTES], const space *s, bool local_by_driver)
{
    label[0] = '\0';
    space_append(label, s->global, s->dims, 'x');
    strcat(label, " in ");
    space_append(label, s->local, s->dims, 'x');
    strcat(label, local_by_driver ? " (driver) from " : " from ");
    space_append(label, s->offset, s->dims, ',');
}

void space_draw(ocl_report *report, const space *s, const space_ids *ids)
{
    const size_t *global = s->global, *local = s->local;
    ocl_report_print(report, "\nglobal id of the first, group:local of each");
    for (size_t y = 0; y < global[1] * global[2]; y++) {
        const space_ids *item = ids + 3 * y * global[0];
        ocl_report_print(report, y > 0 && y % local[1] == 0 ? "\n\n" : "\n");
        for (cl_uint d = 0; d < s->dims; d++)
            ocl_report_print(report, "%4" PRIu64, item[d].global_id);
        for (size_t x = 0; x < global[0]; x++, item += 3) {
            ocl_report_print(report, x % local[0] ? " " : "   ");
            for (cl_uint d = 0; d < s->dims; d++)
                ocl_report_print(report, "%" PRIu64, item[d].group_id);
            ocl_report_print(report, ":");
            for (cl_uint d = 0; d < s->dims; d++)
                ocl_report_print(report, "%" PRIu64, item[d].local_id);
        }
    }
    ocl_report_print(report, "\n");
}
