// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/terminal.h"

#include <unistd.h>

bool ocl_on_terminal(void)
{
    return isatty(STDERR_FILENO);
}
