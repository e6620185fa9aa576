// SPDX-License-Identifier: MIT

#include "system/stacks.h"

// The linker has given all threads 8 MiB (common/CMakeLists.txt).
void ocl_provide_stacks(void)
{
}
