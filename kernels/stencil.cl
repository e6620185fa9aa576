// SPDX-License-Identifier: MIT
//
// stencil - heat spreads in a plate, one step.
//
// A work-item per cell: it reads five cells of `now`, and writes one of `next`.

// From each neighbour flows k times the difference.  The edge lets no heat through: there, a cell
// stands for the neighbour that it lacks.
kernel void stencil(global float *restrict next, global const float *restrict now, float k,
                    ulong width, ulong height)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;

    size_t i = y * width + x;
    float here = now[i];
    float left = x > 0 ? now[i - 1] : here, right = x < width - 1 ? now[i + 1] : here;
    float above = y > 0 ? now[i - width] : here, below = y < height - 1 ? now[i + width] : here;
    next[i] = here + k * (left + right + above + below - 4 * here);
}
