// SPDX-License-Identifier: MIT

#include "registers.h"

// Of cl_nv_device_attribute_query: the registers that the work-items of a work-group share.
#ifndef CL_DEVICE_REGISTERS_PER_BLOCK_NV
#define CL_DEVICE_REGISTERS_PER_BLOCK_NV 0x4002
#endif

// NVIDIA's GPUs give registers to 32 work-items together, 256 registers at a time.
enum { TOGETHER = 32, UNIT = 256 };

const char *verbose_option(cl_device_id device)
{
    return ocl_has_extension(device, "cl_nv_compiler_options") ? " -cl-nv-verbose" : "";
}

// The number that stands before `words`, in the first place after `from`; -1: there is none.
static long number_before(const char *from, const char *words)
{
    const char *end = strstr(from, words);
    if (!end) return -1;
    const char *begin = end;
    while (begin > from && begin[-1] >= '0' && begin[-1] <= '9')
        begin--;
    return begin < end ? strtol(begin, NULL, 10) : -1;
}

static void write_cell(char cell[MAX_CELL], long number)
{
    if (number < 0)
        strcpy(cell, "-");
    else
        snprintf(cell, MAX_CELL, "%ld", number);
}

register_use read_register_use(const char *log, const char *kernel, cl_device_id device)
{
    // The log begins with warnings that name all kernels, and has its kernels in any order.
    char heading[64];
    snprintf(heading, sizeof heading, "Compiling entry function '%s'", kernel);
    const char *from = strstr(log, heading);
    const long registers = from ? number_before(from, " registers") : -1;
    long items = -1;
    if (registers > 0 && ocl_has_extension(device, "cl_nv_device_attribute_query"))
        items = TOGETHER * (long)(ocl_device_number(device, CL_DEVICE_REGISTERS_PER_BLOCK_NV) /
                                  ocl_round_up(TOGETHER * (size_t)registers, UNIT));
    register_use use;
    write_cell(use.registers, registers);
    write_cell(use.spilled, from ? number_before(from, " bytes spill stores") : -1);
    write_cell(use.items, items);
    return use;
}
