// SPDX-License-Identifier: MIT
//
// streams - what the system does to the text that a program prints.

#ifndef OCL_SYSTEM_STREAMS_H
#define OCL_SYSTEM_STREAMS_H

// From now on the bytes of standard output and standard error arrive as the program writes them,
// and a terminal takes them for UTF-8.  Call it before the first letter.
void ocl_prepare_streams(void);

#endif
