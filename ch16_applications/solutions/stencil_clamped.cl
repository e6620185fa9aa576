// SPDX-License-Identifier: MIT
//
// Exercise 3 of stencil: the neighbours by min and max.

// From each neighbour flows k times the difference.  The edge lets no heat through: there, a cell
// stands for the neighbour that it lacks.
kernel void stencil(global float *restrict next, global const float *restrict now, float k,
                    ulong width, ulong height)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;

    size_t i = y * width + x;
    float here = now[i];
    size_t one = 1, w = width, h = height;    // min and max want equal types
    //: skeleton
    //: float left = now[y * w + max(x, one) - 1];
    //: // Here: the other three.
    //: float right = here, above = here, below = now[min(y + 1, h - 1) * w + x];
    //: solution
    float left = now[y * w + max(x, one) - 1], right = now[y * w + min(x + 1, w - 1)];
    float above = now[(max(y, one) - 1) * w + x], below = now[min(y + 1, h - 1) * w + x];
    //: end
    next[i] = here + k * (left + right + above + below - 4 * here);
}
