// SPDX-License-Identifier: MIT
//
// Named by build_options.cl between angle brackets: the device's compiler has to be told with -I where it is.  A
// compiler may look in the current directory as well, and first: the file's name is like no other's.

#define ANSWER 42
