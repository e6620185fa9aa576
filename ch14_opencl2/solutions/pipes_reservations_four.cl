// SPDX-License-Identifier: MIT
//
// Exercise 4 of pipes_reservations: places for four numbers.

#if !defined GROUP || !defined BINS
#error "the host must build this file with -DGROUP=<work-items> -DBINS=<bins>"
#endif

uint number_of(uint i, uint seed)
{
    uint v = (i ^ seed) * 2654435761u;
    return v ^ v >> 15;
}

bool is_kept(uint v)
{
    return v % 3 != 0;
}

// --- lists: one element per work-item; counts[0] and counts[1] are their lengths

kernel void pipes_reservations_produce_list(global uint *to, volatile global uint *counts, uint n,
                                            uint seed)
{
    size_t i = get_global_id(0);
    if (i < n) to[atomic_inc(&counts[0])] = number_of((uint)i, seed);
}

kernel void pipes_reservations_filter_list(global uint *to, global const uint *from,
                                           volatile global uint *counts)
{
    uint kept[4], keeps = 0, begin = 4 * (uint)get_global_id(0);
    for (uint k = begin; k < min(begin + 4, counts[0]); k++)
        if (is_kept(from[k])) kept[keeps++] = from[k];
    if (keeps == 0) return;
    //: skeleton
    //: uint place = atomic_add(&counts[1], 1);    // Exercise 4 of pipes_reservations: how many?
    //: solution
    uint place = atomic_add(&counts[1], keeps);
    //: end
    for (uint k = 0; k < keeps; k++)
        to[place + k] = kept[k];
}

kernel void pipes_reservations_consume_list(volatile global uint *bins, global const uint *from,
                                            volatile global const uint *counts)
{
    size_t i = get_global_id(0);
    if (i < counts[1]) atomic_inc(&bins[from[i] % BINS]);
}

#if __OPENCL_C_VERSION__ == 200 || defined __opencl_c_pipes

// --- pipes, a packet at a time

kernel void pipes_reservations_produce(write_only pipe uint to, uint n, uint seed)
{
    size_t i = get_global_id(0);
    uint v = number_of((uint)i, seed);
    if (i < n) write_pipe(to, &v);
}

// There are as many packets as numbers, so each work-item gets one.
kernel void pipes_reservations_filter_plain(write_only pipe uint to, read_only pipe uint from,
                                            uint n)
{
    uint v;
    if (get_global_id(0) < n && read_pipe(from, &v) == 0 && is_kept(v)) write_pipe(to, &v);
}

// Work-items behind the last packet get no reservation.
kernel void pipes_reservations_consume(volatile global uint *bins, read_only pipe uint from)
{
    reserve_id_t in = reserve_read_pipe(from, 1);
    if (!is_valid_reserve_id(in)) return;
    uint v;
    read_pipe(from, in, 0, &v);
    commit_read_pipe(from, in);
    atomic_inc(&bins[v % BINS]);
}

// --- filters that reserve several packets at once

// By a work-item.
kernel void pipes_reservations_filter_item(write_only pipe uint to, read_only pipe uint from,
                                           uint n)
{
    uint kept[4], keeps = 0;
    size_t begin = 4 * get_global_id(0);
    if (begin >= n) return;
    uint count = min(4u, n - (uint)begin);
    reserve_id_t in = reserve_read_pipe(from, count);
    if (!is_valid_reserve_id(in)) return;
    for (uint p = 0; p < count; p++) {
        read_pipe(from, in, p, &kept[keeps]);
        if (is_kept(kept[keeps])) keeps++;
    }
    commit_read_pipe(from, in);

    if (keeps == 0) return;
    reserve_id_t out = reserve_write_pipe(to, keeps);
    if (!is_valid_reserve_id(out)) return;
    for (uint p = 0; p < keeps; p++)
        write_pipe(to, out, p, &kept[p]);
    commit_write_pipe(to, out);
}

// By a work-group.  All its work-items must call these functions.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
pipes_reservations_filter_group(write_only pipe uint to, read_only pipe uint from, uint n)
{
    uint item = get_local_id(0), v = 0, keeps = 0;
    uint count = min((uint)GROUP, n - (uint)get_group_id(0) * GROUP);
    reserve_id_t in = work_group_reserve_read_pipe(from, count);
    if (!is_valid_reserve_id(in)) return;
    if (item < count) {
        read_pipe(from, in, item, &v);
        keeps = is_kept(v);
    }
    work_group_commit_read_pipe(from, in);

    uint place = work_group_scan_exclusive_add(keeps), total = work_group_reduce_add(keeps);
    if (total == 0) return;
    reserve_id_t out = work_group_reserve_write_pipe(to, total);
    if (!is_valid_reserve_id(out)) return;
    if (keeps) write_pipe(to, out, place, &v);
    work_group_commit_write_pipe(to, out);
}

// --- a pipe that becomes full, and one that becomes empty: one work-item

// Writes a packet if there is room.
bool offer(write_only pipe uint to, uint v)
{
    reserve_id_t out = reserve_write_pipe(to, 1);
    if (!is_valid_reserve_id(out)) return false;
    write_pipe(to, out, 0, &v);
    commit_write_pipe(to, out);
    return true;
}

// Reads a packet if there is one.
bool take(uint *v, read_only pipe uint from)
{
    reserve_id_t in = reserve_read_pipe(from, 1);
    if (!is_valid_reserve_id(in)) return false;
    read_pipe(from, in, 0, v);
    commit_read_pipe(from, in);
    return true;
}

// facts: packets before, capacity, packets that fitted, packets behind.
kernel void pipes_reservations_fill(global uint *facts, write_only pipe uint to, uint tries)
{
    facts[0] = get_pipe_num_packets(to);
    facts[1] = get_pipe_max_packets(to);
    uint fitted = 0;
    for (uint v = 0; v < tries; v++)
        fitted += offer(to, v);
    facts[2] = fitted;
    facts[3] = get_pipe_num_packets(to);
}

// facts: packets before, packets that came, how many of them in the order of writing, packets
// left.
kernel void pipes_reservations_drain(global uint *facts, read_only pipe uint from, uint tries)
{
    facts[0] = get_pipe_num_packets(from);
    uint came = 0, in_order = 0, v = 0;
    for (uint t = 0; t < tries; t++)
        if (take(&v, from)) in_order += v == came++;
    facts[1] = came;
    facts[2] = in_order;
    facts[3] = get_pipe_num_packets(from);
}

#endif
