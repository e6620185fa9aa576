// SPDX-License-Identifier: MIT
//
// Exercise 1 of pipes: a work-item looks at four numbers.

kernel void pipes_produce(write_only pipe uint to, uint n)
{
    uint begin = 4 * (uint)get_global_id(0);
    //: skeleton
    //: uint i = begin;    // Here: this number and the three behind it.
    //: if (i >= n) return;
    //: bool prime = i > 1;
    //: for (uint d = 2; prime && d * d <= i; d++)
    //:     prime = i % d != 0;
    //: if (prime) write_pipe(to, &i);
    //: solution
    for (uint i = begin; i < begin + 4 && i < n; i++) {
        bool prime = i > 1;
        for (uint d = 2; prime && d * d <= i; d++)
            prime = i % d != 0;
        if (prime) write_pipe(to, &i);
    }
    //: end
}

kernel void pipes_consume(volatile global uint *came, read_only pipe uint from)
{
    uint prime;
    if (read_pipe(from, &prime) == 0) atomic_inc(&came[prime]);
}
