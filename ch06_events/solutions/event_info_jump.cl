// SPDX-License-Identifier: MIT
//
// Exercise 4 of event_info: many steps at once.

// x[i] after `steps` steps of a linear congruential generator.  One element per work-item.  Each
// step needs the result of the step before it.
kernel void event_info_steps(global uint *x, uint steps)
{
    size_t i = get_global_id(0);
    uint state = x[i];
    uint m = 1664525, c = 1013904223;    // of 1, 2, 4, ... steps
    for (uint left = steps; left > 0; left /= 2) {
        if (left & 1) state = state * m + c;
        //: skeleton
        //: // Here: the m and the c of twice as many steps.
        //: solution
        c = m * c + c;
        m = m * m;
        //: end
    }
    x[i] = state;
}
