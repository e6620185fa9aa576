// SPDX-License-Identifier: MIT
//
// Exercise 2 of pipes: the producer reserves a place, fills it, and gives it free for the consumer.

kernel void pipes_produce(write_only pipe uint to, uint n)
{
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    bool prime = i > 1;
    for (uint d = 2; prime && d * d <= i; d++)
        prime = i % d != 0;
    if (!prime) return;
    reserve_id_t place = reserve_write_pipe(to, 1);
    if (!is_valid_reserve_id(place)) return;
    write_pipe(to, place, 0, &i);
    //: skeleton
    //: // Here: others may read it now.
    //: solution
    commit_write_pipe(to, place);
    //: end
}

kernel void pipes_consume(volatile global uint *came, read_only pipe uint from)
{
    uint prime;
    if (read_pipe(from, &prime) == 0) atomic_inc(&came[prime]);
}
