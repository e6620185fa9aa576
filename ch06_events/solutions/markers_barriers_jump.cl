// SPDX-License-Identifier: MIT
//
// Exercise 3 of markers_barriers: many rounds at once.

// x[i] = m * x[i] + c, `rounds` times, modulo 2^32, for i from 0 to n - 1.  Work-item k computes
// elements k, k + the number of work-items, and so on.  So any number of work-groups is enough.
kernel void markers_barriers(global uint *x, uint m, uint c, uint rounds, ulong n)
{
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
        uint y = x[i];
        uint factor = m, term = c;    // of 1, 2, 4, ... rounds
        for (uint left = rounds; left > 0; left /= 2) {
            if (left & 1) y = factor * y + term;
            //: skeleton
            //: // Here: the factor and the term of twice as many rounds.
            //: solution
            term = factor * term + term;
            factor = factor * factor;
            //: end
        }
        x[i] = y;
    }
}
