// SPDX-License-Identifier: MIT

#include "cases.h"

const char *const ATTRIBUTE_NAMES[ATTRIBUTES + 1] = {
    "none",     "required", "size_hint", "vector_hint", "unroll_1",
    "unroll_8", "inline",   "noinline",  NULL,
};

const attribute_case ATTRIBUTE_CASES[ATTRIBUTES] = {
    { .option = "" },
    { .option = "-DREQUIRED=",
      .takes_size = true,
      .in_text = "reqd_work_group_size",
      .required = true },
    { .option = "-DSIZE_HINT=", .takes_size = true, .in_text = "work_group_size_hint" },
    { .option = "-DVECTOR_HINT=uint4", .in_text = "vec_type_hint" },
    { .option = "-DUNROLL=1" },
    { .option = "-DUNROLL=8" },
    { .option = "-DINLINE=always_inline" },
    { .option = "-DINLINE=noinline" },
};

const layout_case LAYOUT_CASES[ATTRIBUTE_LAYOUTS] = {
    { "sizeof: short f[3]", 6 },
    { "sizeof: short f[3], aligned(8)", 8 },
    { "  from element to element", 8 },
    { "  address modulo 8", 0 },
    { "sizeof: char c; int i", 8 },
    { "sizeof: the same, packed", 5 },
    { "sizeof: the same, only i packed", 5 },
    { "sizeof: char c; int x[2] aligned(16)", 32 },
    { "  offset of x", 16 },
    { "int x aligned(64): address modulo 64", 0 },
    { "  value of x", 5 },
    { "uint word endian(host)", 0x01020304 },
};

void attribute_option(const attribute_case *c, size_t local, char *option, size_t room)
{
    if (c->takes_size)
        snprintf(option, room, "%s%zu", c->option, local);
    else
        snprintf(option, room, "%s", c->option);
}
