// SPDX-License-Identifier: MIT
//
// build_options_all.cl includes this file in angle brackets: the device's compiler needs -I to find
// it.
// Some compilers look in the current directory first, so no other file has this name.

#define ANSWER 42
