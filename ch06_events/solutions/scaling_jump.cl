// SPDX-License-Identifier: MIT
//
// scaling_jump - exercise 2 of scaling: each number comes from the first one, by a jump.
//
//     build/bin/scaling -k build/exercises/scaling_jump.cl

// `value` after so many steps v -> a v + c.  Two steps at once are a (a v + c) + c, which is one
// step with other a and c.
uint jump(uint value, uint steps)
{
    uint a = 747796405U, c = 2891336453U;
    for (; steps > 0; steps /= 2) {
        if (steps % 2) value = a * value + c;
        //: skeleton
        //: // Exercise 2 of scaling: make a and c those of a step that is twice as long.
        //: solution
        c = a * c + c;
        a = a * a;
        //: end
    }
    return value;
}

kernel void scaling(global uint *restrict y, global const uint *restrict x, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        uint value = jump(x[0], i);
        for (int r = 0; r < ROUNDS; r++)
            value = (value ^ (value >> 15)) * 2654435761U;
        y[i] = value;
    }
}
