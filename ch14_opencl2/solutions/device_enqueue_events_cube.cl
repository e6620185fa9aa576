// SPDX-License-Identifier: MIT
//
// Exercise 4 of device_enqueue_events: a child of three dimensions.

#ifndef GROUP
#error "the host must build this file with -DGROUP=<work-items>"
#endif

// What the children do: fill, turn round, count.
void fill(global uint *x)
{
    x[get_global_id(0)] = (uint)get_global_id(0);
}

// Each work-group turns its part round, through local memory that the parent has asked for.
void turn(global uint *x, local uint *part)
{
    uint item = get_local_id(0);
    part[item] = x[get_global_id(0)];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = part[GROUP - 1 - item];
}

void count(volatile global uint *facts, uint place)
{
    atomic_inc(&facts[place]);
}

// facts: errors of the calls; was the user event valid; how large a work-group of a child may
// be,
// and the number that it likes multiples of; the work-items in two and in three dimensions.
// times[0]: nanoseconds that the child `filling` ran.
kernel void device_enqueue_events_all(global uint *x, volatile global uint *facts,
                                      global ulong *times, uint groups)
{
    void (^filling)(void) = ^{
      fill(x);
    };
    void (^turning)(local void *) = ^(local void *part) {
      turn(x, (local uint *)part);
    };
    // Both count only where they find what `turning` leaves: they have to wait for the marker.
    void (^counting_2d)(void) = ^{
      if (x[0] == GROUP - 1) count(facts, 4);
    };
    void (^counting_3d)(void) = ^{
      if (x[0] == GROUP - 1) count(facts, 5);
    };
    queue_t queue = get_default_queue();
    ndrange_t range = ndrange_1D(groups * GROUP, GROUP);

    // `fill` may not begin before the user event is set.
    clk_event_t go = create_user_event(), filled, turned, marked;
    int errors = 0;
    errors |= enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 1, &go, &filled, filling);
    errors |= enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 1, &filled, &turned, turning,
                             GROUP * (uint)sizeof(uint));
    errors |= enqueue_marker(queue, 1, &turned, &marked);
    capture_event_profiling_info(filled, CLK_PROFILING_COMMAND_EXEC_TIME, times);
    facts[1] = is_valid_event(go);
    set_user_event_status(go, CL_COMPLETE);

    // Two and three dimensions, behind the marker.
    const size_t two[2] = { 6, 5 }, three[3] = { 4, 3, 2 };
    errors |= enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_2D(two), 1, &marked,
                             NULL, counting_2d);
    //: skeleton
    //: // Exercise 4 of device_enqueue_events: enqueue counting_3d.
    //: (void)three, (void)counting_3d;
    //: solution
    errors |= enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_3D(three), 1, &marked,
                             NULL, counting_3d);
    //: end
    facts[0] = errors != CLK_SUCCESS;

    facts[2] = get_kernel_work_group_size(filling);
    facts[3] = get_kernel_preferred_work_group_size_multiple(filling);

    // Who gets an event releases it; who keeps it longer retains it.
    retain_event(filled);
    release_event(filled);
    release_event(filled);
    release_event(turned);
    release_event(marked);
    release_event(go);
}
