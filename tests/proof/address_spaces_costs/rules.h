// SPDX-License-Identifier: MIT
//
// rules - what OpenCL C 1.2 forbids about memory, functions and storage.

#ifndef ADDRESS_SPACES_RULES_H
#define ADDRESS_SPACES_RULES_H

#include "proof/ch07_opencl_c/language_rules.h"

enum { ADDRESS_SPACES_RULES = 17 };
extern const language_rule ADDRESS_SPACES_REFUSED[ADDRESS_SPACES_RULES];

#endif
