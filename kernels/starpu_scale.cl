// SPDX-License-Identifier: MIT
//
// starpu_scale - one work-item per number of a piece.

kernel void starpu_scale(global float *x, float factor)
{
    x[get_global_id(0)] *= factor;
}
