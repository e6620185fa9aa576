// SPDX-License-Identifier: MIT
//
// pipes - one kernel finds prime numbers and puts them into a pipe; the next one takes them out.
//
//     numbers      0 1 2 3 4 5 6 7 8 9
//     pipes_produce    | |   |   |
//     the pipe         2 3   5   7          as packets of one uint, in any order
//     pipes_consume    | |   |   |
//     came         0 0 1 1 0 1 0 1 0 0      how often each number came out

// One work-item per number.  The pipe has room for all, so write_pipe cannot fail.
kernel void pipes_produce(write_only pipe uint to, uint n)
{
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    bool prime = i > 1;
    for (uint d = 2; prime && d * d <= i; d++)
        prime = i % d != 0;
    if (prime) write_pipe(to, &i);
}

// One packet per work-item.  There are more work-items than packets: the others find nothing.
kernel void pipes_consume(volatile global uint *came, read_only pipe uint from)
{
    uint prime;
    if (read_pipe(from, &prime) == 0) atomic_inc(&came[prime]);
}
