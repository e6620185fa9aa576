// SPDX-License-Identifier: MIT

#include "families.h"

#define EACH(what, T) what(T), what(T##2), what(T##3), what(T##4), what(T##8), what(T##16)
#define FAMILY(T, of_one)                                                         \
    {                                                                             \
        .name = #T, .bytes = of_one, .size = { EACH(sizeof, cl_##T) }, .align = { \
            EACH(_Alignof, cl_##T)                                                \
        }                                                                         \
    }

const type_family TYPE_FAMILIES[FAMILIES] = {
    FAMILY(char, 1), FAMILY(uchar, 1), FAMILY(short, 2), FAMILY(ushort, 2), FAMILY(int, 4),
    FAMILY(uint, 4), FAMILY(long, 8),  FAMILY(ulong, 8), FAMILY(float, 4),  FAMILY(double, 8),
};
