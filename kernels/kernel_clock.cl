// SPDX-License-Identifier: MIT
//
// What operations cost, in ticks of a clock that the kernel reads.  Each kernel does one kind of
// operation `count` times between two readings.  One work-group.
//
// HAS_DEVICE, HAS_WORK_GROUP, HAS_SUB_GROUP    the clocks that the device has
// CLOCK                                        the function that the kernels use
// GROUP                                        work-items of the work-group

#pragma OPENCL EXTENSION cl_khr_kernel_clock : enable

#if !defined(CLOCK) || !defined(GROUP)
#error "the host must build this file with -DCLOCK=<function> -DGROUP=<work-items>"
#endif

// Work-item i reads each clock twice, and between the two in its form of two words.  Row c of
// `times` has three numbers per work-item.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
kernel_clock_forms(global ulong *restrict times)
{
    size_t items = get_global_size(0), i = get_global_id(0);
#ifdef HAS_DEVICE
    times[3 * i] = clock_read_device();
    uint2 device = clock_read_hilo_device();
    times[3 * i + 1] = as_ulong(device);
    times[3 * i + 2] = clock_read_device();
#endif
#ifdef HAS_WORK_GROUP
    times[3 * (items + i)] = clock_read_work_group();
    uint2 group = clock_read_hilo_work_group();
    times[3 * (items + i) + 1] = as_ulong(group);
    times[3 * (items + i) + 2] = clock_read_work_group();
#endif
#ifdef HAS_SUB_GROUP
    times[3 * (2 * items + i)] = clock_read_sub_group();
    uint2 sub_group = clock_read_hilo_sub_group();
    times[3 * (2 * items + i) + 1] = as_ulong(sub_group);
    times[3 * (2 * items + i) + 2] = clock_read_sub_group();
#endif
}

// All kernels: times[2 * i] and times[2 * i + 1] are the readings of work-item i.  answers[i] is
// what came of the operations.

// Multiplications and additions: each needs the one before.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
kernel_clock_add(global ulong *restrict times, global uint *restrict answers,
                 global const uint *restrict next, uint count)
{
    size_t i = get_global_id(0);
    uint x = next[i];
    times[2 * i] = CLOCK();
    for (uint k = 0; k < count; k++)
        x = x * 1664525u + 1013904223u;
    answers[i] = x;
    times[2 * i + 1] = CLOCK();
}

// Loads: each one says where the next one reads.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
kernel_clock_load(global ulong *restrict times, global uint *restrict answers,
                  global const uint *restrict next, uint count)
{
    size_t i = get_global_id(0);
    uint at = (uint)i;
    times[2 * i] = CLOCK();
    for (uint k = 0; k < count; k++)
        at = next[at];
    answers[i] = at;
    times[2 * i + 1] = CLOCK();
}

// Atomics on one number in local memory; the work-items take turns.  The answers are used, or a
// compiler would make one addition of many.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
kernel_clock_local_atomic(global ulong *restrict times, global uint *restrict answers,
                          global const uint *restrict next, uint count)
{
    local uint total;
    size_t i = get_global_id(0);
    if (i == 0) total = next[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    times[2 * i] = CLOCK();
    uint most = 0;
    for (uint k = 0; k < count; k++)
        most = max(most, atomic_inc(&total));
    times[2 * i + 1] = CLOCK();
    barrier(CLK_LOCAL_MEM_FENCE);
    answers[i] = most < total ? total : 0;
}

// Barriers: each work-item passes a number on to its neighbour, so that none can be left out.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
kernel_clock_barrier(global ulong *restrict times, global uint *restrict answers,
                     global const uint *restrict next, uint count)
{
    local uint numbers[2 * GROUP];
    size_t i = get_global_id(0), items = get_global_size(0), neighbour = (i + 1) % items;
    numbers[i] = next[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    times[2 * i] = CLOCK();
    for (uint k = 0; k < count; k++) {
        numbers[(k + 1) % 2 * GROUP + i] = numbers[k % 2 * GROUP + neighbour] + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    times[2 * i + 1] = CLOCK();
    answers[i] = numbers[count % 2 * GROUP + i];
}
