// SPDX-License-Identifier: MIT

#include "system/streams.h"

// Nothing comes between.  What a terminal takes text for is the user's choice.
void ocl_prepare_streams(void)
{
}
