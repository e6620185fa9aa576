// SPDX-License-Identifier: MIT

#include "verdict.h"

ocl_result judge(ocl_table *table, const trial *t, const outcome *o, const answer *a)
{
    static const char *const places[] = { [AT] = "at", [PAST] = "past", [NO_LIMIT] = "-" };
    ocl_table_row(table, "%-26s %9zu  %-6s  %-24s  %-22s", t->what, t->amount, places[t->place],
                  ocl_error_name(o->status), o->call);
    if (o->status == CL_SUCCESS) return ocl_verify_u32(t->what, &a->got, &a->want, 1);
    return t->place == AT ? ocl_verify_equal(t->what, o->status, CL_SUCCESS)
                          : (ocl_result){ .pass = true };
}
