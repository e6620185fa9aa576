// SPDX-License-Identifier: MIT
//
// Named by build_options.cl between angle brackets: only the device's compiler, told where with -I, finds it.

#define ANSWER 42
