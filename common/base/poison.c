// SPDX-License-Identifier: MIT

#include "poison.h"

#include <stdlib.h>

unsigned char ocl_poison_byte(size_t run)
{
    static const unsigned char HUGE_FLOATS[] = { 0x7b, 0xf3, 0x76, 0xee };
    const char *later = getenv("OCL_SAMPLES_POISON");
    if (later) run += strtoul(later, NULL, 10);
    return run % 2 ? HUGE_FLOATS[run / 2 % sizeof HUGE_FLOATS] : 0xff;
}
