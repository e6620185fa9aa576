// SPDX-License-Identifier: MIT
//
// What compile_link_library_mirror.cl defines: past its edges a picture goes on as in a mirror.

#ifndef EDGES_MIRROR_H
#define EDGES_MIRROR_H

// The pixel inside the picture that stands for `at`, which may lie anywhere.  In each direction the
// pixels are ... 2 1 0 1 2 ... size-1 size-2 ...
int2 mirror(int2 at, int2 size);

#endif
