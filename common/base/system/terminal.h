// SPDX-License-Identifier: MIT
//
// terminal - who reads what the program prints.

#ifndef OCL_SYSTEM_TERMINAL_H
#define OCL_SYSTEM_TERMINAL_H

#include <stdbool.h>

// Whether standard error is a terminal.
bool ocl_on_terminal(void);

#endif
