// SPDX-License-Identifier: MIT

#include "system/temporary_file.h"

FILE *ocl_temporary_file(void)
{
    return tmpfile();
}
