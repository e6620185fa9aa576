// SPDX-License-Identifier: MIT

#include "print.h"

enum { TYPES = 6, FLAGS = 4 };

static const cl_mem_object_type TYPE[TYPES] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
};
static const cl_mem_flags FLAG[FLAGS] = { CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                          CL_MEM_KERNEL_READ_AND_WRITE };
static const char LETTER[FLAGS] = { 'r', 'w', 'b', 'k' };

typedef struct {
    char text[FLAGS + 1];
} cell;

static cell cell_of(const format_list *lists, size_t count, cl_mem_object_type type,
                    cl_image_format format)
{
    cell c = { "" };
    size_t length = 0;
    for (size_t flag = 0; flag < FLAGS; flag++)
        for (size_t i = 0; i < count; i++)
            if (lists[i].type == type && lists[i].flags == FLAG[flag] &&
                format_list_has(&lists[i], format.image_channel_order,
                                format.image_channel_data_type))
                c.text[length++] = LETTER[flag];
    return c;
}

// The channel order (or the data type) that follows `after` in all lists; CL_UINT_MAX: none does.
static cl_uint next_value(const format_list *lists, size_t count, bool order, cl_uint after)
{
    cl_uint next = CL_UINT_MAX;
    for (size_t i = 0; i < count; i++)
        for (cl_uint f = 0; f < lists[i].count; f++) {
            const cl_image_format format = lists[i].formats[f];
            const cl_uint value =
                order ? format.image_channel_order : format.image_channel_data_type;
            if (value > after && value < next) next = value;
        }
    return next;
}

static void print_row(ocl_table *table, const format_list *lists, size_t count,
                      cl_image_format format)
{
    cell cells[TYPES];
    const char *text[TYPES];
    bool listed = false;
    for (size_t t = 0; t < TYPES; t++) {
        cells[t] = cell_of(lists, count, TYPE[t], format);
        text[t] = cells[t].text[0] ? cells[t].text : NULL;
        listed |= text[t] != NULL;
    }
    if (!listed) return;
    char order[MAX_HEX], data_type[MAX_HEX];
    ocl_table_row(table, "%-12s %-20s %4s %9s %8s %4s %8s %4s",
                  format_name(format.image_channel_order, order),
                  format_name(format.image_channel_data_type, data_type), text[0], text[1], text[2],
                  text[3], text[4], text[5]);
}

void format_lists_print(ocl_report *report, const format_list *lists, size_t count)
{
    ocl_table table = ocl_table_open(report, "formats",
                                     "order, data type, 1D, 1D buffer, 1D array, 2D, 2D array, 3D");
    for (cl_uint order = 0; (order = next_value(lists, count, true, order)) != CL_UINT_MAX;)
        for (cl_uint type = 0; (type = next_value(lists, count, false, type)) != CL_UINT_MAX;)
            print_row(&table, lists, count, (cl_image_format){ order, type });
}
