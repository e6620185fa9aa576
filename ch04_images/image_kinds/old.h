// SPDX-License-Identifier: MIT
//
// old - images made with the calls of OpenCL 1.1 that clCreateImage has replaced: clCreateImage2D
// and clCreateImage3D.

#ifndef IMAGE_OLD_H
#define IMAGE_OLD_H

#include "ocl.h"

// Makes one image with each call, reads both and compares them with the pixels they were made from.
ocl_result image_old_verify(const ocl_env *env, uint64_t seed);

#endif
